// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/hostvm/HostVmDevices.h"

namespace fabricscope::present {

std::optional<std::size_t> HostVmDevices::guestRowAt(const pci::Address &address) const {
    const auto found = guestRows.find(address);
    return found == guestRows.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::size_t> HostVmDevices::hostRowAt(const pci::Address &address) const {
    const auto found = hostRows.find(address);
    return found == hostRows.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::size_t> HostVmDevices::hostRowOf(std::size_t guestRow) const {
    const hostvm::Match *match = matchOf[guestRow];
    return match != nullptr ? hostRowAt(match->onHost) : std::nullopt;
}

} // namespace fabricscope::present
