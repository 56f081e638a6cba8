// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/MainWindow.h"
#include "app/window/ThemeController.h"
#include "tests/pictures/DemoCaptures.h"

#include <QTemporaryDir>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace fabricscope::test {

/// The whole program twice, once with nothing open and once with demo hosts, one that cannot be reached, jobs
/// and a log: what every picture is taken of.
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
    /// The host of this name in full().
    [[nodiscard]] quint64 host(const QString &name) const;
    void applyTheme(widgets::ThemeKind theme);
    /// A dialog that is there until the next one, or the end.
    QWidget *keep(std::unique_ptr<QWidget> dialog);
    void settle();

private:
    void fill();

    QTemporaryDir m_folder;
    DemoCaptures m_captures;
    std::unique_ptr<Program> m_empty, m_full;
    std::unique_ptr<QWidget> m_dialog;
};

/// What is photographed. `show` makes it and gives the widget; a window comes in the size that is asked for,
/// a dialog in its own.
struct Scene {
    const char *name;
    bool isWindow;
    QWidget *(*show)(Stage &);
    void (*restore)(Stage &) = nullptr; ///< as the next scene expects to find it
};
[[nodiscard]] const std::vector<Scene> &scenes();
/// Looked at by eye, and their texts by textFaults(); nothing is kept of them.
[[nodiscard]] const std::vector<Scene> &walkScenes();

} // namespace fabricscope::test
