// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pci/Address.h"

#include <map>
#include <memory>
#include <string>

namespace fabricscope::affinity {
struct Judgement;
}
namespace fabricscope::topology {
class Topology;
}

namespace fabricscope::present {

/// A guest's names for the devices of its host, and its pairs: shown next to the host's own names, while
/// all other devices fade.
struct SeenByGuest {
    struct Device {
        std::string address, name; ///< "0002:00:0c.0", "ionic_3"
        /// For boxes, which are no wider then than without it: "02:00:0c.0".
        [[nodiscard]] std::string shortAddress() const {
            constexpr std::size_t kWhole = 12;
            return address.size() == kWhole && address.starts_with("00") ? address.substr(2) : address;
        }
        friend bool operator==(const Device &, const Device &) = default;
    };
    std::string guest;                     ///< "vm-03a"
    std::map<pci::Address, Device> onHost; ///< by the host's address
    /// The guest's, with nodes of `host`: its pairs are those that are drawn there, and in no other picture.
    /// nullptr: not judged.
    std::shared_ptr<const affinity::Judgement> judgement;
    std::shared_ptr<const topology::Topology> host;

    /// nullptr: not one of the guest's.
    [[nodiscard]] const Device *find(const pci::Address &address) const {
        const auto found = onHost.find(address);
        return found == onHost.end() ? nullptr : &found->second;
    }
    friend bool operator==(const SeenByGuest &, const SeenByGuest &) = default;
};

} // namespace fabricscope::present
