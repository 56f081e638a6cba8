// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The readers of tool outputs: the first byte selects the tool, the rest is its text. Each text is also
// recognized, as in an import.
#include "core/base/HostText.h"
#include "core/formats/HostBuilder.h"
#include "core/formats/HostReader.h"
#include "core/formats/files/FileKinds.h"
#include "tests/fuzz/Fuzz.h"
#include "tests/fuzz/SectionSeeds.h"

#include <algorithm>
#include <iterator>
#include <vector>

using namespace fabricscope;

namespace {

struct Tool {
    std::string_view section, seed;
};
constexpr Tool kTools[] = {
    {"tool-nvidia-smi-topo",
     "\t\x1b[4mGPU0\tGPU1\tNIC0\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\x1b[0m\nGPU0\t X "
     "\tNV18\tPIX\t0-55\t0\t\tN/A\n"
     "GPU1\tNV18\t X \tSYS\t\t1\t\tN/A\nNIC0\tPIX\tSYS\t X \n\nNIC Legend:\n\n  NIC0: mlx5_0\n"},
    {"tool-nvidia-smi-q-x",
     "<nvidia_smi_log>\n<attached_gpus>1</attached_gpus>\n<gpu id=\"00000000:41:00.0\">\n"
     "<pci_device_id>233010DE</pci_device_id>\n<max_link_gen>5</max_link_gen>\n"
     "<fb_memory_usage>\n<total>1 MiB</total>\n</gpu>\n"},
    {"tool-nvidia-smi-q",
     "Attached GPUs : 1\nGPU 00000000:41:00.0\n Product Name : X\n PCIe Generation\n Max : 5\n"
     " Device Max : 5\n Link Width\n Current : 8x\n FB Memory Usage\n Total : 81559 MiB\n"},
    {"tool-nvidia-smi",
     "| NVIDIA-SMI 1  Driver Version: 1.2  CUDA |\n|   0  NVIDIA X  On | 00000000:41:00.0 Off | 0 |\n"
     "| N/A 31C | 1MiB / 143771MiB | 0% |\n"},
    {"tool-nvidia-smi-nvlink", "GPU 0: NVIDIA H100 (UUID: GPU-1)\n\t Link 0: 26.562 GB/s\n"},
    {"tool-rocm-smi-topo",
     "=== Weight between two GPUs ===\n  GPU0 GPU1\nGPU0 0 15\nGPU1 15 0\n\n=== Link Type between "
     "two GPUs ===\n  GPU0 GPU1\nGPU0 0 XGMI\nGPU1 XGMI 0\nGPU[0] : PCI Bus: 0000:05:00.0\n"
     "GPU[1] : PCI Bus: 0000:26:00.0\nGPU[1] : (Topology) Numa Node: 1\n"},
    {"tool-rocm-smi-topo",
     "{\"card0\": {\"(Topology) Numa Node\": \"0\", \"PCI Bus\": \"0000:05:00.0\"}, \"card1\": {\"PCI Bus\": "
     "\"0000:26:00.0\"}, \"system\": {\"(Topology) Weight between DRM devices 0 and 1\": \"15\", "
     "\"(Topology) Link type between DRM devices 0 and 1\": \"XGMI\"}}"},
    {"tool-amd-smi-topology",
     "WEIGHT TABLE:\n 0000:05:00.0 0000:26:00.0\n0000:05:00.0 0 15\n\nLINK TYPE TABLE:\n "
     "0000:05:00.0 0000:26:00.0\n0000:05:00.0 SELF XGMI\nNUMA BW TABLE:\n"},
    {"tool-amd-smi-topology",
     "[{\"gpu\": 0, \"bdf\": \"0000:05:00.0\", \"links\": [{\"bdf\": \"0000:26:00.0\", "
     "\"weight\": 15, \"link_type\": \"XGMI\", \"bandwidth\": \"50000-50000\"}]}]"},
    {"tool-amd-smi-xgmi",
     "LINK METRIC TABLE:\n       bdf          bit_rate max_bandwidth link_type 05:00.0 26:00.0\n"
     "GPU0   05:00.0      32 Gb/s  512 Gb/s      XGMI\n Read                      N/A     1259 KB\n"
     " Write                     N/A     1074 KB\n"},
    {"tool-amd-smi-metric",
     "GPU: 0\n    PCIE:\n        WIDTH: 16\n        SPEED: 32 GT/s\n        BANDWIDTH: 18 Mb/s\n\n"
     "GPU: 1\n    PCIE:\n        WIDTH: 8\n        SPEED: 32 GT/s\n"},
    {"tool-amd-smi-static",
     "GPU: 0\n ASIC:\n  MARKET_NAME: X\n  DEVICE_ID: 0x74a1\n  ASIC_SERIAL: 0x1\n BUS:\n"
     "  BDF: 0000:05:00.0\n  MAX_PCIE_SPEED: 32 GT/s\n VRAM:\n  SIZE: 196592 MB\n"},
    {"tool-amd-smi-list",
     "{\"gpu_data\": [{\"gpu\": 0, \"bdf\": \"0000:05:00.0\", \"bus\": {\"max_pcie_speed\": "
     "{\"value\": 32, \"unit\": \"GT/s\"}}}]}"},
    {"tool-ibv-devinfo",
     "hca_id:\tmlx5_0\n\tfw_ver:\t1\n\t\tport:\t1\n\t\t\tstate:\tPORT_ACTIVE (4)\n\t\t\t"
     "active_width:\t4X (2)\n\t\t\tactive_speed:\t100.0 Gbps (128)\n\t\t\tGID[ 0]:\tfe80::1, RoCE v2\n"},
    {"tool-ibstat",
     "CA 'mlx5_0'\n\tCA type: MT4129\n\tNode GUID: 0x9c63c00300d420f0\n\tPort 1:\n\t\tState: Active\n"
     "\t\tRate: 400\n"},
    {"tool-ibdev2netdev",
     "0000:41:00.0 mlx5_0 (MT4129 - X) fw 28 port 1 (ACTIVE) ==> ens1 (Up)\nmlx5_1 port 1 ==> a (Down)\n"},
    {"tool-ibv-devices", " device node GUID\n ------ ----\n mlx5_0 9c63c00300d420f0\n"},
    {"tool-ibstatus",
     "Infiniband device 'mlx5_0' port 1 status:\n\tdefault gid: fe80::1\n\tstate: 4: ACTIVE\n"
     "\trate: 400 Gb/sec (4X NDR)\n"},
    {"lstopo",
     "Machine (1GB total)\n  Package L#0 + L3 L#0 (1KB) + Core L#0 + PU L#0 (P#0)\n    NUMANode L#0 (P#0 "
     "local=8KB)\n"
     "    HostBridge L#0 (buses=0000:[40-45])\n      PCIBridge L#1 (busid=0000:40:01.1 buses=0000:[41-41])\n"
     "        3 x { PCI 41:00.1-3 (3D) }\n        PCI L#4 (busid=0000:41:00.0 id=10de:2330 link=63.02GB/s)\n"
     "          GPU(RSMI) L#1 (XGMIPeers=\"rsmi1 \") \"rsmi0\"\n"},
    {"tool-class-links",
     "mlx5_0 -> ../../devices/pci0000:40/0000:40:01.1/pci10000:00/10000:00:00.0/infiniband/mlx5_0\n"},
    {"tool-rdma-link",
     "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1\n1/1: mlx5_1/1: state DOWN\n"
     "2: mlx5_2: node_type ca fw 28 node_guid 1:2:3:4\n"},
    {"tool-rdma-link",
     "[{\"ifindex\":0,\"ifname\":\"mlx5_0\",\"port\":1,\"state\":\"ACTIVE\",\"physical_state\":\"LINK_UP\","
     "\"netdev\":\"ens1\",\"caps\":[\"SM\"]},{\"ifname\":\"mlx5_1\",\"node_guid\":\"1:2:3:4\",\"fw\":\"28\"}"
     "]"},
    {"tool-numactl-h",
     "available: 2 nodes (0,4)\nnode 0 cpus: 0 1 2\n3 4\nnode 4 size: 1 MB\nnode distances:\n"
     "node 0 4\n 0: 10 80\n 4: 80 10\n"},
    {"tool-lscpu", "Architecture: x\nModel name: y\nFlags: a hyper\n visor\nNUMA node0 CPU(s): 0-3\n"},
    {"tool-lscpu", "{\"lscpu\": [{\"field\": \"Model name:\", \"data\": \"x\", \"children\": []}]}"},
    {"tool-ip-addr",
     "2: a@b: <UP,LOWER_UP> mtu 9000 master c state UP\n link/ether 00:11:22:33:44:55\n inet 1.2.3.4/5\n"
     "b UP 1.2.3.4/5\n3: c    inet6 fe80::1/64\n"},
    {"tool-ip-addr",
     "[{\"ifindex\":2,\"ifname\":\"eth0\",\"flags\":[\"UP\",\"LOWER_UP\"],\"mtu\":9000,\"operstate\":\"UP\","
     "\"link_type\":\"ether\",\"address\":\"00:11:22:33:44:55\",\"parentdev\":\"0000:41:00.0\",\"vfinfo_"
     "list\":"
     "[{\"vf\":0}],\"addr_info\":[{\"local\":\"1.2.3.4\",\"prefixlen\":5}]},{}]"},
    {"tool-nvidia-smi-l", "GPU 0: NVIDIA X900 (UUID: GPU-11aa22bb-33cc-44dd-55ee-66ff77008899)\n"
                          "  MIG 1g.10gb     Device  0: (UUID: MIG-21aa22bb-33cc-44dd-55ee-66ff77008899)\n"
                          "GPU 1: NVIDIA X900 (UUID: GPU-31aa22bb-33cc-44dd-55ee-66ff77008899)\n"},
    {"tool-nvidia-smi-query", "index, name, pci.bus_id, memory.total [MiB], pcie.link.width.current\n"
                              "0, NVIDIA X900, 00000000:41:00.0, 81559 MiB, 16\n"
                              "1, NVIDIA X900, 00000000:42:00.0, 81559 MiB, 8\n"},
    {"dmesg", "{\"dmesg\": [{\"pri\": 5, \"time\": 0.5, \"msg\": \"mlx5_core 0000:41:00.0: synd 0x1: x\"}]}"},
    {"dmesg", "{\"__CURSOR\":\"s\",\"_TRANSPORT\":\"kernel\",\"MESSAGE\":[65,66]}\n"},
    {"dmesg", "6,1,2,-;pci 0000:41:00.0: BAR 2: no space for [mem size 0x2000000000]\n DEVICE=+pci:x\n"},
    {"dmesg", "__CURSOR=s\n_TRANSPORT=kernel\nMESSAGE\n12345678mlx5_core: x\nMESSAGE=NVRM: Xid (PCI:0:1:0): "
              "154, x\n\n"},
    {"dmesg", "Thu 2026-01-22 20:50:11 UTC [s=5;i=1]\n    _TRANSPORT=kernel\n    MESSAGE=a\n            b\n"},
    {"dmesg",
     "{1}[Hardware Error]: event severity: fatal\n{1}[Hardware Error]:  Error 0, type: corrected\n"
     "{1}[Hardware Error]:   section_type: memory error\n{1}[Hardware Error]:   node:0 card:1\n"
     "{1}[Hardware Error]:   section_type: PCIe error\n{1}[Hardware Error]:   device_id: 0000:41:00.0\n"},
    {"dmesg", "EDAC MC0: 1 CE x on A1 (p)\nmce: [Hardware Error]: CPU 1: Machine Check: 0 Bank 7: 8c\n[Jan20 "
              "20:50] a\n"},
    {"tool-nvidia-smi-nvlink",
     "GPU 0: X (UUID: GPU-1)\n\t Link 0: Replay Errors: 3\n\t Link 1: <inactive>\n"},
    {"tool-rocm-smi-topo",
     "GPU[0]: \tRAS INFO\n Block Status Correctable Error  Uncorrectable Error\n UMC ENABLED 1 2\n"},
    {"tool-amd-smi-xgmi", "XGMI LINK STATUS:\n bdf link_status\nGPU0 0000:05:00.0 U D X\n"},
    {"dmesg",
     "[    0.0] Linux version 6.1 (x)\n[    0.1] pci 0000:41:00.0: [10de:2330] type 00 class 0x030200\n"
     "[    0.2] pci 0000:40:01.0: PCI bridge to [bus 41-43]\n[ 9.0] NVRM: Xid (PCI:0000:41:00): 79, x\n"
     "Jul 1 h kernel: pcieport 0000:00:01.1: pciehp: Slot(3): Link Down\n[1.0] DMAR: IOMMU enabled\n"},
    {"kernel-version", "uname: Linux h 6.8 #1 SMP\n"},
    {"kernel-command-line", "BOOT_IMAGE=/x iommu=pt\n"},
    {"os-release", "PRETTY_NAME=\"x\"\n"},
    {"tool-systemctl-status",
     "* nvidia-imex.service - x\n  Loaded: loaded\n  Active: failed (Result: signal)\n"},
    {"tool-dmidecode", "BIOS Information\n\tVersion: 1\nSystem Information\n\tManufacturer: x\n"},
    {"nvidia-information", "Model: X\nVideo BIOS: ??\nBus Location: 0000:41:00.0\n"},
};

constexpr std::size_t kAddressTable = 3; ///< gives GPUs their addresses

/// Also those of the readers' seeds, where there is no own one.
const std::vector<Tool> &tools() {
    static const std::vector<Tool> kAll = [] {
        std::vector<Tool> all(std::begin(kTools), std::end(kTools));
        for (const fuzz::SectionSeed &seed : fuzz::sectionSeeds())
            if (seed.name.starts_with("tool-") &&
                std::none_of(std::begin(kTools), std::end(kTools),
                             [&](const Tool &tool) { return tool.section == seed.name; }))
                all.push_back({seed.name, seed.bytes});
        return all;
    }();
    return kAll;
}

void check(const host::Host &host) {
    std::size_t cells = 0;
    for (const host::DeviceMatrix &matrix : host.deviceMatrices)
        for (const host::DeviceMatrix::Row &row : matrix.rows) {
            fuzz::require(row.cells.size() == matrix.columns.size());
            cells += row.cells.size();
            fuzz::require(HostText(row.name).plain() == row.name &&
                          HostText(row.device).plain() == row.device);
        }
    fuzz::require(cells <= formats::HostLimits::kMatrixCells);
    fuzz::require(host.kernelMessages.size() <= formats::HostLimits::kKernelMessages);
    fuzz::require(host.toolFaults.size() <= formats::HostLimits::kToolFaults);
    fuzz::require(host.toolFacts.size() <= formats::HostLimits::kToolFacts);
    for (const host::KernelMessage &entry : host.kernelMessages)
        fuzz::require(HostText(entry.text).plain() == entry.text && entry.count > 0);
    for (const host::GpuLink &link : host.gpuLinks)
        fuzz::require(link.from < link.to);
    for (const host::PciFunction &function : host.functions)
        fuzz::require(HostText(function.driver.valueOr({})).plain() == function.driver.valueOr({}));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    if (size == 0)
        return 0;
    const std::string_view text = fuzz::textOf(data + 1, size - 1);
    const Tool &tool = tools()[data[0] % tools().size()];
    (void)formats::recogniseFile({"log.txt", text.substr(0, formats::FileSample::kHead)});
    capture::Capture capture;
    // Twice, so that earlier values exist too; and with a table that gives GPUs their addresses.
    for (const std::string_view name : {std::string_view("tool-nvidia-smi"), tool.section, tool.section}) {
        capture::Section::Meta meta;
        meta.name = name;
        meta.part = capture::Part::Import;
        meta.damage = size % 2 == 0 ? capture::Damage::None : capture::Damage::Truncated;
        capture.sections.emplace_back(meta,
                                      std::string(name == tool.section ? text : kTools[kAddressTable].seed));
    }
    check(formats::readHost(capture));
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < tools().size(); ++i)
        all.push_back(static_cast<char>(i) + std::string(tools()[i].seed));
    return all;
}
