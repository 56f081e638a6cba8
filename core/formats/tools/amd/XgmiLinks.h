// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"
#include "core/formats/HostBuilder.h"
#include "core/pci/Address.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// What `amd-smi xgmi` states about the links of each GPU, by the GPU's number; in any order.
class XgmiLinks {
public:
    /// "38 Gb/s" of a lane, and of a whole link, one direction; unknown where not stated.
    struct Rates {
        std::optional<double> lane;
        std::optional<GigabytesPerSecond> link;
    };

    void gpu(unsigned number, const pci::Address &address, host::EvidenceRef evidence);
    /// `type`: "XGMI", "PCIE", "N/A".
    void metrics(unsigned number, std::string_view type, Rates rates);
    /// Traffic to the GPU of this column, by its number ("GPU3") or address, was counted: there is a link.
    void traffic(unsigned number, std::string_view peer);
    /// The state of a GPU's port by its place, or of its links to another GPU: "U" up, "D" down, "X"
    /// disabled; "U/D" for two links.
    void port(unsigned number, unsigned place, std::string_view state);
    void peer(unsigned number, std::string_view peer, std::string_view state);

    /// Adds GPUs, links and faults.
    void deliver(HostBuilder &builder) const;

private:
    /// Names of ports, or of GPUs on the other side.
    struct States {
        std::vector<std::string> down, disabled;
        std::size_t up = 0;
        void add(const std::string &name, std::string_view state);
    };
    struct Gpu {
        std::optional<pci::Address> address;
        host::EvidenceRef evidence;
        bool isXgmi = false;
        Rates rates;
        std::vector<std::string> peers;
        States ports, others;
    };

    Gpu *find(unsigned number);
    [[nodiscard]] std::optional<pci::Address> addressOf(std::string_view peer) const;
    void addSlowLinks(HostBuilder &builder) const;
    void addStates(HostBuilder &builder, States Gpu::*states) const;

    std::map<unsigned, Gpu> m_gpus;
};

} // namespace fabricscope::formats
