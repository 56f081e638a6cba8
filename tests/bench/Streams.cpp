// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/Streams.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <thread>

namespace fabricscope::bench {

using namespace std::chrono_literals;

namespace {

constexpr int kRunsOfHost = 8, kMaxHosts = 16; ///< number of channels of one connection

int portsFor(int count) {
    return std::min(kMaxHosts, (count + kRunsOfHost - 1) / kRunsOfHost); // each is a host with one connection
}

test::SshdOptions optionsFor(int count) {
    test::SshdOptions options;
    options.lines = {"MaxStartups 1000"};
    options.ports = portsFor(count);
    return options;
}

std::string ownProgram() {
    std::string self(4096, '\0');
    self.resize(
        static_cast<std::size_t>(std::max<ssize_t>(0, readlink("/proc/self/exe", self.data(), self.size()))));
    return self;
}

bool write(const std::string &text) {
    return ::write(STDOUT_FILENO, text.data(), text.size()) >= 0;
}

double secondsOf(const timeval &time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

} // namespace

std::string streamHeader() {
    return "# nThread 1 nGpus 8 minBytes 8 maxBytes 8589934592 step: 2(factor) warmup iters: 5 iters: 20 agg "
           "iters: 1 validation: 1 graph: 0\n"
           "#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   "
           "algbw   busbw  #wrong\n"
           "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  "
           "(GB/s)  (GB/s)\n";
}

std::string streamRow(std::int64_t size) {
    return fmt::format(
        "{:20d} {:13d}     float     sum      -1    35.12    0.01    0.02       0    34.90    0.01    "
        "0.02       0\n",
        size, size / 4);
}

std::string streamFooter() {
    return "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 41.2\n#\n";
}

std::int64_t nowNs() {
    timespec time{};
    clock_gettime(CLOCK_REALTIME, &time);
    return time.tv_sec * kSecond + time.tv_nsec;
}

double processorSeconds(int who) {
    rusage usage{};
    getrusage(who, &usage);
    return secondsOf(usage.ru_utime) + secondsOf(usage.ru_stime);
}

int emitRows(std::int64_t rate, std::int64_t seconds, const char *file, std::int64_t lateNs) {
    if (!write(streamHeader()))
        return 1;
    std::int64_t startNs = 0;
    while (!(std::ifstream(file) >> startNs))
        std::this_thread::sleep_for(100ms);
    startNs += lateNs;
    for (std::int64_t row = 0; row < rate * seconds; ++row) {
        const std::int64_t at = startNs + row * kSecond / rate;
        const timespec until{at / kSecond, at % kSecond};
        clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &until, nullptr);
        if (!write(streamRow(nowNs())))
            return 1;
    }
    return write(streamFooter()) ? 0 : 1;
}

int emitFromArguments(int argc, char **argv) {
    if (argc != 6 || std::string(argv[1]) != "emit")
        return -1;
    const auto number = [&](int index) {
        return std::strtoll(argv[index], nullptr, 10);
    };
    return emitRows(number(2), number(3), argv[4], number(5));
}

double Latencies::at(double share) {
    if (ms.empty())
        return 0;
    const auto place = static_cast<std::size_t>(share * static_cast<double>(ms.size() - 1));
    std::nth_element(ms.begin(), ms.begin() + static_cast<std::ptrdiff_t>(place), ms.end());
    return ms[place];
}

Streams::Streams(int count, int rate, int seconds)
    : m_count(count)
    , m_rate(rate)
    , m_seconds(seconds)
    , m_sshd(optionsFor(count))
    , m_startFile((m_sshd.folder() / "start").string())
    , m_self(ownProgram()) {}

/// Each with its own start time, so that no two tools write at the same moment.
void Streams::start(int index, app::WorkerPool &workers, app::ToolRun::Events events) {
    RunSpec spec;
    spec.tool = kStreamTool;
    const std::int64_t lateNs = index * kSecond / m_rate / m_count;
    spec.command.words = {m_self,
                          "emit",
                          std::to_string(m_rate),
                          std::to_string(m_seconds),
                          m_startFile,
                          std::to_string(lateNs)};
    app::HostEndpoint hostEndpoint;
    hostEndpoint.endpoint.target = fmt::format("sshd{}", index % portsFor(m_count));
    hostEndpoint.endpoint.configFile = m_sshd.configFile();
    app::ToolRunOptions options;
    options.workers = &workers;
    m_runs.push_back(app::ToolRun::start(m_client, hostEndpoint, spec, options, std::move(events)));
    std::this_thread::sleep_for(100ms); // hosts do not start at the same moment
}

bool Streams::begin(const std::function<void()> &meanwhile) {
    const auto runs = [&] {
        return std::all_of(m_runs.begin(), m_runs.end(),
                           [](const auto &run) { return run->state().phase >= Phase::Running; });
    };
    const std::int64_t longest = nowNs() + 120 * kSecond;
    for (; nowNs() < longest && !runs();
         std::this_thread::sleep_for(10ms)) // wait for the connections before the first row
        meanwhile();
    const bool all = runs();
    m_startNs = nowNs() + 3 * kSecond;
    std::ofstream(m_startFile + ".new") << m_startNs << '\n';
    std::filesystem::rename(m_startFile + ".new", m_startFile);
    for (; nowNs() < m_startNs; std::this_thread::sleep_for(10ms))
        meanwhile();
    return all;
}

bool Streams::haveEnded() const {
    return std::all_of(m_runs.begin(), m_runs.end(),
                       [](const auto &run) { return run->state().phase >= Phase::Ended; });
}

} // namespace fabricscope::bench
