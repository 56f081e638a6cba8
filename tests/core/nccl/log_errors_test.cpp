// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What PyTorch reports of the library, and errors of CUDA by their code.
#include "core/nccl/log/DebugLogReader.h"
#include "core/nccl/log/Warnings.h"

#include <gmock/gmock.h>

#include <string>

namespace fabricscope::nccl::log {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

DebugLog read(std::string_view text) {
    DebugLogReader reader;
    reader.feed(text);
    reader.end();
    return reader.log();
}

std::vector<std::string> texts(const DebugLog &log) {
    std::vector<std::string> all;
    for (const Warning &warning : log.warnings)
        all.push_back(warning.text);
    return all;
}

std::string caught(int rank, const std::string &work, const std::string &ran = "600012") {
    return "[rank" + std::to_string(rank) + "]:[E1130 03:00:01.120456789 ProcessGroupNCCL.cpp:632] [Rank " +
           std::to_string(rank) + "] Watchdog caught collective operation timeout: WorkNCCL(" + work +
           ", NumelIn=1024, NumelOut=1024, Timeout(ms)=600000) ran for " + ran +
           " milliseconds before timing out.\n";
}

std::string status(int rank, int work, int enqueued,
                   const std::string &group = "PG ID 0 PG GUID 0(default_pg)") {
    return "[rank" + std::to_string(rank) + "]:[E1130 03:00:01.12 ProcessGroupNCCL.cpp:1895] [" + group +
           " Rank " + std::to_string(rank) +
           "] Exception (either an error or timeout) detected by watchdog at work: " + std::to_string(work) +
           ", last enqueued NCCL work: " + std::to_string(enqueued) + ", last completed NCCL work: 4.\n";
}

const std::string kWork = "SeqNum=5, OpType=ALLREDUCE";

TEST(LogErrors, ATimeoutNamesItsRanksOperationAndNumber) {
    const DebugLog log = read("epoch 3\n" + caught(3, kWork) + caught(0, kWork, "600700") + caught(1, kWork));
    ASSERT_THAT(texts(log), ElementsAre("ranks 0, 1, 3: ALLREDUCE number 5 timed out after 601 s"));
    EXPECT_THAT(log.warnings[0].meaning, HasSubstr("some rank did not take part"));
    EXPECT_EQ(log.warnings[0].count, 3U);
    EXPECT_EQ(log.warnings[0].line, 2U);
    ASSERT_EQ(log.timeouts.size(), 1U);
    EXPECT_EQ(log.timeouts[0], (CollectiveTimeout{"ALLREDUCE", 5, 600, 600.7, {0, 1, 3}, {}, 2}));
}

TEST(LogErrors, ARankThatReportsNothingIsNotNamed) {
    EXPECT_THAT(texts(read(caught(0, kWork) + caught(1, kWork) + status(0, 5, 5) + status(1, 5, 6))),
                ElementsAre("ranks 0, 1: ALLREDUCE number 5 timed out after 600 s"));
}

TEST(LogErrors, ARankIsBehindWhereTheLogStatesWhatItStartedLast) {
    const std::string others = caught(0, kWork) + status(0, 5, 6) + caught(1, kWork) + status(1, 5, 5);
    const DebugLog log = read(others + status(2, 4, 4));
    EXPECT_THAT(texts(log),
                ElementsAre("ranks 0, 1: ALLREDUCE number 5 timed out after 600 s; rank 2 has not "
                            "started it (last started: 4)"));
    EXPECT_EQ(log.timeouts.at(0).behind, (std::vector<RankBehind>{{2, 4}}));
    EXPECT_THAT(read(others + status(2, 4, 4, "PG ID 0 PG GUID 7(tp)")).timeouts.at(0).behind, IsEmpty())
        << "another process group";
    EXPECT_THAT(read(others + status(2, 4, 4, "PG ID 0")).timeouts.at(0).behind, IsEmpty())
        << "the group is not known";
    EXPECT_THAT(read(others + status(2, 4, 4) + status(4, 5, 5, "PG 9")).timeouts.at(0).behind, IsEmpty())
        << "the operation may be of either group";
    const std::string receive = "SeqNum=5, OpType=RECV";
    EXPECT_THAT(read(caught(0, receive) + status(0, 5, 5) + status(2, 4, 4)).timeouts.at(0).behind, IsEmpty())
        << "counted by itself";
}

TEST(LogErrors, OlderFormsOfATimeoutAreRead) {
    const DebugLog log = read(
        "[E ProcessGroupNCCL.cpp:828] [Rank 7] Watchdog caught collective operation timeout: "
        "WorkNCCL(SeqNum=64088, OpType=ALLREDUCE, Timeout(ms)=1800000) ran for 25625251 milliseconds before "
        "timing out.\n"
        "terminate called after throwing an instance of 'c10::DistBackendError'\n"
        "  what():  [PG 3 Rank 1] Process group watchdog thread terminated with exception: [Rank 1] Watchdog "
        "caught collective operation timeout: WorkNCCL(SeqNum=64088, OpType=ALLREDUCE, Timeout(ms)=1800000) "
        "ran "
        "for 25625251 milliseconds before timing out.\n");
    EXPECT_THAT(texts(log),
                ElementsAre("rank 7: ALLREDUCE number 64088 timed out after 25625 s (limit 1800 s)"));
}

TEST(LogErrors, SeveralTimeoutsAreSeveral) {
    EXPECT_THAT(texts(read(caught(0, kWork) + caught(1, "SeqNum=4, OpType=_ALLGATHER_BASE"))),
                ElementsAre("rank 0: ALLREDUCE number 5 timed out after 600 s",
                            "rank 1: _ALLGATHER_BASE number 4 timed out after 600 s"));
}

TEST(LogErrors, WhatTheReportOfTheRanksNamesIsShown) {
    const DebugLog log =
        read("\t - To our best knowledge, ranks [3] are the lagging ranks that caused this timeout. They "
             "never joined "
             "any collectives\n"
             "\t     [2] finished collective #3, but didn't join collective #4 (count from 1)\n"
             "RuntimeError: [Rank 0]: Rank 5 failed to pass monitoredBarrier in 30000 ms\n");
    ASSERT_EQ(log.warnings.size(), 3U);
    EXPECT_THAT(log.warnings[0].text, HasSubstr("ranks [3] are the lagging ranks"));
    EXPECT_THAT(log.warnings[1].text, HasSubstr("[2] finished collective #3"));
    EXPECT_THAT(log.warnings[2].text, HasSubstr("Rank 5 failed to pass"));
    for (const Warning &warning : log.warnings)
        EXPECT_FALSE(warning.meaning.empty()) << warning.text;
}

std::string raised(const std::string &prefix, const std::string &words, const std::string &name,
                   const std::string &cause) {
    return prefix + "torch.distributed.DistBackendError: NCCL error in: " +
           "../torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp:1331, " + words +
           " (run with NCCL_DEBUG=INFO for details), NCCL version 2.20.5\n" + prefix + name +
           ": a sentence of the library.\n" + prefix + "Last error:\n" + prefix + cause + "\n";
}

TEST(LogErrors, AnErrorHasItsRankAndItsLastError) {
    const DebugLog log = read(raised("[rank3]: ", "unhandled cuda error", "ncclUnhandledCudaError",
                                     "Cuda failure 'out of memory'"));
    EXPECT_THAT(texts(log),
                ElementsAre("rank 3: ncclUnhandledCudaError: unhandled cuda error; last error: Cuda "
                            "failure 'out of memory'"));
    EXPECT_EQ(log.warnings[0].meaning, "the GPU's memory is full") << "the cause, not what follows from it";
    EXPECT_EQ(log.warnings[0].where, "ProcessGroupNCCL.cpp:1331");
    EXPECT_EQ(log.warnings[0].line, 1U);
}

TEST(LogErrors, OfSeveralRanksIsOne) {
    const std::string
        words = "remote process exited or there was a network error",
        cause = "socketProgressOpt: Call to recv from 10.0.0.2<4000> failed : Connection reset by peer";
    const std::string zero = raised("[rank0]: ", words, "ncclRemoteError", cause),
                      one = raised("[rank1]: ", words, "ncclRemoteError", cause);
    const DebugLog log = read(zero + one);
    ASSERT_EQ(log.warnings.size(), 1U);
    EXPECT_THAT(log.warnings[0].text,
                testing::StartsWith("ranks 0, 1: ncclRemoteError: remote process exited"));
    EXPECT_THAT(log.warnings[0].text, testing::EndsWith("Connection reset by peer"));
    EXPECT_EQ(log.warnings[0].count, 2U);
    std::string mixed; // the lines of both in turn
    std::string_view first = zero, second = one;
    while (!first.empty()) {
        for (std::string_view *rest : {&first, &second}) {
            const std::size_t end = rest->find('\n') + 1;
            mixed += rest->substr(0, end);
            rest->remove_prefix(end);
        }
    }
    EXPECT_EQ(texts(read(mixed)), texts(log));
}

TEST(LogErrors, PrefixesOfLaunchersAreNoObstacle) {
    const auto of = [](const std::string &prefix) {
        return texts(
            read(raised(prefix, "unhandled system error", "ncclSystemError", "socket: it is closed")));
    };
    const auto expected = of("");
    EXPECT_THAT(expected,
                ElementsAre("ncclSystemError: unhandled system error; last error: socket: it is closed"));
    for (const char *prefix : {"[1,0]<stderr>:", "3: ", "node7: ", "2026-11-30T03:00:01.5Z worker-1: "})
        EXPECT_EQ(of(prefix), expected) << prefix;
    std::string timed =
        raised("2026-11-30 03:00:01 ", "unhandled system error", "ncclSystemError", "it is closed");
    timed.replace(timed.rfind("03:00:01"), 8, "03:00:02");
    EXPECT_THAT(texts(read(timed)), ElementsAre(HasSubstr("last error: it is closed")));
}

TEST(LogErrors, AnErrorOfAThreadHasItsLastErrorInLinesWithoutATag) {
    const DebugLog log =
        read("[rank2]:[E1130 03:00:01.1 ProcessGroupNCCL.cpp:2038] [PG ID 0 PG GUID 0 Rank 2] Process group "
             "watchdog "
             "thread terminated with exception: NCCL error: remote process exited or there was a network "
             "error, NCCL "
             "version 2.21.5\n"
             "ncclRemoteError: A call failed possibly due to a network error or a remote process exiting "
             "prematurely.\n"
             "Last error:\n"
             "NET/IB: Got completion from peer 10.0.0.2<41431> with status=12 opcode=0 len=0 vendor err 129 "
             "(Send)\n"
             "Exception raised from checkForNCCLErrorsInternal at ...\n");
    ASSERT_EQ(log.warnings.size(), 1U);
    EXPECT_THAT(log.warnings[0].text, testing::StartsWith("rank 2: ncclRemoteError: remote process exited"));
    EXPECT_THAT(log.warnings[0].meaning, HasSubstr("retries exceeded"));
}

TEST(LogErrors, AnErrorWithoutACauseIsOne) {
    const DebugLog log =
        read("RuntimeError: NCCL error in: ../ProcessGroupNCCL.cpp:911, unhandled system error, "
             "NCCL version 2.14.3\n"
             "ncclSystemError: System call (e.g. socket, malloc) failed\n"
             "Last error:\n\n"
             "ncclInvalidUsage: This usually reflects invalid usage of NCCL library.\n");
    EXPECT_THAT(texts(log),
                ElementsAre("ncclSystemError: unhandled system error",
                            "ncclInvalidUsage: This usually reflects invalid usage of NCCL library."));
    for (const Warning &warning : log.warnings)
        EXPECT_FALSE(warning.meaning.empty()) << warning.text;
}

TEST(LogErrors, OrdinaryLinesAreNone) {
    EXPECT_THAT(read("training without NCCL errors\nlast enqueued jobs: 5\nLast error:\nnone\n"
                     "[rank0]: loss 0.3\nWatchdog started\n")
                    .warnings,
                IsEmpty());
}

TEST(LogErrors, OfAHostileLogAreBounded) {
    std::string log;
    for (int i = 0; i < 20'000; ++i)
        log += caught(i, "SeqNum=" + std::to_string(i) + ", OpType=A") + status(i, i, i - 1) +
               "ncclSystemError: " + std::to_string(i) + "\n";
    const DebugLog read20k = read(log);
    EXPECT_LE(read20k.warnings.size(), kMaxEntries);
    EXPECT_LE(read20k.timeouts.size(), 64U);
}

TEST(LogErrors, AreTheSameForEverySplitOfTheBytes) {
    const std::string log = caught(0, kWork) + "\x1b[32m" + status(0, 5, 5) + "\x1b[0m" + status(2, 4, 4) +
                            raised("[rank3]: ", "unhandled cuda error", "ncclUnhandledCudaError", "x");
    const DebugLog whole = read(log);
    for (std::size_t cut = 0; cut <= log.size(); ++cut) {
        DebugLogReader reader;
        reader.feed(std::string_view(log).substr(0, cut));
        reader.feed(std::string_view(log).substr(cut));
        reader.end();
        ASSERT_EQ(reader.log(), whole) << cut;
    }
}

TEST(CudaErrors, AreExplainedByTheirCode) {
    const auto meaning = [](const std::string &line) {
        const Explanation *known = explanationOf(line);
        return known != nullptr ? std::string(known->meaning) : std::string();
    };
    struct Code {
        const char *number, *words, *meaning;
    };
    constexpr Code kCodes[] = {{"1", "invalid argument", "argument that it does not accept"},
                               {"2", "out of memory", "memory is full"},
                               {"100", "no CUDA-capable device is detected", "sees no GPU"},
                               {"101", "invalid device ordinal", "GPU number that it does not see"},
                               {"214", "uncorrectable ECC error encountered", "uncorrectable memory error"},
                               {"700", "an illegal memory access was encountered", "memory that it may not"},
                               {"719", "unspecified launch failure", "ended abnormally"},
                               {"801", "operation not supported", "does not support the call"},
                               {"802", "system not yet initialized", "NVLink switches are not set up"},
                               {"999", "unknown error", "states no cause"}};
    for (const Code &code : kCodes) {
        const std::string quoted = std::string("'") + code.words + "'";
        EXPECT_THAT(meaning("Cuda failure " + quoted), HasSubstr(code.meaning));
        EXPECT_THAT(meaning(std::string("Cuda failure ") + code.number + " " + quoted),
                    HasSubstr(code.meaning));
        EXPECT_THAT(meaning(std::string("Cuda failure ") + code.number + " '"), HasSubstr(code.meaning))
            << "cut";
    }
    EXPECT_EQ(meaning("Cuda failure 'a new one'"), "a CUDA call failed");
    EXPECT_THAT(meaning("HIP failure: 'invalid argument'"), HasSubstr("argument that it does not accept"));
}

} // namespace
} // namespace fabricscope::nccl::log
