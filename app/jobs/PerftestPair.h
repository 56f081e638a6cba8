// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/ToolRun.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace fabricscope::app {

/// perftest between two devices, on two hosts or on one.
struct PerftestSpec {
    struct Side {
        HostEndpoint hostEndpoint;
        bench::Command command; ///< without -p and, on the client, without the server's address: both are put
                                ///< behind its words
    };
    Side server, client;
    std::string serverAddress; ///< at which the client reaches the server
    std::chrono::seconds longest{120};
    std::chrono::seconds lease = ToolRunOptions::kLease; ///< of both ends
    /// A server that runs and neither listens nor prints is checked so often, for so long each; then it is
    /// restarted on another port, at most twice. What counts begins when it runs: a loaded host may take
    /// any time to begin it.
    int maxLooks = 12;
    std::chrono::seconds look{5};
    bool sameMemory = true; ///< both ends were asked for GPU memory, or neither
};

struct PerftestResult {
    bench::RunState server, client;         ///< phase Waiting: it was not started
    std::string serverOutput, clientOutput; ///< both streams of each; at most 1 MiB
    std::uint16_t port = 0;
    /// In what the banners differ: then the numbers are not of what was asked for.
    std::vector<std::string> mismatches;
    std::string why; ///< why there are no numbers; empty: the client ended on its own, with status 0
};

/// The five steps that leave no race: a port on which nobody listens is chosen on the server; the server is
/// started; it is awaited until it listens; the client is started; when that has ended the server is ended,
/// and the banners are compared. No other server than its own is touched. Where the port is taken meanwhile,
/// or its client does not reach the server, all of it is tried again, three times in all.
class PerftestPair {
public:
    struct Events {
        /// What the client prints, where the numbers are; on the client's io thread.
        std::function<void(std::string_view)> output;
        std::function<void(const PerftestResult &)> finished; ///< once, last
    };
    static std::shared_ptr<PerftestPair> start(remote::Client &client, PerftestSpec spec, Events events);

    virtual ~PerftestPair() = default;
    virtual void stop() = 0; ///< from any thread; both ends
};

} // namespace fabricscope::app
