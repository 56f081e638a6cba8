// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Saved logs whose lines `grep -n`, `cat -n` and the like numbered give what the log itself gives.
#include "core/bench/output/text/LineNumbers.h"
#include "tests/core/bench/OutputTexts.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace fabricscope::bench {
namespace {

std::vector<Results> restored(std::string_view text, std::size_t piece = std::string::npos) {
    const auto parser = makeParser("auto");
    parser->restoreLines();
    for (std::size_t at = 0; at < text.size(); at += std::min(piece, text.size() - at))
        parser->feed(text.substr(at, piece));
    parser->end();
    return parser->results();
}

std::string bare(std::string_view text, std::size_t piece = std::string::npos) {
    output::LineNumbers numbers;
    std::string out;
    const auto take = [&](std::string_view bytes) {
        out += bytes;
    };
    for (std::size_t at = 0; at < text.size(); at += std::min(piece, text.size() - at))
        numbers.feed(text.substr(at, piece), take);
    numbers.end(take);
    return out;
}

using Prefix = std::function<std::string(std::size_t number)>;

/// `keepsBlank`: grep -n . leaves blank lines out.
std::string numbered(std::string_view text, const Prefix &prefix, bool keepsBlank = true) {
    std::string out;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        const std::string_view line = text.substr(0, end);
        if (keepsBlank || line != "\n")
            out.append(prefix(number)).append(line);
        text.remove_prefix(end);
    }
    return out;
}

std::string withoutBlankLines(std::string_view text) {
    return numbered(
        text, [](std::size_t) { return std::string(); }, false);
}

const std::string kRule(100, '-');

std::string banner(const std::string &title) {
    return kRule + "\n                    " + title +
           "\n Dual-port       : OFF\t\tDevice         : mlx5_4\n Number of qps   : 2\t\tTransport type : "
           "IB\n"
           " Mtu             : 4096[B]\n Link type       : Ethernet\n" +
           kRule +
           "\n local address: LID 0000 QPN 0x0a26 PSN 0x8d3e1e OUT 0x10 RKey 0x1dde00 VAddr "
           "0x007f1c1c00aa00\n"
           " remote address: LID 0000 QPN 0x0b27 PSN 0x4e2d1c OUT 0x10 RKey 0x1dde00 VAddr "
           "0x007f2c2c00bb00\n" +
           kRule + "\n";
}

struct Named {
    const char *name;
    std::string text;
};

/// All of perftest's tables.
const std::vector<Named> &perftests() {
    static const std::vector<Named> kTexts = {
        {"bandwidth", "\n************************************\n* Waiting for client to connect... *\n"
                      "************************************\n" +
                          banner("RDMA_Write BW Test") +
                          " #bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   MsgRate[Mpps]\n"
                          " 2          5000             7.53               7.12                 3.732911\n"
                          " 65536      5000             46615.20           46590.11             0.745442\n" +
                          kRule + "\n"},
        {"report_gbits",
         banner("RDMA_Read BW Test") +
             " #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]\n"
             " 65536      5000             391.12            390.87\t\t   0.745682\n" +
             kRule + "\n"},
        {"bidirectional",
         banner("Send Bidirectional BW Test") +
             " #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]\n"
             " 65536      5000             771.02            770.44\t\t   1.469498\n" +
             kRule + "\n"},
        {"run_infinitely",
         banner("RDMA_Write BW Test") +
             " #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]\n"
             " 65536      17900608         0.00               391.05               0.745869\n"
             " 65536      17901120         0.00               391.11               0.745982\n"},
        {"latency",
         banner("RDMA_Write Latency Test") +
             " #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]    "
             "t_stdev[usec]   99% percentile[usec]   99.9% percentile[usec]\n"
             " 2       1000          1.71           4.63         1.76     \t       1.77        \t0.10 "
             "\t\t1.93    \t\t4.63\n"
             " 4       1000          1.72           5.13         1.77     \t       1.78        \t0.12 "
             "\t\t1.95    \t\t5.13\n" +
             kRule + "\n"},
        {"latency of a duration", banner("Send Latency Test") +
                                      " #bytes        #iterations       t_avg[usec]    tps average\n"
                                      " 2             2812903           1.78           281290.30\n" +
                                      kRule + "\n"},
    };
    return kTexts;
}

struct Form {
    const char *name;
    Prefix prefix;
    bool keepsBlank = true;
};

const std::vector<Form> &forms() {
    static const auto kDigits = [](std::size_t number) {
        return std::to_string(number);
    };
    static const std::vector<Form> kForms = {
        {"grep -n \"\"",
         [](std::size_t n) {
             return kDigits(n) + ":";
         }},
        {"grep -n .", [](std::size_t n) { return kDigits(n) + ":"; }, false},
        {"grep -n with lines around",
         [](std::size_t n) {
             return kDigits(n + 11) + (n % 5 == 3 ? ":" : "-");
         }},
        {"grep -nH",
         [](std::size_t n) {
             return "logs/write-2.log:" + kDigits(n) + ":";
         }},
        {"grep -nH with lines around",
         [](std::size_t n) {
             return "write-2.log" + std::string(n % 5 == 1 ? ":" : "-") + kDigits(n) +
                    (n % 5 == 1 ? ":" : "-");
         }},
        {"cat -n",
         [](std::size_t n) {
             return std::string(6 - kDigits(n).size(), ' ') + kDigits(n) + "\t";
         }},
        {"grep -n in colours",
         [](std::size_t n) {
             return "\x1b[32m\x1b[K" + kDigits(n) + "\x1b[m\x1b[K\x1b[36m\x1b[K:\x1b[m\x1b[K";
         }},
    };
    return kForms;
}

TEST(LineNumbers, OfPerftestAreRemoved) {
    for (const Named &text : perftests())
        for (const Form &form : forms()) {
            const std::string log = numbered(text.text, form.prefix, form.keepsBlank);
            const auto whole = restored(form.keepsBlank ? text.text : withoutBlankLines(text.text));
            ASSERT_EQ(whole.size(), 1U) << text.name;
            ASSERT_FALSE(whole[0].series.empty() || whole[0].series[0].points.empty()) << text.name;
            EXPECT_EQ(restored(log), whole) << text.name << ", " << form.name << "\n" << log;
            EXPECT_EQ(restored(log, 7), whole) << text.name << ", " << form.name;
        }
}

TEST(LineNumbers, OfEachToolAreRemoved) {
    std::size_t texts = 0;
    for (const auto *all : {&test::outputTexts(), &test::outputParts()})
        for (const test::OutputText &text : *all) {
            if (!text.text.ends_with('\n') || std::count(text.text.begin(), text.text.end(), '\n') < 2)
                continue;
            ++texts;
            for (const Form &form : forms())
                if (form.keepsBlank) {
                    EXPECT_EQ(restored(numbered(text.text, form.prefix)), restored(text.text))
                        << text.name << ", " << form.name;
                }
        }
    EXPECT_GT(texts, 30U);
}

TEST(LineNumbers, AreNotSeenInTextsWithoutThem) {
    for (const auto *all : {&test::outputTexts(), &test::outputFiles(), &test::outputParts()})
        for (const test::OutputText &text : *all)
            EXPECT_EQ(bare(text.text), text.text) << text.name;
    for (const char *text : {
             "0: # nThread 1\n0: # nGpus 1\n1: # nThread 1\n", // ranks
             "3: a\n1: b\n2: c\n",
             "n7:4:9 [0] NCCL INFO a\nn8:5:9 [0] NCCL INFO b\n",
             "n7.example.com:4:9 [0] NCCL INFO a\nn7.example.com:5:9 [0] NCCL INFO b\n",
             "10:15:32 a\n11:15:32 b\n12:15:32 c\n",
             "2026-11-30 a\n2026-11-30 b\n",
             "41:00.0 a\n42:00.0 b\n",
             "7: alone\n",
         })
        EXPECT_EQ(bare(text), text);
}

TEST(LineNumbers, LinesOfSeveralFilesKeepTheirNames) {
    EXPECT_EQ(bare("a.log:1:one\na.log-2-two\n--\nb.log:7:three\nb.log-8-four\n"),
              "a.log: one\na.log: two\n\nb.log: three\nb.log: four\n");
    EXPECT_EQ(bare("logs/a:1:one\nlogs/a:2:two\nlogs/b:7:three\nlogs/b:9:four\n"),
              "logs/a:one\nlogs/a:two\nlogs/b:three\nlogs/b:four\n");
}

TEST(LineNumbers, DoNotDependOnHowTheBytesAreSplit) {
    std::string log;
    for (int i = 1; i < 3000; ++i)
        log += std::to_string(i) + ": a line of some words, " + std::to_string(i) + "\n";
    const std::string whole = bare(log);
    EXPECT_EQ(whole.substr(0, 26), " a line of some words, 1\n ");
    for (const std::size_t piece : {1U, 5U, 1000U, 16384U, 20000U})
        EXPECT_EQ(bare(log, piece), whole) << piece;
    EXPECT_EQ(bare("1:a\n2:b\n3:c"), "a\nb\nc");
}

} // namespace
} // namespace fabricscope::bench
