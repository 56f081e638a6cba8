// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every kind of importable file, with secrets where its format has them, contains none after redaction.
#include "core/capture/redact/Redact.h"
#include "core/formats/HostReader.h"
#include "core/formats/files/FileKinds.h"
#include "core/formats/files/Import.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::formats {
namespace {

using capture::Capture;
using capture::Section;
using testing::HasSubstr;

/// A text of a kind, and the parts that must be redacted. The host is named "zeta-gpu-07" where the format
/// contains its name.
struct Sample {
    std::string_view section;
    std::string_view text;
    std::vector<std::string_view> secrets;
};

const std::vector<Sample> &samples() {
    static const std::vector<Sample> all{
        {"hwloc-xml",
         R"(<?xml version="1.0"?><topology version="2.0"><object type="Machine" os_index="0">
<info name="HostName" value="zeta-gpu-07"/><info name="DMIProductSerial" value="SERIALONLY"/>
<info value='BRD-0042' name='DMIBoardSerial'/><info name="DMIChassisAssetTag" value="asset 99 of ours"/>
<info name="DMIProductUUID" value="4c4c4544-0042-3510-8052-b4c04f4e4d32"/>
<object type="OSDev" name="ib0" osdev_type="3"><info name="Address" value="9c:63:c0:00:00:01"/>
<info name="NodeGUID" value="9c63:c003:00d4:20f0"/><info name="SysImageGUID" value="9c63:c003:00d4:20f1"/></object>
<object type="OSDev" name="rsmi0" osdev_type="5"><info name="AMDUUID" value="5d5d1122334455aa"/>
<info name="AMDSerial" value="PCB0042ZZ"/><info name="XGMIHiveID" value="9af13cd200112233"/></object>
<object type="OSDev" name="nvml0" osdev_type="5"><info name="NVIDIAUUID" value="GPU-5d1c2a3b-1111-2222-3333-444455556666"/>
<info name="NVIDIASerial" value="1650522011111"/></object></object></topology>
)",
         {"zeta", "SERIALONLY", "BRD-0042", "asset 99", "of ours", "4c4c4544", "9c:63:c0", "9c63:c003",
          "5d5d1122", "PCB0042ZZ", "9af13cd2", "5d1c2a3b", "1650522011111"}},
        {"nccl-topo",
         R"(<system version="1"><cpu host_hash="0x7a6b5c4d3e2f1a0b" numaid="0" arch="x86_64">
<pci busid="0000:41:00.0" class="0x020700"><nic><net name="mlx5_0" dev="0" guid="0x9c63c00300d420f0"/></nic></pci></cpu></system>
)",
         {"7a6b5c4d", "9c63c003"}},
        {"lspci-tree",
         "-[0000:40]-+-00.0  Intel Corporation Device 1234\n           \\-01.0-[41]----00.0  NIC\n",
         {}},
        {"lspci-machine",
         "Slot:\t41:00.0\nClass:\tEthernet controller [0200]\nVendor:\tIntel [8086]\nDevice:\tX [1234]\n\n",
         {}},
        {"lspci-hex",
         "41:00.0 0200: 15b3:1021\n00: b3 15 21 10 00 00 10 00 00 00 00 02 00 00 00 00\n"
         "100: 03 00 01 00 f0 20 d4 00 03 c0 63 9c 00 00 00 00\n\n"
         "> 42:00.0 0200: 15b3:1021\r\n> 00: b3 15 21 10 00 00 10 00 00 00 00 02 00 00 00 00\r\n"
         "> 100: 01 00 01 12 00 00 00 00 00 00 00 00 00 00 00 00\r\n"
         "> 120: 03 00 01 00 f1 21 d5 01 04 c1 64 9d 00 00 00 00\r\n",
         {"f0 20 d4 00", "03 c0 63 9c", "f1 21 d5 01", "04 c1 64 9d"}},
        {"lspci-text",
         "41:00.0 Ethernet controller [0200]: Mellanox MT2910 [15b3:1021] (rev 01)\n"
         "\tCapabilities: [48] Vital Product Data\n\t\tProduct Name: ConnectX-7\n\t\tRead-only fields:\n"
         "\t\t\t[PN] Part number: MCX75310AAS-NEAT\n\t\t\t[SN] Serial number: MT2244X00777\n"
         "\t\t\t[V3] Vendor specific: 0cb8b0d2ab3bed1180007bd09fa2c7e8\n\t\t\t[YA] Asset tag: ours-12345\n"
         "\tCapabilities: [100 v1] Device Serial Number 9c-63-c0-03-00-d4-20-f0\n"
         "\tKernel driver in use: mlx5_core\n",
         {"MT2244X00777", "0cb8b0d2", "ours-12345", "9c-63-c0"}},
        {"tool-nvidia-smi-q-x",
         "<?xml version=\"1.0\" ?>\n<nvidia_smi_log>\n<attached_gpus>1</attached_gpus>\n<gpu "
         "id=\"00000000:41:00.0\">\n"
         "<product_name>NVIDIA H100</product_name><serial>1650522011111</serial>\n"
         "<uuid>GPU-5d1c2a3b-1111-2222-3333-444455556666</uuid><pdi>0x7fa6c9f2d3b14e55</pdi>\n"
         "<platformInfo><chassis_serial_number>1821325191344</chassis_serial_number>"
         "<gpu_fabric_guid>0x49a67fbb5e8dc2f1</gpu_fabric_guid></platformInfo>\n"
         "<process_info><process_name>/home/alicew/train.py</process_name></process_info>\n"
         "</gpu>\n</nvidia_smi_log>\n",
         {"1650522011111", "5d1c2a3b", "7fa6c9f2", "1821325191344", "49a67fbb", "alicew"}},
        {"tool-nvidia-smi-q",
         "==============NVSMI LOG==============\n\nAttached GPUs                             : 1\n"
         "GPU 00000000:41:00.0\n    Product Name                          : NVIDIA H100\n"
         "    Serial Number                         : 1650522011111\n"
         "    GPU UUID                              : GPU-5d1c2a3b-1111-2222-3333-444455556666\n"
         "    GPU PDI                               : 0x7fa6c9f2d3b14e55\n"
         "        Chassis Serial Number             : CHASSISONE\n"
         "        GPU Fabric GUID                   : 0x49a67fbb5e8dc2f1\n"
         "            Name                          : /home/alicew/train.py\n",
         {"1650522011111", "5d1c2a3b", "7fa6c9f2", "CHASSISONE", "49a67fbb", "alicew"}},
        {"tool-nvidia-smi",
         "| NVIDIA-SMI 570.86.10  Driver Version: 570.86.10  CUDA Version: 12.8 |\n"
         "|    0   N/A  N/A      4242      C   /home/alicew/train.py   1024MiB |\n",
         {"alicew"}},
        {"tool-nvidia-smi-topo",
         "\tGPU0\tGPU1\tCPU Affinity\nGPU0\t X \tNV18\t0-47\nGPU1\tNV18\t X \t0-47\n",
         {}},
        {"tool-nvidia-smi-topo-p2p", "\tGPU0\tGPU1\nGPU0\tX\tCNS\nGPU1\tCNS\tX\n", {}},
        {"nvidia-smi-error",
         "Failed to initialize NVML: Driver/library version mismatch\nNVML library version: 599.10\n",
         {}},
        {"tool-amd-smi-partition",
         "GPU_ID  MEMORY  ACCELERATOR_TYPE  ACCELERATOR_PROFILE_INDEX  PARTITION_ID\n"
         "0       NPS4    CPX               3                          0\n",
         {}},
        {"amd-smi-error",
         "ROCk module is loaded\nUnable to open /dev/kfd read-write: Permission denied\n"
         "alicew is not member of \"render\" group, the default DRM access group.\n",
         {"alicew"}},
        {"tool-nvidia-smi-nvlink",
         "GPU 0: NVIDIA H100 (UUID: GPU-5d1c2a3b-1111-2222-3333-444455556666)\n\t Link 0: 26.562 GB/s\n",
         {"5d1c2a3b"}},
        {"tool-rocm-smi-topo",
         "==== ROCm System Management Interface ====\nGPU[0]\t\t: Serial Number: PCB0042ZZ\n"
         "GPU[0]\t\t: Unique ID: 0x5d5d1122334455aa\n==== Weight between two GPUs ====\n",
         {"PCB0042ZZ", "5d5d1122"}},
        {"tool-rocminfo",
         "Agent 2\n  Name:                    gfx950\n  Uuid:                    GPU-5d5d1122334455aa\n"
         "  Marketing Name:          AMD Instinct MI355X\n  Device Type:             GPU\n"
         "  BDFID:                   16640\n",
         {"5d5d1122"}},
        {"tool-amd-smi-csv",
         "gpu,gpu_bdf,gpu_uuid\n0,0000:41:00.0,5d1c2a3b-1111-2222-3333-444455556666\n",
         {"5d1c2a3b"}},
        {"tool-amd-smi-firmware",
         "GPU: 0\n    FW_LIST:\n        FW 0:\n            FW_ID: SMC\n            FW_VERSION: "
         "00.85.110.00\n",
         {}},
        {"tool-amd-smi-event",
         "EVENT_INFO:\nGPU: 0\n    MESSAGE: process alicew ended\n    CATEGORY: ECC\n    DATE: 2026-01-20\n",
         {"alicew"}},
        {"tool-ethtool",
         "Settings for enx9c63c0d420f0:\n\tSpeed: 100000Mb/s\n\tLink detected: yes\n",
         {"9c63c0d4"}},
        {"tool-ethtool-m",
         "\tIdentifier                                : 0x11 (QSFP28)\n"
         "\tVendor name                               : ACME\n"
         "\tVendor PN                                 : A-100G\n"
         "\tVendor SN                                 : MT1706FT02064\n",
         {"1706FT02064"}},
        {"tool-amd-smi-topology",
         "LINK TYPE TABLE:\n             0000:05:00.0 0000:15:00.0\n0000:05:00.0 SELF         XGMI\n",
         {}},
        {"tool-amd-smi-monitor", "GPU  POWER   GPU_T\n  0  120 W   41 C\n  1  121 W   42 C\n", {}},
        {"tool-amd-smi-xgmi",
         "LINK METRIC TABLE:\n       bdf          bit_rate max_bandwidth link_type 05:00.0 26:00.0\n"
         "GPU0   05:00.0      32 Gb/s  512 Gb/s      XGMI\n Read                      N/A     1259 KB\n"
         " Write                     N/A     1074 KB\n",
         {}},
        {"tool-amd-smi-metric",
         "GPU: 0\n    PCIE:\n        WIDTH: 16\n        SPEED: 32 GT/s\n        BANDWIDTH: 18 Mb/s\n\n"
         "GPU: 1\n    PCIE:\n        WIDTH: 8\n        SPEED: 32 GT/s\n",
         {}},
        {"tool-amd-smi-static",
         "GPU: 0\n    ASIC:\n        MARKET_NAME: AMD Instinct MI300X\n        ASIC_SERIAL: "
         "0x5D5D1122334455AA\n"
         "    BUS:\n        BDF: 0000:05:00.0\n    BOARD:\n        PRODUCT_SERIAL: PCBWITHOUT\n"
         "    UUID: 60ff74a1-0000-1000-8098-f4d3c2b1a012\n",
         {"5D5D1122", "PCBWITHOUT", "60ff74a1"}},
        {"tool-ibv-devinfo",
         "hca_id:\tmlx5_0\n\ttransport:\tInfiniBand (0)\n\tnode_guid:\t9c63:c003:00d4:20f0\n"
         "\tsys_image_guid:\t9c63:c003:00d4:20f0\n\t\tport:\t1\n\t\t\tstate:\tPORT_ACTIVE (4)\n"
         "\t\t\tGID[  0]:\tfe80:0000:0000:0000:9c63:c003:00d4:20f0, RoCE v1\n"
         "\t\t\tGID[  3]:\t::ffff:10.41.7.93, RoCE v2\n",
         {"9c63:c003", "10.41.7"}},
        {"tool-ibstat",
         "CA 'mlx5_0'\n\tCA type: MT4129\n\tNode GUID: 0x9c63c00300d420f0\n\tSystem image GUID: "
         "0x9c63c00300d420f0\n"
         "\tPort 1:\n\t\tState: Active\n\t\tPort GUID: 0x9c63c00300d420f0\n",
         {"9c63c003"}},
        {"tool-ibdev2netdev", "mlx5_0 port 1 ==> enx9c63c0d420f0 (Up)\n", {"9c63c0d4"}},
        {"tool-ibv-devices",
         "    device          \t   node GUID\n    ------          \t----------------\n"
         "    mlx5_0          \t9c63c00300d420f0\n",
         {"9c63c003"}},
        {"tool-ibstatus",
         "Infiniband device 'mlx5_0' port 1 status:\n"
         "\tdefault gid:\t fe80:0000:0000:0000:9c63:c003:00d4:20f0\n\tstate:\t\t 4: ACTIVE\n",
         {"9c63:c003"}},
        {"lstopo",
         "Machine (P#0 total=1024KB DMIProductName=X9 DMIProductSerial=S4711-0815 "
         "DMIProductUUID=4c4c4544-0042-3510-"
         "8052-b4c04f4e4d32 DMIBoardAssetTag=\"rack 12\" HostName=zeta-gpu-07 Architecture=x86_64)\n"
         "  HostBridge L#0 (buses=0000:[40-41])\n"
         "    PCI L#0 (busid=0000:41:00.0 id=10de:2330 class=0302(3D) PCIVendor=\"NVIDIA Corporation\")\n"
         "      Network L#2 (Address=9c:63:c0:d4:20:f0) \"enx9c63c0d420f0\"\n"
         "      Block(Disk) L#3 (SerialNumber=MT2244X00777 Model=X) \"nvme0n1\"\n"
         "      Co-Processor L#0 (Backend=NVML NVIDIASerial=0321019030775 "
         "NVIDIAUUID=GPU-d3977428-7a30-086b-2e20-5c1eeed647c6) \"nvml0\"\n"
         "      OpenFabrics L#7 (NodeGUID=248a:0703:001e:39fe Port1GID0=fe80::248a:0703:001e:39fe) "
         "\"mlx5_0\"\n",
         {"S4711", "4c4c4544", "rack 12", "zeta", "9c:63:c0", "9c63c0d4", "MT2244X", "03210190", "d3977428",
          "248a:0703"}},
        {"tool-class-links",
         "lrwxrwxrwx 1 root root 0 Nov 3 10:00 enx9c63c0d420f0 -> "
         "../../devices/pci0000:40/0000:40:01.1/0000:41:00.0/net/enx9c63c0d420f0\n",
         {"9c63c0d4"}},
        {"tool-rdma-link",
         "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev enx9c63c0d420f0\n"
         "0: mlx5_0: node_type ca fw 28.41.1000 node_guid 9c63:c003:00d4:20f0 sys_image_guid "
         "9c63:c003:00d4:20f0\n",
         {"9c63c0d4", "9c63:c003"}},
        {"tool-nvidia-smi-l",
         "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-d3977428-7a30-086b-2e20-5c1eeed647c6)\n"
         "  MIG 1g.10gb     Device  0: (UUID: MIG-e4977428-7a30-086b-2e20-5c1eeed647c6)\n",
         {"d3977428", "e4977428"}},
        {"tool-nvidia-smi-query",
         "index, name, uuid, pci.bus_id\n"
         "0, NVIDIA H100 80GB HBM3, GPU-d3977428-7a30-086b-2e20-5c1eeed647c6, 00000000:41:00.0\n",
         {"d3977428"}},
        {"tool-amd-smi",
         "| AMD-SMI 26.1.0+aa11bb22      amdgpu version: 6.15.1   ROCm version: 7.9.0    |\n"
         "| BDF                        GPU-Name | Mem-Uti   Temp   UEC       Power-Usage |\n"
         "| 0000:41:00.0   AMD Instinct MI300X  | 0 %      40 C    2          130/1000 W |\n"
         "|    0      36750  carolxs-job            2.0 MB    9.3 GB     9.5 GB  N/A     |\n",
         {"carolxs"}},
        {"tool-amd-smi-version",
         "AMDSMI Tool: 25.9.1+aa11bb22 | AMDSMI Library version: 25.9.1 | ROCm version: 6.9.0\n",
         {}},
        {"tool-amd-smi-process",
         "GPU: 0\n    PROCESS_INFO:\n        NAME: carolxs-job\n        PID: 4711\n        MEMORY_USAGE:\n"
         "            VRAM_MEM: 61.5 GB\n",
         {"carolxs"}},
        {"tool-amd-smi-bad-pages",
         "GPU: 0\n    RETIRED: No bad pages found.\n    PENDING: No bad pages found.\n",
         {}},
        {"tool-rdma-statistic",
         "link mlx5_4/1 rx_write_requests 5 out_of_sequence 17 packet_seq_err 0 \n",
         {}},
        {"tool-show-gids",
         "DEV\tPORT\tINDEX\tGID\t\t\t\t\tIPv4  \t\tVER\tDEV\n"
         "mlx5_0\t1\t0\tfe80:0000:0000:0000:9e63:c0ff:fed4:20f0\t\t\tv1\tenx9c63c0d420f0\n"
         "mlx5_0\t1\t3\t0000:0000:0000:0000:0000:ffff:0a29:075d\t10.41.7.93  \tv2\tenx9c63c0d420f0\n",
         {"9c63c0d4", "10.41.7", "fed4:20f0", "0a29:075d"}},
        {"tool-ethtool-i",
         "driver: mlx5_core\nversion: 6.8.0-60-generic\nfirmware-version: 28.41.1000 (MT_0000000838)\n"
         "bus-info: 0000:41:00.0\n",
         {}},
        {"tool-ethtool-s", "NIC statistics:\n     rx_packets: 12\n     rx_discards_phy: 7\n", {}},
        {"tool-ibstat-l", "mlx5_0\nmlx5_1\n", {}},
        {"tool-numactl-h",
         "available: 1 nodes (0)\nnode 0 cpus: 0 1\nnode 0 size: 1024 MB\nnode distances:\n",
         {}},
        {"tool-lscpu",
         "Architecture:        x86_64\nCPU(s):              8\nModel name:          Xeon\n",
         {}},
        {"tool-ip-addr",
         "2: enx9c63c0d420f0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP\n"
         "    link/ether 9c:63:c0:d4:20:f0 brd ff:ff:ff:ff:ff:ff switchid 0a9b8c7d6e5f portname p0\n"
         "    inet 10.41.7.93/24 scope global\n    inet6 2001:db8:77:1:1234:5678:9abc:beef/64 scope global\n",
         {"9c63c0d4", "9c:63:c0", "0a9b8c7d", "10.41.7", "2001:db8", "9abc"}},
        {"tool-dmidecode",
         "Handle 0x0001, DMI type 1, 27 bytes\nSystem Information\n\tManufacturer: Supermicro\n"
         "\tSerial Number: NODIGITS\n\tUUID: 4c4c4544-0042-3510-8052-b4c04f4e4d32\n\n"
         "Handle 0x0003, DMI type 3, 27 bytes\nChassis Information\n\tAsset Tag: row 7, rack 12\n\n"
         "Handle 0x000B, DMI type 11, 5 bytes\nOEM Strings\n\tString 1: owner Alicew GmbH\n"
         "\tString 12: svc-tag-9XQ2\n\nHandle 0x0011, DMI type 17, 92 bytes\nMemory Device\n"
         "\tSerial Number: 80CE0123\n\tAsset Tag: Not Specified\n",
         {"NODIGITS", "4c4c4544", "row 7", "rack 12", "Alicew", "9XQ2", "80CE0123"}},
        {"tool-systemctl-status",
         "\xE2\x97\x8F nvidia-fabricmanager.service - NVIDIA fabric manager service\n"
         "     Loaded: loaded (/lib/systemd/system/nvidia-fabricmanager.service; enabled)\n"
         "     Active: failed (Result: exit-code) since Sun 2026-11-22 13:11:54 UTC; 5min ago\n"
         "   Main PID: 4711 (code=exited, status=1/FAILURE)\n"
         "Nov 22 13:11:54 zeta-gpu-07 nv-fabricmanager[4711]: carolxs topology file of 10.41.7.93\n",
         {"zeta", "carolxs", "10.41.7"}},
        {"dmesg",
         "Jul 22 20:50:11 zeta-gpu-07 kernel: Linux version 6.8.0 (alicew@builder.corp) (gcc 13) #63 SMP\n"
         "Jul 22 20:50:11 zeta-gpu-07 kernel: Command line: "
         "ip=10.41.7.93::10.41.7.1:255.255.255.0:zeta-gpu-07:eth0:off\n"
         "Jul 22 20:50:12 zeta-gpu-07 systemd[1]: Hostname set to <zeta-gpu-07>.\n"
         "[    1.0] usb 1-1: SerialNumber: 0123456ABC\n"
         "[    2.0] mlx5_core 0000:41:00.0 enx9c63c0d420f0: renamed from eth0, 9c:63:c0:d4:20:f0\n"
         "[    3.0] NVRM: GPU Board Serial Number: 1650522011111\n"
         "[    4.0] mce: [Hardware Error]: PPIN 0x02b7c3d4e5f60718\n",
         {"zeta", "alicew", "builder", "corp", "10.41.7", "0123456ABC", "9c63c0d4", "9c:63:c0",
          "1650522011111", "02b7c3d4"}},
        {"tool-virsh",
         "<domain type='kvm' id='3'>\n  <name>zeta-train-1</name>\n"
         "  <uuid>bea9b5b4-3351-4c12-ab2f-1a84477f96e7</uuid>\n  <title>acme model</title>\n"
         "  <vcpu>8</vcpu>\n  <devices>\n    <interface type='bridge'>\n"
         "      <mac address='52:54:00:a1:b2:c3'/>\n      <source bridge='br-acme'/>\n"
         "      <vlan><tag id='2907'/></vlan>\n    </interface>\n"
         "    <disk type='file'><source file='/srv/acme/vm.qcow2'/></disk>\n  </devices>\n</domain>\n",
         {"zeta", "bea9b5b4", "acme", "a1:b2:c3", "2907"}},
        {"vmm",
         "4711 /usr/bin/qemu-system-x86_64 -name guest=zeta-train-1 -uuid "
         "bea9b5b4-3351-4c12-ab2f-1a84477f96e7 "
         "-smp 8 -drive file=/srv/acme/vm.qcow2 -netdev tap,id=n0 "
         "-device virtio-net-pci,netdev=n0,mac=52:54:00:a1:b2:c3 -device vfio-pci,host=0000:41:00.0\n",
         {"zeta", "bea9b5b4", "acme", "a1:b2:c3"}},
        {"cpuinfo",
         "processor\t: 0\nvendor_id\t: GenuineIntel\nmodel name\t: Xeon\nSerial\t\t: 10000000a3b4c5d6\n",
         {"a3b4c5d6"}},
        {"meminfo", "MemTotal:       1024 kB\nMemFree:         512 kB\nMemAvailable: 512 kB\n", {}},
        {"nvidia-information",
         "Model: \t\t NVIDIA H100\nIRQ:   \t\t 12\nGPU UUID: \t GPU-5d1c2a3b-1111-2222-3333-444455556666\n"
         "Video BIOS: \t 96.00.61.00.01\nBus Location: \t 0000:41:00.0\nSerial Number: \t 1650522011111\n",
         {"5d1c2a3b", "1650522011111"}},
        {"os-release", "PRETTY_NAME=\"Ubuntu 24.04\"\nID=ubuntu\nVERSION_ID=24.04\n", {}},
        {"kernel-version", "Linux zeta-gpu-07 6.8.0-60-generic #63-Ubuntu SMP x86_64 GNU/Linux\n", {"zeta"}},
        {"kernel-command-line",
         "BOOT_IMAGE=/boot/vmlinuz root=UUID=bea9b5b4-3351-4c12-ab2f-1a84477f96e7 ro "
         "systemd.hostname=zeta-gpu-07 "
         "ip=10.41.7.93::10.41.7.1:255.255.255.0:zeta-gpu-07:eth0:off\n",
         {"bea9b5b4", "zeta", "10.41.7"}},
    };
    return all;
}

/// One identifier of each type, in a place without a key; the host name is the target's, and the serial
/// number and the user are in another section.
constexpr std::string_view kAnywhere =
    "alpha-node9 9c:63:c0:aa:bb:cc 10.99.88.77 2001:db8:55:66::77 CZJ1234XYZ 9c63:c003:00aa:bbcc "
    "3c4c4544-0042-3510-8052-b4c04f4e4d31 3d1219c7c4c5404aaa1f6d2a48adfda4 "
    "GPU-6d1c2a3b-1111-2222-3333-444455556666 "
    "9c-63-c0-ff-fe-aa-bb-cc enx9c63c0aabbcc carolx\n";
constexpr std::string_view kSecrets[] = {"alpha-node9", "9c:63:c0",  "10.99.88", "2001:db8:55",
                                         "CZJ1234XYZ",  "9c63:c003", "3c4c4544", "3d1219c7",
                                         "6d1c2a3b",    "9c-63-c0",  "9c63c0aa", "carolx"};

std::string lowered(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return std::tolower(c); });
    return out;
}

Section section(std::string_view name, std::string bytes) {
    Section::Meta meta;
    meta.name = name;
    meta.part = capture::Part::Import;
    meta.origin = "alpha-node9.txt";
    return {std::move(meta), std::move(bytes)};
}

std::string redactedText(std::string_view name, const std::string &text) {
    Capture capture;
    capture.target = "alpha-node9";
    capture.sections = {section(name, text), section("user", "uid=1004(carolx) gid=1004(carolx)\n"),
                        section("dmi-root", "product_serial:CZJ1234XYZ\n")};
    return capture::redacted(capture, "key").sections[0].bytes();
}

TEST(RedactLogs, AsFieldsOfAJournalHaveNoSecretLeft) {
    const std::string fields[] = {"_HOSTNAME=zeta-gpu-07",
                                  "_MACHINE_ID=4c4c45440042351080528052b4c04f4e",
                                  "_BOOT_ID=9d1219c7c4c5404aaa1f6d2a48adfda4",
                                  "_CMDLINE=/usr/bin/zeus --token 17",
                                  "_UDEV_SYSNAME=0000:41:00.0",
                                  "_TRANSPORT=kernel",
                                  "MESSAGE=NVRM: Xid (PCI:0000:41:00): 79, GPU has fallen off the bus."};
    std::string exported =
        "__CURSOR=s=3d1219c7c4c5404aaa1f6d2a48adfda5;i=1;b=9d1219c7c4c5404aaa1f6d2a48adfda4\n";
    std::string verbose =
        "Tue 2026-01-20 20:50:11.100000 UTC [s=3d1219c7c4c5404aaa1f6d2a48adfda5;i=2;b=9d1219c7c4c5404"
        "aaa1f6d2a48adfda4;m=2b;t=65;x=a]\n";
    for (const std::string &field : fields) {
        exported += field + "\n";
        verbose += "    " + field + "\n";
    }
    for (const std::string &text : {exported + "\n", verbose}) {
        const std::string out = redactedText("dmesg", text);
        for (const char *secret : {"zeta", "4c4c4544", "9d1219c7", "3d1219c7", "zeus"})
            EXPECT_THAT(out, testing::Not(HasSubstr(secret)));
        EXPECT_THAT(out, HasSubstr("NVRM: Xid (PCI:0000:41:00): 79, GPU has fallen off the bus."));
        const FileKind *kind = recogniseFile({"x", out});
        ASSERT_NE(kind, nullptr) << out;
        EXPECT_EQ(kind->section, "dmesg");
    }
}

TEST(RedactVitalProductData, PartNumbersStayUnlessTheyHaveTheFormOfASerialNumber) {
    for (const std::string name : {"lspci-text", "tool-lspci"}) {
        const std::string out = redactedText(
            name, "41:00.0 Ethernet controller: Mellanox MT2910\n"
                  "\t\t\t[PN] Part number: MCX75310AAS-NEAT\n\t\t\t[PN] Part number: BCM95720\n"
                  "\t\t\t[PN] Part number: 900-9X766-003N-SQ0\n\t\t\t[PN] Part number: MT2244X00777   \n"
                  "\t\t\t[PN] Part number: 1650522011111\n\t\t\t[SN] Serial number: 12345\n"
                  "\t\t\t[SN] Serial number: X1\n\t\tSerial number: CZ-17\n");
        for (const char *harmless : {"MCX75310AAS-NEAT", "BCM95720", "900-9X766-003N-SQ0"})
            EXPECT_THAT(out, HasSubstr(harmless));
        for (const char *serial : {"MT2244X00777", "1650522011111", "12345", "number: X1", "CZ-17"})
            EXPECT_THAT(out, testing::Not(HasSubstr(serial)));
    }
}

class RedactKinds : public testing::TestWithParam<FileKind> {};

TEST_P(RedactKinds, HaveNoSecretLeftAndAreStillOfTheirKind) {
    const auto sample = std::find_if(samples().begin(), samples().end(),
                                     [](const Sample &s) { return s.section == GetParam().section; });
    ASSERT_NE(sample, samples().end())
        << "no sample of " << GetParam().section << ": write one, with secrets wherever the format has them";
    const FileKind *before = recogniseFile({"x", sample->text});
    ASSERT_NE(before, nullptr);
    const std::string text =
        before->convert != nullptr ? before->convert(sample->text) : std::string(sample->text);
    EXPECT_EQ(before->section, sample->section);
    for (const std::string_view secret : sample->secrets)
        EXPECT_THAT(text, HasSubstr(secret)) << "the sample lacks it";
    // Without other sections, so that each is detected in its own place.
    const std::string out = redactedText(sample->section, text);
    for (const std::string_view secret : sample->secrets)
        EXPECT_EQ(lowered(out).find(lowered(secret)), std::string::npos) << secret << " is in\n" << out;
    EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), std::count(text.begin(), text.end(), '\n'));
    if (before->convert == nullptr) { // otherwise a section has another form than a file
        const FileKind *after = recogniseFile({"x", out});
        ASSERT_NE(after, nullptr) << out;
        EXPECT_EQ(after->section, sample->section) << out;
    }

    const std::string anywhere = redactedText(sample->section, text + std::string(kAnywhere));
    for (const std::string_view secret : kSecrets)
        EXPECT_EQ(lowered(anywhere).find(secret == "CZJ1234XYZ" ? "czj1234xyz" : secret), std::string::npos)
            << secret << " is in\n"
            << anywhere;
}

INSTANTIATE_TEST_SUITE_P(All, RedactKinds, testing::ValuesIn(fileKinds().begin(), fileKinds().end()),
                         [](const auto &each) {
                             std::string name(each.param.section);
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST(RedactSections, OfEveryReaderHaveNoSecretLeft) {
    for (const std::string_view name : readableSections()) {
        if (name == "pci-config") // hex digits: only the device serial number is replaced
            continue;
        const std::string out = lowered(redactedText(name, "x:" + std::string(kAnywhere)));
        for (const std::string_view secret : kSecrets)
            EXPECT_EQ(out.find(lowered(secret)), std::string::npos) << secret << " in " << name << "\n"
                                                                    << out;
    }
}

// The identity of the machine is removed; its hardware facts stay.
TEST(RedactSections, KeepTheHardwareOfTheHost) {
    std::vector<Piece> pieces;
    for (const Sample &sample : samples())
        if (sample.section == "lspci-text" || sample.section == "tool-ibstat" ||
            sample.section == "tool-rdma-link" || sample.section == "tool-dmidecode")
            pieces.push_back({"x", std::string(sample.text)});
    const auto capture = importPieces(pieces);
    ASSERT_TRUE(capture);
    const host::Host before = readHost(*capture);
    const host::Host after = readHost(capture::redacted(*capture, "key"));
    ASSERT_EQ(after.functions.size(), 1U);
    EXPECT_EQ(after.functions[0].driver.valueOr("?"), "mlx5_core");
    EXPECT_EQ(after.functions[0].vendor.valueOr(0), 0x15b3);
    ASSERT_EQ(after.rdmaDevices.size(), 1U);
    EXPECT_NE(before.rdmaDevices[0].nodeGuid.valueOr("?"), after.rdmaDevices[0].nodeGuid.valueOr("?"));
    EXPECT_EQ(after.rdmaDevices[0].nodeGuid.valueOr("?"), after.rdmaDevices[0].sysImageGuid.valueOr("!"));
    EXPECT_EQ(after.vendor.valueOr("?"), "Supermicro");
}

// One device in the formats of three tools keeps one pseudonym.
TEST(RedactSections, KeepAGuidTheSameInEachToolsForm) {
    Capture capture;
    capture.sections = {section("tool-ibstat", "\tNode GUID: 0x9c63c00300d420f0\n"),
                        section("tool-ibv-devinfo", "\tnode_guid: 9c63:c003:00d4:20f0\n"),
                        section("lspci-text", "Device Serial Number 9c-63-c0-03-00-d4-20-f0\n"),
                        section("nccl-topo", "<net guid=\"0x9c63c00300d420f0\"/>\n")};
    const Capture out = capture::redacted(capture, "key");
    const std::string digits = out.sections[0].bytes().substr(14, 16);
    EXPECT_NE(digits, "9c63c00300d420f0");
    const auto spaced = [&](std::size_t width, char between) {
        std::string text = digits;
        for (std::size_t at = text.size() - width; at > 0; at -= width)
            text.insert(at, 1, between);
        return text;
    };
    EXPECT_THAT(out.sections[1].bytes(), HasSubstr("node_guid: " + spaced(4, ':')));
    EXPECT_THAT(out.sections[2].bytes(), HasSubstr("Number " + spaced(2, '-')));
    EXPECT_THAT(out.sections[3].bytes(), HasSubstr("0x" + digits));
}

} // namespace
} // namespace fabricscope::formats
