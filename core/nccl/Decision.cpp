// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/Decision.h"

#include "core/nccl/Version.h"
#include "core/nccl/graph/System.h"

#include <fmt/format.h>

namespace fabricscope::nccl {

namespace {

std::string_view name(const Decisions &decisions, PathType type) {
    return decisions.library != nullptr ? decisions.library->pathName(type) : std::string_view("?");
}

} // namespace

CpuRanges cpuRangesOfMask(std::string_view mask) {
    // 32-bit words from the right; digits fill a word from its lowest bits.
    CpuRanges ranges;
    std::vector<std::uint32_t> words(1, 0);
    for (const char c : mask) {
        if (c == ',') {
            words.push_back(0);
            continue;
        }
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0)
            break;
        words.back() = (words.back() << 4) | static_cast<std::uint32_t>(digit);
    }
    for (std::size_t word = 0; word < words.size(); ++word) {
        const std::uint32_t bits = words[words.size() - 1 - word];
        for (std::uint32_t bit = 0; bit < 32; ++bit) {
            if ((bits >> bit & 1) == 0)
                continue;
            const auto cpu = static_cast<std::uint32_t>(word) * 32 + bit;
            if (!ranges.empty() && ranges.back().second + 1 == cpu)
                ranges.back().second = cpu;
            else
                ranges.emplace_back(cpu, cpu);
        }
    }
    return ranges;
}

std::string cpuRangesText(const CpuRanges &ranges) {
    std::string text;
    for (const auto &[first, last] : ranges) {
        text += text.empty() ? "" : ",";
        text += first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
    }
    return text;
}

std::string gdrText(const Decisions &decisions, const GdrDecision &decision) {
    const std::string_view distance = name(decisions, decision.distance);
    const std::string_view level = name(decisions, decision.level);
    const char *whose =
        decision.levelFromEnvironment ? "the limit of NCCL_NET_GDR_LEVEL" : "the library's limit";
    switch (decision.reason) {
    case GdrReason::NearEnough:
        return fmt::format("{} is within {}, {}", distance, level, whose);
    case GdrReason::RomeNeighbour:
        return fmt::format("{} is allowed for a NIC next to its GPU on this AMD CPU", distance);
    case GdrReason::NicUnsupported:
        return "not available for the NIC: no peer memory module and no DMA-BUF, or gdr=\"0\" in the "
               "topology file";
    case GdrReason::GpuUnsupported:
        return "unsupported by the GPU: gdr=\"0\" in the file, or the driver refuses";
    case GdrReason::MloPart:
        return "a GPU part (MLOPart) needs NCCL_NET_GDR_MLOPART=1";
    case GdrReason::ReadDisabled:
        return "NCCL_NET_GDR_READ=0 disables it for sending";
    case GdrReason::ReadBeforeAmpere:
        return "by default, GPUs before Ampere without NVLink do not send with GPUDirect RDMA "
               "(NCCL_NET_GDR_READ=1 enables it)";
    case GdrReason::TooFar:
        return fmt::format("{} is farther than {}, {}", distance, level, whose);
    }
    return {};
}

std::string p2pText(const Decisions &decisions, const GpuGpu &pair) {
    const std::string_view distance = name(decisions, pair.distance);
    const std::string_view level = name(decisions, pair.level);
    switch (pair.reason) {
    case P2pReason::SameGpu:
        return "the same GPU";
    case P2pReason::NearEnough:
        return fmt::format("{} is within {}, the limit for direct GPU access", distance, level);
    case P2pReason::TooFar:
        return fmt::format("{} is farther than {}, the limit for P2P between GPUs", distance, level);
    case P2pReason::Disabled:
        return "NCCL_P2P_DISABLE=1 disables it";
    case P2pReason::NetFaster:
        return "both GPUs reach a NIC faster than they reach each other";
    }
    return {};
}

} // namespace fabricscope::nccl
