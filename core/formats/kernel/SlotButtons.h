// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/KernelFault.h"
#include "core/pci/Address.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>

namespace fabricscope::formats {

/// Slots that somebody switches off by their button (Linux, drivers/pci/hotplug/pciehp_ctrl.c): then their
/// link goes down and their card is gone, as it should be.
class SlotButtons {
public:
    /// `port`: that the line is about.
    void read(std::string_view message, const std::optional<pci::Address> &port) {
        const auto has = [&](std::string_view words) {
            return message.find(words) != std::string_view::npos;
        };
        if (!port || !has("Slot("))
            return;
        constexpr std::size_t kMost = 4096;
        const bool goesOff = has("owering off due to button") || has("will power off");
        if (goesOff && m_off.size() < kMost)
            m_off.insert(port->key());
        else if (has("Button cancel") || has("canceling request to power off") || has("owering on") ||
                 has("will power on") || has("Link Up") || has("Card present"))
            m_off.erase(port->key());
    }

    /// A slot that was switched off is on again, unless somebody switches it off again.
    void beginBoot() { m_off.clear(); }

    /// Whether a message about this port is what follows the button.
    [[nodiscard]] bool explains(const host::KernelFault &fault,
                                const std::optional<pci::Address> &port) const {
        return port && fault.rule == "kernel.slot" &&
               (fault.variant.empty() || fault.variant == "not_present" || fault.variant == "no_link") &&
               m_off.contains(port->key());
    }

private:
    std::set<std::uint64_t> m_off;
};

} // namespace fabricscope::formats
