// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/SectionText.h"

#include "core/base/Text.h"

namespace fabricscope::formats {

std::string shown(std::string_view text, std::size_t maxBytes) {
    return sanitized(text, maxBytes);
}

} // namespace fabricscope::formats
