// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/FleetModel.h"

#include "widgets/common/text/Counted.h"
#include "widgets/common/text/ToolTip.h"

#include <QDataStream>
#include <QIODevice>
#include <QMimeData>
#include <QSet>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

/// Maximum number of names in the tooltip of a fold.
constexpr std::size_t kMaxNames = 12;

QString linkText(HostLink link) {
    switch (link) {
    case HostLink::Waiting:
        return FleetModel::tr("waiting");
    case HostLink::Connecting:
        return FleetModel::tr("connecting");
    case HostLink::Collecting:
        return FleetModel::tr("collecting");
    case HostLink::Connected:
        return FleetModel::tr("connected");
    case HostLink::Disconnected:
        return FleetModel::tr("not connected");
    case HostLink::Unreachable:
        return FleetModel::tr("offline");
    case HostLink::Capture:
        return FleetModel::tr("capture");
    }
    return {};
}

bool isHost(FleetRow row) {
    return row == FleetRow::Host || row == FleetRow::Vm || row == FleetRow::Capture;
}

auto findKey(FleetNodes &nodes, std::size_t from, const QString &key) {
    return std::find_if(nodes.begin() + static_cast<std::ptrdiff_t>(from), nodes.end(),
                        [&](const auto &node) { return node->key == key; });
}

} // namespace

FleetModel::FleetModel(QObject *parent) : QAbstractItemModel(parent), m_root(std::make_unique<FleetNode>()) {}
FleetModel::~FleetModel() = default;

void FleetModel::setEntries(const std::vector<FleetEntry> &entries, const std::vector<FleetGroup> &groups) {
    m_groups = groups;
    m_sums = sumsOf(entries);
    Q_EMIT aboutToUpdate();
    update(*m_root, fleetTree(entries, groups));
    Q_EMIT updated();
}

void FleetModel::update(FleetNode &parent, FleetNodes desired) {
    auto &have = parent.children;
    QSet<QString> kept;
    for (const auto &node : desired)
        kept.insert(node->key);
    for (std::size_t row = have.size(); row-- > 0;) {
        if (kept.contains(have[row]->key))
            continue;
        beginRemoveRows(indexOf(&parent), static_cast<int>(row), static_cast<int>(row));
        have.erase(have.begin() + static_cast<std::ptrdiff_t>(row));
        endRemoveRows();
    }
    for (std::size_t row = 0; row < desired.size(); ++row)
        takeOver(parent, row, *desired[row]);
}

void FleetModel::takeOver(FleetNode &parent, std::size_t row, FleetNode &desired) {
    auto &have = parent.children;
    const auto at = findKey(have, row, desired.key);
    const int target = static_cast<int>(row);
    if (at == have.end()) {
        auto node = std::make_unique<FleetNode>();
        node->key = desired.key;
        node->row = desired.row;
        node->entry = desired.entry;
        node->parent = &parent;
        beginInsertRows(indexOf(&parent), target, target);
        have.insert(have.begin() + target, std::move(node));
        endInsertRows();
    } else if (const int from = static_cast<int>(at - have.begin()); from != target) {
        beginMoveRows(indexOf(&parent), from, from, indexOf(&parent), target);
        std::rotate(have.begin() + target, have.begin() + from, have.begin() + from + 1);
        endMoveRows();
    }
    FleetNode &node = *have[row];
    const bool isOther = node.row != desired.row || node.entry != desired.entry;
    const bool hasOthers = node.children.size() != desired.children.size();
    node.row = desired.row;
    node.entry = desired.entry;
    const bool wasAllSimulated = node.allSimulated();
    update(node, std::move(desired.children));
    if (node.allSimulated() != wasAllSimulated &&
        !node.children.empty()) // each row shows what its group does not show
        Q_EMIT dataChanged(indexOf(node.children.front().get()), indexOf(node.children.back().get()));
    // A value that a group shows for all its rows may differ in some of them.
    if (isOther || hasOthers || node.row == FleetRow::Group) {
        const QModelIndex changed = indexOf(&node);
        Q_EMIT dataChanged(changed, changed);
    }
}

const FleetNode *FleetModel::find(const FleetNode &below, quint64 id) const {
    for (const auto &node : below.children) {
        if (node->entry.id == id && isHost(node->row))
            return node.get();
        if (const FleetNode *found = find(*node, id))
            return found;
    }
    return nullptr;
}

QModelIndex FleetModel::indexOf(quint64 id) const {
    const FleetNode *node = id != 0 ? find(*m_root, id) : nullptr;
    return node != nullptr ? indexOf(node) : QModelIndex();
}

QModelIndex FleetModel::indexOfGroup(quint64 group) const {
    for (const auto &node : m_root->children)
        if (group != 0 && node->entry.group == group)
            return indexOf(node.get());
    return {};
}

FleetNode *FleetModel::nodeOf(const QModelIndex &index) const {
    return index.isValid() ? static_cast<FleetNode *>(index.internalPointer()) : m_root.get();
}

QModelIndex FleetModel::indexOf(const FleetNode *node) const {
    if (node == m_root.get() || node->parent == nullptr)
        return {};
    return createIndex(node->place(), 0, node);
}

QModelIndex FleetModel::index(int row, int column, const QModelIndex &parent) const {
    const FleetNode *above = nodeOf(parent);
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
    const FleetNode &node = *nodeOf(index);
    const FleetEntry &entry = node.entry;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return entry.name;
    case Qt::ToolTipRole:
        return plainToolTip(toolTip(node));
    case Qt::AccessibleTextRole:
        return accessibleText(node);
    case RowRole:
        return QVariant::fromValue(node.row);
    case IdRole:
        return isHost(node.row) ? entry.id : quint64{0};
    case LinkRole:
        return QVariant::fromValue(entry.link);
    case BadgeRole:
        return entry.badge;
    case DetailRole:
        return node.row == Row::Group ? QString::number(node.hosts()) : entry.detail;
    case ErrorsRole:
        return entry.errors;
    case WarningsRole:
        return entry.warnings;
    case SimulatedRole:
        return node.row == Row::Group || node.row == Row::Fold ? node.allSimulated() : entry.simulated;
    case GroupRole:
        return entry.group;
    case KeyRole:
        return node.key;
    case CleanRole:
        return entry.read && entry.errors == 0 && entry.warnings == 0;
    default:
        return {};
    }
}

QString FleetModel::toolTip(const FleetNode &node) const {
    if (node.row == Row::Fold) {
        QStringList names;
        for (const auto &host : node.children)
            if (names.size() < static_cast<qsizetype>(kMaxNames))
                names << host->entry.name;
        if (node.children.size() > kMaxNames)
            names << tr("and %1 more").arg(node.children.size() - kMaxNames);
        return tr("The same hardware, firmware, kernel and findings:\n%1").arg(names.join(QLatin1Char('\n')));
    }
    const QString &target = node.entry.target;
    const QString place = node.entry.simulated ? tr("%1, simulated").arg(target) : target;
    // Why it is not connected: the row may have no space for it.
    return node.entry.link == HostLink::Unreachable && !node.entry.detail.isEmpty()
               ? QStringLiteral("%1: %2").arg(place, node.entry.detail)
               : place;
}

/// The contents of a row as text.
QString FleetModel::accessibleText(const FleetNode &node) const {
    const FleetEntry &entry = node.entry;
    if (node.row == Row::Group)
        return tr("%1, group of %2").arg(entry.name).arg(node.hosts());
    QStringList words{entry.name};
    if (isHost(node.row))
        words << (entry.link == HostLink::Unreachable && !entry.detail.isEmpty() ? entry.detail
                                                                                 : linkText(entry.link));
    if (!entry.badge.isEmpty())
        words << entry.badge;
    if (entry.errors > 0)
        words << counted(entry.errors, tr("error"), tr("errors"));
    if (entry.warnings > 0)
        words << counted(entry.warnings, tr("warning"), tr("warnings"));
    if (entry.simulated)
        words << tr("simulated");
    return words.join(QStringLiteral(", "));
}

Qt::ItemFlags FleetModel::flags(const QModelIndex &index) const {
    if (!index.isValid())
        return Qt::NoItemFlags;
    const FleetNode &node = *nodeOf(index);
    switch (node.row) {
    case Row::Group: {
        const bool takes = node.key != QLatin1String("captures");
        const bool isOwn = node.entry.group != 0;
        return Qt::ItemIsEnabled | (takes ? Qt::ItemIsDropEnabled : Qt::NoItemFlags) |
               (isOwn ? Qt::ItemIsEditable : Qt::NoItemFlags);
    }
    case Row::Host:
        return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable | Qt::ItemIsDragEnabled |
               Qt::ItemIsDropEnabled;
    case Row::Vm:
    case Row::Capture:
        return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable;
    case Row::Guest:
    case Row::Fold:
        break;
    }
    return Qt::ItemIsEnabled;
}

bool FleetModel::setData(const QModelIndex &index, const QVariant &value, int role) {
    if (!index.isValid() || role != Qt::EditRole || value.toString() == nodeOf(index)->entry.name)
        return false;
    const FleetNode &node = *nodeOf(index);
    if (node.row == Row::Group)
        Q_EMIT groupRenameRequested(node.entry.group, value.toString());
    else
        Q_EMIT renameRequested(node.entry.id, value.toString());
    return true;
}

QStringList FleetModel::mimeTypes() const {
    return {QLatin1String(kMimeType)};
}

QMimeData *FleetModel::mimeData(const QModelIndexList &indexes) const {
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    for (const QModelIndex &index : indexes)
        if (nodeOf(index)->row == Row::Host)
            out << nodeOf(index)->entry.id;
    auto *data = new QMimeData;
    data->setData(QLatin1String(kMimeType), bytes);
    return data;
}

/// Onto a group, onto a host, or between two hosts.
bool FleetModel::dropMimeData(const QMimeData *data, Qt::DropAction action, int row, int,
                              const QModelIndex &parent) {
    if (action != Qt::MoveAction || !data->hasFormat(QLatin1String(kMimeType)) || !parent.isValid())
        return false;
    const FleetNode &target = *nodeOf(parent);
    if (target.row != Row::Group && target.row != Row::Host)
        return false;
    QList<quint64> ids;
    QDataStream in(data->data(QLatin1String(kMimeType)));
    for (quint64 id = 0; !in.atEnd(); ids << id)
        in >> id;
    quint64 before = target.row == Row::Host ? target.entry.id : 0;
    if (target.row == Row::Group && row >= 0 && row < static_cast<int>(target.children.size()))
        before = target.children[static_cast<std::size_t>(row)]->entry.id;
    // The dragged row is removed when the owner sets new entries, not when the view has finished the drag.
    Q_EMIT moveRequested(ids, target.entry.group, before);
    return false;
}

} // namespace fabricscope::widgets
