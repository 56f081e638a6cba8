// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/DeviceSearch.h"

#include <QString>
#include <QStringList>

#include <algorithm>

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

std::vector<topology::NodeId> findDevices(const topology::Topology &topology, const std::string &text) {
    const QStringList words =
        QString::fromStdString(text).toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    std::vector<topology::NodeId> found;
    if (words.isEmpty())
        return found;
    for (const Node &node : topology.nodes()) {
        if (node.kind == topology::NodeKind::Host)
            continue;
        const bool all = std::all_of(words.begin(), words.end(),
                                     [&](const QString &word) { return matchesWord(topology, node, word); });
        if (all)
            found.push_back(node.id);
    }
    return found;
}

} // namespace fabricscope::widgets
