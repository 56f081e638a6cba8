// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/sysfs/KfdTree.h"

#include "app/demo/sysfs/SysfsPaths.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::app::demo {

namespace {

constexpr int kPcie = 2, kXgmi = 11; ///< CRAT link types
constexpr int kXgmiWeight = 15, kPcieWeight = 20;

struct KfdLink {
    int to = 0, type = kPcie, weight = kPcieWeight;
    std::uint32_t least = 0, most = 0; ///< MB/s
};

std::string linkProperties(int from, const KfdLink &link) {
    return fmt::format(
        "type {}\nversion_major 0\nversion_minor 0\nnode_from {}\nnode_to {}\nweight {}\nmin_latency 0\n"
        "max_latency 0\nmin_bandwidth {}\nmax_bandwidth {}\nrecommended_transfer_size 0\n"
        "recommended_sdma_engine_id_mask 0\nflags 1\n",
        link.type, from, link.to, link.weight, link.least, link.most);
}

void writeLinks(TreeWriter &out, const std::string &at, int node, const std::vector<KfdLink> &links) {
    for (std::size_t i = 0; i < links.size(); ++i)
        out.file(fmt::format("{}/io_links/{}/properties", at, i), linkProperties(node, links[i]));
}

void writeMemory(TreeWriter &out, const std::string &at, int heap, std::uint64_t bytes, int width,
                 int clock) {
    out.file(at + "/mem_banks/0/properties",
             fmt::format("heap_type {}\nsize_in_bytes {}\nflags 0\nwidth {}\nmem_clk_max {}\n", heap, bytes,
                         width, clock));
}

std::string cpuProperties(unsigned cores, unsigned first, std::size_t links) {
    return fmt::format(
        "cpu_cores_count {}\nsimd_count 0\nmem_banks_count 1\ncaches_count 0\nio_links_count "
        "{}\np2p_links_count 0\n"
        "cpu_core_id_base {}\nsimd_id_base 0\nmax_waves_per_simd 0\nlds_size_in_kb 0\ngds_size_in_kb "
        "0\nnum_gws 0\n"
        "wave_front_size 0\narray_count 0\nsimd_arrays_per_engine 0\ncu_per_simd_array 0\nsimd_per_cu 0\n"
        "max_slots_scratch_cu 0\ngfx_target_version 0\nvendor_id 0\ndevice_id 0\nlocation_id 0\ndomain 0\n"
        "drm_render_minor 0\nhive_id 0\nnum_sdma_engines 0\nnum_sdma_xgmi_engines "
        "0\nnum_sdma_queues_per_engine 0\n"
        "num_cp_queues 0\nmax_engine_clk_ccompute 0\n",
        cores, links, first);
}

std::string gpuProperties(const DemoFunction &gpu, const DemoGpuModel &model, std::size_t links) {
    const Address &a = gpu.address;
    const unsigned location = (unsigned{a.bus} << 8) | (unsigned{a.device} << 3) | a.function;
    return fmt::format(
        "cpu_cores_count 0\nsimd_count {}\nmem_banks_count 1\ncaches_count 0\nio_links_count "
        "{}\np2p_links_count 0\n"
        "cpu_core_id_base 0\nsimd_id_base 2147487744\nmax_waves_per_simd 8\nlds_size_in_kb "
        "{}\ngds_size_in_kb 0\n"
        "num_gws 64\nwave_front_size 64\narray_count 32\nsimd_arrays_per_engine 1\ncu_per_simd_array "
        "10\nsimd_per_cu 4\n"
        "max_slots_scratch_cu 32\ngfx_target_version {}\nvendor_id {}\ndevice_id {}\nlocation_id {}\ndomain "
        "{}\n"
        "drm_render_minor {}\nhive_id {}\nnum_sdma_engines 2\nnum_sdma_xgmi_engines "
        "14\nnum_sdma_queues_per_engine 8\n"
        "num_cp_queues 24\nmax_engine_clk_fcompute {}\nlocal_mem_size 0\nfw_version 185\ncapability "
        "746037888\n"
        "debug_prop 1511\nsdma_fw_version 24\nunique_id {}\nnum_xcc {}\nmax_engine_clk_ccompute 3300\n",
        model.computeUnits * 4, links, model.gfxTarget >= 90500 ? 160 : 64, model.gfxTarget, gpu.vendor,
        gpu.device, location, a.domain, 128 + gpu.gpu->card, model.hive, model.engineClockMhz,
        gpu.gpu->uniqueId, model.xcc);
}

} // namespace

std::vector<const DemoFunction *> drivenGpus(const DemoHost &host) {
    std::vector<const DemoFunction *> gpus;
    for (const auto &[address, function] : host.functions)
        if (function.gpu && function.driver == "amdgpu")
            gpus.push_back(&function);
    std::sort(gpus.begin(), gpus.end(), [](auto *a, auto *b) { return a->gpu->card < b->gpu->card; });
    return gpus;
}

void writeKfdTree(TreeWriter &out, const DemoHost &host) {
    const auto gpus = drivenGpus(host);
    if (gpus.empty() || !host.gpuModel)
        return;
    const DemoGpuModel &model = *host.gpuModel;
    const std::string root = "sys/devices/virtual/kfd/kfd";
    out.link("sys/class/kfd/kfd", root);
    const int cpus = static_cast<int>(host.numaNodes.size());
    const auto pcie = [&](int to) {
        return KfdLink{to, kPcie, kPcieWeight, 312, model.pcieMbytes};
    };
    for (int node = 0; node < cpus; ++node) {
        const DemoNumaNode &numa = host.numaNodes[static_cast<std::size_t>(node)];
        const std::string at = fmt::format("{}/topology/nodes/{}", root, node);
        std::vector<KfdLink> links;
        for (int other = 0; other < cpus; ++other)
            if (other != node)
                links.push_back({other, kPcie, numa.distances.at(static_cast<std::size_t>(other)), 0, 0});
        for (std::size_t i = 0; i < gpus.size(); ++i)
            if (gpus[i]->numa == numa.id)
                links.push_back(pcie(cpus + static_cast<int>(i)));
        const auto cores = cpusOf(numa.cpus);
        out.line(at + "/gpu_id", "0");
        out.line(at + "/name", "");
        out.file(at + "/properties", cpuProperties(static_cast<unsigned>(cores.size()),
                                                   cores.empty() ? 0 : cores[0], links.size()));
        writeMemory(out, at, 0, numa.memoryKb * 1024, 64, 4800);
        writeLinks(out, at, node, links);
    }
    for (std::size_t i = 0; i < gpus.size(); ++i) {
        const int node = cpus + static_cast<int>(i);
        const std::string at = fmt::format("{}/topology/nodes/{}", root, node);
        std::vector<KfdLink> links{pcie(std::max(gpus[i]->numa.value_or(0), 0))};
        for (std::size_t other = 0; other < gpus.size(); ++other)
            if (other != i)
                links.push_back(
                    {cpus + static_cast<int>(other), kXgmi, kXgmiWeight, model.xgmiMbytes, model.xgmiMbytes});
        out.line(at + "/gpu_id",
                 std::to_string((gpus[i]->gpu->uniqueId ^ (gpus[i]->gpu->uniqueId >> 16)) & 0xFFFF));
        out.line(at + "/name", model.gfxTarget >= 90500 ? "gfx950" : "ip discovery");
        out.file(at + "/properties", gpuProperties(*gpus[i], model, links.size()));
        writeMemory(out, at, 1, model.vramBytes, 8192, 2600);
        writeLinks(out, at, node, links);
    }
}

} // namespace fabricscope::app::demo
