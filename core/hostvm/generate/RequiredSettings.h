// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/DecideFor.h"

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::hostvm {

/// Something that must be set in the guest for the library to use a file.
struct Setting {
    std::string variable; ///< "NCCL_IB_MERGE_VFS"; empty: no variable
    std::string value;
    std::string line;  ///< to paste: "export NCCL_IB_MERGE_VFS=0"
    std::string why;   ///< a sentence without a full stop
    bool done = false; ///< the guest has it already
};

/// What a file at `path` requires. `decided` is what the library currently decides on the guest: its
/// environment, its NICs, and its support for GPU Direct RDMA.
[[nodiscard]] std::vector<Setting> settingsFor(const nccl::HostDecisions &decided, std::string_view path);

/// The guest's environment with all settings applied.
[[nodiscard]] nccl::Environment withSettings(nccl::Environment environment,
                                             const std::vector<Setting> &settings);

/// One word of a shell command that a user pastes: "'/etc/my topo.xml'".
[[nodiscard]] std::string pastedWord(std::string_view text);

} // namespace fabricscope::hostvm
