// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#ifndef Q_MOC_RUN // Qt 6.4's moc cannot parse <concepts>, which this includes, and does not need it
#include "core/workspace/WindowState.h"
#endif

#include <QObject>

namespace fabricscope::app::window {

class Navigation;
class PanelController;
class SessionController;
class ShownHost;
class TopologyController;
struct WindowWidgets;

/// The state of the view as it is stored in workspaces and between sessions: the window's place, screen,
/// panels, host and device, folds.
class SavedView : public QObject {
    Q_OBJECT
public:
    /// What has a state.
    struct Parts {
        const SessionController &sessions;
        ShownHost &shown;
        Navigation &navigation;
        PanelController &panels;
        TopologyController &topology;
        const WindowWidgets &widgets;
    };
    SavedView(const Parts &parts, QWidget *window);

    [[nodiscard]] workspace::WindowState state() const;
    /// The state may be from any file: a place outside all screens is not used.
    void apply(const workspace::WindowState &state);

Q_SIGNALS:
    void applied();

private:
    void applyPlace(const workspace::WindowState &state);
    void applyFolds(const workspace::WindowState &state);
    void applyPanels(const workspace::WindowState &state);

    Parts m_parts;
    QWidget *m_window;
};

} // namespace fabricscope::app::window
