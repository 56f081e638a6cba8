// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/lspci/Machine.h"

#include "core/base/Text.h"
#include "core/formats/lspci/Words.h"

namespace fabricscope::formats::lspci {

std::string takeName(std::string_view text, std::string_view unknown, host::Fact<std::uint16_t> &id,
                     host::EvidenceRef evidence) {
    text = trimmed(text);
    if (const auto bracketed = takeBracketed(text)) {
        id = {*bracketed, evidence};
    } else if (const auto bare = exactHex(text, 4)) {
        id = {*bare, evidence};
        return {};
    } else if (text.size() == unknown.size() + 5 && beginsWith(text, unknown)) {
        if (const auto number = exactHex(text.substr(unknown.size() + 1), 4))
            id = {*number, evidence};
    }
    return std::string(text);
}

std::string takeQuoted(std::string_view &rest) {
    constexpr std::size_t kLongest = 1024;
    std::string word;
    std::size_t at = 1;
    for (; at < rest.size() && rest[at] != '"'; ++at) {
        if (rest[at] == '\\' && at + 1 < rest.size())
            ++at;
        if (word.size() < kLongest)
            word += rest[at];
    }
    rest.remove_prefix(std::min(at + 1, rest.size()));
    return word;
}

} // namespace fabricscope::formats::lspci
