// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"
#include "core/formats/SectionText.h"

#include <optional>
#include <string_view>

namespace fabricscope::formats {

/// Maximum number of devices kept per VM.
inline constexpr std::size_t kMaxVmDevices = 512;
inline constexpr std::size_t kMaxVmDeviceInfos = 4 * kMaxVmDevices;

/// Records that the host's function belongs to the VM.
void addVmDevice(host::VmProcess &vm, const std::optional<Address> &address);

/// Stores the data, within the limits, and the function as one of the VM's.
void addVmDeviceInfo(host::VmProcess &vm, host::VmDevice device);

/// A MAC in lower case; empty if the text is not a MAC.
[[nodiscard]] std::string macOf(std::string_view text);

/// A slot on root bus 0 of a segment, as numbered by Cloud Hypervisor.
[[nodiscard]] host::GuestPlace onRootBus(std::uint32_t segment, std::uint8_t device,
                                         std::uint8_t function = 0);

} // namespace fabricscope::formats
