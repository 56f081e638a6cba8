// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/jobs/StripDelegate.h"

namespace fabricscope::widgets {

/// Severity glyph, finding, reason, and at the right the device; for a host's own row its name, its
/// hypervisor, and at the right the number of findings by severity.
class FindingDelegate : public StripDelegate {
public:
    explicit FindingDelegate(QObject *parent) : StripDelegate(24, parent) {}

protected:
    void paintRow(QPainter &painter, const QRect &row, const QModelIndex &index) const override;

private:
    static void paintHeading(QPainter &painter, const QRect &row, const QModelIndex &index);
};

} // namespace fabricscope::widgets
