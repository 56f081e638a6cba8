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

/// The elements of a line: minified XML has all of them in one. "<name>value</name>" is one piece, as are a
/// tag alone and the text between two tags.
class XmlPieces {
public:
    explicit XmlPieces(std::string_view line) : m_rest(trimmed(line)) {}

    bool next() {
        m_rest.remove_prefix(std::min(m_rest.find_first_not_of(" \t\r"), m_rest.size()));
        m_piece = m_rest.substr(0, length());
        m_rest.remove_prefix(m_piece.size());
        m_piece = trimmed(m_piece);
        return !m_piece.empty();
    }
    [[nodiscard]] std::string_view piece() const { return m_piece; }

private:
    [[nodiscard]] std::size_t length() const {
        if (!m_rest.starts_with('<'))
            return std::min(m_rest.find('<'), m_rest.size());
        const std::size_t tag = m_rest.find('>');
        if (tag == std::string_view::npos)
            return m_rest.size();
        const std::string_view name = m_rest.substr(1, m_rest.find_first_of(" \t/>", 1) - 1);
        const std::size_t close = name.empty() ? std::string_view::npos : m_rest.find('<', tag);
        if (close == std::string_view::npos || m_rest[tag - 1] == '/' ||
            m_rest.substr(close + 1, name.size() + 2) != "/" + std::string(name) + ">")
            return tag + 1;
        return close + name.size() + 3;
    }

    std::string_view m_rest, m_piece;
};

/// The lines about each GPU, from <gpu id="00000000:41:00.0"> up to </gpu>.
class XmlReader {
public:
    XmlReader(const SectionText &text, HostBuilder &builder)
        : m_text(text), m_builder(builder), m_smi(builder) {}

    void read() {
        for (LineCursor lines(m_text); lines.next();) {
            const std::string_view line = trimmed(lines.line());
            for (XmlPieces pieces(line); pieces.next();) {
                const bool isLine = pieces.piece().size() == line.size();
                readPiece(pieces.piece(), m_text.evidence(isLine ? lines.line() : pieces.piece()));
            }
        }
        m_smi.finish();
    }

private:
    void readPiece(std::string_view line, host::EvidenceRef evidence) {
        constexpr std::string_view kOpen = "<gpu id=\"";
        if (readLostGpu(line, m_builder, evidence))
            return;
        if (line == "<mig_devices>" || line == "</mig_devices>")
            m_inMig = line[1] == 'm';
        if (line.starts_with(kOpen)) {
            m_inMig = false;
            m_smi.gpu(line.substr(kOpen.size(), line.find('"', kOpen.size()) - kOpen.size()), evidence);
            m_inGpu = true;
            return;
        }
        if (line == "</gpu>") {
            m_smi.noGpu();
            m_inGpu = false;
        }
        if (line == "</volatile>" || line == "</aggregate>")
            m_smi.health().heading({});
        const auto element = xmlLine(line);
        if (!element)
            return;
        if (!element->value) {
            m_group = element->name;
            m_smi.health().heading(m_group);
            return;
        }
        readElement(element->name, *element->value, evidence);
    }

    void readElement(std::string_view name, std::string_view value, host::EvidenceRef evidence) {
        if (m_inMig) { // its memory is counted with its GPU's
            if (name == "index")
                m_migIndex = shown(value, 16);
            if (m_group.starts_with("volatile")) // volatile_count
                m_smi.health().migErrors(m_migIndex, name, value, evidence);
            if (name != "total" || m_group == "fb_memory_usage")
                m_smi.migDevice(name, value, evidence);
            return;
        }
        if (m_inGpu)
            m_smi.health().value(name, value, evidence);
        if (!m_inGpu)
            m_smi.hostFact(name, value, evidence);
        else if (name != "total")
            m_smi.fact(name, value, evidence);
        else if (m_group == "fb_memory_usage")
            m_smi.fact("fb_memory_usage.total", value, evidence);
    }

    const SectionText &m_text;
    HostBuilder &m_builder;
    NvidiaSmi m_smi;
    std::string_view m_group;
    std::string m_migIndex;
    bool m_inGpu = false, m_inMig = false;
};

} // namespace

void readNvidiaSmi(const SectionText &text, HostBuilder &builder) {
    XmlReader(text, builder).read();
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
void readMigLine(NvidiaSmi &smi, const KeyValue &line, std::string_view group, std::string &index,
                 host::EvidenceRef evidence) {
    if (line.key == "Index")
        index = shown(line.value, 16);
    if (group == "Volatile")
        smi.health().migErrors(index, line.key, line.value, evidence);
    if (line.key == "Index")
        smi.migDevice("index", line.value, evidence);
    else if (line.key == "GPU Instance ID")
        smi.migDevice("gpu_instance_id", line.value, evidence);
    else if (line.key == "Compute Instance ID")
        smi.migDevice("compute_instance_id", line.value, evidence);
    else if (line.key == "Total" && group == "FB Memory Usage")
        smi.migDevice("total", line.value, evidence);
}

/// Several lines that a copy joined: no value of -q holds as many of these.
bool isGlued(std::string_view line) {
    std::size_t separators = 0;
    for (auto at = line.find(" : "); at != std::string_view::npos && separators < 3;
         at = line.find(" : ", at + 3))
        ++separators;
    return separators == 3;
}

} // namespace

// "GPU 00000000:41:00.0", then "    Product Name         : NVIDIA H100 80GB HBM3" under headings without a
// colon. Headings are told by their words, since pasted text loses its indent.
void readNvidiaSmiQuery(const SectionText &text, HostBuilder &builder) {
    NvidiaSmi smi(builder);
    std::string group, migIndex;
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
        if (isGlued(line.text)) {
            builder.warn(text, line.source, "several lines in one; they are left out");
            continue;
        }
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
        if (inMig) { // its memory is counted with its GPU's
            readMigLine(smi, *parts, group, migIndex, evidence);
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
