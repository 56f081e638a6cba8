// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Examine.h"
#include "core/base/Result.h"
#include "core/bench/command/Command.h"
#include "core/bench/plan/Sweep.h"
#include "core/bench/plan/ToolSupport.h"
#include "core/findings/Finding.h"
#include "core/topology/Topology.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::bench {

using findings::Finding;

/// The run that the user requests.
struct BindingRequest {
    std::string tool, test; ///< keys of the catalogue
    std::string host;       ///< the target, as the user named it
    std::string program;    ///< path of the test on the host; empty: found by name
    std::vector<OptionValue> options;
    std::vector<EnvironmentValue> environment; ///< takes precedence over what is filled in
    std::vector<std::size_t> gpus; ///< indices in Fabric::gpus; empty: all that the host itself can use
    /// perftest: this NIC (index in Fabric::nics); absent: the NIC nearest to the first GPU.
    std::optional<std::size_t> nic;
    /// perftest: this software RDMA device, by name, instead of `nic`. If neither is given and no NIC with
    /// RDMA is up, the first software device that is up.
    std::string softwareNic = {};
    bool gpuMemory = true;           ///< perftest: GPU memory; false: host memory
    bool hostMemoryFallback = false; ///< perftest: no finding if the GPU is held by a VM or dead
    bool loopback = false;           ///< perftest: both ends on this host, as one command (Loopback.h)
    bool oneRankPerGpu = false;      ///< collectives: a process per GPU, by mpirun; false: one for all GPUs
    int nodes = 1;                   ///< hosts in the job
    /// oneRankPerGpu: hosts of the job as mpirun reaches them from this one, which is among them; each gets
    /// as many ranks as GPUs were chosen here. Empty: only this host.
    std::vector<std::string> mpiHosts = {};
};

/// Known facts about the host.
struct BindingFacts {
    const topology::Topology &topology;
    const affinity::Examination &examination; ///< of the same topology
    const ToolSupport *support = nullptr;     ///< nullptr: not determined yet
};

/// One setting that was filled in, or deliberately left unset, and why.
struct Filled {
    std::string what;  ///< "--use_rocm=2", "NCCL_SOCKET_IFNAME=ens50f0", "numactl -N 1 -m 1"
    bool isSet = true; ///< false: not set, for the reason in `why`
    std::string why;   ///< a sentence without a full stop
    friend bool operator==(const Filled &, const Filled &) = default;
};

/// A proposed run: everything in `spec` may be edited.
struct BoundRun {
    RunSpec spec;
    std::vector<Filled> filled;
    std::vector<Finding> findings;
    std::vector<std::size_t> gpus, nics; ///< that the run will use, indices in Fabric
};

/// Errors: unknown tool or test, a GPU or NIC that does not exist, an option that cannot be set.
[[nodiscard]] Result<BoundRun> bindRun(const BindingRequest &request, const BindingFacts &facts);

/// The filled-in settings as text: "--use_rocm=2: the nearest GPU of ...", one line each.
[[nodiscard]] std::vector<std::string> filledText(const BoundRun &bound);

/// perftest between two NICs, of one host (loopback) or two: the commands of server and client. The caller
/// chooses the port and the server's address, and waits for the server.
struct PerftestEnds {
    BoundRun server, client;
};
/// `port` is the server's TCP port, `address` the address that the client connects to.
[[nodiscard]] Result<PerftestEnds>
bindPerftestPair(const BindingRequest &server, const BindingFacts &serverFacts, const BindingRequest &client,
                 const BindingFacts &clientFacts, int port, const std::string &address);

} // namespace fabricscope::bench
