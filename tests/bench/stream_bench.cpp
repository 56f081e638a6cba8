// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The latency of a row from the tool's write on its host to the program, over a real sshd, and its cost; and
// the memory used by many runs in an hour. run_streams.sh prints both.
#include "app/bridge/Channel.h"
#include "app/jobs/judge/BenchSession.h"
#include "core/bench/run/OutputParser.h"
#include "tests/bench/Streams.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace fabricscope;
using namespace std::chrono_literals;

double residentMiB() {
    std::ifstream file("/proc/self/statm");
    std::size_t all = 0, resident = 0;
    file >> all >> resident;
    return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1048576.0;
}

using Judged = std::shared_ptr<const bench::JudgedRun>;

/// Reads and judges a run for the window.
std::shared_ptr<app::BenchSession> sessionFor(std::uint64_t run, const app::bridge::Sender<Judged> &to,
                                              app::WorkerPool *workers) {
    bench::BenchView base;
    base.spec = bench::RunSpec{};
    base.spec->tool = bench::kStreamTool;
    return app::BenchSession::make(std::move(base),
                                   [run, to](Judged judged) {
                                       to.post({run, 0}, std::move(judged));
                                   },
                                   {.workers = workers});
}

/// One run: its rows as parsed, and on their way to the chart.
struct Stream {
    std::unique_ptr<bench::OutputParser> parser;
    std::shared_ptr<app::BenchSession> session;
    bench::Latencies parsed, drawn;
    std::size_t seen = 0;
};

/// Simulates the window's thread: takes values when notified.
class Window {
public:
    Window(std::vector<Stream> &streams)
        : m_box(std::make_shared<app::bridge::Mailbox>([this] { ring(); }))
        , m_channel(
              m_box, [this](app::bridge::Origin from, const Judged &judged) { take(from.id, judged); },
              app::bridge::Keep::newest())
        , m_streams(streams) {}
    void start() {
        m_thread = std::thread([this] { work(); });
    }
    void stop() {
        {
            const std::scoped_lock lock(m_mutex);
            m_isOver = true;
        }
        m_changed.notify_all();
        m_thread.join();
    }

    [[nodiscard]] const app::bridge::Sender<Judged> &sender() const { return m_channel.sender(); }
    double processor = 0; ///< seconds, available after it has stopped

private:
    void ring() {
        {
            const std::scoped_lock lock(m_mutex);
            m_isRung = true;
        }
        m_changed.notify_all();
    }
    void work() {
        std::unique_lock lock(m_mutex);
        while (!m_isOver) {
            m_changed.wait(lock, [this] { return m_isRung || m_isOver; });
            m_isRung = false;
            lock.unlock();
            while (const auto letter = m_box->takeOne())
                letter->deliver();
            lock.lock();
        }
        processor = bench::processorSeconds(RUSAGE_THREAD);
    }
    void take(std::size_t run, const Judged &judged) {
        if (judged->tables.empty() || run >= m_streams.size())
            return;
        Stream &stream = m_streams[run];
        const auto &rows = judged->tables.back()->rows;
        stream.drawn.add(rows, stream.seen, bench::nowNs());
        stream.seen = rows.size();
    }

    std::shared_ptr<app::bridge::Mailbox> m_box;
    app::bridge::Channel<Judged> m_channel;
    std::vector<Stream> &m_streams;
    std::thread m_thread;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_isRung = false, m_isOver = false;
};

app::ToolRun::Events eventsOf(Stream &stream, bool isDrawn, std::atomic<int> &ended) {
    app::ToolRun::Events events;
    events.output = [&stream, isDrawn](remote::Stream, std::string_view bytes) {
        if (isDrawn)
            return stream.session->output(bytes);
        const bench::Change change = stream.parser->feed(bytes);
        if (change.rows == 0)
            return;
        const auto &rows = stream.parser->results().back().rows;
        stream.parsed.add(rows, rows.size() - change.rows, bench::nowNs());
    };
    events.finished = [&ended](const bench::RunState &state) {
        if (state.phase != bench::Phase::Ended)
            fmt::print(stderr, "a run failed: {}\n", state.why);
        ++ended;
    };
    return events;
}

/// Measures until the row is parsed, or until it is in the value that the chart draws ten times per second.
void measure(int count, int rate, int seconds, bool isDrawn) {
    bench::Streams runs(count, rate, seconds);
    std::vector<Stream> streams(static_cast<std::size_t>(count));
    Window window(streams);
    std::atomic<int> ended{0};
    app::WorkerPool workers(2);
    for (int i = 0; i < count; ++i) {
        Stream &stream = streams[static_cast<std::size_t>(i)];
        stream.parser = bench::makeParser(bench::kStreamTool);
        stream.session = sessionFor(static_cast<std::uint64_t>(i), window.sender(), &workers);
        runs.start(i, workers, eventsOf(stream, isDrawn, ended));
    }
    window.start();
    if (!runs.begin([] {}))
        fmt::print(stderr, "not all of the runs began within two minutes\n");
    const double before = bench::processorSeconds(RUSAGE_SELF);
    while (bench::nowNs() < runs.lastRowNs() + bench::kSecond) {
        std::this_thread::sleep_for(100ms);
        if (isDrawn)
            for (Stream &stream : streams)
                workers.post([session = stream.session] { session->tick(); });
    }
    const double used = bench::processorSeconds(RUSAGE_SELF) - before;
    for (int i = 0; i < 300 && ended < count; ++i)
        std::this_thread::sleep_for(100ms);
    window.stop();
    bench::Latencies all;
    for (Stream &stream : streams) {
        const bench::Latencies &one = isDrawn ? stream.drawn : stream.parsed;
        all.ms.insert(all.ms.end(), one.ms.begin(), one.ms.end());
    }
    fmt::print(
        "{:<22} {:>4} streams {:>5} rows/s each {:>4} s: {:>7} rows, p50 {:>7.1f} ms, p99 {:>7.1f} ms, most "
        "{:>7.1f} ms; processor {:>5.1f} % of one core, window's thread {:>5.2f} %\n",
        isDrawn ? "in the chart's value" : "parsed row", count, rate, seconds, all.ms.size(), all.at(0.5),
        all.at(0.99), all.at(1), 100 * used / (seconds + 1), 100 * window.processor / (seconds + 1));
    std::fflush(stdout);
}

/// Feeds this number of lines to parsers and sessions, at full speed; one tick per tenth of a second of the
/// runs' time.
int replay(int count, std::int64_t lines, std::int64_t rowsOfTable) {
    std::vector<std::shared_ptr<app::BenchSession>> sessions;
    const auto box = std::make_shared<app::bridge::Mailbox>([] {});
    std::vector<Judged> shown(static_cast<std::size_t>(count)); // the window keeps the last one
    const app::bridge::Channel<Judged> channel(
        box, [&shown](app::bridge::Origin from, Judged judged) { shown[from.id] = std::move(judged); },
        app::bridge::Keep::newest());
    for (int i = 0; i < count; ++i)
        sessions.push_back(sessionFor(static_cast<std::uint64_t>(i), channel.sender(), nullptr));
    constexpr std::int64_t kRowsOfTick = 10; // at 100 lines a second
    std::int64_t done = 0, row = 0;
    int quarter = 0;
    double after = 0;
    while (done < lines) {
        std::string text;
        for (std::int64_t i = 0; i < kRowsOfTick; ++i, ++row) {
            if (row % rowsOfTable == 0)
                text += (row > 0 ? bench::streamFooter() : "") + bench::streamHeader();
            text += bench::streamRow(std::int64_t{8} << row % 30);
        }
        for (const auto &session : sessions) {
            session->output(text);
            session->tick();
        }
        done += count * std::count(text.begin(), text.end(), '\n');
        while (const auto letter = box->takeOne())
            letter->deliver();
        if (done * 4 < lines * (quarter + 1))
            continue;
        ++quarter;
        const double resident = residentMiB();
        after = quarter == 1 ? resident : after;
        fmt::print("tables of {:>6} rows, {:>9} lines: {:>8.1f} MiB\n", rowsOfTable, done, resident);
        std::fflush(stdout);
    }
    fmt::print("growth after the first quarter: {:.1f} MiB; processor {:.1f} s\n", residentMiB() - after,
               bench::processorSeconds(RUSAGE_SELF));
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    if (const int emitted = bench::emitFromArguments(argc, argv); emitted >= 0)
        return emitted;
    const std::string what = argc > 1 ? argv[1] : "";
    const auto number = [&](int index) {
        return index < argc ? std::strtoll(argv[index], nullptr, 10) : 0;
    };
    if (what == "streams" && argc == 5) {
        for (const bool isDrawn : {false, true})
            measure(static_cast<int>(number(2)), static_cast<int>(number(3)), static_cast<int>(number(4)),
                    isDrawn);
        return 0;
    }
    if (what == "replay" && argc == 5)
        return replay(static_cast<int>(number(2)), number(3), number(4));
    fmt::print(stderr, "stream_bench streams COUNT RATE SECONDS | replay COUNT LINES ROWS_OF_A_TABLE\n");
    return 2;
}
