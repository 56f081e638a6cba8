// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

namespace fabricscope {

/// Whether both are empty, or have equal values.
template<typename T> [[nodiscard]] bool sameValue(const std::shared_ptr<T> &a, const std::shared_ptr<T> &b) {
    return a == b || (a && b && *a == *b);
}

} // namespace fabricscope
