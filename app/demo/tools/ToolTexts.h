// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/data/DemoHost.h"

#include <string>
#include <vector>

namespace fabricscope::app::demo {

/// What a program prints when it is called with these arguments on the simulated host.
struct ToolText {
    std::string tool, arguments, output;
    int status = 0;
};

/// The texts of all tools that the host has; `root`: as the root user gets them. Formats: rdma(8) of
/// iproute2, ibv_devinfo of rdma-core, numactl, lscpu, amd-smi and rocm-smi (reference: sysfs-and-lspci,
/// section 2).
[[nodiscard]] std::vector<ToolText> toolTexts(const DemoHost &host, bool root);

} // namespace fabricscope::app::demo
