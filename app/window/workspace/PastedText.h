// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QString>

namespace fabricscope::app::window {

constexpr qsizetype kMaxPastedLetters = qsizetype{64} << 20;
constexpr int kKeptTexts = 40; ///< pasted texts in a folder; the oldest are deleted

/// Writes a pasted text to a new file of the folder, "pasted 2026-11-29 14.30.05.txt" in local time, readable
/// by the user only (0600), and returns its path: a session that is restored finds it again. Errors, for the
/// user: nothing to read, more than kMaxPastedLetters, or it cannot be written.
[[nodiscard]] Result<QString> keepPasted(const QString &folder, const QString &text);

} // namespace fabricscope::app::window
