// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/NcclLogJson.h"
#include "core/nccl/log/DebugLogReader.h"
#include "tests/fuzz/Fuzz.h"

using namespace fabricscope;

/// Any bytes: the same log with another split, and the sentences and a document of it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const std::string_view text = fuzz::textOf(data, size);
    nccl::log::DebugLogReader whole, pieces;
    whole.feed(text);
    whole.end();
    const std::size_t piece = size == 0 ? 1 : 1 + data[0] % 16;
    for (std::size_t at = 0; at < text.size(); at += piece)
        pieces.feed(text.substr(at, piece));
    pieces.end();
    fuzz::require(whole.log() == pieces.log());
    for (const nccl::log::Connection &connection : whole.log().connections)
        fuzz::require(connection.transport < whole.log().transports.size());
    for (const nccl::log::TransportFact &fact : nccl::log::transportFacts(whole.log()))
        fuzz::require(!fact.text.empty());
    fuzz::require(!json::ncclLogDocument(whole.log()).empty());
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    return {
        "a:1:1 [0] NCCL INFO Bootstrap : Using eth0:10.0.0.1<0>\n"
        "a:1:1 [0] NCCL INFO NCCL version 2.24.3+cuda12.8\n"
        "a:1:1 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE [1]mlx5_1:1/IB [RO]; OOB eth0:10.0.0.1<0>\n"
        "a:1:1 [0] NCCL INFO Channel 00/02 :    0   1   3   2\n"
        "a:1:1 [0] NCCL INFO Trees [0] 1/4/-1->0->-1 [1] -1/-1/-1->0->3\n",
        "a:1:1 [0] NCCL INFO Channel 01/0 : 0[1b000] -> 1[43000] [send] via NET/IB/1(4)/GDRDMA/Shared\n"
        "a:1:1 [0] NCCL INFO Channel 00 : 0[0] -> 1[1] via P2P/direct pointer\n"
        "a:1:1 [0] NCCL INFO Ring 00 : 7 -> 0 -> 1\n",
        "[t] a:1:1 [0] misc/socket.cc:4 NCCL WARN Connect to 10.0.0.2<4> failed : Connection refused\r\n"
        "a:1:1 [0] NCCL INFO comm 0x1 rank 0 nranks 16 cudaDev 0 - Init COMPLETE\n"
        "a:1:1 [0] NCCL INFO NCCL_IB_HCA set by environment to mlx5_0.\n"
        "RCCL version : 2.30.4\nLoading topology file /x\n",
        "a:1:1 [0] NCCL INFO ncclCommInitRank comm 0x1 rank 0 nranks 2 busId 1b000 commId 0x7 - Init START\n"
        "a:1:1 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/IPC\n"
        "a:1:1 [0] NCCL INFO comm 0x1 rank 0 nranks 2 busId 1b000 - Abort COMPLETE\n"
        "a:2:2 [0] NCCL INFO ncclCommInitRank comm 0x1 rank 0 nranks 2 busId 1b000 commId 0x8 - Init START\n",
        "\x1b[31m[rank0]:[E1130 03:00:01.1 ProcessGroupNCCL.cpp:632] [Rank 0] Watchdog caught collective "
        "operation "
        "timeout: WorkNCCL(SeqNum=5, OpType=ALLREDUCE, Timeout(ms)=600000) ran for 600012 "
        "milliseconds\x1b[0m\n"
        "[rank1]:[E1 x] [PG 1 Rank 1] x at work: 4, last enqueued NCCL work: 4, last completed NCCL work: "
        "3.\n"
        "[rank0]: torch.distributed.DistBackendError: NCCL error in: ../x.cpp:1331, unhandled cuda error\n"
        "[rank0]: ncclUnhandledCudaError: Call to CUDA function failed.\n[rank0]: Last error:\n"
        "[rank0]: Cuda failure 700 'an illegal memory access was encountered'\n"};
}
