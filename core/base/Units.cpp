// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Units.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <string_view>

namespace fabricscope {

namespace {

void appendNumber(std::string &text, std::uint64_t number) {
    std::array<char, 20> digits; // NOLINT(cppcoreguidelines-pro-type-member-init): to_chars() fills it
    const char *const end = std::to_chars(digits.begin(), digits.end(), number).ptr;
    text.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
}

/// `number` / 2^`shift` with one decimal, ties rounded to even, as "{:.1f}" prints it; `shift` is 1 to 60.
/// In integers: printing a double costs ten times as much as everything else about reading and showing a
/// size.
void appendScaled(std::string &text, std::uint64_t number, unsigned shift) {
    const std::uint64_t one = std::uint64_t{1} << shift;
    std::uint64_t whole = number >> shift;
    const std::uint64_t tenths = (number & (one - 1)) * 10;
    const std::uint64_t rest = tenths & (one - 1);
    std::uint64_t digit = tenths >> shift;
    digit += rest > one / 2 || (rest == one / 2 && digit % 2 == 1) ? 1 : 0;
    whole += digit / 10;
    appendNumber(text, whole);
    text.push_back('.');
    text.push_back(static_cast<char>('0' + digit % 10));
}

} // namespace

std::string toString(ByteCount bytes) {
    static constexpr std::string_view kSuffixes = " KMGTPE"; // the first is none
    constexpr unsigned kStep = 10;
    std::uint64_t whole = bytes.value;
    std::size_t step = 0;
    while (whole >= 1024 && whole % 1024 == 0 && step + 1 < kSuffixes.size()) {
        whole >>= kStep;
        ++step;
    }
    std::string text;
    if (whole < 10240) {
        appendNumber(text, whole);
    } else {
        unsigned shift = 0;
        while (whole >> shift >= 1024 && step + 1 < kSuffixes.size()) {
            shift += kStep;
            ++step;
        }
        appendScaled(text, whole, shift);
    }
    if (step > 0)
        text.push_back(kSuffixes[step]);
    return text;
}

std::string toString(GigabytesPerSecond bandwidth) {
    return fmt::format("{:.1f} GB/s", bandwidth.value);
}

} // namespace fabricscope
