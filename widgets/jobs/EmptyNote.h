// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

class QAbstractItemView;

namespace fabricscope::widgets {

/// A sentence in an empty list that describes what it would list.
class EmptyNote : public QLabel {
    Q_OBJECT
public:
    /// `view` has its model already, and owns the note.
    EmptyNote(const QString &text, QAbstractItemView *view);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void place();
    QAbstractItemView *m_view;
};

} // namespace fabricscope::widgets
