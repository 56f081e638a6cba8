// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/RestoredLines.h"

#include <gtest/gtest.h>

#include <array>
#include <span>
#include <string>
#include <vector>

namespace fabricscope {
namespace {

bool begins(std::string_view line, std::string_view /*before*/) {
    return line.starts_with("item ");
}

std::size_t inside(std::string_view line, std::size_t place) {
    return line.substr(place).starts_with("item ") ? 5 : 0;
}

constexpr std::array kShapes = {LineShape{"item ", &begins, &inside}};

bool beginsInReply(std::string_view line, std::string_view before) {
    while (line.starts_with("> "))
        line.remove_prefix(2);
    return begins(line, before);
}
constexpr std::array kShapesInReply = {LineShape{"item ", &beginsInReply, &inside}};

struct Read {
    std::vector<std::string> lines;
    std::vector<std::uint64_t> numbers;
    std::uint64_t joined = 0, separated = 0;
    bool isLast = false;
};

Read read(std::string_view text, std::size_t piece = std::string::npos,
          std::span<const LineShape> shapes = kShapes) {
    RestoredLines lines(shapes);
    Read all;
    const auto take = [&](const RestoredLines::Line &line) {
        all.lines.emplace_back(line.text);
        all.numbers.push_back(line.number);
        all.isLast = line.isLast;
    };
    for (std::size_t at = 0; at < text.size(); at += std::min(piece, text.size() - at))
        lines.feed(text.substr(at, piece), take);
    lines.end(take);
    all.joined = lines.joined();
    all.separated = lines.separated();
    return all;
}

std::string broken(std::string_view text, std::size_t width) {
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

const std::string kText = "item 1 " + std::string(90, 'a') + "\n" + "item 2\n" + "item 3 " +
                          std::string(200, 'b') + "\n" + "a line of somebody\n" + "item 4 " +
                          std::string(50, 'c') + "\n";

std::vector<std::string> linesOf(const std::string &text) {
    std::vector<std::string> lines(1);
    for (const char c : text)
        if (c == '\n')
            lines.emplace_back();
        else
            lines.back() += c;
    lines.pop_back();
    return lines;
}

TEST(RestoredLines, ATextWithItsLineBreaksIsUnchanged) {
    const Read all = read(kText);
    EXPECT_EQ(all.lines, linesOf(kText));
    EXPECT_EQ(all.numbers, (std::vector<std::uint64_t>{1, 2, 3, 4, 5}));
    EXPECT_EQ(all.joined + all.separated, 0U);
    EXPECT_FALSE(all.isLast);
}

TEST(RestoredLines, WhatATerminalBrokeIsJoinedAtEachWidth) {
    for (std::size_t width = 40; width < 97; ++width) { // a wider one breaks a single line
        if (207 % width == 0)
            continue; // of its last piece nobody can tell whether it is whole
        const Read all = read(broken(kText, width));
        EXPECT_EQ(all.lines, linesOf(kText)) << width;
        EXPECT_GT(all.joined, 0U) << width;
    }
}

TEST(RestoredLines, WhatATerminalBrokeBeforeAReplyQuotedItIsJoinedWithoutTheMarks) {
    const auto quoted = [](const std::vector<std::string> &lines, const std::string &mark) {
        std::string text;
        for (const std::string &line : lines)
            text += mark + line + "\n";
        return text;
    };
    for (const std::string mark : {"> ", "> > "})
        for (const std::size_t width : {50U, 60U, 80U})
            EXPECT_EQ(read(quoted(linesOf(broken(kText, width)), mark), 64, kShapesInReply).lines,
                      linesOf(quoted(linesOf(kText), mark)))
                << mark << width;
}

TEST(RestoredLines, OneWideLineAloneIsNoBrokenOne) {
    const std::string text = "item 1 " + std::string(90, 'a') + "\nwhat follows it\nitem 2\n";
    EXPECT_EQ(read(text).lines, linesOf(text));
}

TEST(RestoredLines, ANumberIsThatOfTheLineInTheLog) {
    EXPECT_EQ(read(broken(kText, 80)).numbers, (std::vector<std::uint64_t>{1, 3, 4, 7, 8}));
}

TEST(RestoredLines, WhatACopyJoinedIsSeparated) {
    const Read all = read("item 1 a item 2 bb item 3");
    EXPECT_EQ(all.lines, (std::vector<std::string>{"item 1 a", "item 2 bb", "item 3"}));
    EXPECT_EQ(all.separated, 2U);
    EXPECT_TRUE(all.isLast);
}

TEST(RestoredLines, APrefixStaysWithItsLine) {
    EXPECT_EQ(read("[10:01] item 1 a [10:02] item 2").lines,
              (std::vector<std::string>{"[10:01] item 1 a", "[10:02] item 2"}));
    EXPECT_EQ(read("node-a: item 1\nnode-a: item 2\n").lines,
              (std::vector<std::string>{"node-a: item 1", "node-a: item 2"}));
}

TEST(RestoredLines, EquallyWideRowsAreNoBrokenOnes) {
    std::string text;
    for (int i = 0; i < 50; ++i)
        text += "item " + std::string(75, 'x') + "\n";
    text += "the end of it\n";
    EXPECT_EQ(read(text).lines, linesOf(text));
}

TEST(RestoredLines, TheLinesAreTheSameInAnyPieces) {
    std::string text;
    for (int i = 0; i < 2000; ++i)
        text += kText;
    const std::string all = broken(text, 80);
    const Read whole = read(all);
    EXPECT_EQ(whole.lines, linesOf(text));
    for (const std::size_t piece : {1, 7, 4096}) {
        const Read pieces = read(all, piece);
        EXPECT_EQ(pieces.lines, whole.lines);
        EXPECT_EQ(pieces.numbers, whole.numbers);
    }
}

TEST(RestoredLines, TextsOfOtherToolsAreUnchanged) {
    const std::string text = broken("other 1 " + std::string(300, 'a') + "\n", 80);
    EXPECT_EQ(read(text).lines, linesOf(text));
}

/// Lines that other programs print between those of a tool.
constexpr std::array<std::string_view, 26> kOthers = {
    "Traceback (most recent call last):",
    "RuntimeError: CUDA error: an illegal memory access was encountered",
    "CUDA error: out of memory",
    "[rank3]:[E1122 13:11:54.120 ProcessGroupNCCL.cpp:616] Watchdog caught a timeout",
    "W1122 13:11:54.120000 421 torch/distributed/run.py:792] ****",
    "[W Module.cpp:150] symbolizing the stack",
    "srun: error: rack4-n7: task 3: Exited with exit code 1",
    "slurmstepd: error: *** JOB 4021 ON rack4-n7 CANCELLED",
    "mpirun noticed that process rank 1 exited on signal 9",
    "Primary job  terminated normally, but 1 process returned a non-zero exit code",
    "[rack4-n7:04411] *** Process received signal ***",
    "Last login: Sun Nov 22 13:11:54 2026 from 10.9.0.4",
    "Welcome to the cluster",
    "Warning: Permanently added 'rack4-n7' to the list of known hosts.",
    "EDAC MC0: 1 CE memory read error on CPU_SrcID#0_MC#0_Chan#1",
    "[  812.400] NVRM: Xid (PCI:0000:4b:00): 48, pid=811, DBE",
    "mce: [Hardware Error]: Machine check events logged",
    "2026-11-22 13:11:54,120 ERROR trainer.py:99 loss is NaN",
    "[2026-11-22 13:11:54] starting",
    "13:11:54 step done",
    "[1,0]<stderr>:what a rank says",
    "worker-1  | what a container says",
    "terminate called after throwing an instance of 'std::bad_alloc'",
    "rack4-n7: Test NCCL failure all_reduce.cu:44",
    "step 4 loss 1.25",
    "-----------------------------"};

TEST(RestoredLines, ALineOfAnotherProgramBehindTheWidestOnesStays) {
    const std::string a = "item one two three 1 " + std::string(70, 'a') + "1";
    const std::string b = "item four five six 2 " + std::string(70, 'b') + "1";
    for (const std::string_view other : kOthers) {
        const std::string line(other);
        const std::string text = "item first\n" + a + "\n" + line + "\n" + b + "\n" + line + " again\n" + a +
                                 "\n" + line + "\nitem last\n";
        EXPECT_EQ(read(text).lines, linesOf(text)) << line;
        EXPECT_EQ(read(text).joined, 0U) << line;
    }
}

TEST(RestoredLines, WidestLinesOfOneKindAreNoProofOfATerminal) {
    for (const std::string prefix : {"", "[1,0]<stdout>:", "node-a: "}) {
        std::string text;
        for (int i = 0; i < 9; ++i)
            text += prefix + "item one via three 0x55d2c0" + std::to_string(i) + "0 " + std::string(60, 'c') +
                    "\n" + "whatever somebody prints" + std::string(static_cast<std::size_t>(i), '.') + "\n" +
                    prefix + "item\n";
        EXPECT_EQ(read(text).lines, linesOf(text)) << prefix;
    }
}

TEST(RestoredLines, ALineOfAnotherProgramInABrokenLogStays) {
    for (const std::string_view other : kOthers) {
        if (other.size() > 60)
            continue;
        const std::string text = "item one " + std::string(71, 'a') + "\n" + std::string(other) + "\n" +
                                 kText + kText + kText + kText;
        const Read all = read(broken(text, 80));
        EXPECT_EQ(all.lines, linesOf(text)) << other;
        EXPECT_GT(all.joined, 0U) << other;
    }
}

TEST(RestoredLines, AKnownLineOfAnotherProgramIsNoRest) {
    const auto isKnown = [](std::string_view line, std::string_view /*before*/) {
        return line.starts_with("lower-case report");
    };
    const std::string text = kText + kText + "item one " + std::string(71, 'a') + "\nlower-case report\n";
    RestoredLines lines(kShapes, isKnown);
    std::vector<std::string> all;
    const auto take = [&](const RestoredLines::Line &line) {
        all.emplace_back(line.text);
    };
    lines.feed(broken(text, 80), take);
    lines.end(take);
    EXPECT_EQ(all, linesOf(text));
}

TEST(RestoredLines, TheNoteCountsTheChanges) {
    EXPECT_EQ(changedBreaksText(0, 0), "");
    EXPECT_EQ(changedBreaksText(1, 0), "1 line break of a terminal was removed");
    EXPECT_EQ(changedBreaksText(2, 1),
              "1 line break was missing and was restored; 2 line breaks of a terminal were removed");
    EXPECT_EQ(changedBreaksText(1, 0, LinesBrokenBy::Mail), "1 line break within lines was removed");
    EXPECT_EQ(changedBreaksText(3, 0, LinesBrokenBy::Mail), "3 line breaks within lines were removed");
}

} // namespace
} // namespace fabricscope
