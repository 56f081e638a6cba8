// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/topology/Topology.h"

#include <optional>

namespace fabricscope::topology {

/// Whether sysfs or config space states anything about a link of this function. PCIe functions always do
/// (once they are read); conventional PCI and root complex endpoints never.
[[nodiscard]] bool hasLinkFacts(const host::PciFunction &function);

/// What one end reports of its link.
struct LinkEnd {
    std::optional<pci::LinkSpeed> speed, maxSpeed;
    std::optional<std::uint8_t> width, maxWidth; ///< lanes
    bool noLanes = false;                        ///< it states that its link has 0 lanes: it is down
};
/// By sysfs, else by the registers LnkSta and LnkCap: the kernel reads the same ones, and detects when they
/// cannot be read.
[[nodiscard]] LinkEnd linkEndOf(const host::PciFunction &function);

/// The link between a function and the port above it (nullptr: on a root bus, or below a conventional
/// bridge). Current is what the lower end states, the upper one where it is silent; the maximum is the lesser
/// of both ends', or that of the one end that is known. No link at all (virtual functions, root complex
/// endpoints): std::nullopt.
[[nodiscard]] std::optional<Link> linkOf(const host::PciFunction &lower, const host::PciFunction *upper);

/// The link runs below what its lower end supports, and the upper one is not there; `above`: what a tool says
/// about that one; `isWide`: hasAllLanes().
[[nodiscard]] findings::Finding oneEndFinding(const Link &link, std::optional<pci::LinkSpeed> above,
                                              bool isWide = false);

/// Of a link whose state is Down: which end states it.
[[nodiscard]] findings::Finding downFinding(const host::PciFunction &lower, const host::PciFunction *upper);

/// The two ends of a link have one width and one speed. Other values at the other end: read at different
/// moments, or wrong. At most one finding.
[[nodiscard]] std::optional<findings::Finding> endsFinding(const host::PciFunction &lower,
                                                           const host::PciFunction &upper);

/// A GPU that servers give all of its lanes (pci::hasLargeBar), and not in a VM, where the hypervisor states
/// them.
[[nodiscard]] bool hasAllLanes(const host::PciFunction &function, const host::Host &host);

/// A finding of one of the rules "link.*", with the link's rates and lanes as arguments.
[[nodiscard]] findings::Finding linkFinding(const Link &link, std::string_view rule,
                                            std::string_view variant = {});
/// The worst finding about the node's own link; none if the link is healthy, or shared.
[[nodiscard]] std::optional<Severity> linkSeverity(const Node &node);

} // namespace fabricscope::topology
