// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/Packed.h"

#include <string>
#include <vector>

namespace fabricscope::test {

/// A server as described by two tools that collect support data: two NUMA nodes, each with GPUs (10de:2330,
/// nvidia) and NICs (15b3:1021, mlx5_core) in turn, each on a root port of its own.
struct BundledHost {
    std::string name = "gpu-07";
    std::string machineId = "3d1219c7c4c5404aaa1f6d2a48adfda4";
    std::string kernel = "6.8.0-60-generic";
    int gpus = 8; ///< even; the number of NICs too
};

/// The address of the GPU or NIC with this index (from 0): "0000:05:00.0".
[[nodiscard]] std::string gpuAddress(int index);
[[nodiscard]] std::string nicAddress(int index);
/// The first half of the GPUs and NICs is on node 0, the second half on node 1.
[[nodiscard]] int nodeOf(const BundledHost &host, int index);

/// The folders and files of `sos report`: sos_commands/PLUGIN/COMMAND_WITH_UNDERSCORES, copies of /etc, /proc
/// and the parts of /sys that plugins collect, links at the top, its own reports, and files of no use to us.
[[nodiscard]] std::vector<Member> sosReport(const BundledHost &host);

/// The text of nvidia-bug-report.sh: commands and files between separator lines, including missing ones.
[[nodiscard]] std::string nvidiaBugReport(const BundledHost &host);

} // namespace fabricscope::test
