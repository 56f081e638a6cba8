// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace fabricscope::widgets {

/// "1 run", "3 runs". The program speaks English only, so that Qt's %n, which needs a translation for the
/// plural, would show "3 run(s)".
[[nodiscard]] inline QString counted(qsizetype count, const QString &one, const QString &many) {
    return QStringLiteral("%1 %2").arg(count).arg(count == 1 ? one : many);
}

} // namespace fabricscope::widgets
