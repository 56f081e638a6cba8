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
    enum class Bus : std::uint8_t { Unknown, Corrected, NonFatal, Fatal, NotRecovered };
    int xid = 0;           ///< NVIDIA's number; 0: none
    bool isSwitch = false; ///< the number is an NVSwitch's: SXid
    Bus bus = Bus::Unknown;
};

/// Of a message without its time.
[[nodiscard]] KernelFault kernelFaultOf(KernelMessage::Kind kind, std::string_view text);

} // namespace fabricscope::host
