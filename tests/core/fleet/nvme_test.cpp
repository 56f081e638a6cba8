// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/HostReader.h"
#include "tests/core/fleet/Compared.h"

#include <gmock/gmock.h>

namespace fabricscope::fleet {

namespace {

host::Host withDrive(const std::string &firmware) {
    capture::Capture capture = samples::toCapture(samples::laptop());
    std::erase_if(capture.sections, [](const auto &section) { return section.meta().name == "nvme"; });
    capture::Section::Meta meta;
    meta.name = "nvme";
    meta.origin = "/sys/class/nvme";
    meta.exitStatus = 0;
    capture.sections.emplace_back(meta, "nvme0/address:0000:01:00.0\nnvme0/model:WD SN850X  \n"
                                        "nvme0/serial:22102K800123  \nnvme0/firmware_rev:" +
                                            firmware + "  \n");
    return formats::readHost(capture);
}

TEST(NvmeFirmware, IsReadFromSysfsAndCompared) {
    EXPECT_THAT(
        summary(compared(withDrive("620311WD"), withDrive("624331WD"))),
        testing::ElementsAre("warning firmware.nvme NVMe 0000:01:00.0: firmware 624331WD (was 620311WD)"));
}

} // namespace

} // namespace fabricscope::fleet
