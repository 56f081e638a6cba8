// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/host/GidAddress.h"

#include "core/base/Text.h"

#include <cstdint>

namespace fabricscope::host {

std::string mappedIpv4(std::string_view gid) {
    for (const std::string_view begin : {"0000:0000:0000:0000:0000:ffff:", "::ffff:"}) {
        if (!gid.starts_with(begin))
            continue;
        gid.remove_prefix(begin.size());
        if (gid.find('.') != std::string_view::npos)
            return gid.find_first_not_of("0123456789.") == std::string_view::npos ? std::string(gid) : "";
        const auto colon = gid.find(':');
        const auto high = parseInteger<std::uint16_t>(gid.substr(0, colon), 16);
        const auto low = colon == std::string_view::npos
                             ? std::nullopt
                             : parseInteger<std::uint16_t>(gid.substr(colon + 1), 16);
        if (!high || !low)
            return {};
        return std::to_string(*high >> 8) + '.' + std::to_string(*high & 0xFF) + '.' +
               std::to_string(*low >> 8) + '.' + std::to_string(*low & 0xFF);
    }
    return {};
}

} // namespace fabricscope::host
