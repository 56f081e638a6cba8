// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/FleetEntry.h"

#include <QWidget>

class QLabel;

namespace fabricscope::widgets {

class GlyphLabel;

/// The totals below the fleet: errors, warnings, clean hosts, all hosts. Captures without hosts have
/// findings, too.
class FleetFooter : public QWidget {
    Q_OBJECT
public:
    explicit FleetFooter(QWidget *parent = nullptr);
    void setSums(const FleetSums &sums);
    [[nodiscard]] const FleetSums &sums() const { return m_sums; }

private:
    FleetSums m_sums;
    QLabel *m_errors, *m_warnings, *m_clean, *m_hosts;
    GlyphLabel *m_tick;
};

} // namespace fabricscope::widgets
