// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"

#include <string_view>

namespace fabricscope::topology {

/// Adds what a message of the rule "kernel.system" names: "process", "cpu", "seconds"; as far as it does.
void setSystemParts(findings::Finding &finding, std::string_view line);

} // namespace fabricscope::topology
