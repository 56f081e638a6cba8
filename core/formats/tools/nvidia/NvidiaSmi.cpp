// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tools/nvidia/NvidiaSmi.h"

#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/tools/ToolText.h"
#include "core/host/HostMaxSpeeds.h"
#include "core/host/UnstatedNumber.h"

#include <algorithm>
#include <utility>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
using host::GpuFacts;
using host::PciFunction;

template<auto Member> void gpuText(const ToolGpu &at, std::string_view value, EvidenceRef evidence) {
    setTextIfUnknown(at.gpu->*Member, value, evidence);
}

/// "0x233010DE": device and vendor in one.
template<auto Vendor, auto Device> void ids(const ToolGpu &at, std::string_view value, EvidenceRef evidence) {
    const auto both = parseInteger<std::uint32_t>(value, 16);
    if (!both || *both == 0)
        return;
    setIfUnknown(at.function->*Vendor, static_cast<std::uint16_t>(*both & 0xFFFF), evidence);
    setIfUnknown(at.function->*Device, static_cast<std::uint16_t>(*both >> 16), evidence);
}

/// "0x", "x0", "0": no lanes; a GPU that is not asked prints N/A.
bool isNoWidth(std::string_view value) {
    value = trimmed(value);
    return value == "0x" || value == "x0" || value == "0";
}

template<auto Member> void width(const ToolGpu &at, std::string_view value, EvidenceRef evidence) {
    if (const auto lanes = parseLinkWidth(value); lanes && linkIsOpen(*at.function))
        setIfUnknown(at.function->*Member, *lanes, evidence);
    else if (Member == &PciFunction::currentWidth && isNoWidth(value) && linkIsOpen(*at.function))
        setIfUnknown(at.function->*Member, std::uint8_t{0}, evidence);
}

template<auto Member> void speed(const ToolGpu &at, std::string_view value, EvidenceRef evidence) {
    if (const auto generation = parseLinkGeneration(value); generation && linkIsOpen(*at.function))
        setIfUnknown(at.function->*Member, *generation, evidence);
}

/// What the GPU could do by itself. "max_link_gen", which precedes it, is what GPU and slot can do
/// together, and only taken where the driver is too old to tell this.
void deviceSpeed(const ToolGpu &at, std::string_view value, EvidenceRef evidence) {
    auto &fact = at.function->maxSpeed;
    const auto generation = parseLinkGeneration(value);
    if (generation && linkIsOpen(*at.function) && (!fact || fact.evidence().section == evidence.section))
        fact = {*generation, evidence};
}

void memory(const ToolGpu &at, std::string_view value, EvidenceRef evidence) {
    if (const auto size = parseMemorySize(value))
        setIfUnknown(at.gpu->vram, *size, evidence);
}

struct Row {
    std::string_view name;
    void (*read)(const ToolGpu &at, std::string_view value, EvidenceRef evidence);
};

// The elements of -q -x. One line adds a fact.
constexpr Row kRows[] = {
    {"product_name", gpuText<&GpuFacts::model>},
    {"uuid", gpuText<&GpuFacts::uniqueId>},
    {"vbios_version", gpuText<&GpuFacts::vbios>},
    {"pci_device_id", ids<&PciFunction::vendor, &PciFunction::device>},
    {"pci_sub_system_id", ids<&PciFunction::subsystemVendor, &PciFunction::subsystemDevice>},
    {"max_device_link_gen", deviceSpeed},
    {"max_link_gen", speed<&PciFunction::maxSpeed>},
    {"current_link_gen", speed<&PciFunction::currentSpeed>},
    {"max_link_width", width<&PciFunction::maxWidth>},
    {"current_link_width", width<&PciFunction::currentWidth>},
    {"fb_memory_usage.total", memory},
};

/// What is shown beside: the elements of -q -x, and their names on screen.
struct OtherFact {
    std::string_view name, shown;
};
constexpr OtherFact kOtherFacts[] = {
    {"max_host_link_gen", host::kHostMaxGeneration},
    {"device_current_link_gen", "PCIe generation of the GPU now (Device Current)"},
    {"gpu_temp", "Temperature"},
    {"gpu_temp_tlimit", "Temperature below the limit (T.Limit)"},
    {"memory_temp", "Memory temperature"},
    {"power_draw", "Power"},
    {"average_power_draw", "Power"},
    {"power_limit", "Power limit"},
    {"current_power_limit", "Power limit"},
    {"performance_state", "Performance state"},
    {"current_mig", "MIG mode"},
    {"current_ecc", "ECC mode"},
};

} // namespace

void NvidiaSmi::gpu(std::string_view busId, EvidenceRef evidence, std::optional<unsigned> number) {
    finishMig();
    m_migDevices = 0;
    m_address = Address::parse(trimmed(busId));
    m_listed = evidence;
    if (!m_address || m_order.size() >= HostLimits::kGpus)
        return;
    const auto place = static_cast<unsigned>(m_order.size());
    const bool isUnknown = !number && m_unnumbered == Unnumbered::AreUnknown;
    m_numbersAreOrder = m_numbersAreOrder && !isUnknown && number.value_or(place) == place;
    m_someAreUnnumbered = m_someAreUnnumbered || !number;
    m_health.gpu("GPU" + std::to_string(number.value_or(place)), m_address);
    if (!isUnknown)
        m_numbers.try_emplace(number.value_or(place), Numbered{*m_address, evidence});
    m_order.push_back(*m_address);
    const ToolGpu at = toolGpu(m_builder, *m_address, kNvidiaVendor, evidence);
    if (at.function) // nvidia-smi queries the driver and lists its devices
        setTextIfUnknown(at.function->driver, "nvidia", evidence);
}

void NvidiaSmi::noGpu() {
    finishMig();
    m_address.reset();
    m_health.finish();
}

bool NvidiaSmi::listedGpu(unsigned number) {
    const auto known = m_numbers.find(number);
    if (known == m_numbers.end())
        return false;
    finishMig();
    if (m_address != known->second.address)
        m_migDevices = 0;
    m_address = known->second.address;
    return true;
}

void NvidiaSmi::otherFact(std::string_view name, std::string_view value, EvidenceRef evidence) {
    std::string device = m_address ? m_address->toString() : std::string();
    if (isPlaceholder(value) || m_otherFacts.size() >= HostLimits::kToolFacts ||
        !m_otherFacts.emplace(device, shown(name, 64)).second)
        return; // another table says it again
    addToolFact(m_builder, "nvidia-smi", device, name, value, evidence);
}

void NvidiaSmi::migDevice(std::string_view name, std::string_view value, EvidenceRef evidence) {
    if (name == "index") {
        finishMig();
        m_mig = Mig{shown(value, 8), {}, {}, {}, evidence};
    } else if (m_mig && name == "gpu_instance_id") {
        m_mig->gpuInstance = shown(value, 8);
    } else if (m_mig && name == "compute_instance_id") {
        m_mig->computeInstance = shown(value, 8);
    } else if (m_mig && name == "total" && m_mig->memory.empty()) {
        m_mig->memory = shown(value, 32);
    }
}

void NvidiaSmi::finishMig() {
    constexpr std::size_t kMost = 64;
    if (m_mig && m_address && ++m_migDevices <= kMost) {
        std::string text = "GPU instance " + m_mig->gpuInstance;
        if (!m_mig->computeInstance.empty())
            text += ", compute instance " + m_mig->computeInstance;
        if (!m_mig->memory.empty())
            text += ", " + m_mig->memory;
        otherFact("MIG device " + m_mig->number, text, m_mig->evidence);
    }
    m_mig.reset();
}

bool NvidiaSmi::fact(std::string_view name, std::string_view value, EvidenceRef evidence) {
    const auto *row =
        std::find_if(std::begin(kRows), std::end(kRows), [&](const Row &r) { return r.name == name; });
    const auto *other = std::find_if(std::begin(kOtherFacts), std::end(kOtherFacts),
                                     [&](const OtherFact &each) { return each.name == name; });
    if (m_address && other != std::end(kOtherFacts))
        otherFact(other->shown, value, evidence);
    if (!m_address || row == std::end(kRows))
        return m_address && other != std::end(kOtherFacts);
    host::GpuFacts *gpu = m_builder.gpu(*m_address);
    host::PciFunction *function = m_builder.knownFunction(*m_address);
    if (gpu && function && !isPlaceholder(value))
        row->read({gpu, function}, value, evidence);
    return true;
}

void NvidiaSmi::hostWord(std::string_view name, std::string_view value, EvidenceRef evidence) {
    const auto address = std::exchange(m_address, std::nullopt);
    otherFact(name, value, evidence);
    m_address = address;
}

void NvidiaSmi::hostFact(std::string_view name, std::string_view value, EvidenceRef evidence) {
    if (name == "attached_gpus") {
        m_attached = parseInteger<unsigned>(value);
    } else if (name == "cuda_version") {
        hostWord("CUDA version", value, evidence);
    } else if (name == "driver_version" && !isPlaceholder(value)) {
        hostWord("Driver version", value, evidence);
        const auto module = m_builder.host.modules.find("nvidia");
        if (module == m_builder.host.modules.end() || !module->second.contains("version"))
            m_builder.moduleParameter("nvidia", "version", value, evidence);
    }
}

/// With -i, -q lists some of the GPUs, and no numbers. GPUs that a message or another source names are known,
/// too.
void NvidiaSmi::addUnstatedNumbers() {
    const auto isNvidia = [this](const host::GpuFacts &gpu) {
        const host::PciFunction *function = m_builder.knownFunction(gpu.address);
        return function != nullptr && function->vendor.valueOr(0) == kNvidiaVendor;
    };
    const auto &gpus = m_builder.gpus();
    const auto known = static_cast<std::size_t>(std::count_if(gpus.begin(), gpus.end(), isNvidia));
    if (m_attached.value_or(0) <= known)
        return;
    for (const Address &address : m_order)
        addToolFact(m_builder, "nvidia-smi", address.toString(), host::kUnstatedNumber,
                    "not stated: " + std::to_string(m_order.size()) + " of " + std::to_string(*m_attached) +
                        " GPUs are listed",
                    m_listed);
}

void NvidiaSmi::finish() {
    finishMig();
    m_health.finish();
    const bool complete = m_attached.value_or(static_cast<unsigned>(m_order.size())) == m_order.size();
    if (complete && m_numbersAreOrder && m_builder.notes.nvidiaGpus.empty())
        m_builder.notes.nvidiaGpus = m_order;
    if (m_someAreUnnumbered && (!complete || !m_numbersAreOrder)) {
        addUnstatedNumbers();
        return; // places are numbers only where nothing is left out
    }
    for (const auto &[number, gpu] : m_numbers)
        if (host::GpuFacts *facts = m_builder.gpu(gpu.address))
            setIfUnknown(facts->smiIndex, static_cast<int>(number), gpu.evidence);
}

} // namespace fabricscope::formats
