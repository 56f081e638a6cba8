// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pci/Names.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <algorithm>

namespace fabricscope::pci {

namespace {

constexpr std::size_t kMaxBytes = std::size_t{64} << 20;
constexpr std::size_t kMaxNameBytes = 200;

// `digits` hexadecimal digits at the beginning, followed by a blank.
std::optional<std::uint32_t> leadingId(std::string_view line, std::size_t digits) {
    if (line.size() <= digits || line[digits] != ' ')
        return std::nullopt;
    return parseInteger<std::uint32_t>(line.substr(0, digits), 16);
}

std::string_view lineAt(std::string_view text, std::size_t offset) {
    return text.substr(offset, text.find('\n', offset) - offset);
}

// "\t2330  GH100 [H100 SXM5 80GB]": the text after the id.
std::string nameOf(std::string_view line, std::size_t idEnd) {
    return HostText(trimmed(line.substr(std::min(idEnd, line.size())))).plain(kMaxNameBytes);
}

template<class Entries> std::optional<std::uint32_t> offsetOf(const Entries &entries, std::uint32_t key) {
    const auto at = std::lower_bound(entries.begin(), entries.end(), key,
                                     [](const auto &entry, std::uint32_t k) { return entry.key < k; });
    return at != entries.end() && at->key == key ? std::optional(at->offset) : std::nullopt;
}

} // namespace

Names::Names(std::string system, std::string_view bundled) : m_system(std::move(system)), m_bundled(bundled) {
    if (m_system.size() > kMaxBytes)
        m_system.resize(kMaxBytes);
    m_systemTable = index(m_system);
    m_bundledTable = index(m_bundled);
}

// The format is described at the head of pci.ids: vendors and "C xx" classes in the first column, devices and
// subclasses after one tab, subsystems and programming interfaces after two, '#' for comments.
Names::Table Names::index(std::string_view text) {
    Table table;
    std::optional<std::uint32_t> vendor;
    std::optional<std::uint32_t> baseClass;
    text = text.substr(0, kMaxBytes);
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view line = lineAt(text, at);
        const auto offset = static_cast<std::uint32_t>(at);
        at += line.size() + 1;
        if (line.empty() || line[0] == '#')
            continue;
        if (line[0] != '\t') {
            vendor = leadingId(line, 4);
            baseClass.reset();
            if (line.substr(0, 2) == "C ")
                baseClass = leadingId(line.substr(2), 2);
            if (vendor)
                table.vendors.push_back({*vendor, offset});
            if (baseClass)
                table.classes.push_back({*baseClass, offset});
        } else if (line.size() > 1 && line[1] != '\t') {
            if (vendor) {
                if (const auto device = leadingId(line.substr(1), 4))
                    table.devices.push_back({*vendor << 16 | *device, offset});
            } else if (baseClass) {
                if (const auto subclass = leadingId(line.substr(1), 2))
                    table.subclasses.push_back({*baseClass << 8 | *subclass, offset});
            }
        }
    }
    for (auto *entries : {&table.vendors, &table.devices, &table.classes, &table.subclasses})
        sort(*entries);
    return table;
}

void Names::sort(std::vector<Entry> &entries) {
    const auto less = [](const Entry &a, const Entry &b) {
        return a.key < b.key;
    };
    if (!std::is_sorted(entries.begin(), entries.end(), less))
        std::stable_sort(entries.begin(), entries.end(), less);
    entries.shrink_to_fit();
}

template<class Lookup> std::optional<std::string> Names::firstOf(Lookup lookup) const {
    if (auto name = lookup(std::string_view(m_system), m_systemTable))
        return name;
    return lookup(m_bundled, m_bundledTable);
}

std::optional<std::string> Names::vendor(std::uint16_t vendor) const {
    return firstOf([&](std::string_view text, const Table &table) -> std::optional<std::string> {
        const auto offset = offsetOf(table.vendors, vendor);
        return offset ? std::optional(nameOf(lineAt(text, *offset), 4)) : std::nullopt;
    });
}

std::optional<std::string> Names::device(std::uint16_t vendor, std::uint16_t device) const {
    return firstOf([&](std::string_view text, const Table &table) -> std::optional<std::string> {
        const auto offset = offsetOf(table.devices, std::uint32_t{vendor} << 16 | device);
        return offset ? std::optional(nameOf(lineAt(text, *offset), 5)) : std::nullopt;
    });
}

std::optional<std::string> Names::subsystem(std::uint16_t vendor, std::uint16_t device,
                                            std::uint16_t subsystemVendor,
                                            std::uint16_t subsystemDevice) const {
    return firstOf([&](std::string_view text, const Table &table) -> std::optional<std::string> {
        const auto offset = offsetOf(table.devices, std::uint32_t{vendor} << 16 | device);
        if (!offset)
            return std::nullopt;
        // "\t\tSVVV SDDD  name", up to the next line without two tabs.
        for (std::size_t at = *offset + lineAt(text, *offset).size() + 1; at < text.size();) {
            const std::string_view line = lineAt(text, at);
            at += line.size() + 1;
            if (!line.empty() && line[0] == '#')
                continue;
            if (line.substr(0, 2) != "\t\t")
                break;
            const auto first = leadingId(line.substr(2), 4);
            const auto second = line.size() > 7 ? leadingId(line.substr(7), 4) : std::nullopt;
            if (first == subsystemVendor && second == subsystemDevice)
                return nameOf(line, 11);
        }
        return std::nullopt;
    });
}

std::optional<std::string> Names::className(std::uint32_t classCode) const {
    return firstOf([&](std::string_view text, const Table &table) -> std::optional<std::string> {
        if (const auto offset = offsetOf(table.subclasses, (classCode >> 8) & 0xFFFFU))
            return nameOf(lineAt(text, *offset), 3);
        if (const auto offset = offsetOf(table.classes, (classCode >> 16) & 0xFFU))
            return nameOf(lineAt(text, *offset), 4);
        return std::nullopt;
    });
}

} // namespace fabricscope::pci
