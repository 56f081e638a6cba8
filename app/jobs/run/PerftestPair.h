// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/run/ToolRun.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace fabricscope::app {

/// perftest between two devices, on two hosts or on one.
struct PerftestSpec {
    struct Side {
        HostEndpoint hostEndpoint;
        bench::Command command; ///< without -p and, on the client, without the server's address: both are
                                ///< appended to its arguments
    };
    Side server, client;
    std::string serverAddress; ///< at which the client reaches the server
    std::chrono::seconds longest{120};
    std::chrono::seconds lease = ToolRunOptions::kLease; ///< of both ends
    /// Interval and timeout of the checks of a server that runs but neither listens nor prints; then it is
    /// restarted on another port, at most twice. The timeout starts when the server runs: a loaded host may
    /// take any time to start it.
    int maxLooks = 12;
    std::chrono::seconds look{5};
    bool sameMemory = true; ///< GPU memory was requested on both ends, or on neither
};

struct PerftestResult {
    bench::RunState server, client;         ///< phase Waiting: it was not started
    std::string serverOutput, clientOutput; ///< both streams of each; at most 1 MiB
    std::uint16_t port = 0;
    /// Differences between the banners: then the numbers do not belong to the requested test.
    std::vector<std::string> mismatches;
    std::string why; ///< why there are no numbers; empty: the client ended normally, with status 0
};

/// The five steps that avoid races: a port without a listener is chosen on the server; the server is started;
/// wait until it listens; the client is started; when that has ended the server is ended, and the banners are
/// compared. No other server is touched. If the port is taken meanwhile, or its client does not reach the
/// server, everything is retried, three attempts in total.
class PerftestPair {
public:
    struct Events {
        /// Output of the client, which contains the numbers; on the client's io thread.
        std::function<void(std::string_view)> output;
        std::function<void(const PerftestResult &)> finished; ///< once, last
    };
    static std::shared_ptr<PerftestPair> start(remote::Client &client, PerftestSpec spec, Events events);

    virtual ~PerftestPair() = default;
    virtual void stop() = 0; ///< from any thread; both ends
};

} // namespace fabricscope::app
