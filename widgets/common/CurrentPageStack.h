// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>

namespace fabricscope::widgets {

/// A stack as large as the page that is shown: what the others would need is not asked for. A window of many
/// pages with wrapped text spends half of its start on their heights otherwise.
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
