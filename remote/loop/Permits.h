// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/loop/Loop.h"

#include <deque>

namespace fabricscope::remote {

/// A limited number at a time, in order of request. Used on the io thread only, where permits are also given
/// back.
class Permits : public std::enable_shared_from_this<Permits> {
public:
    using Permit = std::shared_ptr<void>; ///< given back when dropped

    Permits(std::shared_ptr<Loop> loop, std::size_t most) : m_loop(std::move(loop)), m_free(most) {}

    /// `granted` is called later, from the loop. A permit that is no longer needed must be dropped.
    void acquire(std::function<void(Permit)> granted);

private:
    void serve();

    std::shared_ptr<Loop> m_loop;
    std::size_t m_free;
    std::deque<std::function<void(Permit)>> m_queue;
};

} // namespace fabricscope::remote
