// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"

#include <string_view>

namespace fabricscope::capture {

/// The capture in a form that may be shared: everything not known to be harmless is replaced, in the
/// sections, the target, notes, origins and damage texts. What is harmless in a section is defined by its row
/// in redact/SectionRules.cpp: words of its topics (redact/KnownWords.h), small numbers, PCI addresses, ids,
/// versions, names that the kernel numbered. A section without a row is removed, with a note. Secrets become
/// "***" (Secrets.h).
///
/// The same thing gets the same replacement everywhere, with the same key also in another capture, so that
/// two hosts of one site can still be combined; without the key the original cannot be recovered. Its form
/// (case, colons, dashes, "0x", zeros in front) changes only that of the replacement. What decides, in this
/// order: a name or number found at its place anywhere in the capture (findNames(), hosts before others), a
/// known form (RedactForms.h), the place, the word itself.
/// Replacements keep the form (a MAC stays a MAC, locally administered; a GUID keeps its length and grouping;
/// an unknown word becomes "x" and eight letters), so that readers still work.
[[nodiscard]] Capture redacted(const Capture &capture, std::string_view key);

} // namespace fabricscope::capture
