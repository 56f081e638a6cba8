// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/controls/Controls.h"

class QPen;

namespace fabricscope::widgets {

/// The word "simulated" in a dashed frame, the same on all screens: neither a finding nor a device's badge.
class SimulatedChip : public Chip {
    Q_OBJECT
public:
    explicit SimulatedChip(QWidget *parent = nullptr);
    /// What simulates the host, for the tooltip; empty on real hosts, where it is hidden.
    void setSource(const QString &simulated);

protected:
    void paintEvent(QPaintEvent *event) override;
};

/// Its frame, for rows that paint the word themselves.
[[nodiscard]] QPen simulatedFrame();

} // namespace fabricscope::widgets
