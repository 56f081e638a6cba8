// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/MainWindow.h"
#include "app/window/shell/ActionRegistry.h"
#include "app/window/shell/StatusLine.h"
#include "app/window/shell/ThemeController.h"
#include "tests/support/Sshd.h"
#include "tests/widgets/Support.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/search/SearchField.h"
#include "widgets/topology/TopologyScreen.h"

#include <QAction>
#include <QLabel>

#include <gtest/gtest.h>

namespace fabricscope::app::window {

/// A window with its own settings, as the user sees it.
class ShellTest : public ::testing::Test {
protected:
    void SetUp() override {
        settings =
            std::make_unique<Settings>(QString::fromStdString((folder.path() / "settings.ini").string()));
        theme = std::make_unique<ThemeController>(*qApp, *settings);
        sessions = std::make_unique<SessionController>(SshFiles{});
        window = std::make_unique<MainWindow>(*sessions, *theme, *settings);
        window->show();
        window->activateWindow();
        test::settleLayout();
    }
    void TearDown() override {
        window.reset();
        sessions.reset();
    }
    quint64 open(const host::Host &host, const std::string &name) {
        const auto file = folder.path() / name;
        EXPECT_TRUE(capture::save(samples::toCapture(host), file));
        const quint64 id = sessions->openCapture(QString::fromStdString(file.string()));
        window->showHost(id);
        EXPECT_TRUE(test::waitFor([this] { return !sessions->busy(); }));
        return id;
    }
    [[nodiscard]] QAction *action(ActionId id) const { return window->actions().action(id); }
    void search(const char *text) const {
        widgets::SearchField *field = window->modes()->search();
        action(ActionId::GoTo)->trigger();
        QTest::keyClicks(field, QLatin1String(text));
        field->settle();
    }
    [[nodiscard]] std::string selectedName() const {
        const auto node = window->topology()->selected();
        return node ? window->topology()->content().topology->node(*node).name : "";
    }
    [[nodiscard]] QStringList statusTexts() const {
        QStringList texts;
        const auto *status = window->findChild<StatusLine *>();
        for (const QLabel *label : status->findChildren<QLabel *>())
            if (label->isVisible())
                texts << label->text();
        for (const auto *label : status->findChildren<widgets::ElidedLabel *>())
            if (label->isVisible())
                texts << label->text();
        return texts;
    }

    test::TemporaryFolder folder;
    std::unique_ptr<Settings> settings;
    std::unique_ptr<ThemeController> theme;
    std::unique_ptr<SessionController> sessions;
    std::unique_ptr<MainWindow> window;
};

} // namespace fabricscope::app::window
