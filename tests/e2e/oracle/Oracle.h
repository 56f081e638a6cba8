// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The output of a machine's own tools, parsed without any code of the program under test.
namespace fabricscope::e2e {

/// The position of a function in `lspci -tv`.
struct Place {
    std::string root;                  ///< "0000:20"
    std::optional<std::string> parent; ///< the bridge above it; none on a root bus
    friend bool operator==(const Place &, const Place &) = default;
};
/// By BDF, always with a domain of four or more digits.
[[nodiscard]] std::map<std::string, Place> parseTree(std::string_view lspciTv);

struct LinkText {
    std::optional<double> speed; ///< GT/s; none if lspci prints "unknown"
    std::optional<int> width;    ///< none if lspci prints x0
    friend bool operator==(const LinkText &, const LinkText &) = default;
};

/// One block of `lspci -D -vvv`.
struct Verbose {
    std::string title; ///< "PCI bridge: Red Hat, Inc. QEMU PCIe Root port (prog-if 00 [Normal decode])"
    std::optional<int> numa, group, secondaryBus;
    std::optional<std::string> driver,
        port; ///< port: "Root Port", "Upstream Port", "Downstream Port", "Endpoint"
    std::optional<LinkText> capable, current; ///< LnkCap, LnkSta
    std::optional<int> maxPayload, maxReadRequest;
    std::optional<bool> relaxedOrdering;
    std::optional<std::string> acsSupported, acsEnabled; ///< "SrcValid+ TransBlk- ..."
    std::optional<int> totalVfs, numVfs;
    bool aer = false, ari = false, ats = false, denied = false;
};
[[nodiscard]] std::map<std::string, Verbose> parseVerbose(std::string_view lspciDvvv);

struct NumaText {
    std::string cpus; ///< "0 1 2"
    std::optional<long> sizeMb;
    std::vector<int> distances;
    friend bool operator==(const NumaText &, const NumaText &) = default;
};
/// `numactl -H`, by node.
[[nodiscard]] std::map<int, NumaText> parseNumactl(std::string_view text);

/// Lines "GROUP/devices/BDF" of a listing of /sys/kernel/iommu_groups; the group of each BDF.
[[nodiscard]] std::map<std::string, int> parseGroups(std::string_view text);

} // namespace fabricscope::e2e
