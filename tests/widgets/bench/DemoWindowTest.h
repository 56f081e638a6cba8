// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/data/DemoFleet.h"
#include "tests/Places.h"
#include "tests/widgets/ShellTest.h"
#include "widgets/bench/BenchScreen.h"

#include <QDir>

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace fabricscope::app::window {

/// A window with the demo hosts, over real SSH: their tools compute their output.
class DemoWindowTest : public ShellTest {
protected:
    void SetUp() override {
        demo::DemoFleetOptions options;
        options.program = FABRICSCOPE_BIN_DIR "/fabricscope-demo-tree";
        auto fleet = demo::DemoFleet::start(options);
        ASSERT_TRUE(fleet.has_value()) << fleet.error().toString();
        m_fleet = std::move(*fleet);
        ShellTest::SetUp();
        ShellTest::TearDown(); // replaced by a window with the demo hosts
        openWindow();
    }
    /// Replaces the window; the stored runs are the same.
    void openWindow() {
        window.reset();
        theme = std::make_unique<ThemeController>(*qApp, *settings); // it holds the actions of one window
        sessions =
            std::make_unique<SessionController>(SshFiles{m_fleet->configFile(), m_fleet->knownHosts()});
        window = std::make_unique<MainWindow>(*sessions, *theme, *settings);
        window->resize(1440, 900);
        window->show();
        sessions->tools().setStore(store());
    }
    void TearDown() override {
        ShellTest::TearDown();
        m_fleet.reset();
    }

    /// Connects, shows the host, and waits until it has been read and judged. Returns its id.
    quint64 connectTo(const char *host) {
        const quint64 id = sessions->connectTo({QLatin1String(host), {}, 0, {}, false});
        window->showHost(id);
        EXPECT_TRUE(test::waitFor([&] {
            const HostSession *session = sessions->find(id);
            return session != nullptr && session->snapshot.examination && !sessions->busy();
        })) << host;
        return id;
    }
    [[nodiscard]] std::string store() const { return (folder.path() / "runs.db").string(); }
    [[nodiscard]] widgets::BenchScreen &screen() const { return *window->bench(); }
    static void savePicture(QWidget &widget, const QString &name) {
        const QString place = QStringLiteral(FABRICSCOPE_BIN_DIR "/../artefacts/dialogs");
        ASSERT_TRUE(QDir().mkpath(place));
        QTest::qWait(100); // for the last layout change
        EXPECT_TRUE(widget.grab().save(QStringLiteral("%1/%2.png").arg(place, name)));
    }

private:
    std::unique_ptr<demo::DemoFleet> m_fleet;
};

} // namespace fabricscope::app::window
