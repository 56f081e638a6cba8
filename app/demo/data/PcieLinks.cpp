// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/data/PcieLinks.h"

#include "app/demo/data/PassedThroughDevices.h"
#include "core/pci/Link.h"

#include <algorithm>

namespace fabricscope::app::demo {

namespace {

/// Packets of 256 bytes with 24 bytes of headers and framing, and acknowledgements: of 63.0 GB/s about 56.7
/// are data.
constexpr double kDataShare = 0.9;

std::optional<int> narrowest(const DemoHost &host, const DemoFunction &function) {
    std::optional<int> least;
    // A virtual function has no link of its own.
    const DemoFunction *at = function.physfn ? &host.functions.at(*function.physfn) : &function;
    for (; at != nullptr; at = at->parent ? &host.functions.at(*at->parent) : nullptr) {
        const auto speed = at->link ? pci::LinkSpeed::fromCode(at->link->generation) : std::nullopt;
        if (!speed)
            continue;
        const double gbytes = pci::LinkRate{*speed, at->link->width}.bandwidth().value;
        const int gbits = static_cast<int>(gbytes * 8 * kDataShare);
        least = std::min(least.value_or(gbits), gbits);
    }
    return least;
}

bool runs(const std::vector<std::string> &arguments, const DemoHost &guest) {
    const auto uuid = std::find_if(guest.dmiRoot.begin(), guest.dmiRoot.end(),
                                   [](const auto &entry) { return entry.first == "product_uuid"; });
    return uuid != guest.dmiRoot.end() &&
           std::any_of(arguments.begin(), arguments.end(), [&](const std::string &argument) {
               return argument.ends_with("uuid=" + uuid->second);
           });
}

} // namespace

std::optional<int> carriedByLinks(const DemoHost &host, const DemoFunction &function) {
    const auto passedThrough = host.passedThroughLinks.find(function.address);
    return passedThrough != host.passedThroughLinks.end() ? std::optional(passedThrough->second)
                                                          : narrowest(host, function);
}

void assignLinks(DemoHost &guest, const DemoHost &machine) {
    for (const auto &[pid, arguments] : machine.processes) {
        if (!runs(arguments, guest))
            continue;
        for (const PassedThroughDevice &device : passedThroughDevices(arguments))
            if (const auto found = machine.functions.find(device.onHost); found != machine.functions.end())
                if (const auto gbits = narrowest(machine, found->second))
                    guest.passedThroughLinks[device.inGuest] = *gbits;
    }
}

} // namespace fabricscope::app::demo
