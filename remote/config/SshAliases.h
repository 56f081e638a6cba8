// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fabricscope::remote {

/// A host alias of the ssh configuration, which the user may enter instead of a host.
struct SshAlias {
    std::string name;
    std::string host, user; ///< as in its block, for display; SshConfig has the effective values
};

/// The Host entries without wildcards, in their order, each once, Include followed (ssh_config(5)). Only for
/// choosing from: what they mean is read by SshConfig. Empty file: ~/.ssh/config and the system's. Bounded:
/// at most 4096 names, 256 files of 1 MiB, included 16 deep; what is more, or no regular file, is left out.
/// Reads files: for worker threads.
[[nodiscard]] std::vector<SshAlias> readSshAliases(const std::filesystem::path &configFile);

} // namespace fabricscope::remote
