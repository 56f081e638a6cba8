// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace fabricscope::test {

/// The standard output of a command line run by /bin/sh; empty if it cannot be started. For tests only: the
/// input is trusted.
[[nodiscard]] std::string outputOf(const std::string &command);

} // namespace fabricscope::test
