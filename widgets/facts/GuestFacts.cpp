// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facts/GuestFacts.h"

#include "core/affinity/Affinity.h"
#include "core/present/affinity/Pairing.h"
#include "widgets/facts/FactRows.h"

#include <algorithm>

namespace fabricscope::widgets {

namespace {

using affinity::Fabric;
using affinity::Judgement;
using affinity::Pair;

/// The addresses under which a VMM may have passed this node through: its own, and those of its virtual
/// functions.
std::vector<std::string> addressesOf(const topology::Topology &hypervisor, topology::NodeId id) {
    std::vector<std::string> addresses;
    const topology::Node &node = hypervisor.node(id);
    if (node.bdf)
        addresses.push_back(node.bdf->toString());
    for (const topology::Node &other : hypervisor.nodes())
        if (node.bdf && other.physfn == node.bdf && other.bdf)
            addresses.push_back(other.bdf->toString());
    return addresses;
}

template<class Devices>
std::optional<std::size_t> indexOfHeld(const Devices &devices, const std::vector<std::string> &addresses) {
    for (std::size_t index = 0; index < devices.size(); ++index)
        if (!devices[index].onHypervisor.empty() &&
            std::find(addresses.begin(), addresses.end(), devices[index].onHypervisor) != addresses.end())
            return index;
    return std::nullopt;
}

template<class Device> QString deviceText(const Device &device) {
    const QString name = toQString(device.name), bus = toQString(device.busIdText);
    return bus.isEmpty() || bus == name ? name : QStringLiteral("%1 %2").arg(bus, name);
}

class Facts {
public:
    explicit Facts(const GuestView &guest) : m_guest(guest), m_judgement(*guest.judgement) {}

    GuestFacts ofGpu(std::size_t gpu) {
        const Fabric &fabric = m_judgement.fabric;
        partner(FactText::tr("In the guest"), fabric.gpus[gpu]);
        for (const Pair &pair : m_judgement.pairs)
            if (m_judgement.isLeading(pair) && pair.gpu == gpu && pair.nic) {
                partner(FactText::tr("Assigned NIC"), fabric.nics[*pair.nic], lookOf(pair.severity));
                if (pair.mispaired && !pair.idealNics.empty())
                    partner(FactText::tr("Expected NIC"), fabric.nics[pair.idealNics.front()]);
                call(pair, true);
            }
        return std::move(m_facts);
    }

    GuestFacts ofNic(std::size_t nic) {
        const Fabric &fabric = m_judgement.fabric;
        partner(FactText::tr("In the guest"), fabric.nics[nic]);
        for (const Pair &pair : m_judgement.pairs)
            if (m_judgement.isLeading(pair) && pair.nic == nic) {
                partner(FactText::tr("Assigned GPU"), fabric.gpus[pair.gpu], lookOf(pair.severity));
                call(pair, false);
            }
        return std::move(m_facts);
    }

private:
    template<class Device>
    void partner(const QString &label, const Device &device, FactRow::Look look = FactRow::Look::Mono) {
        m_facts.rows.push_back(row(label, deviceText(device), {}, look));
    }
    void call(const Pair &pair, bool fromGpu) {
        if (!pair.severity || *pair.severity == findings::Severity::Note)
            return;
        const QString title = capitalized(present::pairText(m_judgement, pair, fromGpu));
        m_facts.callouts.push_back({*pair.severity, FactText::tr("%1 in %2").arg(title, m_guest.name),
                                    toQString(pair.reason), m_guest.id});
    }

    const GuestView &m_guest;
    const Judgement &m_judgement;
    GuestFacts m_facts;
};

} // namespace

GuestFacts guestFacts(const std::vector<GuestView> &guests, const topology::Topology &hypervisor,
                      topology::NodeId id) {
    const std::vector<std::string> addresses =
        guests.empty() ? std::vector<std::string>{} : addressesOf(hypervisor, id);
    for (const GuestView &guest : guests) {
        if (!guest.judgement || addresses.empty())
            continue;
        if (const auto gpu = indexOfHeld(guest.judgement->fabric.gpus, addresses))
            return Facts(guest).ofGpu(*gpu);
        if (const auto nic = indexOfHeld(guest.judgement->fabric.nics, addresses))
            return Facts(guest).ofNic(*nic);
    }
    return {};
}

} // namespace fabricscope::widgets
