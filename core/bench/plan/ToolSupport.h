// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/catalogue/Tools.h"
#include "core/bench/command/Command.h"
#include "core/findings/Finding.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

using findings::Finding;

/// Capabilities of an installed tool, from its output and that of `ldd`. What neither shows is unknown.
struct ToolSupport {
    std::string version; ///< "6.06", "1.6.75"; empty: unknown
    std::optional<bool> rocm, rocmDmabuf, cuda, cudaDmabuf, mpi;
    std::vector<std::string> flags;            ///< "--use_rocm", sorted; empty: no help was read
    std::string collectiveLibrary;             ///< "/opt/rocm/lib/librccl.so.1": what it would load
    std::vector<std::string> missingLibraries; ///< "librccl.so.1": the loader does not find them
    std::string impostor; ///< another program of this name, as text; empty: it is the tool
    [[nodiscard]] bool hasFlag(std::string_view flag) const;
    friend bool operator==(const ToolSupport &, const ToolSupport &) = default;
};

/// Commands to run on a host to examine a tool's test, in this order; `program` as it will be run, a path or
/// a name. Each exits within about a second, and changes nothing.
struct Probe {
    enum class Kind : unsigned char { Version, Help, Libraries };
    Kind kind = Kind::Version;
    Command command;
};
[[nodiscard]] std::vector<Probe> probesOf(const Tool &tool, const std::string &program);

/// Adds what one probe printed (standard output and error together; at most 1 MiB of it is read).
void addProbe(ToolSupport &support, Probe::Kind kind, std::string_view output);

/// What a run requires of its tool.
struct ToolRequirements {
    bool rocm = false, cuda = false, dmabuf = false, mpi = false;
};
/// The missing capabilities, each with the recipe; unknown support is not reported.
[[nodiscard]] std::vector<Finding> lacksOf(const Tool &tool, const ToolSupport &support,
                                           const ToolRequirements &requirements);

} // namespace fabricscope::bench
