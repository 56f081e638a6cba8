// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tools/amd/AmdModels.h"

#include "core/base/Text.h"
#include "core/formats/tools/ToolText.h"
#include "core/pci/LargeBarGpus.h"

#include <algorithm>
#include <string>

namespace fabricscope::formats {

namespace {

constexpr std::uint16_t kFirstMi300 = 0x74a0;

std::string lowerCase(std::string_view text) {
    constexpr std::size_t kLongest = 256;
    std::string lower(text.substr(0, kLongest));
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return lower;
}

bool has(std::string_view text, std::string_view words) {
    return text.find(words) != std::string_view::npos;
}

bool isAmdGpu(const host::PciFunction &function) {
    constexpr std::uint32_t kDisplay = 0x03, kAccelerator = 0x12;
    const std::uint32_t base = function.classCode.valueOr(0) >> 16;
    return function.vendor.valueOr(0) == kAmdVendor && (base == kDisplay || base == kAccelerator);
}

} // namespace

AmdModel amdModelNamed(std::string_view name) {
    name = trimmed(name);
    if (isPlaceholder(name))
        return AmdModel::Unknown;
    if (name.starts_with("0x")) {
        const auto device = parseInteger<std::uint16_t>(name.substr(0, name.find_first_of(", ")), 16);
        return device ? amdModelOf(*device) : AmdModel::Unknown;
    }
    const std::string lower = lowerCase(name);
    if (lower == "amd radeon graphics") // of GPUs that the driver has no name for
        return AmdModel::Unknown;
    return has(lower, "instinct") && !has(lower, "radeon") ? AmdModel::Instinct : AmdModel::Other;
}

AmdModel amdModelOf(std::uint16_t device) {
    return pci::isAmdInstinct(device) ? AmdModel::Instinct : AmdModel::Other;
}

AmdModel amdModelAt(HostBuilder &builder, const Address &address) {
    const host::PciFunction *function = builder.knownFunction(address);
    if (function == nullptr || (function->vendor && *function->vendor != kAmdVendor))
        return AmdModel::Unknown;
    if (function->vendor && function->device)
        return amdModelOf(*function->device);
    for (const host::GpuFacts &gpu : builder.gpus())
        if (gpu.address == address)
            return gpu.model ? amdModelNamed(*gpu.model) : AmdModel::Unknown;
    return AmdModel::Unknown;
}

AmdModel amdModelOfAll(HostBuilder &builder) {
    std::optional<AmdModel> all;
    for (const host::PciFunction &function : builder.functions()) {
        if (!isAmdGpu(function))
            continue;
        const AmdModel model = function.device ? amdModelOf(*function.device) : AmdModel::Unknown;
        if (all.value_or(model) != model)
            return AmdModel::Unknown;
        all = model;
    }
    return all.value_or(AmdModel::Unknown);
}

bool isEquallyConnected(HostBuilder &builder, const Address &address) {
    const host::PciFunction *function = builder.knownFunction(address);
    if (function == nullptr || function->vendor.valueOr(0) != kAmdVendor)
        return false;
    if (function->device)
        return *function->device >= kFirstMi300 && amdModelOf(*function->device) == AmdModel::Instinct;
    const auto at = std::find_if(builder.gpus().begin(), builder.gpus().end(),
                                 [&](const host::GpuFacts &gpu) { return gpu.address == address; });
    return at != builder.gpus().end() && at->model && has(lowerCase(*at->model), "instinct mi3");
}

} // namespace fabricscope::formats
