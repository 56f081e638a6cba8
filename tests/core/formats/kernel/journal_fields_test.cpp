// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/kernel/JournalFields.h"
#include "tests/core/formats/tools/ToolHosts.h"

namespace fabricscope::formats {
namespace {

const std::string kVerbose =
    "Tue 2026-01-20 20:50:10.100000 UTC [s=5ad;i=1;b=88;m=2a;t=64;x=9]\n    _TRANSPORT=syslog\n"
    "    SYSLOG_IDENTIFIER=app\n    _HOSTNAME=node-3\n    MESSAGE=NVRM: Xid (PCI:0000:c4:00): 48, x\n"
    "Tue 2026-01-20 20:50:11.100000 UTC [s=5ad;i=2;b=88;m=2b;t=65;x=a]\n    PRIORITY=3\n"
    "    MESSAGE=NVRM: Xid (PCI:0000:c3:00): 48, pid=7\n    SYSLOG_IDENTIFIER=kernel\n    _TRANSPORT=kernel\n"
    "Tue 2026-01-20 20:50:12.100000 UTC [s=5ad;i=3;b=88;m=2c;t=66;x=b]\n    _TRANSPORT=kernel\n"
    "    _SOURCE_MONOTONIC_TIMESTAMP=2500000\n    MESSAGE=two lines\n"
    "            nvidia 0000:c3:00.0: Unable to change power state from D3cold to D0, device inaccessible\n";

const std::string kExport = "__CURSOR=s=5ad;i=1\n__REALTIME_TIMESTAMP=1768942210100000\n_TRANSPORT=stdout\n"
                            "MESSAGE=NVRM: Xid (PCI:0000:c4:00): 48, x\n\n"
                            "__CURSOR=s=5ad;i=2\n__REALTIME_TIMESTAMP=1768942211100000\nMESSAGE=NVRM: Xid "
                            "(PCI:0000:c3:00): 48, pid=7\n"
                            "_TRANSPORT=kernel\n_HOSTNAME=node-3\n\n";

TEST(JournalFields, GiveTheKernelsMessagesOnly) {
    for (const std::string &text : {kVerbose, kExport}) {
        EXPECT_EQ(kindOf(text), "a kernel log");
        const host::Host host = hostOfText(text);
        ASSERT_GE(host.kernelMessages.size(), 1U);
        EXPECT_EQ(host.kernelMessages[0].text, "NVRM: Xid (PCI:0000:c3:00): 48, pid=7");
        EXPECT_EQ(host.kernelMessages[0].device, bdf("0000:c3:00.0"));
        EXPECT_EQ(host.kernelMessages[0].count, 1U) << "another program may write what it likes";
        const host::EvidenceRef evidence = host.kernelMessages[0].evidence;
        EXPECT_NE(text.substr(evidence.offset, evidence.length).find("MESSAGE=NVRM: Xid (PCI:0000:c3:00)"),
                  std::string::npos);
    }
    EXPECT_EQ(hostOfText(kExport).kernelMessages.size(), 1U);
    EXPECT_EQ(hostOfText(kExport).hostname.valueOr({}), "node-3");
    const host::Host verbose = hostOfText(kVerbose);
    ASSERT_EQ(verbose.kernelMessages.size(), 2U) << "a message of two lines";
    EXPECT_EQ(verbose.kernelMessages[1].kind, host::KernelMessage::Kind::DeviceLost);
}

TEST(JournalFields, ReadBinaryMessages) {
    const std::string message = "NVRM: Xid (PCI:0000:c3:00): 48, a\tb";
    std::string text = "__CURSOR=s=1\n_TRANSPORT=kernel\nMESSAGE\n";
    text += static_cast<char>(message.size());
    text += std::string(7, '\0') + message + "\n_BOOT_ID=88\n\n";
    const host::Host host = hostOfText(text);
    ASSERT_EQ(host.kernelMessages.size(), 1U);
    EXPECT_EQ(host.kernelMessages[0].device, bdf("0000:c3:00.0"));
}

TEST(JournalFields, AreNotEachTextOfVariables) {
    for (const char *text :
         {"", "MESSAGE=1\nPATH=/bin\n", "_TRANSPORT=kernel\n", "NCCL_DEBUG=INFO\nMESSAGE=x\n"})
        EXPECT_FALSE(isJournalFields(text)) << text;
}

TEST(KernelMessageDevice, IsReadWithTheLinesBelowEachMessage) {
    const std::string text =
        "6,0,0,-;Linux version 6.9.1 (x) #1 SMP\n"
        "6,311,1200000,-;pci 0000:c3:00.0: [10de:2330] type 00 class 0x030200\n SUBSYSTEM=pci\n"
        " DEVICE=+pci:0000:c3:00.0\n"
        "3,900,91250000,-;nvidia 0000:c3:00.0: AER: device recovery failed\n SUBSYSTEM=pci\n"
        " DEVICE=+pci:0000:c3:00.0\n";
    EXPECT_EQ(kindOf(text), "a kernel log");
    const host::Host host = hostOfText(text);
    EXPECT_EQ(host.kernel.valueOr({}), "6.9.1");
    EXPECT_EQ(host.functions.size(), 1U);
    ASSERT_EQ(host.kernelMessages.size(), 1U);
    EXPECT_EQ(host.kernelMessages[0].text, "nvidia 0000:c3:00.0: AER: device recovery failed");
}

} // namespace
} // namespace fabricscope::formats
