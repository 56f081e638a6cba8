// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The load of the window's thread while many runs print over a real sshd and the Benchmarks screen shows one
// of them: its CPU time in each quarter of the duration, and the latency of a row from the tool's write to
// the screen. run_streams.sh prints it.
#include "app/window/bench/BenchController.h"
#include "tests/bench/GuiTurns.h"
#include "tests/bench/Streams.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/common/theme/Theme.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdlib>

namespace {

using namespace fabricscope;

constexpr int kQuarters = 4;

app::ToolRun::Events eventsOf(const std::shared_ptr<app::BenchSession> &benchSession) {
    app::ToolRun::Events events;
    events.state = [benchSession](const bench::RunState &state) {
        benchSession->state(state);
    };
    events.output = [benchSession](remote::Stream, std::string_view bytes) {
        benchSession->output(bytes);
    };
    events.finished = [benchSession](const bench::RunState &state) {
        if (state.phase != bench::Phase::Ended)
            fmt::print(stderr, "a run failed: {}\n", state.why);
        benchSession->finish(state);
    };
    return events;
}

/// Records rows of the shown run as they appear on the screen.
class Shown {
public:
    explicit Shown(const widgets::BenchScreen &screen) : m_screen(screen) {}
    void look() {
        const bench::BenchView *view = m_screen.view();
        if (view == nullptr || view->results == m_last)
            return;
        m_last = view->results;
        latencies.add(m_last->rows, m_seen, bench::nowNs());
        m_seen = m_last->rows.size();
    }
    bench::Latencies latencies;

private:
    const widgets::BenchScreen &m_screen;
    std::shared_ptr<const bench::Results> m_last;
    std::size_t m_seen = 0;
};

int streams(bench::TimedApplication &application, int count, int rate, int seconds) {
    bench::Streams runs(count, rate, seconds);
    app::WorkerPool workers(2);
    widgets::BenchScreen screen;
    app::window::BenchController controller(screen, [](const Result<> &, const QString &) {});
    screen.resize(1440, 800);
    screen.show();
    const auto turn = [&] {
        application.processEvents(QEventLoop::AllEvents, 50);
    };
    for (int i = 0; i < count; ++i) {
        bench::RunSpec spec;
        spec.tool = bench::kStreamTool;
        spec.test = "all_reduce_perf";
        spec.host = fmt::format("host-{}", i);
        runs.start(i, workers, eventsOf(controller.live().begin(spec)));
        turn();
    }
    if (!runs.begin(turn))
        fmt::print(stderr, "not all of the runs began within two minutes\n");
    Shown shown(screen);
    application.delivered = [&](QObject *, QEvent *) {
        shown.look();
    };
    std::string quarters;
    application.resetTurns();
    const double all = bench::cpuMs();
    const std::int64_t start = bench::nowNs(), quarter = seconds * bench::kSecond / kQuarters;
    for (int each = 1; each <= kQuarters; ++each) {
        const double before = bench::cpuMs();
        const std::int64_t from = bench::nowNs();
        while (bench::nowNs() < start + each * quarter)
            application.turn();
        quarters += fmt::format("{}{:.1f}", each > 1 ? ", " : "",
                                (bench::cpuMs() - before) * 1e8 / static_cast<double>(bench::nowNs() - from));
    }
    fmt::print(
        "screen shown           {:>4} streams {:>5} rows/s each {:>4} s: {:>7} rows on it, p50 {:>7.1f} "
        "ms, p99 {:>7.1f} ms, most {:>7.1f} ms; window's thread {:>5.2f} % of a core, by quarters {} "
        "%; longest turn {:.1f} ms\n",
        count, rate, seconds, shown.latencies.ms.size(), shown.latencies.at(0.5), shown.latencies.at(0.99),
        shown.latencies.at(1), (bench::cpuMs() - all) * 1e8 / static_cast<double>(bench::nowNs() - start),
        quarters, application.turns.at(100));
    application.printSlow();
    while (!runs.haveEnded())
        turn();
    application.delivered = {};
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    if (const int emitted = bench::emitFromArguments(argc, argv); emitted >= 0)
        return emitted;
    bench::TimedApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("fabricscope-bench"));
    widgets::applyTheme(application, widgets::ThemeKind::Dark);
    if (argc == 5 && std::string(argv[1]) == "streams")
        return streams(application, std::atoi(argv[2]), std::atoi(argv[3]), std::atoi(argv[4]));
    fmt::print(stderr, "screen_bench streams COUNT RATE SECONDS\n");
    return 2;
}
