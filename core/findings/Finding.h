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

/// An error or something notable about a host, a device, a file or a run: its rule, its place, and the values
/// that its texts need. This is the program's only type of finding: screens wrap it if they need more. It
/// holds no text: the functions below generate it from the table of rules.
struct Finding {
    std::string rule;    ///< Rule::id
    std::string variant; ///< Rule::variant; empty: the rule's first row
    Severity severity = Severity::Note;
    std::string host;   ///< as named in the program; empty: the current one
    std::string device; ///< "GPU5"; empty: none, or several that an argument names
    std::vector<Argument> arguments;
    Place place; ///< address, line or cell of what the finding is about
    std::vector<Evidence> evidence;
    std::vector<std::string> commands; ///< lines to paste, in order; may be empty

    Finding() = default;
    /// With the severity of the rule. A rule that is not in the table is a bug: the program is terminated.
    explicit Finding(std::string_view ruleId, std::string_view ruleVariant = {});

    /// Values may be text from a host: they are made safe when shown. The last value set for a name counts.
    Finding &set(std::string_view name, std::string_view value);
    Finding &set(std::string_view name, std::size_t value);
    /// Sets an argument without a value: for {?name}.
    Finding &set(std::string_view name);
    /// nullptr where it is absent.
    [[nodiscard]] const std::string *argument(std::string_view name) const;

    friend bool operator==(const Finding &, const Finding &) = default;
};

/// The state of the device: a clause without a full stop and without the device's name, for rows that show
/// the device in another column: "the link has 8 of 16 lanes". Safe to show, like the texts below; those are
/// empty if the rule does not define them.
[[nodiscard]] std::string title(const Finding &finding);
/// Title and cost: "the link has 8 of 16 lanes: 31.5 GB/s instead of 63.0 GB/s".
[[nodiscard]] std::string titleWithCost(const Finding &finding);
/// With the device's name: "the link of GPU5 has 8 of 16 lanes", "GPU5: its parent was not read".
[[nodiscard]] std::string headline(const Finding &finding);
[[nodiscard]] std::string sentence(const Finding &finding);
[[nodiscard]] std::string cost(const Finding &finding);
/// The recommended action.
[[nodiscard]] std::string remedy(const Finding &finding);

/// Headline and cost as a sentence: "The link of GPU5 has 8 of 16 lanes: 31.5 GB/s instead of 63.0 GB/s."
[[nodiscard]] std::string claim(const Finding &finding);
/// The claim, followed by the rule's sentence.
[[nodiscard]] std::string statement(const Finding &finding);
/// The recommended actions, line by line: the remedy, then the commands.
[[nodiscard]] std::vector<std::string> steps(const Finding &finding);
/// With a capital first letter, unless it begins with a value of the finding: names keep their case.
[[nodiscard]] std::string capitalized(std::string text, const Finding &finding);
/// With a full stop. Empty text stays empty.
[[nodiscard]] std::string withFullStop(std::string text);

} // namespace fabricscope::findings
