// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A substitute for all_reduce_perf of nccl-tests and rccl-tests on machines without GPU: the real MPI_Allreduce
// on host memory, really timed, and checked; printed in the tests' format. The output names it a stand-in.
// It accepts -b, -e, -f, -n, -w, -c and -g like them (sizes with K, M and G; -g must be 1).
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kHostName = 256, kMaxBytes = 1 << 28 };

struct Options {
    long from, to, factor, rounds, warmUp, checks;
};

static long sizeOf(const char *text) {
    char *end = NULL;
    long value = strtol(text, &end, 10);
    const char *units = "KMG";
    const char *unit = *end != '\0' ? strchr(units, *end) : NULL;
    for (long i = unit != NULL ? unit - units + 1 : 0; i > 0; --i)
        value *= 1024;
    return value;
}

static struct Options optionsOf(int argc, char **argv) {
    struct Options options = {1 << 20, 1 << 20, 2, 20, 1, 1};
    int flag = 0;
    while ((flag = getopt(argc, argv, "b:e:f:n:w:c:g:")) != -1) {
        const long value = flag == '?' ? -1 : sizeOf(optarg);
        switch (flag) {
        case 'b':
            options.from = value;
            break;
        case 'e':
            options.to = value;
            break;
        case 'f':
            options.factor = value;
            break;
        case 'n':
            options.rounds = value;
            break;
        case 'w':
            options.warmUp = value;
            break;
        case 'c':
            options.checks = value;
            break;
        case 'g':
            if (value == 1)
                break;
            fprintf(stderr, "stand-in: one rank is one process: -g 1\n");
            MPI_Abort(MPI_COMM_WORLD, 2);
            break;
        default:
            MPI_Abort(MPI_COMM_WORLD, 2);
        }
    }
    if (options.from < 4 || options.to > kMaxBytes || options.factor < 2 || options.rounds < 1)
        MPI_Abort(MPI_COMM_WORLD, 2);
    return options;
}

static void printHead(const struct Options *options, int rank, int ranks) {
    char name[kHostName] = {0};
    gethostname(name, sizeof(name) - 1);
    char *names = malloc((size_t)ranks * kHostName);
    int pid = (int)getpid();
    int *pids = malloc((size_t)ranks * sizeof(int));
    MPI_Gather(name, kHostName, MPI_CHAR, names, kHostName, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Gather(&pid, 1, MPI_INT, pids, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("# stand-in of fabricscope: MPI_Allreduce on host memory, no GPU and no NCCL\n");
        printf("# nThread 1 nGpus 1 minBytes %ld maxBytes %ld step: %ld(factor) warmup iters: %ld iters: %ld "
               "agg iters: 1 "
               "validation: %ld graph: 0\n#\n# Using devices\n",
               options->from, options->to, options->factor, options->warmUp, options->rounds,
               options->checks);
        for (int i = 0; i < ranks; ++i)
            printf("#  Rank %2d Group  0 Pid %6d on %10s device  0 [0x00] stand-in, host memory\n", i,
                   pids[i], names + (size_t)i * kHostName);
        printf("#\n#%56s%43s\n", "out-of-place", "in-place");
        printf("#       size         count      type   redop    root     time   algbw   busbw #wrong     "
               "time   algbw   "
               "busbw #wrong\n");
        printf("#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            "
               "(us)  (GB/s)  "
               "(GB/s)       \n");
    }
    free(names);
    free(pids);
}

static void fill(float *values, long count, int rank) {
    for (long i = 0; i < count; ++i)
        values[i] = (float)(rank + i % 7);
}

static void reduce(const float *from, float *to, long count) {
    MPI_Allreduce(from == to ? MPI_IN_PLACE : from, to, (int)count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

/// Mean time of an iteration over all ranks, in seconds; then one more is checked: the number of values that
/// are not the sum is stored in `wrong`.
static double measure(const struct Options *options, float *from, float *to, long count, int rank, int ranks,
                      long *wrong) {
    double begun = 0;
    fill(from, count, rank);
    for (long round = -options->warmUp; round < options->rounds; ++round) {
        if (round == 0) {
            MPI_Barrier(MPI_COMM_WORLD);
            begun = MPI_Wtime();
        }
        reduce(from, to, count);
    }
    double mine = (MPI_Wtime() - begun) / (double)options->rounds, sum = 0;
    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    fill(from, count, rank);
    reduce(from, to, count);
    long bad = 0;
    for (long i = 0; i < count; ++i)
        bad += to[i] != (float)(ranks * (ranks - 1) / 2) + (float)ranks * (float)(i % 7);
    MPI_Allreduce(&bad, wrong, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    return sum / ranks;
}

static double printHalf(const struct Options *options, double seconds, long bytes, int ranks, long wrong) {
    const double algbw = (double)bytes / seconds / 1e9, busbw = algbw * 2 * (ranks - 1) / ranks;
    printf("  %7.2f  %6.2f  %6.2f", seconds * 1e6, algbw, busbw);
    if (options->checks > 0)
        printf("  %5ld", wrong);
    else
        printf("    N/A");
    return busbw;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const struct Options options = optionsOf(argc, argv);
    printHead(&options, rank, ranks);
    float *from = malloc((size_t)options.to), *to = malloc((size_t)options.to);
    if (from == NULL || to == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    double sum = 0;
    long halves = 0, wrong = 0;
    for (long bytes = options.from; bytes <= options.to; bytes *= options.factor) {
        const long count = bytes / (long)sizeof(float);
        long bad[2] = {0, 0};
        const double apart = measure(&options, from, to, count, rank, ranks, &bad[0]);
        const double inPlace = measure(&options, to, to, count, rank, ranks, &bad[1]);
        wrong += bad[0] + bad[1];
        if (rank != 0)
            continue;
        printf("%12ld  %12ld     float     sum      -1", bytes, count);
        sum += printHalf(&options, apart, bytes, ranks, bad[0]);
        sum += printHalf(&options, inPlace, bytes, ranks, bad[1]);
        printf("\n");
        fflush(stdout);
        halves += 2;
    }
    if (rank == 0) {
        printf("# Out of bounds values : %ld %s\n", wrong, wrong == 0 ? "OK" : "FAILED");
        printf("# Avg bus bandwidth    : %g \n#\n", sum / (double)halves);
    }
    free(from);
    free(to);
    MPI_Finalize();
    return wrong == 0 ? 0 : 1;
}
