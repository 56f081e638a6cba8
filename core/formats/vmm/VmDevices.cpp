// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vmm/VmDevices.h"

#include <algorithm>

namespace fabricscope::formats {

void addVmDevice(host::VmProcess &vm, const std::optional<Address> &address) {
    if (address && vm.devices.size() < kMaxVmDevices &&
        std::find(vm.devices.begin(), vm.devices.end(), *address) == vm.devices.end())
        vm.devices.push_back(*address);
}

void addVmDeviceInfo(host::VmProcess &vm, host::VmDevice device) {
    addVmDevice(vm, device.onHost);
    if (vm.deviceInfo.size() < kMaxVmDeviceInfos)
        vm.deviceInfo.push_back(std::move(device));
}

std::string macOf(std::string_view text) {
    constexpr std::size_t kLength = 17; // "52:54:00:12:34:56"
    if (text.size() != kLength)
        return {};
    std::string mac(text);
    for (std::size_t i = 0; i < mac.size(); ++i) {
        char &c = mac[i];
        c = c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
        const bool isDigit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
        if (i % 3 == 2 ? c != ':' : !isDigit)
            return {};
    }
    return mac;
}

host::GuestPlace onRootBus(std::uint32_t segment, std::uint8_t device, std::uint8_t function) {
    return {segment, 0, {{device, function}}};
}

} // namespace fabricscope::formats
