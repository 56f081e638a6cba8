// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace fabricscope::formats {

/// Lines of one event that are in one text several times: quoted in a ticket, in a journal and in `dmesg -T`,
/// in a console's log and a journal; their dates are compared where both have one. Lines of one form with one
/// time are several events, except where the time has microseconds.
class LineCopies {
public:
    /// Whether an event with this message and time was read already. `time`: as the log has it
    /// ("812.000417", "Jan 20 20:50:11"), may be empty. `isQuoted`: behind "> ".
    [[nodiscard]] bool isCopy(std::string_view message, std::string_view time, bool isQuoted);
    /// Seconds after the kernel's start mean another time from here on.
    void beginBoot();

private:
    static constexpr std::size_t kForms = 8, kMost = std::size_t{1} << 16;
    /// Adds one; nullptr where no more of them may be kept.
    std::uint16_t *count(std::uint64_t key, std::size_t form);
    [[nodiscard]] std::uint16_t most(std::uint64_t key) const;

    using Counts = std::array<std::uint16_t, kForms>;
    /// By message, time and date; those of all dates together once more. At most kMost.
    std::unordered_map<std::uint64_t, Counts> m_counts;
    std::size_t m_boot = 0;
};

} // namespace fabricscope::formats
