// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/Cli.h"
#include "app/cli/Collect.h"
#include "core/hostvm/GuestMapping.h"

#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class Validator;
} // namespace CLI

namespace fabricscope::app::cli {

/// What a person knows of which device is which, for every command that lays a guest upon its host.
struct HostVmHints {
    std::string earlier;            ///< the host, captured before its devices were bound to vfio-pci
    std::vector<std::string> pairs; ///< GUEST=HOST, GUEST=none

    void addTo(CLI::App &command, const char *group);
};

/// The hints, read. `earlier` is what the options point to.
struct ReadHints {
    Collected earlier;
    hostvm::Options options;
    int status = kDone; ///< kUsage: nothing can be done with these
};
[[nodiscard]] std::unique_ptr<const ReadHints> readHints(const HostVmHints &hints,
                                                         const CollectFlags &collect);

/// The view of a host with one of its VMs. Its name was "stitch" once, which is still understood.
inline constexpr const char *kHostVmView = "host-vm";
/// Turns the old name into the new one, for --view of any command.
[[nodiscard]] CLI::Validator olderViewName();

/// What only `show --view host-vm` takes.
struct HostVmFlags {
    std::string guest; ///< the second source
    HostVmHints hints;

    void addTo(CLI::App &command);
    [[nodiscard]] bool isSet() const {
        return !guest.empty() || !hints.earlier.empty() || !hints.pairs.empty();
    }
};

/// The guest laid upon its host; the exit status.
int showHostVm(const std::string &host, const HostVmFlags &flags, bool json, const CollectFlags &collect);

} // namespace fabricscope::app::cli
