// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::bench::output {

/// A prefix that launchers and log collectors put before each line.
struct Prefixed {
    std::string_view label; ///< the source of the line; empty if the prefix is only a time
    std::string_view rest;
    std::string_view tag =
        {}; ///< of launchers that put it before each piece of a line: "[0]", "[1,0]<stdout>:"
};

using PrefixForm = std::optional<Prefixed> (*)(std::string_view line);

/// srun -l and pdsh ("3: ", "node01: "), mpirun --tag-output ("[1,0]<stdout>:"), pssh ("[host] "), mpiexec
/// -prepend ("[host:0]: "), its pieces ("[0]"), kubectl --prefix ("[pod/name/container] "), compose ("name |
/// "), a time, a time with the stream of a container ("... stdout F "), journals ("Nov 22 13:11:54 host
/// unit[1]: "), "> " of a reply, the indent of a block of code.
inline constexpr std::size_t kPrefixForms = 9;
[[nodiscard]] const std::array<PrefixForm, kPrefixForms> &prefixForms();

/// The text without the tags of its pieces inside: "sum -1[0]   366.5" is "sum -1   366.5".
[[nodiscard]] std::string withoutTags(std::string_view text, std::string_view tag);

/// Up to two nested forms ("2026-11-22T13:11:54Z [1,0]<stdout>:"), learned from a line that is recognized
/// without them.
class LearnedPrefix {
public:
    /// Removes the forms from this line; std::nullopt if it does not have them.
    [[nodiscard]] std::optional<Prefixed> take(std::string_view line) const;

    /// The forms for which known(rest) is true; std::nullopt if there are none.
    template<class Known> static std::optional<LearnedPrefix> of(std::string_view line, Known &&known) {
        for (const PrefixForm outer : prefixForms()) {
            const auto first = outer(line);
            if (!first)
                continue;
            if (known(first->rest))
                return LearnedPrefix(outer, nullptr);
            for (const PrefixForm inner : prefixForms())
                if (const auto second = inner(first->rest); second && known(second->rest))
                    return LearnedPrefix(outer, inner);
        }
        return std::nullopt;
    }

    friend bool operator==(const LearnedPrefix &, const LearnedPrefix &) = default;

private:
    LearnedPrefix(PrefixForm outer, PrefixForm inner) : m_outer(outer), m_inner(inner) {}

    PrefixForm m_outer, m_inner;
};

} // namespace fabricscope::bench::output
