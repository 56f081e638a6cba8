// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Evidence.h"
#include "core/findings/Severity.h"

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::findings {

/// A value for a template of Rule.
struct Argument {
    std::string name, value;
    friend bool operator==(const Argument &, const Argument &) = default;
};

/// Something that is wrong or worth knowing, about a host, a device, a file or a run: which rule, where, and
/// the values that its texts need. It is the program's only type of finding: screens wrap it where they need
/// more. It has no text: the functions below make it from the table of rules.
struct Finding {
    std::string rule;    ///< Rule::id
    std::string variant; ///< Rule::variant; empty: the rule's first row
    Severity severity = Severity::Note;
    std::string host;   ///< as the program calls it; empty: the one at hand
    std::string device; ///< "GPU5"; empty: of none, or of several that an argument names
    std::vector<Argument> arguments;
    Place place; ///< what it is about, where that has an address, a line or a cell
    std::vector<Evidence> evidence;
    std::vector<std::string> commands; ///< lines to paste, in order; may be empty

    Finding() = default;
    /// With the severity of the rule. A rule that is not in the table is a fault of the program: it ends it.
    explicit Finding(std::string_view ruleId, std::string_view ruleVariant = {});

    /// Values may be texts of a host: they are made safe where they are shown. The last one of a name holds.
    Finding &set(std::string_view name, std::string_view value);
    Finding &set(std::string_view name, std::size_t value);
    /// Without a value: for {?name}.
    Finding &set(std::string_view name);
    /// nullptr where it is absent.
    [[nodiscard]] const std::string *argument(std::string_view name) const;

    friend bool operator==(const Finding &, const Finding &) = default;
};

/// What is so about the device at hand: a clause without a full stop and without the device's name, for rows
/// that show the device in another column: "the link has 8 of 16 lanes". Safe to show, like the texts below;
/// those are empty where the rule has nothing to say.
[[nodiscard]] std::string title(const Finding &finding);
/// Title and cost: "the link has 8 of 16 lanes: 31.5 GB/s instead of 63.0 GB/s".
[[nodiscard]] std::string titleWithCost(const Finding &finding);
/// With the device's name: "the link of GPU5 has 8 of 16 lanes", "GPU5: its parent was not read".
[[nodiscard]] std::string headline(const Finding &finding);
[[nodiscard]] std::string sentence(const Finding &finding);
[[nodiscard]] std::string cost(const Finding &finding);
/// What to do.
[[nodiscard]] std::string remedy(const Finding &finding);

/// Headline and cost as a sentence: "The link of GPU5 has 8 of 16 lanes: 31.5 GB/s instead of 63.0 GB/s."
[[nodiscard]] std::string claim(const Finding &finding);
/// The claim and the rule's sentence.
[[nodiscard]] std::string statement(const Finding &finding);
/// What to do, line by line: the remedy, then the commands.
[[nodiscard]] std::vector<std::string> steps(const Finding &finding);
/// With a capital first letter, unless it begins with a value of the finding: names keep theirs.
[[nodiscard]] std::string capitalized(std::string text, const Finding &finding);
/// With a full stop. Nothing stays nothing.
[[nodiscard]] std::string withFullStop(std::string text);

} // namespace fabricscope::findings
