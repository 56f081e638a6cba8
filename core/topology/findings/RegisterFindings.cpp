// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/findings/RegisterFindings.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fabricscope::topology {

namespace {

using findings::Finding;
using host::PciFunction;

/// DevSta (PCI Express Base Specification, 7.5.3.5), and the bits of the Uncorrectable Error Status Register
/// (7.8.4.2).
constexpr unsigned kNonFatal = 0x2, kFatal = 0x4, kUnsupported = 0x8;
struct Bit {
    unsigned bit;
    std::string_view name;
};
constexpr Bit kUncorrectable[] = {
    {4, "data link protocol error"},
    {5, "surprise link down"},
    {12, "poisoned TLP"},
    {13, "flow control error"},
    {14, "completion timeout"},
    {15, "completer abort"},
    {16, "unexpected completion"},
    {17, "receiver overflow"},
    {18, "malformed TLP"},
    {19, "ECRC error"},
    {21, "ACS violation"},
    {22, "internal error"},
    {23, "blocked multicast TLP"},
    {24, "blocked AtomicOp"},
    {25, "blocked TLP prefix"},
    {26, "blocked poisoned TLP"},
};

/// Of the Correctable Error Status Register (7.8.4.5), those of the link itself.
constexpr Bit kCorrectable[] = {
    {0, "receiver error"},        {6, "bad TLP"}, {7, "bad DLLP"}, {8, "replay number rollover"},
    {12, "replay timer timeout"},
};

void append(std::string &list, std::string_view name) {
    list.append(list.empty() ? "" : ", ").append(name);
}

template<std::size_t N> std::string bitNames(const Bit (&bits)[N], std::uint32_t status) {
    std::string names;
    for (const Bit &each : bits)
        if ((status >> each.bit & 1U) != 0)
            append(names, each.name);
    return names;
}

std::optional<Finding> errorsOf(const PciFunction &function) {
    if (!function.config || function.config->dead || function.dead)
        return std::nullopt;
    const auto &express = function.config->express;
    const unsigned device = express && express->deviceErrors ? *express->deviceErrors : 0;
    const std::string bits = function.config->aer
                                 ? bitNames(kUncorrectable, function.config->aer->uncorrectableStatus)
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
        isKnown ? bitNames(kCorrectable, function.config->aer->correctableStatus) : std::string();
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
