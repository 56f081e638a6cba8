// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"

#include <string>
#include <string_view>

namespace fabricscope::test {

/// The value of an argument; "absent" if the finding has no argument of this name.
inline std::string valueOf(const findings::Finding &finding, std::string_view name) {
    const std::string *value = finding.argument(name);
    return value != nullptr ? *value : "absent";
}

} // namespace fabricscope::test
