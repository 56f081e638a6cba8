// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/SectionText.h"

#include "core/base/HostText.h"

namespace fabricscope::formats {

std::string shown(std::string_view text, std::size_t maxBytes) {
    return HostText(text).plain(maxBytes);
}

} // namespace fabricscope::formats
