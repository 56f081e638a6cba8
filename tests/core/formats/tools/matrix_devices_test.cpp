// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The devices of matrices that people pasted.
#include "core/host/MatrixDevices.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

TEST(MatrixDevices, AreThoseOfTheTextWithTheLegendsNames) {
    const host::Host host = hostOfText("        GPU0    GPU1    NIC0    CPU Affinity    NUMA Affinity\n"
                                       "GPU0     X      NV12    PIX     0-7             0\n"
                                       "GPU1    NV12     X      SYS     8-15            1\n"
                                       "NIC0    PIX     SYS      X\n\n"
                                       "Legend:\n\n  X    = Self\n\nNIC Legend:\n\n  NIC0: mlx5_bond_0\n");
    const host::MatrixDevices devices(host);
    ASSERT_EQ(devices.gpus().size(), 2U);
    ASSERT_EQ(devices.nics().size(), 1U);
    EXPECT_EQ(devices.nics()[0].name, "mlx5_bond_0");
    EXPECT_EQ(devices.nics()[0].label, "NIC0");
    EXPECT_EQ(devices.cell(devices.gpus()[1], devices.nics()[0]), "SYS");
    EXPECT_EQ(devices.summary(), "2 GPUs, 1 NIC, from nvidia-smi topo -m; PCI addresses unknown");
}

} // namespace
} // namespace fabricscope::formats
