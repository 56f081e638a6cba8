#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The fabricscope authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""make_logs.py FOLDER: an NCCL_DEBUG log of 500 MB and a log of a million rows, the same each time."""
import os
import random
import sys

SIZE = 500_000_000
ROWS = 1_000_000


def library(path):
    random.seed(1)
    block = []
    for _ in range(20000):  # a repeated block with the connections of a large job
        rank, to = random.randrange(1024), random.randrange(1024)
        head = f"node{rank // 8:04d}:{200000 + rank}:{300000 + rank} [{rank % 8}] "
        kind = random.random()
        if kind < 0.55:
            gdr = "/GDRDMA" if random.random() < 0.9 else ""
            way = random.choice(("send", "receive"))
            block.append(f"{head}NCCL INFO Channel {random.randrange(32):02d}/0 : {rank}[{rank % 8}] -> {to}[{to % 8}] [{way}] via NET/IB/{random.randrange(8)}{gdr}")
        elif kind < 0.75:
            block.append(f"{head}NCCL INFO Channel {random.randrange(32):02d}/0 : {rank}[{rank % 8}] -> {to}[{to % 8}] via P2P/CUMEM/read")
        elif kind < 0.9:
            block.append(f"{head}NCCL INFO NET/IB: {rank} Ib Alloc Size 48 pointer 0x7f{random.randrange(1 << 40):010x}")
        elif kind < 0.999:
            block.append(f"{head}NCCL INFO AllReduce: opCount {random.randrange(9999):x} sendbuff 0x7f0000000000 recvbuff 0x7f0000000000 count 4096 datatype 7 op 0 root 0")
        else:
            block.append(f"{head}transport/net_ib.cc:{random.randrange(9)} NCCL WARN NET/IB : Got completion with status=12")
    block[:0] = [
        "node0000:200000:200000 [0] NCCL INFO Bootstrap: Using ens50f0:10.0.0.1<0>",
        "node0000:200000:200000 [0] NCCL INFO NCCL version 2.27.5+cuda12.9",
        "node0000:200000:300000 [0] NCCL INFO NCCL_IB_HCA set by environment to mlx5_0,mlx5_1.",
        "node0000:200000:300000 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE [1]mlx5_1:1/RoCE [RO]; OOB ens50f0:10.0.0.1<0>",
    ]
    text = ("\n".join(block) + "\n").encode()
    with open(path, "wb") as log:
        for _ in range(SIZE // len(text)):
            log.write(text)


def rows(path):
    random.seed(2)
    with open(path, "w") as log:
        log.write("# nThread 1 nGpus 8 minBytes 8 maxBytes 8589934592 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0\n")
        log.write("#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong\n")
        log.write("#        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)\n")
        for row in range(ROWS):
            size = 8 << row % 30
            cells = []
            for _ in range(2):
                time = (30 + size / 200000) * random.uniform(0.98, 1.02)
                rate = size / time / 1000
                cells.append(f"{time:9.2f} {rate:7.2f} {rate * 1.75:7.2f} {0:7d}")
            log.write(f"{size:12d} {size // 4:13d} {'float':>9} {'sum':>7} {-1:7d}{cells[0]}{cells[1]}\n")


folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
library(os.path.join(folder, "library.log"))
rows(os.path.join(folder, "rows.log"))
