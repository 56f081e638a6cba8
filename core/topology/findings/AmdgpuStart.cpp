// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/findings/AmdgpuStart.h"

#include "core/base/Text.h"

namespace fabricscope::topology {

namespace {

/// Whether a block of the GPU failed as it does without its firmware: blocks load it before they
/// initialize the hardware, and return ENOENT or ENODEV where it is missing (amdgpu_ucode_request()).
bool isWithoutFile(std::string_view causes) {
    constexpr std::string_view kFailed = " failed ";
    bool hasBlock = false;
    while (!causes.empty()) {
        const std::string_view cause = trimmed(takeUntil(causes, ','));
        const auto block = cause.find("_init of IP block <");
        if (block == std::string_view::npos)
            continue;
        hasBlock = true;
        const auto at = cause.find(kFailed, block);
        const auto error = at == std::string_view::npos
                               ? std::nullopt
                               : parseInteger<int>(trimmed(cause.substr(at + kFailed.size())));
        const std::string_view step = cause.substr(0, block);
        if (error == -2 || error == -19 || step.ends_with("sw") || step.ends_with("early"))
            return true;
    }
    return !hasBlock;
}

} // namespace

std::string_view amdgpuStartVariant(std::string_view causes) {
    struct Cause {
        std::string_view has, variant;
    };
    const auto has = [&](std::string_view words) {
        return causes.find(words) != std::string_view::npos;
    };
    if (has("gpu_info firmware") || (has("irmware load for") && isWithoutFile(causes)))
        return "amd_init_firmware";
    static constexpr Cause kCauses[] = {
        {"PSP ", "amd_init_psp"}, {"<psp>", "amd_init_psp"}, {"BIOS ROM", "amd_init_vbios"}};
    for (const Cause &each : kCauses)
        if (has(each.has))
            return each.variant;
    return "amd_init";
}

} // namespace fabricscope::topology
