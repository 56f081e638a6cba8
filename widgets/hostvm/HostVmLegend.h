// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/DisplayList.h"

#include <QWidget>

namespace fabricscope::present {
class HostVmTable;
}

namespace fabricscope::widgets {

/// The legend of the curves; stays below the picture while that is scrolled.
class HostVmLegend : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    /// `width` px across.
    void relayout(const present::HostVmTable &table, int width);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    draw::DisplayList m_list;
};

} // namespace fabricscope::widgets
