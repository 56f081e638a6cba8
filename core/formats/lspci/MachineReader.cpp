// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// `lspci` for programs: -m, -mm (a line of quoted words each), -vm, -vmm, -vmmk (a block of "Key:\tValue"
// each).
#include "core/base/Text.h"
#include "core/formats/PastedLines.h"
#include "core/formats/Readers.h"
#include "core/formats/lspci/Machine.h"
#include "core/formats/lspci/Words.h"

#include <optional>

namespace fabricscope::formats {

namespace {

using lspci::MergePolicy;
using lspci::ParsedFunction;

/// What a block says, key by key; vendor and device make one name.
struct Block {
    ParsedFunction parsed;
    std::string vendor, device;
    host::EvidenceRef nameEvidence;
    std::optional<std::uint16_t> classCode;
    bool classByName = false;
    std::optional<std::uint8_t> progIf;
    host::EvidenceRef classEvidence;

    void setClass(std::string_view text, host::EvidenceRef evidence) {
        const lspci::ParsedClass words = lspci::parseClass(text);
        classCode = words.code;
        classByName = words.byName;
        classEvidence = evidence;
    }
    /// "NVIDIA Corporation [10de]", "10de", "Unknown vendor 10de".
    void setVendor(std::string_view text, host::EvidenceRef evidence) {
        vendor = lspci::takeName(text, "Unknown vendor", parsed.facts.vendor, evidence);
        nameEvidence = evidence;
    }
    void setDevice(std::string_view text, host::EvidenceRef evidence) {
        device = lspci::takeName(text, "Device", parsed.facts.device, evidence);
        nameEvidence = evidence;
    }
    void setSubsystemVendor(std::string_view text, host::EvidenceRef evidence) {
        (void)lspci::takeName(text, "Unknown vendor", parsed.facts.subsystemVendor, evidence);
    }
    void setSubsystemDevice(std::string_view text, host::EvidenceRef evidence) {
        (void)lspci::takeName(text, "Device", parsed.facts.subsystemDevice, evidence);
    }

    [[nodiscard]] ParsedFunction finish() {
        lspci::applyClass({classCode, classByName}, progIf, classEvidence, parsed);
        const std::string name = vendor + (vendor.empty() || device.empty() ? "" : " ") + device;
        if (!name.empty())
            parsed.facts.rare.edit().name = textFact(name, nameEvidence, 200);
        if (!parsed.facts.vendor)
            if (const auto id = lspci::vendorByName(name)) {
                parsed.facts.vendor = {*id, nameEvidence};
                parsed.vendorByName = true;
            }
        if (parsed.facts.subsystemVendor.known() != parsed.facts.subsystemDevice.known())
            parsed.facts.subsystemVendor = parsed.facts.subsystemDevice = {};
        return std::move(parsed);
    }
};

struct Field {
    std::string_view key;
    void (*read)(Block &block, std::string_view value, host::EvidenceRef evidence);
};

void readByte(host::Fact<std::uint8_t> &to, std::string_view value, host::EvidenceRef evidence) {
    if (const auto byte = lspci::exactHex(value, 2))
        to = {static_cast<std::uint8_t>(*byte), evidence};
}

// One line adds a key.
constexpr Field kFields[] = {
    {"Class:",
     [](Block &b, std::string_view v, host::EvidenceRef e) {
         b.setClass(v, e);
     }},
    {"Vendor:",
     [](Block &b, std::string_view v, host::EvidenceRef e) {
         b.setVendor(v, e);
     }},
    {"Device:",
     [](Block &b, std::string_view v, host::EvidenceRef e) {
         b.setDevice(v, e);
     }},
    {"SVendor:",
     [](Block &b, std::string_view v, host::EvidenceRef e) {
         b.setSubsystemVendor(v, e);
     }},
    {"SDevice:",
     [](Block &b, std::string_view v, host::EvidenceRef e) {
         b.setSubsystemDevice(v, e);
     }},
    {"PhySlot:",
     [](Block &b, std::string_view v, host::EvidenceRef e) {
         b.parsed.facts.rare.edit().slotLabel = textFact(v, e, 64);
     }},
    {"Rev:",
     [](Block &b, std::string_view v, host::EvidenceRef e) {
         readByte(b.parsed.facts.revision, v, e);
     }},
    {"ProgIf:",
     [](Block &b, std::string_view v, host::EvidenceRef) {
         if (const auto byte = lspci::exactHex(v, 2))
             b.progIf = static_cast<std::uint8_t>(*byte);
     }},
    {"Driver:",
     [](Block &b, std::string_view v, host::EvidenceRef e) {
         b.parsed.facts.driver = textFact(v, e, 64);
     }},
    {"NUMANode:",
     [](Block &b, std::string_view v, host::EvidenceRef e) {
         if (const auto node = parseInteger<int>(v); node && *node >= -1)
             b.parsed.facts.numaNode = {*node, e};
     }},
    {"IOMMUGroup:",
     [](Block &b, std::string_view v, host::EvidenceRef e) {
         if (const auto group = parseInteger<std::uint32_t>(v))
             b.parsed.facts.iommuGroup = {IommuGroup{*group}, e};
     }},
};

/// -vmm: one block a function.
class BlockReader {
public:
    BlockReader(const SectionText &text, HostBuilder &builder) : m_text(text), m_builder(builder) {}

    void take(const PastedLine &line) {
        const host::EvidenceRef evidence = m_text.evidence(line.source);
        // -vm calls the address Device, and the device, too.
        for (const std::string_view key : {"Slot:", "Device:"})
            if (lspci::beginsWith(line.text, key))
                if (const auto address = Address::parse(trimmed(line.text.substr(key.size())))) {
                    deliver();
                    m_block.parsed.facts.address = *address;
                    m_open = true;
                    return;
                }
        if (!m_open)
            return;
        for (const Field &field : kFields)
            if (lspci::beginsWith(line.text, field.key)) {
                const std::string_view value = trimmed(line.text.substr(field.key.size()));
                if (!value.empty())
                    field.read(m_block, value, evidence);
                return;
            }
    }
    void deliver() {
        if (m_open)
            lspci::mergeFunction(m_block.finish(), MergePolicy::Replace, m_builder);
        m_block = {};
        m_open = false;
    }

private:
    const SectionText &m_text;
    HostBuilder &m_builder;
    Block m_block;
    bool m_open = false; ///< an address stood before
};

/// -m, -mm: `41:00.0 "Class" "Vendor" "Device" -ra1 -p00 "SVendor" "SDevice"`.
bool readQuoted(const SectionText &text, const PastedLine &line, HostBuilder &builder) {
    std::string_view rest;
    const auto address = lspci::headerAddress(line.text, rest);
    if (!address || rest.substr(0, 1) != "\"")
        return false;
    const host::EvidenceRef evidence = text.evidence(line.source);
    Block block;
    block.parsed.facts.address = *address;
    constexpr void (Block::*kPlaces[])(std::string_view, host::EvidenceRef) = {
        &Block::setClass, &Block::setVendor, &Block::setDevice, &Block::setSubsystemVendor,
        &Block::setSubsystemDevice};
    std::size_t place = 0;
    while (!rest.empty()) {
        if (rest[0] == '"') {
            const std::string word = lspci::takeQuoted(rest);
            if (place < std::size(kPlaces) && !word.empty())
                (block.*kPlaces[place])(word, evidence);
            ++place;
        } else {
            const std::string_view option = lspci::firstWord(rest);
            const auto byte = option.size() == 4 ? lspci::exactHex(option.substr(2), 2) : std::nullopt;
            if (byte && option.substr(0, 2) == "-r")
                block.parsed.facts.revision = {static_cast<std::uint8_t>(*byte), evidence};
            if (byte && option.substr(0, 2) == "-p")
                block.progIf = static_cast<std::uint8_t>(*byte);
            rest.remove_prefix(std::max<std::size_t>(option.size(), 1));
        }
        rest = trimmed(rest);
    }
    lspci::mergeFunction(block.finish(), MergePolicy::Replace, builder);
    return true;
}

} // namespace

void readLspciMachine(const SectionText &text, HostBuilder &builder) {
    BlockReader blocks(text, builder);
    for (PastedLines lines(text.bytes, text.meta.damage != capture::Damage::None); lines.next();) {
        const PastedLine &line = lines.line();
        if (line.blank())
            continue;
        if (!readQuoted(text, line, builder))
            blocks.take(line);
    }
    blocks.deliver();
}

} // namespace fabricscope::formats
