// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/findings/RegisterFindings.h"

#include "core/pci/AerErrors.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace fabricscope::topology {

namespace {

using findings::Finding;
using host::PciFunction;

/// DevSta (PCI Express Base Specification, 7.5.3.5).
constexpr unsigned kNonFatal = 0x2, kFatal = 0x4, kUnsupported = 0x8;
/// Of the Uncorrectable Error Status Register (7.8.4.2), without Unsupported Request: normal while the bus is
/// enumerated.
constexpr std::uint32_t kUncorrectable = ~(1U << 20U);
/// Of the Correctable Error Status Register (7.8.4.5), those of the link itself: Receiver Error, Bad TLP, Bad
/// DLLP, Replay Number Rollover, Replay Timer Timeout.
constexpr std::uint32_t kCorrectable = 1U << 0U | 1U << 6U | 1U << 7U | 1U << 8U | 1U << 12U;

void append(std::string &list, std::string_view name) {
    list.append(list.empty() ? "" : ", ").append(name);
}

std::optional<Finding> errorsOf(const PciFunction &function) {
    if (!function.config || function.config->dead || function.dead)
        return std::nullopt;
    const auto &express = function.config->express;
    const unsigned device = express && express->deviceErrors ? *express->deviceErrors : 0;
    const std::string bits =
        function.config->aer
            ? pci::aerErrorNames(function.config->aer->uncorrectableStatus & kUncorrectable, false)
            : std::string();
    const bool isFatal = (device & kFatal) != 0;
    const bool isNonFatal = (device & kNonFatal) != 0 && (device & kUnsupported) == 0;
    if (!isFatal && !isNonFatal && bits.empty())
        return std::nullopt;
    std::string detail = isFatal ? "fatal error" : (device & kNonFatal) != 0 ? "non-fatal error" : "";
    if (!bits.empty())
        append(detail, bits);
    Finding finding("device.fault", isFatal || !bits.empty() ? "registers" : "registers_nonfatal");
    finding.set("detail", detail);
    return finding;
}

std::optional<Finding> correctedErrorsOf(const PciFunction &function) {
    const bool isKnown = function.config && function.config->aer && !function.config->dead && !function.dead;
    const std::string bits =
        isKnown ? pci::aerErrorNames(function.config->aer->correctableStatus & kCorrectable, true)
                : std::string();
    if (bits.empty())
        return std::nullopt;
    Finding finding("device.fault", "registers_corrected");
    finding.set("detail", bits);
    return finding;
}

/// A GPU for computing has no display: class 3D controller.
bool isComputeGpuOfNouveau(const PciFunction &function) {
    return function.vendor && *function.vendor == 0x10de && function.classCode &&
           *function.classCode >> 8 == 0x0302 && function.driver && *function.driver == "nouveau";
}

} // namespace

std::vector<std::pair<NodeId, Finding>> registerFindings(const Topology &topology) {
    std::vector<std::pair<NodeId, Finding>> found;
    for (const PciFunction &function : topology.host().functions) {
        const auto node = topology.find(function.address);
        if (!node)
            continue;
        if (auto errors = errorsOf(function))
            found.emplace_back(*node, std::move(*errors));
        else if (auto corrected = correctedErrorsOf(function))
            found.emplace_back(*node, std::move(*corrected));
        if (isComputeGpuOfNouveau(function))
            found.emplace_back(*node, Finding("device.fault", "nouveau"));
    }
    return found;
}

} // namespace fabricscope::topology
