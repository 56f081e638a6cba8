// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/formats/FileFields.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"

#include <algorithm>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
using host::GpuFacts;

bool readVram(GpuFacts &gpu, std::string_view value, EvidenceRef evidence) {
    const auto bytes = parseInteger<std::uint64_t>(value);
    if (bytes)
        gpu.vram = {ByteCount{*bytes}, evidence};
    return bytes.has_value();
}

// amdgpu prints it in decimal (amdgpu_xgmi_show_device_id).
bool readHive(GpuFacts &gpu, std::string_view value, EvidenceRef evidence) {
    const auto hive = parseInteger<std::uint64_t>(value);
    if (hive && *hive != 0)
        gpu.xgmiHive = {*hive, evidence};
    return hive.has_value();
}

template<auto Member> constexpr auto textRow = &TextField<Member>::template read<GpuFacts>;

constexpr FileField<GpuFacts> kFields[] = {
    {"current_compute_partition", textRow<&GpuFacts::computePartition>},
    {"current_memory_partition", textRow<&GpuFacts::memoryPartition>},
    {"unique_id", textRow<&GpuFacts::uniqueId>},
    {"vbios_version", textRow<&GpuFacts::vbios>},
    {"mem_info_vram_total", readVram},
    {"xgmi_hive_info/xgmi_hive_id", readHive},
};

} // namespace

// "card0 -> .../0000:05:00.0/drm/card0", "renderD128/device -> .../0000:05:00.0". The cards of a partitioned
// GPU belong to platform devices: KFD assigns them to it by their render node. A card alone is not a GPU,
// since a BMC's display has one too: a GPU is created only if its driver reports more (readDrm).
void readDrmLinks(const SectionText &text, HostBuilder &builder) {
    for (LineCursor lines(text); lines.next();) {
        const auto link = splitLinkLine(lines.line());
        const auto address = link ? lowestFunction(link->target) : std::nullopt;
        if (!address)
            continue;
        std::string_view rest = link->path;
        const std::string_view name = takeUntil(rest, '/');
        if (builder.notes.drmCards.size() < HostLimits::kNames)
            builder.notes.drmCards.insert_or_assign(std::string(name), *address);
    }
}

void readDrm(const SectionText &text, HostBuilder &builder) {
    FileFields<GpuFacts> fields(kFields);
    for (LineCursor lines(text); lines.next();) {
        const auto parts = splitNamedFileLine(lines.line());
        constexpr std::string_view kDevice = "device/";
        if (!parts || parts->file.substr(0, kDevice.size()) != kDevice) {
            builder.warn(text, lines.line(), "not a file of a graphics card");
            continue;
        }
        const auto card = builder.notes.drmCards.find(parts->name);
        if (card == builder.notes.drmCards.end())
            continue;
        const auto *field = fields.find(parts->file.substr(kDevice.size()));
        GpuFacts *gpu = field ? builder.gpu(card->second) : nullptr;
        if (gpu && !field->read(*gpu, parts->value, text.evidence(lines.line())))
            builder.warnOfValue(text, lines.line());
    }
}

} // namespace fabricscope::formats
