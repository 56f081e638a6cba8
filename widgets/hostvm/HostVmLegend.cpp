// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/hostvm/HostVmLegend.h"

#include "core/layout/hostvm/HostVmLayout.h"
#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"

#include <QPainter>

#include <cmath>

namespace fabricscope::widgets {

namespace {

constexpr int kSpacing = 4; ///< px, below it

} // namespace

void HostVmLegend::relayout(const present::HostVmTable &table, int width) {
    m_list = layout::layoutHostVmLegend(
        table, {width / uiScale(), windowMeasure(), 0, tr("hover a row to isolate its curve").toStdString()});
    setFixedHeight(static_cast<int>(std::ceil(m_list.height * uiScale())) + kSpacing);
    update();
}

void HostVmLegend::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.fillRect(rect(), resolved(m_list.background, currentTheme()));
    painter.scale(uiScale(), uiScale());
    DisplayListOptions options;
    options.theme = currentTheme();
    paintDisplayList(painter, m_list, options);
}

} // namespace fabricscope::widgets
