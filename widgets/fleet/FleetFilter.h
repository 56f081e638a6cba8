// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>

namespace fabricscope::widgets {

/// Rows whose text contains the filter: name, badge, and the text at the right ("offline"), with their
/// parents and children. A fold has no name of its own.
class FleetFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit FleetFilter(QObject *parent = nullptr);
    void setText(const QString &text);
    [[nodiscard]] const QString &text() const { return m_text; }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    QString m_text;
};

} // namespace fabricscope::widgets
