// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/bench/plan/Binding.h"

#include <cstddef>
#include <string>
#include <vector>

namespace fabricscope::bench {

/// A request for perftest between each device of one host and each of another, or of the same
/// host.
struct PairRequest {
    std::string test = "ib_write_bw"; ///< a test of perftest in the catalogue
    std::vector<OptionValue> options; ///< of both ends
    /// RDMA devices by name; empty: all of the GPU fabric that are up, else all software devices that are up.
    std::vector<std::string> servers;
    std::vector<std::string> clients; ///< likewise; on one host empty means the same devices
    bool gpuMemory = false;           ///< of the GPU nearest to each NIC, instead of host memory
    bool gpus = false;   ///< the client's GPUs, each by each of its NICs: its memory, and at the other end
                         ///< the host's
    std::string address; ///< at which the server is reached; empty: by the captures
};

struct PairHost {
    std::string name; ///< as named by the user
    BindingFacts facts;
};

/// One pair: the command of each end, without the port and, for the client, the server's address.
struct PairCell {
    std::size_t row = 0, column = 0;
    Command server, client;
    std::string serverDevice, clientDevice;
    std::string address;    ///< of the server
    bool sameMemory = true; ///< GPU memory at both ends, or at neither
    std::string whyNot;     ///< why it cannot be run, so that the cell stays unknown; else empty
    friend bool operator==(const PairCell &, const PairCell &) = default;
};

/// A planned matrix of pairs: rows are clients, columns servers; with PairRequest::gpus rows are the client's
/// GPUs, columns its NICs, and each NIC's server is the NIC of the same rail.
struct PairPlan {
    std::string test;  ///< "ib_write_bw", with " Bidirectional" appended for bidirectional tests
    std::string title; ///< the meaning of rows and columns
    std::string unit;  ///< printed by the tool: "Gb/sec", "MiB/sec", "usec"
    std::string serverHost, clientHost;
    std::vector<std::string> rows, columns;    ///< "vm-01a ionic_0", "ionic_3"; on one host "ionic_0"
    std::vector<std::vector<PairCell>> rounds; ///< no device is used twice within a round
    std::vector<std::string> notes;            ///< what was left out or is unknown, a sentence each

    [[nodiscard]] std::size_t cells() const;
};

/// The pairs with equal numbers, the rails, are the first round. Errors: a device that does not exist, an
/// option that cannot be set, no possible pair, more than kMaxPairDevices on a side.
[[nodiscard]] Result<PairPlan> planPairs(const PairRequest &request, const PairHost &server,
                                         const PairHost &client);
/// NICs of one host with one another.
[[nodiscard]] Result<PairPlan> planPairs(const PairRequest &request, const PairHost &host);

inline constexpr std::size_t kMaxPairDevices = 64;

/// RDMA devices that are up and can be ends of pairs: NICs of the GPU fabric, and software devices.
struct PairDevices {
    std::vector<std::string> hardware, software;
};
[[nodiscard]] PairDevices pairDevices(const PairHost &host);

} // namespace fabricscope::bench
