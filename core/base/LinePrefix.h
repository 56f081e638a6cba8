// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fabricscope {

/// A prefix that launchers and log collectors put before each line.
struct Prefixed {
    std::string_view label; ///< the source of the line; empty if the prefix is only a time
    std::string_view rest;
    /// Of launchers that put it before each piece of a line: "[0]", "[1,0]<stdout>:".
    std::string_view tag = {};
    std::string_view number = {}; ///< of the line, as `cat -n` writes it; empty for all other forms
};

/// One way of prefixing lines.
struct PrefixForm {
    std::string_view name; ///< stored in captures: it must not change
    std::optional<Prefixed> (*take)(std::string_view line);
    bool isIndent = false; ///< takes the line's own indent too: for texts in which none has a meaning
    bool isMark = false;   ///< holds no time and no name, so nothing is lost with it
};

/// srun -l and pdsh ("3: ", "node01: "), mpirun --tag-output ("[1,0]<stdout>:"), pssh ("[host] "), mpiexec
/// -prepend ("[host:0]: "), its pieces ("[0]"), kubectl --prefix ("[pod/name/container] "), compose ("name |
/// "), "| " of a margin, a time, a time with the stream of a container ("... stdout F "), journals ("Nov 22
/// 13:11:54 host unit[1]: "), the line numbers of `cat -n` and `grep -n`, and those of `grep -n` with context
/// ("11-" beside "12:"), "> " of a reply, the indent of a block of code.
[[nodiscard]] std::span<const PrefixForm> prefixForms();
/// nullptr if there is none of this name.
[[nodiscard]] const PrefixForm *prefixForm(std::string_view name);

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
        for (const PrefixForm &outer : prefixForms()) {
            const auto first = outer.take(line);
            if (!first)
                continue;
            if (known(first->rest))
                return LearnedPrefix(outer, nullptr);
            for (const PrefixForm &inner : prefixForms())
                if (const auto second = inner.take(first->rest); second && known(second->rest))
                    return LearnedPrefix(outer, &inner);
        }
        return std::nullopt;
    }

    friend bool operator==(const LearnedPrefix &, const LearnedPrefix &) = default;

    /// These forms; `inner` may be nullptr.
    LearnedPrefix(const PrefixForm &outer, const PrefixForm *inner) : m_outer(&outer), m_inner(inner) {}

    [[nodiscard]] const PrefixForm &outer() const { return *m_outer; }
    [[nodiscard]] const PrefixForm *inner() const { return m_inner; }

private:
    const PrefixForm *m_outer;
    const PrefixForm *m_inner; ///< nullptr: none
};

} // namespace fabricscope
