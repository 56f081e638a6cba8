// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

namespace fabricscope::resources {

namespace detail {
struct File {
    const char *path;
    const unsigned char *bytes;
    unsigned size;
};
} // namespace detail

/// The file that was at resources/PATH when the program was built; empty where there was none.
[[nodiscard]] std::string_view find(std::string_view path);
/// All paths that begin with `prefix`, sorted.
[[nodiscard]] std::vector<std::string_view> list(std::string_view prefix);

} // namespace fabricscope::resources
