// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/FleetModel.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace fabricscope::widgets {

struct FleetModel::Node {
    QString key;
    Row row = Row::Group;
    FleetEntry entry; ///< of groups and guests only the name counts
    Node *parent = nullptr;
    std::vector<std::unique_ptr<Node>> children;

    [[nodiscard]] int place() const {
        const auto self = std::find_if(parent->children.begin(), parent->children.end(),
                                       [this](const auto &child) { return child.get() == this; });
        return static_cast<int>(self - parent->children.begin());
    }
};

namespace {

using Row = FleetModel::Row;

template<class Node> std::unique_ptr<Node> makeNode(QString key, Row row, FleetEntry entry) {
    auto node = std::make_unique<Node>();
    node->key = std::move(key);
    node->row = row;
    node->entry = std::move(entry);
    return node;
}

template<class Node> std::unique_ptr<Node> entryNode(const FleetEntry &entry, Row row) {
    auto node = makeNode<Node>(QStringLiteral("entry-%1").arg(entry.id), row, entry);
    int number = 0;
    for (const FleetEntry::Guest &guest : entry.guests) {
        FleetEntry shown;
        shown.name = guest.name;
        if (guest.gpus > 0)
            shown.badge = QObject::tr("%1 GPU").arg(guest.gpus);
        node->children.push_back(
            makeNode<Node>(QStringLiteral("guest-%1-%2").arg(number++).arg(guest.name), Row::Guest, shown));
    }
    return node;
}

template<class Node> std::unique_ptr<Node> groupNode(const QString &key, const QString &name) {
    FleetEntry shown;
    shown.name = name;
    return makeNode<Node>(key, Row::Group, shown);
}

/// The group nodes, each made when it is first wanted; hosts of no list come first, captures last.
template<class Node> class Groups {
public:
    Node &of(const FleetEntry &entry) {
        if (entry.group.isEmpty())
            return *m_hosts;
        const auto [place, isNew] = m_places.try_emplace(entry.group, m_named.size());
        if (isNew)
            m_named.push_back(groupNode<Node>(QStringLiteral("group-") + entry.group, entry.group));
        return *m_named[place->second];
    }
    Node &captures() { return *m_captures; }

    std::vector<std::unique_ptr<Node>> take() {
        std::vector<std::unique_ptr<Node>> all;
        all.push_back(std::move(m_hosts));
        std::move(m_named.begin(), m_named.end(), std::back_inserter(all));
        all.push_back(std::move(m_captures));
        std::erase_if(all, [](const auto &group) { return group->children.empty(); });
        return all;
    }

private:
    std::unique_ptr<Node> m_hosts = groupNode<Node>(QStringLiteral("hosts"), QObject::tr("Hosts"));
    std::unique_ptr<Node> m_captures = groupNode<Node>(QStringLiteral("captures"), QObject::tr("Captures"));
    std::vector<std::unique_ptr<Node>> m_named;
    std::map<QString, std::size_t> m_places;
};

/// The tree that these entries should be.
template<class Node> std::vector<std::unique_ptr<Node>> wantedTree(const std::vector<FleetEntry> &entries) {
    Groups<Node> groups;
    std::map<quint64, Node *> tops;
    const auto addTop = [&](const FleetEntry &entry) {
        auto &children = groups.of(entry).children;
        children.push_back(entryNode<Node>(entry, Row::Host));
        return children.back().get();
    };
    for (const FleetEntry &entry : entries) {
        if (entry.link == HostLink::Capture)
            groups.captures().children.push_back(entryNode<Node>(entry, Row::Capture));
        else if (!entry.hypervisor)
            tops[entry.id] = addTop(entry);
    }
    for (const FleetEntry &entry : entries) {
        if (entry.link == HostLink::Capture || !entry.hypervisor)
            continue;
        // A VM whose hypervisor is not at hand, or is a VM itself, stands among the hosts.
        const auto above = tops.find(*entry.hypervisor);
        if (above == tops.end())
            addTop(entry);
        else
            above->second->children.push_back(entryNode<Node>(entry, Row::Vm));
    }
    return groups.take();
}

template<class Nodes> auto findKey(Nodes &nodes, std::size_t from, const QString &key) {
    return std::find_if(nodes.begin() + static_cast<std::ptrdiff_t>(from), nodes.end(),
                        [&](const auto &node) { return node->key == key; });
}

} // namespace

FleetModel::FleetModel(QObject *parent) : QAbstractItemModel(parent), m_root(std::make_unique<Node>()) {}
FleetModel::~FleetModel() = default;

void FleetModel::setEntries(const std::vector<FleetEntry> &entries) {
    update(*m_root, wantedTree<Node>(entries));
}

void FleetModel::update(Node &parent, std::vector<std::unique_ptr<Node>> wanted) {
    auto &have = parent.children;
    for (std::size_t row = have.size(); row-- > 0;) {
        if (findKey(wanted, 0, have[row]->key) != wanted.end())
            continue;
        beginRemoveRows(indexOf(&parent), static_cast<int>(row), static_cast<int>(row));
        have.erase(have.begin() + static_cast<std::ptrdiff_t>(row));
        endRemoveRows();
    }
    for (std::size_t row = 0; row < wanted.size(); ++row)
        takeOver(parent, row, *wanted[row]);
}

void FleetModel::takeOver(Node &parent, std::size_t row, Node &wanted) {
    auto &have = parent.children;
    const auto at = findKey(have, row, wanted.key);
    const int target = static_cast<int>(row);
    if (at == have.end()) {
        auto node = makeNode<Node>(wanted.key, wanted.row, wanted.entry);
        node->parent = &parent;
        beginInsertRows(indexOf(&parent), target, target);
        have.insert(have.begin() + target, std::move(node));
        endInsertRows();
    } else {
        const int from = static_cast<int>(at - have.begin());
        if (from != target) {
            beginMoveRows(indexOf(&parent), from, from, indexOf(&parent), target);
            std::rotate(have.begin() + target, have.begin() + from, have.begin() + from + 1);
            endMoveRows();
        }
        Node &node = *have[row];
        if (node.row != wanted.row || node.entry != wanted.entry) {
            node.row = wanted.row;
            node.entry = wanted.entry;
            const QModelIndex changed = indexOf(&node);
            Q_EMIT dataChanged(changed, changed);
        }
    }
    update(*have[row], std::move(wanted.children));
}

QModelIndex FleetModel::indexOf(quint64 id) const {
    for (const auto &group : m_root->children)
        for (const auto &node : group->children) {
            if (node->entry.id == id)
                return indexOf(node.get());
            for (const auto &vm : node->children)
                if (vm->entry.id == id)
                    return indexOf(vm.get());
        }
    return {};
}

FleetModel::Node *FleetModel::nodeOf(const QModelIndex &index) const {
    return index.isValid() ? static_cast<Node *>(index.internalPointer()) : m_root.get();
}

QModelIndex FleetModel::indexOf(const Node *node) const {
    if (node == m_root.get() || node->parent == nullptr)
        return {};
    return createIndex(node->place(), 0, node);
}

QModelIndex FleetModel::index(int row, int column, const QModelIndex &parent) const {
    const Node *above = nodeOf(parent);
    if (row < 0 || row >= static_cast<int>(above->children.size()) || column != 0)
        return {};
    return createIndex(row, column, above->children[static_cast<std::size_t>(row)].get());
}

QModelIndex FleetModel::parent(const QModelIndex &child) const {
    return child.isValid() ? indexOf(nodeOf(child)->parent) : QModelIndex();
}

int FleetModel::rowCount(const QModelIndex &parent) const {
    return parent.column() > 0 ? 0 : static_cast<int>(nodeOf(parent)->children.size());
}

int FleetModel::columnCount(const QModelIndex &) const {
    return 1;
}

QVariant FleetModel::data(const QModelIndex &index, int role) const {
    if (!index.isValid())
        return {};
    const Node &node = *nodeOf(index);
    switch (role) {
    case Qt::DisplayRole:
        return node.entry.name;
    case Qt::ToolTipRole:
        return node.entry.simulated ? tr("%1, simulated").arg(node.entry.target) : node.entry.target;
    case RowRole:
        return QVariant::fromValue(node.row);
    case IdRole:
        return node.entry.id;
    case LinkRole:
        return QVariant::fromValue(node.entry.link);
    case BadgeRole:
        return node.entry.badge;
    case DetailRole:
        return node.row == Row::Group ? QString::number(node.children.size()) : node.entry.detail;
    case ErrorsRole:
        return node.entry.errors;
    case WarningsRole:
        return node.entry.warnings;
    case SimulatedRole:
        return node.entry.simulated;
    default:
        return {};
    }
}

Qt::ItemFlags FleetModel::flags(const QModelIndex &index) const {
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Row row = nodeOf(index)->row;
    return row == Row::Group || row == Row::Guest ? Qt::ItemIsEnabled
                                                  : Qt::ItemIsEnabled | Qt::ItemIsSelectable;
}

} // namespace fabricscope::widgets
