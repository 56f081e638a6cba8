// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/hwloc/HwlocDevices.h"

#include "core/base/Text.h"
#include "core/formats/Hex.h"
#include "core/formats/Lines.h"

#include <algorithm>
#include <set>

namespace fabricscope::formats {

namespace {

using host::OsDevice;
using Kind = host::OsDevice::Kind;

/// Up to format 2 a device is of one type, its number (hwloc.h of 2.x: hwloc_obj_osdev_type_e).
constexpr Kind kKinds[] = {Kind::Block, Kind::Gpu,         Kind::Net,   Kind::Rdma,
                           Kind::Dma,   Kind::Coprocessor, Kind::Memory};

/// From format 3 on types are bits that may come together (hwloc.h of 3.0). The first row that fits decides.
struct KindBit {
    unsigned bit;
    Kind kind;
};
constexpr KindBit kKindBits[] = {
    {1U << 5, Kind::Rdma},  {1U << 4, Kind::Net},    {1U << 2, Kind::Gpu}, {1U << 3, Kind::Coprocessor},
    {1U << 0, Kind::Block}, {1U << 1, Kind::Memory}, {1U << 6, Kind::Dma},
};

Kind kindOf(std::string_view type, int major) {
    const auto number = parseInteger<unsigned>(type);
    if (!number)
        return Kind::Other;
    if (major < 3)
        return *number < std::size(kKinds) ? kKinds[*number] : Kind::Other;
    for (const KindBit &row : kKindBits)
        if ((*number & row.bit) != 0)
            return row.kind;
    return Kind::Other;
}

/// What hwloc calls the GPUs that a library showed it: nvml0, rsmi1, cuda2, opencl0d1, ze0. The kernel's own
/// card0 is not among them, since the screen of a BMC has one too.
constexpr std::string_view kGpuLibraries[] = {"nvml", "rsmi", "cuda", "opencl", "ze"};

bool isGpuOfLibrary(Kind kind, std::string_view name) {
    return (kind == Kind::Gpu || kind == Kind::Coprocessor) &&
           std::any_of(std::begin(kGpuLibraries), std::end(kGpuLibraries), [&](std::string_view library) {
               return name.size() > library.size() && name.substr(0, library.size()) == library &&
                      name[library.size()] >= '0' && name[library.size()] <= '9';
           });
}

/// Sizes are in KiB, and say so from 3.0 on: "15744MiB".
std::optional<ByteCount> gpuMemorySize(std::string_view value) {
    const std::size_t digits = std::min(value.find_first_not_of("0123456789"), value.size());
    const auto number = parseInteger<std::uint64_t>(value.substr(0, digits));
    const std::string_view unit = trimmed(value.substr(digits));
    const unsigned shift = unit.empty() || unit == "KiB" || unit == "kB" ? 10
                           : unit == "MiB"                               ? 20
                           : unit == "GiB"                               ? 30
                                                                         : 0;
    if (!number || *number == 0 || shift == 0 || *number > (~std::uint64_t{0} >> shift))
        return std::nullopt;
    return ByteCount{*number << shift};
}

/// Drivers that may not tell give an identity of zeros.
bool isZeros(std::string_view id) {
    constexpr std::string_view kPrefix = "GPU-";
    if (id.substr(0, kPrefix.size()) == kPrefix)
        id.remove_prefix(kPrefix.size());
    return std::all_of(id.begin(), id.end(), [](char c) { return c == '0' || c == '-'; });
}

struct GpuInfo {
    std::string_view name;
    void (*read)(host::GpuFacts &gpu, const HwlocAttribute &value, const HwlocSource &source,
                 RepeatedText &lastModel);
};

void readGpuModel(host::GpuFacts &gpu, const HwlocAttribute &value, const HwlocSource &source,
                  RepeatedText &last) {
    if (!gpu.model && !trimmed(value.value).empty())
        gpu.model = source.textFact(trimmed(value.value), value.piece, 128, last);
}

void readGpuId(host::GpuFacts &gpu, const HwlocAttribute &value, const HwlocSource &source, RepeatedText &) {
    const std::string_view id = trimmed(value.value);
    if (!gpu.uniqueId && !id.empty() && !isZeros(value.value))
        gpu.uniqueId = source.textFact(id, value.piece, 128);
}

void readGpuMemory(host::GpuFacts &gpu, const HwlocAttribute &value, const HwlocSource &source,
                   RepeatedText &) {
    const auto bytes = gpu.vram ? std::nullopt : gpuMemorySize(value.value);
    if (bytes)
        gpu.vram = {*bytes, source.evidence(value.piece)};
}

void readGpuHive(host::GpuFacts &gpu, const HwlocAttribute &value, const HwlocSource &source,
                 RepeatedText &) {
    const auto hive = hexNumber(value.value);
    if (hive && *hive != 0)
        gpu.xgmiHive = {*hive, source.evidence(value.piece)};
}

constexpr GpuInfo kGpuInfos[] = {
    {"GPUModel", readGpuModel},
    {"NVIDIAUUID", readGpuId},
    {"AMDUUID", readGpuId},
    {"LevelZeroUUID", readGpuId},
    {"RSMIVRAMSize", readGpuMemory},
    {"CUDAGlobalMemorySize", readGpuMemory},
    {"OpenCLGlobalMemorySize", readGpuMemory},
    {"LevelZeroHBMSize", readGpuMemory},
    {"XGMIHiveID", readGpuHive},
};

/// linux: ib_verbs.h, enum ib_port_state; sysfs prints number and word, hwloc keeps the number.
constexpr std::string_view kPortStates[] = {"", "DOWN", "INIT", "ARMED", "ACTIVE", "ACTIVE_DEFER"};

/// "Port1State", "Port1GID0": of port 1.
void readPortInfo(host::RdmaDevice &device, std::string_view name, const HwlocAttribute &value,
                  const HwlocSource &source) {
    constexpr std::string_view kPort = "Port";
    if (name.substr(0, kPort.size()) != kPort)
        return;
    name.remove_prefix(kPort.size());
    const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
    const auto number = parseInteger<std::uint8_t>(name.substr(0, digits));
    host::RdmaPort *port = number ? source.builder.rdmaPort(device, *number) : nullptr;
    if (!port)
        return;
    name.remove_prefix(digits);
    if (name == "State") {
        const auto state = parseInteger<unsigned>(value.value);
        if (state && *state > 0 && *state < std::size(kPortStates))
            port->state = {std::string(kPortStates[*state]), source.evidence(value.piece)};
    } else if (const auto index = numberAfter(name, "GID", 65535)) {
        if (port->gids.size() < HostLimits::kGids)
            port->gids.push_back({static_cast<int>(*index), shown(value.value, 64), {}, {}});
    }
}

void readRdmaInfo(const HwlocDevices::Now &now, std::string_view name, const HwlocAttribute &value,
                  const HwlocSource &source) {
    host::RdmaDevice *device = source.builder.rdmaDevice(now.name);
    if (!device)
        return;
    if (name == "NodeGUID")
        device->nodeGuid = source.textFact(value.value, value.piece, 64);
    else if (name == "SysImageGUID")
        device->sysImageGuid = source.textFact(value.value, value.piece, 64);
    else
        readPortInfo(*device, name, value, source);
}

void readNetInfo(const HwlocDevices::Now &now, std::string_view name, const HwlocAttribute &value,
                 const HwlocSource &source) {
    host::NetInterface *interface = source.builder.netInterface(now.name);
    if (!interface)
        return;
    if (name == "Address") {
        interface->mac = source.textFact(value.value, value.piece, 64);
    } else if (name == "Port") { // counted from 1
        const auto port = parseInteger<int>(value.value);
        if (port && *port > 0)
            interface->devPort = {*port - 1, source.evidence(value.piece)};
    }
}

void readBlockInfo(const HwlocDevices::Now &now, std::string_view name, const HwlocAttribute &value,
                   const HwlocSource &source) {
    auto &models = source.builder.host.nvmeModels;
    if (name == "Model" && now.pci && now.name.substr(0, 4) == "nvme" && models.size() < HostLimits::kNames)
        models.insert_or_assign(now.pci->toString(), source.textFact(trimmed(value.value), value.piece, 128));
}

constexpr auto kByKey = [](const auto &a, const auto &b) {
    return a.first < b.first;
};

/// Of those with this key the last one; they are sorted by it.
template<class Key, class Lookup>
std::optional<Address> lastOf(const std::vector<std::pair<Key, Address>> &sorted, const Lookup &lookup) {
    const auto behind =
        std::upper_bound(sorted.begin(), sorted.end(), lookup,
                         [](const Lookup &key, const auto &entry) { return key < entry.first; });
    return behind != sorted.begin() && std::prev(behind)->first == lookup
               ? std::optional(std::prev(behind)->second)
               : std::nullopt;
}

} // namespace

void HwlocDevices::begin(const Object &object, std::optional<Address> pci, int major,
                         const HwlocSource &source) {
    auto &all = source.builder.host.osDevices;
    m_now = {};
    if (object.name.value.empty() || all.size() >= kMaxDevices)
        return;
    if (all.empty())
        all.reserve(64);
    m_now.name = HwlocSource::text(object.name.value, 64);
    m_now.kind = kindOf(object.type.value, major);
    m_now.pci = pci;
    m_now.isGpu = pci && isGpuOfLibrary(m_now.kind, m_now.name);
    all.push_back({m_now.name, m_now.kind, pci, source.evidence(object.name.piece)});
    if (m_now.kind == Kind::Net) {
        if (host::NetInterface *interface = source.builder.netInterface(m_now.name); interface && pci)
            interface->device = pci;
    } else if (m_now.kind == Kind::Rdma) {
        if (host::RdmaDevice *device = source.builder.rdmaDevice(m_now.name); device && pci)
            device->device = pci;
    } else if (m_now.isGpu) {
        source.builder.gpu(*pci);
        constexpr std::size_t kUsual = 16;
        if (m_gpusByIndex.empty())
            m_gpusByIndex.reserve(kUsual);
        if (const auto index = parseInteger<std::uint64_t>(object.gpIndex.value))
            m_gpusByIndex.emplace_back(*index, *pci);
    } else if (pci && m_now.kind == Kind::Gpu) {
        if (source.builder.notes.drmCards.size() < HostLimits::kNames)
            source.builder.notes.drmCards.insert_or_assign(m_now.name, *pci);
        if (const auto minor = numberAfter(m_now.name, "renderD", 0xFFFFF))
            m_renderMinors.emplace_back(*pci, static_cast<int>(*minor));
    }
}

void HwlocDevices::info(std::string_view name, const HwlocAttribute &value, const HwlocSource &source) {
    if (m_now.name.empty() || value.value.empty())
        return;
    if (m_now.kind == Kind::Net) {
        readNetInfo(m_now, name, value, source);
    } else if (m_now.kind == Kind::Rdma) {
        readRdmaInfo(m_now, name, value, source);
    } else if (m_now.kind == Kind::Block) {
        readBlockInfo(m_now, name, value, source);
    } else if (m_now.isGpu) {
        if (name == "XGMIPeers")
            m_peers.push_back({*m_now.pci, value});
        const auto *const known = std::find_if(std::begin(kGpuInfos), std::end(kGpuInfos),
                                               [&](const GpuInfo &row) { return isName(row.name, name); });
        host::GpuFacts *const gpu = known != std::end(kGpuInfos) ? source.builder.gpu(*m_now.pci) : nullptr;
        if (gpu)
            known->read(*gpu, value, source, m_lastModel);
    }
}

void HwlocDevices::deliver(const HwlocSource &source, bool haveLinks) {
    auto &all = source.builder.host.osDevices;
    std::vector<std::pair<std::string, Address>> gpusByName;
    std::set<std::uint64_t> gpus;
    if (!m_peers.empty() || !m_renderMinors.empty()) // used nowhere else
        for (const OsDevice &device : all)
            if (device.device && isGpuOfLibrary(device.kind, device.name)) {
                gpusByName.emplace_back(device.name, *device.device);
                gpus.insert(device.device->key());
            }
    std::stable_sort(gpusByName.begin(), gpusByName.end(), kByKey);
    for (const auto &[address, minor] : m_renderMinors)
        if (gpus.contains(address.key()))
            if (host::GpuFacts *gpu = source.builder.gpu(address);
                gpu && std::find(gpu->renderMinors.begin(), gpu->renderMinors.end(), minor) ==
                           gpu->renderMinors.end())
                gpu->renderMinors.push_back(minor);
    for (const Peers &peers : m_peers) {
        std::string_view names = haveLinks ? std::string_view{} : peers.names.value;
        while (!names.empty()) {
            const auto peer = lastOf(gpusByName, takeUntil(names, ' '));
            if (peer && *peer != peers.of)
                source.builder.gpuLink(
                    {host::GpuLink::Kind::Xgmi, peers.of, *peer, {}, {}, source.evidence(peers.names.piece)});
        }
    }
    std::sort(all.begin(), all.end(), [](const OsDevice &a, const OsDevice &b) {
        return std::tie(a.name, a.device) < std::tie(b.name, b.device);
    });
}

void HwlocDevices::sort() {
    if (!std::is_sorted(m_gpusByIndex.begin(), m_gpusByIndex.end(), kByKey))
        std::stable_sort(m_gpusByIndex.begin(), m_gpusByIndex.end(), kByKey);
}

std::optional<Address> HwlocDevices::gpuByIndex(std::uint64_t gpIndex) const {
    return lastOf(m_gpusByIndex, gpIndex);
}

} // namespace fabricscope::formats
