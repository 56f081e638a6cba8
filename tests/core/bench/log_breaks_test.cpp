// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Logs of benchmarks as people have them: broken by a terminal, joined by a copy, cut within their last line,
// numbered by `grep -n` or `cat -n`.
#include "core/bench/output/text/LineNumbers.h"
#include "tests/core/bench/OutputTexts.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace fabricscope::bench {
namespace {

using logs::outputText;

std::vector<Results> restored(std::string_view text, std::size_t piece = std::string::npos) {
    const auto parser = makeParser("auto");
    parser->restoreLines();
    for (std::size_t at = 0; at < text.size(); at += std::min(piece, text.size() - at))
        parser->feed(text.substr(at, piece));
    parser->end();
    return parser->results();
}

std::string broken(std::string_view text, std::size_t width) {
    std::string out;
    std::size_t column = 0;
    for (const char c : text) {
        const std::size_t next = c == '\t' ? column + 8 - column % 8 : column + 1;
        if (c != '\n' && next > width) {
            out += '\n';
            column = 0;
        }
        out += c;
        column = c == '\n' ? 0 : c == '\t' ? column + 8 - column % 8 : column + 1;
    }
    return out;
}

std::string glued(std::string text) {
    text.pop_back();
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text + ' ';
}

std::string format(const char *form, double value) {
    char text[64];
    (void)std::snprintf(text, sizeof text, form, value);
    return text;
}

/// Wider than a terminal: nvbandwidth of `gpus`.
std::string wideNvbandwidth(int gpus) {
    std::string text = "nvbandwidth Version: v0.7\nBuilt from Git version: v0.7\n\n"
                       "Running device_to_device_memcpy_write_ce.\n"
                       "memcpy CE GPU(row) <- GPU(column) bandwidth (GB/s)\n  ";
    for (int i = 0; i < gpus; ++i)
        text += format("%10.0f", i);
    text += '\n';
    for (int row = 0; row < gpus; ++row) {
        text += format("%2.0f", row);
        for (int i = 0; i < gpus; ++i)
            text += i == row ? "       N/A" : format("%10.2f", 380 + row + 0.01 * i);
        text += '\n';
    }
    return text + "\nSUM device_to_device_memcpy_write_ce " + format("%.2f", 380.0 * gpus) + "\n";
}

std::string widePeerTest(int gpus) {
    std::string text = "[P2P (Peer-to-Peer) GPU Bandwidth Latency Test]\n";
    for (int i = 0; i < gpus; ++i)
        text +=
            "Device: " + format("%.0f", i) + ", NVIDIA X900, pciBusID: 1b, pciDeviceID: 0, pciDomainID:0\n";
    text += "Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)\n   D\\D";
    for (int i = 0; i < gpus; ++i)
        text += format("%6.0f ", i);
    text += '\n';
    for (int row = 0; row < gpus; ++row) {
        text += format("%6.0f ", row);
        for (int i = 0; i < gpus; ++i)
            text += format("%6.02f ", i == row ? 2501.5 : 210 + row + 0.01 * i);
        text += '\n';
    }
    return text;
}

const std::string kOsu = "# OSU MPI-CUDA Bi-Directional Bandwidth Test v7.5\n# Datatype: MPI_CHAR.\n"
                         "# Size      Bandwidth (MB/s)\n1                       1.12\n"
                         "2097152             41123.70\n4194304             42310.95\n";

const std::string kPerftest =
    "----------------------------------------------------------------------------------------------------\n"
    "                    RDMA_Read BW Test\n"
    " Dual-port       : OFF\t\tDevice         : mlx5_4\n"
    " Number of qps   : 2\t\tTransport type : IB\n"
    " Mtu             : 4096[B]\n"
    " Link type       : Ethernet\n"
    "----------------------------------------------------------------------------------------------------\n"
    " local address: LID 0000 QPN 0x0a26 PSN 0x8d3e1e OUT 0x10 RKey 0x1dde00 VAddr 0x007f1c1c00aa00\n"
    " remote address: LID 0000 QPN 0x0b27 PSN 0x4e2d1c OUT 0x10 RKey 0x1dde00 VAddr 0x007f2c2c00bb00\n"
    "----------------------------------------------------------------------------------------------------\n"
    " #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]\n"
    " 65536      5000             391.12            390.87\t\t   0.745682\n"
    "----------------------------------------------------------------------------------------------------\n";

struct Named {
    const char *name;
    std::string text;
};
std::vector<Named> texts() {
    return {{"nccl", outputText("nccl")},        {"perftest", kPerftest},
            {"nvbandwidth", wideNvbandwidth(8)}, {"nvbandwidth, 16 GPUs", wideNvbandwidth(16)},
            {"peer test", widePeerTest(16)},     {"osu", kOsu}};
}

/// What was measured, without lines and notes.
void expectSame(const std::vector<Results> &runs, const std::vector<Results> &whole, const std::string &how) {
    ASSERT_EQ(runs.size(), whole.size()) << how;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        EXPECT_EQ(runs[i].tool, whole[i].tool) << how;
        EXPECT_TRUE(runs[i].rows == whole[i].rows) << how;
        EXPECT_TRUE(runs[i].series == whole[i].series) << how;
        EXPECT_EQ(runs[i].matrices, whole[i].matrices) << how;
        EXPECT_EQ(runs[i].summary.avgBusbw, whole[i].summary.avgBusbw) << how;
        EXPECT_EQ(runs[i].summary.outOfBounds, whole[i].summary.outOfBounds) << how;
        EXPECT_EQ(logs::factOf(runs[i], "validated"), logs::factOf(whole[i], "validated")) << how;
        EXPECT_EQ(logs::factOf(runs[i], "local_address"), logs::factOf(whole[i], "local_address")) << how;
    }
}

bool isNoted(const std::vector<Results> &runs, std::string_view rule) {
    return std::any_of(runs.begin(), runs.end(), [&](const Results &run) {
        return std::any_of(run.diagnostics.begin(), run.diagnostics.end(),
                           [&](const findings::Finding &finding) { return finding.rule == rule; });
    });
}

TEST(LogBreaks, ATextWithItsLineBreaksGivesTheSame) {
    for (const auto *all : {&logs::outputTexts(), &logs::outputFiles(), &logs::outputParts()})
        for (const logs::OutputText &text : *all)
            if (text.text.ends_with('\n')) {
                EXPECT_EQ(restored(text.text), logs::parsed(text.text)) << text.name;
            }
    for (const Named &text : texts())
        EXPECT_EQ(restored(text.text), logs::parsed(text.text)) << text.name;
}

TEST(LogBreaks, ABrokenLogGivesWhatTheWholeOneGives) {
    for (const Named &text : texts())
        for (const std::size_t width : {72, 80, 100, 120}) {
            const std::string log = broken(text.text, width);
            if (log == text.text)
                continue;
            const auto runs = restored(log);
            const std::string how = std::string(text.name) + " at " + std::to_string(width);
            expectSame(runs, restored(text.text), how);
            EXPECT_TRUE(isNoted(runs, "log.line_breaks") || width > 80) << how; // a single one is no proof
            EXPECT_EQ(restored(log, 1), runs) << how;
        }
}

TEST(LogBreaks, AJoinedLogGivesWhatTheWholeOneGives) {
    for (const Named &text : texts()) {
        expectSame(restored(glued(text.text)), restored(text.text), text.name);
    }
}

TEST(LogBreaks, JoinedRowsOfCountsAreNotGuessed) {
    const std::string text =
        "[P2P (Peer-to-Peer) GPU Bandwidth Latency Test]\nDevice: 0, NVIDIA X900, pciBusID: 1b\n"
        "Device=0 CAN Access Peer Device=1\nDevice=1 CANNOT Access Peer Device=0\n"
        "P2P Connectivity Matrix\n     D\\D     0     1\n     0\t     1     1\n     1\t     0     1\n";
    const auto runs = restored(glued(text));
    ASSERT_EQ(runs.size(), 1U);
    for (const Matrix &matrix : runs[0].matrices)
        EXPECT_TRUE(matrix.rows.empty()) << matrix.title;
    EXPECT_EQ(logs::factOf(runs[0], "peer_access"), "Device=0 CAN Access Peer Device=1");
}

TEST(LogBreaks, ALastLineIsUsedIfItIsWhole) {
    for (const Named &text : texts()) {
        const auto whole = restored(text.text);
        for (std::size_t size = 1; size < text.text.size(); ++size) {
            const auto runs = restored(std::string_view(text.text).substr(0, size));
            const std::string how = std::string(text.name) + " cut at " + std::to_string(size);
            for (std::size_t i = 0; i < runs.size(); ++i) {
                for (std::size_t row = 0; row < runs[i].rows.size(); ++row) {
                    const CollectiveRow &cut = runs[i].rows[row], &full = whole.at(i).rows[row];
                    EXPECT_EQ(cut.sizeBytes, full.sizeBytes) << how;
                    EXPECT_TRUE(!cut.outOfPlace || cut.outOfPlace == full.outOfPlace) << how;
                    EXPECT_TRUE(!cut.inPlace || cut.inPlace == full.inPlace) << how;
                }
                if (const auto average = runs[i].summary.avgBusbw;
                    average && average != whole.at(i).summary.avgBusbw) {
                    EXPECT_NEAR(*average, *whole.at(i).summary.avgBusbw, 0.1) << how;
                    EXPECT_TRUE(isNoted(runs, "log.cut_value")) << how;
                }
                for (std::size_t s = 0; s < runs[i].series.size(); ++s)
                    for (std::size_t p = 0; p < runs[i].series[s].points.size(); ++p)
                        EXPECT_EQ(runs[i].series[s].points[p], whole.at(i).series[s].points[p]) << how;
                for (std::size_t m = 0; m < runs[i].matrices.size(); ++m)
                    for (std::size_t row = 0; row < runs[i].matrices[m].values.size(); ++row)
                        for (std::size_t c = 0; c < runs[i].matrices[m].values[row].size(); ++c) {
                            const auto &value = runs[i].matrices[m].values[row][c];
                            EXPECT_TRUE(!value || value == whole.at(i).matrices[m].values[row][c]) << how;
                        }
            }
        }
    }
}

TEST(LogBreaks, ACutLastLineIsNoted) {
    EXPECT_TRUE(isNoted(restored("# OSU MPI-CUDA Bandwidth Test v7.5\n# Size      Bandwidth (MB/s)\n"
                                 "1                       0.73\n2097152             21"),
                        "log.unfinished_line"));
    EXPECT_FALSE(isNoted(restored(kOsu), "log.unfinished_line"));
    const auto xid = restored("[ 812.4] NVRM: Xid (PCI:0000:4b:00): 79, pid=811, GPU has fallen");
    ASSERT_EQ(xid.size(), 1U);
    EXPECT_EQ(xid[0].diagnostics.size(), 1U);
}

TEST(LogBreaks, ARowInWhichTheLibraryWroteIsRead) {
    const std::string text =
        "# nThread 1 nGpus 1 minBytes 64 maxBytes 64 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 "
        "validation: 1 graph: 0\n"
        "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   "
        "algbw   "
        "busbw #wrong\n"
        "    67108864      16777216     float     sum      -1   455.10  147.46  276.49gpu-n3:411:450 [1] "
        "NCCL INFO "
        "a line\n"
        "10-7-3:411:450 [0] NCCL INFO another\n"
        "      0   454.80  147.56  276.67      0\n"
        "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 276.58 \n";
    const auto runs = restored(text);
    ASSERT_EQ(runs.size(), 1U);
    ASSERT_EQ(runs[0].rows.size(), 1U);
    EXPECT_EQ(runs[0].rows[0].outOfPlace->busbw, 276.49);
    EXPECT_EQ(runs[0].rows[0].outOfPlace->wrong, 0);
    EXPECT_EQ(runs[0].rows[0].inPlace->busbw, 276.67);
    EXPECT_EQ(logs::factOf(runs[0], "validated"), "yes");
}

TEST(LogBreaks, AnAverageThatTheLogEndsInIsUsedWithANote) {
    std::string text = outputText("nccl");
    text = text.substr(0, text.find("# Avg bus bandwidth")) + "# Avg bus bandwidth    : ";
    const auto runs = restored(text + "312.45");
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_EQ(runs[0].summary.avgBusbw, 312.45);
    EXPECT_TRUE(isNoted(runs, "log.cut_value"));
    EXPECT_FALSE(isNoted(runs, "log.unfinished_line"));
    for (const char *cut : {"3", "312", "312."}) { // of 312.45
        EXPECT_FALSE(restored(text + cut).at(0).summary.avgBusbw) << cut;
        EXPECT_TRUE(isNoted(restored(text + cut), "log.unfinished_line")) << cut;
    }
    EXPECT_FALSE(isNoted(restored(text + "312.45\n"), "log.cut_value"));
}

TEST(LogBreaks, AReportOfAProblemBetweenEquallyLongLinesIsFound) {
    std::string text = "n7:411:411 [0] NCCL INFO cudaDriverVersion 12040\n";
    for (const char *line :
         {"2026-11-22 13:11:54,120 INFO trainer.py:88 starting epoch 0", "CUDA error: out of memory",
          "n7: Test NCCL failure all_gather.cu:41 'unhandled cuda error / '"})
        text += "n7:411:502 [0] NCCL INFO comm 0x55d2c0a0 rank 0 nranks 16 cudaDev 0 nvmlDev 0 busId 18000 "
                "commId "
                "0x9ab - Init COMPLETE\n" +
                std::string(line) + "\n";
    const auto runs = restored(text);
    EXPECT_FALSE(isNoted(runs, "log.line_breaks"));
    EXPECT_EQ(runs, logs::parsed(text));
}

TEST(LogBreaks, CpusOfRocmBandwidthTestAreNamedSo) {
    const std::string text =
        "RocmBandwidthTest Version: 2.6.0\nDevice: 0,  AMD EPYC 9000\nDevice: 1,  AMD EPYC 9000\n"
        "Device: 2,  AMD Instinct X,  GPU-f0,  43:0.0\nDevice: 3,  AMD Instinct X,  GPU-f1,  "
        "44:0.0\n\nUnidirectional copy peak bandwidth GB/s\n\n"
        "D/D       0           1           2           3\n\n"
        "0         N/A         N/A         28.1        28.2\n\n"
        "1         N/A         N/A         28.3        28.4\n\n"
        "2         52.1        52.2        N/A         48.1\n\n"
        "3         52.3        52.4        48.2        N/A\n\n";
    const auto runs = restored(text);
    ASSERT_EQ(runs.size(), 1U);
    ASSERT_EQ(runs[0].matrices.size(), 1U);
    EXPECT_THAT(runs[0].matrices[0].rows, testing::ElementsAre("CPU 0", "CPU 1", "2", "3"));
    EXPECT_EQ(runs[0].matrices[0].columns, runs[0].matrices[0].rows);
}

// --- the numbers of lines ------------------------------------------------------------------------------

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
    for (const auto *all : {&logs::outputTexts(), &logs::outputParts()})
        for (const logs::OutputText &text : *all) {
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
    for (const auto *all : {&logs::outputTexts(), &logs::outputFiles(), &logs::outputParts()})
        for (const logs::OutputText &text : *all)
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
    std::string later = log + std::string(100'000, 'x') + "\n7:long\n--" + std::string(600, ' ') + "y\n";
    for (int i = 0; i < 9000; ++i) // lines behind the beginning do not matter
        later += "a line without a number\n";
    for (const std::size_t piece : {1U, 1000U, 20000U})
        EXPECT_EQ(bare(later, piece), bare(later)) << piece;
}

} // namespace
} // namespace fabricscope::bench
