// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/session/HostSession.h"

#include <memory>
#include <vector>

namespace fabricscope::app::window {

/// The hosts and captures of the window in the order of the sidebar, and those that were removed, which are
/// kept with their last snapshot to be restored on undo.
class SessionHosts {
public:
    using Hosts = std::vector<std::unique_ptr<HostSession>>;

    [[nodiscard]] Hosts &hosts() { return m_hosts; }
    [[nodiscard]] const Hosts &hosts() const { return m_hosts; }
    [[nodiscard]] Hosts &removed() { return m_removed; }
    /// nullptr: there is none, or it was removed.
    [[nodiscard]] HostSession *find(quint64 id) const;
    /// The one that is reached in the same way; nullptr: there is none.
    [[nodiscard]] HostSession *findReached(const remote::Endpoint &endpoint) const;
    HostSession &add();
    /// Removes it permanently.
    void erase(quint64 id);
    /// Of many removed ones, only those removed last keep their snapshots.
    void moveToRemoved(std::size_t index);
    HostSession &restoreRemoved(std::size_t index);
    /// Restores the removed one that is reached in the same way, if there is one.
    HostSession *restoreReached(const remote::Endpoint &endpoint);
    [[nodiscard]] static bool isReachedBy(const HostSession &host, const remote::Endpoint &endpoint);

private:
    Hosts m_hosts, m_removed;
    quint64 m_lastId = 0;
};

} // namespace fabricscope::app::window
