// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/HostVmView.h"

#include "app/cli/terminal/ExitStatus.h"
#include "core/base/HostText.h"
#include "core/base/Print.h"
#include "core/base/Text.h"
#include "core/json/HostVmJson.h"
#include "core/report/TextHostVm.h"
#include "core/topology/HardwarePath.h"

#include <CLI/CLI.hpp>

#include <utility>

namespace fabricscope::app::cli {

namespace {

/// "0002:00:01.0=0000:41:00.0", "0002:00:01.0=none".
std::optional<hostvm::Override> overrideOf(std::string_view text) {
    const auto guest = pci::Address::parse(takeUntil(text, '='));
    const auto onHost = pci::Address::parse(text);
    if (!guest || (!onHost && text != "none"))
        return std::nullopt;
    return hostvm::Override{*guest, onHost};
}

bool isGuest(const Collected &collected) {
    return topology::HardwarePaths(*collected.snapshot.topology).isGuest();
}

} // namespace

CLI::Validator olderViewName() {
    return CLI::Validator(
        [](std::string &name) {
            if (name == "stitch")
                name = kHostVmView;
            return std::string();
        },
        "");
}

void HostVmHints::addTo(CLI::App &command, const char *group) {
    command
        .add_option("--pair", pairs,
                    "Guest device and its host device: GUEST=HOST, both as BDFs, or GUEST=none; repeatable")
        ->allow_extra_args(false)
        ->group(group);
    command
        .add_option("--earlier", earlier,
                    "The host, captured while its own drivers (not vfio-pci) are bound to the devices")
        ->type_name("SOURCE")
        ->group(group);
}

std::unique_ptr<const ReadHints> readHints(const HostVmHints &hints, const CollectFlags &collect) {
    auto read = std::make_unique<ReadHints>();
    for (const std::string &pair : hints.pairs) {
        const auto own = overrideOf(pair);
        if (!own) {
            printText(stderr, "--pair {}: expected GUEST=HOST, both as BDFs, or GUEST=none\n",
                      HostText(pair).line(200));
            read->status = kUsage;
            return read;
        }
        read->options.overrides.push_back(*own);
    }
    if (hints.earlier.empty())
        return read;
    read->earlier = openSource(hints.earlier, collect);
    read->status = reportFailure(read->earlier);
    if (read->earlier.snapshot.topology)
        read->options.earlier = &read->earlier.snapshot.topology->host();
    return read;
}

void HostVmFlags::addTo(CLI::App &command) {
    command.add_option("GUEST", guest, "The VM that SOURCE runs (with --view host-vm)");
    hints.addTo(command, "With --view host-vm");
}

int showHostVm(const std::string &host, const HostVmFlags &flags, bool json, const CollectFlags &collect) {
    if (flags.guest.empty()) {
        printText(stderr, "--view host-vm takes two sources: the host, and the VM running on it\n");
        return kUsage;
    }
    const auto hints = readHints(flags.hints, collect);
    if (hints->status == kUsage)
        return kUsage;
    Collected onHost = openSource(host, collect), guest = openSource(flags.guest, collect);
    int status = hints->status;
    for (const Collected *opened : {&onHost, &guest})
        if (const int failed = reportFailure(*opened); failed != kDone)
            status = failed;
    if (!onHost.snapshot.topology || !guest.snapshot.topology)
        return status;
    if (isGuest(onHost) && !isGuest(guest)) {
        printText(stderr, "{} is a VM, {} is not: using them in reverse order\n", host, flags.guest);
        std::swap(onHost, guest);
    }
    const topology::Topology &below = *onHost.snapshot.topology, &above = *guest.snapshot.topology;
    const hostvm::GuestMapping result = hostvm::mapGuest(below, above, hints->options);
    if (json)
        printVerbatim(fabricscope::json::hostVmDocument(result, {below, onHost.snapshot.capture.get()},
                                                        {above, guest.snapshot.capture.get()}));
    else
        printLines(report::hostVmMatchText(result, below, above));
    return status;
}

} // namespace fabricscope::app::cli
