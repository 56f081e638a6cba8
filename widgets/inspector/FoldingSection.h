// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QWidget>

class QVBoxLayout;

namespace fabricscope::widgets {

/// A title with a chevron, a note at the right, and a body that folds away.
class FoldingSection : public QWidget {
    Q_OBJECT
public:
    FoldingSection(const QString &title, const QString &note, QWidget *parent = nullptr);
    void addWidget(QWidget *widget);
    void setOpen(bool open);
    [[nodiscard]] bool isOpen() const;
    [[nodiscard]] QString title() const;

Q_SIGNALS:
    void toggled(bool open);

private:
    QAbstractButton *m_head;
    QWidget *m_body;
    QVBoxLayout *m_rows;
};

} // namespace fabricscope::widgets
