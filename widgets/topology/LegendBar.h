// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/TopologyLayout.h"

#include <QWidget>

namespace fabricscope::widgets {

/// What the colours and line widths below the picture mean.
class LegendBar : public QWidget {
    Q_OBJECT
public:
    explicit LegendBar(QWidget *parent = nullptr);
    void setColourBy(layout::ColourBy colourBy);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    layout::ColourBy m_colourBy = layout::ColourBy::Kind;
};

} // namespace fabricscope::widgets
