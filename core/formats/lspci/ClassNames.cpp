// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/lspci/ClassNames.h"

#include "core/formats/lspci/Words.h"

namespace fabricscope::formats::lspci {

namespace {

struct Named {
    std::uint16_t code;
    std::string_view words;
};

// Class codes: PCI Code and ID Assignment Specification, in the words of pci.ids. Where a class has no
// subclass of those words, it is the one for others (80). One line adds a class.
constexpr Named kClasses[] = {
    {0x0000, "Non-VGA unclassified device"},
    {0x0000, "Unclassified device"},
    {0x0001, "VGA compatible unclassified device"},
    {0x0005, "Image coprocessor"},
    {0x0100, "SCSI storage controller"},
    {0x0101, "IDE interface"},
    {0x0102, "Floppy disk controller"},
    {0x0103, "IPI bus controller"},
    {0x0104, "RAID bus controller"},
    {0x0105, "ATA controller"},
    {0x0106, "SATA controller"},
    {0x0106, "SATA disk controller"},
    {0x0107, "Serial Attached SCSI controller"},
    {0x0108, "Non-Volatile memory controller"},
    {0x0109, "Universal Flash Storage controller"},
    {0x0180, "Mass storage controller"},
    {0x0180, "Unknown mass storage controller"},
    {0x0200, "Ethernet controller"},
    {0x0200, "Ethernet interface"},
    {0x0201, "Token ring network controller"},
    {0x0202, "FDDI network controller"},
    {0x0203, "ATM network controller"},
    {0x0204, "ISDN controller"},
    {0x0205, "WorldFip controller"},
    {0x0206, "PICMG controller"},
    {0x0207, "Infiniband controller"},
    {0x0208, "Fabric controller"},
    {0x0280, "Network controller"},
    {0x0300, "VGA compatible controller"},
    {0x0301, "XGA compatible controller"},
    {0x0302, "3D controller"},
    {0x0380, "Display controller"},
    {0x0400, "Multimedia video controller"},
    {0x0401, "Multimedia audio controller"},
    {0x0402, "Computer telephony device"},
    {0x0403, "Audio device"},
    {0x0480, "Multimedia controller"},
    {0x0500, "RAM memory"},
    {0x0501, "FLASH memory"},
    {0x0502, "CXL"},
    {0x0580, "Memory controller"},
    {0x0600, "Host bridge"},
    {0x0601, "ISA bridge"},
    {0x0602, "EISA bridge"},
    {0x0603, "MicroChannel bridge"},
    {0x0604, "PCI bridge"},
    {0x0605, "PCMCIA bridge"},
    {0x0606, "NuBus bridge"},
    {0x0607, "CardBus bridge"},
    {0x0608, "RACEway bridge"},
    {0x0609, "Semi-transparent PCI-to-PCI bridge"},
    {0x060a, "InfiniBand to PCI host bridge"},
    {0x0680, "Bridge"},
    {0x0700, "Serial controller"},
    {0x0701, "Parallel controller"},
    {0x0702, "Multiport serial controller"},
    {0x0703, "Modem"},
    {0x0704, "GPIB controller"},
    {0x0705, "Smard Card controller"},
    {0x0705, "Smart Card controller"},
    {0x0780, "Communication controller"},
    {0x0800, "PIC"},
    {0x0801, "DMA controller"},
    {0x0802, "Timer"},
    {0x0803, "RTC"},
    {0x0804, "PCI Hot-plug controller"},
    {0x0805, "SD Host controller"},
    {0x0806, "IOMMU"},
    {0x0880, "Generic system peripheral"},
    {0x0880, "System peripheral"},
    {0x0899, "Timing Card"},
    {0x0900, "Keyboard controller"},
    {0x0901, "Digitizer Pen"},
    {0x0902, "Mouse controller"},
    {0x0903, "Scanner controller"},
    {0x0904, "Gameport controller"},
    {0x0980, "Input device controller"},
    {0x0a00, "Generic Docking Station"},
    {0x0a80, "Docking Station"},
    {0x0b00, "386"},
    {0x0b01, "486"},
    {0x0b02, "Pentium"},
    {0x0b10, "Alpha"},
    {0x0b20, "Power PC"},
    {0x0b30, "MIPS"},
    {0x0b40, "Co-processor"},
    {0x0b80, "Processor"},
    {0x0c00, "FireWire (IEEE 1394)"},
    {0x0c01, "ACCESS Bus"},
    {0x0c02, "SSA"},
    {0x0c03, "USB controller"},
    {0x0c04, "Fibre Channel"},
    {0x0c05, "SMBus"},
    {0x0c06, "InfiniBand"},
    {0x0c07, "IPMI Interface"},
    {0x0c08, "SERCOS interface"},
    {0x0c09, "CANBUS"},
    {0x0c80, "Serial bus controller"},
    {0x0d00, "IRDA controller"},
    {0x0d01, "Consumer IR controller"},
    {0x0d10, "RF controller"},
    {0x0d11, "Bluetooth"},
    {0x0d12, "Broadband"},
    {0x0d20, "802.1a controller"},
    {0x0d21, "802.1b controller"},
    {0x0d80, "Wireless controller"},
    {0x0e00, "I2O"},
    {0x0e80, "Intelligent controller"},
    {0x0f01, "Satellite TV controller"},
    {0x0f02, "Satellite audio communication controller"},
    {0x0f03, "Satellite voice communication controller"},
    {0x0f04, "Satellite data communication controller"},
    {0x0f80, "Satellite communications controller"},
    {0x1000, "Network and computing encryption device"},
    {0x1010, "Entertainment encryption device"},
    {0x1080, "Encryption controller"},
    {0x1100, "DPIO module"},
    {0x1101, "Performance counters"},
    {0x1110, "Communication synchronizer"},
    {0x1120, "Signal processing management"},
    {0x1180, "Signal processing controller"},
    {0x1200, "Processing accelerator"},
    {0x1200, "Processing accelerators"},
    {0x1201, "SNIA Smart Data Accelerator Interface (SDXI) controller"},
    {0x1300, "Non-Essential Instrumentation"},
    {0x4000, "Coprocessor"},
    {0xff00, "Unassigned class"},
};

// The first line that fits: the longer wording of two is above the shorter one.
constexpr Named kVendors[] = {
    {0x1002, "Advanced Micro Devices, Inc. [AMD/ATI]"},
    {0x1002, "Advanced Micro Devices [AMD] nee ATI"},
    {0x1002, "ATI Technologies"},
    {0x1022, "Advanced Micro Devices"},
    {0x10de, "NVIDIA Corporation"},
    {0x8086, "Intel Corporation"},
    {0x15b3, "Mellanox Technologies"},
    {0x1dd8, "AMD Pensando Systems"},
    {0x1dd8, "Pensando Systems"},
    {0x14e4, "Broadcom Inc. and subsidiaries"},
    {0x14e4, "Broadcom Limited"},
    {0x14e4, "Broadcom Corporation"},
    {0x1000, "Broadcom / LSI"},
    {0x1000, "LSI Logic"},
    {0x10b5, "PLX Technology"},
    {0x11f8, "PMC-Sierra"},
    {0x11f8, "Microsemi"},
    {0x1d0f, "Amazon.com, Inc."},
    {0x1ae0, "Google, Inc."},
    {0x1414, "Microsoft Corporation"},
    {0x1137, "Cisco Systems"},
    {0x1077, "QLogic Corp."},
    {0x1590, "Hewlett Packard Enterprise"},
    {0x17db, "Cray Inc"},
    {0x1d94, "Chengdu Haiguang"},
    {0x1da3, "Habana Labs"},
    {0x1e3e, "Iluvatar CoreX"},
    {0x1ed5, "Moore Threads"},
    {0x1ee0, "Shanghai Biren"},
    {0x9999, "MetaX"},
    {0xcabc, "Cambricon"},
    {0x19e5, "Huawei Technologies"},
    {0x1013, "Cirrus Logic"},
    {0x102b, "Matrox"},
    {0x126f, "Silicon Motion"},
    {0x15ad, "VMware"},
    {0x18ca, "XGI Technology"},
    {0x1a03, "ASPEED Technology"},
    {0x1af4, "Red Hat, Inc. Virtio"},
    {0x1b36, "Red Hat, Inc. QXL"},
    {0x144d, "Samsung Electronics"},
};

/// Names of pci.ids. The first row of the vendor (0: of any) whose word is in the name decides; without a
/// class, the name does not tell.
struct DeviceWord {
    std::uint16_t vendor;
    std::string_view word;
    std::optional<std::uint16_t> code;
};
constexpr std::uint16_t kVga = 0x0300, k3d = 0x0302, kDisplay = 0x0380, kAccelerator = 0x1200,
                        kEthernet = 0x0200, kNetwork = 0x0280, kNvme = 0x0108;
constexpr DeviceWord kDeviceWords[] = {
    // further functions of a card, and parts of boards
    {0, "Audio", {}},
    {0, "USB", {}},
    {0, "Bridge", {}},
    {0, "Switch", {}},
    {0, "Management", {}},
    {0, "Virtio", {}},
    {0x10de, "NVSwitch", {}},
    {0x10de, "[Tesla ", k3d},
    {0x10de, "[H100", k3d},
    {0x10de, "[H200", k3d},
    {0x10de, "[H800", k3d},
    {0x10de, "[H20", k3d},
    {0x10de, "[B200", k3d},
    {0x10de, "[B300", k3d},
    {0x10de, "[GB200", k3d},
    {0x10de, "[GB300", k3d},
    {0x10de, "[GH200", k3d},
    {0x10de, "[A100", k3d},
    {0x10de, "[A800", k3d},
    {0x10de, "[A30", k3d},
    {0x10de, "[A40", k3d},
    {0x10de, "[A10", k3d},
    {0x10de, "[L4", k3d},
    {0x10de, "[L20", k3d},
    {0x10de, "[GeForce", kVga},
    {0x10de, "[Quadro", kVga},
    {0x10de, "[RTX", kVga},
    {0x10de, "[TITAN", kVga},
    {0x1002, "Instinct MI3", kAccelerator},
    {0x1002, "Instinct MI", kDisplay},
    {0x1002, "[Radeon", kVga},
    {0x15b3, "Flash Recovery", {}},
    {0x15b3, "ConnectX", kNetwork},
    {0, "Ethernet", kEthernet},
    {0, "NVMe", kNvme},
};

} // namespace

std::optional<std::uint16_t> classByDevice(std::uint16_t vendor, std::string_view name) {
    for (const DeviceWord &known : kDeviceWords)
        if ((known.vendor == 0 || known.vendor == vendor) && name.find(known.word) != name.npos)
            return known.code;
    return std::nullopt;
}

std::optional<std::uint16_t> classByName(std::string_view words) {
    for (const Named &known : kClasses)
        if (known.words.size() == words.size() && beginsWith(words, known.words))
            return known.code;
    return std::nullopt;
}

std::optional<std::uint16_t> vendorByName(std::string_view words) {
    for (const Named &known : kVendors) {
        const bool whole = words.size() == known.words.size() ||
                           (words.size() > known.words.size() && words[known.words.size()] != '-');
        if (whole && beginsWith(words, known.words))
            return known.code;
    }
    return std::nullopt;
}

} // namespace fabricscope::formats::lspci
