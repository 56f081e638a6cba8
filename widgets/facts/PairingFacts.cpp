// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facts/PairingFacts.h"

#include "core/present/affinity/Pairing.h"
#include "widgets/facts/FactRows.h"

#include <algorithm>
#include <iterator>

namespace fabricscope::widgets {

namespace {

using affinity::Basis;
using affinity::Fabric;
using affinity::Judgement;
using affinity::Pair;

/// The source of a pairing; one line each.
constexpr struct {
    Basis basis;
    const char *text;
} kBases[] = {
    {Basis::Ideal, QT_TRANSLATE_NOOP("Inspector", "nearest by hardware")},
    {Basis::Library, QT_TRANSLATE_NOOP("Inspector", "expected library choice")},
    {Basis::File, QT_TRANSLATE_NOOP("Inspector", "from the NCCL file")},
    {Basis::Run, QT_TRANSLATE_NOOP("Inspector", "used by a run")},
};

template<class Device> QString deviceText(const topology::Topology &topology, const Device &device) {
    const QString name = toQString(device.name);
    const QString bdf = device.bdf ? shortBdf(topology, *device.bdf) : toQString(device.busIdText);
    if (device.bdf && device.name == device.bdf->toString()) // without a name, it is called by its address
        return bdf;
    return bdf.isEmpty() || bdf == name ? name : QStringLiteral("%1 %2").arg(bdf, name);
}

/// A NIC is passed through by its virtual function: selecting that shows the facts of the pair, too.
bool isNode(const topology::Topology &topology, const std::optional<topology::NodeId> &node,
            topology::NodeId selected) {
    if (!node)
        return false;
    if (*node == selected)
        return true;
    const auto &physical = topology.node(selected).physfn;
    return physical && topology.find(*physical) == *node;
}

class Facts {
public:
    Facts(const Judgement &judgement, const topology::Topology &topology)
        : m_judgement(judgement), m_topology(topology) {}

    void add(const Pair &pair, bool fromGpu) {
        const Fabric &fabric = m_judgement.fabric;
        if (pair.severity && *pair.severity != findings::Severity::Note)
            m_facts.callouts.push_back({*pair.severity,
                                        capitalized(present::pairText(m_judgement, pair, fromGpu)),
                                        toQString(pair.reason)});
        const QString label = pair.basis == Basis::Ideal
                                  ? (fromGpu ? FactText::tr("Nearest NIC") : FactText::tr("Nearest GPU"))
                                  : (fromGpu ? FactText::tr("Assigned NIC") : FactText::tr("Assigned GPU"));
        const QString partner = fromGpu ? deviceText(m_topology, fabric.nics[*pair.nic])
                                        : deviceText(m_topology, fabric.gpus[pair.gpu]);
        addRow(row(label, partner, {}, lookOf(pair.severity)));
        if (pair.reach.word == topology::PathWord::Unknown)
            addRow(unknownRow(FactText::tr("Distance")));
        else
            addRow(row(FactText::tr("Distance"), distance(pair)));
        m_facts.canTrace =
            m_facts.canTrace || (!fabric.guest && pair.reach.word != topology::PathWord::Unknown);
        if (pair.mispaired && fromGpu && !pair.idealNics.empty())
            addRow(row(FactText::tr("Expected NIC"),
                       deviceText(m_topology, fabric.nics[pair.idealNics.front()])));
    }

    /// For a NIC that another GPU uses: the GPU that should use it.
    void addExpectedGpu(std::size_t nic) {
        for (std::size_t gpu = 0; gpu < m_judgement.ideal.size(); ++gpu) {
            const auto &nics = m_judgement.ideal[gpu];
            if (std::find(nics.begin(), nics.end(), nic) != nics.end())
                addRow(
                    row(FactText::tr("Expected GPU"), deviceText(m_topology, m_judgement.fabric.gpus[gpu])));
        }
    }

    PairingFacts take(Basis basis) {
        if (!m_facts.section.rows.empty()) {
            m_facts.section.title = FactText::tr("Pairing");
            for (const auto &known : kBases)
                if (known.basis == basis)
                    m_facts.section.note = FactText::tr(known.text);
        }
        std::stable_sort(m_facts.callouts.begin(), m_facts.callouts.end(),
                         [](const auto &a, const auto &b) { return a.severity > b.severity; });
        return std::move(m_facts);
    }

private:
    static QString distance(const Pair &pair) {
        QString result = toQString(topology::toString(pair.reach));
        // Affinity shows the links' rate in its cells: if another value is shown here, its origin is added.
        const bool isPort =
            pair.cost.physical && pair.reach.bandwidth && *pair.cost.physical < *pair.reach.bandwidth;
        if (pair.cost.physical)
            result += (isPort ? FactText::tr(", %1 GB/s (NIC port limit)") : FactText::tr(", %1 GB/s"))
                          .arg(pair.cost.physical->value, 0, 'f', 1);
        if (pair.mispaired && pair.idealReach.word != topology::PathWord::Unknown)
            result += FactText::tr("; could be %1").arg(toQString(topology::toString(pair.idealReach)));
        return result;
    }

    void addRow(FactRow row) { m_facts.section.rows.push_back(std::move(row)); }

    const Judgement &m_judgement;
    const topology::Topology &m_topology;
    PairingFacts m_facts;
};

} // namespace

PairingFacts pairingFacts(const Judgement &judgement, const topology::Topology &topology,
                          topology::NodeId id) {
    Basis basis = judgement.leading();
    const Fabric &fabric = judgement.fabric;
    Facts facts(judgement, topology);
    std::optional<std::size_t> wrongNic;
    for (const Pair &pair : judgement.pairs) {
        if (!judgement.isLeading(pair) || !pair.nic)
            continue;
        if (isNode(topology, fabric.gpus[pair.gpu].node, id)) {
            facts.add(pair, true);
            basis = pair.basis;
        } else if (isNode(topology, fabric.nics[*pair.nic].node, id)) {
            facts.add(pair, false);
            if (pair.mispaired)
                wrongNic = pair.nic;
        }
    }
    if (wrongNic)
        facts.addExpectedGpu(*wrongNic);
    return facts.take(basis);
}

} // namespace fabricscope::widgets
