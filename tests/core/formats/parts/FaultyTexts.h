// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace fabricscope::formats {

/// A small output of a tool with a fault that is found in it.
struct FaultyText {
    const char *name;
    const char *text;
};

/// Each is about devices of its own.
inline constexpr FaultyText kFaultyTexts[] = {
    {"dmesg", "[   90.100000] usb 1-2: new high-speed USB device number 3 using xhci_hcd\n"
              "[   91.250000] NVRM: Xid (PCI:0000:c1:00): 79, pid=812, GPU has fallen off the bus.\n"},
    {"dmesg -t", "NVRM: Xid (PCI:0000:c3:00): 48, pid=812, name=python3, An uncorrectable double bit error "
                 "(DBE) has been detected\n"},
    {"journal", "Jan 20 20:50:10 gpu-07 systemd[1]: Started a job.\n"
                "Jan 20 20:50:11 gpu-07 kernel: mlx5_core 0000:a5:00.0: Port module event[error]: module 0, "
                "Cable error, Power budget exceeded\n"},
    {"journalctl -o json",
     "{\"_TRANSPORT\":\"kernel\",\"MESSAGE\":\"EDAC MC0: 1 UE memory read error on DIMM_B2 (channel:1 slot:0 "
     "page:0x1)\",\"_HOSTNAME\":\"gpu-07\"}\n"},
    {"lspci -vv", "e1:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2330] (rev a1)\n"
                  "\tControl: I/O- Mem+ BusMaster+\n\tNUMA node: 1\n"
                  "\tCapabilities: [60] Express (v2) Endpoint\n"
                  "\t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16, ASPM L1\n"
                  "\t\tLnkSta:\tSpeed 32GT/s, Width x8 (downgraded)\n\tKernel driver in use: nvidia\n"},
    {"nvidia-smi -q", "==============NVSMI LOG==============\n\n"
                      "Timestamp                                 : Mon Nov 30 10:00:00 2026\n"
                      "Attached GPUs                             : 1\nGPU 00000000:A3:00.0\n"
                      "    Product Name                          : NVIDIA X900\n"
                      "    GPU UUID                              : GPU-a1a2a3a4-1234-1234-1234-123456789abc\n"
                      "    Remapped Rows\n        Pending                           : Yes\n"
                      "        Remapping Failure Occurred        : Yes\n"},
    {"nvidia-smi -q -x",
     "<?xml version=\"1.0\" ?>\n<!DOCTYPE nvidia_smi_log SYSTEM \"nvsmi_device_v12.dtd\">\n<nvidia_smi_log>\n"
     "\t<gpu id=\"00000000:A7:00.0\">\n\t\t<product_name>NVIDIA X900</product_name>\n\t\t<remapped_rows>\n"
     "\t\t\t<remapped_row_pending>Yes</remapped_row_pending>\n"
     "\t\t\t<remapped_row_failure>Yes</remapped_row_failure>\n\t\t</remapped_rows>\n\t</gpu>\n"
     "</nvidia_smi_log>\n"},
    {"nvidia-smi nvlink -e", "GPU 0: NVIDIA X900 (UUID: GPU-11111111-1234-1234-1234-123456789abc)\n"
                             "\t Link 0: Replay Errors: 2\n\t Link 0: CRC Errors: 3\n"},
    {"nvidia-smi --query-gpu",
     "index, name, pci.bus_id, ecc.errors.uncorrected.volatile.total, pcie.link.width.current, "
     "pcie.link.width.max\n"
     "5, NVIDIA X900, 00000000:B5:00.0, 7, 8, 16\n"},
    {"an error of nvidia-smi", "Failed to initialize NVML: Driver/library version mismatch\n"
                               "NVML library version: 599.10\n"},
    {"an error of amd-smi", "ERROR:root:Driver not initialized (amdgpu not found in modules)\n"},
    {"amd-smi metric", "GPU: 2\n    ECC:\n        TOTAL_CORRECTABLE_COUNT: 0\n"
                       "        TOTAL_UNCORRECTABLE_COUNT: 4\n    PCIE:\n        WIDTH: 16\n"},
    {"amd-smi metric --json",
     "[\n    {\n        \"gpu\": 6,\n        \"ecc\": {\n            \"total_correctable_count\": 0,\n"
     "            \"total_uncorrectable_count\": 9\n        }\n    }\n]\n"},
    {"amd-smi monitor", "GPU  POWER  GPU_T  MEM_T  DOUBLE_ECC\n  0  751 W  64 C  61 C  2\n"},
    {"amd-smi xgmi",
     "XGMI LINK STATUS:\nbdf   link_status\nGPU0  0000:05:00.0  U  U  D\nGPU1  0000:26:00.0  U  U  U\n\n"
     "* U:Up - D:Down - X:Disabled\n"},
    {"amd-smi bad-pages",
     "GPU: 3\n    RETIRED:\n        PAGE_ADDRESS: 0x7f00\n        PAGE_SIZE: 4096\n        STATUS: RETIRED\n"
     "    PENDING: No bad pages found.\n    UN_RES: No bad pages found.\n"},
    {"amd-smi partition", "CURRENT_PARTITION:\n"
                          "GPU_ID  MEMORY  ACCELERATOR_TYPE  ACCELERATOR_PROFILE_INDEX  PARTITION_ID\n"
                          "0       NPS4    CPX               3                          0,1,2,3\n"},
    {"ibstat", "CA 'mlx5_3'\n\tCA type: MT4129\n\tNumber of ports: 1\n\tFirmware version: 28.39.1002\n"
               "\tPort 1:\n\t\tState: Down\n\t\tPhysical state: Polling\n\t\tRate: 10\n"
               "\t\tLink layer: InfiniBand\n"},
    {"ibstatus",
     "Infiniband device 'mlx5_4' port 1 status:\n\tdefault gid:\t fe80:0000:0000:0000:9c63:c003:00d4:20f0\n"
     "\tbase lid:\t 0xffff\n\tsm lid:\t\t 0x0\n\tstate:\t\t 1: DOWN\n\tphys state:\t 3: Disabled\n"
     "\trate:\t\t 10 Gb/sec (4X SDR)\n\tlink_layer:\t InfiniBand\n"},
    {"ibv_devinfo", "hca_id:\tmlx5_5\n\ttransport:\t\t\tInfiniBand (0)\n\tfw_ver:\t\t\t\t28.39.1002\n"
                    "\tphys_port_cnt:\t\t\t1\n\t\tport:\t1\n\t\t\tstate:\t\t\tPORT_DOWN (1)\n"
                    "\t\t\tlink_layer:\t\tInfiniBand\n"},
    {"rdma link", "link mlx5_6/1 state DOWN physical_state POLLING netdev ens6np0\n"},
    {"rdma statistic", "link mlx5_7/1 rx_write_requests 5 out_of_sequence 17 packet_seq_err 3 \n"},
    {"ibdev2netdev", "mlx5_8 port 1 ==> ens8np0 (Down)\n"},
    {"ethtool", "Settings for ens9np0:\n\tSupported ports: [ FIBRE ]\n\tSpeed: Unknown!\n"
                "\tDuplex: Unknown! (255)\n\tAuto-negotiation: on\n\tLink detected: no (No cable)\n"},
    {"ethtool -S", "NIC statistics:\n     rx_packets: 812\n     rx_crc_errors_phy: 3\n"
                   "     link_down_events_phy: 2\n"},
    {"ethtool -m",
     "\tIdentifier                                : 0x18 (QSFP-DD)\n"
     "\tVendor name                               : ACME\n\tVendor PN                                 : "
     "A-400G\n"
     "\tModule temperature                        : 81.50 degrees C / 178.70 degrees F\n"
     "\tModule temperature high alarm threshold   : 80.00 degrees C / 176.00 degrees F\n"
     "\tModule temperature high alarm             : On\n"},
    {"rocm-smi --showrasinfo",
     "============================ ROCm System Management Interface ============================\n"
     "======================================= RAS Info =========================================\n"
     "GPU[7]\t\t: RAS INFO\n"
     "         Block     Status    Correctable Error  Uncorrectable Error\n"
     "           UMC    ENABLED                    0                    5\n"
     "=================================== End of ROCm SMI Log ===================================\n"},
};

} // namespace fabricscope::formats
