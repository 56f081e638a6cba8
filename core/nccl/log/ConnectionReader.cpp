// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/log/ConnectionReader.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/nccl/log/TextScan.h"

#include <algorithm>
#include <utility>

namespace fabricscope::nccl::log {

namespace {

constexpr std::size_t kMaxTransports = 4096;

std::string shown(std::string_view text) {
    constexpr std::size_t kLongest = 400;
    return HostText(trimmed(text)).plain(kLongest);
}

} // namespace

bool ConnectionReader::take(int channel, std::string_view rest, DebugLog &log) {
    const auto from = takeRank(rest);
    if (!from || !takeText(rest, " -> "))
        return false;
    const auto to = takeRank(rest);
    if (!to)
        return false;
    Connection connection{channel, *from, *to, Direction::Both, 0};
    if (takeText(rest, " [send]"))
        connection.direction = Direction::Send;
    else if (takeText(rest, " [receive]"))
        connection.direction = Direction::Receive;
    if (!takeText(rest, " via "))
        return true;
    connection.transport = transportOf(rest, log);
    if (connection.transport < log.transports.size())
        ++log.transports[connection.transport].connections;
    if (log.connections.size() < kMaxConnections)
        log.connections.push_back(connection);
    else
        ++log.moreConnections;
    return true;
}

bool ConnectionReader::takeBare(std::string_view text, DebugLog &log) {
    if (text.empty() || text.front() < '0' || text.front() > '9' || !takeRank(text) ||
        !takeText(text, " -> ") || !takeRank(text) ||
        (!takeText(text, " [send] via ") && !takeText(text, " [receive] via ")))
        return false;
    const std::uint32_t transport = transportOf(text, log);
    if (transport < log.transports.size())
        ++log.transports[transport].connections;
    return true;
}

/// "NET/IB/0(4)/GDRDMA/Shared": network, device (and the rank asked to send), direct or staged.
std::uint32_t ConnectionReader::transportOf(std::string_view via, DebugLog &log) {
    via = via.substr(0, 256);
    if (const auto known = m_transports.find(via); known != m_transports.end())
        return known->second;
    Transport transport;
    std::string_view rest = trimmed(via.substr(0, via.find(" comm "))); // RCCL adds its owner
    if (rest.starts_with("NET/") || rest.starts_with("COLLNET/")) {
        std::string name(takeUntil(rest, '/'));
        name += '/' + std::string(takeUntil(rest, '/'));
        const std::string_view device = takeUntil(rest, '/');
        if (log.network.empty() && name.starts_with("NET/"))
            log.network = shown(std::string_view(name).substr(4));
        m_usesSockets = m_usesSockets || name == "NET/Socket";
        transport.via = shown(name);
        transport.device = shown(device.substr(0, device.find('(')));
        transport.gdr = rest.find("GDRDMA") != std::string_view::npos;
    } else {
        transport.via = shown(rest.substr(0, rest.find(' ')));
    }
    const auto same = [&](const Transport &one) {
        return one.via == transport.via && one.device == transport.device && one.gdr == transport.gdr;
    };
    auto &all = log.transports;
    const auto found = std::find_if(all.begin(), all.end(), same);
    const auto number = static_cast<std::uint32_t>(found - all.begin());
    if (found == all.end() && all.size() < kMaxTransports)
        all.push_back(std::move(transport));
    if (m_transports.size() < kMaxTransports)
        m_transports.emplace(via, number);
    return number;
}

} // namespace fabricscope::nccl::log
