// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/Decide.h"
#include "core/nccl/LibraryChoice.h"
#include "core/nccl/bootstrap/Bootstrap.h"
#include "core/nccl/machine/Machine.h"
#include "core/nccl/machine/Merge.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::nccl {

/// What a run on a host would do, with all the inputs used.
struct HostDecisions {
    Options options; ///< as used: the version, and the environment of the host with the caller's over it
    LibraryChoice library; ///< how the version was chosen
    std::string file;      ///< the topology file that the library opens; empty: none
    bool fileRead = false; ///< its text is available; false: not captured, or missing
    std::string fileWhy;   ///< "NCCL_TOPO_FILE in the environment", a sentence without a full stop
    Machine machine;
    Merged merged;
    Decisions decisions; ///< with `error` where the file or the detection fails
    BootstrapChoice bootstrap;
};

/// The settings that the library would find: the environment, then ~/.nccl.conf, then /etc/nccl.conf; the
/// first counts (src/misc/param.cc: initEnv).
[[nodiscard]] Environment environmentOf(const host::Host &host);

/// The text of a file that was captured with the host; unknown if it was not.
using NcclFileText = std::function<std::optional<std::string>(const host::NcclFile &)>;

/// machineOf, the file that NCCL_TOPO_FILE names (else the library's customary place), merge and decide.
/// `options.version` null: RCCL for AMD, else NCCL, as installed there, else as assumed.
/// `options.environment` wins over the host's. `options.biosVersion` empty: the host's.
[[nodiscard]] HostDecisions decideFor(const host::Host &host, const topology::Topology &topology,
                                      const Options &options, const NcclFileText &textOf);

/// The same with this text in place of the host's own file: the effect of a changed file. `name`
/// stands for its path.
[[nodiscard]] HostDecisions decideForText(const host::Host &host, const topology::Topology &topology,
                                          const Options &options, const std::string &name,
                                          std::string_view text);

} // namespace fabricscope::nccl
