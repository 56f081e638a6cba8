// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/tools/ToolText.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// Whether each of these is the key of some line "KEY: VALUE" of a text.
[[nodiscard]] inline bool hasKeys(std::string_view text, std::initializer_list<std::string_view> keys) {
    const bool mayHave = std::all_of(keys.begin(), keys.end(), [&](std::string_view key) {
        return text.find(key) != std::string_view::npos;
    });
    if (!mayHave && !mayNeedCleaning(text))
        return false;
    std::vector<std::string_view> missing(keys);
    for (PastedLines lines(text); !missing.empty() && lines.next();)
        if (const auto parts = splitKeyValue(lines.line().text))
            std::erase(missing, parts->key);
    return missing.empty();
}

} // namespace fabricscope::formats
