// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/text/LogFinding.h"
#include "core/bench/run/OutputParser.h"
#include "tests/Places.h"
#include "tests/core/bench/OutputTexts.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

namespace fabricscope::bench {
namespace {

using logs::outputText;
using logs::parsed;

/// The results after feeding the pieces, with a pause after each that may make the parser report a row early.
std::vector<Results> inPieces(std::string_view bytes, const std::vector<std::size_t> &cuts, bool pauses) {
    const auto parser = makeParser("auto");
    std::size_t begin = 0;
    for (const std::size_t cut : cuts) {
        parser->feed(bytes.substr(begin, cut - begin));
        if (pauses)
            parser->idle();
        begin = cut;
    }
    parser->feed(bytes.substr(begin));
    parser->end();
    return parser->results();
}

TEST(OutputParser, TheSamplesAreTheSameForEverySingleSplit) {
    for (const logs::OutputText &text : logs::outputTexts()) {
        const std::vector<Results> whole = parsed(text.text);
        for (std::size_t cut = 0; cut <= text.text.size(); ++cut)
            for (const bool pauses : {false, true})
                ASSERT_EQ(inPieces(text.text, {cut}, pauses), whole) << text.name << " at " << cut;
    }
}

TEST(OutputParser, TheSamplesAreTheSameByteByByte) {
    for (const logs::OutputText &text : logs::outputTexts()) {
        std::vector<std::size_t> cuts(text.text.size());
        for (std::size_t i = 0; i < cuts.size(); ++i)
            cuts[i] = i;
        for (const bool pauses : {false, true})
            EXPECT_EQ(inPieces(text.text, cuts, pauses), parsed(text.text)) << text.name;
    }
}

TEST(OutputParser, TheSamplesOfRealLogsAreTheSameForRandomSplits) {
    const std::filesystem::path corpus = FABRICSCOPE_SOURCE_DIR "/../shared/corpus";
    if (!std::filesystem::is_directory(corpus / "bench-logs") ||
        !std::filesystem::is_directory(corpus / "texts"))
        GTEST_SKIP() << "NOT TESTED: no corpus at " << corpus;
    std::vector<std::filesystem::directory_entry> entries;
    for (const char *folder : {"bench-logs", "texts"})
        for (const auto &entry : std::filesystem::directory_iterator(corpus / folder))
            entries.push_back(entry);
    std::mt19937 random(7); // the same splits each time
    for (const auto &entry : entries) {
        if (!entry.is_regular_file() || entry.file_size() > 65536)
            continue;
        std::ifstream stream(entry.path(), std::ios::binary);
        std::ostringstream read;
        read << stream.rdbuf();
        const std::string bytes = read.str();
        for (int round = 0; round < 20; ++round) {
            std::vector<std::size_t> cuts;
            for (std::size_t at = random() % 90; at < bytes.size(); at += 1 + random() % 90)
                cuts.push_back(at);
            ASSERT_EQ(inPieces(bytes, cuts, round % 2 == 1), parsed(bytes)) << entry.path() << " " << round;
        }
    }
}

TEST(OutputParser, ChangesAddUpToWhatThereIs) {
    for (const logs::OutputText &text : logs::outputTexts()) {
        const auto parser = makeParser("auto");
        Change all;
        const auto add = [&](const Change &change) {
            all.rows += change.rows;
            all.points += change.points;
            all.diagnostics += change.diagnostics;
        };
        for (const char byte : text.text)
            add(parser->feed({&byte, 1}));
        add(parser->end());
        Change reference;
        for (const Results &run : parser->results()) {
            reference.rows += run.rows.size();
            reference.diagnostics += run.diagnostics.size();
            for (const Series &series : run.series)
                reference.points += series.points.size();
        }
        EXPECT_GE(all.rows, reference.rows) << text.name; // a row completed later is reported twice
        EXPECT_LE(all.rows, reference.rows + 1) << text.name;
        EXPECT_EQ(all.points, reference.points) << text.name;
        EXPECT_EQ(all.diagnostics, reference.diagnostics) << text.name;
    }
}

TEST(OutputParser, AToolsOwnParserReadsWhatAutoReads) {
    for (const logs::OutputText &text : logs::outputTexts()) {
        if (*text.tool == '\0' || std::string_view(text.name) == "telemetry beside a test")
            continue;
        EXPECT_EQ(parsed(text.text, text.tool), parsed(text.text)) << text.name;
    }
}

TEST(OutputParser, AToolThatNobodyKnowsHasNoParser) {
    EXPECT_EQ(makeParser("minesweeper"), nullptr);
    EXPECT_EQ(makeParser(""), nullptr);
    EXPECT_NE(makeParser("rocm_bandwidth_test"), nullptr) << "as its own package writes it";
    for (const std::string_view key : parserKeys())
        EXPECT_NE(makeParser(key), nullptr) << key;
}

TEST(OutputParser, TextThatIsNoToolsHasNoRun) {
    EXPECT_TRUE(parsed("hello\nworld\n1 2 3\n").empty());
    EXPECT_TRUE(parsed("").empty());
}

TEST(OutputParser, ALineWithoutEndIsKeptAsFarAsAMebibyte) {
    const auto parser = makeParser("auto");
    const std::string piece(100'000, '7');
    for (int i = 0; i < 50; ++i)
        parser->feed(piece);
    parser->feed("\n" + outputText("nccl"));
    parser->end();
    ASSERT_EQ(parser->results().size(), 1U);
    EXPECT_EQ(parser->results()[0].rows.size(), 3U);
}

TEST(OutputParser, RunsAndFindingsAreBounded) {
    std::string text;
    for (std::size_t i = 0; i < kMaxRuns + 10; ++i)
        text += outputText("nccl not validated");
    const std::vector<Results> runs = parsed(text);
    EXPECT_EQ(runs.size(), kMaxRuns);
    ASSERT_FALSE(runs.back().diagnostics.empty());
    EXPECT_EQ(runs.back().rows.size(), 1U) << "what is too much is not added to another run";

    std::string diagnostics = outputText("nccl not validated");
    for (std::size_t i = 0; i < kMaxDiagnostics + 10; ++i)
        diagnostics += "ERROR: number " + std::to_string(i) + "\n";
    const Results run = logs::onlyRun(diagnostics);
    EXPECT_EQ(run.diagnostics.size(), kMaxDiagnostics + 1);
    EXPECT_EQ(run.diagnostics.back().severity, Severity::Note);
}

TEST(OutputParser, ErrorsBeforeAnyToolBelongToTheRunThatFollows) {
    const std::string launchers = outputText("launchers that fail");
    const Results alone = logs::onlyRun(launchers);
    EXPECT_EQ(alone.diagnostics.size(), 3U);
    EXPECT_TRUE(alone.tool.empty());
    for (const Finding &finding : alone.diagnostics)
        EXPECT_FALSE(meaningOf(finding).empty()) << lineText(finding);
    const Results followed = logs::onlyRun(launchers + outputText("nccl"));
    EXPECT_EQ(followed.tool, "nccl-tests");
    EXPECT_EQ(followed.diagnostics.size(), 3U);
    EXPECT_EQ(followed.rows.size(), 3U);
}

TEST(OutputParser, EscapeSequencesOfATerminalAreNoText) {
    const std::string plain = outputText("inference");
    std::string coloured;
    for (const char c : plain)
        coloured += c == '\n' ? "\x1b[0m\n\x1b[1;32m" : std::string(1, c);
    EXPECT_EQ(parsed(coloured), parsed(plain));
}

/// The text with this prefix on each line.
std::string behind(std::string_view prefix, std::string_view text) {
    std::string made;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        made.append(prefix).append(text.substr(at, end - at));
        at = end;
    }
    return made;
}

TEST(OutputParser, WhatPassedALogOnMayWriteBeforeItsLines) {
    const std::string plain = outputText("nccl");
    const std::vector<Results> reference = parsed(plain);
    for (const char *prefix : {"3: ",
                               " 3: ",
                               "node-a.rack-1: ",
                               "[1,0]<stdout>:",
                               "[1,0]<stdout>: ",
                               "[node-a] ",
                               "[node-a:0]: ",
                               "[pod/nccl-test-launcher-x7k2p/launcher] ",
                               "launcher-1  | ",
                               "> ",
                               "> > ",
                               "2026-11-22T13:11:54.123456789Z ",
                               "2026-11-22T13:11:54.123456789Z stdout F ",
                               "2026-11-22T13:11:54.123456789+01:00 stderr F ",
                               "[2026-11-22 13:11:54] ",
                               "13:11:54 ",
                               "2026-11-22 13:11:54,123 ",
                               "Nov 22 13:11:54 node-a nccl[123]: ",
                               "Nov  2 13:11:54 node-a nccl[123]: ",
                               "2026-11-22T13:11:54+0000 node-a all_reduce_perf[7]: ",
                               "Sun Nov 22 13:11:54 2026<stdout>:",
                               "2026-11-22T13:11:54Z [1,0]<stdout>:"})
        EXPECT_EQ(parsed(behind(prefix, plain)), reference) << prefix;
}

TEST(OutputParser, WhatPassedALogOnMayChangeItsBytes) {
    const std::string plain = outputText("nccl");
    const std::vector<Results> reference = parsed(plain);
    EXPECT_EQ(parsed("\xEF\xBB\xBF" + plain), reference) << "a byte order mark";
    std::string little = "\xFF\xFE", big = "\xFE\xFF", returns, hard, windows;
    for (const char c : plain) {
        little += {c, '\0'};
        big += {'\0', c};
        returns += c == '\n' ? std::string("\r\n") : std::string(1, c);
        hard += c == ' ' ? std::string("\xC2\xA0") : std::string(1, c);
        windows += c == ' ' ? '\xA0' : c;
    }
    EXPECT_EQ(parsed(little), reference) << "PowerShell's >";
    EXPECT_EQ(parsed(big), reference);
    EXPECT_EQ(parsed(returns), reference);
    EXPECT_EQ(parsed(hard), reference) << "copied from a page";
    EXPECT_EQ(parsed(windows), reference) << "saved by Windows";
    for (std::size_t cut = 0; cut < 9; ++cut)
        EXPECT_EQ(inPieces(little, {cut}, true), reference) << cut;
}

/// A page puts them between words and numbers, in all blanks or in some of them.
TEST(OutputParser, NoBreakSpacesAreBlanksInEachTool) {
    for (const logs::OutputText &text : logs::outputTexts())
        for (const std::size_t step : {1U, 2U, 3U}) {
            std::string hard;
            std::size_t blanks = 0;
            for (const char c : text.text)
                hard += c == ' ' && ++blanks % step == 0 ? std::string("\xC2\xA0") : std::string(1, c);
            EXPECT_EQ(parsed(hard), parsed(text.text)) << text.name << ", each of " << step;
        }
}

TEST(OutputParser, TheLibrarysLinesBecomeFactsOfTheRun) {
    std::string text = outputText("nccl");
    text.insert(text.find("#       size"),
                "node-a:1:1 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] [send] via NET/IB/0/GDRDMA\n"
                "node-a:1:1 [0] NCCL INFO Channel 01/0 : 0[0] -> 1[1] [send] via NET/IB/1\n"
                "node-a:1:1 [0] NCCL INFO Loading topology file /etc/topo.xml\n");
    std::vector<std::string> values;
    for (const ContextFact &fact : logs::onlyRun(text).transport)
        values.push_back(fact.value);
    EXPECT_EQ(values, (std::vector<std::string>{"Network IB", "NET/IB with GDRDMA 1 of 2",
                                                "Topology file loaded /etc/topo.xml"}));
    const LibraryTransport library = logs::onlyRun(text).library;
    EXPECT_EQ(library.transports, (std::vector{TransportUse{"NET/IB", true, 2, 1}}));
    EXPECT_EQ(library.topologyFile, "/etc/topo.xml");
    EXPECT_TRUE(library.topologyFileLoaded);
}

} // namespace
} // namespace fabricscope::bench
