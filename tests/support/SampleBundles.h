// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/Packed.h"

#include <string>
#include <vector>

namespace fabricscope::test {

/// A server as two tools that gather texts for support would describe it: two NUMA nodes, on each root ports
/// with a GPU (10de:2330, nvidia) and a NIC (15b3:1021, mlx5_core) on a root port of its own, in turns.
struct BundledHost {
    std::string name = "gpu-07";
    std::string machineId = "3d1219c7c4c5404aaa1f6d2a48adfda4";
    std::string kernel = "6.8.0-60-generic";
    int gpus = 8; ///< and as many NICs; even
};

/// "0000:05:00.0": where the GPU or the NIC of this number is, counted from 0.
[[nodiscard]] std::string gpuAddress(int index);
[[nodiscard]] std::string nicAddress(int index);
/// The GPUs and NICs of half the numbers are at node 0, the others at node 1.
[[nodiscard]] int nodeOf(const BundledHost &host, int index);

/// The folders and files of `sos report`: sos_commands/PLUGIN/COMMAND_WITH_UNDERSCORES, copies of /etc, /proc
/// and of what plugins take of /sys, links at the top, reports of its own, and files that are nothing to us.
[[nodiscard]] std::vector<Member> sosReport(const BundledHost &host);

/// The text of nvidia-bug-report.sh: commands and files between rules, among them what is not there.
[[nodiscard]] std::string nvidiaBugReport(const BundledHost &host);

} // namespace fabricscope::test
