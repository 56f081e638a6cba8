// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How long a row takes from the tool's write on its host to the program, over a real sshd, and what it costs;
// and what memory an hour of many runs takes. run_streams.sh prints both.
#include "app/bridge/BenchFeed.h"
#include "app/jobs/ToolRun.h"
#include "core/bench/OutputParser.h"
#include "tests/support/Sshd.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace fabricscope;
using namespace std::chrono_literals;

constexpr const char *kTool = "nccl-tests";
constexpr int kRunsOfHost = 8; ///< as many channels has one connection
constexpr std::int64_t kSecond = 1'000'000'000;
/// The head of a table, without which its rows are no rows.
constexpr const char *kHead =
    "# nThread 1 nGpus 8 minBytes 8 maxBytes 8589934592 step: 2(factor) warmup iters: 5 iters: 20 agg iters: "
    "1 "
    "validation: 1 graph: 0\n"
    "#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw  "
    " "
    "busbw  #wrong\n"
    "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  "
    "(GB/s)\n";
constexpr const char *kFoot = "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 41.2\n#\n";

std::string rowOf(std::int64_t size) {
    return fmt::format(
        "{:20d} {:13d}     float     sum      -1    35.12    0.01    0.02       0    34.90    0.01    "
        "0.02       0\n",
        size, size / 4);
}

std::int64_t now() {
    timespec time{};
    clock_gettime(CLOCK_REALTIME, &time);
    return time.tv_sec * kSecond + time.tv_nsec;
}

// The tool.

/// Rows at this rate, the time of its write in the place of the size, from the time on that the file names
/// once it is there; `lateNs` later.
int emitRows(std::int64_t rate, std::int64_t seconds, const char *file, std::int64_t lateNs) {
    const std::string head = kHead;
    if (::write(STDOUT_FILENO, head.data(), head.size()) < 0)
        return 1;
    std::int64_t startNs = 0;
    while (!(std::ifstream(file) >> startNs))
        std::this_thread::sleep_for(100ms);
    startNs += lateNs;
    for (std::int64_t row = 0; row < rate * seconds; ++row) {
        const std::int64_t at = startNs + row * kSecond / rate;
        const timespec until{at / kSecond, at % kSecond};
        clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &until, nullptr);
        const std::string line = rowOf(now());
        if (::write(STDOUT_FILENO, line.data(), line.size()) < 0)
            return 1;
    }
    return ::write(STDOUT_FILENO, kFoot, std::string_view(kFoot).size()) < 0 ? 1 : 0;
}

// Who takes it.

double secondsOf(const timeval &time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

double processorSeconds(int who) {
    rusage usage{};
    getrusage(who, &usage);
    return secondsOf(usage.ru_utime) + secondsOf(usage.ru_stime);
}

double residentMiB() {
    std::ifstream file("/proc/self/statm");
    std::size_t all = 0, resident = 0;
    file >> all >> resident;
    return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1048576.0;
}

struct Latencies {
    std::vector<double> ms;
    void add(const std::vector<bench::CollectiveRow> &rows, std::size_t from, std::int64_t at) {
        for (std::size_t i = from; i < rows.size(); ++i)
            ms.push_back(static_cast<double>(at - static_cast<std::int64_t>(rows[i].sizeBytes)) / 1e6);
    }
    [[nodiscard]] double at(double share) {
        if (ms.empty())
            return 0;
        const auto place = static_cast<std::size_t>(share * static_cast<double>(ms.size() - 1));
        std::nth_element(ms.begin(), ms.begin() + static_cast<std::ptrdiff_t>(place), ms.end());
        return ms[place];
    }
};

/// One run: its rows as the parser has them, and on their way to the chart.
struct Stream {
    std::unique_ptr<bench::OutputParser> parser;
    std::shared_ptr<app::bridge::BenchFeed> feed;
    std::shared_ptr<app::ToolRun> run;
    Latencies parsed, drawn;
    std::size_t seen = 0;
};

/// The thread that stands for the window's: takes what the bell announces.
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
    double processor = 0; ///< seconds, once it has stopped

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
        processor = processorSeconds(RUSAGE_THREAD);
    }
    void take() {
        for (const app::bridge::Delivery &delivery : box->take()) {
            const auto *running = std::get_if<app::bridge::BenchRunning>(&delivery.event);
            if (running == nullptr || running->runs.empty() || delivery.host >= m_streams.size())
                continue;
            Stream &stream = m_streams[delivery.host];
            const auto &rows = running->runs.back()->rows;
            stream.drawn.add(rows, stream.seen, now());
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
            return stream.feed->output(bytes);
        const bench::Change change = stream.parser->feed(bytes);
        if (change.rows == 0)
            return;
        const auto &rows = stream.parser->results().back().rows;
        stream.parsed.add(rows, rows.size() - change.rows, now());
    };
    events.finished = [&ended](const bench::RunState &state) {
        if (state.phase != bench::Phase::Ended)
            fmt::print(stderr, "a run failed: {}\n", state.why);
        ++ended;
    };
    return events;
}

/// Rows at hand, or in the value that the chart draws ten times a second.
void measure(int count, int rate, int seconds, bool isDrawn, const char *self) {
    test::SshdOptions options;
    options.lines = {"MaxStartups 1000"};
    options.ports = std::min(16, (count + kRunsOfHost - 1) / kRunsOfHost); // each is a host, one connection
    const test::Sshd sshd(options);
    std::vector<Stream> streams(static_cast<std::size_t>(count));
    Window window(streams);
    std::atomic<int> ended{0};
    remote::Client client;
    app::WorkerPool workers(2);
    const std::string startFile = (sshd.folder() / "start").string();
    for (std::size_t i = 0; i < streams.size(); ++i) {
        Stream &stream = streams[i];
        stream.parser = bench::makeParser(kTool);
        stream.feed = std::make_shared<app::bridge::BenchFeed>(i, kTool, window.box);
        bench::RunSpec spec;
        spec.tool = kTool;
        // Each at a time of its own: nobody's tools write at the same moment.
        const std::int64_t lateNs = static_cast<std::int64_t>(i) * kSecond / rate / count;
        spec.command.words = {
            self, "emit", std::to_string(rate), std::to_string(seconds), startFile, std::to_string(lateNs)};
        app::HostWay way;
        way.endpoint.target = fmt::format("sshd{}", i % static_cast<std::size_t>(options.ports));
        way.endpoint.configFile = sshd.configFile();
        app::ToolRunOptions runOptions;
        runOptions.workers = &workers;
        stream.run = app::ToolRun::start(client, way, spec, runOptions, eventsOf(stream, isDrawn, ended));
        std::this_thread::sleep_for(100ms);
    }
    window.start();
    const auto runs = [&] {
        return std::all_of(streams.begin(), streams.end(), [](const Stream &stream) {
            return stream.run->state().phase >= bench::Phase::Running;
        });
    };
    for (int i = 0; i < 1200 && !runs(); ++i) // all connections are there before the first row
        std::this_thread::sleep_for(100ms);
    if (!runs())
        fmt::print(stderr, "not all of the runs began within two minutes\n");
    const std::int64_t start = now() + 3 * kSecond;
    std::ofstream(startFile + ".new") << start << '\n';
    std::filesystem::rename(startFile + ".new", startFile);
    while (now() < start)
        std::this_thread::sleep_for(10ms);
    const double before = processorSeconds(RUSAGE_SELF);
    while (now() < start + (seconds + 1) * kSecond) {
        std::this_thread::sleep_for(100ms);
        if (isDrawn)
            for (Stream &stream : streams)
                workers.post([feed = stream.feed] { feed->tick(); });
    }
    const double used = processorSeconds(RUSAGE_SELF) - before;
    for (int i = 0; i < 300 && ended < count; ++i)
        std::this_thread::sleep_for(100ms);
    window.stop();
    Latencies all;
    for (Stream &stream : streams) {
        const Latencies &one = isDrawn ? stream.drawn : stream.parsed;
        all.ms.insert(all.ms.end(), one.ms.begin(), one.ms.end());
    }
    fmt::print(
        "{:<22} {:>4} streams {:>5} rows/s each {:>4} s: {:>7} rows, p50 {:>7.1f} ms, p99 {:>7.1f} ms, most "
        "{:>7.1f} ms; processor {:>5.1f} % of one core, window's thread {:>5.2f} %\n",
        isDrawn ? "in the chart's value" : "parsed row", count, rate, seconds, all.ms.size(), all.at(0.5),
        all.at(0.99), all.at(1), 100 * used / (seconds + 1), 100 * window.processor / (seconds + 1));
    std::fflush(stdout);
}

/// So many lines through parsers and feeds, as fast as it goes; a tick each tenth of a second of the runs'
/// time.
int replay(int count, std::int64_t lines, std::int64_t rowsOfTable) {
    std::vector<std::shared_ptr<app::bridge::BenchFeed>> feeds;
    const auto box = std::make_shared<app::bridge::Mailbox>([] {});
    for (int i = 0; i < count; ++i)
        feeds.push_back(std::make_shared<app::bridge::BenchFeed>(static_cast<std::uint64_t>(i), kTool, box));
    constexpr std::int64_t kRowsOfTick = 10; // at 100 lines a second
    std::vector<app::bridge::BenchRunning> shown(feeds.size());
    std::int64_t done = 0, row = 0;
    int quarter = 0;
    double after = 0;
    while (done < lines) {
        std::string text;
        for (std::int64_t i = 0; i < kRowsOfTick; ++i, ++row) {
            if (row % rowsOfTable == 0)
                text += (row > 0 ? kFoot : "") + std::string(kHead);
            text += rowOf(std::int64_t{8} << row % 30);
        }
        for (const auto &feed : feeds) {
            feed->output(text);
            feed->tick();
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
               processorSeconds(RUSAGE_SELF));
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    const std::string what = argc > 1 ? argv[1] : "";
    const auto number = [&](int index) {
        return index < argc ? std::strtoll(argv[index], nullptr, 10) : 0;
    };
    if (what == "emit" && argc == 6)
        return emitRows(number(2), number(3), argv[4], number(5));
    if (what == "streams" && argc == 5) {
        const auto count = static_cast<int>(number(2)), rate = static_cast<int>(number(3)),
                   seconds = static_cast<int>(number(4));
        std::string self(4096, '\0');
        self.resize(
            static_cast<std::size_t>(std::max<ssize_t>(0, readlink("/proc/self/exe", self.data(), 4096))));
        for (const bool isDrawn : {false, true})
            measure(count, rate, seconds, isDrawn, self.c_str());
        return 0;
    }
    if (what == "replay" && argc == 5)
        return replay(static_cast<int>(number(2)), number(3), number(4));
    fmt::print(stderr, "stream_bench streams COUNT RATE SECONDS | replay COUNT LINES ROWS_OF_A_TABLE\n");
    return 2;
}
