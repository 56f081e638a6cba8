// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/log/HostTable.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <algorithm>

namespace fabricscope::nccl::log {

namespace {

constexpr std::size_t kLongest = 200;

std::string shown(std::string_view text) {
    return HostText(trimmed(text)).plain(kLongest);
}

/// What follows the first of these words at the beginning of the text; empty if it begins with none.
std::string_view behind(std::string_view text, std::initializer_list<std::string_view> words) {
    for (const std::string_view word : words)
        if (text.starts_with(word))
            return text.substr(word.size());
    return {};
}

void takeInfo(std::string_view text, LogHost &host) {
    if (text.starts_with("Channel ")) {
        const std::size_t via = text.find(" via NET/");
        host.networkConnections += via != std::string_view::npos ? 1 : 0;
        host.direct += via != std::string_view::npos && text.find("GDRDMA", via) != std::string_view::npos;
    } else if (const auto version = behind(text, {"NCCL version ", "RCCL version : ", "RCCL version "});
               !version.empty() && host.version.empty()) {
        host.version = shown(version);
    } else if (const auto network = behind(text, {"Using network "}); !network.empty()) {
        if (host.network.empty())
            host.network = shown(network);
    } else if (auto bootstrap = behind(text, {"Bootstrap : Using ", "Bootstrap: Using "});
               !bootstrap.empty() && host.bootstrapInterface.empty()) {
        if (bootstrap.starts_with('[')) // "[0]eth0:10.0.0.1<0>" of old versions
            bootstrap.remove_prefix(std::min(bootstrap.find(']'), bootstrap.size() - 1) + 1);
        host.bootstrapInterface = shown(bootstrap.substr(0, bootstrap.find(':')));
    }
}

} // namespace

const std::size_t *HostTable::find(std::string_view name) const {
    const auto known = m_places.find(name);
    return known == m_places.end() ? nullptr : &known->second;
}

/// Its length is 0 if no host is named for certain.
LineStart HostTable::startOf(std::string_view whole) {
    constexpr std::size_t kLongestPrefix = 1024;
    constexpr std::string_view kTime = "[0000-00-00 00:00:00] ";
    const auto isStart = [](std::string_view rest) {
        return lineStart(rest, 0).length > 0;
    };
    if (const LineStart start = lineStart(whole, 0); start.length > 0)
        return start;
    if (whole.starts_with('[') && whole.size() > kTime.size() && whole[kTime.size() - 2] == ']')
        if (const LineStart start = lineStart(whole, kTime.size()); start.length > 0)
            return start;
    if (m_prefix)
        if (const auto taken = m_prefix->take(whole))
            if (const LineStart start = lineStart(taken->rest, 0); start.length > 0)
                return start;
    const LineStart first = firstLineStart(whole);
    if (first.length == 0 || find(first.host) != nullptr)
        return first;
    if (const auto prefix = LearnedPrefix::of(whole.substr(0, kLongestPrefix), isStart)) {
        m_prefix = prefix;
        if (const auto taken = prefix->take(whole))
            return lineStart(taken->rest, 0);
    }
    return {};
}

void HostTable::take(std::string_view whole, const LibraryLine &line, std::vector<LogHost> &hosts) {
    const LineStart start = startOf(whole);
    if (start.length == 0)
        return;
    const std::size_t *place = find(start.host);
    if (place == nullptr) {
        if (hosts.size() >= kMaxHosts)
            return;
        place = &m_places.emplace(start.host, hosts.size()).first->second;
        hosts.push_back({});
        hosts.back().name = shown(start.host);
    }
    LogHost &host = hosts[*place];
    ++(line.kind == LibraryLine::Kind::Warning ? host.warningLines : host.infoLines);
    if (line.kind == LibraryLine::Kind::Info)
        takeInfo(line.text, host);
}

} // namespace fabricscope::nccl::log
