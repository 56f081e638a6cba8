// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pci/AerErrors.h"

#include <span>
#include <string_view>

namespace fabricscope::pci {

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

} // namespace

std::string aerErrorNames(std::uint32_t status, bool isCorrected) {
    std::string names;
    for (const Bit &each :
         isCorrected ? std::span<const Bit>(kCorrected) : std::span<const Bit>(kUncorrectable))
        if ((status >> each.bit & 1U) != 0)
            names.append(names.empty() ? "" : ", ").append(each.name);
    return names;
}

} // namespace fabricscope::pci
