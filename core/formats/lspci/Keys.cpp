// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/lspci/Keys.h"

#include "core/formats/lspci/FunctionText.h"
#include "core/formats/lspci/Words.h"

#include <array>
#include <vector>

namespace fabricscope::formats::lspci {

namespace {

using Where = Key::Where;

// Above: what precedes the capabilities, or behind them. One line adds a key.
constexpr Key kHeaderKeys[] = {
    {"Subsystem:", FunctionText::subsystem, nullptr, Where::Header, true},
    {"DeviceName:", FunctionText::deviceName, nullptr, Where::Header, true},
    {"Physical Slot:", FunctionText::physicalSlot, nullptr, Where::Header, true},
    {"Control:", FunctionText::control, nullptr, Where::Header},
    {"Status:", FunctionText::status, nullptr, Where::Header},
    {"Flags:", FunctionText::flagsLine, nullptr, Where::Header},
    {"NUMA node:", FunctionText::numaNode, nullptr, Where::Header, true},
    {"IOMMU group:", FunctionText::iommuGroup, nullptr, Where::Header, true},
    {"Region ", FunctionText::region, nullptr, Where::Header},
    {"Memory at ", FunctionText::memoryAt, nullptr, Where::Header},
    {"I/O ports at ", FunctionText::portsAt, nullptr, Where::Header},
    {"[virtual] Memory at ", FunctionText::memoryAt, nullptr, Where::Header},
    {"[virtual] I/O ports at ", FunctionText::portsAt, nullptr, Where::Header},
    {"[enhanced] Memory at ", FunctionText::memoryAt, nullptr, Where::Header},
    {"[virtual] Expansion ROM at ", FunctionText::rom, nullptr, Where::Header},
    {"Expansion ROM at ", FunctionText::rom, nullptr, Where::Header},
    {"Bus: primary=", FunctionText::buses, nullptr, Where::Header},
    {"I/O behind bridge:", FunctionText::portWindow, nullptr, Where::Header},
    {"Memory behind bridge:", FunctionText::memoryWindow, nullptr, Where::Header},
    {"Prefetchable memory behind bridge:", FunctionText::prefetchableWindow, nullptr, Where::Header},
    {"Capabilities:", FunctionText::capability, nullptr, Where::Anywhere},
    {"Kernel driver in use:", FunctionText::driver, nullptr, Where::Anywhere, true},
    {"Kernel modules:", FunctionText::nothing, nullptr, Where::Anywhere},
    {"!!! Unknown header type", FunctionText::unknownHeader, nullptr, Where::Header},
    {"!!!", FunctionText::nothing, nullptr, Where::Anywhere},
    {"<access denied", FunctionText::denied, nullptr, Where::Header},
    // What lspci, its library and the shell say in between.
    {"pcilib:", FunctionText::nothing, nullptr, Where::Anywhere},
    {"lspci:", FunctionText::nothing, nullptr, Where::Anywhere},
};

// Lines that begin here and say nothing that is kept; without them they would be taken for the rest of
// others.
constexpr std::string_view kOthers[] = {
    "Secondary status:",
    "BridgeCtl:",
    "Latency:",
    "Interrupt:",
    "BIST ",
    "Memory window ",
    "I/O window ",
    "16-bit legacy",
    "Address:",
    "Masking:",
    "Vector table:",
    "PBA:",
    "Bridge: PM",
    "Root:", // of pciutils before 3.0
    "RootCap:",
    "RootCtl:",
    "RootSta:",
    "SltCtl:",
    "SltSta:",
    "Control: AttnInd",
    "Changed:",
    "DevCap2:",
    "DevSta2:",
    "LnkSta2:",
    "Supported Page Size:",
    "VF Migration:",
    "IOVCap:",
    "IOVSta:",
    "ARICtl:",
    "ATSCap:",
    "UEMsk:",
    "UESvrt:",
    "CEMsk:",
    "AERCap:",
    "HeaderLog:",
    "RootCmd:",
    "ErrorSrc:",
    "PRICap:",
    "PRICtl:",
    "PRISta:",
    "Page Request Capacity:",
    "LnkCtl3:",
    "Caps:",
    "Arb:",
    "Ctrl:",
    "Port Arbitration",
    "VC0:",
    "VC1:",
    "VC2:",
    "VC3:",
    "VC4:",
    "VC5:",
    "VC6:",
    "VC7:",
    "L1SubCap:",
    "L1SubCtl1:",
    "L1SubCtl2:",
    "Max snoop latency:",
    "Max no snoop latency:",
    "PTMCap:",
    "PTMControl:",
    "PTMClockGranularity:",
    "PTMEffectiveGranularity:",
    "AFCap:",
    "AFCtrl:",
    "AFStatus:",
    "DpcCap:",
    "DpcCtl:",
    "DpcSta:",
    "Source:",
    "RP PIO",
    "BAR ",
    "Phy16Sta:",
    "Phy32Cap:",
    "Phy32Ctl:",
    "Phy32Sta:",
    "TransmitModified",
    "PortCap:",
    "PortSta:",
    "FRSCap:",
    "DevCap3:",
    "DevCtl3:",
    "DevSta3:",
    "DOECap:",
    "DOECtl:",
    "DOESta:",
    "IDECap:",
    "IDECtl:",
    "CXLCap:",
    "CXLCtl:",
    "CXLSta:",
    "CXLCtl2:",
    "CXLSta2:",
    "CXL2Cap:",
    "Cache Cap:",
    "MCapCap:",
    "McastCap:",
    "McastCtl:",
    "McastBAR:",
    "MaxGroups:",
    "Product Name:",
    "Read-only fields:",
    "Read/write fields:",
    "Link0:",
    "Link1:",
    "Desc:",
    "Addr:",
    "Command:",
    "Revision ID:",
    "Entry ",
    "Range",
    "Status2:",
};

constexpr std::string_view kCapabilityKeys[] = {
    "DevCap:",      "DevCtl:",    "DevSta:",  "LnkCap:", "LnkCtl:", "LnkSta:",   "SltCap:",
    "DevCtl2:",     "LnkCap2:",   "LnkCtl2:", "ACSCap:", "ACSCtl:", "ATSCtl:",   "IOVCtl:",
    "Initial VFs:", "VF offset:", "ARICap:",  "UESta:",  "CESta:",  "PASIDCap:", "PASIDCtl:",
    "LaneErrStat:", "Device:",    "Link:",    "Slot:",
};

constexpr std::size_t bucketOf(char c) {
    return (static_cast<unsigned char>(c) | 0x20U) & 0x7FU; // letters without their case
}

using Buckets = std::array<std::vector<Key>, 128>;

Buckets makeBuckets() {
    Buckets buckets;
    const auto add = [&](const Key &key) {
        buckets[bucketOf(key.words[0])].push_back(key);
    };
    for (const std::string_view words : kCapabilityKeys)
        add({words, nullptr, CapabilityText::readerOf(words)});
    for (const std::string_view words : kOthers)
        if (words.size() > 8 && beginsWith(words, "Control:")) // longer than a key of the header
            add({words});
    for (const Key &key : kHeaderKeys)
        add(key);
    for (const std::string_view words : kOthers)
        add({words});
    return buckets;
}

} // namespace

const Key *keyOf(std::string_view line) {
    static const Buckets kBuckets = makeBuckets();
    if (line.empty())
        return nullptr;
    for (const Key &key : kBuckets[bucketOf(line[0])])
        if (beginsWith(line, key.words))
            return &key;
    return nullptr;
}

} // namespace fabricscope::formats::lspci
