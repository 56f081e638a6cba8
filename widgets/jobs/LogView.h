// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/LogModel.h"

#include <QSet>
#include <QTableView>

class QSortFilterProxyModel;

namespace fabricscope::widgets {

/// The log in columns: time, verb, host, text. Columns are as wide as their contents, so that the text gets
/// the rest; follows new lines while it is scrolled to the end.
class LogView : public QTableView {
    Q_OBJECT
public:
    explicit LogView(LogModel *log, QWidget *parent = nullptr);
    /// Only this host's lines; an empty name: all.
    void setHost(const QString &host);
    [[nodiscard]] QString host() const { return m_host; }
    /// The selected lines, as "14:22:05  ssh  gpu-07  ...".
    [[nodiscard]] QString chosenLines() const;

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void measure(int first, int last);
    void fitColumns();

    LogModel *m_log;
    QSortFilterProxyModel *m_filter;
    QString m_host;
    /// Widths of a column so far.
    struct MeasuredColumn {
        QSet<QString> measured;
        int width = 0;
    } m_verbs, m_hosts;
};

} // namespace fabricscope::widgets
