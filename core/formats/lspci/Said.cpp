// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/lspci/Said.h"

#include <utility>

namespace fabricscope::formats::lspci {

namespace {

using host::PciFunction;
using host::RareFacts;
using pci::ConfigSpace;

constexpr std::size_t kLongestName = 200;

template<class T> void put(host::Fact<T> &to, host::Fact<T> &from, Telling telling) {
    if (from && (telling == Telling::Replaces || !to))
        to = std::move(from);
}

template<class Fact>
void put(PciFunction &to, const PciFunction &from, Fact RareFacts::*rare, Telling telling) {
    const Fact &fact = host::factOf(from, rare);
    if (fact && (telling == Telling::Replaces || !host::factOf(std::as_const(to), rare)))
        host::factOf(to, rare) = fact;
}

void putClass(PciFunction &to, Said &said, Telling telling) {
    const auto &from = said.facts.classCode;
    if (!from || (to.classCode && said.classByName))
        return;
    // Without -v the programming interface is not told; what was told before stays.
    const bool sameAndLess = to.classCode && *to.classCode >> 8 == *from >> 8 && (*from & 0xFFU) == 0;
    if (!sameAndLess)
        put(to.classCode, said.facts.classCode, telling);
}

void putPlace(PciFunction &to, const PciFunction &from, Telling telling) {
    if (!from.parent && !from.rootBus)
        return;
    if (telling == Telling::Fills && (to.parent || to.rootBus))
        return;
    to.parent = from.parent;
    to.rootBus = from.rootBus;
}

void putConfig(PciFunction &to, PciFunction &from, Telling telling) {
    if (!from.config)
        return;
    constexpr std::uint16_t kHeader = 64;
    if (telling == Telling::Fills && to.config && (to.config->dead || to.config->bytesRead > kHeader))
        return;
    to.config =
        to.config ? betterConfig(std::move(*to.config), std::move(*from.config)) : std::move(from.config);
    to.configEvidence = from.configEvidence;
    to.dead = to.config->dead;
}

/// More is better; of text, that which tells what is in the registers.
std::size_t detail(const ConfigSpace &config) {
    const bool registers = config.express && config.express->maxPayload;
    return std::size_t{config.bytesRead} * 2 + (registers ? 1 : 0);
}

/// `words` know more than the bytes that were dumped: those stand for the front.
ConfigSpace together(ConfigSpace bytes, const ConfigSpace &words) {
    constexpr std::uint16_t kStandard = 256;
    if (bytes.dead || bytes.bytesRead >= words.bytesRead)
        return bytes;
    const bool wholeFront = bytes.bytesRead >= kStandard;
    std::vector<pci::CapabilityRef> capabilities;
    for (const pci::CapabilityRef &ref : wholeFront ? bytes.capabilities : words.capabilities)
        if (!ref.extended)
            capabilities.push_back(ref);
    for (const pci::CapabilityRef &ref : words.capabilities)
        if (ref.extended)
            capabilities.push_back(ref);
    ConfigSpace both = bytes;
    both.bytesRead = words.bytesRead;
    both.fromText = true;
    both.capabilities = std::move(capabilities);
    if (!wholeFront)
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
    if (before.dead || after.dead) // the later one tells the present state
        return after;
    if (before.fromText != after.fromText)
        return before.fromText ? together(std::move(after), before) : together(std::move(before), after);
    return detail(after) >= detail(before) ? std::move(after) : std::move(before);
}

void sayClass(const ClassWords &words, std::optional<std::uint8_t> progIf, host::EvidenceRef evidence,
              Said &said) {
    if (!words.code)
        return;
    said.facts.classCode = {std::uint32_t{*words.code} << 8 | progIf.value_or(0), evidence};
    said.classByName = words.byName;
}

void sayDevice(const DeviceWords &words, host::EvidenceRef evidence, Said &said) {
    if (!words.name.empty())
        said.facts.rare.edit().name = textFact(words.name, evidence, kLongestName);
    if (words.vendor)
        said.facts.vendor = {*words.vendor, evidence};
    if (words.device)
        said.facts.device = {*words.device, evidence};
    said.vendorByName = words.vendorByName;
}

void sayHeader(const HeaderLine &header, host::EvidenceRef evidence, Said &said) {
    sayClass(header.classWords, header.progIf, evidence, said);
    sayDevice(header.device, evidence, said);
    if (header.revision)
        said.facts.revision = {*header.revision, evidence};
}

void tell(Said said, Telling telling, HostBuilder &builder) {
    PciFunction *to = builder.function(said.facts.address);
    if (to == nullptr)
        return;
    PciFunction &from = said.facts;
    putClass(*to, said, telling);
    if (!(said.vendorByName && to->vendor))
        put(to->vendor, from.vendor, telling);
    put(to->device, from.device, telling);
    put(to->subsystemVendor, from.subsystemVendor, telling);
    put(to->subsystemDevice, from.subsystemDevice, telling);
    put(to->revision, from.revision, telling);
    put(*to, from, &RareFacts::name, Telling::Replaces); // nobody else names devices so well
    put(*to, from, &RareFacts::slotLabel, telling);
    put(to->driver, from.driver, telling);
    put(to->numaNode, from.numaNode, telling);
    if (from.iommuGroup)
        builder.iommuGroup(from.iommuGroup->value);
    put(to->iommuGroup, from.iommuGroup, telling);
    put(to->powerState, from.powerState, telling);
    put(to->maxSpeed, from.maxSpeed, telling);
    put(to->maxWidth, from.maxWidth, telling);
    put(to->currentSpeed, from.currentSpeed, telling);
    put(to->currentWidth, from.currentWidth, telling);
    put(*to, from, &RareFacts::secondaryBus, telling);
    put(*to, from, &RareFacts::subordinateBus, telling);
    put(*to, from, &RareFacts::sriovNumVfs, telling);
    put(*to, from, &RareFacts::sriovTotalVfs, telling);
    if (!from.bars.empty() && (telling == Telling::Replaces || to->bars.empty()))
        to->bars = std::move(from.bars);
    putPlace(*to, from, telling);
    putConfig(*to, from, telling);
}

} // namespace fabricscope::formats::lspci
