// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ArgumentSecrets.h"

#include <cstddef>
#include <string_view>
#include <vector>

// Lists as the values of a name: "['a', 'b']" of Python and JSON, "('a', 'b')", "[a, b]" of YAML.

namespace fabricscope::bench {

/// Whether a list begins at this position. A bracket like "(int)" begins none.
[[nodiscard]] bool beginsList(std::string_view text, std::size_t begin);

/// A value without its quotes, '"', '\'' or, in JSON within JSON, "\\\""; of one without a closing quote, all
/// that follows. One without quotes ends at `ends`.
[[nodiscard]] SecretSpan itemAt(std::string_view text, std::size_t begin, std::string_view ends);

struct ListItems {
    std::vector<SecretSpan> items; ///< without quotes; none is empty
    std::size_t end = 0;           ///< behind the closing bracket, or the size of the text
};
/// The items of the list that begins here. Takes time linear in the length of the list.
[[nodiscard]] ListItems listItems(std::string_view text, std::size_t begin);

} // namespace fabricscope::bench
