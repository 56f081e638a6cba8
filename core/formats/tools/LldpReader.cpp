// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `lldpctl -f keyvalue`: "lldp.eth0.chassis.name=leaf-1". What follows the '=' comes from whoever is at
// the other end of the cable.
#include "core/base/Text.h"
#include "core/formats/Readers.h"

#include <algorithm>
#include <array>
#include <optional>

namespace fabricscope::formats {

namespace {

using host::LldpNeighbour;

/// What tells a chassis, or a port, apart: by the kind of its id, the surest first (IEEE 802.1AB, 8.5.2.2,
/// 8.5.3.2). One line adds a kind.
constexpr std::array<std::string_view, 6> kChassisIds{"mac", "local", "ip", "ifname", "ifalias", "chassis"};
constexpr std::array<std::string_view, 7> kPortIds{"ifname", "local", "ifalias", "mac",
                                                   "ip",     "port",  "descr"};
constexpr std::array<std::string_view, 2> kBridges{"Bridge.enabled", "Router.enabled"};

constexpr std::size_t kLongest = 128;

template<std::size_t Size>
std::size_t rankOf(const std::array<std::string_view, Size> &names, std::string_view name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

/// A line's parts: of "lldp.eth0.100.chassis.mgmt-ip=10.0.0.1" the interface "eth0.100", the group "chassis",
/// the key "mgmt-ip".
struct KeyedLine {
    std::string_view interface, group, key, value;
};

std::optional<KeyedLine> splitLine(std::string_view line) {
    constexpr std::string_view kPrefix = "lldp.";
    const auto equals = line.find('=');
    if (!line.starts_with(kPrefix) || equals == std::string_view::npos)
        return std::nullopt; // a description may have several lines
    KeyedLine parts;
    parts.value = trimmed(line.substr(equals + 1));
    const std::string_view path = line.substr(kPrefix.size(), equals - kPrefix.size());
    constexpr std::string_view kVia = ".via";
    if (path.ends_with(kVia)) {
        parts.interface = path.substr(0, path.size() - kVia.size());
        parts.group = kVia.substr(1);
        return parts;
    }
    for (const std::string_view group : {".chassis.", ".port."})
        if (const auto at = path.find(group); at != std::string_view::npos) {
            parts.interface = path.substr(0, at);
            parts.group = group.substr(1, group.size() - 2);
            parts.key = path.substr(at + group.size());
            return parts;
        }
    return std::nullopt;
}

class NeighbourReader {
public:
    NeighbourReader(const SectionText &text, HostBuilder &builder) : m_text(text), m_builder(builder) {}

    void read() {
        for (LineCursor lines(m_text); lines.next();) {
            const auto parts = splitLine(trimmed(lines.line()));
            if (!parts || parts->interface.empty())
                continue;
            // Several neighbours at one port follow each other.
            if (parts->group == "via" || parts->interface != m_interface) {
                deliver();
                m_interface = parts->interface;
                m_neighbour.evidence = m_text.evidence(lines.line());
            }
            take(*parts);
        }
        deliver();
    }

private:
    void take(const KeyedLine &line) {
        if (line.value.empty())
            return;
        if (line.group == "port")
            return takeId(kPortIds, line, m_neighbour.port, m_portRank);
        if (line.group != "chassis")
            return;
        if (line.key == "name")
            m_neighbour.name = shown(line.value, kLongest);
        else if (rankOf(kBridges, line.key) < kBridges.size())
            m_neighbour.bridge = m_neighbour.bridge.value_or(false) || line.value == "on";
        else
            takeId(kChassisIds, line, m_neighbour.chassisId, m_chassisRank);
    }

    template<std::size_t Size>
    static void takeId(const std::array<std::string_view, Size> &kinds, const KeyedLine &line,
                       std::string &id, std::size_t &known) {
        const std::size_t rank = rankOf(kinds, line.key);
        if (rank >= std::min(known, Size))
            return;
        known = rank;
        id = shown(line.value, kLongest);
    }

    void deliver() {
        constexpr std::size_t kMost = 16; // of one port; more than one: a device is in between
        if (!m_neighbour.chassisId.empty() || !m_neighbour.name.empty())
            if (host::NetInterface *own = m_builder.netInterface(m_interface);
                own && own->neighbours.size() < kMost && !isKnown(*own))
                own->neighbours.push_back(std::move(m_neighbour));
        m_neighbour = {};
        m_chassisRank = m_portRank = kUnknownRank;
    }

    /// Asked as a user and as root.
    [[nodiscard]] bool isKnown(const host::NetInterface &interface) const {
        return std::any_of(interface.neighbours.begin(), interface.neighbours.end(),
                           [&](const LldpNeighbour &other) {
                               return other.chassisId == m_neighbour.chassisId &&
                                      other.name == m_neighbour.name && other.port == m_neighbour.port;
                           });
    }

    static constexpr std::size_t kUnknownRank = 255;

    const SectionText &m_text;
    HostBuilder &m_builder;
    std::string_view m_interface;
    LldpNeighbour m_neighbour;
    std::size_t m_chassisRank = kUnknownRank, m_portRank = kUnknownRank;
};

} // namespace

void readLldp(const SectionText &text, HostBuilder &builder) {
    NeighbourReader(text, builder).read();
}

} // namespace fabricscope::formats
