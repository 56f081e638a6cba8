// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::nccl::log {

enum class Direction : std::uint8_t { Both, Send, Receive };

/// "Channel 02/0 : 9[1] -> 8[0] [send] via NET/IB/0/GDRDMA".
struct Connection {
    int channel = 0, from = 0, to = 0; ///< ranks
    Direction direction = Direction::Both;
    std::uint32_t transport = 0; ///< index into DebugLog::transports
    friend bool operator==(const Connection &, const Connection &) = default;
};

/// A transport that connections use, and how many lines name it.
struct Transport {
    std::string via;         ///< "P2P/IPC", "SHM/direct", "NET/IB"
    std::string device;      ///< of NET: its number among the library's NICs, as printed; empty otherwise
    std::optional<bool> gdr; ///< of NET: whether data goes between GPU and NIC directly
    std::uint64_t connections = 0;
    friend bool operator==(const Transport &, const Transport &) = default;
};

/// "NET/IB : Using [0]mlx5_0:1/RoCE [1]mlx5_1:1/RoCE".
struct Nic {
    int number = 0;
    std::string name;    ///< "mlx5_0", "eth0"
    std::string kind;    ///< "RoCE", "IB"; of sockets the address
    std::string network; ///< "IB", "Socket"
    friend bool operator==(const Nic &, const Nic &) = default;
};

/// The ranks of a channel in their order.
struct Ring {
    int channel = 0;
    std::vector<int> ranks;
    friend bool operator==(const Ring &, const Ring &) = default;
};

/// What a rank is in the tree of a channel: "[0] 1/-1/-1->0->-1".
struct TreeNode {
    int channel = 0, rank = 0;
    std::optional<int> up;
    std::vector<int> down;
    friend bool operator==(const TreeNode &, const TreeNode &) = default;
};

/// A line of the tree that the library prints below "=== System": "+ PCI[12.0] - GPU/E000 (0)".
struct SystemNode {
    std::size_t depth = 0;           ///< 0: a CPU
    std::string link;                ///< to its parent: "PCI", "NVL", "SYS"; empty at depth 0
    std::optional<double> bandwidth; ///< of the link, GB/s
    std::string name;                ///< "GPU/E000"
    std::string detail;              ///< what follows: "(0)"
    friend bool operator==(const SystemNode &, const SystemNode &) = default;
};

/// What the library chose for one algorithm, from NCCL_GRAPH_DUMP_FILE.
struct Graph {
    std::string id;
    std::string pattern;              ///< "ring", "balanced tree"; a number that is not known as printed
    std::string typeIntra, typeInter; ///< path types: "NVL", "PIX"
    std::optional<double> speedIntra, speedInter;   ///< of a channel, GB/s
    std::vector<std::vector<std::string>> channels; ///< "NIC 0", "GPU 3", in the order of the channel
    friend bool operator==(const Graph &, const Graph &) = default;
};

struct Setting {
    std::string name, value;
    friend bool operator==(const Setting &, const Setting &) = default;
};

/// A line in which the library reports a problem, or in INFO a loss of speed; the same text from many ranks
/// once.
struct Warning {
    std::string text;    ///< behind "NCCL WARN" or "NCCL INFO", made safe to show, bounded
    std::string where;   ///< "misc/socket.cc:483"; empty where it is not stated
    std::string meaning; ///< empty where it is not known
    std::string remedy;
    std::uint64_t count = 0, line = 0; ///< how often; the first one's line, from 1
    friend bool operator==(const Warning &, const Warning &) = default;
};

/// What the lines of one host state, by the name in front of them.
struct LogHost {
    std::string name;
    std::uint64_t infoLines = 0, warningLines = 0;
    std::string version, network, bootstrapInterface; ///< the first of each; empty: not stated
    std::uint64_t networkConnections = 0, direct = 0; ///< `direct`: with GPUDirect RDMA
    friend bool operator==(const LogHost &, const LogHost &) = default;
};

/// The processes that used their GPUs at one time, as their communicators show. The log of a job that was
/// restarted has several.
struct LogRun {
    std::uint64_t line = 0;                                            ///< of its first communicator, from 1
    std::optional<int> ranks;                                          ///< of its largest communicator
    std::uint64_t connections = 0, networkConnections = 0, direct = 0; ///< `direct`: with GPUDirect RDMA
    std::uint64_t destroyed = 0, aborted = 0;                          ///< communicators
    friend bool operator==(const LogRun &, const LogRun &) = default;
};

/// A rank that has not started an operation.
struct RankBehind {
    int rank = 0;
    std::int64_t last = 0; ///< number of the last operation that it started
    friend bool operator==(const RankBehind &, const RankBehind &) = default;
};

/// An operation that PyTorch's watchdog ended, on all ranks that report it.
struct CollectiveTimeout {
    std::string operation;          ///< "ALLREDUCE"
    std::uint64_t sequence = 0;     ///< its number in the process group
    std::optional<double> limit;    ///< seconds
    std::optional<double> longest;  ///< seconds until a watchdog ended it
    std::vector<int> ranks;         ///< that report it, ascending
    std::vector<RankBehind> behind; ///< that have not started it, where the log states it; ascending
    std::uint64_t line = 0;         ///< of the first report, from 1
    friend bool operator==(const CollectiveTimeout &, const CollectiveTimeout &) = default;
};

/// What NCCL or RCCL states about itself with NCCL_DEBUG=INFO, of all ranks in the log together.
struct DebugLog {
    std::string library; ///< "NCCL" or "RCCL"
    std::string version; ///< "2.27.5+cuda12.9"
    std::optional<int> ranks;
    std::string network;            ///< "IB", "Socket", or a plugin's name
    std::string bootstrapInterface; ///< "ens50f0"
    std::string bootstrapAddress;
    std::string topologyFile;      ///< that was loaded
    std::vector<Setting> settings; ///< "NCCL_IB_HCA set by environment to ..."
    std::vector<Nic> nics;
    std::vector<Transport> transports;
    std::vector<Connection> connections;
    std::uint64_t moreConnections = 0; ///< that are counted only
    std::vector<Ring> rings;
    std::vector<TreeNode> trees;
    std::vector<SystemNode> system; ///< of the first rank that printed it
    std::vector<Graph> graphs;
    bool ringsConnected = false, treesConnected = false;
    std::vector<std::string> plugin; ///< what a network plugin states, each text once
    std::vector<Warning> warnings;
    std::uint64_t lines = 0, infoLines = 0, warningLines = 0; ///< of all; with NCCL INFO; with NCCL WARN
    std::vector<LogHost> hosts;                               ///< in order of appearance, at most kMaxHosts
    std::vector<LogRun> runs; ///< in order; known at the end of the log, if communicators begin in it
    std::vector<CollectiveTimeout> timeouts; ///< known at the end of the log; each is a warning, too
    /// Line breaks of a terminal that were removed, and missing ones that were restored.
    std::uint64_t joinedLines = 0, separatedLines = 0;
    /// The last line, from 1, if it is the library's, lacks its line end, and may be cut in its last value.
    std::uint64_t unfinishedLine = 0;

    [[nodiscard]] const Setting *setting(std::string_view name) const;
    friend bool operator==(const DebugLog &, const DebugLog &) = default;
};

/// Limits on what is kept of one log; the rest is only counted.
inline constexpr std::size_t kMaxConnections = std::size_t{1} << 18;
inline constexpr std::size_t kMaxEntries = 4096; ///< of each other list
inline constexpr std::size_t kMaxHosts = 1024;

/// All connections with one transport together.
struct TransportSum {
    std::string via;                   ///< "NET/IB"
    std::optional<bool> gdr;           ///< of the first; set where they go over the network
    std::uint64_t all = 0, direct = 0; ///< `direct`: with GPUDirect RDMA
};
/// In the order in which the ways were first named.
[[nodiscard]] std::vector<TransportSum> transportSums(const DebugLog &log);

/// A sentence on how the job's data travels, as a screen shows it.
struct TransportFact {
    std::string key;  ///< stable: "nccl_transport_net_ib"
    std::string text; ///< "NET/IB with GDRDMA 16 of 16"
    friend bool operator==(const TransportFact &, const TransportFact &) = default;
};
[[nodiscard]] std::vector<TransportFact> transportFacts(const DebugLog &log);

} // namespace fabricscope::nccl::log
