// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/e2e/Machine.h"

#include <nlohmann/json.hpp>

#include <map>
#include <set>
#include <string>

namespace fabricscope::e2e {

/// BDFs: of the guest and the host; or of a GPU and its NIC.
using Pairs = std::map<std::string, std::string>;

/// The wiring of boot.sh's server: the NIC below the same switch as each display controller.
inline const Pairs kWired = {{"0000:23:00.0", "0000:24:00.0"}, {"0000:63:00.0", "0000:64:00.0"}};

/// Unbinds a display controller and a NIC of each node from their drivers, for a guest.
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

/// A host, its guest, and the program's results for both: each step on the command line, with captures taken
/// over SSH.
struct GuestScenario {
    std::string host, guest; ///< paths of captures
    std::string earlier;     ///< of the host before its devices were passed through; may be empty

    /// `show --view host-vm`; null if it failed.
    [[nodiscard]] nlohmann::json hostVm() const;
    /// Output of `nccl-topo generate -o FILE` with `more`.
    [[nodiscard]] CommandResult generate(const std::string &file,
                                         const std::vector<std::string> &more = {}) const;
    /// `nccl-topo verify FILE`; null if it failed.
    [[nodiscard]] nlohmann::json verify(const std::string &file) const;

private:
    [[nodiscard]] std::vector<std::string> sides() const;
};

/// The BDFs in guest and host for each match.
[[nodiscard]] Pairs matchesOf(const nlohmann::json &hostVm);
/// The names of all sources of a match.
[[nodiscard]] std::set<std::string> sourcesOf(const nlohmann::json &hostVm);
/// The hardware's pairs of GPU and NIC, by the guest's BDFs.
[[nodiscard]] Pairs wiredOf(const nlohmann::json &verification);
/// The file's pairs: the emulated NICs have no RDMA device, so the library itself would use none.
[[nodiscard]] Pairs claimsOf(const nlohmann::json &verification);

} // namespace fabricscope::e2e
