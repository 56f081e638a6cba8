// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/Captures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::formats {
namespace {

using capture::Damage;
using capture::Part;
using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string kSudoers = "jane ALL=(root) NOPASSWD: /bin/sh -s";

auto whatHas(const std::string &text) {
    return Field(&host::Missing::what, HasSubstr(text));
}

TEST(MissingFacts, ListWhatRootWouldProvideWithTheSudoersLine) {
    std::vector<TestSection> sections = exampleServer();
    sections.push_back({"tool-lscpu", "x\n", Part::Tools});
    const host::Host host = hostOf(sections);
    for (const char *what : {"ACS", "kernel messages", "serial numbers", "VFIO"})
        EXPECT_THAT(host.missing, Contains(AllOf(whatHas(what), Field(&host::Missing::remedy, kSudoers),
                                                 Field(&host::Missing::isSudoersLine, true))))
            << what;
}

TEST(MissingFacts, AreNoneWhereRootReadThem) {
    std::vector<TestSection> sections = exampleServer();
    std::vector<std::uint8_t> whole(4096, 0);
    whole[0] = 0x02;
    sections.push_back({"tool-lscpu", "x\n", Part::Tools});
    sections.push_back({"pci-config", configText("0000:03:00.0", whole), Part::Root});
    sections.push_back({"dmesg", "x\n", Part::Root});
    sections.push_back({"dmi-root", "product_serial:1\n", Part::Root});
    sections.push_back({"vmm-fds", "", Part::Root});
    EXPECT_THAT(hostOf(sections).missing, IsEmpty());
}

TEST(MissingFacts, DoNotAskForWhatTheHostDoesNotHave) {
    const host::Host host =
        hostOf({{"identity", "etc/hostname:x\n"}, {"tool-dmesg", "[0] Linux\n", Part::Tools}});
    EXPECT_THAT(host.missing, IsEmpty()) << "no PCI, no DMI, no VFIO, and dmesg could be read";
}

TEST(MissingFacts, NameToolsOnlyForDriversThatAreBound) {
    const std::string links = "0000:41:00.0/driver -> /sys/bus/pci/drivers/nvidia\n";
    EXPECT_THAT(hostOf({{"pci-links", links}}).missing, IsEmpty()) << "the tools part did not run yet";
    EXPECT_THAT(hostOf({{"pci-links", links}, {"tool-dmesg", "x\n", Part::Tools}}).missing,
                Contains(Field(&host::Missing::notInstalled, "nvidia-smi")));
    EXPECT_THAT(hostOf({{"pci-links", "0000:41:00.0/driver -> /sys/bus/pci/drivers/vfio-pci\n"},
                        {"vmm-fds", "", Part::Root},
                        {"tool-dmesg", "x\n", Part::Tools}})
                    .missing,
                IsEmpty());
}

TEST(MissingFacts, ReportWhyAToolFailed) {
    capture::Capture capture =
        captureOf({{"pci-links", "0000:41:00.0/driver -> /sys/bus/pci/drivers/nvidia\n"},
                   {"tool-nvidia-smi-topo", "NVIDIA-SMI has failed\nmore\n", Part::Tools},
                   {"tool-rdma-link", "", Part::Tools},
                   {"tool-dmesg", "x\n", Part::Tools}});
    capture.sections[1].meta().exitStatus = 9;
    capture.sections[2].meta().exitStatus = 1;
    auto missing = readHost(capture).missing;
    ASSERT_EQ(missing.size(), 1U) << "no RDMA device: what `rdma` says does not matter";
    EXPECT_EQ(missing[0].why, "it exited with status 9: NVIDIA-SMI has failed");
    capture.sections[1].meta().exitStatus = 124;
    missing = readHost(capture).missing;
    EXPECT_EQ(missing[0].why, "it timed out");
}

TEST(MissingFacts, NameTheDeviceThatHangs) {
    capture::Capture capture =
        captureOf({{"pci-touch", "0000:03:00.0/current_link_width:8\n", Part::Touch, Damage::Stuck}});
    capture.sections[0].meta().damageText = "stuck after 0000:41:00.0/current_link_speed";
    const auto missing = readHost(capture).missing;
    ASSERT_EQ(missing.size(), 1U);
    EXPECT_EQ(missing[0].what, "the rest of pci-touch (/origin/of/pci-touch)");
    EXPECT_THAT(missing[0].why, HasSubstr("0000:41:00.0"));
    EXPECT_THAT(missing[0].remedy, HasSubstr("device"));
}

TEST(MissingFacts, KeepNothingOfASectionThatChangedInItsFile) {
    capture::Capture capture = captureOf({{"pci-touch", "", Part::Touch, Damage::Corrupt}});
    const auto missing = readHost(capture).missing;
    ASSERT_EQ(missing.size(), 1U);
    EXPECT_EQ(missing[0].what, "all of pci-touch (/origin/of/pci-touch)");
    EXPECT_EQ(missing[0].why, "corrupt");
}

TEST(MissingFacts, GiveRootNoSudoersLine) {
    std::vector<TestSection> sections = exampleServer();
    sections[1].bytes = "uid=0(root) gid=0(root)\n";
    EXPECT_THAT(hostOf(sections).missing,
                AllOf(Not(IsEmpty()), Each(AllOf(Field(&host::Missing::remedy, Not(HasSubstr("NOPASSWD"))),
                                                 Field(&host::Missing::isSudoersLine, false)))));
}

TEST(MissingFacts, SendNobodyToRootWhoIsRootInAContainer) {
    std::vector<TestSection> sections = exampleServer();
    sections[1].bytes = "uid=0(root) gid=0(root)\n";
    sections.push_back({"dmi-root", "product_serial:1\n", Part::Root});
    EXPECT_THAT(hostOf(sections).missing,
                Contains(AllOf(whatHas("ACS"), Field(&host::Missing::remedy, HasSubstr("--privileged")))));
    EXPECT_THAT(hostOf(sections).missing,
                Each(Field(&host::Missing::remedy, Not(HasSubstr("again as root")))));
}

/// Of a user's text, which was not collected.
host::Host hostOfLspci(const std::string &text) {
    return hostOf({{"lspci-text", text, Part::Import}});
}

TEST(MissingFacts, OfATextNameWhatTheTextLacks) {
    const std::string nic = "41:00.0 Ethernet controller [0200]: X [15b3:1021]\n";
    const auto remedyHas = [](const std::string &words) {
        return Field(&host::Missing::remedy, HasSubstr(words));
    };
    const host::Host held = hostOfLspci(nic + "\tKernel driver in use: vfio-pci\n");
    EXPECT_THAT(held.missing, testing::ElementsAre(AllOf(whatHas("VFIO"), remedyHas("capture the host"),
                                                         Not(remedyHas("lspci")))));
    const host::Host denied =
        hostOfLspci(nic + "\tControl: I/O- Mem+ BusMaster+\n\tCapabilities: <access denied>\n");
    EXPECT_THAT(denied.missing, testing::ElementsAre(AllOf(whatHas("ACS"), remedyHas("as root"))));
    const host::Host brief =
        hostOfLspci(nic + "\tControl: I/O- Mem+ BusMaster+\n\tStatus: Cap+ 66MHz- UDF- FastB2B- ParErr- "
                          "DEVSEL=fast >TAbort- <TAbort- <MAbort- >SERR- <PERR- INTx-\n");
    EXPECT_THAT(brief.missing, testing::ElementsAre(AllOf(
                                   whatHas("ACS"), remedyHas("sudo lspci -vvv"),
                                   Field(&host::Missing::why, "the text does not list the capabilities"))));
    EXPECT_THAT(hostOfLspci(nic).missing, IsEmpty()) << "lspci alone";
}

} // namespace
} // namespace fabricscope::formats
