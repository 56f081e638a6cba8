// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// nvidia-smi's three forms: -q -x, -q, and the table that it prints without options.
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/tools/NvidiaSmi.h"
#include "core/formats/tools/ToolText.h"

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
    bool inGpu = false;
    for (LineCursor lines(text); lines.next();) {
        const std::string_view line = trimmed(lines.line());
        constexpr std::string_view kOpen = "<gpu id=\"";
        const auto evidence = text.evidence(lines.line());
        if (line.starts_with(kOpen)) {
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
    {"PCIe Generation", "Max", "max_link_gen"},
    {"PCIe Generation", "Device Max", "max_device_link_gen"},
    {"PCIe Generation", "Current", "current_link_gen"},
    {"Link Width", "Max", "max_link_width"},
    {"Link Width", "Current", "current_link_width"},
    {"FB Memory Usage", "Total", "fb_memory_usage.total"},
};
constexpr QueryLine kQueryHostLines[] = {
    {"", "Driver Version", "driver_version"},
    {"", "Attached GPUs", "attached_gpus"},
};

} // namespace

// "GPU 00000000:41:00.0", then "    Product Name         : NVIDIA H100 80GB HBM3" under headings without a
// colon. Headings are told by their words, since pasted text loses its indent.
void readNvidiaSmiQuery(const SectionText &text, HostBuilder &builder) {
    NvidiaSmi smi(builder);
    std::string group;
    for (PastedLines lines = toolLines(text); lines.next();) {
        const PastedLine &line = lines.line();
        const auto evidence = text.evidence(line.source);
        constexpr std::string_view kGpu = "GPU ";
        if (line.text.starts_with(kGpu) && Address::parse(trimmed(line.text.substr(kGpu.size())))) {
            smi.gpu(line.text.substr(kGpu.size()), evidence);
            continue;
        }
        const auto parts = splitKeyValue(line.text);
        if (!parts) {
            if (!line.blank()) {
                group = line.text.substr(0, 64);
                smi.health().heading(group);
            }
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

namespace {

/// "|   0  NVIDIA H100 80GB HBM3       On  |   00000000:41:00.0 Off |                    0 |"
void readTableLine(NvidiaSmi &smi, std::string_view line, host::EvidenceRef evidence) {
    line.remove_prefix(1);
    const std::string_view first = trimmed(takeUntil(line, '|'));
    const std::string_view second = trimmed(takeUntil(line, '|'));
    std::string_view rest = first;
    const auto number = parseInteger<unsigned>(takeWord(rest));
    const std::string_view busId = second.substr(0, second.find(' '));
    const std::string_view third = trimmed(takeUntil(line, '|'));
    const auto isUnreadable = [](std::string_view cell) {
        return cell.find("ERR!") != std::string_view::npos;
    };
    // A fan that cannot be read is no fault of the GPU; several cells are: "|ERR!   ERR! ERR!    ERR! / ERR!
    // |".
    const bool areSeveral = isUnreadable(first) && first.find("ERR!") != first.rfind("ERR!");
    if (number && Address::parse(busId)) {
        smi.gpu(busId, evidence, number);
        const std::string_view persistence = lastWord(rest);
        smi.fact("product_name", trimmed(rest.substr(0, rest.size() - persistence.size())), evidence);
        smi.health().uncorrected(third, evidence);
    } else if (const auto slash = second.find('/'); slash != std::string_view::npos) {
        smi.fact("fb_memory_usage.total", second.substr(slash + 1), evidence); // "2MiB /  49140MiB"
    }
    if (areSeveral || (number && isUnreadable(first)) || isUnreadable(second) || isUnreadable(third))
        smi.health().unreadable("ERR!", evidence);
}

} // namespace

void readNvidiaSmiTable(const SectionText &text, HostBuilder &builder) {
    NvidiaSmi smi(builder);
    for (PastedLines lines = toolLines(text); lines.next();) {
        const std::string_view line = lines.line().text;
        const auto evidence = text.evidence(lines.line().source);
        constexpr std::string_view kDriver = "Driver Version:";
        if (smi.lostGpu(line, evidence))
            continue;
        if (const auto at = line.find(kDriver); at != std::string_view::npos) {
            std::string_view rest = line.substr(at + kDriver.size());
            smi.hostFact("driver_version", takeWord(rest), evidence);
        } else if (line.starts_with("| Processes:") || line.starts_with("| MIG devices:")) {
            smi.noGpu();
        } else if (line.starts_with('|')) {
            readTableLine(smi, line, evidence);
        }
    }
    smi.finish();
}

} // namespace fabricscope::formats
