// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>

namespace fabricscope::widgets {

/// A stack with the size of its current page: the size hints of the others are not computed. Otherwise a
/// window with many pages of wrapped text spends half of its startup time on their heights.
class CurrentPageStack : public QStackedWidget {
    Q_OBJECT
public:
    using QStackedWidget::QStackedWidget;
    [[nodiscard]] QSize sizeHint() const override {
        return currentWidget() != nullptr ? currentWidget()->sizeHint() : QSize();
    }
    [[nodiscard]] QSize minimumSizeHint() const override {
        return currentWidget() != nullptr ? currentWidget()->minimumSizeHint() : QSize();
    }
    [[nodiscard]] bool hasHeightForWidth() const override { return false; }
};

} // namespace fabricscope::widgets
