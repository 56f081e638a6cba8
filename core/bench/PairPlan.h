// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/bench/Binding.h"

#include <cstddef>
#include <string>
#include <vector>

namespace fabricscope::bench {

/// perftest between each of one host's devices and each of another's, or of the same host's, as it is asked
/// for.
struct PairRequest {
    std::string test = "ib_write_bw"; ///< of the catalogue's perftest
    std::vector<OptionValue> options; ///< of both ends
    /// RDMA devices by name; empty: all that are up and of the GPU fabric, else all in software that are up.
    std::vector<std::string> servers;
    std::vector<std::string> clients; ///< likewise; on one host empty means the same ones
    bool gpuMemory = false;           ///< of the GPU that is nearest to each NIC, instead of host memory
    bool gpus = false;   ///< the client's GPUs, each by each of its NICs: its memory, and at the other end
                         ///< the host's
    std::string address; ///< at which the server is reached; empty: by the captures
};

struct PairHost {
    std::string name; ///< as the user calls it
    BindingFacts facts;
};

/// One pair: what each end runs, without the port and, for the client, the server's address.
struct PairCell {
    std::size_t row = 0, column = 0;
    Command server, client;
    std::string serverDevice, clientDevice;
    std::string address;    ///< of the server
    bool sameMemory = true; ///< GPU memory at both ends, or at none
    std::string whyNot;     ///< why it cannot be run: then the cell stays unknown; else empty
    friend bool operator==(const PairCell &, const PairCell &) = default;
};

/// A matrix of pairs before it is run: rows are clients, columns servers; with PairRequest::gpus rows are the
/// client's GPUs, columns its NICs, and each NIC's server is the NIC of the same rail.
struct PairPlan {
    std::string test;  ///< "ib_write_bw", " Bidirectional" behind it where both ways are asked for
    std::string title; ///< what rows and columns are
    std::string unit;  ///< that the tool prints: "Gb/sec", "MiB/sec", "usec"
    std::string serverHost, clientHost;
    std::vector<std::string> rows, columns;    ///< "vm-01a ionic_0", "ionic_3"; on one host "ionic_0"
    std::vector<std::vector<PairCell>> rounds; ///< no device is used twice in one
    std::vector<std::string> notes;            ///< what was left out or is not known, a sentence each

    [[nodiscard]] std::size_t cells() const;
};

/// The equal numbers of both sides, the rails, are the first round. Errors: a device that is not there, an
/// option that cannot be set, nothing that could be a pair, more than kMaxPairDevices on a side.
[[nodiscard]] Result<PairPlan> planPairs(const PairRequest &request, const PairHost &server,
                                         const PairHost &client);
/// NICs of one host with one another.
[[nodiscard]] Result<PairPlan> planPairs(const PairRequest &request, const PairHost &host);

inline constexpr std::size_t kMaxPairDevices = 64;

/// RDMA devices that are up and can be ends of pairs: NICs of the GPU fabric, and those in software.
struct PairDevices {
    std::vector<std::string> hardware, software;
};
[[nodiscard]] PairDevices pairDevices(const PairHost &host);

} // namespace fabricscope::bench
