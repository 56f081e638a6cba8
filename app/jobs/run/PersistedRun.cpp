// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/PersistedRun.h"

#include "app/jobs/collect/PartRun.h"
#include "app/jobs/run/RefetchedOutput.h"
#include "app/jobs/run/RunStorePath.h"
#include "app/jobs/run/RunUpkeep.h"
#include "core/bench/command/SecretFilter.h"
#include "core/bench/command/Secrets.h"
#include "core/bench/telemetry/TelemetryLog.h"
#include "core/capture/redact/SipHash.h"
#include "core/store/RunStore.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <tuple>
#include <utility>

namespace fabricscope::app {

namespace {

constexpr std::chrono::milliseconds kTick{store::RunStore::kCommitMs};
constexpr std::chrono::seconds kRetryTimeout{30}; ///< for another writer, if the run depends on it
using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kRetryAfter{10}; ///< before the next try if another program was writing

/// Each try also waits for the other program (store::Database::busyMs()).
template<class Work> Result<> withRetries(const Work &work) {
    const auto until = std::chrono::steady_clock::now() + kRetryTimeout;
    Result<> done = work();
    while (!done && store::isBusy(done.error()) && std::chrono::steady_clock::now() < until) {
        std::this_thread::sleep_for(kTick / 10);
        done = work();
    }
    return done;
}

/// A name that is the same for equal contents. Collisions on purpose are of no use to anybody.
std::string contentName(std::string_view bytes) {
    return fmt::format("{:016x}{:016x}", capture::SipHash("first half")(bytes),
                       capture::SipHash("second half")(bytes));
}

/// Events come one at a time; between them, a timer commits waiting data.
class RunPersister : public std::enable_shared_from_this<RunPersister> {
public:
    RunPersister(remote::Client &client, WorkerPool *workers, PersistOptions persist)
        : m_client(client)
        , m_events(workers)
        , m_persist(std::move(persist))
        , m_secrets(bench::secretValuesOf(m_persist.spec.command))
        , m_filters{bench::SecretFilter(m_secrets), bench::SecretFilter(m_secrets)} {}
    RunPersister(const RunPersister &) = delete;
    RunPersister &operator=(const RunPersister &) = delete;
    /// If the end of the run will not be reported: the program is closing, which ends all but detached runs.
    ~RunPersister() {
        if (!m_store)
            return;
        if (!isDetached()) {
            m_state.phase = bench::Phase::Lost;
            m_state.why = "fabricscope was closed during the run; processes of it may remain on the host";
            m_state.endedMs = nowMs();
        }
        if (m_persist.telemetry)
            std::ignore = saveTelemetry();
        for (const auto from : {store::Stream::Output, store::Stream::Error})
            if (!isDetached())
                std::ignore = m_store->append(m_id, from, nowMs(), filterOf(from).finish());
        std::ignore = m_store->setState(m_state);
    }

    void state(const bench::RunState &state) {
        const std::lock_guard lock(m_mutex);
        m_id = state.id;
        m_state = asStored(state);
        if (m_store)
            saveState();
        else if (!m_lost)
            open();
    }

    void output(remote::Stream stream, std::string_view bytes) {
        const std::lock_guard lock(m_mutex);
        const auto from = stream == remote::Stream::Out ? store::Stream::Output : store::Stream::Error;
        if (from == store::Stream::Output) {
            bytes = m_storedBefore.behind(bytes);
            if (m_storedBefore.isOther())
                return reportMismatch();
        } else if (m_persist.isFetched) {
            return; // a greeting of the login shell: the run's own errors are part of its output
        }
        if (!m_store || !m_persist.savesOutput)
            return;
        check(m_store->append(m_id, from, nowMs(), filterOf(from).feed(bytes)));
        wake();
    }

    void finish(const bench::RunState &state) {
        const std::lock_guard lock(m_mutex);
        if (m_isAnothers)
            keepEndForAnother(state);
        if (!m_store)
            return;
        m_state = asStored(state);
        for (const auto from : {store::Stream::Output, store::Stream::Error})
            if (m_store && !willBeFetchedAgain(state))
                check(m_store->append(m_id, from, nowMs(), filterOf(from).finish()));
        if (m_store && m_persist.summary && state.outputBytes > 0)
            check(withRetries(
                [this, summary = m_persist.summary()] { return m_store->setSummary(m_id, summary); }));
        if (m_store && m_persist.telemetry)
            check(withRetries([this] { return saveTelemetry(); }));
        if (m_store && m_persist.files)
            for (const auto &[name, bytes] : m_persist.files())
                if (m_store && !bytes.empty())
                    check(attach(name, bench::SecretFilter(m_secrets).all(bytes)));
        if (m_store)
            check(withRetries([this] { return m_store->setState(m_state); }));
        if (m_store && isDetached())
            std::ignore =
                store::release(*m_store, m_id, currentOwner()); // else the next one waits until we end
        if (m_store)
            makeRoom();
        m_store.reset();
    }

private:
    [[nodiscard]] bool isDetached() const { return m_persist.isFetched || m_persist.spec.detached; }

    /// For a detached run that continues, text held back by a filter comes with the next fetch.
    [[nodiscard]] bool willBeFetchedAgain(const bench::RunState &state) const {
        return isDetached() && !state.endReported;
    }

    void reportMismatch() {
        if (!std::exchange(m_mismatchReported, true) && m_persist.failed)
            m_persist.failed(Error{"the saved output stays as it was: secrets were removed from it, and "
                                   "their values are not known here",
                                   m_persist.path, "fetch it with its original --set NAME=VALUE"});
    }

    /// The state to store: a detached run continues if only the connection failed.
    [[nodiscard]] bench::RunState asStored(bench::RunState state) const {
        using bench::Phase;
        // The host no longer has it: it was fetched completely before, or was searched on another host.
        const bool isUnknown = !state.endReported || (m_persist.isFetched && state.phase == Phase::Lost);
        if (isUnknown && (m_before.phase > Phase::Stopping || (state.endReported && m_isOtherHostName)))
            return m_before;
        state.why = bench::SecretFilter(m_secrets).all(state.why);
        const bool isOver =
            state.phase == Phase::Lost || (m_persist.isFetched && state.phase == Phase::Failed);
        const bool isNotRunningYet = m_persist.isFetched && state.phase < Phase::Running;
        if (isDetached() && !state.endReported && (isOver || isNotRunningYet)) {
            state.phase = Phase::Running;
            state.endedMs.reset();
        }
        if (m_persist.isFetched) { // not when it was fetched
            state.startedMs = m_before.startedMs;
            if (m_before.endedMs)
                state.endedMs = m_before.endedMs;
            state.outputBytes = std::max(state.outputBytes, m_before.outputBytes);
            state.outputLines = std::max(state.outputLines, m_before.outputLines);
            state.pid = state.pid ? state.pid : m_before.pid;
            if (state.containment.empty())
                state.containment = m_before.containment;
            if (state.simulated.empty())
                state.simulated = m_before.simulated;
        }
        for (const auto &capture : m_persist.captures)
            if (state.simulated.empty())
                state.simulated = capture->simulated;
        return state;
    }

    /// A state that cannot be written now is written by the timer.
    void saveState() {
        const auto done = m_store->setState(m_state);
        m_isStateUnsaved = !done && store::isBusy(done.error());
        if (!m_isStateUnsaved)
            return check(done);
        m_retryAt = Clock::now() + kRetryAfter;
        wake();
    }

    Result<> attach(const std::string &name, const std::string &bytes) {
        return withRetries([&] { return m_store->attach(m_id, name, bytes); });
    }

    Result<> openStore() {
        auto store = store::RunStore::open(m_persist.path);
        if (!store)
            return tl::unexpected(store.error());
        m_store.emplace(std::move(*store));
        return {};
    }

    void open() {
        const auto opened = makeFolderOf(m_persist.path).and_then([this] {
            return withRetries([this] { return openStore(); });
        });
        if (!opened)
            return lose(opened.error());
        std::ignore = store::markInterrupted(*m_store, nowMs(), ownerState); // this run can be stored anyway
        m_persist.isFetched ? check(resume()) : check(begin());
        if (m_persist.telemetry)
            wake();
    }

    /// Saves what is new of the telemetry. If that has become too much, replaces it by the current data,
    /// which contains only the last hour of each series.
    Result<> saveTelemetry() {
        const std::shared_ptr<const bench::Telemetry> read = m_persist.telemetry();
        if (!read || m_isFull)
            return {};
        std::string lines =
            std::exchange(m_linesUnsaved, {}) + bench::SecretFilter(m_secrets).all(m_writer.more(*read));
        if (lines.empty())
            return {};
        using WriteMode = store::RunStore::WriteMode;
        auto kept = Result<bool>(false);
        bool isInstead = false;
        if (m_linesSaved + lines.size() < store::RunStore::kMaxTelemetry / 2)
            kept = m_store->saveTelemetry(m_id, WriteMode::Append, lines);
        if (kept && !*kept) {
            isInstead = true;
            m_writer = {};
            m_linesSaved = 0;
            lines = bench::SecretFilter(m_secrets).all(m_writer.more(*read));
            kept = m_store->saveTelemetry(m_id, WriteMode::Replace, lines);
            m_isFull = kept && (!*kept || lines.size() > store::RunStore::kMaxTelemetry / 2);
        }
        if (kept)
            m_linesSaved += lines.size();
        else
            saveLater(isInstead ? std::string() : std::move(lines));
        return kept ? Result<>() : tl::unexpected(kept.error());
    }

    /// Telemetry that was not written, at most kMaxTelemetry / 2; empty: the next try writes all of it.
    void saveLater(std::string lines) {
        m_linesUnsaved = std::move(lines);
        if (!m_linesUnsaved.empty())
            return;
        m_writer = {};
        m_linesSaved = store::RunStore::kMaxTelemetry;
    }

    Result<> begin() {
        bench::RunRecord record;
        record.spec = m_persist.spec;
        record.state = m_state;
        record.createdMs = nowMs();
        record.group = m_persist.group;
        record.sweepValue = m_persist.sweepValue;
        record.repeat = m_persist.repeat;
        const store::RunOwner owner = currentOwner();
        const auto add = [&] {
            return m_store->add(record, &owner);
        };
        if (auto added = withRetries(add); !added)
            return added;
        // The run is stored even if they cannot be.
        if (const auto added = addCaptures(); !added && m_persist.failed)
            m_persist.failed(added.error());
        return {};
    }

    Result<> addCaptures() {
        // Named like the hosts of the run if the assignment is known, since a capture may have a label as its
        // name.
        const std::vector<std::string> hosts = bench::hostsOf(m_persist.spec.host);
        const auto &captures = m_persist.captures;
        for (std::size_t index = 0; index < captures.size(); ++index) {
            const auto &capture = captures[index];
            const auto bytes = capture::serialize(*capture);
            if (!bytes)
                return tl::unexpected(bytes.error());
            const bench::RunCapture named{hosts.size() == captures.size() ? hosts[index] : capture->target,
                                          contentName(*bytes), capture->takenMs};
            if (auto added = withRetries([&] { return m_store->addCapture(m_id, named, *bytes); }); !added)
                return added;
        }
        return {};
    }

    Result<> resume() {
        const auto kept = m_store->find(m_id);
        if (!kept)
            return tl::unexpected(kept.error());
        if (!*kept)
            return begin();
        const auto taken = store::takeOver(*m_store, m_id, currentOwner(), ownerState);
        if (!taken)
            return tl::unexpected(taken.error());
        m_before = (*kept)->state;
        m_isOtherHostName = (*kept)->spec.host != m_persist.spec.host;
        m_isAnothers = !*taken;
        if (m_isAnothers)
            return failure("another fabricscope is already following and saving this run", m_persist.path);
        const auto heldAgainst = withRetries([this] {
            auto again = RefetchedOutput::of(*m_store, m_id, m_secrets);
            m_storedBefore = again ? *again : RefetchedOutput();
            return again ? Result<>() : tl::unexpected(again.error());
        });
        if (!heldAgainst)
            return heldAgainst;
        // Its program was killed, and the run was not checked since.
        if (m_before.phase == bench::Phase::Interrupted) {
            m_before.phase = bench::Phase::Running;
            m_before.why.clear();
            m_before.endedMs.reset();
        }
        m_state = asStored(m_state);
        return withRetries([this] { return m_store->setState(m_state); });
    }

    /// The program that stores the run may not learn its end: the host keeps the run until the first program
    /// has fetched it.
    void keepEndForAnother(const bench::RunState &state) const {
        if (!state.endReported || state.phase == bench::Phase::Lost)
            return;
        if (auto store = store::RunStore::open(m_persist.path))
            std::ignore = withRetries([&] { return store->setState(asStored(state)); });
    }

    [[nodiscard]] bench::SecretFilter &filterOf(store::Stream stream) {
        return m_filters.at(stream == store::Stream::Output ? 0 : 1);
    }

    void makeRoom() {
        const auto pruned = store::prune(*m_store, startOfToday());
        const auto usage = store::usageOf(*m_store);
        if (!pruned || !usage || !m_persist.deleted)
            return; // it is tried again when the next run ends
        for (const std::string &text : {prunedText(*pruned, usage->limit), overLimitText(*pruned, *usage)})
            if (!text.empty())
                m_persist.deleted(text);
    }

    void wake() {
        if (std::exchange(m_awake, true))
            return;
        // The timer holds no reference: nothing else may need the object any more.
        m_client.after(kTick, [weak = weak_from_this()] {
            if (const auto self = weak.lock())
                self->m_events.post([self] { self->tick(); });
        });
    }

    void tick() {
        const std::lock_guard lock(m_mutex);
        m_awake = false;
        if (m_store)
            check(m_store->tick(nowMs()));
        if (m_store && m_isStateUnsaved && Clock::now() >= m_retryAt)
            saveState();
        if (m_store && m_persist.telemetry && Clock::now() >= m_retryAt) {
            const auto kept = saveTelemetry();
            if (!kept && store::isBusy(kept.error()))
                m_retryAt = Clock::now() + kRetryAfter;
            else
                check(kept);
        }
        if (m_store && (m_persist.telemetry || m_isStateUnsaved || m_store->hasWaiting()))
            wake();
    }

    void check(const Result<> &result) {
        if (!result)
            lose(result.error());
    }

    void lose(const Error &error) {
        m_store.reset();
        if (!std::exchange(m_lost, true) && m_persist.failed)
            m_persist.failed(error);
    }

    remote::Client &m_client;
    Strand m_events; ///< not the pool itself, which may be gone when the clock strikes
    PersistOptions m_persist;
    std::vector<std::string> m_secrets;
    std::array<bench::SecretFilter, 2>
        m_filters; ///< by store::Stream; ToolRun's own events are already filtered
    std::mutex m_mutex;
    std::optional<store::RunStore> m_store; ///< unset before it began, and once it was lost
    std::string m_id;
    bench::RunState m_state;
    bench::RunState m_before;       ///< of a fetched run: its stored state
    bool m_isOtherHostName = false; ///< likewise: it was started with another name of the host
    bool m_isAnothers = false;      ///< likewise: another program follows and stores it, too
    RefetchedOutput m_storedBefore;
    bool m_mismatchReported = false;
    bool m_awake = false, m_lost = false;
    bool m_isStateUnsaved = false; ///< m_state could not be written yet
    Clock::time_point m_retryAt{};
    bench::TelemetryWriter m_writer;
    std::string m_linesUnsaved;   ///< of telemetry: likewise
    std::size_t m_linesSaved = 0; ///< bytes of telemetry
    bool m_isFull = false;        ///< even an hour of it is too much
};

} // namespace

ToolRun::Events fetchedWithoutSecrets(std::vector<std::string> values, ToolRun::Events events) {
    const auto filter = std::make_shared<bench::SecretFilter>(std::move(values));
    const auto output = events.output;
    events.output = [filter, output](remote::Stream stream, std::string_view bytes) {
        output(stream, filter->feed(bytes));
    };
    events.finished = [filter, output, then = std::move(events.finished)](const bench::RunState &state) {
        if (state.endReported)                             // else it is part of the next fetch
            output(remote::Stream::Out, filter->finish()); // a fetched run has one stream
        then(state);
    };
    return events;
}

ToolRun::Events persistedEvents(remote::Client &client, WorkerPool *workers, PersistOptions persist,
                                ToolRun::Events events) {
    const auto persister = std::make_shared<RunPersister>(client, workers, std::move(persist));
    ToolRun::Events kept;
    kept.connected = std::move(events.connected);
    kept.state = [persister, then = std::move(events.state)](const bench::RunState &state) {
        persister->state(state);
        if (then)
            then(state);
    };
    kept.output = [persister, then = std::move(events.output)](remote::Stream stream,
                                                               std::string_view bytes) {
        persister->output(stream, bytes);
        if (then)
            then(stream, bytes);
    };
    kept.finished = [persister, then = std::move(events.finished)](const bench::RunState &state) {
        if (then)
            then(state);
        persister->finish(state);
    };
    return kept;
}

} // namespace fabricscope::app
