// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/view/LibraryPage.h"

#include "core/affinity/Examine.h"
#include "core/base/Text.h"
#include "core/bench/run/RankDevices.h"
#include "core/nccl/log/DebugLog.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace fabricscope::bench {

namespace {

using nccl::log::Connection;
using nccl::log::DebugLog;
using Row = LibraryPage::Row;
using Section = LibraryPage::Section;
using Rating = TransportFact::Rating;

constexpr std::size_t kMaxRows = 64;  ///< of a section
constexpr std::size_t kMaxRanks = 32; ///< named in a ring

const char *plural(std::uint64_t count) {
    return count == 1 ? "" : "s";
}

/// Empty if the list is empty; if it is long, its end is only counted.
void add(LibraryPage &page, Section section) {
    if (section.rows.empty())
        return;
    if (section.rows.size() > kMaxRows) {
        section.more += section.rows.size() - kMaxRows;
        section.rows.resize(kMaxRows);
    }
    page.sections.push_back(std::move(section));
}

Section library(const DebugLog &log) {
    Section section{"Library", fmt::format("{} log lines", log.infoLines), {"", "", ""}, {}, 0, false};
    const auto row = [&](Rating rating, const char *what, std::string value, std::string note = {}) {
        if (!value.empty())
            section.rows.push_back({rating, what, std::move(value), std::move(note)});
    };
    row(Rating::Note, "Version", log.version.empty() ? std::string() : log.library + " " + log.version);
    row(Rating::Note, "Ranks", log.ranks ? std::to_string(*log.ranks) : std::string());
    const bool sockets = log.network == "Socket";
    row(sockets ? Rating::Bad : Rating::Good, "Network", log.network, sockets ? "TCP: no RDMA NIC used" : "");
    row(Rating::Good, "Bootstrap", log.bootstrapInterface, log.bootstrapAddress);
    const nccl::log::Setting *asked = log.setting("NCCL_TOPO_FILE");
    if (!log.topologyFile.empty())
        row(Rating::Good, "Topology file", log.topologyFile, "loaded");
    else if (asked != nullptr)
        row(Rating::Warning, "Topology file", asked->value, "set, not loaded in this log");
    row(Rating::Good, "Rings", log.ringsConnected ? "connected" : "");
    row(Rating::Good, "Trees", log.treesConnected ? "connected" : "");
    for (const nccl::log::Setting &each : log.settings)
        row(Rating::Note, each.name.c_str(), each.value, "set by the environment");
    return section;
}

const nccl::log::Nic *nicOf(const DebugLog &log, const nccl::log::Transport &transport) {
    const auto number = parseInteger<int>(transport.device);
    const auto found = std::find_if(log.nics.begin(), log.nics.end(),
                                    [&](const auto &nic) { return number && nic.number == *number; });
    return found == log.nics.end() ? nullptr : &*found;
}

std::string nicName(const DebugLog &log, const nccl::log::Transport &transport) {
    const nccl::log::Nic *nic = nicOf(log, transport);
    if (nic != nullptr)
        return fmt::format("{} (NIC {})", nic->name, transport.device);
    return transport.device.empty() ? std::string() : "NIC " + transport.device;
}

Section connections(const DebugLog &log) {
    Section section{"Connections", {}, {"via", "NIC", "connections"}, {}, 0, false};
    std::uint64_t all = 0;
    for (const nccl::log::Transport &each : log.transports) {
        all += each.connections;
        Row row{Rating::Good, each.via, nicName(log, each), std::to_string(each.connections)};
        if (each.via.find("Socket") != std::string::npos)
            row.rating = Rating::Bad;
        if (each.gdr) {
            row.what += *each.gdr ? " with GPUDirect RDMA" : " through host memory";
            row.rating = *each.gdr ? Rating::Good : Rating::Bad;
        }
        section.rows.push_back(std::move(row));
    }
    section.caption = fmt::format("{} total", all);
    return section;
}

/// The NICs of a rank, by the number of connections that use them.
using NicsOfRank = std::map<std::string, std::pair<std::uint64_t, bool>>; ///< name: how many, all direct

std::map<int, NicsOfRank> networkUse(const DebugLog &log) {
    std::map<int, NicsOfRank> use;
    for (const Connection &each : log.connections) {
        if (each.transport >= log.transports.size())
            continue;
        const nccl::log::Transport &transport = log.transports[each.transport];
        if (transport.device.empty())
            continue;
        const nccl::log::Nic *nic = nicOf(log, transport);
        const int rank = each.direction == nccl::log::Direction::Receive ? each.to : each.from;
        auto &[count, direct] =
            use[rank]
                .try_emplace(nic != nullptr ? nic->name : "NIC " + transport.device, 0, true)
                .first->second;
        ++count;
        direct = direct && transport.gdr == true;
    }
    return use;
}

/// Whether one of them is as close to the GPU as any; std::nullopt if the GPU or the NIC is unknown here.
std::optional<bool> isNearest(const affinity::Judgement &judgement, std::size_t gpu, const NicsOfRank &nics,
                              std::string &nearest) {
    const affinity::Fabric &fabric = judgement.fabric;
    if (gpu >= judgement.ideal.size() || judgement.ideal[gpu].empty())
        return std::nullopt;
    nearest = fabric.nics[judgement.ideal[gpu].front()].name;
    bool known = false;
    for (const std::size_t nic : judgement.ideal[gpu])
        if (nics.contains(fabric.nics[nic].name))
            return true;
    for (const affinity::Nic &nic : fabric.nics)
        known = known || nics.contains(nic.name);
    return known ? std::optional(false) : std::nullopt;
}

std::optional<std::size_t> gpuAt(const affinity::Fabric &fabric, unsigned bus) {
    std::optional<std::size_t> found;
    for (std::size_t gpu = 0; gpu < fabric.gpus.size(); ++gpu)
        if (fabric.gpus[gpu].bdf && fabric.gpus[gpu].bdf->bus == bus) {
            if (found) // in another domain: which one is unknown
                return std::nullopt;
            found = gpu;
        }
    return found;
}

Section pairs(const DebugLog &log, const Results &results, const BenchHost &host) {
    Section section{"GPU-NIC pairs NCCL chose", {}, {"rank", "NICs used", "by affinity"}, {}, 0, false};
    std::size_t mispaired = 0;
    for (const auto &[rank, nics] : networkUse(log)) {
        Row row{Rating::Unknown, fmt::format("rank {}", rank), {}, {}};
        bool direct = true;
        for (const auto &[name, use] : nics) {
            row.value += fmt::format("{}{} × {}", row.value.empty() ? "" : ", ", name, use.first);
            direct = direct && use.second;
        }
        const auto device = rankDevice(results, rank);
        const auto gpu = device && device->bus && host.examination
                             ? gpuAt(host.examination->judgement.fabric, *device->bus)
                             : std::nullopt;
        std::string nearest;
        const auto near = gpu ? isNearest(host.examination->judgement, *gpu, nics, nearest) : std::nullopt;
        if (gpu)
            row.what += ", " + host.examination->judgement.fabric.gpus[*gpu].name;
        else if (device)
            row.what += ", " + device->text;
        if (near) {
            row.rating = *near ? Rating::Good : Rating::Bad;
            row.note = *near ? "nearest" : "mispaired: nearest is " + nearest;
            mispaired += *near ? 0 : 1;
        } else {
            row.note = host.examination ? "unknown" : "host unknown";
        }
        if (!direct && row.rating == Rating::Good)
            row.rating = Rating::Warning;
        section.rows.push_back(std::move(row));
    }
    if (mispaired > 0)
        section.caption = fmt::format("{} mispaired", mispaired);
    return section;
}

Section rings(const DebugLog &log) {
    Section section{"Rings", {}, {"channel", "rank order", ""}, {}, 0, false};
    std::set<int> channels;
    for (const nccl::log::Ring &ring : log.rings) {
        channels.insert(ring.channel);
        Row row{Rating::Note, fmt::format("channel {}", ring.channel), {}, {}};
        for (std::size_t at = 0; at < std::min(ring.ranks.size(), kMaxRanks); ++at)
            row.value += fmt::format("{}{}", at == 0 ? "" : " ", ring.ranks[at]);
        if (ring.ranks.size() > kMaxRanks)
            row.note = fmt::format("and {} more", ring.ranks.size() - kMaxRanks);
        section.rows.push_back(std::move(row));
    }
    section.caption = fmt::format("{} channel{}", channels.size(), plural(channels.size()));
    return section;
}

Section trees(const DebugLog &log) {
    Section section{"Trees", {}, {"channel", "roots", "ranks"}, {}, 0, false};
    struct Tree {
        std::string roots;
        std::set<int> ranks;
    };
    std::map<int, Tree> byChannel;
    for (const nccl::log::TreeNode &node : log.trees) {
        Tree &tree = byChannel[node.channel];
        tree.ranks.insert(node.rank);
        if (!node.up)
            tree.roots += fmt::format("{}{}", tree.roots.empty() ? "" : " ", node.rank);
    }
    for (auto &[channel, tree] : byChannel)
        section.rows.push_back({Rating::Note, fmt::format("channel {}", channel),
                                tree.roots.empty() ? "not in this log" : std::move(tree.roots),
                                std::to_string(tree.ranks.size())});
    section.caption = fmt::format("{} channel{}", byChannel.size(), plural(byChannel.size()));
    return section;
}

Section warnings(const DebugLog &log) {
    Section section{"Warnings", {}, {}, {}, 0, true};
    std::uint64_t all = 0;
    for (const nccl::log::Warning &each : log.warnings) {
        all += each.count;
        section.rows.push_back(
            {Rating::Warning, each.count > 1 ? fmt::format("{} × {}", each.count, each.text) : each.text,
             each.meaning.empty() ? std::string("Meaning unknown.") : "Meaning: " + each.meaning,
             each.remedy.empty() ? std::string() : "To do: " + each.remedy});
    }
    section.caption = fmt::format("{} line{}", all, plural(all));
    return section;
}

Section plugin(const DebugLog &log) {
    Section section{"Network plugin", {}, {"message", "", ""}, {}, 0, false};
    for (const std::string &each : log.plugin)
        section.rows.push_back({Rating::Note, each, {}, {}});
    return section;
}

} // namespace

LibraryPage libraryPage(const DebugLog &log, const Results &results, const BenchHost &host) {
    LibraryPage page;
    add(page, warnings(log)); // faults first
    add(page, connections(log));
    add(page, pairs(log, results, host));
    add(page, library(log));
    add(page, rings(log));
    add(page, trees(log));
    add(page, plugin(log));
    return page;
}

} // namespace fabricscope::bench
