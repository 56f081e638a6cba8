// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `amd-smi list` and `amd-smi static`, as text and with --json.
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/tools/GpuTable.h"
#include "core/formats/tools/JsonWalk.h"
#include "core/formats/tools/ToolText.h"
#include "core/formats/tools/amd/AmdJson.h"
#include "core/formats/tools/amd/AmdModels.h"
#include "core/formats/tools/amd/AmdPartitions.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
using host::GpuFacts;
using host::PciFunction;

struct ToolValue {
    std::string name; ///< "bus.max_pcie_width", in lower case; the part before the first dot is empty at the
                      ///< top level
    std::string value;
    EvidenceRef evidence;
};

template<auto Member> void gpuText(const ToolGpu &at, std::string_view value, EvidenceRef evidence) {
    setTextIfUnknown(at.gpu->*Member, value, evidence);
}

template<auto Member> void functionText(const ToolGpu &at, std::string_view value, EvidenceRef evidence) {
    setTextIfUnknown(at.function->*Member, value, evidence);
}

template<auto Member, class Integer>
void functionHex(const ToolGpu &at, std::string_view value, EvidenceRef evidence) {
    if (const auto number = parseInteger<Integer>(value, 16))
        setIfUnknown(at.function->*Member, *number, evidence);
}

/// "0xD1CC3F11CFDD5112": what the kernel calls unique_id, 16 digits.
void serial(const ToolGpu &at, std::string_view value, EvidenceRef evidence) {
    const auto number = parseInteger<std::uint64_t>(value, 16);
    if (!number || *number == 0)
        return;
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string digits(16, '0');
    for (std::size_t i = 0; i < digits.size(); ++i)
        digits[i] = kDigits[*number >> (60 - 4 * i) & 0xF];
    setTextIfUnknown(at.gpu->uniqueId, digits, evidence);
}

void width(const ToolGpu &at, std::string_view value, EvidenceRef evidence) {
    if (const auto lanes = parseLinkWidth(value); lanes && linkIsOpen(*at.function))
        setIfUnknown(at.function->maxWidth, *lanes, evidence);
}

/// "32 GT/s", in JSON split into 32 and GT/s.
void speed(const ToolGpu &at, std::string_view value, EvidenceRef evidence) {
    if (const auto rate = pci::LinkSpeed::parse(value); rate && linkIsOpen(*at.function))
        setIfUnknown(at.function->maxSpeed, *rate, evidence);
}

void memory(const ToolGpu &at, std::string_view value, EvidenceRef evidence) {
    if (const auto size = parseMemorySize(value))
        setIfUnknown(at.gpu->vram, *size, evidence);
}

void numaNode(const ToolGpu &at, std::string_view value, EvidenceRef evidence) {
    const auto node = parseInteger<int>(value);
    if (node && *node >= 0 && at.function->numaNode.valueOr(-1) < 0)
        at.function->numaNode = {*node, evidence};
}

/// "6"; not "N/A".
template<auto Member> void gpuNumber(const ToolGpu &at, std::string_view value, EvidenceRef evidence) {
    constexpr int kMost = 4095;
    if (const auto number = parseInteger<int>(value); number && *number >= 0 && *number <= kMost)
        setIfUnknown(at.gpu->*Member, *number, evidence);
}

struct Row {
    std::string_view name;
    void (*read)(const ToolGpu &at, std::string_view value, EvidenceRef evidence);
};

// One line adds a fact. Names change between releases, so some have several.
constexpr Row kRows[] = {
    {"asic.market_name", gpuText<&GpuFacts::model>},
    {"asic.vendor_id", functionHex<&PciFunction::vendor, std::uint16_t>},
    {"asic.device_id", functionHex<&PciFunction::device, std::uint16_t>},
    {"asic.subvendor_id", functionHex<&PciFunction::subsystemVendor, std::uint16_t>},
    {"asic.subsystem_id", functionHex<&PciFunction::subsystemDevice, std::uint16_t>},
    {"asic.rev_id", functionHex<&PciFunction::revision, std::uint8_t>},
    {"asic.asic_serial", serial},
    {"asic.oam_id", gpuNumber<&GpuFacts::oam>},
    {"gpu", gpuNumber<&GpuFacts::smiIndex>},
    {"hip_id", gpuNumber<&GpuFacts::hipIndex>},
    {"bus.max_pcie_width", width},
    {"bus.max_pcie_lanes", width},
    {"bus.max_pcie_speed", speed},
    {"vbios.part_number", gpuText<&GpuFacts::vbios>},
    {"ifwi.part_number", gpuText<&GpuFacts::vbios>},
    {"driver.name", functionText<&PciFunction::driver>},
    {"driver.driver_name", functionText<&PciFunction::driver>},
    {"vram.size", memory},
    {"vram.vram_size", memory},
    {"numa.node", numaNode},
    {"partition.compute_partition", gpuText<&GpuFacts::computePartition>},
    {"partition.accelerator_partition", gpuText<&GpuFacts::computePartition>},
    {"partition.memory_partition", gpuText<&GpuFacts::memoryPartition>},
};

/// What is shown beside.
struct OtherFact {
    std::string_view name, shown;
};
constexpr OtherFact kOtherFacts[] = {
    {"vbios.name", "VBIOS name"},
    {"ifwi.name", "VBIOS name"},
    {"vbios.build_date", "VBIOS date"},
    {"ifwi.build_date", "VBIOS date"},
    {"vbios.version", "VBIOS version"},
    {"ifwi.version", "VBIOS version"},
    {"board.model_number", "Board"},
    {"board.product_name", "Product"},
    {"board.manufacturer_name", "Manufacturer"},
    {"driver.version", "Driver version"},
    {"driver.driver_version", "Driver version"},
    {"limit.max_power", "Largest power limit"},
    {"limit.socket_power", "Power limit"},
    {"limit.slowdown_hotspot_temperature", "Slowdown at (hotspot)"},
    {"limit.slowdown_vram_temperature", "Slowdown at (memory)"},
    {"vram.type", "VRAM type"},
    {"vram.vram_type", "VRAM type"},
    {"ras.ecc", "ECC"},
    {"partition.compute_partition", "Compute partition"},
    {"partition.accelerator_partition", "Compute partition"},
    {"partition.memory_partition", "Memory partition"},
};

/// One GPU's lines, gathered until its address is known.
class GpuLines {
public:
    explicit GpuLines(HostBuilder &builder) : m_builder(builder) {}

    void addValue(std::string name, std::string_view value, EvidenceRef evidence) {
        constexpr std::size_t kMost = 1024; // static has some two hundred
        if (m_values.size() < kMost)
            m_values.push_back({std::move(name), shown(value, 256), evidence});
    }

    void deliver() {
        const ToolValue *bdf = find({"bdf", "bus.bdf"});
        const ToolValue *compute = find({"partition.accelerator_partition", "partition.compute_partition"});
        const ToolValue *memory = find({"partition.memory_partition"});
        if (const ToolValue *known = compute != nullptr ? compute : memory)
            m_partitions.add(compute ? compute->value : "", memory ? memory->value : "", known->evidence);
        const ToolValue *partition = find({"partition_id"});
        const auto address = bdf ? Address::parse(bdf->value) : std::nullopt;
        // Partitions of one GPU appear as functions that PCI does not know.
        const bool isPartition = partition && partition->value != "0" && !isPlaceholder(partition->value);
        addFaults(address);
        if (address && isPartition)
            m_partitions.addPart(*address, bdf->evidence);
        if (address && !isPartition) {
            const ToolGpu at = toolGpu(m_builder, *address, kAmdVendor, bdf->evidence);
            for (const ToolValue &found : m_values)
                for (const Row &row : kRows)
                    if (at.gpu && row.name == found.name && !isPlaceholder(found.value))
                        row.read(at, found.value, found.evidence);
            if (at.gpu)
                addOthers(address->toString());
        } else if (!address) {
            addUnplaced();
        }
        m_values.clear();
    }

    /// After the last GPU.
    void finish() {
        deliver();
        m_partitions.deliver(m_builder);
        if (!m_unplaced.empty())
            addMatrix(m_builder, m_unplaced.take());
    }

private:
    [[nodiscard]] const ToolValue *find(std::initializer_list<std::string_view> names) const {
        for (const ToolValue &found : m_values)
            if (std::find(names.begin(), names.end(), found.name) != names.end())
                return &found;
        return nullptr;
    }

    void addFaults(const std::optional<Address> &address) {
        const ToolValue *number = find({"gpu"});
        const ToolValue *exceeded = find({"ras.bad_page_threshold_exceeded"});
        const ToolValue *memory = find({"ecc_block_state.umc", "ecc_block_state.UMC"});
        const std::string name = "GPU" + (number ? shown(number->value, 8) : std::string());
        if (exceeded && sameIgnoringCase(exceeded->value, "True"))
            addToolFault(m_builder, {"bad_pages_threshold", name, address, 0, {}, exceeded->evidence});
        if (memory && sameIgnoringCase(memory->value, "DISABLED") && isInstinct())
            addToolFault(m_builder, {"ecc_off", name, address, 0, {}, memory->evidence});
    }

    /// Other GPUs come without ECC.
    [[nodiscard]] bool isInstinct() const {
        const ToolValue *model = find({"asic.market_name"});
        const ToolValue *device = find({"asic.device_id"});
        return (model && amdModelNamed(model->value) == AmdModel::Instinct) ||
               (device && amdModelNamed(device->value) == AmdModel::Instinct);
    }

    void addOthers(const std::string &device) {
        std::vector<std::string_view> added;
        for (const ToolValue &found : m_values)
            for (const OtherFact &other : kOtherFacts) {
                if (other.name != found.name || isPlaceholder(found.value) ||
                    std::find(added.begin(), added.end(), other.shown) != added.end())
                    continue;
                added.push_back(other.shown);
                addToolFact(m_builder, "amd-smi static", device, other.shown, found.value, found.evidence);
                if (other.shown == "Driver version")
                    m_builder.moduleParameter("amdgpu", "version", found.value, found.evidence);
            }
    }

    /// A GPU whose address the text does not have.
    void addUnplaced() {
        const ToolValue *number = find({"gpu"});
        const auto gpu = number ? parseInteger<unsigned>(number->value) : std::nullopt;
        if (!gpu)
            return;
        m_unplaced.add(*gpu, number->evidence);
        for (const ToolValue &found : m_values) {
            for (const Row &row : kRows)
                if (row.name == found.name && &found != number)
                    m_unplaced.add(*gpu, found.name.substr(found.name.find('.') + 1), found.value,
                                   found.evidence);
            for (const OtherFact &other : kOtherFacts)
                if (other.name == found.name)
                    m_unplaced.add(*gpu, other.shown, found.value, found.evidence);
        }
    }

    HostBuilder &m_builder;
    std::vector<ToolValue> m_values;
    AmdPartitions m_partitions;
    GpuTable m_unplaced{"amd-smi"};
};

std::string lowerCase(std::string_view text) {
    std::string lower(text.substr(0, 64));
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return lower;
}

/// Headings have nothing behind their colon. Those that hold keys which other headings hold too.
std::string_view knownGroup(std::string_view heading) {
    for (const OtherFact &other : kOtherFacts) {
        const std::string_view group = other.name.substr(0, other.name.find('.'));
        if (sameIgnoringCase(group, heading))
            return group;
    }
    for (const Row &row : kRows) {
        const std::string_view group = row.name.substr(0, row.name.find('.'));
        if (sameIgnoringCase(group, heading))
            return group;
    }
    return {};
}

void readText(const SectionText &text, HostBuilder &builder) {
    GpuLines gpu(builder);
    std::string group;
    bool inGpu = false;
    for (PastedLines lines = toolLines(text); lines.next();) {
        const auto parts = splitKeyValue(lines.line().text);
        if (!parts)
            continue;
        const auto evidence = text.evidence(lines.line().source);
        if (parts->key == "GPU" || parts->key == "CPU" || parts->key == "NIC" || parts->key == "AI_NIC") {
            gpu.deliver();
            inGpu = parts->key == "GPU";
            group.clear();
            if (inGpu)
                gpu.addValue("gpu", parts->value, evidence);
        } else if (parts->value.empty()) {
            const std::string_view known = knownGroup(parts->key);
            group = known.empty() ? lowerCase(parts->key) : std::string(known);
        } else if (inGpu) {
            const std::string key = lowerCase(parts->key);
            // `list` has no headings; BDF has the same meaning under any
            gpu.addValue(group.empty() || key == "bdf" ? key : fmt::format("{}.{}", group, key), parts->value,
                         evidence);
        }
    }
    gpu.finish();
}

/// [{"gpu": 0, "asic": {"market_name": ...}, "bus": {"max_pcie_speed": {"value": 32, "unit": "GT/s"}}}, ...]
void readJson(const SectionText &text, std::string_view json, HostBuilder &builder) {
    GpuLines gpu(builder);
    forEachAmdJsonValue(text, json, [&](const AmdJsonValue &each) {
        if (each.beginsGpu())
            gpu.deliver();
        gpu.addValue(each.group.empty() ? std::string(each.key) : fmt::format("{}.{}", each.group, each.key),
                     each.unit.empty() ? std::string(each.value)
                                       : fmt::format("{} {}", each.value, each.unit),
                     each.evidence);
    });
    gpu.finish();
}

} // namespace

// "GPU: 0", then indented "KEY: VALUE" lines under headings ("ASIC:"); the name may be above the address.
void readAmdSmiStatic(const SectionText &text, HostBuilder &builder) {
    if (const std::string_view json = jsonIn(text.bytes); json.find("\"gpu\"") != json.npos)
        readJson(text, json, builder);
    else
        readText(text, builder);
}

} // namespace fabricscope::formats
