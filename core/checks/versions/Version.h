// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fabricscope::checks::versions {

/// The numbers of a version, from the first digit on, whatever stands between them: 580, 95, 5 of
/// "580.95.05"; 1, 117, 5, 77 of "1.117.5-a-77"; 6, 8, 0, 60 of "6.8.0-60-generic".
class Version {
public:
    static constexpr std::size_t kMost = 8;

    /// nullopt without a digit, or with a number of more than nine digits. Numbers after the eighth are left
    /// out.
    [[nodiscard]] static std::optional<Version> parse(std::string_view text);

    [[nodiscard]] std::uint32_t major() const { return m_numbers[0]; }
    [[nodiscard]] std::uint32_t minor() const { return m_numbers[1]; }

    /// Numbers that a version does not state are 0: 12 is 12.0.
    friend auto operator<=>(const Version &, const Version &) = default;

private:
    std::array<std::uint32_t, kMost> m_numbers{};
};

} // namespace fabricscope::checks::versions
