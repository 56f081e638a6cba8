// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/TelemetryRun.h"

#include "app/jobs/run/PersistedRun.h"
#include "core/base/ShellQuote.h"
#include "core/base/Text.h"
#include "core/bench/run/OutputParser.h"
#include "resources/Resources.h"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace fabricscope::app {

namespace {

using bench::Phase;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBetween{1000};
/// A parser keeps everything that it has parsed: after this many values a new one continues.
constexpr std::size_t kMaxPoints = std::size_t{1} << 18;
constexpr std::size_t kMaxHead = 4096;
constexpr int kNoProgram = 127;
constexpr const char *kPeriod = "1"; ///< seconds between two readings

bench::TelemetrySource countersSource(const std::vector<std::string> &nics) {
    bench::TelemetrySource source{"counters", "the kernel's counters", {}};
    source.command.words = {"/bin/sh", "-c", std::string(resources::find("telemetry/counters.sh")),
                            "counters", kPeriod};
    source.command.words.insert(source.command.words.end(), nics.begin(), nics.end());
    return source;
}

/// Ends the output of a source, before its exit status.
constexpr std::string_view kEnded = "@@fabricscope ended ";
constexpr std::size_t kMaxLine = std::size_t{64} << 10;

/// Runs all sources at the same time, in one shell: each line of source N is printed as "N:line".
std::string readerScript(const std::vector<bench::Command> &commands) {
    std::string script(resources::find("telemetry/readers.sh"));
    for (std::size_t i = 0; i < commands.size(); ++i) {
        script += fmt::format("fs_reader {}{}", i, commands[i].environment.empty() ? "" : " env");
        for (const bench::EnvironmentValue &variable : commands[i].environment) // none is a secret
            script += " " + shellQuoted(variable.name + "=" + variable.value).value_or("");
        for (const std::string &word : commands[i].words)
            script += " " + shellQuoted(word).value_or("''");
        script += " &\n";
    }
    return script + "wait\n";
}

/// One source with its current state.
struct Source {
    bench::TelemetrySource what;
    std::unique_ptr<bench::OutputParser> parser;
    std::string text, head; ///< head: its first lines that name columns, for a parser that begins later
    std::size_t points = 0;
    bool isOver = true;
};

class HostTelemetryRun final : public TelemetryRun, public std::enable_shared_from_this<HostTelemetryRun> {
public:
    HostTelemetryRun(remote::Client &client, HostEndpoint hostEndpoint, TelemetryRequest ask,
                     WorkerPool *workers, Changed changed)
        : m_client(client)
        , m_hostEndpoint(std::move(hostEndpoint))
        , m_workers(workers)
        , m_lease(ask.lease)
        , m_changed(std::move(changed)) {
        m_hostEndpoint.kept = nullptr; // it is for what follows, and this is read at the same time
        m_sources.push_back({countersSource(ask.nics), {}, {}, {}, 0, true});
        for (bench::TelemetrySource &tool : ask.gpuTools)
            m_sources.push_back({std::move(tool), {}, {}, {}, 0, true});
    }

    void start() override {
        const std::lock_guard lock(m_mutex);
        if (m_isStopped || m_isStarted)
            return;
        m_isStarted = true;
        m_began = Clock::now();
        for (Source &source : m_sources) {
            source.parser = bench::makeParser(source.what.tool);
            source.isOver = false;
        }
        m_isOver = false;
        m_run = ToolRun::start(m_client, m_hostEndpoint, spec(), optionsOf(), events());
    }

    void stop() override {
        std::shared_ptr<ToolRun> run;
        {
            const std::lock_guard lock(m_mutex);
            m_isStopped = true;
            run = m_run.lock();
        }
        if (run)
            run->stop();
    }

    bool waitUntilGone(std::chrono::milliseconds longest) override {
        std::unique_lock lock(m_mutex);
        return m_over.wait_for(lock, longest, [this] { return m_isOver; });
    }

    std::shared_ptr<const bench::Telemetry> telemetry() const override {
        const std::lock_guard lock(m_mutex);
        return std::make_shared<const bench::Telemetry>(m_telemetry);
    }

    std::string text() const override {
        const std::lock_guard lock(m_mutex);
        std::string all;
        for (const Source &source : m_sources) {
            all += source.text;
            if (!all.empty() && all.back() != '\n')
                all += '\n';
        }
        return all;
    }

private:
    [[nodiscard]] bench::RunSpec spec() const {
        std::vector<bench::Command> commands;
        for (const Source &source : m_sources)
            commands.push_back(source.what.command);
        bench::RunSpec spec;
        spec.tool = m_sources.front().what.tool;
        spec.command.words = {"/bin/sh", "-c", readerScript(commands), "telemetry"};
        // Marks it as ours: it does not count as load, and differs from another program's.
        spec.command.environment.push_back({bench::kTelemetryMark, std::to_string(getpid())});
        spec.longest = std::chrono::hours(24 * 7); // it ends with the run
        return spec;
    }
    [[nodiscard]] ToolRunOptions optionsOf() const {
        ToolRunOptions options;
        options.workers = m_workers;
        options.lease = m_lease;
        return options;
    }
    ToolRun::Events events() {
        ToolRun::Events events;
        events.state = [](const bench::RunState &) {
        };
        events.output = [self = shared_from_this()](remote::Stream stream, std::string_view bytes) {
            if (stream == remote::Stream::Out)
                self->take(bytes);
        };
        events.finished = [self = shared_from_this()](const bench::RunState &state) {
            self->ended(state);
        };
        return events;
    }

    void take(std::string_view bytes) {
        std::shared_ptr<const bench::Telemetry> copy;
        {
            const std::lock_guard lock(m_mutex);
            m_lines += bytes;
            std::string_view rest = m_lines;
            std::vector<std::string> texts(m_sources.size());
            for (std::size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
                sort(rest.substr(0, end + 1), texts);
                rest.remove_prefix(end + 1);
            }
            m_lines = rest.size() > kMaxLine ? std::string() : std::string(rest);
            for (std::size_t i = 0; i < texts.size(); ++i)
                if (!texts[i].empty())
                    feed(i, texts[i]);
            if (!m_changed || Clock::now() - m_notifiedAt < kBetween)
                return;
            m_notifiedAt = Clock::now();
            copy = std::make_shared<const bench::Telemetry>(m_telemetry);
        }
        notify(std::move(copy));
    }

    /// A line "N:text", with its line feed, to the texts of the sources. Others are not ours.
    void sort(std::string_view line, std::vector<std::string> &texts) {
        const auto index = parseInteger<std::size_t>(takeUntil(line, ':'));
        if (!index || *index >= texts.size())
            return;
        if (!line.starts_with(kEnded)) {
            texts[*index] += line;
            return;
        }
        const auto status = parseInteger<int>(trimmed(line.substr(kEnded.size())));
        Source &source = m_sources[*index];
        if (!std::exchange(source.isOver, true) && !m_isStopped)
            m_telemetry.addGap(status == kNoProgram ? source.what.name + " is not installed"
                                                    : fmt::format("{} exited with status {}",
                                                                  source.what.name, status.value_or(0)));
    }

    void feed(std::size_t index, std::string_view text) {
        Source &source = m_sources[index];
        source.text += text.substr(0, kMaxText - std::min(kMaxText, source.text.size()));
        source.points += source.parser->feed(text).points;
        m_telemetry.take(index, source.parser->results(), secondsNow());
        if (source.points > kMaxPoints)
            renew(index);
    }

    /// Columns are named in lines that begin with '#', or repeatedly.
    void renew(std::size_t index) {
        Source &source = m_sources[index];
        if (source.head.empty())
            for (std::string_view rest = std::string_view(source.text).substr(0, kMaxHead);
                 rest.starts_with('#');) {
                const std::size_t end = rest.find('\n');
                if (end == std::string_view::npos)
                    break;
                source.head += rest.substr(0, end + 1);
                rest.remove_prefix(end + 1);
            }
        source.parser = bench::makeParser(source.what.tool);
        source.parser->feed(source.head);
        source.points = 0;
        m_telemetry.restart(index);
    }

    void ended(const bench::RunState &state) {
        std::shared_ptr<const bench::Telemetry> copy;
        {
            const std::lock_guard lock(m_mutex);
            m_isOver = true;
            for (Source &source : m_sources)
                if (!std::exchange(source.isOver, true) && !m_isStopped)
                    m_telemetry.addGap(gapOf(source.what, state));
            copy = std::make_shared<const bench::Telemetry>(m_telemetry);
            m_over.notify_all();
        }
        notify(std::move(copy));
    }

    static std::string gapOf(const bench::TelemetrySource &source, const bench::RunState &state) {
        if (state.phase == Phase::Ended)
            return fmt::format("{} exited with status {}", source.name, state.exitStatus.value_or(0));
        return fmt::format("{}: {}", source.name, state.why);
    }

    [[nodiscard]] double secondsNow() const {
        return std::chrono::duration<double>(Clock::now() - m_began).count();
    }

    void notify(std::shared_ptr<const bench::Telemetry> copy) {
        if (!m_changed)
            return;
        const std::lock_guard lock(m_notifyMutex); // the output and the end may come on different threads
        m_changed(std::move(copy));
    }

    remote::Client &m_client;
    HostEndpoint m_hostEndpoint;
    WorkerPool *m_workers;
    std::chrono::seconds m_lease;
    Changed m_changed;
    std::mutex m_notifyMutex;

    mutable std::mutex m_mutex; // guards all below
    std::condition_variable m_over;
    std::weak_ptr<ToolRun> m_run;  ///< keeps itself alive, and through its events this object
    bool m_isOver = true;          ///< its end was reported
    std::string m_lines;           ///< the beginning of a line
    std::vector<Source> m_sources; ///< as many as there will be
    bench::Telemetry m_telemetry;
    Clock::time_point m_began, m_notifiedAt{};
    bool m_isStarted = false, m_isStopped = false;
};

} // namespace

std::shared_ptr<TelemetryRun> TelemetryRun::make(remote::Client &client, HostEndpoint hostEndpoint,
                                                 TelemetryRequest ask, WorkerPool *workers, Changed changed) {
    return std::make_shared<HostTelemetryRun>(client, std::move(hostEndpoint), std::move(ask), workers,
                                              std::move(changed));
}

ToolRun::Events withTelemetry(std::shared_ptr<TelemetryRun> telemetryRun, ToolRun::Events events) {
    ToolRun::Events both;
    both.connected = std::move(events.connected);
    both.output = std::move(events.output);
    both.state = [telemetryRun, then = std::move(events.state)](const bench::RunState &state) {
        if (state.phase == Phase::Running)
            telemetryRun->start();
        if (state.phase == Phase::Stopping)
            telemetryRun->stop();
        if (then)
            then(state);
    };
    both.finished = [telemetryRun, then = std::move(events.finished)](const bench::RunState &state) {
        telemetryRun->stop();
        if (then)
            then(state);
    };
    return both;
}

void storeTelemetry(const std::shared_ptr<TelemetryRun> &telemetryRun, PersistOptions &persist) {
    persist.telemetry = [telemetryRun] {
        return telemetryRun->telemetry();
    };
    persist.files = [telemetryRun] {
        return std::vector{std::pair<std::string, std::string>{kTelemetryFile, telemetryRun->text()}};
    };
}

} // namespace fabricscope::app
