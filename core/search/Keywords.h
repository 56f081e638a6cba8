// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/HostFacts.h"
#include "core/search/Query.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fabricscope::search {

/// What can be found; also bits for the kinds that a word applies to.
enum Group : std::uint8_t { kHosts = 1, kDevices = 2, kFindings = 4, kActions = 8 };

/// One searchable item, as the keywords see it.
struct Subject {
    Group group = kDevices;
    const HostSource *host = nullptr;        ///< never nullptr except for actions
    const HostFacts *facts = nullptr;        ///< nullptr where nothing was read of the host
    const topology::Node *node = nullptr;    ///< the device; of a finding, what it is about
    const LocatedFinding *located = nullptr; ///< of a finding
};

/// A keyword before a colon. Adding one takes a line in Keywords.cpp.
struct QueryKeyword {
    std::string_view name;
    std::string_view example;     ///< what may follow the colon: "41"
    std::string_view description; ///< shown with its completion
    unsigned about;               ///< Groups that it applies to; in others it finds nothing
    std::optional<std::string> (*read)(const QueryKeyword &,
                                       Value &); ///< the error in the value, if any
    bool (*holds)(const Subject &, const Value &);
};

/// A keyword after `is:`. Also one line each.
struct StateKeyword {
    std::string_view name;
    std::string_view description;
    unsigned about;
    bool (*holds)(const Subject &);
};

[[nodiscard]] std::span<const QueryKeyword> queryKeywords();
[[nodiscard]] std::span<const StateKeyword> stateKeywords();
/// nullptr if there is none of this name (lower case).
[[nodiscard]] const QueryKeyword *queryKeyword(std::string_view name);

/// What the last, still unfinished word of `text` could become: "is:mi" gives "is:mispaired", "gr" gives
/// "group:". In the order of the tables; empty behind a blank.
[[nodiscard]] std::vector<std::string> completions(std::string_view text);

/// The text that completes that word: "spaired" for "is:mi"; the first of several, empty if
/// there is none.
[[nodiscard]] std::string completionOf(std::string_view text);

/// Whether the item is in that state; never, if the state applies to other groups.
[[nodiscard]] bool holds(const StateKeyword &state, const Subject &subject);
/// Whether the item satisfies the term. A keyword that does not apply to its group is never satisfied, even
/// if negated. `term.word` is not nullptr.
[[nodiscard]] bool holds(const Term &term, const Subject &subject);

} // namespace fabricscope::search
