// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Fabric.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

/// A GPU or NIC in a selection list, as name and address: "GPU2 0000:23:00.0". The text is safe to show,
/// whatever the host names the device.
[[nodiscard]] std::string choiceOf(const affinity::Gpu &gpu);
[[nodiscard]] std::string choiceOf(const affinity::Nic &nic);

/// All devices that can be selected, in fabric order; only NICs with an RDMA device.
[[nodiscard]] std::vector<std::string> gpuChoices(const affinity::Fabric &fabric);
[[nodiscard]] std::vector<std::string> nicChoices(const affinity::Fabric &fabric);

/// Its index in the fabric; absent if none has that name and address, or the NIC has no RDMA device.
[[nodiscard]] std::optional<std::size_t> chosenGpu(const affinity::Fabric &fabric, std::string_view choice);
[[nodiscard]] std::optional<std::size_t> chosenNic(const affinity::Fabric &fabric, std::string_view choice);

} // namespace fabricscope::bench
