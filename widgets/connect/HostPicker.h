// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/connect/ConnectTypes.h"

#include <QWidget>

class QLabel;
class QListView;
class QSortFilterProxyModel;
class QStandardItemModel;

namespace fabricscope::widgets {

/// The names offered: those of the ssh configuration, and recent ones. Filtered by the typed text; selected
/// by a click or, from the field, with Down and Enter.
class HostPicker : public QWidget {
    Q_OBJECT
public:
    explicit HostPicker(QWidget *parent = nullptr);
    void setRows(const std::vector<HostSuggestion> &rows);
    void setFilter(const QString &text);
    [[nodiscard]] bool isEmpty() const;
    [[nodiscard]] QListView *view() const { return m_view; }

Q_SIGNALS:
    void picked(const QString &name);   ///< to be entered in the field
    void accepted(const QString &name); ///< and on: double click, Enter

private:
    void updateCount();

    QStandardItemModel *m_model;
    QSortFilterProxyModel *m_filter;
    QListView *m_view;
    QLabel *m_count;
};

} // namespace fabricscope::widgets
