// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace fabricscope::widgets {

/// While it lives, widgets are made without the stylesheet, which comes back at its end: else each widget is
/// matched against its rules again whenever something above it gets another parent. Takes a third off the
/// start of the program.
class StyleSheetPause {
public:
    StyleSheetPause();
    ~StyleSheetPause();
    StyleSheetPause(const StyleSheetPause &) = delete;
    StyleSheetPause &operator=(const StyleSheetPause &) = delete;

private:
    QString m_sheet;
};

} // namespace fabricscope::widgets
