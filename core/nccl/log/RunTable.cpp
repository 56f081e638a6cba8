// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/log/RunTable.h"

#include "core/base/Text.h"
#include "core/nccl/log/TextScan.h"

#include <algorithm>
#include <map>

namespace fabricscope::nccl::log {

namespace {

constexpr std::size_t kMaxGpus = std::size_t{1} << 16;
constexpr std::size_t kMaxLive = 256; ///< communicators of a GPU
constexpr std::size_t kLongestWord = 64;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isOfName(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_' || c == '.';
}

/// "host" and "host:pid" of "host:pid:tid [dev]", behind any prefix; empty if they are not there.
struct Source {
    std::string_view host, process;
};
Source sourceOf(std::string_view before) {
    constexpr std::size_t kLongest = 320;
    before = before.substr(before.size() - std::min(before.size(), kLongest));
    for (std::size_t at = before.rfind(':'); at != std::string_view::npos && at > 0;
         at = before.rfind(':', at - 1)) {
        std::size_t pid = at;
        while (pid > 0 && isDigit(before[pid - 1]))
            --pid;
        const bool hasThread = at + 1 < before.size() && isDigit(before[at + 1]);
        if (pid == at || pid < 2 || before[pid - 1] != ':' || !hasThread)
            continue;
        std::size_t host = pid - 1;
        while (host > 0 && isOfName(before[host - 1]))
            --host;
        const std::string_view name = before.substr(host, pid - 1 - host);
        if (name.find_first_not_of("0123456789") != std::string_view::npos) // no time of day
            return {name, before.substr(host, at - host)};
    }
    return {};
}

/// The word behind " name ", as in "... nranks 16 cudaDev 0 ..."; empty if it is not there.
std::string_view wordBehind(std::string_view text, std::string_view name) {
    const std::size_t at = text.find(name);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = text.substr(at + name.size(), kLongestWord);
    return rest.substr(0, rest.find_first_of(" ,"));
}

std::string keyOf(std::string_view host, std::string_view gpu) {
    return std::string(host).append(" ").append(gpu);
}

} // namespace

/// "ncclCommInitRank comm 0x55 rank 0 nranks 16 cudaDev 0 nvmlDev 0 busId 1b000 commId 0x7 - Init START";
/// older versions, and RCCL, print less.
std::optional<RunTable::Communicator> RunTable::communicatorOf(std::string_view text) {
    constexpr std::string_view kBegin = "comm 0x";
    const std::size_t at = text.find(kBegin);
    if (at == std::string_view::npos)
        return std::nullopt;
    Communicator found;
    found.address = wordBehind(text.substr(at), "comm ");
    found.gpu = wordBehind(text, " busId ");
    found.id = wordBehind(text, " commId ");
    std::string_view ranks = wordBehind(text, " nranks ");
    if (ranks.empty())
        ranks = wordBehind(text, " nRanks ");
    found.ranks = takeNumber(ranks);
    return found.gpu.empty() ? std::nullopt : std::optional(found);
}

void RunTable::take(const LibraryLine &line, std::uint64_t number) {
    if (line.kind != LibraryLine::Kind::Info)
        return;
    if (line.text.starts_with("Channel ")) {
        const std::size_t via = line.text.find(" via ");
        if (via == std::string_view::npos || m_groups.empty())
            return;
        const auto known = m_current.find(sourceOf(line.before).process);
        if (known == m_current.end())
            return;
        LogRun &sum = m_groups[known->second].sum;
        const std::string_view way = line.text.substr(via);
        const bool isNetwork = way.starts_with(" via NET/");
        ++sum.connections;
        sum.networkConnections += isNetwork ? 1 : 0;
        sum.direct += isNetwork && way.find("GDRDMA") != std::string_view::npos ? 1 : 0;
        return;
    }
    constexpr std::size_t kFarthest = 48;
    const std::string_view end = line.text.substr(line.text.size() - std::min(line.text.size(), kFarthest));
    const auto has = [end](std::string_view words) {
        return end.find(words) != std::string_view::npos;
    };
    const bool isBegin = has("- Init START") || has("- Init COMPLETE"), isAborted = has("- Abort COMPLETE");
    if (!isBegin && !isAborted && !has("- Destroy COMPLETE"))
        return;
    const auto communicator = communicatorOf(line.text);
    if (!communicator)
        return;
    const Source source = sourceOf(line.before);
    if (isBegin)
        begin(*communicator, source.host, source.process, number);
    else
        this->end(*communicator, source.host, isAborted);
}

void RunTable::begin(const Communicator &made, std::string_view host, std::string_view process,
                     std::uint64_t number) {
    const std::string key = keyOf(host, made.gpu);
    auto known = m_gpus.find(key);
    const bool isNew = known == m_gpus.end();
    if (isNew && m_gpus.size() >= kMaxGpus)
        return;
    if (isNew)
        known = m_gpus.emplace(key, Gpu()).first;
    Gpu &gpu = known->second;
    const bool isOwn = !isNew && gpu.process == process;
    if (isOwn && std::find(gpu.live.begin(), gpu.live.end(), made.address) != gpu.live.end())
        return; // begun before, and complete now
    const bool isOfGroup = !isNew && !made.id.empty() && m_groups[gpu.group].id == made.id;
    const auto current = m_current.find(process);
    if (!isOwn && current != m_current.end()) {
        gpu.group = current->second; // another GPU of the process
    } else if (!isOwn || (gpu.live.empty() && !isOfGroup)) {
        gpu.group = groupOf(made, isNew || isOfGroup ? nullptr : &gpu, number); // two ranks may share a GPU
        m_current.insert_or_assign(std::string(process), gpu.group);
    }
    if (!isOwn) {
        gpu.live.clear();
        gpu.process = process;
    }
    if (gpu.live.size() < kMaxLive)
        gpu.live.emplace_back(made.address);
    LogRun &sum = m_groups[gpu.group].sum;
    if (made.ranks && *made.ranks > sum.ranks.value_or(0))
        sum.ranks = made.ranks;
}

/// `before`: how the GPU was used before it was used again; nullptr: it was not.
std::size_t RunTable::groupOf(const Communicator &made, const Gpu *before, std::uint64_t number) {
    const std::size_t least = before != nullptr ? std::min(m_groups[before->group].run + 1, kMaxEntries) : 0;
    if (const auto same = m_byId.find(made.id); !made.id.empty() && same != m_byId.end()) {
        Group &group = m_groups[same->second];
        group.run = std::max(group.run, least);
        return same->second;
    }
    if (m_groups.size() >= kMaxEntries)
        return m_groups.size() - 1;
    Group group;
    group.id = made.id;
    group.run = least;
    group.sum.line = number;
    if (!made.id.empty())
        m_byId.emplace(made.id, m_groups.size());
    m_groups.push_back(std::move(group));
    return m_groups.size() - 1;
}

void RunTable::end(const Communicator &ended, std::string_view host, bool isAborted) {
    const auto known = m_gpus.find(keyOf(host, ended.gpu));
    if (known == m_gpus.end())
        return;
    Gpu &gpu = known->second;
    LogRun &sum = m_groups[gpu.group].sum;
    if (std::erase(gpu.live, ended.address) > 0)
        ++(isAborted ? sum.aborted : sum.destroyed);
}

std::vector<LogRun> RunTable::runs() const {
    std::map<std::size_t, LogRun> byNumber; // a number may be left out: a group went to a later one
    for (const Group &group : m_groups) {
        LogRun &run = byNumber[group.run];
        const LogRun &sum = group.sum;
        run.line = run.line == 0 ? sum.line : std::min(run.line, sum.line);
        if (sum.ranks && *sum.ranks > run.ranks.value_or(0))
            run.ranks = sum.ranks;
        run.connections += sum.connections;
        run.networkConnections += sum.networkConnections;
        run.direct += sum.direct;
        run.destroyed += sum.destroyed;
        run.aborted += sum.aborted;
    }
    std::vector<LogRun> all;
    for (const auto &[number, run] : byNumber)
        all.push_back(run);
    return all;
}

} // namespace fabricscope::nccl::log
