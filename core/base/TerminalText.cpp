// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/TerminalText.h"

#include <algorithm>

namespace fabricscope {

namespace {

constexpr char kEscape = '\x1b';

/// The length of the escape sequence (ECMA-48) at the beginning of `text`: CSI to its final byte, OSC to BEL
/// or ST, others two bytes. An unterminated sequence extends as far as it is valid.
std::size_t escapeLength(std::string_view text) {
    constexpr std::size_t kMost = 256;
    if (text.size() < 2)
        return text.size();
    std::size_t at = 2;
    if (text[1] == '[') {
        while (at < text.size() && at < kMost && text[at] >= 0x20 && text[at] < 0x40)
            ++at;
        return at < text.size() && text[at] >= 0x40 && text[at] < 0x7F ? at + 1 : at;
    }
    if (text[1] != ']')
        return 2;
    while (at < text.size() && at < kMost && text[at] != '\a' && text[at] != kEscape)
        ++at;
    if (at < text.size() && text[at] == kEscape)
        return std::min(at + 2, text.size());
    return std::min(at + 1, text.size());
}

constexpr std::string_view kNoBreakSpace = "\xC2\xA0";
constexpr std::string_view kZeroWidthSpace = "\xE2\x80\x8B";

} // namespace

void appendShown(std::string_view line, std::string &out, std::size_t most) {
    while (!line.empty() && out.size() < most) {
        std::size_t taken = 1;
        if (line[0] == kEscape) {
            taken = escapeLength(line);
        } else if (line.substr(0, kNoBreakSpace.size()) == kNoBreakSpace) {
            taken = kNoBreakSpace.size();
            out += ' ';
        } else if (line.substr(0, kZeroWidthSpace.size()) == kZeroWidthSpace) {
            taken = kZeroWidthSpace.size();
        } else if (line[0] == '\b') {
            if (!out.empty())
                out.pop_back();
        } else if (line[0] != '\0' && line[0] != '\a') {
            out += line[0];
        }
        line.remove_prefix(taken);
    }
}

} // namespace fabricscope
