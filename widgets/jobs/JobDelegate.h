// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/jobs/StripDelegate.h"

namespace fabricscope::widgets {

/// State glyph, name, host, progress bar of 4 px or time, step.
class JobDelegate : public StripDelegate {
public:
    explicit JobDelegate(QObject *parent) : StripDelegate(26, parent) {}

protected:
    void paintRow(QPainter &painter, const QRect &row, const QModelIndex &index) const override;
};

} // namespace fabricscope::widgets
