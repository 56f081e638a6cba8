// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace fabricscope::fuzz {

struct SectionSeed {
    std::string name;
    std::string bytes;
    bool isBase = false; ///< other sections' readers need it
};

/// Realistic text for every section that has a reader. A test compares the list with the readers' table.
[[nodiscard]] inline const std::vector<SectionSeed> &sectionSeeds() {
    static const std::vector<SectionSeed> kSeeds = {
        {"hwloc-xml",
         "<topology version=\"2.0\"><object type=\"Machine\" nodeset=\"0x1\"><info name=\"HostName\" "
         "value=\"a\"/><object type=\"Bridge\" bridge_type=\"0-1\" bridge_pci=\"0000:[05-06]\"><object "
         "type=\"PCIDev\" gp_index=\"3\" pci_busid=\"0000:05:00.0\" pci_type=\"0302 [10de:1db8] [10de:131d] "
         "a1\" pci_link_speed=\"15.753846\"/></object></object></topology>\n"},
        {"identity", "etc/hostname:gpu-07\netc/os-release:PRETTY_NAME=\"Debian\"\nproc/cmdline:iommu=pt\n"
                     "proc/version:Linux version 6.1.0 (x)\nproc/sys/kernel/dmesg_restrict:1\n"
                     "etc/fabricscope-simulated:x\nproc/sys/kernel/random/boot_id:aaaa\n"},
        {"user", "uid=1000(jane) gid=1000(jane) groups=1000(jane)\n"},
        {"dmi", "sys_vendor:QEMU\nproduct_name:X\nboard_name:Y\nbios_version:1\n"},
        {"dmi-root", "product_serial:1\nproduct_uuid:2\nboard_serial:3\n"},
        {"cpuinfo", "processor\t: 0\nmodel name\t: EPYC\nflags\t\t: fpu hypervisor\n"},
        {"meminfo", "MemTotal:       263683784 kB\nMemFree: 1 kB\n"},
        {"cpu", "online:0-127\nsmt/control:on\ncpu0/topology/physical_package_id:0\n"},
        {"numa", "online:0-1\nnode0/cpulist:0-31,64-95\nnode0/distance:10 32\n"
                 "node0/meminfo:Node 0 MemTotal:       131841892 kB\n"},
        {"limits", "max locked memory           (kbytes, -l) 65536\nmemory(kbytes)  unlimited\n"},
        {"tool-ethtool", "Settings for eth0:\n\tSpeed: 100000Mb/s\n\tLink detected: no (No cable)\n"},
        {"tool-ethtool-m", "\tIdentifier : 0x11 (QSFP28)\n\tVendor name : A\n\tVendor PN : B\n"
                           "\tModule temperature : 81.5 degrees C / 178 degrees F\n"
                           "\tModule temperature high alarm threshold : 80.00 degrees C\n"},
        {"tool-amd-smi-csv", "gpu,gpu_bdf,market_name\n0,0000:41:00.0,\"A, B\"\n"},
        {"tool-rocminfo", "Agent 2\n  Name: gfx950\n  Uuid: GPU-11aa22bb33cc44dd\n  Marketing Name: A\n"
                          "  Node: 1\n  Device Type: GPU\n  Chip ID: 30112(0x75a0)\n  BDFID: 16640\n"},
        {"tool-amd-smi-firmware", "GPU: 0\n    FW_ID: SMC\n    FW_VERSION: 1.2\nGPU: 1\n    FW_ID: SMC\n"
                                  "    FW_VERSION: 1.3\n"},
        {"tool-amd-smi-event", "EVENT_INFO:\nGPU: 0\n    MESSAGE: a\n    CATEGORY: ECC\n    DATE: 2026\n"},
        {"tool-detect-virt", "kvm\n"},
        {"pci-devices",
         "l 0000:00:01.0 -> /sys/devices/pci0000:00/0000:00:01.0\n"
         "0000:05:00.0 -> ../../../devices/pci0000:00/0000:00:01.0/0000:05:00.0\n"
         "10000:00:02.0 -> /sys/devices/pci0000:64/0000:64:05.5/pci10000:00/10000:00:02.0\n",
         true},
        {"pci",
         "0000:05:00.0/class:0x120000\n0000:05:00.0/vendor:0x1002\n0000:05:00.0/numa_node:-1\n"
         "0000:05:00.0/local_cpulist:0-31\n"
         "0000:05:00.0/resource:0x0000080000000000 0x0000080fffffffff 0x000000000014220c\n"
         "0000:05:00.0/resource:0x0000000000000000 0x0000000000000000 0x0000000000000000\n"
         "0000:05:00.0/power_state:D0\n0000:05:00.0/aer_dev_fatal:TOTAL_ERR_FATAL 0\n"
         "0000:05:00.0/sriov_numvfs:4\n0000:05:00.0/label:GPU0\n0000:05:00.0/secondary_bus_number:5\n"},
        {"pci-links",
         "0000:05:00.0/driver -> /sys/bus/pci/drivers/vfio-pci\n"
         "0000:05:00.0/iommu_group -> /sys/kernel/iommu_groups/27\n"
         "lrwxrwxrwx 1 root root 0 Nov 21 09:00 0000:05:00.0/virtfn0 -> ../0000:05:00.1\n"
         "0000:05:00.1/physfn -> ../0000:05:00.0\n",
         true},
        {"lspci-tree", "-+-[0000:40]-+-00.0  V R\n |           \\-01.1-[41]----00.0  NVIDIA Corporation X\n"
                       " \\-[10000:e0]---00.0\n"},
        {"lspci-machine",
         "Slot:\t41:00.0\nClass:\t3D controller [0302]\nVendor:\tNVIDIA [10de]\nDriver:\tnvidia\n\n"
         "41:00.1 \"Audio device\" \"NVIDIA\" \"X\" -ra1 -p00 \"\" \"\"\n"},
        {"lspci-text",
         "41:00.0 3D controller: NVIDIA Corporation GH100 (rev a1)\n\tControl: I/O- Mem+ BusMaster+\n"
         "\tBus: primary=40, secondary=41, subordinate=42\n\tCapabilities: [60] Express (v2) Endpoint\n"
         "\t\tLnkSta:\tSpeed 16GT/s (downgraded), Width x8\n\tCapabilities: [100 v1] Access Control\n"
         "\t\tACSCtl:\tSrcValid+ TransBlk-\n\tKernel driver in use: nvidia\n\n"},
        {"lspci-hex", "01:00.0 Device\n00: de 10 30 23 06 04 10 00 a1 00 02 03 00 00 00 00\n"
                      "10: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"},
        {"pci-slots", "5/address:0000:05:00\n"},
        {"pci-touch", "0000:05:00.0/current_link_speed:32.0 GT/s PCIe\n0000:05:00.0/current_link_width:16\n"
                      "0000:05:00.0/max_link_speed:Unknown\n0000:05:00.0/max_link_width:255\n"},
        {"pci-config", "=0000:05:00.0\n 02 10 a0 75 07 04 10 00 01 00 00 12 00 00 00 00\n"
                       " 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
                       " 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
                       " 00 00 00 00 40 00 00 00 00 00 00 00 00 00 00 00\n=0000:06:00.0\n ff ff\n"},
        {"iommu", "27/type:DMA-FQ\n27/reserved_regions:0x00000000fee00000 0x00000000feefffff msi\n"},
        {"iommu-devices", "27/devices/0000:05:00.0\n27/devices/arm-smmu.0\n"},
        {"iommu-units", "ivhd0\ndmar0\n"},
        {"net", "eth0/address:94:6d:ae:00:00:01\neth0/mtu:1500\neth0/type:1\neth0/operstate:up\n"},
        {"net-links", "eth0 -> /sys/devices/pci0000:00/0000:00:03.0/virtio0/net/eth0\n"
                      "eth0/master -> /sys/devices/virtual/net/bond0\n"},
        {"net-touch", "eth0/speed:400000\neth0/carrier:1\n"},
        {"tool-ip-addr",
         "2: eth0    inet 10.0.0.5/24 brd 10.0.0.255 scope global eth0\\ valid_lft forever\n"},
        {"routes", "route:Iface\tDestination\tGateway\n"
                   "route:eth0\t00000000\t0101010A\t0003\t0\t0\t100\t00000000\t0\t0\t0\n"
                   "ipv6_route:20010db8000000000000000000000000 20 00000000000000000000000000000000 00 "
                   "fe800000000000000000000000000001 00000400 00000001 00000000 00000003 eth0\nroute:...\n"},
        {"tool-lldp", "lldp.eth0.via=LLDP\nlldp.eth0.chassis.mac=68:21:5f:00:00:01\n"
                      "lldp.eth0.chassis.name=leaf-1\nlldp.eth0.chassis.Bridge.enabled=on\n"
                      "lldp.eth0.port.ifname=Ethernet7\n"},
        {"rdma", "mlx5_0/node_guid:9c63:c003:00d4:20f0\nmlx5_0/ports/1/link_layer:Ethernet\n"
                 "mlx5_0/ports/1/gids/3:0000:0000:0000:0000:0000:ffff:0a00:0005\n"
                 "mlx5_0/ports/1/gid_attrs/types/3:RoCE v2\nmlx5_0/ports/1/gid_attrs/ndevs/3:eth0\n"},
        {"rdma-links", "mlx5_0/device -> /sys/devices/pci0000:00/0000:05:00.0\n"
                       "rxe0 -> /sys/devices/virtual/infiniband/rxe0\n"},
        {"rdma-touch", "mlx5_0/ports/1/state:4: ACTIVE\nmlx5_0/ports/1/rate:400 Gb/sec (4X NDR)\n"},
        {"tool-rdma-link", "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0 \n"},
        {"drm-links", "card0/device -> /sys/devices/pci0000:00/0000:05:00.0\n", true},
        {"drm", "card0/device/current_compute_partition:SPX\ncard0/device/mem_info_vram_total:309220868096\n"
                "card0/device/xgmi_hive_info/xgmi_hive_id:77\n"},
        {"kfd", "1/gpu_id:51152\n1/properties:location_id 1280\n1/properties:domain 0\n"
                "1/io_links/0/properties:type 11\n1/io_links/0/properties:node_from 1\n"
                "1/io_links/0/properties:node_to 2\n1/io_links/0/properties:weight 15\n"
                "2/gpu_id:2\n2/properties:location_id 9728\n1/mem_banks/0/properties:heap_type 1\n"
                "1/mem_banks/0/properties:size_in_bytes 309220868096\n"},
        {"nvidia", "version:NVRM version: NVIDIA 550\nparams:X: 1\n"
                   "gpus/0000:41:00.0/information:Model: \t\t NVIDIA H100\n"},
        {"tool-nvidia-smi-q-x",
         "<gpu id=\"00000000:41:00.0\">\n<product_name>NVIDIA H100</product_name>\n</gpu>\n"},
        {"tool-amd-smi-xgmi",
         "LINK METRIC TABLE:\n       bdf          bit_rate max_bandwidth link_type 05:00.0 26:00.0\n"
         "GPU0   05:00.0      32 Gb/s  512 Gb/s      XGMI\n Read                      N/A     1259 KB\n"
         " Write                     N/A     1074 KB\n"},
        {"tool-amd-smi-metric",
         "GPU: 0\n    PCIE:\n        WIDTH: 16\n        SPEED: 32 GT/s\n        BANDWIDTH: 18 Mb/s\n\n"
         "GPU: 1\n    PCIE:\n        WIDTH: 8\n        SPEED: 32 GT/s\n"},
        {"tool-amd-smi-static", "GPU: 0\n    MARKET_NAME: MI300X\n    BDF: 0000:05:00.0\n"},
        {"nvme", "nvme0/address:0000:02:00.0\nnvme0/model:SAMSUNG\n"},
        {"modules", "nvidia 1 2 - Live 0x0\n"},
        {"module-params", "nvidia/version:550\nnvidia/parameters/x:1\n"},
        {"nccl-conf", "etc/nccl.conf:NCCL_DEBUG=INFO\nenv:NCCL_X=1\n"},
        {"nccl-topo", "<system/>\n"},
        {"nccl-libraries",
         "usr/lib/libnccl.so.2:ldconfig /usr/lib/libnccl.so.2.27.7\n"
         "usr/lib/libnccl.so.2.27.7:NCCL version 2.27.7+cuda12.9\nopt/rocm/.info/version:7.0.2-56\n"
         "opt/rocm/lib/librccl.so.1:folder /opt/rocm/lib/librccl.so.1.0.70002\n"
         "opt/rocm/include/rccl/rccl.h:#define NCCL_MAJOR 2\n"},
        {"settings",
         "proc/sys/vm/swappiness:60\nproc/sys/net/ipv4/conf/eth0/rp_filter:2\n!proc/sys/kernel/pid_max\n"
         "sys/kernel/mm/transparent_hugepage/enabled:always [madvise] never\n"
         "sys/devices/system/cpu/cpufreq/scaling_governor:512 performance\n"
         "sys/devices/system/cpu/cpu0/cpuidle/state1/name:C1\n"
         "sys/devices/system/cpu/cpu0/cpuidle/state1/disable:0\nproc/swaps:Filename Type Size Used Priority\n"
         "proc/swaps:/dev/sda2 partition 8388604 0 -2\nproc/loadavg:0.52 0.58 0.59 2/1200 4711\n"
         "sys/kernel/mm/memory_peers:nv_mem\nsys/kernel/mm/memory_peers/nv_mem/version:1.0\n"},
        {"kernel-config", "boot/config-6.8.0-60-generic:CONFIG_NUMA=y\n!lib/modules/6.8.0/config\n"
                          "boot/config-6.8.0-60-generic:# CONFIG_PCI_P2PDMA is not set\n"},
        {"kernel-symbols", "read:1\nkallsyms:ib_umem_dmabuf_get\t[ib_uverbs]\n"},
        {"device-nodes", "kfd:rw crw-rw---- root render\ndri/renderD128:-- crw-rw---- root render\n"
                         "infiniband/uverbs0:rw crw-rw-rw- root root\nnvidia0:rw crw-rw-rw- root root\n"},
        {"verbs", "uverbs0/abi_version:1\nuverbs0/ibdev:mlx5_0\n"},
        {"provider-libraries",
         "usr/lib/x86_64-linux-gnu/libibverbs/libmlx5-rdmav34.so:../libmlx5.so.1.24.44.0\n"
         "usr/lib/x86_64-linux-gnu/libibverbs/libsiw-rdmav34.so:\n"
         "usr/lib64/libcuda.so.1:libcuda.so.580.95.05\n"},
        {"versions", "usr/local/cuda/version.json:      \"version\" : \"13.0.1\",\n"},
        {"tool-ofed-info", "MLNX_OFED_LINUX-24.10-0.7.0.0:\n"},
        {"tool-fabricmanager", "Fabric Manager version is : 550.90.07\n"},
        {"tool-imex", "IMEX version is: 570.86.15\n"},
        {"tool-ucx-info", "# Library version: 1.16.0\n# Library path: /usr/lib/libucs.so.0\n"},
        {"tool-mpirun",
         "mpirun (Open MPI) 4.1.6\n\nReport bugs to http://www.open-mpi.org/community/help/\n"},
        {"tool-systemctl", "Id=irqbalance.service\nLoadState=loaded\nActiveState=active\n\n"
                           "Id=opensm.service\nLoadState=not-found\nActiveState=inactive\n"},
        {"tool-df", "Filesystem     1024-blocks     Used Available Capacity Mounted on\n"
                    "tmpfs 24683620 0 24683620 0% /dev/shm\n/dev/vda 264212084 21667372 78669816 22% /\n"},
        {"tool-date", "1796027598\n"},
        {"net-counters", "eth0/carrier_changes:2\neth0/statistics/rx_errors:0\n"},
        {"rdma-counters", "mlx5_0/ports/1/hw_counters/out_of_sequence:7\n"
                          "mlx5_0/ports/1/counters/symbol_error:0\n"},
        {"vmm",
         "@pid 4711\n=qemu-system-x86_64\n=-device\n={\"driver\":\"vfio-pci\",\"host\":\"0000:05:00.0\"}\n"
         "=-name\n=guest=a,x=y\n@pid 4712\n=cloud-hypervisor\n=--device\n"
         "=path=/sys/bus/pci/devices/0000:06:00.0/,id=x\n=--api-socket=/run/a.sock\n=--platform\n=uuid=u-1\n",
         true},
        {"vmm-start", "4711/stat:4711 (a) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 4242 0\n"},
        {"tool-ch-remote",
         "{\"config\":{\"platform\":{\"uuid\":\"u-1\"},\"net\":[{\"mac\":\"52:54:00:00:00:01\",\"id\":\"n\"}]"
         ","
         "\"devices\":[{\"path\":\"/sys/bus/pci/devices/0000:06:00.0/\",\"id\":\"x\",\"pci_segment\":1}]},"
         "\"device_tree\":{\"x\":{\"pci_bdf\":\"0001:00:02.0\"},\"n\":{\"parent\":\"v\"},"
         "\"v\":{\"pci_bdf\":\"0000:00:01.0\"}}}\n"},
        {"tool-virsh",
         "<domain type='kvm'><name>a</name><uuid>u-2</uuid><devices><controller type='pci' index='1' "
         "model='pcie-root-port'><address type='pci' bus='0' slot='0x02' function='1'/></controller><hostdev "
         "type='pci'><source><address domain='0' bus='0x05' slot='0' function='0'/></source><alias "
         "name='h'/><address type='pci' bus='1' slot='0'/></hostdev><interface type='hostdev'><mac "
         "address='52:54:00:00:00:02'/></interface></devices></domain>\n"},
        {"tool-ip-link",
         "2: eth0: <BROADCAST,UP> mtu 1500\n    link/ether 94:6d:ae:00:00:01 brd ff:ff:ff:ff:ff:ff\n"
         "    vf 0     link/ether 94:6d:ae:00:00:02 brd ff:ff:ff:ff:ff:ff, spoof checking on\n"
         "    vf 1 MAC 94:6d:ae:00:00:03, x\n"},
        {"vmm-fds", "4711/fd/25 -> /dev/vfio/27\n4711/fd/26 -> /dev/vfio/devices/vfio3\n"
                    "vfio3/device -> /sys/devices/pci0000:00/0000:05:00.0\n"},
        {"tool-nvidia-smi-nvlink", "GPU 0: NVIDIA H100 (UUID: GPU-1)\n\t Link 0: 26.562 GB/s\n"},
        {"tool-nvidia-smi-topo",
         "\t\x1b[4mGPU0\tGPU1\tCPU Affinity\x1b[0m\nGPU0\t X \tNV18\t0-55\nGPU1\tNV18\t X \t56-111\n"},
        {"tool-amd-smi-monitor", "GPU  POWER   GPU_T\n  0  120 W   41 C\n  1  121 W\n"},
        {"tool-amd-smi-topology", "WEIGHT TABLE:\n 0000:05:00.0 0000:26:00.0\n0000:05:00.0 0 15\n\n"
                                  "LINK TYPE TABLE:\n 0000:05:00.0 0000:26:00.0\n0000:05:00.0 SELF XGMI\n"},
        {"tool-lspci",
         "0000:05:00.0 Processing accelerators [1200]: AMD Device [1002:75a0] (rev 01)\n\tControl: I/O-\n"},
        {"tool-nvidia-smi-topo-p2p", "$ nvidia-smi topo -p2p r\n\tGPU0\tGPU1\nGPU0\tX\tCNS\nGPU1\tOK\tX\n"},
        {"tool-amd-smi-partition",
         "GPU_ID  MEMORY  ACCELERATOR_TYPE  ACCELERATOR_PROFILE_INDEX  PARTITION_ID\n"
         "0       NPS4    CPX               3                          0,1,2,3\n"},
        {"amd-smi-error", "ROCk module is loaded\nUnable to open /dev/kfd read-write: Permission denied\n"
                          "Call returned HSA_STATUS_ERROR_OUT_OF_RESOURCES: the runtime\n"},
        {"nvidia-smi-error", "Failed to initialize NVML: Driver/library version mismatch\n"
                             "NVML library version: 599.10\n"
                             "Unable to determine the device handle for GPU 2: 0000:41:00.0: GPU is lost\n"},
        {"tool-amd-smi-metric",
         "[{\"gpu\": 0, \"power\": {\"socket_power\": {\"value\": 90, \"unit\": \"W\"}, "
         "\"throttle_status\": \"THROTTLED\"}}]\n"},
        {"tool-amd-smi-metric", "gpu,socket_power,throttle_status,hbm_thermal_violation_status\n"
                                "0,90,UNTHROTTLED,ACTIVE\n"},
        {"tool-nvidia-smi-q-x",
         "<gpu id=\"00000000:41:00.0\">\n<mig_devices>\n<mig_device>\n<index>0</index>\n"
         "<gpu_instance_id>9</gpu_instance_id>\n<fb_memory_usage>\n"
         "<total>9728 MiB</total>\n</mig_devices>\n<clocks_event_reasons>\n"
         "<clocks_event_reason_hw_slowdown>Active</clocks_event_reason_hw_slowdown>\n"},
        {"tool-nvidia-smi-query", "0, [GPU is lost], 00000000:41:00.0\n1, NVIDIA X900, 00000000:42:00.0\n"},
        {"tool-nvidia-smi-l",
         "GPU 0: NVIDIA X900 (UUID: GPU-11aa22bb-33cc-44dd-55ee-66ff77008899)\n"
         "  MIG 1g.10gb     Device  0: (UUID: MIG-21aa22bb-33cc-44dd-55ee-66ff77008899)\n"
         "GPU 1: NVIDIA X900 (UUID: GPU-31aa22bb-33cc-44dd-55ee-66ff77008899)\n"},
        {"tool-nvidia-smi-query", "index, name, pci.bus_id, memory.total [MiB], pcie.link.width.current\n"
                                  "0, NVIDIA X900, 00000000:41:00.0, 81559 MiB, 16\n"
                                  "1, NVIDIA X900, 00000000:42:00.0, 81559 MiB, 8\n"},
        {"tool-amd-smi",
         "| AMD-SMI 26.1.0+aa11bb22      amdgpu version: 6.15.1   ROCm version: 7.9.0    |\n"
         "| BDF                        GPU-Name | Mem-Uti   Temp   UEC       Power-Usage |\n"
         "| GPU  HIP-ID  OAM-ID  Partition-Mode | GFX-Uti    Fan               Mem-Usage |\n"
         "| 0000:41:00.0   AMD Instinct MI999X  | 0 %      40 C    2          130/1000 W |\n"
         "|   0       1       6        SPX/NPS1 | 0 %        N/A           283/262128 MB |\n"},
        {"tool-amd-smi-version", "AMDSMI Tool: 25.9.1+aa11bb22 | AMDSMI Library version: 25.9.1 | ROCm "
                                 "version: 6.9.0 | amdgpu version: 6.15.1\n"},
        {"tool-amd-smi-process", "GPU: 0\n"
                                 "    PROCESS_INFO:\n"
                                 "        NAME: trainer\n"
                                 "        PID: 4711\n"
                                 "        MEMORY_USAGE:\n"
                                 "            VRAM_MEM: 61.5 GB\n"},
        {"tool-amd-smi-bad-pages", "GPU: 0\n"
                                   "    RETIRED: No bad pages found.\n"
                                   "    PENDING: No bad pages found.\n"
                                   "    UN_RES: No bad pages found.\n"},
        {"tool-rdma-statistic", "link mlx5_4/1 rx_write_requests 5 out_of_sequence 17 packet_seq_err 0 \n"},
        {"tool-show-gids", "DEV\tPORT\tINDEX\tGID\t\t\t\t\tIPv4  \t\tVER\tDEV\n"
                           "---\t----\t-----\t---\t\t\t\t\t------------  \t---\t---\n"
                           "mlx5_4\t1\t0\tfe80:0000:0000:0000:0a0b:0cff:fe0d:0e0f\t\t\tv1\tens4\n"
                           "mlx5_4\t1\t3\t0000:0000:0000:0000:0000:ffff:0a09:0807\t10.9.8.7  \tv2\tens4\n"
                           "n_gids_found=2\n"},
        {"tool-ethtool-i", "driver: mlx5_core\n"
                           "version: 6.9.0\n"
                           "firmware-version: 28.44.1000 (MT_0000000999)\n"
                           "expansion-rom-version: \n"
                           "bus-info: 0000:41:00.0\n"
                           "supports-statistics: yes\n"},
        {"tool-ethtool-s", "NIC statistics:\n"
                           "     rx_packets: 12\n"
                           "     rx_discards_phy: 7\n"
                           "     tx_errors_phy: 0\n"},
        {"tool-ibstat-l", "mlx5_4\n"
                          "mlx5_5\n"
                          "mlx5_bond_0\n"},
        {"dmesg",
         "{\"dmesg\": [{\"pri\": 5, \"time\": 0.5, \"msg\": \"mlx5_core 0000:41:00.0: synd 0x1: x\"}]}"},
        {"dmesg", "{\"__CURSOR\":\"s\",\"_TRANSPORT\":\"kernel\",\"MESSAGE\":[65,66]}\n"},
        {"dmesg", "6,1,2,-;pci 0000:41:00.0: BAR 2: no space for [mem size 0x2000000000]\n DEVICE=+pci:x\n"},
        {"dmesg", "__CURSOR=s\n_TRANSPORT=kernel\nMESSAGE\n12345678mlx5_core: x\nMESSAGE=NVRM: Xid "
                  "(PCI:0:1:0): 154, x\n\n"},
        {"dmesg",
         "Thu 2026-01-22 20:50:11 UTC [s=5;i=1]\n    _TRANSPORT=kernel\n    MESSAGE=a\n            b\n"},
        {"dmesg",
         "{1}[Hardware Error]: event severity: fatal\n{1}[Hardware Error]:  Error 0, type: corrected\n"
         "{1}[Hardware Error]:   section_type: memory error\n{1}[Hardware Error]:   node:0 card:1\n"
         "{1}[Hardware Error]:   section_type: PCIe error\n{1}[Hardware Error]:   device_id: 0000:41:00.0\n"},
        {"dmesg", "EDAC MC0: 1 CE x on A1 (p)\nmce: [Hardware Error]: CPU 1: Machine Check: 0 Bank 7: "
                  "8c\n[Jan20 20:50] a\n"},
        {"tool-nvidia-smi-nvlink",
         "GPU 0: X (UUID: GPU-1)\n\t Link 0: Replay Errors: 3\n\t Link 1: <inactive>\n"},
        {"tool-rocm-smi-topo",
         "GPU[0]: \tRAS INFO\n Block Status Correctable Error  Uncorrectable Error\n UMC ENABLED 1 2\n"},
        {"tool-amd-smi-xgmi", "XGMI LINK STATUS:\n bdf link_status\nGPU0 0000:05:00.0 U D X\n"},
        {"tool-numactl-h", "available: 1 nodes (0)\nnode 0 cpus: 0 1\nnode distances:\nnode 0\n 0: 10\n"},
        {"tool-lscpu", "Architecture: x86_64\nModel name: EPYC\nNUMA node0 CPU(s): 0-31\n"},
        {"tool-ibv-devinfo", "hca_id: mlx5_0\n\tport: 1\n\t\tstate: PORT_ACTIVE (4)\n"},
        {"tool-ibstat", "CA 'mlx5_0'\n\tPort 1:\n\t\tState: Active\n"},
        {"tool-ibdev2netdev", "0000:05:00.0 mlx5_0 (MT4129 - X) fw 28 port 1 (ACTIVE) ==> eth0 (Up)\n"},
        {"tool-ibv-devices", " device node GUID\n ------ ----\n mlx5_0 9c63c00300d420f0\n"},
        {"tool-ibstatus", "Infiniband device 'mlx5_0' port 1 status:\n\tstate: 4: ACTIVE\n"},
        {"lstopo", "Machine (1GB total)\n  HostBridge\n    PCI 00:01.0 (VGA)\n"},
        {"tool-class-links",
         "mlx5_0 -> ../../devices/pci0000:40/0000:40:01.1/0000:41:00.0/infiniband/mlx5_0\n"},
        {"nvidia-information", "Model: H100\nBus Location: 0000:05:00.0\n"},
        {"tool-nvidia-smi-q", "GPU 00000000:05:00.0\n Product Name : H100\n"},
        {"tool-nvidia-smi", "|   0  H100  On | 00000000:05:00.0 Off | 0 |\n"},
        {"tool-amd-smi-list", "GPU: 0\n    BDF: 0000:05:00.0\n    PARTITION_ID: 0\n"},
        {"tool-rocm-smi-topo", "=== Weight between two GPUs ===\n GPU0 GPU1\nGPU0 0 15\nGPU1 15 0\n"},
        {"kernel-version", "Linux version 6.1.0 (x)\n"},
        {"kernel-command-line", "BOOT_IMAGE=/x iommu=pt\n"},
        {"os-release", "PRETTY_NAME=\"Debian\"\n"},
        {"tool-systemctl-status",
         "* nvidia-fabricmanager.service - x\n  Loaded: loaded\n  Active: failed (Result: core-dump)\n"},
        {"tool-dmidecode", "System Information\n\tManufacturer: QEMU\n"},
        {"dmesg",
         "[    0.1] pci 0000:41:00.0: [10de:2330] type 00 class 0x030200\n[ 1.0] DMAR: IOMMU enabled\n"},
        {"tool-dmesg", "[    9.0] NVRM: Xid (PCI:0000:41:00): 79, GPU has fallen off the bus\n"},
        {"no-such-section", "x\n"},
    };
    return kSeeds;
}

} // namespace fabricscope::fuzz
