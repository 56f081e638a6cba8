// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fabricscope::affinity {

/// A VMM process that runs a guest, and how it was identified.
struct RunningVm {
    enum class By : std::uint8_t {
        Name, ///< by hostname or target: a UUID is missing on one side (only root can read the guest's)
        Uuid, ///< by the UUID that the guest's firmware reports
    };
    const host::VmProcess *vm = nullptr; ///< of the hypervisor given; lives as long as that
    By by = By::Name;

    [[nodiscard]] std::string label() const; ///< "vm-03a", "vm-03a, by name"; made safe
};

/// The process on this hypervisor that runs this guest. If both UUIDs are known, only they decide; otherwise
/// the name does, unless two processes share it.
[[nodiscard]] std::optional<RunningVm> runningVm(const host::Host &hypervisor, const host::Host &guest);

/// Which of these hosts runs this guest: the one that lists its UUID, else the only one that runs a VM of its
/// name. Entries may be nullptr; the guest itself is ignored. Linear in the number of all their VMs.
[[nodiscard]] std::optional<std::size_t> hypervisorAmong(std::span<const host::Host *const> hosts,
                                                         const host::Host &guest);

/// A UUID as a key: upper and lower case are equal.
[[nodiscard]] std::string uuidKey(std::string_view uuid);

} // namespace fabricscope::affinity
