// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/OmittedMembers.h"

#include "core/base/HostText.h"

#include <fmt/format.h>

namespace fabricscope::capture {

void OmittedMembers::add(Reason reason, std::string_view name) {
    Count &count = m_counts[static_cast<std::size_t>(reason)];
    if (count.count++ == 0)
        count.first = HostText(name).plain(120);
}

std::vector<std::string> OmittedMembers::notes() const {
    static constexpr std::array<const char *, 7> kReasons = {
        "pointing outside the tree ('..', or a dangling hard link)",
        "with control characters in their names, or names too long",
        "more than 64 folders deep",
        "whose path conflicts with another",
        "that are devices, pipes or sockets",
        "that could not be read",
        "over the limit",
    };
    std::vector<std::string> notes;
    for (std::size_t i = 0; i < kReasons.size(); ++i)
        if (const Count &count = m_counts[i]; count.count > 0)
            notes.push_back(fmt::format("{} members {} were left out; the first: {}", count.count,
                                        kReasons[i], count.first));
    return notes;
}

} // namespace fabricscope::capture
