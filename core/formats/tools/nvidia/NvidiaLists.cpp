// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `nvidia-smi -L`; nvidia-smi(1) has its form.
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/tools/GpuTable.h"
#include "core/formats/tools/ToolText.h"
#include "core/formats/tools/nvidia/NvidiaMessages.h"
#include "core/formats/tools/nvidia/NvidiaNumbers.h"

#include <map>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;

struct ListedGpu {
    unsigned number = 0;
    std::string_view model, uuid;
};

/// "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-...)"
std::optional<ListedGpu> listedGpu(std::string_view line) {
    constexpr std::string_view kUuid = " (UUID: GPU-";
    const auto number = numberAfter(takeUntil(line, ':'), "GPU ", HostLimits::kGpus - 1);
    const auto at = line.find(kUuid);
    if (!number || at == std::string_view::npos || !line.ends_with(')'))
        return std::nullopt;
    std::string_view uuid = line.substr(at + kUuid.size() - 4);
    uuid.remove_suffix(1);
    return ListedGpu{*number, trimmed(line.substr(0, at)), uuid};
}

/// "  MIG 1g.10gb     Device  0: (UUID: MIG-...)"
struct MigDevice {
    std::string_view profile, number, uuid;
};
std::optional<MigDevice> migDevice(std::string_view line) {
    if (takeWord(line) != "MIG")
        return std::nullopt;
    MigDevice device;
    device.profile = takeWord(line);
    if (takeWord(line) != "Device")
        return std::nullopt;
    device.number = trimmed(takeUntil(line, ':'));
    constexpr std::string_view kUuid = "(UUID: MIG-";
    const auto at = line.find(kUuid);
    if (at == std::string_view::npos)
        return std::nullopt;
    line = line.substr(at + kUuid.size() - 4);
    device.uuid = line.substr(0, line.find(')'));
    return device;
}

} // namespace

bool isNvidiaList(const FileSample &sample) {
    if (sample.head.find("(UUID: GPU-") == std::string_view::npos)
        return false;
    for (PastedLines lines(sample.head); lines.next();)
        if (listedGpu(lines.line().text))
            return true;
    return false;
}

// A line for each GPU, and below it one for each MIG device.
void readNvidiaList(const SectionText &text, HostBuilder &builder) {
    GpuTable table("nvidia-smi -L");
    std::map<std::string, unsigned, std::less<>> profiles;
    std::optional<unsigned> gpu;
    std::optional<Address> address; ///< its
    EvidenceRef evidence;
    std::size_t instances = 0; // of all GPUs
    const auto deliver = [&] {
        std::string list;
        for (const auto &[profile, count] : profiles)
            list += (list.empty() ? "" : ", ") + std::to_string(count) + " x " + profile;
        if (gpu && !list.empty())
            table.add(*gpu, "MIG devices", list, evidence);
        profiles.clear();
    };
    NvidiaNumbers known(builder);
    bool areAllPlaced = true;
    for (PastedLines lines = toolLines(text); lines.next();) {
        const std::string_view line = lines.line().text;
        constexpr std::size_t kMostProfiles = 32, kMostInstances = 1024;
        const EvidenceRef at = text.evidence(lines.line().source);
        if (readLostGpu(line, builder, at, false) || readNvidiaMessage(line, builder, at))
            continue;
        if (const auto listed = listedGpu(line)) {
            deliver();
            gpu = listed->number;
            evidence = text.evidence(lines.line().source);
            table.add(*gpu, evidence);
            table.add(*gpu, "Model", listed->model, evidence);
            table.add(*gpu, "UUID", listed->uuid, evidence);
            address = known.at(*gpu, listed->uuid, evidence);
            areAllPlaced = areAllPlaced && address;
            if (host::GpuFacts *facts = address ? builder.gpu(*address) : nullptr) {
                setTextIfUnknown(facts->model, listed->model, evidence);
                setTextIfUnknown(facts->uniqueId, listed->uuid, evidence);
            }
        } else if (const auto mig = gpu ? migDevice(line) : std::nullopt;
                   mig && profiles.size() < kMostProfiles && instances < kMostInstances) {
            ++instances;
            ++profiles[shown(mig->profile, 32)];
            addToolFact(builder, "nvidia-smi -L",
                        address ? address->toString() : "GPU" + std::to_string(*gpu),
                        "MIG device " + std::string(mig->number),
                        std::string(mig->profile) + ", " + std::string(mig->uuid),
                        text.evidence(lines.line().source));
        }
    }
    deliver();
    if (!table.empty() && !areAllPlaced)
        addMatrix(builder, table.take());
}

} // namespace fabricscope::formats
