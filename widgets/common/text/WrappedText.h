// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QString>
#include <QStringList>
#include <QTextOption>

#include <vector>

namespace fabricscope::widgets {

/// The start of each line of `text` at `width` px; at most `most` lines and one more, 0: all.
[[nodiscard]] std::vector<int> lineStarts(const QString &text, const QFont &font, int width, int most,
                                          QTextOption::WrapMode wrap);

/// The same text with permitted breaks in words longer than a line: messages of libraries contain paths and
/// lists of names without a blank. For labels, which break only between words.
[[nodiscard]] QString breakable(const QString &text);

/// The same text with marks where a line may not end: between a number and its unit, and within names,
/// addresses and options ("vm-01a", "GB/s", "--use_rocm=3"). Longer words, such as paths, keep their breaks.
[[nodiscard]] QString keptTogether(const QString &text);
/// Without those marks: what is copied is what was shown.
[[nodiscard]] QString withoutMarks(QString text);

/// The text before the "…" of a last line: not within an address or number, which would then be another one.
enum class BeforeEllipsis { Letters, WholeWords };

/// At most `most` lines, wrapped between words, and within words that are too long, after a "_" or "." of a
/// name where possible; the last one ends in "…" if there is more.
[[nodiscard]] QStringList wrappedLines(const QString &text, const QFont &font, int width, int most,
                                       BeforeEllipsis before = BeforeEllipsis::Letters);

} // namespace fabricscope::widgets
