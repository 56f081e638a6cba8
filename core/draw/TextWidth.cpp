// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/draw/DisplayList.h"

#include <array>

namespace fabricscope::draw {
namespace {

// Advances of U+0020 to U+007E in thousandths of the font size, from the DejaVu fonts: they are wider than
// most interface fonts, so that a text that fits with them fits with others.
using Advances = std::array<std::uint16_t, 95>;
// clang-format off
constexpr Advances kSans{
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337,
    636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531,
    1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787,
    603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500,
    500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,
    635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
};
constexpr Advances kSansBold{
    348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365,
    696, 696, 696, 696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 580,
    1000, 774, 762, 734, 830, 683, 683, 821, 837, 372, 372, 775, 637, 995, 837, 850,
    733, 850, 770, 720, 682, 812, 774, 1103, 771, 724, 725, 457, 365, 457, 838, 500,
    500, 675, 716, 593, 716, 678, 435, 716, 712, 343, 343, 665, 343, 1042, 712, 687,
    716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838,
};
// clang-format on
constexpr double kMono = 0.602;

// Beyond ASCII: Latin and similar scripts are about 0.64 wide, East Asian scripts and pictographs a full em.
constexpr std::uint32_t kFirstWide = 0x1100;
constexpr double kOther = 0.64, kWide = 1.0;

/// The next code point; invalid UTF-8 is read byte by byte.
std::uint32_t takeCodePoint(std::string_view &text) {
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    std::uint32_t point = length == 1 ? first : first & (0x7FU >> length);
    std::size_t used = 1;
    for (; used < length && used < text.size() && (static_cast<unsigned char>(text[used]) & 0xC0) == 0x80;
         ++used)
        point = point << 6 | (static_cast<unsigned char>(text[used]) & 0x3F);
    text.remove_prefix(used);
    return point;
}

} // namespace

double approximateTextWidth(std::string_view text, Font font, double size) {
    const Advances &advances = font == Font::SansSemibold ? kSansBold : kSans;
    double width = 0;
    while (!text.empty()) {
        const std::uint32_t point = takeCodePoint(text);
        if (point >= kFirstWide && (point < 0x2000 || point > 0x2BFF))
            width += kWide;
        else if (font == Font::Mono)
            width += kMono;
        else if (point >= 0x20 && point < 0x7F)
            width += advances[point - 0x20] / 1000.0;
        else
            width += kOther;
    }
    return width * size;
}

} // namespace fabricscope::draw
