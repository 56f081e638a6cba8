// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Hypervisor.h"

#include "core/base/HostText.h"

namespace fabricscope::affinity {

namespace {

constexpr std::size_t kMaxName = 64;

bool hasName(const host::VmProcess &vm, const host::Host &guest) {
    return !vm.name.empty() && (guest.hostname.valueOr({}) == vm.name || guest.id.target == vm.name);
}

} // namespace

std::string uuidKey(std::string_view uuid) {
    std::string key(uuid);
    for (char &c : key)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return key;
}

std::string RunningVm::label() const {
    std::string text = HostText(vm->name.empty() ? vm->uuid : vm->name).plain(kMaxName);
    return by == By::Uuid ? text : text + ", by name";
}

std::optional<RunningVm> runningVm(const host::Host &hypervisor, const host::Host &guest) {
    const std::string own = uuidKey(guest.productUuid.valueOr({}));
    const host::VmProcess *named = nullptr;
    bool ambiguous = false;
    for (const host::VmProcess &vm : hypervisor.vms) {
        if (!own.empty() && !vm.uuid.empty()) {
            if (uuidKey(vm.uuid) == own)
                return RunningVm{&vm, RunningVm::By::Uuid};
        } else if (hasName(vm, guest)) {
            ambiguous = named != nullptr;
            named = &vm;
        }
    }
    if (named == nullptr || ambiguous)
        return std::nullopt;
    return RunningVm{named, RunningVm::By::Name};
}

std::optional<std::size_t> hypervisorAmong(std::span<const host::Host *const> hosts,
                                           const host::Host &guest) {
    std::optional<std::size_t> named;
    bool ambiguous = false;
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        if (hosts[i] == nullptr || hosts[i] == &guest)
            continue;
        const auto running = runningVm(*hosts[i], guest);
        if (!running)
            continue;
        if (running->by == RunningVm::By::Uuid)
            return i;
        ambiguous = ambiguous || named.has_value();
        named = i;
    }
    return ambiguous ? std::nullopt : named;
}

} // namespace fabricscope::affinity
