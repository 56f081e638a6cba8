// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace fabricscope::widgets {

/// While it exists, widgets are created without the stylesheet, which is restored afterwards: otherwise each
/// widget is matched against its rules again whenever one of its parents is reparented. Reduces the startup
/// time by a third.
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
