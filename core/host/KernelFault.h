// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

#include <cstdint>
#include <string_view>

namespace fabricscope::host {

/// What a message of the kernel's log states beyond its kind.
struct KernelFault {
    /// How bad an error of the PCIe bus was.
    enum class Bus : std::uint8_t { Unknown, Corrected, NonFatal, Fatal, NotRecovered, Contained };
    static constexpr int kRecoveryAction = 154; ///< an Xid: what NVIDIA's driver asks to do; the last counts
    int xid = 0;                                ///< NVIDIA's number; 0: none
    bool isSwitch = false;                      ///< the number is an NVSwitch's: SXid
    bool isNoFault = false;                     ///< a known message without consequence
    bool isOver = false;                        ///< KernelNotes::later
    Bus bus = Bus::Unknown;
    bool isReport = false; ///< a root port's line about an error of a device below it, which logs it, too
    /// The rule of its finding and the variant ("kernel.nic", "health"); empty for other messages. Of an Xid
    /// or SXid the variant alone, where its text matters.
    std::string_view rule, variant;
    /// A part that the message names where it has no address, or besides: "mlx5_0", a DIMM, a slot. Part of
    /// the message's text; may be empty.
    std::string_view part;
};

/// Of a message without its time. Views into the message are valid as long as it is.
[[nodiscard]] KernelFault kernelFaultOf(KernelMessage::Kind kind, std::string_view text);

/// KernelFault::part of a message, also of one that is no fault: "Slot(3): Link Up".
[[nodiscard]] std::string_view kernelPartOf(KernelMessage::Kind kind, std::string_view text);

} // namespace fabricscope::host
