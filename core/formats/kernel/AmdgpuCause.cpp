// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/kernel/AmdgpuCause.h"

#include "core/base/Text.h"

#include <algorithm>

namespace fabricscope::formats {

namespace {

bool has(std::string_view text, std::string_view words) {
    return text.find(words) != std::string_view::npos;
}

} // namespace

std::string_view amdgpuCause(std::string_view message) {
    static constexpr std::string_view kCauses[] = {"_init of IP block <",
                                                   "PSP load ",
                                                   "PSP create ring failed",
                                                   "Unable to locate a BIOS ROM",
                                                   "irmware load for amdgpu/",
                                                   "Failed to get gpu_info firmware",
                                                   "ring kiq_",
                                                   "IB test failed on"};
    // Files that hosts without virtual GPUs and without a camera lack, too.
    if (has(message, "irmware load for") && (has(message, "_cap.bin") || has(message, "/isp_")))
        return {};
    if ((!has(message, "ailed") && !has(message, "BIOS ROM")) ||
        std::none_of(std::begin(kCauses), std::end(kCauses), [&](auto words) { return has(message, words); }))
        return {};
    for (const std::string_view before : {"*ERROR* ", "amdgpu: ", ".0: "})
        if (const auto at = message.rfind(before); at != std::string_view::npos) {
            message.remove_prefix(at + before.size());
            break;
        }
    constexpr std::size_t kLongest = 96;
    message = trimmed(message.substr(0, kLongest));
    while (!message.empty() && message.back() == '!')
        message.remove_suffix(1);
    return message;
}

} // namespace fabricscope::formats
