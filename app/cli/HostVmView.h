// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/sources/Collect.h"
#include "app/cli/terminal/ExitStatus.h"
#include "core/hostvm/mapping/GuestMapping.h"

#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class Validator;
} // namespace CLI

namespace fabricscope::app::cli {

/// The user's hints about which device is which, for every command that maps a guest onto its host.
struct HostVmHints {
    std::string earlier;            ///< the host, captured before its devices were bound to vfio-pci
    std::vector<std::string> pairs; ///< GUEST=HOST, GUEST=none

    void addTo(CLI::App &command, const char *group);
};

/// The parsed hints. `earlier` is what the options refer to.
struct ReadHints {
    Collected earlier;
    hostvm::Options options;
    int status = kDone; ///< kUsage: the hints are unusable
};
[[nodiscard]] std::unique_ptr<const ReadHints> readHints(const HostVmHints &hints,
                                                         const CollectFlags &collect);

/// The view of a host with one of its VMs. Its former name "stitch" is still accepted.
inline constexpr const char *kHostVmView = "host-vm";
/// Replaces the old name with the new one, for --view of any command.
[[nodiscard]] CLI::Validator olderViewName();

/// Options that only `show --view host-vm` accepts.
struct HostVmFlags {
    std::string guest; ///< the second source
    HostVmHints hints;

    void addTo(CLI::App &command);
    [[nodiscard]] bool isSet() const {
        return !guest.empty() || !hints.earlier.empty() || !hints.pairs.empty();
    }
};

/// Shows the guest mapped onto its host; returns the exit status.
int showHostVm(const std::string &host, const HostVmFlags &flags, bool json, const CollectFlags &collect);

} // namespace fabricscope::app::cli
