// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/search/SearchModel.h"

#include "core/layout/scene/Tone.h"
#include "widgets/common/text/ToolTip.h"

#include <QCoreApplication>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr struct {
    search::Group group;
    const char *title;
} kTitles[] = {
    {search::kHosts, QT_TRANSLATE_NOOP("Search", "Hosts")},
    {search::kDevices, QT_TRANSLATE_NOOP("Search", "Devices")},
    {search::kFindings, QT_TRANSLATE_NOOP("Search", "Findings")},
    {search::kActions, QT_TRANSLATE_NOOP("Search", "Actions")},
};

QString titleOf(search::Group group) {
    const auto *row = std::find_if(std::begin(kTitles), std::end(kTitles),
                                   [&](const auto &known) { return known.group == group; });
    return QCoreApplication::translate("Search", row->title);
}

} // namespace

SearchModel::SearchModel(QObject *parent) : QAbstractListModel(parent) {}

void SearchModel::clear() {
    beginResetModel();
    m_rows.clear();
    m_best = -1;
    m_found = 0;
    endResetModel();
}

void SearchModel::show(const search::Search &search, const SearchSource &source) {
    beginResetModel();
    m_rows.clear();
    m_best = -1;
    m_found = 0;
    for (const search::Group group : search::Search::kGroups)
        addGroup(group, search, source);
    endResetModel();
}

void SearchModel::addGroup(search::Group group, const search::Search &search, const SearchSource &source) {
    const search::Hits &hits = search.hits(group);
    m_found += static_cast<int>(hits.count);
    if (hits.best.empty())
        return;
    Row header;
    header.isHeader = true;
    header.title = titleOf(group);
    if (hits.count > hits.best.size())
        header.count =
            QCoreApplication::translate("Search", "%1 of %2").arg(hits.best.size()).arg(hits.count);
    m_rows.push_back(std::move(header));
    if (search.bestGroup() == group)
        m_best = static_cast<int>(m_rows.size());
    for (const search::Hit &hit : hits.best)
        m_rows.push_back(rowOf(hit, source));
}

SearchModel::Row SearchModel::rowOf(const search::Hit &hit, const SearchSource &source) const {
    Row row;
    row.hit = hit;
    row.title = QString::fromStdString(hit.title);
    row.detail = QString::fromStdString(hit.detail);
    if (hit.group == search::kActions) {
        row.keys = QString::fromStdString(source.corpus->actions[hit.action].keys);
        if (hit.action < source.whyNot.size() && !source.whyNot[hit.action].isEmpty()) {
            row.isEnabled = false;
            row.detail = source.whyNot[hit.action];
        }
        return row;
    }
    const search::HostSource &host = source.corpus->hosts[hit.host];
    row.state = host.state;
    if (hit.group != search::kHosts)
        row.place = QString::fromStdString(host.name);
    return row;
}

const search::Hit *SearchModel::hit(const QModelIndex &index) const {
    if (!index.isValid() || m_rows[static_cast<std::size_t>(index.row())].isHeader)
        return nullptr;
    return &m_rows[static_cast<std::size_t>(index.row())].hit;
}

int SearchModel::nextRow(int row, int direction) const {
    const int count = rowCount();
    for (int step = 1; step <= count; ++step) {
        const int next = ((row + direction * step) % count + count) % count;
        if (!m_rows[static_cast<std::size_t>(next)].isHeader)
            return next;
    }
    return -1;
}

int SearchModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant SearchModel::data(const QModelIndex &index, int role) const {
    if (!index.isValid())
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return row.title;
    case Qt::ToolTipRole:
        return row.isHeader ? QString() : plainToolTip(row.title + QLatin1Char('\n') + row.detail);
    case Qt::AccessibleTextRole: {
        QStringList parts{row.title, QString::fromStdString(row.hit.address), row.place, row.detail,
                          row.keys};
        parts.removeAll(QString());
        return parts.join(QStringLiteral(", "));
    }
    case HeaderRole:
        return row.isHeader;
    case CountRole:
        return row.count;
    case AddressRole:
        return QString::fromStdString(row.hit.address);
    case DetailRole:
        return row.detail;
    case PlaceRole:
        return row.place;
    case KeysRole:
        return row.keys;
    case GlyphRole:
        return static_cast<int>(row.hit.severity ? layout::severityGlyph(*row.hit.severity)
                                                 : draw::Glyph::None);
    case GroupRole:
        return static_cast<int>(row.hit.group);
    case KindRole:
        return static_cast<int>(row.hit.kind ? layout::kindToken(*row.hit.kind, row.hit.frontEnd)
                                             : draw::Token::None);
    case StateRole:
        return static_cast<int>(row.state);
    default:
        return {};
    }
}

Qt::ItemFlags SearchModel::flags(const QModelIndex &index) const {
    if (!index.isValid() || m_rows[static_cast<std::size_t>(index.row())].isHeader)
        return Qt::NoItemFlags;
    const bool isEnabled = m_rows[static_cast<std::size_t>(index.row())].isEnabled;
    return Qt::ItemIsSelectable | (isEnabled ? Qt::ItemIsEnabled : Qt::NoItemFlags);
}

} // namespace fabricscope::widgets
