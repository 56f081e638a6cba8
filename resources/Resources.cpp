// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/Resources.h"

#include <algorithm>

namespace fabricscope::resources {

namespace detail {
extern const File kFiles[];
extern const unsigned kFileCount;
} // namespace detail

std::string_view find(std::string_view path) {
    for (unsigned i = 0; i < detail::kFileCount; ++i)
        if (path == detail::kFiles[i].path)
            return {reinterpret_cast<const char *>(detail::kFiles[i].bytes), detail::kFiles[i].size};
    return {};
}

std::vector<std::string_view> list(std::string_view prefix) {
    std::vector<std::string_view> paths;
    for (unsigned i = 0; i < detail::kFileCount; ++i)
        if (std::string_view(detail::kFiles[i].path).substr(0, prefix.size()) == prefix)
            paths.emplace_back(detail::kFiles[i].path);
    std::sort(paths.begin(), paths.end());
    return paths;
}

} // namespace fabricscope::resources
