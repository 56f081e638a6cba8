// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pci/Link.h"

#include "core/base/Text.h"

#include <fmt/format.h>

#include <array>

namespace fabricscope::pci {

namespace {

struct Generation {
    double gigatransfers;
    std::string_view text; ///< as sysfs and lspci begin it
    double coding;         ///< payload bits a line bit
};

constexpr std::array<Generation, 7> kGenerations = {{
    {2.5, "2.5", 8.0 / 10.0},
    {5.0, "5", 8.0 / 10.0},
    {8.0, "8", 128.0 / 130.0},
    {16.0, "16", 128.0 / 130.0},
    {32.0, "32", 128.0 / 130.0},
    {64.0, "64", 242.0 / 256.0},
    {128.0, "128", 242.0 / 256.0},
}};

} // namespace

std::optional<LinkSpeed> LinkSpeed::fromCode(unsigned code) {
    if (code < 1 || code > kGenerations.size())
        return std::nullopt;
    return LinkSpeed(static_cast<std::uint8_t>(code));
}

std::optional<LinkSpeed> LinkSpeed::parse(std::string_view text) {
    text = trimmed(text);
    std::string_view number = text.substr(0, text.find_first_not_of("0123456789."));
    if (trimmed(text.substr(number.size())).substr(0, 4) != "GT/s")
        return std::nullopt;
    if (number.size() > 2 && number.substr(number.size() - 2) == ".0")
        number.remove_suffix(2);
    for (unsigned code = 1; code <= kGenerations.size(); ++code)
        if (kGenerations[code - 1].text == number)
            return fromCode(code);
    return std::nullopt;
}

double LinkSpeed::gigatransfersPerSecond() const {
    return kGenerations[m_code - 1U].gigatransfers;
}

GigabytesPerSecond LinkSpeed::perLane() const {
    const Generation &generation = kGenerations[m_code - 1U];
    return {generation.gigatransfers * generation.coding / 8.0};
}

GigabytesPerSecond LinkRate::bandwidth() const {
    return {speed.perLane().value * width};
}

std::string LinkRate::toString() const {
    return fmt::format("Gen{} x{}", speed.generation(), width);
}

std::optional<std::uint8_t> validWidth(unsigned width) {
    if (width < 1 || width > 32)
        return std::nullopt;
    return static_cast<std::uint8_t>(width);
}

} // namespace fabricscope::pci
