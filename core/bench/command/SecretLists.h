// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secrets/ValueSpan.h"

#include <cstddef>
#include <string_view>
#include <vector>

// Lists as the values of a name: "['a', 'b']" of Python and JSON, "('a', 'b')", "[a, b]" of YAML.

namespace fabricscope::bench {

/// Whether a list begins at this position. A bracket like "(int)" begins none.
[[nodiscard]] bool beginsList(std::string_view text, std::size_t begin);

struct ListItems {
    std::vector<SecretSpan> items; ///< without quotes; none is empty
    std::size_t end = 0;           ///< behind the closing bracket, or the size of the text
};
/// The items of the list that begins here. Takes time linear in the length of the list.
[[nodiscard]] ListItems listItems(std::string_view text, std::size_t begin);

} // namespace fabricscope::bench
