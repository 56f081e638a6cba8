// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <string>

namespace fabricscope::widgets {
class DeviceSearchBar;
class TopologyScreen;
} // namespace fabricscope::widgets

namespace fabricscope::app::window {

class ActionRegistry;
class HostDialogs;
class Navigation;
class SessionController;
class ShownHost;

/// Shows the host on the Topology screen; selects its devices and finds
/// them.
class TopologyController : public QObject {
    Q_OBJECT
public:
    /// What is shown, and where.
    struct Parts {
        SessionController &sessions;
        ShownHost &shown;
        Navigation &navigation;
        HostDialogs &dialogs;
        widgets::TopologyScreen &screen;
    };
    TopologyController(const Parts &parts, QObject *parent);

    /// Implements the actions of the picture, and creates the search in it.
    void bindTo(ActionRegistry &actions);
    void update();
    /// Selects the device with this address, as soon as the host shown now was read.
    void selectWhenRead(const std::string &address);
    /// nullptr before bindTo().
    [[nodiscard]] widgets::DeviceSearchBar *findBar() const { return m_find; }

Q_SIGNALS:
    void foundChanged(); ///< the number of found devices

private:
    void connectSignals();
    void bindColours(ActionRegistry &actions);
    void bindZoom(ActionRegistry &actions);
    void selectPending();

    Parts m_parts;
    widgets::DeviceSearchBar *m_find = nullptr;
    /// A device to select once its host was read.
    struct PendingSelection {
        quint64 host = 0;
        std::string device;
    } m_pending;
};

} // namespace fabricscope::app::window
