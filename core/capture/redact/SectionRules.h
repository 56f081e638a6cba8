// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/redact/KnownWords.h"
#include "core/capture/redact/Numbers.h"

#include <string_view>

namespace fabricscope::capture {

/// What is known to be harmless in one kind of section (SECTIONS.md). Everything else is replaced.
struct SectionRule {
    std::string_view section;
    Topics topics;            ///< whose words and device names stay
    NumberForms numbers = {}; ///< the kernel writes them and nobody else
    bool sizes = false;       ///< wide decimals stay where the word before them says that they are a size
    bool dottedKeys = false;  ///< "lldp.eth0.chassis.name": known words and names joined by dots
    bool builders = false;    ///< versions may carry a packager's words: "6.8.0-60-generic"
    bool ownOrigin = false; ///< its origin names files that sections name too: what is replaced there is here
};

/// The row of this kind of section; nullptr where there is none: such a section is removed.
[[nodiscard]] const SectionRule *sectionRule(std::string_view section);

/// For texts of the capture itself: notes, origins, damage.
[[nodiscard]] const SectionRule &noteRule();

} // namespace fabricscope::capture
