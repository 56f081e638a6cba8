// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/DeviceSearch.h"

#include <QString>
#include <QStringList>

#include <algorithm>
#include <set>

namespace fabricscope::widgets {

namespace {

using topology::Node;

bool contains(const std::string &text, const QString &part) {
    return QString::fromStdString(text).contains(part, Qt::CaseInsensitive);
}

bool isDegraded(const Node &node) {
    return node.link && (node.link->state == topology::Link::State::Narrow ||
                         node.link->state == topology::Link::State::Slow ||
                         node.link->state == topology::Link::State::Down);
}

/// What may stand behind "is:"; one line each.
constexpr struct {
    const char *word;
    bool (*matches)(const Node &);
} kStates[] = {
    {"degraded", isDegraded},
    {"dead",
     [](const Node &node) {
         return node.dead;
     }},
    {"vfio",
     [](const Node &node) {
         return node.driver == "vfio-pci";
     }},
};

bool matchesKey(const Node &node, const QString &key, const QString &value) {
    bool number = false;
    const int wanted = value.toInt(&number);
    if (key == QLatin1String("group"))
        return number && node.iommuGroup && static_cast<int>(node.iommuGroup->value) == wanted;
    if (key == QLatin1String("numa"))
        return number && node.numa && node.numa->value == wanted;
    return std::any_of(std::begin(kStates), std::end(kStates), [&](const auto &state) {
        return value == QLatin1String(state.word) && state.matches(node);
    });
}

std::set<topology::NodeId> mispairedNodes(const affinity::Judgement &judgement) {
    std::set<topology::NodeId> nodes;
    for (const affinity::Pair &pair : judgement.pairs) {
        if (pair.basis != judgement.leading() || !pair.mispaired)
            continue;
        if (const auto &gpu = judgement.fabric.gpus[pair.gpu].node)
            nodes.insert(*gpu);
        if (pair.nic && judgement.fabric.nics[*pair.nic].node)
            nodes.insert(*judgement.fabric.nics[*pair.nic].node);
    }
    return nodes;
}

bool matchesIds(const topology::Topology &topology, const Node &node, const QString &word) {
    const auto &functions = topology.host().functions;
    if (!node.function || *node.function >= functions.size())
        return false;
    const host::PciFunction &function = functions[*node.function];
    if (!function.vendor || !function.device)
        return false;
    return QStringLiteral("%1:%2")
               .arg(*function.vendor, 4, 16, QLatin1Char('0'))
               .arg(*function.device, 4, 16, QLatin1Char('0')) == word;
}

bool matchesWord(const topology::Topology &topology, const Node &node, const QString &word) {
    for (const char *key : {"group", "numa", "is"}) {
        const QString prefix = QLatin1String(key) + QLatin1Char(':');
        if (word.startsWith(prefix))
            return matchesKey(node, QLatin1String(key), word.mid(prefix.size()));
    }
    return contains(node.name, word) || contains(node.model, word) ||
           (node.driver && contains(*node.driver, word)) || (node.owner && contains(*node.owner, word)) ||
           (node.bdf && contains(node.bdf->toString(), word)) || matchesIds(topology, node, word);
}

} // namespace

std::vector<topology::NodeId> findDevices(const topology::Topology &topology, const std::string &text,
                                          const affinity::Judgement *judgement) {
    QStringList words = QString::fromStdString(text).toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    std::vector<topology::NodeId> found;
    if (words.isEmpty())
        return found;
    const bool onlyMispaired = words.removeAll(QLatin1String("is:mispaired")) > 0;
    const std::set<topology::NodeId> mispaired =
        onlyMispaired && judgement != nullptr ? mispairedNodes(*judgement) : std::set<topology::NodeId>{};
    for (const Node &node : topology.nodes()) {
        if (node.kind == topology::NodeKind::Host || (onlyMispaired && mispaired.count(node.id) == 0))
            continue;
        const bool all = std::all_of(words.begin(), words.end(),
                                     [&](const QString &word) { return matchesWord(topology, node, word); });
        if (all)
            found.push_back(node.id);
    }
    return found;
}

} // namespace fabricscope::widgets
