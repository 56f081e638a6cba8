// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/tools/SmiTexts.h"

#include "app/demo/sysfs/KfdTree.h"

#include <fmt/format.h>

#include <functional>

namespace fabricscope::app::demo {

namespace {

using Gpus = std::vector<const DemoFunction *>;

std::string smiList(const DemoHost &host, const Gpus &gpus) {
    std::string text;
    for (std::size_t i = 0; i < gpus.size(); ++i) {
        const DemoFunction &gpu = *gpus[i];
        text += fmt::format(
            "GPU: {}\n    BDF: {}\n    UUID: {:02x}ff{:04x}-0000-1000-80{:02x}-{:012x}\n    KFD_ID: {}\n"
            "    NODE_ID: {}\n    PARTITION_ID: 0\n\n",
            i, gpu.address.toString(), gpu.gpu->uniqueId >> 56, gpu.device, (gpu.gpu->uniqueId >> 48) & 0xFF,
            gpu.gpu->uniqueId & 0xFFFFFFFFFFFF, (gpu.gpu->uniqueId ^ (gpu.gpu->uniqueId >> 16)) & 0xFFFF,
            host.numaNodes.size() + i);
    }
    return text;
}

std::string smiStatic(const DemoGpuModel &model, const Gpus &gpus) {
    std::string text;
    for (std::size_t i = 0; i < gpus.size(); ++i) {
        const DemoFunction &gpu = *gpus[i];
        const DemoLink link = gpu.maxLink.value_or(DemoLink{});
        text += fmt::format(
            "GPU: {}\n    ASIC:\n        MARKET_NAME: {}\n        VENDOR_ID: 0x{:04x}\n"
            "        VENDOR_NAME: Advanced Micro Devices Inc. [AMD/ATI]\n        SUBVENDOR_ID: 0x{:04x}\n"
            "        DEVICE_ID: 0x{:04x}\n        SUBSYSTEM_ID: 0x{:04x}\n        REV_ID: 0x{:02x}\n"
            "        ASIC_SERIAL: 0x{:016X}\n        OAM_ID: {}\n        NUM_COMPUTE_UNITS: {}\n"
            "        TARGET_GRAPHICS_VERSION: {}\n",
            i, model.marketName, gpu.vendor, gpu.subsystemVendor, gpu.device, gpu.subsystemDevice,
            gpu.revision, gpu.gpu->uniqueId, gpu.gpu->oam, model.computeUnits, model.gfx);
        text += fmt::format(
            "    BUS:\n        BDF: {}\n        MAX_PCIE_WIDTH: {}\n        MAX_PCIE_SPEED: 32 GT/s\n"
            "        PCIE_INTERFACE_VERSION: Gen {}\n        SLOT_TYPE: OAM\n",
            gpu.address.toString(), link.width, link.generation);
        text += fmt::format(
            "    VBIOS:\n        NAME: AMD (simulated)\n        PART_NUMBER: {}\n        VERSION: {}\n"
            "    DRIVER:\n        NAME: amdgpu\n        VERSION: {}\n    VRAM:\n        TYPE: HBM3\n"
            "        SIZE: {} MB\n    NUMA:\n        NODE: {}\n        AFFINITY: {}\n"
            "    PARTITION:\n        COMPUTE_PARTITION: SPX\n        MEMORY_PARTITION: NPS1\n\n",
            model.partNumber, model.vbios, model.driverVersion, model.vramBytes >> 20, gpu.numa.value_or(-1),
            gpu.numa.value_or(-1));
    }
    return text;
}

using Cell = std::function<std::string(bool same)>;

std::string smiTable(const char *title, const Gpus &gpus, const Cell &cell) {
    std::string text = fmt::format("{}:\n{:13}", title, "");
    for (const DemoFunction *gpu : gpus)
        text += fmt::format("{:<13}", gpu->address.toString());
    text += '\n';
    for (const DemoFunction *row : gpus) {
        text += fmt::format("{:<13}", row->address.toString());
        for (const DemoFunction *column : gpus)
            text += fmt::format("{:<13}", cell(row == column));
        text += '\n';
    }
    return text + '\n';
}

std::string smiTopology(const DemoGpuModel &model, const Gpus &gpus) {
    const std::string bandwidth = fmt::format("{0}-{0}", model.xgmiMbytes);
    return smiTable("ACCESS TABLE", gpus, [](bool) { return "ENABLED"; }) +
           smiTable("WEIGHT TABLE", gpus, [](bool same) { return same ? "0" : "15"; }) +
           smiTable("HOPS TABLE", gpus, [](bool same) { return same ? "0" : "1"; }) +
           smiTable("LINK TYPE TABLE", gpus, [](bool same) { return same ? "SELF" : "XGMI"; }) +
           smiTable("NUMA BW TABLE", gpus, [&](bool same) { return same ? "N/A" : bandwidth; });
}

std::string banner(const std::string &title) {
    return fmt::format("{:=^90}\n", ' ' + title + ' ');
}

std::string rocmTable(const char *title, const Gpus &gpus, const Cell &cell) {
    std::string text = banner(title) + "      ";
    for (std::size_t i = 0; i < gpus.size(); ++i)
        text += fmt::format(" {:<12}", fmt::format("GPU{}", i));
    text += '\n';
    for (std::size_t row = 0; row < gpus.size(); ++row) {
        text += fmt::format("{:<6}", fmt::format("GPU{}", row));
        for (std::size_t column = 0; column < gpus.size(); ++column)
            text += fmt::format(" {:<12}", cell(row == column));
        text += '\n';
    }
    return text + '\n';
}

std::string rocmTopology(const Gpus &gpus) {
    std::string text = "\n\n" + banner("ROCm System Management Interface");
    text += rocmTable("Weight between two GPUs", gpus, [](bool same) { return same ? "0" : "15"; });
    text += rocmTable("Hops between two GPUs", gpus, [](bool same) { return same ? "0" : "1"; });
    text += rocmTable("Link Type between two GPUs", gpus, [](bool same) { return same ? "0" : "XGMI"; });
    text += banner("Numa Nodes");
    for (std::size_t i = 0; i < gpus.size(); ++i)
        text += fmt::format(
            "GPU[{0}]\t\t: (Topology) Numa Node: {1}\nGPU[{0}]\t\t: (Topology) Numa Affinity: {1}\n", i,
            gpus[i]->numa.value_or(-1));
    return text + banner("End of ROCm SMI Log");
}

} // namespace

std::vector<ToolText> smiTexts(const DemoHost &host) {
    const Gpus gpus = drivenGpus(host);
    if (gpus.empty() || !host.gpuModel)
        return {};
    const DemoGpuModel &model = *host.gpuModel;
    return {
        {"amd-smi", "list", smiList(host, gpus)},
        {"amd-smi", "static", smiStatic(model, gpus)},
        {"amd-smi", "topology", smiTopology(model, gpus)},
        {"amd-smi", "version",
         fmt::format("AMDSMI Tool: {} | AMDSMI Library version: {} | ROCm version: {} | amdgpu version: {} | "
                     "simulated\n",
                     model.toolVersion, model.toolVersion.substr(0, model.toolVersion.find('+')),
                     model.rocmVersion, model.driverVersion)},
        {"rocm-smi", "--showtopo", rocmTopology(gpus)}};
}

} // namespace fabricscope::app::demo
