// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The latency of a row from the tool's write on its host to the program, over a real sshd, and its cost; and
// the memory used by many runs in an hour. run_streams.sh prints both.
#include "app/bridge/Mailbox.h"
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

/// Reads and judges a run for the window.
std::shared_ptr<app::BenchSession>
sessionFor(std::uint64_t run, const std::shared_ptr<app::bridge::Mailbox> &box, app::WorkerPool *workers) {
    bench::BenchView base;
    base.spec = bench::RunSpec{};
    base.spec->tool = bench::kStreamTool;
    return app::BenchSession::make(std::move(base),
                                   [run, box](std::shared_ptr<const bench::JudgedRun> judged) {
                                       box->post({run, 0, app::bridge::BenchRunning{std::move(judged)}});
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

/// Simulates the window's thread: takes deliveries when notified.
class Window {
public:
    Window(std::vector<Stream> &streams)
        : box(std::make_shared<app::bridge::Mailbox>([this] { ring(); })), m_streams(streams) {}
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

    std::shared_ptr<app::bridge::Mailbox> box;
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
            take();
            lock.lock();
        }
        processor = bench::processorSeconds(RUSAGE_THREAD);
    }
    void take() {
        for (const app::bridge::Delivery &delivery : box->take()) {
            const auto *running = std::get_if<app::bridge::BenchRunning>(&delivery.event);
            if (running == nullptr || running->run->tables.empty() || delivery.host >= m_streams.size())
                continue;
            Stream &stream = m_streams[delivery.host];
            const auto &rows = running->run->tables.back()->rows;
            stream.drawn.add(rows, stream.seen, bench::nowNs());
            stream.seen = rows.size();
        }
    }

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
        stream.session = sessionFor(static_cast<std::uint64_t>(i), window.box, &workers);
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
    for (int i = 0; i < count; ++i)
        sessions.push_back(sessionFor(static_cast<std::uint64_t>(i), box, nullptr));
    constexpr std::int64_t kRowsOfTick = 10; // at 100 lines a second
    std::vector<app::bridge::BenchRunning> shown(sessions.size());
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
        for (app::bridge::Delivery &delivery : box->take()) // the window keeps the last one
            if (auto *running = std::get_if<app::bridge::BenchRunning>(&delivery.event))
                shown[delivery.host] = std::move(*running);
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
