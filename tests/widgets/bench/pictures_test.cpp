// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Every form of the Benchmarks screen, painted into the build artefacts for visual inspection after a change.
#include "core/bench/catalogue/Tools.h"
#include "tests/Places.h"
#include "tests/support/samples/SampleBench.h"
#include "tests/widgets/Support.h"
#include "widgets/bench/BenchHeader.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/bench/chart/LinePlot.h"
#include "widgets/bench/chart/RunChart.h"
#include "widgets/bench/form/BenchRunPanel.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"

#include <QApplication>
#include <QDir>
#include <QMouseEvent>
#include <QTest>

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

constexpr qint64 kNow = 1795250302000;

BenchContent contentOf(const char *name) {
    BenchContent content;
    content.id = 1;
    content.title = QStringLiteral("Plan");
    content.subtitle = QStringLiteral("2-node bring-up, 16 GPUs");
    const std::string requested(name);
    const auto waiting = [](const char *test) {
        bench::BenchView view;
        bench::Results results;
        results.test = test;
        view.results = std::make_shared<const bench::Results>(std::move(results));
        view.state = bench::RunState{};
        return view;
    };
    if (requested == "running") {
        content.runs = {samples::meshView(), samples::streamView(), samples::runningView(kNow - 302000),
                        waiting("all_gather_perf")};
        content.current = 2;
    } else if (requested != "empty") {
        const bool isInteraction = requested == "pointed" || requested == "zoomed" || requested == "log";
        content.title = QStringLiteral("Log");
        content.subtitle = QStringLiteral("saved.log");
        content.runs = {requested == "finished" || isInteraction ? samples::allReduceView()
                        : requested == "perftest"                ? samples::perftestView()
                        : requested == "mesh"                    ? samples::meshView()
                        : requested == "telemetry"               ? samples::telemetryView()
                                                                 : samples::streamView()};
    }
    return content;
}

/// An image of a single colour was not painted.
bool isPainted(const QImage &image) {
    const QRgb first = image.pixel(image.width() / 2, image.height() / 2);
    for (int y = 0; y < image.height(); y += 7)
        for (int x = 0; x < image.width(); x += 7)
            if (image.pixel(x, y) != first)
                return true;
    return false;
}

QString folderOf() {
    const QString folder = QStringLiteral(FABRICSCOPE_BIN_DIR "/../artefacts/bench");
    QDir().mkpath(folder);
    return folder;
}

/// As far as the name of the picture says.
void interact(BenchScreen &screen, const std::string &name) {
    LinePlot &plot = *screen.runChart()->plot();
    constexpr double k64M = 1 << 26;
    if (name == "zoomed")
        plot.setZoom(present::ChartRange{k64M, 256 * k64M});
    plot.setLogarithmic(name == "log");
    if (name != "zoomed" && name != "pointed")
        return;
    plot.choose(name == "zoomed" ? 2 : 8);
    const QPoint at = plot.viewRect(name == "zoomed" ? 2 : 4).center();
    QMouseEvent event(QEvent::MouseMove, at, plot.viewport()->mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                      {});
    QApplication::sendEvent(plot.viewport(), &event);
}

TEST(BenchPictures, OfTheLargestFontAndOfWhatCanBeRun) {
    for (const auto &[px, theme] : {std::pair(18, ThemeKind::Dark), std::pair(13, ThemeKind::Light)}) {
        setUiFontSize(px);
        applyTheme(*qApp, theme);
        BenchScreen screen;
        screen.setClock([] { return kNow; });
        screen.resize(1199, 814);
        screen.runPanel()->setTools(bench::tools());
        screen.runPanel()->setHosts({QStringLiteral("vm-01a")});
        screen.runPanel()->setOption(QStringLiteral("-b"), QStringLiteral("1M"));
        screen.setContent(contentOf("running"));
        screen.show();
        for (const bool panel : {false, true}) {
            screen.showRunPanel(panel);
            QTest::qWait(20);
            const QImage image = screen.grab().toImage();
            EXPECT_TRUE(isPainted(image));
            EXPECT_TRUE(
                image.save(QStringLiteral("%1/%2-%3.png")
                               .arg(folderOf(), panel ? QStringLiteral("run") : QStringLiteral("font"))
                               .arg(px)));
        }
    }
}

TEST(BenchPictures, OfEveryKindOfRunInBothThemesAndSizes) {
    const QString folder = folderOf();
    BenchScreen screen;
    screen.setClock([] { return kNow; });
    screen.show();
    for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light, ThemeKind::HighContrastDark})
        for (const QSize size : {QSize(1199, 814), QSize(859, 614)})
            for (const char *name : {"running", "finished", "perftest", "mesh", "telemetry", "stream",
                                     "empty", "number", "pointed", "zoomed", "log"}) {
                applyTheme(*qApp, theme);
                screen.resize(size);
                const bool number = qstrcmp(name, "number") == 0;
                screen.setContent(contentOf(number ? "finished" : name));
                screen.settle();
                screen.head()->viewSwitch()->setCurrent(number ? 2 : 0);
                test::settleLayout();
                interact(screen, name);
                const QImage image = screen.grab().toImage();
                EXPECT_TRUE(isPainted(image)) << name;
                EXPECT_TRUE(image.save(QStringLiteral("%1/%2-%3-%4.png")
                                           .arg(folder, QLatin1String(name),
                                                theme == ThemeKind::Dark    ? QStringLiteral("dark")
                                                : theme == ThemeKind::Light ? QStringLiteral("light")
                                                                            : QStringLiteral("contrast"))
                                           .arg(size.width())));
            }
}

} // namespace
} // namespace fabricscope::widgets
