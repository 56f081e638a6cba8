// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Examine.h"
#include "core/base/Result.h"
#include "core/bench/Command.h"
#include "core/bench/Sweep.h"
#include "core/bench/ToolSupport.h"
#include "core/findings/Finding.h"
#include "core/topology/Topology.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::bench {

using findings::Finding;

/// What a person asks for.
struct BindingRequest {
    std::string tool, test; ///< of the catalogue
    std::string host;       ///< the target, as the user named it
    std::string program;    ///< where the test was found on the host; empty: by its name
    std::vector<OptionValue> options;
    std::vector<EnvironmentValue> environment; ///< wins over what is filled in
    std::vector<std::size_t> gpus; ///< indices in Fabric::gpus; empty: all that are the host's own
    /// perftest: this NIC (index in Fabric::nics); absent: the nearest one of the first GPU.
    std::optional<std::size_t> nic;
    /// perftest: this RDMA device in software, by name, instead of `nic`. Where neither is given and no NIC
    /// with RDMA is up, the first one in software that is.
    std::string softwareNic = {};
    bool gpuMemory = true;           ///< perftest: of the GPU; false: of the host
    bool hostMemoryFallback = false; ///< perftest: where the GPU is a VM's or dead, that is no finding
    bool loopback = false;           ///< perftest: both of its ends on this host, as one command (Loopback.h)
    bool oneRankPerGpu = false; ///< collectives: by mpirun, a process each; false: one process with all GPUs
    int nodes = 1;              ///< hosts in the job
    /// oneRankPerGpu: hosts of the job as mpirun reaches them from this one, which is among them; each gets
    /// as many ranks as GPUs were chosen here. Empty: this host alone.
    std::vector<std::string> mpiHosts = {};
};

/// What is known of the host.
struct BindingFacts {
    const topology::Topology &topology;
    const affinity::Examination &examination; ///< of the same topology
    const ToolSupport *support = nullptr;     ///< nullptr: not determined yet
};

/// One thing that was filled in, or left as it is, and why.
struct Filled {
    std::string what;  ///< "--use_rocm=2", "NCCL_SOCKET_IFNAME=ens50f0", "numactl -N 1 -m 1"
    bool isSet = true; ///< false: not set, for the reason in `why`
    std::string why;   ///< a sentence without a full stop
    friend bool operator==(const Filled &, const Filled &) = default;
};

/// A run as it is proposed: everything in `spec` may be edited.
struct BoundRun {
    RunSpec spec;
    std::vector<Filled> filled;
    std::vector<Finding> findings;
    std::vector<std::size_t> gpus, nics; ///< that it will use, indices in Fabric
};

/// Errors: no such tool or test, a GPU or NIC that is not there, an option that cannot be set.
[[nodiscard]] Result<BoundRun> bindRun(const BindingRequest &request, const BindingFacts &facts);

/// What was filled in, for people: "--use_rocm=2: the nearest GPU of ...", a line each.
[[nodiscard]] std::vector<std::string> filledText(const BoundRun &bound);

/// perftest between two NICs, of one host (loopback) or two: what the server runs and what the client runs.
/// The caller provides the port and the server's address, and waits for it.
struct PerftestEnds {
    BoundRun server, client;
};
/// `port` is the server's TCP port, `address` where the client finds it.
[[nodiscard]] Result<PerftestEnds>
bindPerftestPair(const BindingRequest &server, const BindingFacts &serverFacts, const BindingRequest &client,
                 const BindingFacts &clientFacts, int port, const std::string &address);

} // namespace fabricscope::bench
