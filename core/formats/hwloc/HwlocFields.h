// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/hwloc/HwlocDevices.h"
#include "core/formats/hwloc/HwlocObject.h"
#include "core/formats/hwloc/HwlocPci.h"

namespace fabricscope::formats {

// The attributes read from each element. In the order in which hwloc writes them, including unused ones
// between them: see readHwlocAttributes().

inline constexpr HwlocField<HwlocPciObject> kBridgeFields[] = {
    {"gp_index", nullptr},
    {"bridge_type", nullptr},
    {"depth", nullptr},
    {"bridge_pci", &HwlocPciObject::bridge},
    {"pci_busid", &HwlocPciObject::busId},
    {"pci_type", &HwlocPciObject::type},
    {"pci_link_speed", &HwlocPciObject::linkSpeed},
    {"name", &HwlocPciObject::name},
};
inline constexpr HwlocField<HwlocPciObject> kPciFields[] = {
    {"gp_index", nullptr},
    {"subtype", nullptr},
    {"pci_busid", &HwlocPciObject::busId},
    {"pci_type", &HwlocPciObject::type},
    {"pci_link_speed", &HwlocPciObject::linkSpeed},
    {"name", &HwlocPciObject::name},
    {"bridge_pci", &HwlocPciObject::bridge},
};
inline constexpr HwlocField<HwlocDevices::Object> kDeviceFields[] = {
    {"gp_index", &HwlocDevices::Object::gpIndex},
    {"name", &HwlocDevices::Object::name},
    {"subtype", nullptr},
    {"osdev_type", &HwlocDevices::Object::type},
};
inline constexpr HwlocField<HwlocPlace> kPlaceFields[] = {
    {"type", nullptr},
    {"os_index", nullptr},
    {"cpuset", &HwlocPlace::cpuset},
    {"complete_cpuset", nullptr},
    {"online_cpuset", nullptr},
    {"allowed_cpuset", nullptr},
    {"nodeset", &HwlocPlace::nodeset},
    {"complete_nodeset", &HwlocPlace::completeNodeset},
    {"allowed_nodeset", nullptr},
    {"gp_index", nullptr},
};
struct InfoAttributes {
    HwlocAttribute name, value;
};
inline constexpr HwlocField<InfoAttributes> kInfoFields[] = {
    {"name", &InfoAttributes::name},
    {"value", &InfoAttributes::value},
};
struct NumaAttributes {
    HwlocAttribute number, cpuset, memory;
};
inline constexpr HwlocField<NumaAttributes> kNumaFields[] = {
    {"os_index", &NumaAttributes::number},
    {"cpuset", &NumaAttributes::cpuset},
    {"complete_cpuset", nullptr},
    {"nodeset", nullptr},
    {"complete_nodeset", nullptr},
    {"gp_index", nullptr},
    {"local_memory", &NumaAttributes::memory},
};

/// What is known of the machine as a whole.
struct HwlocMachineInfo {
    std::string_view name;
    host::Fact<std::string> host::Host::*member;
};
inline constexpr HwlocMachineInfo kHwlocMachineInfos[] = {
    {"HostName", &host::Host::hostname},          {"OSRelease", &host::Host::kernel},
    {"DMISysVendor", &host::Host::vendor},        {"DMIProductName", &host::Host::product},
    {"DMIBoardName", &host::Host::board},         {"DMIBIOSVersion", &host::Host::bios},
    {"Architecture", &host::Host::architecture},  {"CPUModel", &host::Host::cpuModel},
    {"CPUVendor", &host::Host::cpuVendor},        {"DMIProductSerial", &host::Host::productSerial},
    {"DMIProductUUID", &host::Host::productUuid}, {"DMIBoardSerial", &host::Host::boardSerial},
};

/// Of the first package; in decimal, as in /proc/cpuinfo.
struct HwlocMachineNumber {
    std::string_view name;
    host::Fact<int> host::Host::*member;
};
inline constexpr HwlocMachineNumber kHwlocMachineNumbers[] = {
    {"CPUFamilyNumber", &host::Host::cpuFamily},
    {"CPUModelNumber", &host::Host::cpuModelNumber},
};

} // namespace fabricscope::formats
