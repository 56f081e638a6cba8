// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/SecretLists.h"

#include "core/bench/command/Secrets.h"

#include <algorithm>

namespace fabricscope::bench {

bool beginsList(std::string_view text, std::size_t begin) {
    const std::string_view rest = text.substr(std::min(begin, text.size()));
    return rest.starts_with('[') || (rest.starts_with('(') && quotesAt(text, begin + 1) > 0);
}

ListItems listItems(std::string_view text, std::size_t begin) {
    constexpr std::string_view kBetween = " \t\r\n\v\f,[(";
    const char close = text[begin] == '[' ? ']' : ')';
    ListItems list;
    for (std::size_t at = begin + 1;;) {
        at = std::min(text.find_first_not_of(kBetween, at), text.size());
        if (text.substr(begin + 1 < at ? at - 1 : at).starts_with(kSecretPlaceholder)) {
            at += kSecretPlaceholder.size() - 1;
            continue;
        }
        if (at == text.size() || text[at] == close) {
            list.end = std::min(at + 1, text.size());
            return list;
        }
        const ValueSpan item = valueAt(text, at, " \t\r\n\v\f,])}\"'");
        if (item.end > item.begin)
            list.items.push_back(item);
        at = std::min(std::max(item.behind, at + 1), text.size());
    }
}

} // namespace fabricscope::bench
