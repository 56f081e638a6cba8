// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `amd-smi metric`: its GPUs have a number, and no address. Their links and memory are facts where `amd-smi
// list` or another source says which functions they are; else the GPUs are listed.
#include "core/base/Text.h"
#include "core/formats/Readers.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/tools/GpuTable.h"
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

/// What is shown of GPUs whose functions are not known.
struct Figure {
    std::string_view heading, key, column;
};
constexpr Figure kFigures[] = {
    {"USAGE", "GFX_ACTIVITY", "GFX activity"},
    {"POWER", "SOCKET_POWER", "Power"},
    {"GFX_0", "CLK", "GFX clock"},
    {"MEM_0", "CLK", "Memory clock"},
    {"TEMPERATURE", "EDGE", "Edge"},
    {"TEMPERATURE", "HOTSPOT", "Hotspot"},
    {"TEMPERATURE", "MEM", "Memory temperature"},
    {"PCIE", "WIDTH", "PCIe lanes"},
    {"PCIE", "SPEED", "PCIe speed"},
    {"PCIE", "REPLAY_COUNT", "PCIe replays"},
    {"ECC", "TOTAL_CORRECTABLE_COUNT", "Corrected errors"},
    {"ECC", "TOTAL_UNCORRECTABLE_COUNT", "Uncorrectable errors"},
    {"MEM_USAGE", "TOTAL_VRAM", "VRAM"},
    {"MEM_USAGE", "USED_VRAM", "VRAM used"},
};

void readErrors(HostBuilder &builder, unsigned number, const ToolGpu &at, const KeyValue &parts,
                EvidenceRef evidence) {
    const bool isUncorrected = parts.key == "TOTAL_UNCORRECTABLE_COUNT";
    const auto count = isUncorrected || parts.key == "TOTAL_CORRECTABLE_COUNT"
                           ? parseInteger<std::uint64_t>(parts.value)
                           : std::nullopt;
    if (count.value_or(0) > 0)
        addToolFault(builder, {isUncorrected ? "ecc_uncorrected" : "ecc_corrected",
                               "GPU" + std::to_string(number),
                               at.gpu ? std::optional(at.gpu->address) : std::nullopt,
                               *count,
                               {},
                               evidence});
}

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
    GpuTable table("amd-smi metric"); // of GPUs without an address
    std::optional<unsigned> current;
    ToolGpu at;
    std::string heading;
    for (PastedLines lines = toolLines(text); lines.next();) {
        const auto parts = splitKeyValue(lines.line().text);
        const auto evidence = text.evidence(lines.line().source);
        if (!parts)
            continue;
        if (const auto number = gpuOf(*parts)) {
            at = numberedGpu(builder, addresses, *number);
            current = number;
            if (!at.gpu)
                table.add(*number, evidence);
            heading.clear();
        } else if (parts->value.empty()) {
            heading = parts->key.substr(0, 64);
        }
        for (const Row &row : kRows)
            if (at.gpu && row.heading == heading && row.key == parts->key && !isPlaceholder(parts->value))
                row.read(at, parts->value, evidence);
        for (const Figure &figure : kFigures)
            if (current && !at.gpu && figure.heading == heading && figure.key == parts->key)
                table.add(*current, figure.column, parts->value, evidence);
        if (current && heading == "ECC")
            readErrors(builder, *current, at, *parts, evidence);
    }
    if (!table.empty() && addresses.empty())
        addMatrix(builder, table.take());
}

} // namespace fabricscope::formats
