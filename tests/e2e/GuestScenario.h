// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/e2e/Machine.h"

#include <nlohmann/json.hpp>

#include <map>
#include <set>
#include <string>

namespace fabricscope::e2e {

/// BDFs: the guest's, and what that is on the host; or a GPU's, and its NIC's.
using Pairs = std::map<std::string, std::string>;

/// The wiring of boot.sh's server: which NIC stands below the switch of which display controller.
inline const Pairs kWired = {{"0000:23:00.0", "0000:24:00.0"}, {"0000:63:00.0", "0000:64:00.0"}};

/// Takes a display controller and a NIC of each node away from their drivers, for a guest.
inline constexpr const char *kBindToVfio = R"(set -e
modprobe vfio-pci
modprobe vfio_iommu_type1
for bdf in 0000:23:00.0 0000:24:00.0 0000:63:00.0 0000:64:00.0; do
  d=/sys/bus/pci/devices/$bdf
  echo vfio-pci >$d/driver_override
  if [ -e $d/driver ]; then echo $bdf >$d/driver/unbind; fi
  echo $bdf >/sys/bus/pci/drivers_probe
done
udevadm settle --timeout=30
)";

/// A host, a guest of it, and what the program makes of the two: each step through the command line, from
/// captures taken over SSH.
struct GuestScenario {
    std::string host, guest; ///< captures
    std::string earlier;     ///< of the host, before its devices were handed over; may be empty

    /// `show --view host-vm`; null where it failed.
    [[nodiscard]] nlohmann::json hostVm() const;
    /// `nccl-topo generate -o FILE` with `more`; what it printed.
    [[nodiscard]] CommandResult generate(const std::string &file,
                                         const std::vector<std::string> &more = {}) const;
    /// `nccl-topo verify FILE`; null where it failed.
    [[nodiscard]] nlohmann::json verify(const std::string &file) const;

private:
    [[nodiscard]] std::vector<std::string> sides() const;
};

/// Guest's and host's BDF of each match.
[[nodiscard]] Pairs matchesOf(const nlohmann::json &hostVm);
/// The names of all sources that speak for a match.
[[nodiscard]] std::set<std::string> sourcesOf(const nlohmann::json &hostVm);
/// GPU and NIC, by the guest's BDFs, as the hardware has them.
[[nodiscard]] Pairs wiredOf(const nlohmann::json &verification);
/// As the file has them: the emulated NICs have no RDMA device, so that the library itself would take none.
[[nodiscard]] Pairs claimsOf(const nlohmann::json &verification);

} // namespace fabricscope::e2e
