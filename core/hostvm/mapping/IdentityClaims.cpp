// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/hostvm/mapping/Claims.h"

#include <fmt/format.h>

#include <map>

namespace fabricscope::hostvm {

namespace {

/// A globally unique property of a device, as a key, and where it is reported.
struct Identity {
    std::string key;   ///< "MAC 04:90:81:37:30:c8"
    std::string words; ///< for display
    Address device;
    EvidenceRef evidence;
};

std::string lower(std::string_view text) {
    std::string key(text);
    for (char &c : key)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return key;
}

/// Whether it is empty, or only zeros or ones: not an identity.
bool isPlaceholder(std::string_view text) {
    return text.find_first_not_of("0:-.x") == std::string_view::npos ||
           text.find_first_not_of("fF:-.") == std::string_view::npos;
}

/// A GUID as one number: sysfs writes colons, other sources do not.
std::string withoutColons(std::string text) {
    std::erase(text, ':');
    return text;
}

/// A text identifies a device only if no other device has it: bonds give one MAC to several, functions of one
/// card share a serial number. nullptr: several have it.
class Identities {
public:
    void add(std::string_view kind, std::string_view value, const Address &device, EvidenceRef evidence) {
        if (isPlaceholder(value))
            return;
        const std::string shown = lower(HostText(trimmed(value)).plain(128));
        const std::string words = fmt::format("{} {}", kind, shown);
        const auto [at, isNew] = m_byKey.try_emplace(words, Identity{words, words, device, evidence});
        if (!isNew && at->second.device != device)
            m_ambiguous.insert_or_assign(words, true);
    }
    template<class Value> void add(std::string_view kind, const host::Fact<Value> &value, const Address &at) {
        if (value)
            add(kind, *value, at, value.evidence());
    }
    [[nodiscard]] const Identity *find(const std::string &key) const {
        const auto at = m_byKey.find(key);
        return at == m_byKey.end() || m_ambiguous.contains(key) ? nullptr : &at->second;
    }
    [[nodiscard]] const std::map<std::string, Identity> &all() const { return m_byKey; }

private:
    std::map<std::string, Identity> m_byKey;
    std::map<std::string, bool> m_ambiguous;
};

/// Identities reported by the drivers of devices.
Identities driversIdentities(const host::Host &host) {
    Identities found;
    for (const host::NetInterface &net : host.netInterfaces)
        if (net.device)
            found.add("MAC", net.mac, *net.device);
    for (const host::RdmaDevice &rdma : host.rdmaDevices)
        if (rdma.device)
            found.add("node GUID", withoutColons(rdma.nodeGuid.valueOr({})), *rdma.device,
                      rdma.nodeGuid.evidence());
    for (const host::GpuFacts &gpu : host.gpus)
        found.add("unique id", gpu.uniqueId, gpu.address);
    for (const auto &[bdf, serial] : host.nvmeSerials)
        if (const auto address = Address::parse(bdf))
            found.add("serial number", serial, *address);
    return found;
}

/// MACs that physical functions set for their virtual ones, and libvirt for those that it passes through.
Identities virtualLinks(const Side &side) {
    Identities found;
    for (const host::VirtualLink &link : side.host().virtualLinks) {
        const host::PciFunction *physical = side.host().function(link.physical);
        if (physical == nullptr || link.number >= physical->virtfns.size())
            continue;
        found.add("MAC", link.mac, physical->virtfns[link.number], link.evidence);
        found.add("node GUID", withoutColons(link.guid), physical->virtfns[link.number], link.evidence);
    }
    for (const host::VmProcess &vm : side.host().vms)
        for (const host::VmDevice &device : vm.deviceInfo)
            if (device.onHost)
                found.add("MAC", device.mac, *device.onHost, device.evidence);
    return found;
}

Identities serialNumbers(const Side &side) {
    Identities found;
    for (const Device &device : side.devices)
        if (const auto &config = device.function->config; config && config->serialNumber)
            found.add("PCIe serial number", fmt::format("{:016x}", *config->serialNumber), device.address(),
                      device.function->configEvidence);
    return found;
}

/// One claim per pair, with all identities that the two have in common.
void addCommon(const Identities &onHost, const Identities &inGuest, const GuestHostDevices &sides,
               Source source, std::string_view where, Claims &claims) {
    std::map<std::pair<Address, Address>, std::size_t> places;
    for (const auto &[key, unused] : inGuest.all()) {
        const Identity *guest = inGuest.find(key);
        const Identity *own = onHost.find(key);
        if (guest == nullptr || own == nullptr || sides.guest.find(guest->device) == nullptr ||
            sides.onHost.find(own->device) == nullptr)
            continue;
        const auto [at, isNew] = places.try_emplace({guest->device, own->device}, claims.size());
        if (!isNew) {
            claims[at->second].proof.words += ", " + own->words;
            continue;
        }
        claims.push_back({guest->device,
                          own->device,
                          {source, fmt::format("{} {}", where, own->words), own->evidence, guest->evidence},
                          Confidence::Certain});
    }
}

} // namespace

void addMacClaims(const GuestHostDevices &sides, Claims &claims) {
    addCommon(virtualLinks(sides.onHost), driversIdentities(sides.guest.host()), sides, Source::Mac,
              "its physical function set the guest's", claims);
}

void addSerialClaims(const GuestHostDevices &sides, Claims &claims) {
    addCommon(serialNumbers(sides.onHost), serialNumbers(sides.guest), sides, Source::Serial,
              "both sides have the", claims);
}

void addIdentityClaims(const GuestHostDevices &sides, const host::Host &then, Claims &claims) {
    addCommon(driversIdentities(then), driversIdentities(sides.guest.host()), sides, Source::Earlier,
              &then == &sides.onHost.host() ? "the host's own driver shows the"
                                            : "before vfio-pci bound it, the host showed the",
              claims);
}

} // namespace fabricscope::hostvm
