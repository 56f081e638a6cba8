// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Command.h"

#include <string>
#include <vector>

namespace fabricscope::app::cli {

/// Before a run that is expected to take kLongRun or longer: says on standard error how to let it go on
/// without this machine. `lease` in seconds; `isAlone`: --detach can carry it.
void offerDetached(const bench::RunSpec &spec, int lease, bool isAlone);

/// The words of this command line with --detach, without what excludes it, and without secrets.
[[nodiscard]] std::vector<std::string> detachedWords(std::vector<std::string> words);

} // namespace fabricscope::app::cli
