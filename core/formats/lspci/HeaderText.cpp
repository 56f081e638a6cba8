// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What is in a function's block before its capabilities and behind them.
#include "core/base/Text.h"
#include "core/formats/lspci/FunctionText.h"
#include "core/formats/lspci/Words.h"

#include <limits>

namespace fabricscope::formats::lspci {

namespace {

// include/linux/ioport.h
constexpr std::uint64_t kPorts = 0x100, kMemory = 0x200, kPrefetchable = 0x2000, k64Bit = 0x100000;
constexpr unsigned kRom = 6, kPortWindow = 13, kMemoryWindow = 14, kPrefetchableWindow = 15;

// Bits of the command and status registers (PCI 3.0, 6.2.2 and 6.2.3) in lspci's words.
constexpr std::string_view kControl[] = {"I/O",     "Mem",      "BusMaster", "SpecCycle",
                                         "MemWINV", "VGASnoop", "ParErr",    "Stepping",
                                         "SERR",    "FastB2B",  "DisINTx"};
constexpr std::string_view kStatus[] = {"",       "", "", "INTx",    "Cap",     "66MHz",   "UDF",   "FastB2B",
                                        "ParErr", "", "", ">TAbort", "<TAbort", "<MAbort", ">SERR", "<PERR"};

/// "[size=64G]".
std::optional<std::uint64_t> sizeOf(std::string_view text) {
    const auto words = valueAfter(text, "[size=", "]");
    if (!words)
        return std::nullopt;
    const auto number = leadingNumber(*words);
    constexpr std::string_view kUnits = "KMGT";
    const char last = words->back();
    const auto unit = kUnits.find(last);
    if (!number || *number == 0)
        return std::nullopt;
    if (unit == std::string_view::npos)
        return last >= '0' && last <= '9' ? std::optional(std::uint64_t{*number}) : std::nullopt;
    return std::uint64_t{*number} << (10 * (unit + 1));
}

std::uint64_t memoryFlags(std::string_view text) {
    std::uint64_t flags = kMemory;
    const auto kind = valueAfter(text, "(", ")").value_or("");
    if (beginsWith(kind, "64-bit"))
        flags |= k64Bit;
    if (findWord(kind, "prefetchable") != std::string_view::npos &&
        findWord(kind, "non-prefetchable") == std::string_view::npos)
        flags |= kPrefetchable;
    return flags;
}

std::optional<std::uint8_t> busAfter(std::string_view text, std::string_view label) {
    const auto value = valueAfter(text, label);
    const auto bus = value ? leadingNumber(*value, 16) : std::nullopt;
    return bus && *bus <= 0xFF ? std::optional(static_cast<std::uint8_t>(*bus)) : std::nullopt;
}

} // namespace

void FunctionText::nothing(FunctionText &, std::string_view) {}

void FunctionText::subsystem(FunctionText &self, std::string_view text) {
    const ParsedDevice words = parseDevice(text);
    if (!words.vendor || !words.device || words.vendorByName)
        return;
    self.m_parsed.facts.subsystemVendor = {*words.vendor, self.evidence()};
    self.m_parsed.facts.subsystemDevice = {*words.device, self.evidence()};
}

void FunctionText::deviceName(FunctionText &self, std::string_view text) {
    if (text.empty())
        return;
    self.m_parsed.facts.rare.edit().slotLabel = textFact(text, self.evidence(), 64);
    self.m_labelled = true;
}

void FunctionText::physicalSlot(FunctionText &self, std::string_view text) {
    if (!self.m_labelled && !text.empty())
        self.m_parsed.facts.rare.edit().slotLabel = textFact(text, self.evidence(), 64);
}

void FunctionText::control(FunctionText &self, std::string_view text) {
    const auto bits = flags(text, kControl);
    if (!bits)
        return;
    self.m_detailed = true;
    self.m_config.command = static_cast<std::uint16_t>(*bits);
    self.m_config.busMaster = flag(text, "BusMaster");
}

void FunctionText::status(FunctionText &self, std::string_view text) {
    if (const auto bits = flags(text, kStatus))
        self.m_config.status = static_cast<std::uint16_t>(*bits);
}

/// "Flags: bus master, fast devsel, latency 0, IRQ 16, NUMA node 0, IOMMU group 12".
void FunctionText::flagsLine(FunctionText &self, std::string_view text) {
    if (findWord(text, "devsel") == std::string_view::npos)
        return;
    self.m_config.busMaster = findWord(text, "bus master") != std::string_view::npos;
    if (const auto node = valueAfter(text, "NUMA node "))
        numaNode(self, *node);
    if (const auto group = valueAfter(text, "IOMMU group "))
        iommuGroup(self, *group);
}

void FunctionText::numaNode(FunctionText &self, std::string_view text) {
    const auto node = parseInteger<int>(firstWord(text));
    if (node && *node >= -1)
        self.m_parsed.facts.numaNode = {*node, self.evidence()};
}

void FunctionText::iommuGroup(FunctionText &self, std::string_view text) {
    if (const auto group = parseInteger<std::uint32_t>(firstWord(text)))
        self.m_parsed.facts.iommuGroup = {IommuGroup{*group}, self.evidence()};
}

/// Of BARs those are kept whose size is reported: what has none is not in use, or was read from a dump.
void FunctionText::addBar(unsigned index, std::string_view text, std::uint64_t flags) {
    constexpr std::size_t kMost = 16;
    if ((flags & kMemory) != 0)
        noteUnassigned(m_parsed, index, text, evidence());
    auto &bars = m_parsed.facts.bars;
    if (const auto size = sizeOf(text); size && bars.size() < kMost)
        bars.push_back({static_cast<std::uint8_t>(index), ByteCount{*size}, flags});
}

void FunctionText::region(FunctionText &self, std::string_view text) {
    const auto index = leadingNumber(text);
    if (!index || *index > 5)
        return;
    self.m_nextBar = *index;
    if (findWord(text, "I/O ports at") != std::string_view::npos)
        self.addBar(*index, text, kPorts);
    else if (findWord(text, "Memory at") != std::string_view::npos)
        self.addBar(*index, text, memoryFlags(text));
}

/// -v leaves out the numbers: they count up, and one of 64 bits takes two.
void FunctionText::memoryAt(FunctionText &self, std::string_view text) {
    const std::uint64_t flags = memoryFlags(text);
    if (self.m_nextBar <= 5)
        self.addBar(self.m_nextBar, text, flags);
    self.m_nextBar += (flags & k64Bit) != 0 ? 2 : 1;
}

void FunctionText::portsAt(FunctionText &self, std::string_view text) {
    if (self.m_nextBar <= 5)
        self.addBar(self.m_nextBar, text, kPorts);
    ++self.m_nextBar;
}

void FunctionText::rom(FunctionText &self, std::string_view text) {
    self.addBar(kRom, text, kMemory);
}

void FunctionText::portWindow(FunctionText &self, std::string_view text) {
    self.addBar(kPortWindow, text, kPorts);
}

void FunctionText::memoryWindow(FunctionText &self, std::string_view text) {
    self.addBar(kMemoryWindow, text, kMemory);
}

void FunctionText::prefetchableWindow(FunctionText &self, std::string_view text) {
    self.addBar(kPrefetchableWindow, text, kMemory | kPrefetchable);
}

/// Behind "Bus: primary=": "00, secondary=01, subordinate=02, sec-latency=0".
void FunctionText::buses(FunctionText &self, std::string_view text) {
    const auto primary = leadingNumber(text, 16);
    const auto secondary = busAfter(text, "secondary=");
    const auto subordinate = busAfter(text, "subordinate=");
    if (!primary || *primary > 0xFF || !secondary || !subordinate)
        return;
    self.m_config.headerType = 1;
    self.m_config.primaryBus = static_cast<std::uint8_t>(*primary);
    self.m_config.secondaryBus = secondary;
    self.m_config.subordinateBus = subordinate;
    self.m_parsed.facts.rare.edit().secondaryBus = {*secondary, self.evidence()};
    self.m_parsed.facts.rare.edit().subordinateBus = {*subordinate, self.evidence()};
}

void FunctionText::driver(FunctionText &self, std::string_view text) {
    self.m_inCapability = true; // the rest is not part of the header
    const std::string_view name = firstWord(text);
    if (!name.empty())
        self.m_parsed.facts.driver = textFact(name, self.evidence(), 64);
}

/// "!!! Unknown header type 7f": the device does not answer any more.
void FunctionText::unknownHeader(FunctionText &self, std::string_view text) {
    if (const auto type = leadingNumber(text, 16))
        self.m_headerType = *type & 0x7FU;
}

void FunctionText::denied(FunctionText &self, std::string_view) {
    self.m_denied = true;
}

} // namespace fabricscope::formats::lspci
