// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::report {

/// What the kernel's log says about each device, found by its address; the lines live as long as the host.
class KernelLines {
public:
    explicit KernelLines(const host::Host &host);
    /// "kernel: nvme 0000:01:00.0: PCIe Bus Error: ... (200 times)", a line for each remark.
    [[nodiscard]] std::vector<std::string> of(const std::optional<host::Address> &device) const;

private:
    std::map<std::uint64_t, std::vector<const host::KernelMessage *>> m_entries; ///< by Address::key() + 1
};

/// The tables that tools print with their own device names, each with what is known of its rows; "" without
/// any.
[[nodiscard]] std::string matricesText(const host::Host &host, std::size_t width);

/// Like `numactl -H`: one row and one column per node; "" without any.
[[nodiscard]] std::string numaDistancesText(const host::Host &host, std::size_t width);

/// RDMA devices that the kernel makes of network interfaces; "" without any.
[[nodiscard]] std::string softwareRdmaText(const host::Host &host, std::size_t width);

} // namespace fabricscope::report
