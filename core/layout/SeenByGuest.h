// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pci/Address.h"

#include <map>
#include <string>

namespace fabricscope::layout {

/// What a guest calls the devices of its host: told beside the host's own names, and all other devices fade.
struct SeenByGuest {
    struct Device {
        std::string address, name; ///< "0002:00:0c.0", "ionic_3"
        friend bool operator==(const Device &, const Device &) = default;
    };
    std::string guest;                     ///< "vm-03a"
    std::map<pci::Address, Device> onHost; ///< by the host's address

    /// nullptr: not one of the guest's.
    [[nodiscard]] const Device *find(const pci::Address &address) const {
        const auto found = onHost.find(address);
        return found == onHost.end() ? nullptr : &found->second;
    }
    friend bool operator==(const SeenByGuest &, const SeenByGuest &) = default;
};

} // namespace fabricscope::layout
