// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// click_bench [ROUNDS [SSH_CONFIG TARGET]]: the time from the click on Connect until the verdict bar of the
// window shows the verdict, compared with `ssh TARGET true` with the same configuration, alternating, as
// medians. Each round has a new window and a new connection. A host without GPUs has no verdict bar. Without
// TARGET, an sshd on 127.0.0.1 is started with the files of a demo host behind it. Exit status 1 if it takes
// more than 4 times as long, 2 if it cannot be measured.
#include "app/demo/DemoTree.h"
#include "app/window/MainWindow.h"
#include "app/window/shell/ThemeController.h"
#include "tests/support/Sshd.h"
#include "tests/widgets/Support.h"
#include "widgets/common/controls/VerdictBar.h"
#include "widgets/connect/ConnectDialog.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QLineEdit>
#include <QProcess>
#include <QTimer>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace fabricscope {
namespace {

constexpr double kMost = 4; // multiple of the time of ssh
constexpr int kLookMs = 5;
constexpr int kTimeoutMs = 300000;

struct Place {
    std::filesystem::path config, knownHosts;
    QString target;
};

/// In ms; nothing if there was no verdict.
std::optional<double> clickToVerdict(const Place &place, std::string &sentence) {
    const test::TemporaryFolder folder;
    app::window::Settings settings(QString::fromStdString((folder.path() / "settings.ini").string()));
    app::window::ThemeController theme(*qApp, settings);
    app::window::SessionController sessions({place.config, place.knownHosts});
    app::window::MainWindow window(sessions, theme, settings);
    window.show();
    window.openConnectDialog({place.target, {}, 0, {}, false});
    auto *dialog = window.findChild<widgets::ConnectDialog *>();
    QAbstractButton *connect =
        dialog != nullptr ? test::buttonNamed(*dialog, QStringLiteral("Connect")) : nullptr;
    if (connect == nullptr || !connect->isEnabled())
        return std::nullopt;
    QCoreApplication::processEvents();

    QEventLoop loop;
    QElapsedTimer clock;
    std::optional<double> taken;
    const auto look = [&] {
        if (taken || window.verdictBar()->sentence().isEmpty())
            return;
        taken = static_cast<double>(clock.nsecsElapsed()) / 1e6;
        loop.quit();
    };
    // The window may show what has changed a moment later, with other changes.
    QTimer often;
    QObject::connect(&often, &QTimer::timeout, &loop, look);
    often.start(kLookMs);
    QTimer::singleShot(kTimeoutMs, &loop, &QEventLoop::quit);
    clock.start();
    QTest::mouseClick(connect, Qt::LeftButton);
    look();
    if (!taken)
        loop.exec();
    sentence = window.verdictBar()->sentence().toStdString();
    return taken;
}

std::optional<double> login(const Place &place) {
    QProcess ssh;
    QElapsedTimer clock;
    clock.start();
    ssh.start(QStringLiteral("ssh"),
              {QStringLiteral("-F"), QString::fromStdString(place.config.string()), QStringLiteral("-o"),
               QStringLiteral("BatchMode=yes"), place.target, QStringLiteral("true")});
    if (!ssh.waitForFinished(kTimeoutMs) || ssh.exitCode() != 0)
        return std::nullopt;
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

int measure(const Place &place, int rounds) {
    std::vector<double> clicks, logins;
    std::string sentence;
    for (int round = 0; round <= rounds; ++round) {
        const auto peer = login(place);
        const auto own = clickToVerdict(place, sentence);
        if (!peer || !own) {
            fmt::print(stderr, "click_bench: {} {}\n", place.target.toStdString(),
                       peer ? "gave no verdict" : "lets nobody in: try ssh -F with this configuration");
            return 2;
        }
        if (round == 0)
            continue; // warm-up of caches
        clicks.push_back(*own);
        logins.push_back(*peer);
    }
    const double ratio = median(clicks) / median(logins);
    fmt::print("{}: {} rounds in turns, medians; the verdict: {}\n", place.target.toStdString(), rounds,
               sentence);
    fmt::print("{:<36} {:8.0f} ms\n", "ssh host true", median(logins));
    fmt::print("{:<36} {:8.0f} ms   {:5.2f} x   at most {:.0f} x: {}\n", "click on Connect until the verdict",
               median(clicks), ratio, kMost, ratio <= kMost ? "kept" : "BROKEN");
    return ratio <= kMost ? 0 : 1;
}

int run(const QStringList &arguments) {
    const int rounds = arguments.size() > 1 ? arguments[1].toInt() : 9;
    if (rounds < 1 || arguments.size() == 3 || arguments.size() > 4) {
        fmt::print(stderr, "click_bench [ROUNDS [SSH_CONFIG TARGET]]\n");
        return 2;
    }
    if (arguments.size() == 4)
        return measure({arguments[2].toStdString(), {}, arguments[3]}, rounds);
    const test::TemporaryFolder demo;
    if (const auto written = app::demo::writeDemoTrees(demo.path() / "hosts"); !written) {
        fmt::print(stderr, "click_bench: {}\n", written.error().toString());
        return 2;
    }
    test::SshdOptions options;
    options.environment = {"FABRICSCOPE_ROOT=" + (demo.path() / "hosts/ai1").string()};
    const test::Sshd sshd(options);
    return measure({sshd.configFile(), sshd.knownHosts(), QStringLiteral("sshd0")}, rounds);
}

} // namespace
} // namespace fabricscope

int main(int argc, char **argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    return fabricscope::run(QApplication::arguments());
}
