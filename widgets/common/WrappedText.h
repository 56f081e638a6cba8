// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QString>
#include <QStringList>
#include <QTextOption>

#include <vector>

namespace fabricscope::widgets {

/// Where each line of `text` begins in `width` px; finds at most `most` lines and one more, 0: all.
[[nodiscard]] std::vector<int> lineStarts(const QString &text, const QFont &font, int width, int most,
                                          QTextOption::WrapMode wrap);

/// The same text, whose words may break within where they are longer than a line may be: libraries' messages
/// have paths and lists of names without a blank. For labels, which break at words only.
[[nodiscard]] QString breakable(const QString &text);

/// What precedes the "…" of a last line: a cut address or number would be another one.
enum class BeforeEllipsis { Letters, WholeWords };

/// At most `most` lines, wrapped at words and within those that are too long; the last one ends in "…" where
/// there is more.
[[nodiscard]] QStringList wrappedLines(const QString &text, const QFont &font, int width, int most,
                                       BeforeEllipsis before = BeforeEllipsis::Letters);

} // namespace fabricscope::widgets
