// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/log/DebugLogReader.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/nccl/log/LibraryLine.h"
#include "core/nccl/log/TextScan.h"
#include "core/nccl/log/Warnings.h"

#include <algorithm>
#include <utility>

namespace fabricscope::nccl::log {

namespace {

constexpr std::size_t kLongestText = 400;

template<class Item> bool addOnce(std::vector<Item> &items, Item &&item) {
    if (items.size() >= kMaxEntries || std::find(items.begin(), items.end(), item) != items.end())
        return false;
    items.push_back(std::move(item));
    return true;
}

std::string shown(std::string_view text) {
    return HostText(trimmed(text)).plain(kLongestText);
}

/// RCCL appends the communicator: "comm 0x55d0 nRanks 08 busId c000".
bool endsHere(std::string_view rest) {
    return trimmed(rest).empty() || trimmed(rest).starts_with("comm 0x");
}

/// "mlx5_0:1/RoCE", "eth0:10.1.1.1<0>": the name and the rest.
Nic nicOf(int number, std::string_view network, std::string_view text) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    std::string_view rest = text.substr(std::min(colon + 1, text.size()));
    if (network != "Socket")
        rest = rest.substr(std::min(rest.find('/') + 1, rest.size())); // "1/RoCE" is port and kind
    return {number, shown(text.substr(0, colon)), shown(rest.substr(0, rest.find('<'))),
            std::string(network)};
}

} // namespace

const DebugLogReader::Form DebugLogReader::kForms[] = {
    {"Ring ", &DebugLogReader::takeOldRing},
    {"Trees ", &DebugLogReader::takeTrees},
    {"NCCL version ", &DebugLogReader::takeVersion},
    {"RCCL version ", &DebugLogReader::takeRcclVersion},
    {"Bootstrap : Using ", &DebugLogReader::takeBootstrap},
    {"Bootstrap: Using ", &DebugLogReader::takeBootstrap},
    {"Using network ", &DebugLogReader::takeNetwork},
    {"Loading topology file ", &DebugLogReader::takeTopologyFile},
    {"Connected all rings", &DebugLogReader::takeRingsConnected},
    {"Connected all trees", &DebugLogReader::takeTreesConnected},
    {"NET/Plugin", &DebugLogReader::takePlugin},
    {"NET/OFI", &DebugLogReader::takePlugin},
    {"NET/", &DebugLogReader::takeNet},
    {"comm 0x", &DebugLogReader::takeRanks},
    {"ncclCommInit", &DebugLogReader::takeRanks},
};

void DebugLogReader::feed(std::string_view bytes) {
    m_escapes.feed(bytes, [this](std::string_view text) {
        m_lines.feed(text, [this](const RestoredLines::Line &line) { take(line); });
    });
}

void DebugLogReader::end() {
    m_lines.end([this](const RestoredLines::Line &line) { take(line); });
    m_torch.end(m_warnings, m_log);
    m_log.runs = m_runs.runs();
    m_log.joinedLines = m_lines.joined();
    m_log.separatedLines = m_lines.separated();
}

/// Of a last line without a line end, what a longer line may state otherwise is not used; the line counts.
void DebugLogReader::take(const RestoredLines::Line &restored) {
    const LibraryLine last = restored.isLast ? libraryLine(restored.text) : LibraryLine();
    const bool isKnown = last.kind == LibraryLine::Kind::Warning && explanationOf(last.text) != nullptr;
    if (last.kind == LibraryLine::Kind::None || isKnown || last.text.ends_with(' ')) {
        line(restored.text, restored.number);
        return;
    }
    if (last.kind == LibraryLine::Kind::Warning || !isCertain(last))
        m_log.unfinishedLine = restored.number;
    if (isCertain(last)) {
        line(restored.text, restored.number);
        return;
    }
    ++m_log.lines;
    ++m_log.infoLines;
    m_hosts.take(restored.text, {last.kind, last.before, {}}, m_log.hosts);
}

void DebugLogReader::line(std::string_view text, std::uint64_t number) {
    ++m_log.lines;
    const LibraryLine line = libraryLine(text);
    if (line.kind != LibraryLine::Kind::None) {
        m_hosts.take(text, line, m_log.hosts);
        m_runs.take(line, number);
    }
    switch (line.kind) {
    case LibraryLine::Kind::Info:
        ++m_log.infoLines;
        takeInfo(line.text, number);
        break;
    case LibraryLine::Kind::Warning:
        ++m_log.warningLines;
        takeWarning(line.before, line.text, number);
        break;
    case LibraryLine::Kind::None:
        if (text.starts_with("NCCL version ") || text.starts_with("RCCL version "))
            takeInfo(text, number);
        else if (!m_graphs.take(text, m_log.graphs) && m_connections.takeBare(trimmed(text), m_log)) {
            ++m_log.infoLines;
            if (m_connections.usesSockets())
                noteSockets();
        } else {
            m_torch.take(text, number);
        }
    }
}

void DebugLogReader::takeInfo(std::string_view text, std::uint64_t number) {
    if (text.empty())
        return;
    m_line = number;
    if (takeText(text, "Channel ")) { // most lines are
        takeChannel(text);
        return;
    }
    if (isLoss(text))
        return addWarning(shown(text), {}, number);
    for (const Form &form : kForms)
        if (text.front() == form.begins.front() && text.starts_with(form.begins)) {
            (this->*form.take)(text.substr(form.begins.size()));
            return;
        }
    if (!m_system.take(text, m_log.system))
        takeSetting(text);
}

/// "NCCL_IB_HCA set by environment to mlx5_0." and "NCCL_IB_HCA set to ...".
void DebugLogReader::takeSetting(std::string_view text) {
    if (!text.starts_with("NCCL_") && !text.starts_with("RCCL_"))
        return;
    for (const std::string_view words :
         {std::string_view(" set by environment to "), std::string_view(" set to ")})
        if (const std::size_t at = text.find(words); at != std::string_view::npos) {
            std::string_view value = trimmed(text.substr(at + words.size()));
            if (value.ends_with('.'))
                value.remove_suffix(1);
            addOnce(m_log.settings, Setting{shown(text.substr(0, at)), shown(value)});
            return;
        }
}

void DebugLogReader::takeChannel(std::string_view rest) {
    const auto channel = takeNumber(rest);
    if (!channel)
        return;
    if (rest.starts_with('/'))
        rest.remove_prefix(std::min(rest.find(' '), rest.size()));
    if (!takeText(rest, " : ") && !takeText(rest, " :"))
        return;
    if (!m_connections.take(*channel, rest, m_log))
        takeRing(*channel, rest);
    else if (m_connections.usesSockets())
        noteSockets();
}

/// "Channel 00/04 :    0   1   2   3".
void DebugLogReader::takeRing(int channel, std::string_view rest) {
    Ring ring{channel, {}};
    for (auto rank = takeNumber(rest); rank && ring.ranks.size() < 65536; rank = takeNumber(rest))
        ring.ranks.push_back(*rank);
    if (!ring.ranks.empty() && endsHere(rest))
        addOnce(m_log.rings, std::move(ring));
}

/// "Ring 00 : 7 -> 0 -> 1": only the neighbours of each rank; before 2.5 no other line contains a ring.
void DebugLogReader::takeOldRing(std::string_view rest) {
    const auto channel = takeNumber(rest);
    if (!channel || !takeText(rest, " : "))
        return;
    Ring ring{*channel, {}};
    for (auto rank = takeRank(rest); rank && ring.ranks.size() < 65536; rank = takeRank(rest)) {
        ring.ranks.push_back(*rank);
        if (!takeText(rest, " -> "))
            break;
    }
    if (ring.ranks.size() > 2 && endsHere(rest))
        addOnce(m_log.rings, std::move(ring));
}

/// "Trees [0] 1/-1/-1->0->-1 [1] 1/-1/-1->0->-1".
void DebugLogReader::takeTrees(std::string_view rest) {
    while (m_log.trees.size() < kMaxEntries) {
        rest = trimmed(rest);
        if (!takeText(rest, "["))
            return;
        TreeNode node;
        const auto channel = takeNumber(rest);
        if (!channel || !takeText(rest, "]"))
            return;
        node.channel = *channel;
        for (auto down = takeNumber(rest); down; down = takeNumber(rest)) {
            if (*down >= 0 && node.down.size() < 16)
                node.down.push_back(*down);
            if (!takeText(rest, "/"))
                break;
        }
        if (!takeText(rest, "->"))
            return;
        const auto rank = takeNumber(rest);
        if (!rank || !takeText(rest, "->"))
            return;
        const auto up = takeNumber(rest);
        if (!up)
            return;
        node.rank = *rank;
        if (*up >= 0)
            node.up = *up;
        if (std::find(m_log.trees.begin(), m_log.trees.end(), node) == m_log.trees.end())
            m_log.trees.push_back(std::move(node));
    }
}

void DebugLogReader::takeVersion(std::string_view rest) {
    if (m_log.version.empty()) {
        m_log.library = "NCCL";
        m_log.version = shown(rest);
    }
}

void DebugLogReader::takeRcclVersion(std::string_view rest) {
    if (m_log.version.empty() || m_log.library == "NCCL") {
        m_log.library = "RCCL";
        m_log.version = shown(rest.starts_with(':') ? rest.substr(1) : rest);
    }
}

void DebugLogReader::takeBootstrap(std::string_view rest) {
    if (!m_log.bootstrapInterface.empty())
        return;
    if (rest.starts_with('[')) // "[0]eth0:10.0.0.1<0>" of old versions
        rest.remove_prefix(std::min(rest.find(']'), rest.size() - 1) + 1);
    const Nic used = nicOf(0, "Socket", rest);
    m_log.bootstrapInterface = used.name;
    m_log.bootstrapAddress = used.kind;
}

/// "NET/IB : Using [0]mlx5_0:1/RoCE", "NET/FastSocket : Using [0]eth1:...", and what is missing there.
void DebugLogReader::takeNet(std::string_view rest) {
    const std::string_view whole = rest;
    const std::string network = shown(takeUntil(rest, ' '));
    takeText(rest, ": ");
    if (takeText(rest, "Using ")) {
        takeNics(network, rest);
        if (network == "Socket")
            noteSockets();
    } else if (rest.starts_with("No device found"))
        m_noRdmaLine = m_noRdmaLine == 0 ? m_line : m_noRdmaLine;
    else if (rest.starts_with("GPU Direct RDMA Disabled"))
        addWarning("NET/" + shown(whole), {}, m_line);
}

/// The library found no RDMA device earlier in this log and now uses sockets.
void DebugLogReader::noteSockets() {
    if (m_noRdmaLine == 0 || std::exchange(m_socketsReported, true))
        return;
    addWarning("NET/IB : No device found, then network Socket", {}, m_noRdmaLine);
}

/// "[0]mlx5_0:1/RoCE [1]mlx5_1:1/RoCE [RO]; OOB eth0:10.0.0.1<0>".
void DebugLogReader::takeNics(std::string_view network, std::string_view rest) {
    rest = rest.substr(0, rest.find(';'));
    while (!rest.empty()) {
        std::string_view word = takeUntil(rest, ' ');
        if (!takeText(word, "["))
            continue;
        const auto number = takeNumber(word);
        if (number && takeText(word, "]") && !word.empty())
            addOnce(m_log.nics, nicOf(*number, network, word));
    }
}

void DebugLogReader::takeNetwork(std::string_view rest) {
    if (m_log.network.empty())
        m_log.network = shown(rest);
    if (trimmed(rest) == "Socket")
        noteSockets();
}

void DebugLogReader::takeTopologyFile(std::string_view rest) {
    m_log.topologyFile = shown(rest);
}

void DebugLogReader::takeRanks(std::string_view rest) {
    const std::size_t at = std::min(rest.find(" nranks "), rest.find(" nRanks ")); // since 2.19, and RCCL
    if (at == std::string_view::npos)
        return;
    rest.remove_prefix(at + 8);
    const auto ranks = takeNumber(rest);
    if (ranks && *ranks > m_log.ranks.value_or(0))
        m_log.ranks = ranks;
}

void DebugLogReader::takeRingsConnected(std::string_view /*rest*/) {
    m_log.ringsConnected = true;
}

void DebugLogReader::takeTreesConnected(std::string_view /*rest*/) {
    m_log.treesConnected = true;
}

void DebugLogReader::takePlugin(std::string_view rest) {
    rest = trimmed(rest);
    takeText(rest, ":");
    addOnce(m_log.plugin, shown(rest));
}

/// `line` is the text before "NCCL WARN": "host:pid:tid [dev] misc/socket.cc:483".
void DebugLogReader::takeWarning(std::string_view line, std::string_view text, std::uint64_t number) {
    const std::string_view last = line.substr(line.rfind(' ') + 1);
    const bool place =
        last.find(".cc:") != std::string_view::npos || last.find(".h:") != std::string_view::npos;
    addWarning(shown(text), place ? shown(last) : std::string(), number);
}

void DebugLogReader::addWarning(std::string text, std::string where, std::uint64_t number) {
    m_warnings.add({std::move(text), std::move(where), number}, m_log.warnings);
}

} // namespace fabricscope::nccl::log
