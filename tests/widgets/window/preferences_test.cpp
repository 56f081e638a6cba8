// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/MainWindow.h"
#include "app/window/bench/BenchController.h"
#include "app/window/bench/BenchHistory.h"
#include "app/window/dialogs/PreferencesDialog.h"
#include "app/window/shell/ThemeController.h"
#include "core/store/RunRetention.h"
#include "tests/Places.h"
#include "tests/support/Sshd.h"
#include "tests/widgets/Support.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/theme/Fonts.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QSpinBox>
#include <QWheelEvent>

#include <gtest/gtest.h>

namespace fabricscope::app::window {
namespace {

class PreferencesTest : public ::testing::Test {
protected:
    void SetUp() override {
        file = QString::fromStdString((folder.path() / "settings.ini").string());
        settings = std::make_unique<Settings>(file);
        theme = std::make_unique<ThemeController>(*qApp, *settings);
        sessions = std::make_unique<SessionController>(SshFiles{});
        window = std::make_unique<MainWindow>(*sessions, *theme, *settings);
        window->show();
        QApplication::setActiveWindow(window.get());
        QTest::keyClick(window.get(), Qt::Key_Comma, Qt::ControlModifier);
        dialog = window->preferencesDialog();
        ASSERT_NE(dialog, nullptr);
    }
    void TearDown() override {
        window.reset();
        sessions.reset();
        widgets::setUiFontSize(widgets::kUiFontSize);
        widgets::setReducedMotion(false);
        test::applyTheme(widgets::ThemeKind::Dark);
    }
    /// As read at the next start.
    Preferences stored() const { return Settings(file).preferences(); }
    static void type(QSpinBox *box, const char *text) {
        QApplication::setActiveWindow(box->window());
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, QLatin1String(text));
        QTest::keyClick(box, Qt::Key_Tab);
    }

    test::TemporaryFolder folder;
    QString file;
    std::unique_ptr<Settings> settings;
    std::unique_ptr<ThemeController> theme;
    std::unique_ptr<SessionController> sessions;
    std::unique_ptr<MainWindow> window;
    PreferencesDialog *dialog = nullptr;
};

/// FABRICSCOPE_PICTURES=DIR saves pictures of the dialog.
TEST_F(PreferencesTest, ThemeAndContrastAreAppliedImmediatelyAndSaved) {
    QTest::mouseClick(dialog->theme()->segment(2), Qt::LeftButton);
    EXPECT_EQ(widgets::currentTheme(), widgets::ThemeKind::Light);
    QTest::mouseClick(dialog->highContrast(), Qt::LeftButton);
    EXPECT_EQ(widgets::currentTheme(), widgets::ThemeKind::HighContrastLight);
    EXPECT_EQ(stored().theme, ThemeChoice::Light);
    EXPECT_TRUE(stored().highContrast);
    EXPECT_TRUE(window->preferencesDialog() == dialog && dialog->isVisible());
    const QString kept = qEnvironmentVariable("FABRICSCOPE_PICTURES");
    for (int choice = 1; choice <= 2 && !kept.isEmpty(); ++choice) {
        theme->setHighContrast(false);
        theme->choose(static_cast<ThemeChoice>(choice));
        PreferencesDialog shown(settings->preferences(), {}, window.get());
        shown.show();
        QApplication::processEvents();
        EXPECT_TRUE(shown.grab().save(QStringLiteral("%1/preferences-%2.png").arg(kept).arg(choice)));
    }
}

TEST_F(PreferencesTest, TheFontGrowsAtOnceAndStaysWithinItsBounds) {
    const int before = QFontMetrics(window->font()).height();
    type(dialog->fontSize(), "18");
    EXPECT_EQ(widgets::uiFontSize(), 18);
    EXPECT_GT(QFontMetrics(window->font()).height(), before);
    EXPECT_EQ(stored().fontSize, 18);
    dialog->fontSize()->setValue(99);
    EXPECT_EQ(widgets::uiFontSize(), 18);
}

TEST_F(PreferencesTest, ReducedMotionStopsTheCursorFromBlinking) {
    QTest::mouseClick(dialog->reducedMotion(), Qt::LeftButton);
    EXPECT_TRUE(widgets::reducedMotion());
    EXPECT_EQ(QApplication::cursorFlashTime(), 0);
    QTest::mouseClick(dialog->reducedMotion(), Qt::LeftButton);
    EXPECT_GT(QApplication::cursorFlashTime(), 0);
    EXPECT_FALSE(stored().reducedMotion);
}

TEST_F(PreferencesTest, LimitsHoldForTheNextConnectionsAtOnce) {
    type(dialog->parallel(), "3");
    type(dialog->connectSeconds(), "7");
    type(dialog->collectSeconds(), "45");
    type(dialog->leaseSeconds(), "600");
    EXPECT_EQ(sessions->access().limits().lease, std::chrono::seconds(600));
    EXPECT_EQ(sessions->access().limits().parallel, 3);
    EXPECT_EQ(sessions->access().limits().connect, std::chrono::seconds(7));
    EXPECT_EQ(sessions->access().limits().collect, std::chrono::seconds(45));
    EXPECT_EQ(stored().limits, sessions->access().limits());
}

TEST_F(PreferencesTest, ShowsTheSizeLimitOfTheDatabaseAndItsUsage) {
    const std::string path = (folder.path() / "runs.db").string();
    {
        auto made = store::RunStore::open(path);
        bench::RunRecord record;
        record.state.id = "run-1";
        record.spec.tool = "custom";
        record.spec.host = "gpu-1";
        record.spec.command.words = {"true"};
        record.createdMs = 1000;
        record.state.phase = bench::Phase::Ended;
        ASSERT_TRUE(made && made->add(record));
        ASSERT_TRUE(made->append("run-1", store::Stream::Output, 0, std::string(5000, 'x')));
        ASSERT_TRUE(made->flush());
        ASSERT_TRUE(store::setSizeLimit(*made, std::uint64_t{3} << 30));
    }
    window->benchController()->history()->setPath(path);
    ASSERT_TRUE(test::waitFor([this] { return !dialog->runStoreUsage()->isHidden(); }));
    EXPECT_EQ(dialog->runStoreLimit()->value(), 3);
    const QString usage = dialog->runStoreUsage()->text();
    EXPECT_TRUE(usage.contains(QStringLiteral("used by 1 runs")) && usage.contains(QStringLiteral("gpu-1")))
        << usage.toStdString();
    type(dialog->runStoreLimit(), "7");
    const auto limit = [&] {
        const auto store = store::RunStore::open(path, {.readOnly = true});
        return store ? store::usageOf(*store)->limit >> 30U : 0;
    };
    EXPECT_TRUE(test::waitFor([&] { return limit() == 7; }));
}

TEST_F(PreferencesTest, TheSshConfigurationIsUsedByWhateverIsConnectedFromThen) {
    const std::string config =
        folder.write("ssh_config", "Host there\n  HostName 127.0.0.1\n  Port 1\n").string();
    dialog->sshConfig()->setText(QString::fromStdString(config));
    QTest::keyClick(dialog->sshConfig(), Qt::Key_Return);
    const quint64 id = sessions->connectTo({QStringLiteral("there"), {}, 0, {}, false});
    EXPECT_EQ(sessions->find(id)->endpoint.configFile.string(), config);
    EXPECT_EQ(stored().sshConfig.toStdString(), config);
}

TEST_F(PreferencesTest, TheTransportIsUsedByWhateverIsConnectedFromThen) {
    QTest::mouseClick(dialog->transport()->segment(2), Qt::LeftButton);
    const quint64 id = sessions->connectTo({QStringLiteral("127.0.0.1:1"), {}, 0, {}, false});
    EXPECT_EQ(sessions->find(id)->endpoint.transport, remote::TransportKind::OpenSsh);
    EXPECT_EQ(stored().limits.transport, remote::TransportKind::OpenSsh);
}

TEST_F(PreferencesTest, TheTransportIsUsedByAHostThatIsConnectedAgain) {
    const quint64 id = sessions->connectTo({QStringLiteral("127.0.0.1:1"), {}, 0, {}, false});
    EXPECT_EQ(sessions->find(id)->endpoint.transport, remote::TransportKind::Auto);
    ASSERT_TRUE(test::waitFor([&] { return !sessions->find(id)->job; })) << "refused";
    QTest::mouseClick(dialog->transport()->segment(2), Qt::LeftButton);
    sessions->collect(id, false);
    EXPECT_EQ(sessions->find(id)->endpoint.transport, remote::TransportKind::OpenSsh);
}

TEST_F(PreferencesTest, TheWheelChangesABoxOnlyWhileThatHasTheKeyboard) {
    const auto turn = [](QWidget *box) {
        const QPointF at = QRectF(box->rect()).center();
        QWheelEvent event(at, box->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(box, &event);
    };
    QApplication::setActiveWindow(dialog);
    const auto boxes = dialog->findChildren<QSpinBox *>();
    ASSERT_GE(boxes.size(), 6);
    for (QSpinBox *box : boxes) {
        EXPECT_EQ(box->focusPolicy(), Qt::StrongFocus) << "the wheel gives it the keyboard";
        box->clearFocus();
        const int before = box->value();
        turn(box);
        EXPECT_EQ(box->value(), before);
        box->setFocus();
        turn(box);
        EXPECT_TRUE(box->value() == before + 1 || before == box->maximum()) << before;
    }
}

TEST_F(PreferencesTest, WhatTheViewMenuChoosesIsNotTakenBackByAnOlderDialog) {
    for (QAction *action : window->findChildren<QAction *>())
        if (action->text() == QStringLiteral("&Light"))
            action->trigger();
    EXPECT_FALSE(dialog->isVisible());
    EXPECT_EQ(stored().theme, ThemeChoice::Light);
}

TEST(Settings, ThatSomebodyWroteNonsenseIntoStayWithinBounds) {
    test::TemporaryFolder folder;
    const QString file = QString::fromStdString(
        folder
            .write("settings.ini", "[General]\ntheme=pink\nui_font_size=900\nparallel_connections=-4\n"
                                   "connect_timeout_s=never\ncollect_timeout_s=999999999\n")
            .string());
    const Preferences found = Settings(file).preferences();
    EXPECT_EQ(found.theme, ThemeChoice::System);
    EXPECT_EQ(found.fontSize, widgets::kMaxUiFontSize);
    EXPECT_EQ(found.limits.parallel, 1);
    EXPECT_EQ(found.limits.connect, ConnectLimits().connect);
    EXPECT_EQ(found.limits.collect, std::chrono::seconds(Preferences::kMaxCollectSeconds));
}

TEST(Settings, OfAnEarlierVersionApply) { // tests/fixtures/README.md
    test::TemporaryFolder folder;
    const std::filesystem::path copy = folder.path() / "settings.conf";
    std::filesystem::copy_file(
        std::filesystem::path(FABRICSCOPE_SOURCE_DIR) / "tests/fixtures/9245acf/settings.conf", copy);
    const Settings settings(QString::fromStdString(copy.string()));
    Preferences expected;
    expected.theme = ThemeChoice::Dark;
    expected.highContrast = true;
    expected.fontSize = 15;
    expected.restoresSession = false;
    EXPECT_EQ(settings.preferences(), expected);
    EXPECT_EQ(settings.recentWorkspaces(), QStringList(QStringLiteral("/tmp/alice2/lab.fswork")));
    EXPECT_EQ(settings.recent().size(), 1U);
}

TEST(PreferencesDialog, ShowsTheConfigurationOfTheCommandLineAndLetsNobodyChangeIt) {
    PreferencesDialog dialog({}, QStringLiteral("/etc/lab/ssh_config"));
    EXPECT_EQ(dialog.sshConfig()->text(), QStringLiteral("/etc/lab/ssh_config"));
    EXPECT_FALSE(dialog.sshConfig()->isEnabled());
    EXPECT_TRUE(dialog.preferences().sshConfig.isEmpty());
}

} // namespace
} // namespace fabricscope::app::window
