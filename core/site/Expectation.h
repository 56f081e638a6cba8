// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/Context.h"
#include "core/site/Site.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::site {

/// How a value is compared with what the file has.
enum class Comparison : std::uint8_t {
    Equal,    ///< a number
    AtLeast,  ///< a number
    Pattern,  ///< texts in which * is any text
    Contains, ///< texts with * anywhere in it, without regard to case
};
[[nodiscard]] constexpr bool isOfTexts(Comparison comparison) {
    return comparison == Comparison::Pattern || comparison == Comparison::Contains;
}

/// The numbers that a key may have.
struct Range {
    double least = 0, most = 1e9;
    bool isWhole = true;
};

/// What a device, or the host, has.
struct Seen {
    std::string device;           ///< "GPU5"; empty: the host
    std::string address;          ///< BDF; empty: none
    std::optional<double> number; ///< absent, with an empty text: unknown
    std::string text;
    std::optional<findings::Evidence> evidence;
    [[nodiscard]] bool isKnown() const { return number || !text.empty(); }
};

/// A row of the table: a key of the site file, and the check that it makes.
struct Expectation {
    std::string_view key; ///< "nic_firmware"
    Comparison comparison = Comparison::Equal;
    /// Its id is that of the rule of its findings (core/findings/rules/Site.cpp). `decides`: what would
    /// decide it where a value is unknown; `judge` is not used.
    checks::Check check;
    /// What there is to compare. None: it does not apply.
    std::vector<Seen> (*seen)(const checks::Context &) = nullptr;
    Range range = {};
};

/// All rows. To add an expectation, add one, and its texts to core/findings/rules/Site.cpp.
[[nodiscard]] std::span<const Expectation> allExpectations();
/// nullptr where there is none.
[[nodiscard]] const Expectation *findExpectation(std::string_view key);

} // namespace fabricscope::site
