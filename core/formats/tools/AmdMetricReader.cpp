// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `amd-smi metric`: its GPUs have a number, and no address. Their links and memory are facts where `amd-smi
// list` or another source says which functions they are; else the GPUs are listed.
#include "core/base/Text.h"
#include "core/formats/Readers.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>
#include <map>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;

/// Headings of `amd-smi metric` that `amd-smi static` lacks. Both have CLOCK.
constexpr std::string_view kHeadings[] = {"USAGE",      "POWER",     "TEMPERATURE", "PCIE",     "ECC",
                                          "ECC_BLOCKS", "MEM_USAGE", "ENERGY",      "THROTTLE", "XGMI_ERR"};

/// "GPU: 0"
std::optional<unsigned> gpuOf(const KeyValue &parts) {
    constexpr unsigned kMost = 4095;
    const auto number = parts.key == "GPU" ? parseInteger<unsigned>(parts.value) : std::nullopt;
    return number && *number <= kMost ? number : std::nullopt;
}

void width(const ToolGpu &at, std::string_view value, EvidenceRef evidence) {
    if (const auto lanes = parseLinkWidth(value); lanes && linkIsOpen(*at.function))
        setIfUnknown(at.function->currentWidth, *lanes, evidence);
}

void speed(const ToolGpu &at, std::string_view value, EvidenceRef evidence) {
    if (const auto rate = pci::LinkSpeed::parse(value); rate && linkIsOpen(*at.function))
        setIfUnknown(at.function->currentSpeed, *rate, evidence);
}

void memory(const ToolGpu &at, std::string_view value, EvidenceRef evidence) {
    if (const auto size = parseMemorySize(value))
        setIfUnknown(at.gpu->vram, *size, evidence);
}

struct Row {
    std::string_view heading, key;
    void (*read)(const ToolGpu &at, std::string_view value, EvidenceRef evidence);
};
// One line adds a fact.
constexpr Row kRows[] = {
    {"PCIE", "WIDTH", width},
    {"PCIE", "SPEED", speed},
    {"MEM_USAGE", "TOTAL_VRAM", memory},
};

/// The GPU that another source gave this number.
ToolGpu numberedGpu(HostBuilder &builder, const std::map<int, Address> &addresses, unsigned number) {
    const auto at = addresses.find(static_cast<int>(number));
    if (at == addresses.end())
        return {};
    host::GpuFacts *gpu = builder.gpu(at->second);
    host::PciFunction *function = builder.knownFunction(at->second);
    return gpu && function ? ToolGpu{gpu, function} : ToolGpu{};
}

} // namespace

bool isAmdSmiMetric(const FileSample &sample) {
    if (sample.head.find("GPU: ") == std::string_view::npos && !mayNeedCleaning(sample.head))
        return false;
    bool inGpu = false, inClock = false;
    for (PastedLines lines(sample.head); lines.next();) {
        const auto parts = splitKeyValue(lines.line().text);
        if (!parts)
            continue;
        inGpu = inGpu || gpuOf(*parts);
        inClock = inClock || (parts->key == "CLOCK" && parts->value.empty());
        if (!inGpu)
            continue;
        if (inClock && parts->key == "CLK" && parts->value.ends_with("MHz"))
            return true;
        if (parts->value.empty() &&
            std::find(std::begin(kHeadings), std::end(kHeadings), parts->key) != std::end(kHeadings))
            return true;
    }
    return false;
}

// "GPU: 0", then indented "KEY: VALUE" lines under headings ("PCIE:").
void readAmdSmiMetric(const SectionText &text, HostBuilder &builder) {
    std::map<int, Address> addresses;
    for (const host::GpuFacts &gpu : builder.gpus())
        if (const auto *function = gpu.smiIndex ? builder.knownFunction(gpu.address) : nullptr;
            function && function->vendor.valueOr(0) == kAmdVendor)
            addresses.try_emplace(*gpu.smiIndex, gpu.address);
    std::map<unsigned, EvidenceRef> numbered; // without an address
    ToolGpu at;
    std::string heading;
    for (PastedLines lines = toolLines(text); lines.next();) {
        const auto parts = splitKeyValue(lines.line().text);
        const auto evidence = text.evidence(lines.line().source);
        if (!parts)
            continue;
        if (const auto number = gpuOf(*parts)) {
            at = numberedGpu(builder, addresses, *number);
            if (!at.gpu)
                numbered.try_emplace(*number, evidence);
            heading.clear();
        } else if (parts->value.empty()) {
            heading = parts->key.substr(0, 64);
        }
        for (const Row &row : kRows)
            if (at.gpu && row.heading == heading && row.key == parts->key && !isPlaceholder(parts->value))
                row.read(at, parts->value, evidence);
    }
    host::DeviceMatrix list{"amd-smi metric", "GPU", {}, {}};
    for (const auto &[number, evidence] : numbered) {
        host::DeviceMatrix::Row &row = list.rows.emplace_back();
        row.name = "GPU" + std::to_string(number);
        row.evidence = evidence;
    }
    if (!list.rows.empty() && addresses.empty())
        addMatrix(builder, std::move(list));
}

} // namespace fabricscope::formats
