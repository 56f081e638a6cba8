// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/hostvm/HostVmLayout.h"
#include "tests/core/layout/Soundness.h"

#include <string>

namespace fabricscope::layout {

inline std::string textsOf(const draw::DisplayList &list) {
    std::string texts;
    for (const draw::Item &item : list.items)
        if (!item.text.empty())
            texts += item.text + "\n";
    return texts;
}

/// Checks that nothing is outside, and that no texts and no rows overlap.
inline void expectSound(const draw::DisplayList &list) {
    const Picture picture{nullptr, list};
    expectBoxesNestedOrDisjoint(picture);
    expectEverythingInside(picture);
    expectReadableText(picture, 1);
}

} // namespace fabricscope::layout
