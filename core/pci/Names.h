// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::pci {

/// Names of vendors, devices, subsystems and classes out of texts in the form of pci.ids
/// (https://pci-ids.ucw.cz): the system's first, behind it a bundled table of what is newer than most
/// systems' copy. Texts are indexed by offset and not copied; a line that makes no sense is ignored.
/// Answers are sanitized, at most 200 bytes long.
class Names {
public:
    Names() = default;
    /// `system`: the text of the system's pci.ids, kept; empty where there is none. At most 64 MiB are looked
    /// at. `bundled` must outlive this.
    explicit Names(std::string system, std::string_view bundled = {});

    [[nodiscard]] std::optional<std::string> vendor(std::uint16_t vendor) const;
    [[nodiscard]] std::optional<std::string> device(std::uint16_t vendor, std::uint16_t device) const;
    [[nodiscard]] std::optional<std::string> subsystem(std::uint16_t vendor, std::uint16_t device,
                                                       std::uint16_t subsystemVendor,
                                                       std::uint16_t subsystemDevice) const;
    /// Of a 24-bit class code: the subclass's name, else the class's.
    [[nodiscard]] std::optional<std::string> className(std::uint32_t classCode) const;

private:
    /// Where a name's line begins. Keys ascend: vendors are alone, devices as vendor << 16 | device.
    struct Entry {
        std::uint32_t key;
        std::uint32_t offset;
    };
    struct Table {
        std::vector<Entry> vendors, devices, classes, subclasses;
    };
    [[nodiscard]] static Table index(std::string_view text);
    static void sort(std::vector<Entry> &entries);
    template<class Lookup> [[nodiscard]] std::optional<std::string> firstOf(Lookup lookup) const;

    std::string m_system;
    std::string_view m_bundled;
    Table m_systemTable, m_bundledTable;
};

} // namespace fabricscope::pci
