// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/HostBuilder.h"
#include "core/formats/SectionText.h"

#include <optional>
#include <string_view>

namespace fabricscope::formats {

/// A machine has at most so many devices, and so much is kept of what is told of them.
inline constexpr std::size_t kMaxVmDevices = 512;
inline constexpr std::size_t kMaxVmDeviceInfos = 4 * kMaxVmDevices;

/// The host's function is the machine's.
void addVmDevice(host::VmProcess &vm, const std::optional<Address> &address);

/// Keeps what was said, within the limits, and the function as one of the machine's.
void addVmDeviceInfo(host::VmProcess &vm, host::VmDevice device);

/// A MAC in lower case; empty where the text is none.
[[nodiscard]] std::string macOf(std::string_view text);

/// A slot on root bus 0 of a segment, which is how Cloud Hypervisor numbers.
[[nodiscard]] host::GuestPlace onRootBus(std::uint32_t segment, std::uint8_t device,
                                         std::uint8_t function = 0);

} // namespace fabricscope::formats
