// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/kernel/AerStatus.h"

#include "core/base/Text.h"

#include <algorithm>
#include <span>

namespace fabricscope::formats {

namespace {

struct Bit {
    unsigned bit;
    std::string_view name;
};

constexpr Bit kCorrected[] = {
    {0, "Receiver Error (RxErr)"},
    {6, "Bad TLP"},
    {7, "Bad DLLP"},
    {8, "Replay Number Rollover (Rollover)"},
    {12, "Replay Timer Timeout (Timeout)"},
    {13, "Advisory Non-Fatal Error (NonFatalErr)"},
    {14, "Corrected Internal Error (CorrIntErr)"},
    {15, "Header Log Overflow (HeaderOF)"},
};

constexpr Bit kUncorrectable[] = {
    {4, "Data Link Protocol Error (DLP)"},
    {5, "Surprise Down (SDES)"},
    {12, "Poisoned TLP (TLP)"},
    {13, "Flow Control Protocol Error (FCP)"},
    {14, "Completion Timeout (CmpltTO)"},
    {15, "Completer Abort (CmpltAbrt)"},
    {16, "Unexpected Completion (UnxCmplt)"},
    {17, "Receiver Overflow (RxOF)"},
    {18, "Malformed TLP (MalfTLP)"},
    {19, "ECRC Error (ECRC)"},
    {20, "Unsupported Request (UnsupReq)"},
    {21, "ACS Violation (ACSViol)"},
    {22, "Uncorrectable Internal Error (UncorrIntErr)"},
    {23, "MC Blocked TLP (BlockedTLP)"},
    {24, "AtomicOp Egress Blocked (AtomicOpBlocked)"},
    {25, "TLP Prefix Blocked (TLPBlockedErr)"},
    {26, "Poisoned TLP Egress Blocked (PoisonTLPBlocked)"},
};

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

std::string aerNames(std::uint32_t status, bool isCorrected) {
    std::string names;
    for (const Bit &each :
         isCorrected ? std::span<const Bit>(kCorrected) : std::span<const Bit>(kUncorrectable))
        if ((status >> each.bit & 1U) != 0)
            names.append(names.empty() ? "" : ", ").append(each.name);
    return names;
}

} // namespace fabricscope::formats
