// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pci/Address.h"

#include "core/base/Text.h"

#include <fmt/format.h>

namespace fabricscope::pci {

std::optional<Address> Address::parse(std::string_view text) {
    const auto dot = text.rfind('.');
    if (dot == std::string_view::npos || dot < 5 || text.size() != dot + 2)
        return std::nullopt;
    // Fixed places counted from the dot: bb:dd.f
    const std::string_view busText = text.substr(dot - 5, 2);
    if (text[dot - 3] != ':')
        return std::nullopt;
    const auto bus = parseInteger<std::uint8_t>(busText, 16);
    const auto device = parseInteger<std::uint8_t>(text.substr(dot - 2, 2), 16);
    const auto function = parseInteger<std::uint8_t>(text.substr(dot + 1), 16);
    if (!bus || !device || !function || *device > 31 || *function > 7)
        return std::nullopt;
    std::uint32_t domain = 0;
    if (dot > 5) {
        if (text[dot - 6] != ':' || dot < 10 || dot > 14)
            return std::nullopt;
        const std::string_view domainText = text.substr(0, dot - 6);
        const auto parsed = parseInteger<std::uint32_t>(domainText, 16);
        if (!parsed || domainText[1] == 'x' || domainText[1] == 'X')
            return std::nullopt;
        domain = *parsed;
    }
    return Address{domain, *bus, *device, *function};
}

std::string Address::toString() const {
    return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", domain, bus, device, function);
}

std::string Address::toShortString() const {
    return fmt::format("{:02x}:{:02x}.{:x}", bus, device, function);
}

} // namespace fabricscope::pci
