// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/kernel/KernelLogJson.h"
#include "tests/core/formats/tools/ToolHosts.h"

namespace fabricscope::formats {
namespace {

TEST(KernelLogJson, IsReadAsDmesgAndJournalsWriteIt) {
    const host::Host dmesg = hostOfText(
        "{\n   \"dmesg\": [\n      {\n         \"pri\": 5,\n         \"time\":     0.000000,\n"
        "         \"msg\": \"Linux version 6.9.1\"\n      },{\n         \"pri\": 3,\n"
        "         \"time\":   91.250000,\n"
        "         \"msg\": \"NVRM: Xid (PCI:0000:c3:00): 48, pid=7, \\\"DBE\\\"\"\n      }\n   ]\n}\n");
    EXPECT_EQ(dmesg.kernel.valueOr({}), "6.9.1");
    ASSERT_EQ(dmesg.kernelMessages.size(), 1U);
    EXPECT_EQ(dmesg.kernelMessages[0].text, "NVRM: Xid (PCI:0000:c3:00): 48, pid=7, \"DBE\"");
    EXPECT_GT(dmesg.kernelMessages[0].evidence.offset, 150U);

    const std::string entries[] = {
        R"({"__CURSOR":"s=1","_TRANSPORT":"syslog","SYSLOG_IDENTIFIER":"app","MESSAGE":"NVRM: Xid (PCI:0000:c4:00): 48, x"})",
        R"({"__CURSOR":"s=2","_TRANSPORT":"kernel","_HOSTNAME":"node-3","MESSAGE":"NVRM: Xid (PCI:0000:c3:00): 48, x"})",
    };
    for (const char *before : {"", "\x1e"}) {
        const host::Host journal = hostOfText(before + entries[0] + "\n" + before + entries[1] + "\n");
        ASSERT_EQ(journal.kernelMessages.size(), 1U) << "another program may write what it likes";
        EXPECT_EQ(journal.kernelMessages[0].device, bdf("0000:c3:00.0"));
        EXPECT_EQ(journal.hostname.valueOr({}), "node-3");
    }
    const host::Host pretty =
        hostOfText("{\n\t\"__CURSOR\" : \"s=1\",\n\t\"_TRANSPORT\" : \"kernel\",\n\t\"MESSAGE\" : "
                   "[\n\t\t65,\n\t\t66\n\t]\n}\n"
                   "{\n\t\"__CURSOR\" : \"s=2\",\n\t\"MESSAGE\" : \"NVRM: Xid (PCI:0000:c3:00): 94, x\",\n"
                   "\t\"_TRANSPORT\" : \"kernel\"\n}\n");
    ASSERT_EQ(pretty.kernelMessages.size(), 1U);
}

TEST(KernelLogJson, GivesBytesAndTimes) {
    KernelLogJson json("{\"MESSAGE\":[79,75],\"_SOURCE_MONOTONIC_TIMESTAMP\":\"1500000\"}\n"
                       "{\"dmesg\":[{\"time\":2.5,\"msg\":\"x\"},{\"time\":\"Tue\",\"msg\":\"y\"}]}");
    ASSERT_TRUE(json.next());
    EXPECT_EQ(json.entry().message, "OK");
    EXPECT_EQ(json.entry().seconds, 1.5);
    ASSERT_TRUE(json.next());
    EXPECT_EQ(json.entry().seconds, 2.5);
    ASSERT_TRUE(json.next());
    EXPECT_EQ(json.entry().message, "y");
    EXPECT_FALSE(json.entry().seconds);
    EXPECT_FALSE(json.next());
}

TEST(KernelLogJson, OfABrokenLineCostsThatLineOnly) {
    const host::Host host =
        hostOfText("{\"_TRANSPORT\":\"kernel\",\"MESSAGE\":\"cut o}\n"
                   "{\"_TRANSPORT\":\"kernel\",\"MESSAGE\":\"NVRM: Xid (PCI:0000:c3:00): 94, x\"}\n");
    EXPECT_EQ(host.kernelMessages.size(), 1U);
}

} // namespace
} // namespace fabricscope::formats
