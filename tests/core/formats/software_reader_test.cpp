// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/Captures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::formats {
namespace {

using capture::Part;
using testing::IsEmpty;

TEST(ModuleReader, ReadsModulesAndTheirParameters) {
    const host::Host host =
        hostOf({{"modules",
                 "nvidia_peermem 20480 0 - Live 0x0000000000000000 (OE)\nib_core 1 2 mlx5_ib, Live 0x0\n"},
                {"module-params", "nvidia/version:550.54.15\nmlx5_core/parameters/prof_sel:2\n"
                                  "amdgpu/parameters/empty:\n"}});
    EXPECT_TRUE(host.modules.contains("nvidia_peermem"));
    EXPECT_TRUE(host.modules.contains("ib_core"));
    EXPECT_EQ(*host.modules.at("nvidia").at("version"), "550.54.15");
    EXPECT_EQ(*host.modules.at("mlx5_core").at("prof_sel"), "2");
    ASSERT_TRUE(host.modules.at("amdgpu").at("empty").known()) << "an empty value is a value";
}

TEST(NvmeReader, JoinsModelsWithAddresses) {
    const host::Host host = hostOf({{"nvme", "nvme0/address:0000:02:00.0\nnvme0/model:SAMSUNG MZQL2  \n"
                                             "nvme1/address:traddr=10.0.0.1,trsvcid=4420\nnvme1/model:Linux\n"
                                             "nvme2/model:No address\nnvme3/address:0000:03:00.0\n"}});
    ASSERT_EQ(host.nvmeModels.size(), 1U) << "over a fabric there is no PCI function";
    EXPECT_EQ(*host.nvmeModels.at("0000:02:00.0"), "SAMSUNG MZQL2");
}

TEST(NcclReader, ReadsSettingsWithTheirSource) {
    const host::Host host = hostOf({{"nccl-conf", "etc/nccl.conf:# a comment\netc/nccl.conf:NCCL_DEBUG=INFO\n"
                                                  "etc/nccl.conf:\nenv:NCCL_SOCKET_IFNAME=eth0\n"
                                                  "home/jane/.nccl.conf: NCCL_IB_HCA = mlx5\n"},
                                    {"nccl-topo", "<system version=\"1\">\n</system>\n"}});
    ASSERT_EQ(host.ncclSettings.size(), 3U);
    EXPECT_EQ(host.ncclSettings[0].source, "/etc/nccl.conf");
    EXPECT_EQ(host.ncclSettings[0].name, "NCCL_DEBUG");
    EXPECT_EQ(*host.ncclSettings[0].value, "INFO");
    EXPECT_EQ(host.ncclSettings[1].source, "env");
    EXPECT_EQ(host.ncclSettings[2].name, "NCCL_IB_HCA");
    EXPECT_EQ(*host.ncclSettings[2].value, "mlx5");
    ASSERT_EQ(host.ncclFiles.size(), 1U);
    EXPECT_EQ(host.ncclFiles[0].path, "/origin/of/nccl-topo");
    EXPECT_EQ(host.ncclFiles[0].text.section, 1);
}

TEST(LimitsReader, ReadsWhatThreeShellsPrint) {
    const host::Host host = hostOf({{"limits", "max locked memory           (kbytes, -l) 65536\n"
                                               "memory(kbytes)              unlimited\n"
                                               "-n: file descriptors              1024\nalone\n\n"}});
    EXPECT_EQ(*host.limits.at("max locked memory           (kbytes, -l)"), "65536");
    EXPECT_EQ(*host.limits.at("memory(kbytes)"), "unlimited");
    EXPECT_EQ(*host.limits.at("-n: file descriptors"), "1024");
    EXPECT_EQ(host.limits.size(), 3U);
}

TEST(IdentityReader, PrefersTheNameThatTheKernelUses) {
    EXPECT_EQ(*hostOf({{"identity", "proc/sys/kernel/hostname:now\netc/hostname:then\n"}}).hostname, "now");
    EXPECT_EQ(*hostOf({{"identity", "etc/hostname:then\nproc/sys/kernel/hostname:now\n"}}).hostname, "now");
    EXPECT_EQ(*hostOf({{"identity", "etc/hostname:only\n"}}).hostname, "only");
    EXPECT_EQ(*hostOf({{"identity", "proc/version:Linux version 5.10.0 (x@y)\n"}}).kernel, "5.10.0");
}

TEST(IdentityReader, KnowsWhoCollectedThoughRootReadToo) {
    const host::Host host = hostOf(
        {{"user", "uid=1000(jane) gid=1000(jane)\n"}, {"user", "uid=0(root) gid=0(root)\n", Part::Root}});
    EXPECT_EQ(*host.uid, 1000);
    EXPECT_EQ(*host.user, "jane");
    EXPECT_FALSE(hostOf({{"user", "sh: id: not found\n"}}).uid.known());
    EXPECT_FALSE(hostOf({{"user", "uid=-5\n"}}).uid.known());
}

TEST(DmiReader, TakesSerialsFromRoot) {
    const host::Host host =
        hostOf({{"dmi", "sys_vendor:Dell Inc.\nproduct_name:XE9680\n"},
                {"dmi-root", "product_serial:ABC123\nproduct_uuid:4c4c4544-0000\n", Part::Root}});
    EXPECT_EQ(*host.vendor, "Dell Inc.");
    EXPECT_EQ(*host.productSerial, "ABC123");
    EXPECT_EQ(*host.productUuid, "4c4c4544-0000");
}

TEST(LspciReader, TakesNamesOutOfTheFirstLines) {
    const host::Host host =
        hostOf({{"pci", "0000:41:00.0/vendor:0x1002\n0000:41:00.0/device:0x75a0\n"},
                {"tool-lspci",
                 "0000:41:00.0 Processing accelerators [1200]: Advanced Micro Devices, Inc. [AMD/ATI] Device "
                 "[1002:75a0] (rev 01)\n"
                 "\tSubsystem: Advanced Micro Devices, Inc. [AMD/ATI] Device [1002:0b00]\n"
                 "\n10000:01:00.0 Non-Volatile memory controller [0108]: Samsung NVMe [144d:a80a] (prog-if "
                 "02 [NVM Express])\n"
                 "0000:42:00.0 nonsense\n",
                 Part::Tools}});
    ASSERT_EQ(host.functions.size(), 2U);
    EXPECT_EQ(*host.functions[0].rare->name, "Advanced Micro Devices, Inc. [AMD/ATI] Device [1002:75a0]");
    EXPECT_EQ(*host.functions[0].vendor, 0x1002);
    EXPECT_EQ(*host.functions[1].rare->name, "Samsung NVMe");
    EXPECT_EQ(*host.functions[1].device, 0xa80a);
}

} // namespace
} // namespace fabricscope::formats
