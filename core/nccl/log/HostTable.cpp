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

void HostTable::take(std::string_view whole, const LibraryLine &line, std::vector<LogHost> &hosts) {
    const LineStart start = firstLineStart(whole);
    if (start.length == 0)
        return;
    const bool isSame = m_last < hosts.size() && hosts[m_last].name == start.host;
    if (!isSame) {
        const std::string name = shown(start.host);
        const auto known =
            std::find_if(hosts.begin(), hosts.end(), [&](const LogHost &host) { return host.name == name; });
        m_last = static_cast<std::size_t>(known - hosts.begin());
        if (known == hosts.end()) {
            if (hosts.size() >= kMaxHosts)
                return;
            hosts.push_back({});
            hosts.back().name = name;
        }
    }
    LogHost &host = hosts[m_last];
    ++(line.kind == LibraryLine::Kind::Warning ? host.warningLines : host.infoLines);
    if (line.kind == LibraryLine::Kind::Info)
        takeInfo(line.text, host);
}

} // namespace fabricscope::nccl::log
