// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QLabel;
class QMenuBar;

namespace fabricscope::app::window {

/// The ends of the menu bar: the program's name at the left, a note about the workspace at the right.
class MenuCorners : public QObject {
    Q_OBJECT
public:
    explicit MenuCorners(QMenuBar *bar);
    /// `workspace`: in front of what the note always contains; may be empty. Both are plain text.
    void setNote(const QString &workspace, const QString &toolTip);

private:
    QMenuBar *m_bar;
    QLabel *m_note;
};

} // namespace fabricscope::app::window
