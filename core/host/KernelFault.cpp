// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/host/KernelFault.h"

#include "core/base/Text.h"

namespace fabricscope::host {

namespace {

bool has(std::string_view text, std::string_view words) {
    return text.find(words) != std::string_view::npos;
}

/// "NVRM: Xid (PCI:0000:41:00): 79, pid=0, ...": 79.
int xidOf(std::string_view text) {
    const auto at = text.find("Xid (");
    const auto number = at == std::string_view::npos ? at : text.find("): ", at);
    if (number == std::string_view::npos)
        return 0;
    const std::string_view rest = text.substr(number + 3);
    return parseInteger<int>(rest.substr(0, rest.find_first_not_of("0123456789"))).value_or(0);
}

/// The kernel's words changed from "Corrected" to "Correctable" and back.
KernelFault::Bus busOf(std::string_view text) {
    using Bus = KernelFault::Bus;
    if (has(text, "can't recover") || has(text, "recovery failed"))
        return Bus::NotRecovered;
    if (has(text, "(Fatal)"))
        return Bus::Fatal;
    if (has(text, "(Non-Fatal)"))
        return Bus::NonFatal;
    return has(text, "Correct") ? Bus::Corrected : Bus::Unknown;
}

} // namespace

KernelFault kernelFaultOf(KernelMessage::Kind kind, std::string_view text) {
    KernelFault fault;
    // Xid 79 is among the lost devices.
    if (kind == KernelMessage::Kind::GpuFault || kind == KernelMessage::Kind::DeviceLost) {
        fault.xid = xidOf(text);
        fault.isSwitch = has(text, "SXid (");
    }
    if (kind == KernelMessage::Kind::BusError)
        fault.bus = busOf(text);
    return fault;
}

} // namespace fabricscope::host
