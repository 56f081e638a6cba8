// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/shell/ModeBar.h"

#include <QObject>

#include <optional>

class QStackedWidget;

namespace fabricscope::widgets {
class TopologyScreen;
}

namespace fabricscope::app::window {

class SessionController;
class ShownHost;

/// Where the user is: the screen, the host and the device that the window shows.
class Navigation : public QObject {
    Q_OBJECT
public:
    /// What is switched.
    struct Parts {
        const SessionController &sessions;
        ShownHost &shown;
        ModeBar &modes;
        QStackedWidget &pages; ///< the welcome page, then the screens in their order
        widgets::TopologyScreen &topology;
    };
    Navigation(const Parts &parts, QObject *parent);

    [[nodiscard]] Screen screen() const { return m_parts.modes.screen(); }
    /// 0: none.
    [[nodiscard]] quint64 host() const;
    /// Without hosts, the welcome page is in the place of Topology.
    void showScreen(Screen screen);
    /// Shows this host on the current screen; 0: the first one.
    void showHost(quint64 id);
    /// Shows the device on Topology; without a device, the host. Does nothing for hosts that do not exist.
    void showDevice(quint64 host, std::optional<quint32> node);

Q_SIGNALS:
    void chosen(fabricscope::app::window::Screen screen); ///< it is not visible yet
    void shown();                                         ///< the screen

private:
    Parts m_parts;
};

} // namespace fabricscope::app::window
