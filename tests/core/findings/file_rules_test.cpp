// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences about NCCL files that have several forms.
#include "core/findings/Finding.h"

#include <gtest/gtest.h>

namespace fabricscope::findings {
namespace {

TEST(FileRules, StateWhatTheDecisionsCostWhereTheyWereAsked) {
    Finding missing("topo_file.link_missing");
    missing.set("attribute", "link_speed").set("address", "ffff:ff:01.0");
    EXPECT_EQ(title(missing), "link_speed is missing on ffff:ff:01.0");
    EXPECT_EQ(cost(missing), "assumed Gen3 x16: 12 GB/s on the path to the CPU");
    missing.set("effect", "taken as x16");
    EXPECT_EQ(cost(missing), "taken as x16");
    Finding broken("topo_file.broken_tag");
    EXPECT_EQ(cost(broken), "");
}

TEST(FileRules, NameBothNicsThatAreSwapped) {
    Finding swapped("topo_file.nics_swapped");
    swapped.set("first", "ionic_0 (0002:00:09.0)").set("second", "ionic_1 (0002:00:0a.0)");
    swapped.set("first_nic", "ionic_0").set("second_nic", "ionic_1");
    swapped.set("first_gpus", "GPU0").set("second_gpus", "GPU1");
    EXPECT_EQ(title(swapped), "ionic_0 (0002:00:09.0) and ionic_1 (0002:00:0a.0) are swapped");
    EXPECT_EQ(sentence(swapped),
              "In hardware ionic_0 belongs to GPU0 and ionic_1 to GPU1; the file reverses them.");
    swapped.set("first_line", 12).set("second_line", 20);
    EXPECT_EQ(sentence(swapped), "In hardware ionic_0 belongs to GPU0 and ionic_1 to GPU1; the file reverses "
                                 "them (lines 12 and 20).");
}

TEST(FileRules, NameAHostAddressWithAndWithoutItsGuest) {
    Finding address("topo_file.host_address");
    address.set("address", "0000:13:00.0");
    EXPECT_EQ(title(address), "0000:13:00.0 is a device of the host, not of this guest");
    address.set("guest", "0002:00:01.0");
    EXPECT_EQ(title(address), "0000:13:00.0 is the host's address: the guest has the device at 0002:00:01.0");
}

TEST(FileRules, NameTheDeeperDeviceOfTwoSwitches) {
    Finding pxb("topo_file.pxb");
    pxb.set("gpu", "GPU0").set("nic", "ionic_0").set("address", "ffff:ff:10.0");
    EXPECT_EQ(title(pxb),
              "the library sees GPU0 and ionic_0 below two switches, PXB: the NIC is below a separate one, "
              "ffff:ff:10.0");
    pxb.set("gpu_deeper");
    EXPECT_EQ(title(pxb),
              "the library sees GPU0 and ionic_0 below two switches, PXB: the GPU is below a separate one, "
              "ffff:ff:10.0");
}

TEST(FileRules, DistinguishNoHostFromNoMatch) {
    Finding none("topo_file.no_host");
    EXPECT_EQ(title(none), "no host is known for this VM");
    none.set("host");
    EXPECT_EQ(title(none), "no device of this VM is matched to a host device");
}

} // namespace
} // namespace fabricscope::findings
