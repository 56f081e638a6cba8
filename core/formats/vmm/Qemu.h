// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/vmm/VmDevices.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// The -device arguments of one QEMU, in either syntax: which of them are devices of the host, and where they
/// are in the guest as far as bus= and addr= specify it. A bus is the root ("pcie.0"), a pxb's own, or below
/// the device with that id.
class QemuDevices {
public:
    /// An argument of -device.
    void add(std::string_view argument, host::EvidenceRef evidence);
    /// An argument of -netdev or -nic, which has no place: only its MAC is used.
    void addNic(std::string_view argument, host::EvidenceRef evidence);
    /// Adds everything known, after all arguments: a bus may be named before it is defined.
    void addTo(host::VmProcess &vm) const;

private:
    struct Entry {
        std::string driver, id, bus, mac;
        std::optional<Address> onHost;
        std::optional<host::GuestPlace::Slot> slot;
        std::optional<std::uint8_t> busNumber; ///< pxb: its own root bus
        std::optional<std::uint8_t> node;      ///< pxb: the guest's NUMA node
        host::EvidenceRef evidence;
    };
    static constexpr std::size_t kMaxEntries = 2048;
    static constexpr std::size_t kDeepest = 16; ///< bridges below each other

    [[nodiscard]] const Entry *withId(std::string_view id) const;
    [[nodiscard]] const Entry *above(const Entry &entry) const;
    [[nodiscard]] std::optional<host::GuestPlace> placeOf(const Entry &entry) const;
    void setPort(const Entry &entry, host::VmDevice &device) const;

    std::vector<Entry> m_entries;
};

/// "0x5", "05.1", "0x5.0x1": slot and function, in hexadecimal whatever precedes (hw/core/qdev-
/// properties-system.c, set_pci_devfn); "#40" the number of both.
[[nodiscard]] std::optional<host::GuestPlace::Slot> qemuSlot(std::string_view text);

} // namespace fabricscope::formats
