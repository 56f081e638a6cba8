// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace fabricscope::widgets {

/// While it lives, widgets are made without the stylesheet, which comes back at its end: else each widget is
/// matched against its rules again whenever something above it gets another parent. Takes a third off the
/// start of the program.
class StyleSheetSuspender {
public:
    StyleSheetSuspender();
    ~StyleSheetSuspender();
    StyleSheetSuspender(const StyleSheetSuspender &) = delete;
    StyleSheetSuspender &operator=(const StyleSheetSuspender &) = delete;

private:
    QString m_sheet;
};

} // namespace fabricscope::widgets
