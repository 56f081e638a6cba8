// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Examine.h"
#include "core/checks/Report.h"
#include "core/host/Host.h"
#include "core/topology/Topology.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::checks {

/// The report of a host as the program makes it, with the pairs of its GPUs and NICs.
struct CheckedSample {
    explicit CheckedSample(host::Host host, bool isContainer = false);

    /// Fails the test if there is no such check.
    [[nodiscard]] const Answer &answer(std::string_view id) const;

    std::shared_ptr<const topology::Topology> topology;
    affinity::Examination examination;
    HostReport report;
};

/// Two GPUs (amdgpu) and two NICs with RDMA below two switches, on bare metal with an IOMMU that passes
/// addresses through; read as root. Nothing is wrong with it.
[[nodiscard]] host::Host soundServer();

/// The functions of soundServer().
inline constexpr std::string_view kGpu = "0000:03:00.0", kOtherGpu = "0000:83:00.0", kNic = "0000:04:00.0",
                                  kOtherNic = "0000:84:00.0", kPort = "0000:02:00.0";

[[nodiscard]] host::KernelMessage messageOf(host::KernelMessage::Kind kind,
                                            const std::optional<pci::Address> &device, std::string text);

/// Config space of a function, to change it.
[[nodiscard]] pci::ConfigSpace &configOf(host::Host &host, std::string_view bdf);

} // namespace fabricscope::checks
