// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/draw/TextColumn.h"

#include <algorithm>

namespace fabricscope::draw {
namespace {

constexpr double kLabelWidth = 84, kRowHeight = 17;
constexpr std::size_t kLongest = 2048; // bytes; a limit for texts in a panel
constexpr TextStyle kSection{Font::SansSemibold, 12, Token::Text2};
constexpr TextStyle kLabel{Font::Sans, 11.5F, Token::Text3};

bool isContinuation(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

/// The length of the beginning of `text` that fits: up to a blank if there is one, else whole characters.
std::size_t fitting(Sketch &sketch, std::string_view text, const TextStyle &style, double room) {
    if (sketch.width(text, style) <= room)
        return text.size();
    std::size_t low = 1, high = text.size();
    while (low + 1 < high) { // widths grow with the length
        const std::size_t middle = (low + high) / 2;
        (sketch.width(text.substr(0, middle), style) <= room ? low : high) = middle;
    }
    const std::size_t blank = text.substr(0, low + 1).rfind(' ');
    if (blank != std::string_view::npos && blank > 0)
        return blank;
    while (low > 1 && isContinuation(text[low]))
        --low;
    while (low < text.size() && isContinuation(text[low])) // the first character is wider than the room
        ++low;
    return low;
}

} // namespace

std::vector<std::string> wrapped(Sketch &sketch, std::string_view text, const TextStyle &style, double room,
                                 std::size_t maxLines) {
    std::vector<std::string> lines;
    text = text.substr(0, std::min(text.size(), kLongest));
    while (!text.empty() && lines.size() < maxLines) {
        const std::size_t end = text.find('\n');
        std::string_view paragraph = text.substr(0, end);
        if (lines.size() + 1 == maxLines) {
            lines.push_back(sketch.elided(std::string(text.substr(0, end)), style, room));
            break;
        }
        const std::size_t size = paragraph.empty() ? 0 : fitting(sketch, paragraph, style, room);
        lines.emplace_back(text.substr(0, size));
        text.remove_prefix(size);
        if (!text.empty() && (text.front() == ' ' || text.front() == '\n'))
            text.remove_prefix(1);
    }
    return lines;
}

void TextColumn::line(const std::string &text, const TextStyle &style, double height, Align align) {
    sketch.text(level::kAlways, {x, y, width, height}, sketch.elided(text, style, width), style, align);
    accessibleText += text + "\n";
    y += height;
}

void TextColumn::paragraph(std::string_view text, const TextStyle &style, double lineHeight) {
    for (std::string &line : wrapped(sketch, text, style, width)) {
        sketch.text(level::kAlways, {x, y, width, lineHeight}, std::move(line), style);
        y += lineHeight;
    }
    accessibleText += std::string(text) + "\n";
}

void TextColumn::section(const std::string &title) {
    gap(10);
    sketch.line(level::kAlways, {{x, y + 0.5}, {x + width, y + 0.5}}, solid(Token::Line));
    gap(8);
    line(title, kSection, 20);
}

void TextColumn::row(const std::string &label, std::string_view value, const TextStyle &valueStyle) {
    sketch.text(level::kAlways, {x, y, kLabelWidth, kRowHeight}, label, kLabel);
    const double left = x + kLabelWidth, room = width - kLabelWidth;
    auto lines = wrapped(sketch, value, valueStyle, room);
    if (lines.empty())
        lines.emplace_back();
    for (std::string &line : lines) {
        sketch.text(level::kAlways, {left, y, room, kRowHeight}, std::move(line), valueStyle);
        y += kRowHeight;
    }
    accessibleText += label + " " + std::string(value) + "\n";
}

} // namespace fabricscope::draw
