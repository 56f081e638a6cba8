// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/RunRecorder.h"
#include "tests/stress/Times.h"
#include "tests/widgets/ShellTest.h"
#include "tests/widgets/bench/ForeignQuestion.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/bench/form/BenchRunPanel.h"

#include <QAbstractButton>
#include <QMessageBox>

#include <filesystem>
#include <fstream>
#include <string_view>
#include <thread>

/// Closing the window ends what it started on its hosts, repeated: `ctest -L stress`. The durations are
/// printed, from the click until the last process of the tool's tree ends.
namespace fabricscope::app::window {
namespace {

using namespace std::chrono_literals;
using test::Times;

constexpr int kTimes = 100;
constexpr std::size_t kSleepers = 4;
/// Children in their own sessions, one with its own environment, and one that ignores TERM. All of them sleep
/// for a unique duration, which identifies them independently of anything the run gives them.
constexpr const char *kTree = "setsid sleep %1 & env -i setsid sleep %1 & (trap '' TERM; exec sleep %1) & "
                              "sleep %1 & wait";

std::size_t sleepersFor(const std::string &seconds) {
    const std::string expected = std::string("sleep") + '\0' + seconds + '\0';
    std::size_t count = 0;
    std::error_code gone;
    for (const auto &process : std::filesystem::directory_iterator("/proc", gone)) {
        std::ifstream file(process.path() / "cmdline", std::ios::binary);
        char words[64];
        file.read(words, sizeof words); // fails if the process has just ended
        count += std::string_view(words, static_cast<std::size_t>(file.gcount())) == expected ? 1 : 0;
    }
    return count;
}

class CloseWindow : public ShellTest {
protected:
    void SetUp() override {}
    /// As in the program, whose event loop ends with its last window; the theme has that window's actions.
    void close() {
        window->close();
        TearDown();
        theme.reset();
        settings.reset();
    }
    void open() {
        settings =
            std::make_unique<Settings>(QString::fromStdString((folder.path() / "settings.ini").string()));
        theme = std::make_unique<ThemeController>(*qApp, *settings);
        sessions = std::make_unique<SessionController>(SshFiles{sshd.configFile(), sshd.knownHosts()});
        window = std::make_unique<MainWindow>(*sessions, *theme, *settings);
        window->show();
        sessions->connectTo({QStringLiteral("sshd0"), {}, 0, {}, false});
        window->showScreen(Screen::Benchmarks);
    }
    /// Starts the run and waits until the whole tree is running; returns its id, or empty if it is not.
    std::string runFor(const QString &seconds) {
        bench::RunSpec spec = test::shellRun(QString::fromLatin1(kTree).arg(seconds).toStdString());
        spec.host = "sshd0";
        Q_EMIT window->bench()->runPanel()->runRequested(spec, {});
        const bool runs = test::waitFor([&] {
            test::confirmForeignLoad(*window);
            return sleepersFor(seconds.toStdString()) == kSleepers;
        });
        window->bench()->settle();
        const bench::BenchView *view = window->bench()->view();
        return runs && view != nullptr && view->state ? view->state->id : std::string();
    }
    [[nodiscard]] static bool isGone(const std::string &seconds) {
        const auto longest = Times::Clock::now() + 30s;
        while (sleepersFor(seconds) > 0 && Times::Clock::now() < longest)
            std::this_thread::sleep_for(5ms);
        return sleepersFor(seconds) == 0;
    }

    const test::Sshd sshd;
};

TEST_F(CloseWindow, EndsTheTreeOfItsRunAHundredTimes) {
    const test::UnrelatedProcess other("sleep");
    Times times("window closed");
    for (int i = 0; i < kTimes; ++i) {
        open();
        const QString seconds = QString::number(710'000 + i);
        const std::string id = runFor(seconds);
        ASSERT_FALSE(id.empty()) << i;
        const auto before = Times::Clock::now();
        close();
        ASSERT_TRUE(isGone(seconds.toStdString())) << i;
        times.add(Times::Clock::now() - before);
        ASSERT_TRUE(test::runEndsWithin(id, 30s)) << i << ": a supervisor is left";
    }
    EXPECT_TRUE(other.isRunning());
}

} // namespace
} // namespace fabricscope::app::window
