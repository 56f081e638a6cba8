// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::capture {

/// Counts what is left out of a tree of files, with the first of each reason.
class OmittedMembers {
public:
    enum class Reason : std::uint8_t { Outside, BadName, TooDeep, Conflict, Special, Unreadable, TooMany };

    void add(Reason reason, std::string_view name);
    [[nodiscard]] bool has(Reason reason) const {
        return m_counts[static_cast<std::size_t>(reason)].count > 0;
    }
    /// A text for each reason that there is.
    [[nodiscard]] std::vector<std::string> notes() const;

private:
    struct Count {
        std::size_t count = 0;
        std::string first;
    };
    std::array<Count, 7> m_counts;
};

} // namespace fabricscope::capture
