// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/lspci/ParsedFunction.h"

#include "core/formats/lspci/Words.h"
#include "core/formats/tools/ToolText.h"

#include <utility>

namespace fabricscope::formats::lspci {

namespace {

using host::PciFunction;
using host::RareFacts;
using pci::ConfigSpace;

constexpr std::size_t kLongestName = 200;

template<class T> void mergeFact(host::Fact<T> &to, host::Fact<T> &from, MergePolicy policy) {
    if (from && (policy == MergePolicy::Replace || !to))
        to = std::move(from);
}

template<class Fact>
void mergeFact(PciFunction &to, const PciFunction &from, Fact RareFacts::*rare, MergePolicy policy) {
    const Fact &fact = host::factOf(from, rare);
    if (fact && (policy == MergePolicy::Replace || !host::factOf(std::as_const(to), rare)))
        host::factOf(to, rare) = fact;
}

void mergeClass(PciFunction &to, ParsedFunction &parsed, MergePolicy policy) {
    const auto &from = parsed.facts.classCode;
    if (!from || (to.classCode && parsed.classByName))
        return;
    // Without -v the programming interface is unknown; what was reported before stays.
    const bool sameAndLess = to.classCode && *to.classCode >> 8 == *from >> 8 && (*from & 0xFFU) == 0;
    if (!sameAndLess)
        mergeFact(to.classCode, parsed.facts.classCode, policy);
}

void mergeLocation(PciFunction &to, const PciFunction &from, MergePolicy policy) {
    if (!from.parent && !from.rootBus)
        return;
    if (policy == MergePolicy::FillMissing && (to.parent || to.rootBus))
        return;
    to.parent = from.parent;
    to.rootBus = from.rootBus;
}

void mergeConfig(PciFunction &to, PciFunction &from, MergePolicy policy) {
    if (!from.config)
        return;
    constexpr std::uint16_t kHeader = 64;
    if (policy == MergePolicy::FillMissing && to.config &&
        (to.config->dead || to.config->bytesRead > kHeader))
        return;
    to.config =
        to.config ? betterConfig(std::move(*to.config), std::move(*from.config)) : std::move(from.config);
    to.configEvidence = from.configEvidence;
    to.dead = to.config->dead;
}

/// More is better; of text, that which shows what is in the registers.
std::size_t detail(const ConfigSpace &config) {
    const bool registers = config.express && config.express->maxPayload;
    return std::size_t{config.bytesRead} * 2 + (registers ? 1 : 0);
}

/// `words` know more than the bytes that were dumped: those stand for the front.
ConfigSpace together(ConfigSpace bytes, const ConfigSpace &words) {
    constexpr std::uint16_t kStandard = 256;
    if (bytes.dead || bytes.bytesRead >= words.bytesRead)
        return bytes;
    const bool hasFullHeader = bytes.bytesRead >= kStandard;
    std::vector<pci::CapabilityRef> capabilities;
    for (const pci::CapabilityRef &ref : hasFullHeader ? bytes.capabilities : words.capabilities)
        if (!ref.extended)
            capabilities.push_back(ref);
    for (const pci::CapabilityRef &ref : words.capabilities)
        if (ref.extended)
            capabilities.push_back(ref);
    ConfigSpace both = bytes;
    both.bytesRead = words.bytesRead;
    both.fromText = true;
    both.capabilities = std::move(capabilities);
    if (!hasFullHeader)
        both.express = words.express;
    both.acs = words.acs;
    both.ats = words.ats;
    both.sriov = words.sriov;
    both.ari = words.ari;
    both.aer = words.aer;
    both.pasid = words.pasid;
    both.serialNumber = words.serialNumber;
    both.laneErrors = words.laneErrors;
    return both;
}

} // namespace

ConfigSpace betterConfig(ConfigSpace before, ConfigSpace after) {
    if (before.dead || after.dead) // the later one shows the present state
        return after;
    if (before.fromText != after.fromText)
        return before.fromText ? together(std::move(after), before) : together(std::move(before), after);
    return detail(after) >= detail(before) ? std::move(after) : std::move(before);
}

void applyClass(const ParsedClass &words, std::optional<std::uint8_t> progIf, host::EvidenceRef evidence,
                ParsedFunction &parsed) {
    if (!words.code)
        return;
    parsed.facts.classCode = {std::uint32_t{*words.code} << 8 | progIf.value_or(0), evidence};
    parsed.classByName = words.byName;
}

void applyDevice(const ParsedDevice &words, host::EvidenceRef evidence, ParsedFunction &parsed) {
    if (!words.name.empty())
        parsed.facts.rare.edit().name = textFact(words.name, evidence, kLongestName);
    if (words.vendor)
        parsed.facts.vendor = {*words.vendor, evidence};
    if (words.device)
        parsed.facts.device = {*words.device, evidence};
    parsed.vendorByName = words.vendorByName;
}

void applyHeader(const HeaderLine &header, host::EvidenceRef evidence, ParsedFunction &parsed) {
    applyClass(header.parsedClass, header.progIf, evidence, parsed);
    applyDevice(header.device, evidence, parsed);
    if (header.revision)
        parsed.facts.revision = {*header.revision, evidence};
}

// "Memory at <unassigned> (64-bit, prefetchable)": the firmware or the kernel found no room for it.
// "[virtual]" is what a virtual function shows, whose BARs are in its physical one.
void noteUnassigned(ParsedFunction &parsed, unsigned bar, std::string_view text, host::EvidenceRef evidence) {
    constexpr unsigned kLastBar = 5;
    constexpr std::size_t kLongest = 64;
    const auto has = [text](std::string_view words) {
        return text.find(words) != std::string_view::npos;
    };
    std::string &list = parsed.unassigned;
    if (bar > kLastBar || !has("<unassigned>") || has("[virtual]") || list.size() > kLongest)
        return;
    list += (list.empty() ? "BAR " : ", BAR ") + std::to_string(bar);
    if (const auto size = valueAfter(text, "[size=", "]"))
        list += " (" + shown(*size, 8) + ")";
    parsed.unassignedEvidence = evidence;
}

namespace {

/// In another text. A function that does not respond has no identity: all its bits are set.
bool isOtherDevice(const PciFunction &known, const PciFunction &other) {
    const auto differs = [](const auto &a, const auto &b) {
        return a && b && *a != *b && *a != 0xFFFF && *b != 0xFFFF;
    };
    return known.vendor.evidence().exists() &&
           known.vendor.evidence().section != other.vendor.evidence().section &&
           (differs(known.vendor, other.vendor) || differs(known.device, other.device));
}

/// A GPU, an accelerator or a NIC without its memory does not work; other devices may do without.
void reportUnassigned(const ParsedFunction &parsed, const PciFunction &function, HostBuilder &builder) {
    const unsigned baseClass = function.classCode ? *function.classCode >> 16 : 0;
    const bool matters = baseClass == 0x02 || baseClass == 0x03 || baseClass == 0x12;
    if (matters && !parsed.unassigned.empty() && !function.physfn)
        addToolFault(builder, {"bar_unassigned", function.address.toString(), function.address, 0,
                               parsed.unassigned, parsed.unassignedEvidence});
}

} // namespace

void mergeFunction(ParsedFunction parsed, MergePolicy policy, HostBuilder &builder) {
    PciFunction *to = builder.function(parsed.facts.address);
    if (to == nullptr)
        return;
    PciFunction &from = parsed.facts;
    if (isOtherDevice(*to, from))
        builder.warnOfOtherDevice(*to, from);
    mergeClass(*to, parsed, policy);
    if (!(parsed.vendorByName && to->vendor))
        mergeFact(to->vendor, from.vendor, policy);
    mergeFact(to->device, from.device, policy);
    mergeFact(to->subsystemVendor, from.subsystemVendor, policy);
    mergeFact(to->subsystemDevice, from.subsystemDevice, policy);
    mergeFact(to->revision, from.revision, policy);
    mergeFact(*to, from, &RareFacts::name, MergePolicy::Replace); // the best source of device names
    mergeFact(*to, from, &RareFacts::slotLabel, policy);
    mergeFact(to->driver, from.driver, policy);
    mergeFact(to->numaNode, from.numaNode, policy);
    if (from.iommuGroup)
        builder.iommuGroup(from.iommuGroup->value);
    mergeFact(to->iommuGroup, from.iommuGroup, policy);
    mergeFact(to->powerState, from.powerState, policy);
    mergeFact(to->maxSpeed, from.maxSpeed, policy);
    mergeFact(to->maxWidth, from.maxWidth, policy);
    mergeFact(to->currentSpeed, from.currentSpeed, policy);
    mergeFact(to->currentWidth, from.currentWidth, policy);
    mergeFact(*to, from, &RareFacts::secondaryBus, policy);
    mergeFact(*to, from, &RareFacts::subordinateBus, policy);
    mergeFact(*to, from, &RareFacts::sriovNumVfs, policy);
    mergeFact(*to, from, &RareFacts::sriovTotalVfs, policy);
    if (!from.bars.empty() && (policy == MergePolicy::Replace || to->bars.empty()))
        to->bars = std::move(from.bars);
    mergeLocation(*to, from, policy);
    mergeConfig(*to, from, policy);
    reportUnassigned(parsed, *to, builder);
}

} // namespace fabricscope::formats::lspci
