// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"

#include <string_view>

namespace fabricscope::capture {

/// The capture as it may be mailed: what is not known to be harmless is replaced, in the sections, the
/// target, notes, origins and damage texts. What is harmless in a section says its row in
/// redact/SectionRules.cpp: words of its topics (redact/KnownWords.h), small numbers, PCI addresses, ids,
/// versions, names that the kernel gave by counting. A section without a row is removed, and a note says so.
/// Secrets become "***" (Secrets.h).
///
/// The same thing gets the same replacement wherever it is, with the same key also in another capture, so
/// that two hosts of one site can still be put together; without the key it cannot be found back.
/// Replacements keep the form (a MAC stays a MAC, locally administered; a GUID keeps its length and grouping;
/// an unknown word becomes "x" and eight letters), so that readers read on.
[[nodiscard]] Capture redacted(const Capture &capture, std::string_view key);

} // namespace fabricscope::capture
