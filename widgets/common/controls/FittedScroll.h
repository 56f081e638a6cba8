// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace fabricscope::widgets {

/// As high as its content, unless it is made lower: then the content scrolls.
class FittedScroll : public QScrollArea {
    Q_OBJECT
public:
    /// `content` has a layout.
    explicit FittedScroll(QWidget *content, QWidget *parent = nullptr);
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitScrollBar();
};

} // namespace fabricscope::widgets
