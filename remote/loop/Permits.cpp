// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/loop/Permits.h"

namespace fabricscope::remote {

void Permits::acquire(std::function<void(Permit)> granted) {
    m_queue.push_back(std::move(granted));
    serve();
}

void Permits::serve() {
    while (m_free > 0 && !m_queue.empty()) {
        auto granted = std::move(m_queue.front());
        m_queue.pop_front();
        --m_free;
        Permit permit(nullptr, [self = shared_from_this()](void *) {
            ++self->m_free;
            self->serve();
        });
        m_loop->post([granted = std::move(granted), permit = std::move(permit)]() mutable {
            granted(std::move(permit));
        });
    }
}

} // namespace fabricscope::remote
