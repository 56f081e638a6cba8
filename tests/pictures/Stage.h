// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/MainWindow.h"
#include "app/window/shell/ThemeController.h"
#include "tests/pictures/DemoCaptures.h"

#include <QTemporaryDir>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QMenu;

namespace fabricscope::test {

/// The program twice, once empty and once with demo hosts, an unreachable host, jobs and a log: the source of
/// all pictures.
class Stage {
public:
    Stage();
    ~Stage();

    struct Program {
        explicit Program(const QString &settingsFile);
        app::window::Settings settings;
        app::window::ThemeController theme;
        app::window::SessionController sessions{app::window::SshFiles{}};
        app::window::MainWindow window{sessions, theme, settings};
    };
    [[nodiscard]] Program &empty() { return *m_empty; }
    [[nodiscard]] Program &full() { return *m_full; }
    /// The id of the host with this name in full().
    [[nodiscard]] quint64 host(const QString &name) const;
    void applyTheme(widgets::ThemeKind theme);
    /// Keeps a dialog until the next one, or the end.
    QWidget *keep(std::unique_ptr<QWidget> dialog);
    void settle();

private:
    void fill();

    QTemporaryDir m_folder;
    DemoCaptures m_captures;
    std::unique_ptr<Program> m_empty, m_full;
    std::unique_ptr<QWidget> m_dialog;
};

/// One kind of picture. `show` creates the widget and returns it; a window gets the requested size, a dialog
/// has its own.
struct Scene {
    const char *name;
    bool isWindow;
    QWidget *(*show)(Stage &);
    void (*restore)(Stage &) = nullptr; ///< restores the state for the next scene
};
/// Opens the menu; without one, shows the other widget.
QWidget *popped(QMenu *menu, QWidget *instead);
/// Scene::restore of such a scene.
void closePopup(Stage &stage);
[[nodiscard]] const std::vector<Scene> &scenes();
/// Scenes for visual inspection, with their texts checked by textFaults(); no signatures are recorded.
[[nodiscard]] const std::vector<Scene> &walkScenes();
/// Likewise: states of the screens, and hosts of which only a tool's text is known. The hosts stay.
[[nodiscard]] const std::vector<Scene> &walkStates();

} // namespace fabricscope::test
