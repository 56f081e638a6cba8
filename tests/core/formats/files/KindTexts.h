// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace fabricscope::formats {

/// A text of each kind of file, some in several forms.
struct KindText {
    const char *kind; ///< FileKind::name
    const char *text;
};

inline constexpr KindText kKindTexts[] = {
    {"hwloc XML",
     "<?xml version=\"1.0\"?>\n<topology version=\"2.0\">\n <object type=\"Machine\" "
     "nodeset=\"0x1\">\n  <object type=\"Bridge\" bridge_type=\"0-1\" bridge_pci=\"0000:[05-06]\">\n"
     "   <object type=\"PCIDev\" pci_busid=\"0000:05:00.0\" pci_type=\"0302 [10de:1db8] [10de:131d] "
     "a1\" pci_link_speed=\"15.75\"/>\n  </object>\n </object>\n</topology>\n"},
    {"lstopo",
     "Machine (251GB total)\n  Package L#0\n    NUMANode L#0 (P#0 125GB)\n    HostBridge\n      PCIBridge\n"
     "        PCI 41:00.0 (Ethernet)\n          Net \"ens1f0np0\"\n          OpenFabrics \"mlx5_0\"\n"
     "  Package L#1\n    NUMANode L#1 (P#1 126GB)\n    HostBridge\n      PCIBridge\n"
     "        PCI 81:00.0 (3D)\n"},
    {"virsh dumpxml",
     "<domain type='kvm'>\n  <name>vm-a</name>\n  <vcpu>4</vcpu>\n  <devices>\n"
     "    <hostdev mode='subsystem' type='pci' managed='yes'>\n      <source>\n"
     "        <address domain='0x0000' bus='0xa1' slot='0x00' function='0x0'/>\n      </source>\n"
     "    </hostdev>\n  </devices>\n</domain>\n"},
    {"a VMM's command line",
     "4711 /usr/bin/qemu-system-x86_64 -name guest=vm-b -m 4096 -smp 4 -device vfio-pci,host=0000:b2:00.0\n"},
    {"NCCL topology file",
     "<system version=\"1\">\n  <cpu numaid=\"0\" affinity=\"ff\" arch=\"x86_64\">\n"
     "    <pci busid=\"0000:41:00.0\" class=\"0x030200\" link_speed=\"32 GT/s\" link_width=\"16\"/>\n"
     "  </cpu>\n</system>\n"},
    {"lspci -t", "-+-[0000:40]-+-00.0\n |           \\-01.1-[41]----00.0\n \\-[0000:00]-+-00.0\n"
                 "             \\-02.0\n"},
    {"lspci -mm",
     "Slot:\t41:00.0\nClass:\t3D controller [0302]\nVendor:\tNVIDIA Corporation [10de]\n"
     "Device:\tGH100 [2330]\nNUMANode:\t1\n\nSlot:\t42:00.0\nClass:\tEthernet controller [0200]\n"
     "Vendor:\tMellanox [15b3]\nDevice:\tMT2910 [1021]\n\n"},
    {"lspci -xxxx", "41:00.0 Device\n00: de 10 30 23 06 04 10 00 a1 00 02 03 00 00 00 00\n"
                    "10: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
                    "20: 00 00 00 00 00 00 00 00 00 00 00 00 de 10 c1 16\n"
                    "30: 00 00 00 00 60 00 00 00 00 00 00 00 ff 01 00 00\n"},
    {"lspci -vvv",
     "41:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2330] (rev a1)\n"
     "\tControl: I/O- Mem+ BusMaster+\n\tNUMA node: 1\n\tCapabilities: [60] Express (v2) Endpoint\n"
     "\t\tLnkSta:\tSpeed 16GT/s (downgraded), Width x8\n\tKernel driver in use: nvidia\n\n"
     "42:00.0 Ethernet controller [0200]: Mellanox MT2910 [15b3:1021]\n\tNUMA node: 1\n"},
    {"nvidia-smi -q -x",
     "<?xml version=\"1.0\" ?>\n<nvidia_smi_log>\n\t<gpu id=\"00000000:41:00.0\">\n"
     "\t\t<product_name>NVIDIA H100 80GB HBM3</product_name>\n"
     "\t\t<uuid>GPU-12345678-1234-1234-1234-123456789abc</uuid>\n\t</gpu>\n</nvidia_smi_log>\n"},
    {"nvidia-smi -q",
     "==============NVSMI LOG==============\n\nAttached GPUs : 1\nGPU 00000000:41:00.0\n"
     "    Product Name                          : NVIDIA H100\n"
     "    GPU UUID                              : GPU-12345678-1234-1234-1234-123456789abc\n"},
    {"nvidia-smi",
     "+-----------------------------------------------------------------------------------------+\n"
     "| NVIDIA-SMI 550.54.15   Driver Version: 550.54.15   CUDA Version: 12.4                    |\n"
     "|   0  NVIDIA H100 80GB HBM3          On  | 00000000:41:00.0 Off |                    0 |\n"
     "| N/A   30C    P0              70W / 700W |      0MiB / 81559MiB |      0%      Default |\n"
     "+-----------------------------------------------------------------------------------------+\n"},
    {"nvidia-smi topo -m",
     "        GPU0    GPU1    NIC0    CPU Affinity    NUMA Affinity\n"
     "GPU0     X      NV18    PIX     0-55    0\nGPU1    NV18     X      SYS     56-111  1\n"
     "NIC0    PIX     SYS      X\n\nNIC Legend:\n\n  NIC0: mlx5_0\n"},
    {"nvidia-smi topo -p2p", "        GPU0    GPU1\nGPU0    X       CNS\nGPU1    CNS     X\n\nLegend:\n\n"
                             "  X    = Self\n  CNS  = Chipset not supported\n"},
    {"an error of nvidia-smi", "Failed to initialize NVML: Driver/library version mismatch\n"
                               "NVML library version: 599.10\n"},
    {"an error of amd-smi, rocm-smi or rocminfo",
     "ERROR:root:Driver not initialized (amdgpu not found in modules)\n"},
    {"nvidia-smi nvlink -s", "GPU 0: NVIDIA H100 (UUID: GPU-12345678-1234-1234-1234-123456789abc)\n"
                             "\t Link 0: 26.562 GB/s\n\t Link 1: 26.562 GB/s\n"
                             "GPU 1: NVIDIA H100 (UUID: GPU-22345678-1234-1234-1234-123456789abc)\n"
                             "\t Link 0: 26.562 GB/s\n"},
    {"rocm-smi --showtopo",
     "========================= ROCm System Management Interface =========================\n"
     "=========================== Weight between two GPUs ===========================\n"
     "       GPU0         GPU1\nGPU0   0            15\nGPU1   15           0\n"},
    {"amd-smi topology",
     "WEIGHT TABLE:\n             0000:05:00.0 0000:26:00.0\n0000:05:00.0 0            15\n"
     "0000:26:00.0 15           0\n\nLINK TYPE TABLE:\n             0000:05:00.0 0000:26:00.0\n"
     "0000:05:00.0 SELF         XGMI\n0000:26:00.0 XGMI         SELF\n"},
    {"amd-smi monitor", "GPU  POWER   GPU_T   GFX%\n  0  120 W   41 C    0 %\n  1  121 W   42 C    5 %\n"},
    {"amd-smi monitor", "gpu,power_usage,hotspot_temperature,double_bit_ecc\n0,90,104,0\n1,91,60,3\n"},
    {"amd-smi monitor", "TIMESTAMP  GPU  POWER   GPU_T   GFX%\n1753969973    0  750 W   69 C    100 %\n"
                        "1753969973    1  178 W   47 C      0 %\n"},
    {"amd-smi xgmi",
     "LINK METRIC TABLE:\n       bdf          bit_rate max_bandwidth link_type 05:00.0 26:00.0\n"
     "GPU0   05:00.0      32 Gb/s  512 Gb/s      XGMI\n Read                      N/A     1259 KB\n"
     " Write                     N/A     1074 KB\n"},
    {"amd-smi static", "GPU: 0\n    BDF: 0000:05:00.0\n    UUID: 12ff75a0-0000-1000-80aa-0c5511223344\n"
                       "    ASIC:\n        MARKET_NAME: AMD Instinct MI300X\n"},
    {"amd-smi metric",
     "GPU: 0\n    PCIE:\n        WIDTH: 16\n        SPEED: 32 GT/s\n        BANDWIDTH: 18 Mb/s\n\n"
     "GPU: 1\n    PCIE:\n        WIDTH: 8\n        SPEED: 32 GT/s\n"},
    {"ibv_devinfo", "hca_id:\tmlx5_0\n\ttransport:\t\t\tInfiniBand (0)\n\tfw_ver:\t\t\t\t28.39.1002\n"
                    "\t\tport:\t1\n\t\t\tstate:\t\t\tPORT_ACTIVE (4)\n\t\t\tlink_layer:\t\tEthernet\n"},
    {"ibstat", "CA 'mlx5_0'\n\tCA type: MT4129\n\tNumber of ports: 1\n\tPort 1:\n\t\tState: Active\n"
               "\t\tPhysical state: LinkUp\n\t\tRate: 400\n\t\tLink layer: InfiniBand\n"},
    {"ibv_devices", "    device          \t   node GUID\n    ------          \t----------------\n"
                    "    mlx5_0          \t9c63c00300d420f0\n    mlx5_1          \t9c63c00300d420f1\n"},
    {"ibstatus",
     "Infiniband device 'mlx5_0' port 1 status:\n\tdefault gid:\t fe80:0000:0000:0000:9c63:c003:00d4:20f0\n"
     "\tbase lid:\t 0x1f\n\tsm lid:\t\t 0x1\n\tstate:\t\t 4: ACTIVE\n\tphys state:\t 5: LinkUp\n"
     "\trate:\t\t 400 Gb/sec (4X NDR)\n\tlink_layer:\t InfiniBand\n"},
    {"ibdev2netdev", "mlx5_0 port 1 ==> ens1f0np0 (Up)\nmlx5_1 port 1 ==> ens1f1np1 (Down)\n"},
    {"ls -l of /sys/class/infiniband or net",
     "lrwxrwxrwx 1 root root 0 Nov  3 10:00 mlx5_0 -> "
     "../../devices/pci0000:40/0000:40:01.1/0000:41:00.0/infiniband/mlx5_0\n"
     "lrwxrwxrwx 1 root root 0 Nov  3 10:00 mlx5_1 -> "
     "../../devices/pci0000:60/0000:60:01.1/0000:61:00.0/infiniband/mlx5_1\n"},
    {"rdma link", "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0\n"
                  "link mlx5_1/1 state DOWN physical_state DISABLED netdev ens1f1np1\n"},
    {"nvidia-smi -L", "GPU 0: NVIDIA X900 (UUID: GPU-11aa22bb-33cc-44dd-55ee-66ff77008899)\n"
                      "  MIG 1g.10gb     Device  0: (UUID: MIG-21aa22bb-33cc-44dd-55ee-66ff77008899)\n"
                      "GPU 1: NVIDIA X900 (UUID: GPU-31aa22bb-33cc-44dd-55ee-66ff77008899)\n"},
    {"nvidia-smi --query-gpu", "index, name, pci.bus_id, memory.total [MiB], pcie.link.width.current\n"
                               "0, NVIDIA X900, 00000000:41:00.0, 81559 MiB, 16\n"
                               "1, NVIDIA X900, 00000000:42:00.0, 81559 MiB, 8\n"},
    {"amd-smi", "| AMD-SMI 26.1.0+aa11bb22      amdgpu version: 6.15.1   ROCm version: 7.9.0    |\n"
                "| BDF                        GPU-Name | Mem-Uti   Temp   UEC       Power-Usage |\n"
                "| GPU  HIP-ID  OAM-ID  Partition-Mode | GFX-Uti    Fan               Mem-Usage |\n"
                "| 0000:41:00.0   AMD Instinct MI999X  | 0 %      40 C    2          130/1000 W |\n"
                "|   0       1       6        SPX/NPS1 | 0 %        N/A           283/262128 MB |\n"},
    {"amd-smi partition", "CURRENT_PARTITION:\n"
                          "GPU_ID  MEMORY  ACCELERATOR_TYPE  ACCELERATOR_PROFILE_INDEX  PARTITION_ID\n"
                          "0       NPS4    CPX               3                          0,1,2,3\n"
                          "1       NPS1    SPX               0                          0\n"},
    {"amd-smi firmware",
     "GPU: 0\n    FW_LIST:\n        FW 0:\n            FW_ID: SMC\n            FW_VERSION: 00.85.999.00\n"
     "        FW 1:\n            FW_ID: CP_MEC1\n            FW_VERSION: 163\n"},
    {"amd-smi event", "EVENT_INFO:\nGPU: 1\n    MESSAGE: Temperature threshold exceeded\n"
                      "    CATEGORY: THERMAL\n    DATE: 2026-01-20:20:50:11.100\n"},
    {"amd-smi list --csv", "gpu,gpu_bdf,gpu_uuid\n0,0000:41:00.0,11ff75a0-0000-1000-80aa-0c5511223344\n"
                           "1,0000:61:00.0,12ff75a0-0000-1000-80aa-0c5511223344\n"},
    {"rocminfo",
     "==========\nHSA Agents\n==========\n*******\nAgent 1\n*******\n  Name:                    A CPU\n"
     "  Marketing Name:          A CPU\n  Node:                    0\n  Device Type:             CPU\n"
     "  BDFID:                   0\n*******\nAgent 2\n*******\n  Name:                    gfx999\n"
     "  Uuid:                    GPU-11aa22bb33cc44dd\n  Marketing Name:          AMD Instinct MI999X\n"
     "  Node:                    1\n  Device Type:             GPU\n"
     "  Chip ID:                 30112(0x75a0)\n  BDFID:                   16640\n"},
    {"ethtool", "Settings for ens7np0:\n\tSupported ports: [ FIBRE ]\n\tSpeed: 400000Mb/s\n\tDuplex: Full\n"
                "\tAuto-negotiation: on\n\tPort: FIBRE\n\tLink detected: no (No cable)\n"},
    {"ethtool -m", "\tIdentifier                                : 0x18 (QSFP-DD)\n"
                   "\tVendor name                               : ACME\n"
                   "\tVendor PN                                 : A-400G\n"
                   "\tModule temperature                        : 81.50 degrees C / 178.70 degrees F\n"
                   "\tModule temperature high alarm threshold   : 80.00 degrees C / 176.00 degrees F\n"},
    {"amd-smi process", "GPU: 0\n    PROCESS_INFO:\n        NAME: trainer\n        PID: 4711\n"
                        "        MEMORY_USAGE:\n            VRAM_MEM: 61.5 GB\n        USAGE:\n"
                        "            GFX: 0 ns\n"
                        "GPU: 1\n    PROCESS_INFO: No running processes detected\n"},
    {"amd-smi version", "AMDSMI Tool: 25.9.1+aa11bb22 | AMDSMI Library version: 25.9.1 | ROCm version: 6.9.0 "
                        "| amdgpu version: 6.15.1\n"},
    {"amd-smi bad-pages", "GPU: 0\n"
                          "    RETIRED: No bad pages found.\n"
                          "    PENDING: No bad pages found.\n"
                          "    UN_RES: No bad pages found.\n"},
    {"rdma statistic", "link mlx5_4/1 rx_write_requests 5 out_of_sequence 17 packet_seq_err 0 \n"},
    {"show_gids", "DEV\tPORT\tINDEX\tGID\t\t\t\t\tIPv4  \t\tVER\tDEV\n"
                  "---\t----\t-----\t---\t\t\t\t\t------------  \t---\t---\n"
                  "mlx5_4\t1\t0\tfe80:0000:0000:0000:0a0b:0cff:fe0d:0e0f\t\t\tv1\tens4\n"
                  "mlx5_4\t1\t3\t0000:0000:0000:0000:0000:ffff:0a09:0807\t10.9.8.7  \tv2\tens4\n"
                  "n_gids_found=2\n"},
    {"ethtool -i", "driver: mlx5_core\n"
                   "version: 6.9.0\n"
                   "firmware-version: 28.44.1000 (MT_0000000999)\n"
                   "expansion-rom-version: \n"
                   "bus-info: 0000:41:00.0\n"
                   "supports-statistics: yes\n"},
    {"ethtool -S", "NIC statistics:\n"
                   "     rx_packets: 12\n"
                   "     rx_discards_phy: 7\n"
                   "     tx_errors_phy: 0\n"},
    {"ibstat -l", "mlx5_4\n"
                  "mlx5_5\n"
                  "mlx5_bond_0\n"},
    {"numactl -H", "available: 2 nodes (0-1)\nnode 0 cpus: 0 1\nnode 0 size: 64000 MB\nnode 1 cpus: 2 3\n"
                   "node 1 size: 64000 MB\nnode distances:\nnode   0   1\n  0:  10  21\n  1:  21  10\n"},
    {"lscpu", "Architecture:        x86_64\nCPU(s):              64\nModel name:          AMD EPYC 9554\n"
              "NUMA node(s):        2\nNUMA node0 CPU(s):   0-31\nNUMA node1 CPU(s):   32-63\n"},
    {"ip addr",
     "1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default\n"
     "    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n"
     "2: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP group default\n"
     "    link/ether 9c:63:c0:d4:20:f0 brd ff:ff:ff:ff:ff:ff\n    inet 10.0.0.5/24 scope global eth0\n"},
    {"systemctl status",
     "\xE2\x97\x8F nvidia-fabricmanager.service - NVIDIA fabric manager service\n"
     "     Loaded: loaded (/lib/systemd/system/nvidia-fabricmanager.service; enabled; vendor preset: "
     "enabled)\n"
     "     Active: failed (Result: exit-code) since Sun 2026-11-22 13:11:54 UTC; 5min ago\n"
     "    Process: 4711 ExecStart=/usr/bin/nv-fabricmanager (code=exited, status=1/FAILURE)\n"},
    {"dmidecode", "# dmidecode 3.4\nHandle 0x0001, DMI type 1, 27 bytes\nSystem Information\n"
                  "\tManufacturer: Supermicro\n\tProduct Name: AS-8125GS\n"},
    {"a kernel log", "[    9.000000] NVRM: Xid (PCI:0000:41:00): 79, GPU has fallen off the bus\n"
                     "[   10.000000] pcieport 0000:40:01.1: AER: Corrected error received: 0000:40:01.1\n"
                     "[   11.000000] NVRM: Xid (PCI:0000:42:00): 79, GPU has fallen off the bus\n"},
    {"a kernel log", "6,310,9000000,-;NVRM: Xid (PCI:0000:41:00): 79, GPU has fallen off the bus\n"
                     "3,311,10000000,-;pcieport 0000:40:01.1: AER: Corrected error received: 0000:40:01.1\n"
                     "6,312,11000000,-;NVRM: Xid (PCI:0000:42:00): 79, GPU has fallen off the bus\n"},
    {"a kernel log", "Tue 2026-01-20 20:50:11.100000 UTC [s=5ad;i=2;b=88;m=2b;t=65;x=a]\n"
                     "    MESSAGE=NVRM: Xid (PCI:0000:41:00): 79, GPU has fallen off the bus\n"
                     "    _TRANSPORT=kernel\n"
                     "Tue 2026-01-20 20:50:12.100000 UTC [s=5ad;i=3;b=88;m=2c;t=66;x=b]\n"
                     "    _TRANSPORT=kernel\n"
                     "    MESSAGE=NVRM: Xid (PCI:0000:42:00): 79, GPU has fallen off the bus\n"},
    {"/proc/cpuinfo", "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 17\n"
                      "model name\t: AMD EPYC 9554\nflags\t\t: fpu\n"},
    {"/proc/meminfo", "MemTotal:       263683784 kB\nMemFree:        1000000 kB\nBuffers:         1 kB\n"},
    {"/proc/driver/nvidia/gpus/*/information", "Model: \t\t NVIDIA H100\nIRQ:   \t\t 5\nGPU UUID: \t GPU-1\n"
                                               "Bus Location: \t 0000:41:00.0\n"},
    {"/etc/os-release", "PRETTY_NAME=\"Debian GNU/Linux 12\"\nNAME=\"Debian\"\nID=debian\n"},
    {"/proc/version or uname -a", "Linux version 6.1.0-13-amd64 (a@b) (gcc 12) #1 SMP Debian\n"},
    {"/proc/cmdline", "BOOT_IMAGE=/vmlinuz root=/dev/vda1 iommu=pt\n"},
};

} // namespace fabricscope::formats
