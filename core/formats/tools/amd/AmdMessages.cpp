// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What amd-smi, rocm-smi and rocminfo print instead of their output.
#include "core/base/Text.h"
#include "core/formats/Readers.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>
#include <set>

namespace fabricscope::formats {

namespace {

bool has(std::string_view text, std::string_view words) {
    return text.find(words) != std::string_view::npos;
}

/// A row adds a message: words of one line, and others of it that may be empty.
struct Message {
    std::string_view words, also, kind;
};
constexpr Message kMessages[] = {
    {"ROCk module is NOT loaded", "", "amd_no_driver"}, // rocminfo
    {"Unable to open /dev/kfd", "Permission denied", "amd_no_permission"},
    {"Unable to open /dev/kfd", "No such file or directory", "amd_no_driver"},
    {"Unable to open /dev/kfd", "", "amd_kfd"},
    {"is not member of \"", "\" group, the default DRM access group", "amd_no_permission"},
    {"Driver not initialized (amdgpu not found in modules)", "", "amd_no_driver"}, // rocm-smi
    {"driver not initialized (amdgpu", "", "amd_no_driver"},                       // amd-smi
    {"Driver not initialized (amdgpu", "", "amd_no_driver"},
    {"AMDSMI_STATUS_DRIVER_NOT_LOADED", "", "amd_no_driver"},
    {"AMDSMI_STATUS_NO_DRV", "", "amd_no_driver"},
    {"Unable to detect any GPU devices", "", "amd_no_gpus"},
    {"No AMD GPUs specified", "", "amd_no_gpus"},
    {"User is missing the following required groups", "", "amd_no_permission"},
    {"AMDSMI_STATUS_NO_PERM", "", "amd_no_permission"},
    {"RSMI_STATUS_PERMISSION", "", "amd_no_permission"},
    {"AmdSmiLibraryException", "", "amd_library"},
    {"AMDSMI_STATUS_INIT_ERROR", "", "amd_library"},
    {"AMDSMI_STATUS_NOT_INIT", "", "amd_library"},
    {"hsa api call failure at", "", "amd_hsa"},
    {"Exception caught: rsmi_init", "", "amd_library"},
    {"libamd_smi.so", "cannot open shared object file", "amd_library"},
    {"librocm_smi64.so", "cannot open shared object file", "amd_library"},
};
/// Said where a cause is not.
constexpr std::string_view kGeneral[] = {"amd_library", "amd_hsa", "amd_kfd"};

bool isGeneral(std::string_view kind) {
    return std::find(std::begin(kGeneral), std::end(kGeneral), kind) != std::end(kGeneral);
}

const Message *messageOf(std::string_view line) {
    const auto *found = std::find_if(std::begin(kMessages), std::end(kMessages), [&](const Message &each) {
        return has(line, each.words) && has(line, each.also);
    });
    return found == std::end(kMessages) ? nullptr : found;
}

} // namespace

// The messages may be a part of a Python traceback; other kinds are recognised before this one.
bool isAmdMessage(const FileSample &sample) {
    constexpr std::size_t kMostLines = 100; // longer texts are logs
    if (has(sample.head, "NCCL "))
        return false;
    std::size_t lines = 0;
    bool isFound = false;
    for (PastedLines all(sample.head); all.next() && ++lines <= kMostLines;)
        isFound = isFound || messageOf(all.line().text) != nullptr;
    return isFound && lines <= kMostLines;
}

void readAmdError(const SectionText &text, HostBuilder &builder) {
    std::set<std::string_view> kinds;
    const Message *general = nullptr;
    std::string detail;
    host::EvidenceRef evidence;
    for (PastedLines lines = toolLines(text); lines.next();) {
        const std::string_view line = lines.line().text;
        const Message *message = messageOf(line);
        if (message == nullptr)
            continue;
        if (isGeneral(message->kind)) {
            general = general == nullptr ? message : general;
            if (detail.empty()) {
                detail = shown(line, 160);
                evidence = text.evidence(lines.line().source);
            }
        } else if (kinds.insert(message->kind).second) {
            addToolFault(builder, {message->kind, {}, {}, 0, {}, text.evidence(lines.line().source)});
        }
    }
    if (general != nullptr && kinds.empty())
        addToolFault(builder, {general->kind, {}, {}, 0, detail, evidence});
}

} // namespace fabricscope::formats
