// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/Classes.h"

#include <algorithm>
#include <array>

namespace fabricscope::topology {

namespace {

constexpr std::uint16_t kNvidia = 0x10de;

/// VGA controllers of these vendors only show a console (BMCs, virtual machines).
constexpr std::array<std::uint16_t, 11> kConsoleVgaVendors = {
    0x1013, // Cirrus Logic (QEMU)
    0x102b, // Matrox G200 in BMCs
    0x1234, // Bochs and QEMU standard VGA
    0x126f, // Silicon Motion
    0x1414, // Hyper-V
    0x15ad, // VMware
    0x18ca, // XGI
    0x19e5, // Huawei iBMC
    0x1a03, // ASPEED
    0x1af4, // virtio
    0x1b36, // Red Hat QXL
};

/// ATI's graphics chips of server boards, among a vendor's real GPUs: Rage XL, Radeon 7000 (RV100), ES1000.
constexpr std::array<std::uint16_t, 7> kConsoleVgaAti = {0x474d, 0x474f, 0x4752, 0x5159,
                                                         0x515e, 0x515f, 0x5969};
constexpr std::uint16_t kAti = 0x1002;
/// In names of pci.ids, for texts without numbers (lspci without -nn).
constexpr std::array<std::string_view, 3> kConsoleVgaNames = {"ES1000", "Rage XL", "RV100"};

/// Processing accelerators (class 12) of these vendors are shown as GPUs; others are FPGAs and similar.
constexpr std::array<std::uint16_t, 11> kAcceleratorVendors = {
    0x1002, // AMD Instinct
    0x10de, // NVIDIA
    0x19e5, // Huawei Ascend
    0x1d94, // Hygon
    0x1da3, // Habana
    0x1e3e, // Iluvatar
    0x1ed5, // Moore Threads
    0x1ee0, // Biren
    0x8086, // Intel
    0x9999, // MetaX
    0xcabc, // Cambricon
};

/// Vendor ids of devices that hypervisors emulate: virtio, QEMU, VMware, VirtualBox, Hyper-V, Xen, Parallels,
/// bhyve.
constexpr std::array<std::uint16_t, 9> kEmulated = {0x1AF4, 0x1B36, 0x1234, 0x15AD, 0x80EE,
                                                    0x1414, 0x5853, 0x1AB8, 0xFB5D};

struct KindRule {
    std::uint32_t mask, classCode;
    NodeKind kind;
    bool (*applies)(std::uint16_t vendor, std::uint16_t device); ///< nullptr: always
};

template<std::size_t size> bool contains(const std::array<std::uint16_t, size> &ids, std::uint16_t id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

/// The first matching row decides.
constexpr std::array kKindRules = {
    KindRule{0xFFFF00, 0x030000, NodeKind::Other,
             [](std::uint16_t v, std::uint16_t d) {
                 return contains(kConsoleVgaVendors, v) || (v == kAti && contains(kConsoleVgaAti, d));
             }},
    KindRule{0xFF0000, 0x030000, NodeKind::Gpu, nullptr},
    KindRule{0xFF0000, 0x120000, NodeKind::Gpu,
             [](std::uint16_t v, std::uint16_t) {
                 return contains(kAcceleratorVendors, v);
             }},
    KindRule{0xFF0000, 0x020000, NodeKind::Nic, nullptr},
    KindRule{0xFFFF00, 0x0c0600, NodeKind::Nic, nullptr}, // InfiniBand in its older class
    KindRule{0xFFFF00, 0x010800, NodeKind::Nvme, nullptr},
    KindRule{0xFFFF00, 0x068000, NodeKind::NvSwitch,
             [](std::uint16_t v, std::uint16_t) {
                 return v == kNvidia;
             }},
    KindRule{0xFFFF00, 0x060700, NodeKind::Bridge, nullptr}, // CardBus
};

struct ClassLabel {
    std::uint32_t mask, classCode;
    std::string_view word;
};

constexpr std::array kClassLabels = {
    ClassLabel{0xFFFF00, 0x010400, "RAID"},        ClassLabel{0xFFFF00, 0x010600, "SATA"},
    ClassLabel{0xFFFF00, 0x010700, "SAS"},         ClassLabel{0xFF0000, 0x010000, "Storage"},
    ClassLabel{0xFF0000, 0x030000, "VGA"},         ClassLabel{0xFFFF00, 0x040300, "Audio"},
    ClassLabel{0xFF0000, 0x040000, "Multimedia"},  ClassLabel{0xFF0000, 0x050000, "Memory"},
    ClassLabel{0xFFFF00, 0x060000, "Host bridge"}, ClassLabel{0xFFFF00, 0x060100, "ISA bridge"},
    ClassLabel{0xFF0000, 0x060000, "Bridge"},      ClassLabel{0xFF0000, 0x070000, "Communication"},
    ClassLabel{0xFFFF00, 0x080600, "IOMMU"},       ClassLabel{0xFF0000, 0x080000, "System"},
    ClassLabel{0xFF0000, 0x0b0000, "Processor"},   ClassLabel{0xFFFF00, 0x0c0300, "USB"},
    ClassLabel{0xFFFF00, 0x0c0500, "SMBus"},       ClassLabel{0xFF0000, 0x0c0000, "Serial bus"},
    ClassLabel{0xFF0000, 0x0d0000, "Wireless"},    ClassLabel{0xFF0000, 0x100000, "Encryption"},
    ClassLabel{0xFF0000, 0x110000, "Signal"},      ClassLabel{0xFF0000, 0x120000, "Accelerator"},
    ClassLabel{0xFF0000, 0x130000, "Instrument"},
};

bool isNamedConsoleVga(const host::PciFunction &function) {
    if (function.device || *function.classCode >> 8 != 0x0300 || function.vendor.valueOr(0) != kAti)
        return false;
    const auto &name = function.rare->name;
    return name && std::any_of(kConsoleVgaNames.begin(), kConsoleVgaNames.end(),
                               [&](std::string_view each) { return name->find(each) != std::string::npos; });
}

} // namespace

NodeKind deviceKind(const host::PciFunction &function) {
    if (!function.classCode || isNamedConsoleVga(function))
        return NodeKind::Other;
    const std::uint32_t code = *function.classCode;
    const std::uint16_t vendor = function.vendor.valueOr(0xFFFF), device = function.device.valueOr(0xFFFF);
    for (const KindRule &rule : kKindRules)
        if ((code & rule.mask) == rule.classCode && (rule.applies == nullptr || rule.applies(vendor, device)))
            return rule.kind;
    return NodeKind::Other;
}

bool hasEmulatedDevices(const host::Host &host) {
    return std::any_of(host.functions.begin(), host.functions.end(), [](const host::PciFunction &at) {
        return at.vendor && std::find(kEmulated.begin(), kEmulated.end(), *at.vendor) != kEmulated.end();
    });
}

bool statesTree(const host::Host &host) {
    bool anyBridge = false, anyElsewhere = false;
    for (const host::PciFunction &at : host.functions) {
        if (at.parent || at.rootBus || at.rare->secondaryBus || (at.config && at.config->secondaryBus))
            return true;
        anyBridge = anyBridge || isPciBridge(at);
        anyElsewhere = anyElsewhere || at.address.bus != 0;
    }
    return !anyBridge || !anyElsewhere; // without a bridge, all devices may well be on root buses
}

bool isPciBridge(const host::PciFunction &function) {
    if (function.classCode) {
        const std::uint32_t code = *function.classCode >> 8;
        return code == 0x0604 || code == 0x0609;
    }
    return function.config && !function.config->dead && (function.config->headerType & 0x7F) == 1;
}

std::string_view className(std::optional<std::uint32_t> classCode) {
    if (classCode)
        for (const ClassLabel &word : kClassLabels)
            if ((*classCode & word.mask) == word.classCode)
                return word.word;
    return "Device";
}

bool isVfioDriver(std::string_view driver) {
    return driver == "vfio-pci" || driver.ends_with("vfio_pci") || driver.ends_with("vfio-pci");
}

} // namespace fabricscope::topology
