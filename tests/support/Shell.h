// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace fabricscope::test {

/// What a command line prints on standard output, as /bin/sh runs it; empty where it cannot be started. Tests
/// only: what goes in is theirs.
[[nodiscard]] std::string outputOf(const std::string &command);

} // namespace fabricscope::test
