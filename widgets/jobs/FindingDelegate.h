// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/jobs/StripDelegate.h"

namespace fabricscope::widgets {

/// Severity glyph, what is wrong, why, and at the right where; of a host's own row its name, whose VM it is,
/// and at the right how many of which severity.
class FindingDelegate : public StripDelegate {
public:
    explicit FindingDelegate(QObject *parent) : StripDelegate(24, parent) {}

protected:
    void paintRow(QPainter &painter, const QRect &row, const QModelIndex &index) const override;

private:
    static void paintHeading(QPainter &painter, const QRect &row, const QModelIndex &index);
};

} // namespace fabricscope::widgets
