// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace fabricscope::widgets {

/// A word with an accent line below it while it is selected, and a count after it if there is one.
class TabButton : public QAbstractButton {
    Q_OBJECT
public:
    explicit TabButton(const QString &text, QWidget *parent = nullptr);
    void setCount(int count); ///< below 0: none
    /// Readable, but faint: for a screen without data.
    void setFaint(bool faint);
    [[nodiscard]] bool isFaint() const { return m_faint; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] int countWidth() const;
    int m_count = -1;
    bool m_faint = false;
};

} // namespace fabricscope::widgets
