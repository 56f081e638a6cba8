// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/kernel/AerStatus.h"

#include "core/base/Text.h"

namespace fabricscope::formats {

namespace {

/// The hexadecimal number behind some words, with or without "0x".
std::optional<std::uint32_t> numberBehind(std::string_view text, std::string_view words) {
    const auto at = text.find(words);
    if (at == std::string_view::npos)
        return std::nullopt;
    std::string_view rest = trimmed(text.substr(at + words.size()));
    if (rest.starts_with("0x"))
        rest.remove_prefix(2);
    return parseInteger<std::uint32_t>(rest.substr(0, rest.find_first_not_of("0123456789abcdefABCDEF")), 16);
}

struct Register {
    std::string_view status, mask;
};
constexpr Register kRegisters[] = {
    {"error status/mask=", "/"}, // of the number, behind the status
    {"aer_status:", "aer_mask:"},
    {"aer_cor_status:", "aer_cor_mask:"},
    {"aer_uncor_status:", "aer_uncor_mask:"},
};

/// "AER:    [14] CmpltTO", "   [ 5] SDES                   (First)": the bit between the brackets.
std::optional<std::uint32_t> bitOf(std::string_view message) {
    const auto open = message.find(": ");
    const std::string_view rest = trimmed(message.substr(open == std::string_view::npos ? 0 : open + 1));
    const std::string_view line = rest.starts_with("AER:") ? trimmed(rest.substr(4)) : rest;
    constexpr std::size_t kWidth = 4; // "[14]"
    if (line.size() <= kWidth || line[0] != '[' || line[kWidth - 1] != ']')
        return std::nullopt;
    const auto bit = parseInteger<unsigned>(trimmed(line.substr(1, kWidth - 2)));
    constexpr unsigned kBits = 32;
    return bit && *bit < kBits ? std::optional(std::uint32_t{1} << *bit) : std::nullopt;
}

} // namespace

std::optional<std::uint32_t> aerStatusOf(std::string_view message) {
    for (const Register &each : kRegisters) {
        const auto status = numberBehind(message, each.status);
        if (!status)
            continue;
        const std::string_view rest = message.substr(message.find(each.status) + each.status.size());
        if (each.mask == "/" && !numberBehind(rest, each.mask)) // a cut line: the number may be, too
            return std::nullopt;
        return *status & ~numberBehind(rest, each.mask).value_or(0);
    }
    return bitOf(message);
}

} // namespace fabricscope::formats
