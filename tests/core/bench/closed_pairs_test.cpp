// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/text/Diagnostics.h"
#include "tests/core/bench/OutputTexts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::bench {
namespace {

using test::onlyRun;
using testing::ElementsAre;
using testing::IsEmpty;

/// The titles of findings about closed pairs, with their severity.
std::vector<std::string> closed(const std::string &text) {
    std::vector<std::string> titles;
    for (const Finding &finding : onlyRun(text).diagnostics)
        if (finding.rule == "log.no_peer_access")
            titles.push_back((finding.severity == Severity::Warning ? "warning: " : "note: ") +
                             findings::title(finding));
    return titles;
}

std::string cuda(const std::string &rows) {
    return "[P2P (Peer-to-Peer) GPU Bandwidth Latency Test]\nDevice: 0, NVIDIA X900, pciBusID: 41, "
           "pciDeviceID: "
           "0, pciDomainID:0\n\nP2P Connectivity Matrix\n     D\\D     0     1     2\n" +
           rows +
           "Unidirectional P2P=Disabled Bandwidth Matrix (GB/s)\n   D\\D     0      1      2\n"
           "     0 2000.00  11.00  0\n     1  11.00 2000.00 11.00\n     2  0 11.00 2000.00\n";
}

TEST(ClosedPairs, OfCudasTestAreNamedOnce) {
    EXPECT_THAT(
        closed(cuda("     0     1     1     0\n     1     1     1     1\n     2     0     1     1\n")),
        ElementsAre("warning: no peer-to-peer access between GPU0 and GPU2, others have it: "
                    "cudaDeviceCanAccessPeer() says no"));
    EXPECT_THAT(
        closed(cuda("     0     1     1     1\n     1     1     1     1\n     2     1     1     1\n")),
        IsEmpty())
        << "a bandwidth of 0 is no statement about access";
}

TEST(ClosedPairs, OfLinesBeforeTheTableAreThoseOfTheTable) {
    const std::string head =
        "[P2P (Peer-to-Peer) GPU Bandwidth Latency Test]\nDevice=0 CANNOT Access Peer Device=2\n"
        "Device=2 CANNOT Access Peer Device=0\n\nP2P Connectivity Matrix\n"
        "     D\\D     0     1     2\n";
    EXPECT_THAT(
        closed(head + "     0     1     1     0\n     1     1     1     1\n     2     0     1     1\n"),
        ElementsAre("warning: no peer-to-peer access between GPU0 and GPU2, others have it: "
                    "cudaDeviceCanAccessPeer() says no"));
}

TEST(ClosedPairs, OfAllGpusAreANote) {
    EXPECT_THAT(
        closed(cuda("     0     1     0     0\n     1     0     1     0\n     2     0     0     1\n")),
        ElementsAre("note: no peer-to-peer access between any of the GPUs (GPU0 and GPU1, GPU0 and GPU2, "
                    "GPU1 and GPU2): cudaDeviceCanAccessPeer() says no"));
}

TEST(ClosedPairs, OfACutLogAreNamed) {
    EXPECT_THAT(closed("[P2P (Peer-to-Peer) GPU Bandwidth Latency Test]\nDevice=0 CANNOT Access Peer "
                       "Device=1\nDevice=1 CANNOT Access Peer Device=0\n"),
                ElementsAre("note: no peer-to-peer access between any of the GPUs (GPU0 and GPU1): "
                            "cudaDeviceCanAccessPeer() says no"));
}

std::string rocm(const std::string &access) {
    return "          RocmBandwidthTest Version: 2.6.0\n\n          Launch Command is: "
           "rocm-bandwidth-test\n\n"
           "          Device: 0,  AMD EPYC 9554 64-Core Processor\n"
           "          Device: 1,  AMD Instinct MI300X,  GPU-1a,  1b:0.0\n"
           "          Device: 2,  AMD Instinct MI300X,  GPU-2a,  3d:0.0\n"
           "          Device: 3,  AMD Instinct MI300X,  GPU-3a,  4e:0.0\n\n          Inter-Device Access\n\n"
           "          D/D       0         1         2         3         \n\n" +
           access + "\n";
}

TEST(ClosedPairs, OfRocmBandwidthTestAreThoseOfGpus) {
    EXPECT_THAT(
        closed(rocm("          0         1         0         1         1         \n\n"
                    "          1         1         1         1         0         \n\n"
                    "          2         1         1         1         1         \n\n"
                    "          3         1         0         1         1         \n")),
        ElementsAre("warning: no peer-to-peer access between device 1 and device 3, others have it: 0 in "
                    "the table Inter-Device Access"));
    EXPECT_THAT(closed(rocm("          0         1         0         0         0         \n\n"
                            "          1         1         1         1         1         \n\n"
                            "          2         1         1         1         1         \n\n"
                            "          3         1         1         1         1         \n")),
                IsEmpty())
        << "what a CPU reaches has another cause";
}

TEST(Diagnostics, OfTheRdmaLibraryAreFindings) {
    const auto rule = [](std::string_view line) {
        const auto finding = output::diagnosticOf(line, 1);
        return finding ? finding->rule : std::string();
    };
    EXPECT_EQ(rule("libibverbs: Could not open /dev/infiniband/uverbs0"), "log.rdma_library_warns");
    EXPECT_EQ(rule("libibverbs: Warning: couldn't load driver 'libmlx5-rdmav34.so': x"),
              "log.rdma_library_warns");
    EXPECT_EQ(rule("libibverbs: Warning: no userspace device-specific driver found for "
                   "/sys/class/infiniband_verbs/uverbs0"),
              "log.rdma_library_warns");
    EXPECT_EQ(rule("Failed to open libibverbs.so[.1]"), "log.rdma_library_missing");
    EXPECT_EQ(rule("libibverbs: version 44"), "");
}

} // namespace
} // namespace fabricscope::bench
