// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace fabricscope::widgets {

/// "1 run", "3 runs". The program is English only: Qt's %n needs a translation for plurals, and would show "3
/// run(s)".
[[nodiscard]] inline QString counted(qsizetype count, const QString &one, const QString &many) {
    return QStringLiteral("%1 %2").arg(count).arg(count == 1 ? one : many);
}

} // namespace fabricscope::widgets
