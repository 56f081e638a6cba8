// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session/SessionHosts.h"

#include <algorithm>

namespace fabricscope::app::window {

namespace {

/// Removed hosts keep their last snapshot; beyond this number, only those removed last.
constexpr std::size_t kMaxRemovedSnapshots = 64;

} // namespace

HostSession *SessionHosts::find(quint64 id) const {
    const auto found = std::find_if(m_hosts.begin(), m_hosts.end(),
                                    [id](const auto &candidate) { return candidate->id == id; });
    return found == m_hosts.end() ? nullptr : found->get();
}

bool SessionHosts::isReachedBy(const HostSession &host, const remote::Endpoint &endpoint) {
    return !host.isCapture() && host.endpoint.target == endpoint.target &&
           host.endpoint.user == endpoint.user && host.endpoint.port == endpoint.port &&
           host.endpoint.jump == endpoint.jump;
}

HostSession *SessionHosts::findReached(const remote::Endpoint &endpoint) const {
    const auto found = std::find_if(m_hosts.begin(), m_hosts.end(),
                                    [&](const auto &candidate) { return isReachedBy(*candidate, endpoint); });
    return found == m_hosts.end() ? nullptr : found->get();
}

HostSession &SessionHosts::add() {
    m_hosts.push_back(std::make_unique<HostSession>());
    m_hosts.back()->id = ++m_lastId;
    return *m_hosts.back();
}

void SessionHosts::erase(quint64 id) {
    std::erase_if(m_hosts, [id](const auto &candidate) { return candidate->id == id; });
}

void SessionHosts::moveToRemoved(std::size_t index) {
    m_removed.push_back(std::move(m_hosts[index]));
    m_hosts.erase(m_hosts.begin() + static_cast<std::ptrdiff_t>(index));
    if (m_removed.size() > kMaxRemovedSnapshots)
        m_removed[m_removed.size() - 1 - kMaxRemovedSnapshots]->dropSnapshot();
}

HostSession &SessionHosts::restoreRemoved(std::size_t index) {
    m_hosts.push_back(std::move(m_removed[index]));
    m_removed.erase(m_removed.begin() + static_cast<std::ptrdiff_t>(index));
    HostSession &host = *m_hosts.back();
    host.failure.reset();
    return host;
}

HostSession *SessionHosts::restoreReached(const remote::Endpoint &endpoint) {
    for (std::size_t index = 0; index < m_removed.size(); ++index)
        if (isReachedBy(*m_removed[index], endpoint))
            return &restoreRemoved(index);
    return nullptr;
}

} // namespace fabricscope::app::window
