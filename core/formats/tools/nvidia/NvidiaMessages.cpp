// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What nvidia-smi prints instead of its output; the errors are those of nvmlErrorString().
#include "core/formats/tools/nvidia/NvidiaMessages.h"

#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/PastedLines.h"
#include "core/formats/Readers.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/tools/ToolText.h"
#include "core/host/UnstatedNumber.h"

#include <algorithm>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;

bool has(std::string_view text, std::string_view words) {
    return text.find(words) != std::string_view::npos;
}

/// A row adds a message about the host.
struct Message {
    std::string_view begin, kind;
    bool isCommon = false; ///< other programs print it, too: only as the whole text
};
constexpr Message kMessages[] = {
    {"NVIDIA-SMI has failed because it couldn", "no_driver"}, // the apostrophe may be any
    {"NVIDIA-SMI couldn't find libnvidia-ml.so", "no_library"},
    {"NVIDIA-SMI couldn\xE2\x80\x99t find libnvidia-ml.so", "no_library"},
    {"Failed to initialize NVML: Driver/library version mismatch", "driver_mismatch"},
    {"Failed to initialize NVML: Driver Not Loaded", "no_driver"},
    {"Failed to initialize NVML: Insufficient Permissions", "no_permission"},
    {"Failed to initialize NVML: ", "nvml"},
    {"No devices were found", "no_gpus", true},
    {"Insufficient Permissions", "no_permission", true},
};

constexpr std::string_view kHandle = "Unable to determine the device handle for ";
constexpr std::string_view kInfoRom = "WARNING: infoROM is corrupted at gpu ";

const Message *messageOf(std::string_view line) {
    const auto *found = std::find_if(std::begin(kMessages), std::end(kMessages),
                                     [&](const Message &each) { return line.starts_with(each.begin); });
    return found == std::end(kMessages) ? nullptr : found;
}

struct NamedGpu {
    std::optional<unsigned> number; ///< nvidia-smi's own
    std::optional<Address> address;

    [[nodiscard]] std::string name() const {
        return number ? "GPU" + std::to_string(*number) : std::string();
    }
};

/// "GPU0: 0000:41:00.0: ", "GPU 0000:41:00.0: ", "gpu0000:41:00.0: ", "GPU 3: "
NamedGpu namedGpu(std::string_view line) {
    NamedGpu gpu;
    bool isAfterGpu = false;
    for (std::string_view word = takeWord(line); !word.empty() && !gpu.address; word = takeWord(line)) {
        while (word.ends_with(':'))
            word.remove_suffix(1);
        const bool isGpu = sameIgnoringCase(word.substr(0, 3), "GPU");
        const std::string_view number = isGpu ? word.substr(3) : word;
        const auto value = isGpu || isAfterGpu ? parseInteger<unsigned>(number) : std::nullopt;
        if (!gpu.number && value && *value < HostLimits::kGpus)
            gpu.number = value;
        gpu.address = Address::parse(number);
        isAfterGpu = isGpu && number.empty();
    }
    return gpu;
}

/// A message often is all there is of a GPU: what it is called is then the number in the line, or, where the
/// line has none, its address.
void addNamedGpu(const NamedGpu &gpu, HostBuilder &builder, EvidenceRef evidence) {
    const ToolGpu at = toolGpu(builder, *gpu.address, kNvidiaVendor, evidence);
    const auto isTaken = [&](const host::GpuFacts &other) {
        return other.smiIndex && *other.smiIndex == static_cast<int>(*gpu.number);
    };
    const auto &gpus = builder.gpus();
    if (!at.gpu || at.gpu->smiIndex)
        return;
    if (!gpu.number)
        addToolFact(builder, "nvidia-smi", gpu.address->toString(), host::kUnstatedNumber, "not stated",
                    evidence);
    else if (std::none_of(gpus.begin(), gpus.end(), isTaken))
        at.gpu->smiIndex = {static_cast<int>(*gpu.number), evidence};
}

} // namespace

bool readLostGpu(std::string_view line, HostBuilder &builder, EvidenceRef evidence, bool addsGpu) {
    const bool isRom = line.starts_with(kInfoRom);
    if (!isRom && !line.starts_with(kHandle))
        return false;
    const NamedGpu gpu = namedGpu(line.substr(isRom ? kInfoRom.size() : kHandle.size()));
    if (gpu.address && addsGpu)
        addNamedGpu(gpu, builder, evidence);
    const std::string_view kind = isRom                               ? "inforom"
                                  : has(line, "requires reset")       ? "reset_required"
                                  : has(line, "Insufficient Permiss") ? "no_permission"
                                                                      : "lost";
    addToolFault(builder, {kind, gpu.name(), gpu.address, 0, {}, evidence});
    return true;
}

bool readNvidiaMessage(std::string_view line, HostBuilder &builder, EvidenceRef evidence) {
    if (readLostGpu(line, builder, evidence))
        return true;
    constexpr std::string_view kLibrary = "NVML library version:";
    if (line.starts_with(kLibrary)) {
        addToolFact(builder, "nvidia-smi", {}, "NVML library version", trimmed(line.substr(kLibrary.size())),
                    evidence);
        return true;
    }
    const Message *message = messageOf(line);
    if (message == nullptr)
        return false;
    const std::string_view detail =
        message->kind == "nvml" ? trimmed(line.substr(message->begin.size())) : std::string_view{};
    addToolFault(builder, {message->kind, {}, {}, 0, std::string(detail), evidence});
    return true;
}

bool isNvidiaMessage(const FileSample &sample) {
    bool isCertain = false, isCommon = false, hasOther = false;
    for (PastedLines lines(sample.head); lines.next() && !isCertain;) {
        const std::string_view line = lines.line().text;
        if (line.empty() || (isPrompt(line) && (has(line, "nvidia-smi") || withoutPrompt(line).empty())))
            continue;
        const Message *message = messageOf(line);
        isCertain = line.starts_with(kHandle) || line.starts_with(kInfoRom) ||
                    (message != nullptr && !message->isCommon);
        isCommon = isCommon || message != nullptr;
        hasOther = hasOther || message == nullptr;
    }
    return isCertain || (isCommon && !hasOther);
}

void readNvidiaError(const SectionText &text, HostBuilder &builder) {
    for (PastedLines lines = toolLines(text); lines.next();)
        (void)readNvidiaMessage(lines.line().text, builder, text.evidence(lines.line().source));
}

} // namespace fabricscope::formats
