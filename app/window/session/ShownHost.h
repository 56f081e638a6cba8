// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/topology/TopologyContent.h"

#include <QObject>

#include <functional>
#include <vector>

namespace fabricscope::app::window {

struct HostSession;
class SessionController;

/// The host that all screens show, and the parts of the window that show its data.
class ShownHost : public QObject {
    Q_OBJECT
public:
    ShownHost(SessionController &sessions, QObject *parent);

    /// Adds a function that shows the current data of the host in one place. It is called for each change,
    /// after those added before it.
    void addPart(std::function<void()> part);

    /// 0: none.
    [[nodiscard]] quint64 id() const { return m_id; }
    /// nullptr: none.
    [[nodiscard]] const HostSession *session() const;
    /// Its data as of now; empty without a host.
    [[nodiscard]] widgets::TopologyContent content() const;

    /// Shows this host; 0: the first one.
    void show(quint64 id);
    /// Call when the data of a host has changed: nothing happens if it is another host. Results of workers
    /// are shown in later iterations of the event loop, one for each part. Each part shows the current data,
    /// so that in the end all of them show the same.
    void update(quint64 id);
    /// Shows the current data now.
    void refresh();

Q_SIGNALS:
    void chosen(quint64 id); ///< its data is not shown yet
    void shown();

private:
    SessionController &m_sessions;
    std::vector<std::function<void()>> m_parts;
    quint64 m_id = 0;
};

} // namespace fabricscope::app::window
