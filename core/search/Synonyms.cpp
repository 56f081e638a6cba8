// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/Synonyms.h"

#include "core/base/Text.h"

#include <algorithm>

namespace fabricscope::search {

namespace {

constexpr Synonym kSynonyms[] = {
    {"slow link", "degraded"},
    {"slow links", "degraded"},
    {"bad link", "degraded"},
    {"downgraded", "degraded"},
    {"degraded", "degraded"},
    {"missing lanes", "narrow"},
    {"narrow link", "narrow"},
    {"wrong nic", "mispaired"},
    {"wrong nics", "mispaired"},
    {"swapped", "mispaired"},
    {"mispaired", "mispaired"},
    {"unused nic", "unused"},
    {"idle nic", "unused"},
    {"no topology", "flat"},
    {"without topology", "flat"},
    {"without a topology", "flat"},
    {"vf", "virtual"},
    {"vfs", "virtual"},
    {"virtual function", "virtual"},
    {"virtual functions", "virtual"},
    {"passthrough", "vfio"},
    {"pass-through", "vfio"},
    {"fell off the bus", "dead"},
    {"offline", "unreachable"},
    {"management nic", "frontend"},
    {"front-end nic", "frontend"},
};

/// How many of the words form the phrase; 0: they do not.
std::size_t countMatching(std::string_view phrase, std::span<const std::string_view> words) {
    std::size_t count = 0;
    while (!phrase.empty()) {
        if (count == words.size() || takeUntil(phrase, ' ') != words[count])
            return 0;
        ++count;
    }
    return count;
}

} // namespace

std::span<const Synonym> synonyms() {
    return kSynonyms;
}

StateMatch matchState(std::span<const std::string_view> words) {
    StateMatch match;
    std::string_view name;
    for (const Synonym &synonym : kSynonyms)
        if (const std::size_t count = countMatching(synonym.phrase, words); count > match.words) {
            match.words = count;
            name = synonym.state;
        }
    const auto states = stateKeywords();
    const auto found = std::find_if(states.begin(), states.end(),
                                    [&](const StateKeyword &state) { return state.name == name; });
    match.state = found == states.end() ? nullptr : &*found;
    return match;
}

} // namespace fabricscope::search
