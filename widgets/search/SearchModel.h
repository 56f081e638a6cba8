// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/Search.h"
#include "widgets/search/SearchSource.h"

#include <QAbstractListModel>

#include <vector>

namespace fabricscope::widgets {

/// The results of a search, by group, with a heading row above each group.
class SearchModel : public QAbstractListModel {
public:
    enum Role {
        HeaderRole = Qt::UserRole + 1, ///< bool
        CountRole,                     ///< of a heading: "8 of 45"; empty if all are shown
        AddressRole,
        DetailRole,
        PlaceRole, ///< at the right: the host
        KeysRole,  ///< at the right: of an action
        GlyphRole, ///< int of draw::Glyph: the worst that is found about it
        GroupRole, ///< int of search::Group
        KindRole,  ///< int of draw::Token: the square of a device
        StateRole, ///< int of search::HostSource::State
    };

    explicit SearchModel(QObject *parent = nullptr);
    void show(const search::Search &search, const SearchSource &source);
    void clear();

    [[nodiscard]] const search::Hit *hit(const QModelIndex &index) const; ///< nullptr for a header
    /// The row selected initially: the best of all; -1 if nothing was found.
    [[nodiscard]] int bestRow() const { return m_best; }
    /// The next row that is not a heading, from `row` in this direction, wrapping around; -1: there is none.
    [[nodiscard]] int nextRow(int row, int direction) const;
    [[nodiscard]] int found() const { return m_found; } ///< of all groups, those not shown among them

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    struct Row {
        bool isHeader = false;
        QString title, count, place, keys, detail;
        search::HostSource::State state = search::HostSource::State::Other;
        bool isEnabled = true;
        search::Hit hit;
    };
    void addGroup(search::Group group, const search::Search &search, const SearchSource &source);
    [[nodiscard]] Row rowOf(const search::Hit &hit, const SearchSource &source) const;

    std::vector<Row> m_rows;
    int m_best = -1;
    int m_found = 0;
};

} // namespace fabricscope::widgets
