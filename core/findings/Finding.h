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
/// the values that its texts need. The one type of the program; what a screen or a document adds to it stands
/// beside it. It has no text: the functions below make it from the table of rules.
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
    Finding &set(std::string_view name, std::string value);
    Finding &set(std::string_view name, std::size_t value);
    /// Without a value: for {?name}.
    Finding &set(std::string_view name);
    /// nullptr where it is absent.
    [[nodiscard]] const std::string *argument(std::string_view name) const;

    friend bool operator==(const Finding &, const Finding &) = default;
};

/// What is so: a clause without a full stop, "the link runs at Gen5 x8 although ...". Safe to show, like the
/// texts below; those are empty where the rule has nothing to say.
[[nodiscard]] std::string title(const Finding &finding);
[[nodiscard]] std::string sentence(const Finding &finding);
[[nodiscard]] std::string cost(const Finding &finding);
[[nodiscard]] std::string remedy(const Finding &finding);

/// "GPU5: the link runs at Gen5 x8 although ..., 31.5 GB/s instead of 63.0 GB/s." With title, sentence and
/// cost.
[[nodiscard]] std::string statement(const Finding &finding);
/// What to do, line by line: the remedy, then the commands.
[[nodiscard]] std::vector<std::string> steps(const Finding &finding);
/// With a capital first letter and a full stop. Nothing stays nothing.
[[nodiscard]] std::string asSentence(std::string text);

} // namespace fabricscope::findings
