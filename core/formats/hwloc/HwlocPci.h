// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/hwloc/HwlocSource.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fabricscope::formats {

/// The location of a root bus: the object of CPUs or memory above it, or only the machine.
struct HwlocPlace {
    HwlocAttribute nodeset, completeNodeset, cpuset; ///< of that object
    HwlocAttribute numaNode; ///< os_index of the NUMA node that contains it (v1, where nodes hold CPUs)
    bool isMachine = false;
    std::optional<std::pair<std::uint32_t, std::uint8_t>> rootBus;
};

/// A PCI device or bridge as written in the text.
struct HwlocPciObject {
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;

    Address address;
    std::uint32_t parent = kNone; ///< index of the object around it
    std::uint32_t place = kNone;
    HwlocAttribute busId, type, linkSpeed, bridge;
    HwlocAttribute vendorName, deviceName, slot; ///< info elements below it
    HwlocAttribute name;                         ///< in the oldest files
};

/// Collects PCI objects in text order and creates functions from them in address order, which is fastest for
/// HostBuilder.
class HwlocPci {
public:
    /// Longer texts are cut here.
    static constexpr std::size_t kMaxObjects = 2 * HostLimits::kFunctions;

    /// "0604 [8086:2030] [8086:0000] 04", and from 3.0 on " 00" behind it: class and subclass, ids of the
    /// device and of its subsystem, revision, programming interface.
    struct Ids {
        std::uint32_t classCode = 0; ///< 24 bits; the programming interface is 0 where it is unknown
        std::uint16_t vendor = 0, device = 0, subsystemVendor = 0, subsystemDevice = 0;
        std::uint8_t revision = 0;
    };

    /// Reserves space for a text of this length: usually 400 bytes per object.
    void reserve(std::size_t textBytes) { m_objects.reserve(std::min(textBytes / 400, kMaxObjects)); }
    /// A new object to fill in; nullptr if the limit is reached.
    [[nodiscard]] HwlocPciObject *add();
    /// Removes an object that turned out not to be one.
    void dropLast() { m_objects.pop_back(); }
    [[nodiscard]] std::uint32_t lastIndex() const { return static_cast<std::uint32_t>(m_objects.size() - 1); }
    std::uint32_t addPlace(const HwlocPlace &place);
    [[nodiscard]] HwlocPciObject &object(std::uint32_t index) { return m_objects[index]; }
    [[nodiscard]] const HwlocPciObject &object(std::uint32_t index) const { return m_objects[index]; }

    /// To be called after the whole text: sets the facts of all objects. Of several objects with one address
    /// the first one counts.
    void deliver(const HwlocSource &source);

private:
    struct Locality {
        host::Fact<int> numaNode;
        host::Fact<std::string> cpus;
    };
    void fill(const HwlocPciObject &object, const HwlocSource &source);

    std::vector<HwlocPciObject> m_objects;
    std::vector<HwlocPlace> m_places;
    std::vector<Locality> m_localities; ///< by place
    std::string_view m_lastType; ///< neighbours often have the same type, such as the ports of a switch
    std::optional<Ids> m_lastIds;
    std::string_view m_lastSpeed; ///< most links have the same speed
    std::optional<GigabytesPerSecond> m_lastBandwidth;
    bool m_cut = false;
};

/// "0000:34:00.0"; std::nullopt if it is not a PCI address. Faster than Address::parse for the usual form.
[[nodiscard]] std::optional<Address> hwlocBusId(std::string_view text);

/// "0000:[2c-3b]": domain, secondary and subordinate bus.
struct HwlocBuses {
    std::uint32_t domain = 0;
    std::uint8_t secondary = 0, subordinate = 0;
};
[[nodiscard]] std::optional<HwlocBuses> hwlocBuses(std::string_view text);

} // namespace fabricscope::formats
