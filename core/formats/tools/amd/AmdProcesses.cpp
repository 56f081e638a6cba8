// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tools/amd/AmdProcesses.h"

#include "core/base/Text.h"
#include "core/formats/tools/GpuTable.h"
#include "core/formats/tools/ToolText.h"

#include <string>

namespace fabricscope::formats {

namespace {

constexpr std::string_view kHeading = "PROCESS_INFO";

/// "GPU: 0"
std::optional<unsigned> gpuOf(const KeyValue &parts) {
    const auto number = parts.key == "GPU" ? parseInteger<unsigned>(parts.value) : std::nullopt;
    return number && *number < HostLimits::kGpus ? number : std::nullopt;
}

/// The processes of one GPU as one cell.
class ProcessList {
public:
    void begin() {
        deliver();
        m_name.clear();
        m_pid.clear();
        m_memory.clear();
    }
    void read(const KeyValue &parts) {
        if (parts.key == "NAME")
            m_name = isPlaceholder(parts.value) ? std::string() : shown(parts.value, 64);
        else if (parts.key == "PID")
            m_pid = shown(parts.value, 16);
        else if (parts.key == "VRAM_MEM" && !isPlaceholder(parts.value))
            m_memory = shown(parts.value, 32);
    }
    std::string take() {
        begin();
        return std::move(m_text);
    }

private:
    void deliver() {
        constexpr std::size_t kLongest = 512;
        if (m_pid.empty() || m_text.size() > kLongest)
            return;
        m_text += (m_text.empty() ? "" : "; ") + (m_name.empty() ? "process" : m_name) + " " + m_pid +
                  (m_memory.empty() ? "" : ", " + m_memory);
    }

    std::string m_text, m_name, m_pid, m_memory;
};

} // namespace

bool isAmdSmiProcess(const FileSample &sample) {
    if (sample.head.find(kHeading) == std::string_view::npos)
        return false;
    bool inGpu = false;
    for (PastedLines lines(sample.head); lines.next();) {
        const auto parts = splitKeyValue(lines.line().text);
        inGpu = inGpu || (parts && gpuOf(*parts));
        if (inGpu && parts && parts->key == kHeading)
            return true;
    }
    return false;
}

// "GPU: 0", then for each process "PROCESS_INFO:" with "NAME: ...", "PID: ...", and below "MEMORY_USAGE:"
// "VRAM_MEM: ..."; "PROCESS_INFO: No running processes detected".
void readAmdSmiProcess(const SectionText &text, HostBuilder &builder) {
    GpuTable table("amd-smi process");
    ProcessList processes;
    std::optional<unsigned> gpu;
    host::EvidenceRef evidence;
    const auto deliver = [&] {
        if (const std::string list = processes.take(); gpu && !list.empty())
            table.add(*gpu, "Processes", list, evidence);
    };
    for (PastedLines lines = toolLines(text); lines.next();) {
        const auto parts = splitKeyValue(lines.line().text);
        if (!parts)
            continue;
        if (const auto number = gpuOf(*parts)) {
            deliver();
            gpu = number;
            evidence = text.evidence(lines.line().source);
            table.add(*gpu, evidence);
        } else if (parts->key == kHeading) {
            processes.begin();
            if (gpu && !parts->value.empty() && !isPlaceholder(parts->value))
                table.add(*gpu, "Processes", shown(parts->value, 64), evidence);
        } else {
            processes.read(*parts);
        }
    }
    deliver();
    if (!table.empty())
        addMatrix(builder, table.take());
}

} // namespace fabricscope::formats
