// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ShellQuote.h"
#include "widgets/common/text/QtText.h"

namespace fabricscope::widgets {

/// One word of a shell command that the user copies (core/base/ShellQuote.h).
[[nodiscard]] inline QString quotedForShell(const QString &text) {
    return toQString(shellQuoted(text.toStdString()).value_or(""));
}

} // namespace fabricscope::widgets
