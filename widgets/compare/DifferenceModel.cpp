// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/DifferenceModel.h"

#include "widgets/common/text/ToolTip.h"

#include <algorithm>

namespace fabricscope::widgets {

namespace {

QString plain(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString textOf(const fleet::NotCompared &fact) {
    QString text = plain(fact.what);
    if (fact.count > 1)
        text += QObject::tr(" (%1 times, first %2)").arg(fact.count).arg(plain(fact.example));
    else if (!fact.example.empty())
        text += QObject::tr(" (%1)").arg(plain(fact.example));
    return fact.unknownBefore ? QObject::tr("Not compared, unknown on the left: %1").arg(text)
                              : QObject::tr("Not compared, unknown on the right: %1").arg(text);
}

} // namespace

DifferenceModel::DifferenceModel(QObject *parent) : QAbstractListModel(parent) {}

void DifferenceModel::setComparison(std::shared_ptr<const fleet::Comparison> comparison) {
    beginResetModel();
    m_comparison = std::move(comparison);
    m_groups = m_comparison ? fleet::grouped(*m_comparison) : std::vector<fleet::DifferenceGroup>{};
    filter();
    endResetModel();
}

void DifferenceModel::setCategory(std::optional<fleet::Category> category) {
    beginResetModel();
    m_category = category;
    filter();
    endResetModel();
}

bool DifferenceModel::shows(const fleet::Difference &difference) const {
    return !m_category || difference.category == *m_category;
}

void DifferenceModel::filter() {
    m_shownGroups.clear();
    m_shownUnknown.clear();
    if (!m_comparison)
        return;
    for (std::size_t i = 0; i < m_groups.size(); ++i)
        if (shows(m_comparison->differences[m_groups[i].members.front()]))
            m_shownGroups.push_back(i);
    for (std::size_t i = 0; i < m_comparison->notCompared.size(); ++i)
        if (!m_category || m_comparison->notCompared[i].category == *m_category)
            m_shownUnknown.push_back(i);
}

int DifferenceModel::countOf(std::optional<fleet::Category> category) const {
    return static_cast<int>(std::count_if(m_groups.begin(), m_groups.end(), [&](const auto &group) {
        return !category || m_comparison->differences[group.members.front()].category == *category;
    }));
}

int DifferenceModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_shownGroups.size() + m_shownUnknown.size());
}

const fleet::DifferenceGroup *DifferenceModel::groupAt(int row) const {
    const auto at = static_cast<std::size_t>(row);
    return row >= 0 && at < m_shownGroups.size() ? &m_groups[m_shownGroups[at]] : nullptr;
}

int DifferenceModel::rowOf(std::size_t difference) const {
    for (std::size_t row = 0; row < m_shownGroups.size(); ++row) {
        const auto &members = m_groups[m_shownGroups[row]].members;
        if (std::find(members.begin(), members.end(), difference) != members.end())
            return static_cast<int>(row);
    }
    return -1;
}

QVariant DifferenceModel::data(const QModelIndex &index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const fleet::DifferenceGroup *group = groupAt(index.row());
    const auto *unknown =
        group == nullptr
            ? &m_comparison
                   ->notCompared[m_shownUnknown[static_cast<std::size_t>(index.row()) - m_shownGroups.size()]]
            : nullptr;
    const auto *difference = group != nullptr ? &m_comparison->differences[group->members.front()] : nullptr;
    switch (role) {
    case Qt::DisplayRole:
        return group != nullptr ? plain(group->text) : textOf(*unknown);
    case Qt::ToolTipRole:
        return plainToolTip(group != nullptr ? plain(group->text) : textOf(*unknown));
    case SeverityRole:
        return difference != nullptr ? static_cast<int>(difference->severity) : -1;
    case CategoryRole:
        return plain(fleet::titleOf(difference != nullptr ? difference->category : unknown->category));
    case KnownRole:
        return difference != nullptr;
    case Qt::AccessibleTextRole: {
        static const QString kWords[] = {tr("note"), tr("warning"), tr("error")};
        return difference != nullptr ? kWords[static_cast<int>(difference->severity)] + QStringLiteral(": ") +
                                           plain(group->text)
                                     : textOf(*unknown);
    }
    default:
        return {};
    }
}

} // namespace fabricscope::widgets
