// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lines that repeat an event, end it, or are about another device than the line before.
#include "tests/core/topology/KernelFindingsText.h"

#include <gmock/gmock.h>

namespace fabricscope::topology {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

const std::string kXid =
    "NVRM: Xid (PCI:0000:6b:00): 48, pid=771, name=trainer, DBE (double bit error) ECC error";
const std::string kFound =
    "error kernel.xid.48: 0000:6b:00.0: Xid 48: the GPU's memory has a double-bit ECC error";

TEST(KernelCopies, OfAnEventInTwoFormsAreOneEvent) {
    const std::string journal = "Mar 03 11:20:05 node-2 kernel: " + kXid + "\n";
    const std::string dated = "[Tue Mar  3 11:20:05 2026] " + kXid + "\n";
    EXPECT_THAT(kernelFindingsOf(journal + dated), ElementsAre(kFound));
    EXPECT_THAT(kernelFindingsOf(dated + journal), ElementsAre(kFound));
    EXPECT_THAT(kernelFindingsOf(journal + journal + dated + dated + dated),
                ElementsAre(kFound + " (3 times)"))
        << "the form with the most lines counts";
    EXPECT_THAT(kernelFindingsOf(journal + "[Tue Mar  3 11:20:06 2026] " + kXid + "\n"),
                ElementsAre(kFound + " (2 times)"))
        << "of another second";
}

TEST(KernelCopies, OfAnotherDayAreNoCopies) {
    const std::string dated = "[Tue Mar  3 11:20:05 2026] " + kXid + "\n";
    for (const char *other : {"Mar 04 11:20:05 node-2 kernel: ", "Apr  3 11:20:05 node-2 kernel: ",
                              "2026-03-13T11:20:05+00:00 node-2 kernel: "})
        EXPECT_THAT(kernelFindingsOf(dated + other + kXid + "\n"), ElementsAre(kFound + " (2 times)"))
            << other;
    for (const char *same : {"Mar  3 11:20:05 node-2 kernel: ", "2026-03-03T11:20:05+00:00 node-2 kernel: "})
        EXPECT_THAT(kernelFindingsOf(dated + same + kXid + "\n"), ElementsAre(kFound)) << same;
}

TEST(KernelCopies, QuotedInAMailAreOneEvent) {
    const std::string line = "Mar 03 11:20:05 node-2 kernel: " + kXid + "\n";
    EXPECT_THAT(kernelFindingsOf("> " + line + line), ElementsAre(kFound));
    EXPECT_THAT(kernelFindingsOf("> " + line + "> " + line), ElementsAre(kFound + " (2 times)"));
    const std::string exact = "[ 4711.000417] " + kXid + "\n";
    EXPECT_THAT(kernelFindingsOf(exact + exact), ElementsAre(kFound)) << "one time, to the microsecond";
    EXPECT_THAT(kernelFindingsOf(exact + "[ 4711.000418] " + kXid + "\n"),
                ElementsAre(kFound + " (2 times)"));
    const std::string boot = "[    0.000000] Linux version 6.8.0\n";
    EXPECT_THAT(kernelFindingsOf(boot + exact + boot + exact), ElementsAre(kFound + " (2 times)"))
        << "two boots";
}

TEST(KernelCopies, ResetThatSucceedsLaterEndsTheFailure) {
    const std::string gpu = "amdgpu 0000:c6:00.0: amdgpu: ";
    const std::string failed = "[ 91.1] " + gpu + "GPU reset(4) failed\n";
    const std::string succeeded = "[ 95.1] " + gpu + "GPU reset(5) succeeded!\n";
    EXPECT_THAT(shortened(kernelFindingsOf(failed)), ElementsAre("error kernel.gpu_fault.reset_failed:"));
    EXPECT_THAT(shortened(kernelFindingsOf(failed + succeeded)),
                ElementsAre("note kernel.gpu_fault.reset_done:"));
    EXPECT_THAT(shortened(kernelFindingsOf(failed + "[ 95.1] amdgpu 0000:d6:00.0: amdgpu: GPU reset(5) "
                                                    "succeeded!\n")),
                ElementsAre("error kernel.gpu_fault.reset_failed:", "note kernel.gpu_fault.reset_done:"))
        << "of another GPU";
    EXPECT_THAT(shortened(kernelFindingsOf(succeeded + "[ 96.1] " + gpu + "GPU reset(6) failed\n")),
                testing::Contains("error kernel.gpu_fault.reset_failed:"));
}

TEST(KernelCopies, FirmwareThatIsUpAgainIsNoFault) {
    const std::string nic = "ionic 0000:86:00.0: ";
    const std::string down = "[ 5.1] " + nic + "FW Down\n",
                      stalled = "[ 6.1] " + nic + "FW heartbeat stalled at 7\n";
    EXPECT_THAT(shortened(kernelFindingsOf(down)), ElementsAre("error kernel.nic.stopped:"));
    EXPECT_THAT(kernelFindingsOf(down + stalled + "[ 9.1] " + nic + "FW Up\n"), IsEmpty());
    EXPECT_THAT(shortened(kernelFindingsOf(down + "[ 9.1] " + nic + "FW Up\n[ 9.9] " + nic + "FW Down\n")),
                ElementsAre("error kernel.nic.stopped:"));
}

TEST(KernelCopies, TheNextSentenceOfTheDriverIsAboutAnotherGpu) {
    const std::string lost = "[ 13.1] NVRM: The NVIDIA GPU 0000:ad:00.0 (PCI ID: 10de:2901)\n"
                             "NVRM: installed in this system has fallen off the bus and is not\n"
                             "NVRM: responding to commands.\n";
    const auto found =
        kernelFindingsOf(lost + "[ 93.1] NVRM: RmInitAdapter failed! (0x31:0xffff:1240)\n"
                                "[ 93.1] NVRM: rm_init_adapter failed for device bearing minor "
                                "number 5\n"
                                "[ 94.1] NVRM: RmInitAdapter failed! (0x31:0xffff:1240)\n"
                                "[ 94.1] NVRM: rm_init_adapter failed for device bearing minor "
                                "number 7\n");
    EXPECT_THAT(found,
                ElementsAre(StartsWith("error kernel.device_lost: 0000:ad:00.0: "),
                            "error kernel.gpu_fault.nvidia_init_minor: the NVIDIA driver could not start the "
                            "GPU with the minor number 5",
                            "error kernel.gpu_fault.nvidia_init_minor: the NVIDIA driver could not start the "
                            "GPU with the minor number 7"));
    EXPECT_THAT(kernelFindingsOf(lost + "[ 93.1] NVRM: RmInitAdapter failed! (0x31:0xffff:1240)\n").at(1),
                StartsWith("error kernel.gpu_fault.nvidia_init: the NVIDIA driver could not start"));
}

TEST(KernelCopies, OneXidInOtherWordsIsOneFinding) {
    const std::string lost = "[ 9.1] NVRM: Xid (PCI:0000:6b:00): 79, pid=7, GPU has fallen off the bus.\n";
    const std::string begins = "error kernel.xid.79: 0000:6b:00.0: Xid 79: ";
    EXPECT_THAT(kernelFindingsOf(lost + "[ 9.2] NVRM: Xid (PCI:0000:6b:00): 79, pid=7, GPU lost\n"),
                ElementsAre(StartsWith(begins)));
    EXPECT_THAT(kernelFindingsOf("[ 9.0] usb 1-1: new device\n[ 9.1] NVRM: Xid (PCI:0000:6b:00): 79, pid=7, "
                                 "GPU has\nfallen off the bus.\n"),
                ElementsAre(StartsWith(begins)))
        << "wrapped by a mail";
}

TEST(KernelCopies, AnUnknownXidShowsTheRestOfItsLine) {
    EXPECT_THAT(
        kernelFindingsOf("[ 9.1] NVRM: Xid (PCI:0000:6b:00): 4242, pid=7, name=trainer, New event seen\n"),
        ElementsAre("warning kernel.xid: 0000:6b:00.0: Xid 4242, a number that is not explained here: pid=7, "
                    "name=trainer, New event seen"));
}

TEST(KernelCopies, RetiredPagesOfAmdgpu) {
    const std::string gpu = "[ 9.1] amdgpu 0000:c6:00.0: amdgpu: ";
    EXPECT_THAT(
        kernelFindingsOf(gpu + "Saved 3 pages to EEPROM table.\n"),
        ElementsAre("warning kernel.gpu_fault.pages_retired: 0000:c6:00.0: the driver retired pages of the "
                    "GPU's memory: Saved 3 pages to EEPROM table."));
    EXPECT_THAT(shortened(kernelFindingsOf(gpu + "Found existing EEPROM table with 12 records\n")),
                ElementsAre("note kernel.gpu_fault.pages_recorded:"));
    EXPECT_THAT(kernelFindingsOf(gpu + "Found existing EEPROM table with 0 records\n"), IsEmpty());
}

TEST(KernelCopies, LinesOfSyslogServersAndConsoles) {
    const std::string rest =
        "NVRM: Xid (PCI:0000:6b:00): 48, pid=771, name=trainer, DBE (double bit error) ECC error";
    for (const std::string &line : std::vector<std::string>{
             "<2>1 2026-03-03T11:20:05.000417Z node-2 kernel - - - " + rest,
             "<2>1 2026-03-03T11:20:05.000417+01:00 node-2 kernel - - [a@1 b=\"c d\"] [ 4711.000417] " + rest,
             "<2>Mar  3 11:20:05 node-2 kernel: [ 4711.000417] " + rest, "<2>[ 4711.000417] " + rest,
             "node-2 login: [ 4711.000417] " + rest}) {
        const host::Host host = formats::hostOfText(line + "\n");
        EXPECT_THAT(kernelFindingsOf(host), ElementsAre(kFound)) << line;
        ASSERT_EQ(host.kernelMessages.size(), 1U) << line;
        EXPECT_EQ(host.kernelMessages[0].text, rest);
    }
    EXPECT_EQ(formats::hostOfText("<2>1 2026-03-03T11:20:05Z node-2 kernel - - - " + rest + "\n")
                  .hostname.valueOr({}),
              "node-2");
    EXPECT_THAT(kernelFindingsOf("<2>1 2026-03-03T11:20:05Z node-2 kernel - - - Linux version 6.8.0\n"
                                 "<2>1 2026-03-03T11:20:06Z node-2 checker 91 - - " +
                                 rest + "\n"),
                IsEmpty())
        << "of another program";
    const auto unknown =
        formats::importPieces({{"x.txt", "<4>a line of something else\n<4>and another one\n"}});
    ASSERT_FALSE(unknown);
    EXPECT_THAT(unknown.error().what, testing::Not(HasSubstr("XML")));
}

} // namespace

} // namespace fabricscope::topology
