// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Short kernel logs whose long lines a terminal broke.
#include "core/formats/HostReader.h"
#include "core/formats/kernel/KernelBreaks.h"
#include "core/host/KernelFault.h"
#include "tests/core/formats/files/Imported.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace fabricscope::formats {
namespace {

std::string brokenAt(std::size_t width, std::string_view text) {
    std::string out;
    std::size_t column = 0;
    for (const char c : text) {
        if (c != '\n' && column == width) {
            out += '\n';
            column = 0;
        }
        out += c;
        column = c == '\n' ? 0 : column + 1;
    }
    return out;
}

/// What the import makes of a text: each message with its count; "not known" where it has no kind.
std::vector<std::string> messagesOf(const std::string &text) {
    const auto capture = importPieces({{"pasted.txt", text}});
    if (!capture)
        return {"not known"};
    std::vector<std::string> all;
    for (const host::KernelMessage &message : readHost(*capture).kernelMessages)
        all.push_back(message.text + " " + std::to_string(message.count));
    return all;
}

/// Messages of which a fault is in the part that a terminal of 80 columns puts into the next line, or which
/// are simply long.
constexpr std::string_view kMessages[] = {
    "NVRM: Xid (PCI:0000:41:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus.",
    "mlx5_core 0000:18:00.0: print_health_info:430:(pid 0): synd 0x1: firmware internal error",
    "mlx5_core 0000:18:00.0 ens1f0np0: mlx5e_health_report: Device's health compromised - reached miss count",
    "pcieport 0000:40:01.1: PCIe Bus Error: severity=Uncorrectable (Fatal), type=Transaction Layer, "
    "(Receiver ID)",
    "pcieport 0000:40:01.1: AER: Multiple Uncorrectable (Non-Fatal) error message received from 0000:41:00.0",
    "amdgpu 0000:05:00.0: amdgpu: socket: 0, die: 1, 2 uncorrectable hardware errors detected in xgmi_wafl "
    "block",
    "amdgpu 0000:05:00.0: amdgpu: XGMI: Set topology failure on device 7812345678, hive 1234567890, ret -22",
    "mlx5_core 0000:18:00.0: 63.008 Gb/s available PCIe bandwidth, limited by 8.0 GT/s PCIe x8 link at "
    "0000:17:01.0 (capable of 252.048 Gb/s with 16.0 GT/s PCIe x16 link)",
};
constexpr std::string_view kStamps[] = {
    "[   12.345678] ",
    "[1234567.345678] ",
    "[Tue Jan 20 20:50:11 2026] ",
    "Jan 20 20:50:11 gpu-3 kernel: ",
    "2026-01-20T20:50:11+0000 gpu-3 kernel: ",
    "kern  :err   : [   12.345678] ",
    "2026-01-20T20:50:11,345678+00:00 ",
};
constexpr std::string_view kShort = "usb 1-1: new device";

TEST(KernelBreaks, AShortLogOfATerminalIsReadAsTheWholeOne) {
    std::size_t broken = 0;
    for (const std::string_view stamp : kStamps)
        for (const std::string_view message : kMessages) {
            const std::string line = std::string(stamp).append(message) + "\n";
            const std::string other = std::string(stamp).append(kShort) + "\n";
            for (const std::string &text : {line, other + line, line + other, other + line + other + other,
                                            line + other + line, line + line}) {
                const auto whole = messagesOf(text);
                ASSERT_FALSE(whole.empty()) << text;
                EXPECT_EQ(messagesOf(brokenAt(80, text)), whole) << brokenAt(80, text);
                broken += brokenAt(80, text) != text ? 1 : 0;
            }
        }
    EXPECT_GT(broken, 300U);
}

TEST(KernelBreaks, OtherWidthsNeedAKnownMessage) {
    const std::string other = std::string("[   11.345678] ").append(kShort) + "\n";
    const std::string line =
        "[   12.345678] mlx5_core 0000:18:00.0: Port module event: module 0, Cable unplugged\n";
    for (const std::size_t width : {61, 67, 71})
        EXPECT_EQ(messagesOf(brokenAt(width, other + line + line)), messagesOf(other + line + line)) << width;
    EXPECT_EQ(messagesOf(line).size(), 1U);
    const std::string text =
        "[   12.345678] nvidia: module verification failed: signature and/or required keys\n";
    EXPECT_FALSE(joinedKernelLog(text + "missing - tainting kernel\n")) << "it may be another program's";
    EXPECT_FALSE(joinedKernelLog(other + text + "thanks for any hint\n"));
}

TEST(KernelBreaks, ALineOfAnotherProgramStays) {
    const std::string full =
        "[   12.345678] nvidia: loading out-of-tree module taints kernel, and it is x86_6\n";
    ASSERT_EQ(full.size(), 81U);
    const std::string other = std::string("[   13.345678] ").append(kShort) + "\n";
    EXPECT_TRUE(joinedKernelLog(full + "4_v4\n"));
    for (const std::string behind :
         {"root@gpu-3:~# \n", "$ nvidia-smi\n", "    indented\n", "[...]\n", "\n", "---\n"})
        EXPECT_FALSE(joinedKernelLog(full + behind)) << behind;
    EXPECT_FALSE(joinedKernelLog(other + "a line\n" + full + "4_v4\n" + other)) << "a line without a time";
    EXPECT_FALSE(joinedKernelLog(full + full + full + "4_v4\n")) << "lines are cut at this width";
    EXPECT_FALSE(joinedKernelLog(full + other));
    EXPECT_FALSE(
        joinedKernelLog("a line of another program that is exactly as wide as most terminals are, of 80 \n"
                        "x\n"));
}

TEST(KernelBreaks, ChangesAreThePlacesInTheText) {
    const std::string line = std::string(kStamps[0]).append(kMessages[0]) + "\n";
    const auto joined = joinedKernelLog(brokenAt(80, line));
    ASSERT_TRUE(joined);
    EXPECT_EQ(joined->text, line);
    EXPECT_EQ(joined->joined, 1U);
    ASSERT_EQ(joined->changes.size(), 1U);
    EXPECT_EQ(joined->changes[0].place, 80U);
    const std::string windows = brokenAt(80, line).replace(80, 1, "\r\n");
    ASSERT_TRUE(joinedKernelLog(windows));
    EXPECT_EQ(joinedKernelLog(windows)->text, line);
}

TEST(KernelBreaks, ATextThatBeginsWithAKernelTimeIsAKernelLog) {
    for (const std::string text :
         {"[  123.456789] NVRM: Xid (PCI:0000:41:00): 79, GPU has fallen off the bus\nI see this\nsince "
          "monday\nwhat "
          "is it?\n",
          "[1.000000] x\na\nb\nc\nd\ne\n", "\n[    0.000000] Linux version 6.8.0\nwords\nwords\nwords\n"})
        EXPECT_NE(messagesOf(text), std::vector<std::string>{"not known"}) << text;
    EXPECT_EQ(messagesOf(
                  "[  123.456789] NVRM: Xid (PCI:0000:41:00): 79, x\nI see this\nsince monday\nwhat is it?\n")
                  .size(),
              1U);
    EXPECT_EQ(messagesOf("a line\nof words\n"), std::vector<std::string>{"not known"});
}

TEST(KernelBreaks, OfHostileTextsAreBounded) {
    for (const char *piece :
         {"[ 1.000000] ", "\n", "a", "[", "Jan 20 20:50:11 n kernel: ", "\t", "{\"MESSAGE\":"}) {
        std::string text = "[    1.000000] x\n";
        while (text.size() < 200'000)
            text += piece;
        const auto joined = joinedKernelLog(text);
        EXPECT_LE(joined ? joined->text.size() : 0, text.size());
    }
}

} // namespace
} // namespace fabricscope::formats
