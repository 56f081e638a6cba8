// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/HostList.h"

#include <string>
#include <vector>

namespace fabricscope::app::cli {

/// The hosts of a command line: TARGETs with their ranges, then those of the lists, each once. What could not
/// be read of a list is reported on standard error, with its line. Errors: a range or a list that cannot be
/// read, more than kMaxHosts hosts. "-" is standard input.
[[nodiscard]] Result<std::vector<workspace::HostEntry>> namedHosts(const std::vector<std::string> &targets,
                                                                   const std::vector<std::string> &lists);

/// One TARGET as an entry. An invalid target is left as typed: collecting it reports the error.
[[nodiscard]] workspace::HostEntry typedHost(const std::string &target);

/// The target before a message about it: "gpu-07: ", "local: ".
[[nodiscard]] std::string messagePrefix(const std::string &target);

} // namespace fabricscope::app::cli
