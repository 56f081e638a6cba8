// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/SecretLists.h"

#include "core/bench/command/Secrets.h"

#include <algorithm>

namespace fabricscope::bench {

namespace {

/// '"', '\'', "\\\"" or nothing.
std::string_view quoteAt(std::string_view text, std::size_t at) {
    const std::string_view rest = text.substr(std::min(at, text.size()));
    return rest.starts_with("\\\"")                          ? rest.substr(0, 2)
           : rest.starts_with('"') || rest.starts_with('\'') ? rest.substr(0, 1)
                                                             : std::string_view();
}

} // namespace

bool beginsList(std::string_view text, std::size_t begin) {
    const std::string_view rest = text.substr(std::min(begin, text.size()));
    return rest.starts_with('[') || (rest.starts_with('(') && !quoteAt(text, begin + 1).empty());
}

SecretSpan itemAt(std::string_view text, std::size_t begin, std::string_view ends) {
    const std::string_view quote = quoteAt(text, begin);
    const std::size_t from = begin + quote.size();
    const std::size_t end = quote.empty() ? text.find_first_of(ends, from) : text.find(quote, from);
    return {from, std::min(end, text.size())};
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
        const SecretSpan item = itemAt(text, at, " \t\r\n\v\f,])}\"'");
        if (item.end > item.begin)
            list.items.push_back(item);
        const std::size_t behind = item.end + quoteAt(text, item.begin == at ? text.size() : at).size();
        at = std::min(std::max(behind, at + 1), text.size());
    }
}

} // namespace fabricscope::bench
