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

/// A VMM's process that runs a guest, and how that is known.
struct RunningVm {
    enum class By : std::uint8_t {
        Name, ///< its hostname or target: a UUID is missing on one side (only root reads the guest's)
        Uuid, ///< the one that its firmware shows
    };
    const host::VmProcess *vm = nullptr; ///< of the hypervisor given; lives as long as that
    By by = By::Name;

    [[nodiscard]] std::string label() const; ///< "vm-03a", "vm-03a, by name"; made safe
};

/// The process on this hypervisor that runs this guest. Where both UUIDs are known they alone decide; else
/// the name does, unless two processes have it.
[[nodiscard]] std::optional<RunningVm> runningVm(const host::Host &hypervisor, const host::Host &guest);

/// Which of these hosts runs this guest: the one that knows its UUID, else the only one that runs a VM of its
/// name. Entries may be nullptr; the guest itself is ignored. Linear in all their VMs.
[[nodiscard]] std::optional<std::size_t> hypervisorAmong(std::span<const host::Host *const> hosts,
                                                         const host::Host &guest);

/// UUIDs are written in either case: as a key.
[[nodiscard]] std::string uuidKey(std::string_view uuid);

} // namespace fabricscope::affinity
