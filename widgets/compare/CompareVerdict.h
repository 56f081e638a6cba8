// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fleet/Difference.h"

#include <QWidget>

namespace fabricscope::widgets {

class ElidedLabel;
class GlyphLabel;

/// "3 changes: 1 error and 2 notes", with the sign of the worst.
class CompareVerdict : public QWidget {
    Q_OBJECT
public:
    explicit CompareVerdict(QWidget *parent = nullptr);
    void setComparison(const fleet::Comparison &comparison);
    [[nodiscard]] QString text() const; ///< "3 changes"

private:
    GlyphLabel *m_glyph;
    ElidedLabel *m_text;
    ElidedLabel *m_detail;
};

} // namespace fabricscope::widgets
