// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/MainWindow.h"
#include "app/window/shell/ThemeController.h"
#include "app/window/workspace/WorkspaceController.h"
#include "core/json/WorkspaceJson.h"
#include "tests/support/Sshd.h"
#include "tests/widgets/Support.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/fleet/FleetSidebar.h"
#include "widgets/topology/TopologyScreen.h"

#include <QAction>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QTreeView>

#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::app::window {
using widgets::HostLink;

class WorkspaceWindow : public ::testing::Test {
protected:
    void open(bool savesSession = false) {
        settings = std::make_unique<Settings>(path("settings.ini"));
        theme = std::make_unique<ThemeController>(*qApp, *settings);
        sessions = std::make_unique<SessionController>(SshFiles{});
        window = std::make_unique<MainWindow>(*sessions, *theme, *settings);
        if (savesSession)
            window->autosaveSession(settings->sessionFile());
        window->show();
        QApplication::setActiveWindow(window.get());
    }
    void close() {
        window->close();
        window.reset();
        sessions.reset();
    }
    void TearDown() override {
        window.reset();
        sessions.reset();
    }
    QString path(const std::string &name) const {
        return QString::fromStdString((folder.path() / name).string());
    }
    quint64 openCapture(const host::Host &host, const std::string &name) {
        EXPECT_TRUE(capture::save(samples::toCapture(host), folder.path() / name));
        const quint64 id = sessions->openCapture(path(name));
        wait();
        window->showHost(id);
        return id;
    }
    void wait() {
        EXPECT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
        QApplication::processEvents();
    }
    /// Opens hosts without connecting to them: tests use no network.
    void openHosts(const std::string &document) {
        Preferences changed = settings->preferences();
        changed.connectsOnOpen = false;
        settings->setPreferences(changed);
        folder.write("made.fswork", document);
        window->openWorkspace(path("made.fswork"));
    }
    QAction *action(const QString &text) const {
        for (QAction *candidate : window->findChildren<QAction *>())
            if (QString(candidate->text()).remove(QLatin1Char('&')) == text)
                return candidate;
        return nullptr;
    }
    QAction *undo() const { return actionStartingWith(QStringLiteral("&Undo")); }
    QAction *redo() const { return actionStartingWith(QStringLiteral("&Redo")); }
    QAction *actionStartingWith(const QString &beginning) const {
        for (QAction *candidate :
             window->menuBar()->findChildren<QAction *>() + window->findChildren<QAction *>())
            if (candidate->text().startsWith(beginning) && candidate->shortcut().count() > 0)
                return candidate;
        return nullptr;
    }
    /// The sidebar as lines, with the names of the groups.
    std::string sidebar() const {
        QString text;
        const QAbstractItemModel &model = *sessions->fleet();
        for (int group = 0; group < model.rowCount(); ++group) {
            const QModelIndex above = model.index(group, 0);
            text += above.data().toString() + QLatin1Char(':');
            for (int row = 0; row < model.rowCount(above); ++row)
                text += QLatin1Char(' ') + model.index(row, 0, above).data().toString();
            text += QLatin1Char('\n');
        }
        return text.toStdString();
    }
    QMessageBox *box() const { return window->findChild<QMessageBox *>(); }

    test::TemporaryFolder folder;
    std::unique_ptr<Settings> settings;
    std::unique_ptr<ThemeController> theme;
    std::unique_ptr<SessionController> sessions;
    std::unique_ptr<MainWindow> window;
};

inline constexpr const char *kThree = R"({"schema": "fabricscope.workspace/0",
"groups": [{"name": "Rack 1", "hosts": [{"target": "gpu-01", "user": "ops", "port": 2222}, {"target": "gpu-02"}]},
           {"name": "Rack 2", "collapsed": true, "hosts": []}],
"hosts": [{"target": "gpu-03", "name": "head"}], "window": {"screen": "affinity", "sidebar_width": 300}})";

} // namespace fabricscope::app::window
