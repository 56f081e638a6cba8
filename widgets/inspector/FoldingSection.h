// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace fabricscope::widgets {

/// A title with a chevron, a note at the right, and a body that can be collapsed.
class FoldingSection : public QWidget {
    Q_OBJECT
public:
    FoldingSection(const QString &title, const QString &note, QWidget *parent = nullptr);
    void addWidget(QWidget *widget);
    void insertWidget(int at, QWidget *widget); ///< before the current one; -1: last
    void setNote(const QString &note);
    void setOpen(bool open);
    [[nodiscard]] bool isOpen() const;
    [[nodiscard]] QString title() const;
    /// The focusable widgets, from top to bottom.
    [[nodiscard]] QWidgetList stops() const;

Q_SIGNALS:
    void toggled(bool open);

protected:
    /// The parent of added widgets: a widget with another parent would be reparented, and styled twice.
    [[nodiscard]] QWidget *body() const { return m_body; }

private:
    class Header;
    Header *m_head;
    QWidget *m_body;
    QVBoxLayout *m_rows;
};

} // namespace fabricscope::widgets
