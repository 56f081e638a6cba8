// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/compare/CompareSide.h"

#include <QAbstractButton>

#include <vector>

class QMenu;

namespace fabricscope::widgets {

/// "before  gpu-07-monday.fscope ⌄": the host or capture of one side; a menu of all, and of files.
class SideChooser : public QAbstractButton {
    Q_OBJECT
public:
    explicit SideChooser(const QString &role, QWidget *parent = nullptr);
    /// `current` 0: none is selected.
    void setSides(const std::vector<CompareSide> &sides, quint64 current);
    [[nodiscard]] quint64 current() const { return m_current; }
    [[nodiscard]] QMenu *menu() const { return m_menu; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void chosen(quint64 id);
    void openRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void popUp();

    QString m_role;
    QMenu *m_menu;
    quint64 m_current = 0;
};

/// "mi355x-03, 2026-11-20 08:12": a side in a menu or above its picture.
[[nodiscard]] QString takenText(const CompareSide &side);

} // namespace fabricscope::widgets
