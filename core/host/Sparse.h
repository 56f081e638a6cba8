// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Shared.h"

#include <utility>

namespace fabricscope::host {

/// A group of facts that few of thousands of objects have, in the size of one pointer: until it is written
/// to, it reads as an empty T. Copies share it.
template<class T> class Sparse {
public:
    [[nodiscard]] const T &operator*() const {
        return m_facts.has_value() ? *std::as_const(m_facts) : kNothing;
    }
    [[nodiscard]] const T *operator->() const { return &**this; }
    /// For changing it: other copies are not affected.
    [[nodiscard]] T &edit() { return m_facts.has_value() ? *m_facts : m_facts.emplace(); }

private:
    static inline const T kNothing;
    Shared<T> m_facts;
};

} // namespace fabricscope::host
