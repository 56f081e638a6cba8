// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// nvidia-smi -q -x and -q.
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/tools/ToolText.h"
#include "core/formats/tools/nvidia/NvidiaMessages.h"
#include "core/formats/tools/nvidia/NvidiaSmi.h"

#include <algorithm>

namespace fabricscope::formats {

namespace {

/// "<product_name>NVIDIA H100 80GB HBM3</product_name>", or "<pci>" with nothing behind it.
struct XmlLine {
    std::string_view name;
    std::optional<std::string_view> value;
};

std::optional<XmlLine> xmlLine(std::string_view line) {
    if (line.size() < 3 || line[0] != '<' || line[1] == '/' || line[1] == '?' || line[1] == '!')
        return std::nullopt;
    const auto end = line.find('>');
    if (end == std::string_view::npos)
        return std::nullopt;
    const std::string_view name = line.substr(1, std::min(line.find_first_of(" />"), end) - 1);
    const auto close = line.find("</", end);
    if (close == std::string_view::npos)
        return XmlLine{name, std::nullopt};
    return XmlLine{name, line.substr(end + 1, close - end - 1)};
}

} // namespace

// <gpu id="00000000:41:00.0"> with the lines about it up to </gpu>.
void readNvidiaSmi(const SectionText &text, HostBuilder &builder) {
    NvidiaSmi smi(builder);
    std::string_view group;
    bool inGpu = false, inMig = false;
    for (LineCursor lines(text); lines.next();) {
        const std::string_view line = trimmed(lines.line());
        constexpr std::string_view kOpen = "<gpu id=\"";
        const auto evidence = text.evidence(lines.line());
        if (readLostGpu(line, builder, evidence))
            continue;
        if (line == "<mig_devices>" || line == "</mig_devices>")
            inMig = line[1] == 'm';
        if (line.starts_with(kOpen)) {
            inMig = false;
            smi.gpu(line.substr(kOpen.size(), line.find('"', kOpen.size()) - kOpen.size()), evidence);
            inGpu = true;
            continue;
        }
        if (line == "</gpu>") {
            smi.noGpu();
            inGpu = false;
        }
        if (line == "</volatile>" || line == "</aggregate>")
            smi.health().heading({});
        const auto element = xmlLine(line);
        if (!element)
            continue;
        if (!element->value) {
            group = element->name;
            smi.health().heading(group);
            continue;
        }
        if (inMig) { // its memory and its errors are counted with its GPU's
            if (element->name != "total" || group == "fb_memory_usage")
                smi.migDevice(element->name, *element->value, evidence);
            continue;
        }
        if (inGpu)
            smi.health().value(element->name, *element->value, evidence);
        if (!inGpu)
            smi.hostFact(element->name, *element->value, evidence);
        else if (element->name != "total")
            smi.fact(element->name, *element->value, evidence);
        else if (group == "fb_memory_usage")
            smi.fact("fb_memory_usage.total", *element->value, evidence);
    }
    smi.finish();
}

namespace {

/// What a line of -q is called in -q -x.
struct QueryLine {
    std::string_view group; ///< the heading above it; empty for those that are under several
    std::string_view key;
    std::string_view name;
};
constexpr QueryLine kQueryLines[] = {
    {"", "Product Name", "product_name"},
    {"", "GPU UUID", "uuid"},
    {"", "VBIOS Version", "vbios_version"},
    {"", "Device Id", "pci_device_id"},
    {"", "Sub System Id", "pci_sub_system_id"},
    {"", "GPU Current Temp", "gpu_temp"},
    {"", "GPU T.Limit Temp", "gpu_temp_tlimit"},
    {"", "Memory Current Temp", "memory_temp"},
    {"", "Power Draw", "power_draw"},
    {"", "Average Power Draw", "average_power_draw"},
    {"", "Power Limit", "power_limit"},
    {"", "Current Power Limit", "current_power_limit"},
    {"", "Performance State", "performance_state"},
    {"MIG Mode", "Current", "current_mig"},
    {"ECC Mode", "Current", "current_ecc"},
    {"Ecc Mode", "Current", "current_ecc"},
    {"PCIe Generation", "Host Max", "max_host_link_gen"},
    {"PCIe Generation", "Device Current", "device_current_link_gen"},
    {"PCIe Generation", "Max", "max_link_gen"},
    {"PCIe Generation", "Device Max", "max_device_link_gen"},
    {"PCIe Generation", "Current", "current_link_gen"},
    {"Link Width", "Max", "max_link_width"},
    {"Link Width", "Current", "current_link_width"},
    {"FB Memory Usage", "Total", "fb_memory_usage.total"},
};
constexpr QueryLine kQueryHostLines[] = {
    {"", "Driver Version", "driver_version"},
    {"", "CUDA Version", "cuda_version"},
    {"", "Attached GPUs", "attached_gpus"},
};

/// What follows the MIG devices of a GPU.
bool endsMigDevices(std::string_view line) {
    return line.starts_with("Accounting Mode") || line.starts_with("Serial Number") ||
           line.starts_with("GPU UUID") || line == "PCI" || line.starts_with("Fan Speed");
}

/// A line of -q about a MIG device.
void readMigLine(NvidiaSmi &smi, const KeyValue &line, std::string_view group, host::EvidenceRef evidence) {
    if (line.key == "Index")
        smi.migDevice("index", line.value, evidence);
    else if (line.key == "GPU Instance ID")
        smi.migDevice("gpu_instance_id", line.value, evidence);
    else if (line.key == "Compute Instance ID")
        smi.migDevice("compute_instance_id", line.value, evidence);
    else if (line.key == "Total" && group == "FB Memory Usage")
        smi.migDevice("total", line.value, evidence);
}

} // namespace

// "GPU 00000000:41:00.0", then "    Product Name         : NVIDIA H100 80GB HBM3" under headings without a
// colon. Headings are told by their words, since pasted text loses its indent.
void readNvidiaSmiQuery(const SectionText &text, HostBuilder &builder) {
    NvidiaSmi smi(builder);
    std::string group;
    bool inMig = false;
    for (PastedLines lines = toolLines(text); lines.next();) {
        const PastedLine &line = lines.line();
        const auto evidence = text.evidence(line.source);
        constexpr std::string_view kGpu = "GPU ";
        if (line.text.starts_with(kGpu) && Address::parse(trimmed(line.text.substr(kGpu.size())))) {
            smi.gpu(line.text.substr(kGpu.size()), evidence);
            inMig = false;
            continue;
        }
        if (readNvidiaMessage(line.text, builder, evidence))
            continue;
        inMig = inMig && !endsMigDevices(line.text);
        const auto parts = splitKeyValue(line.text);
        if (!parts) {
            if (!line.blank()) {
                group = line.text.substr(0, 64);
                inMig = inMig || group == "MIG Device";
                smi.health().heading(inMig ? std::string_view{} : group);
            }
            continue;
        }
        if (inMig) { // its memory and its errors are counted with its GPU's
            readMigLine(smi, *parts, group, evidence);
            continue;
        }
        smi.health().value(parts->key, parts->value, evidence);
        for (const QueryLine &known : kQueryHostLines)
            if (known.key == parts->key)
                smi.hostFact(known.name, parts->value, evidence);
        for (const QueryLine &known : kQueryLines)
            if (known.key == parts->key && (known.group.empty() || known.group == group))
                smi.fact(known.name, parts->value, evidence);
    }
    smi.finish();
}

} // namespace fabricscope::formats
