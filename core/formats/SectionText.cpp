// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/SectionText.h"

#include "core/base/Text.h"

namespace fabricscope::formats {

std::string shown(std::string_view text, std::size_t maxBytes) {
    if (text.size() <= maxBytes) {
        unsigned bad = 0;
        for (const char c : text)
            bad |= static_cast<unsigned>(c < 0x20 || c > 0x7E);
        if (bad == 0)
            return std::string(text);
    }
    return sanitized(text, maxBytes);
}

} // namespace fabricscope::formats
