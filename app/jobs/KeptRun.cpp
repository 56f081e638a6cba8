// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/KeptRun.h"

#include "app/jobs/PartRun.h"
#include "app/jobs/RunStorePlace.h"
#include "core/store/RunStore.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>

namespace fabricscope::app {

namespace {

constexpr std::chrono::milliseconds kTick{store::RunStore::kCommitMs};

/// Events come one at a time; between them, the clock commits what waits.
class Keeper : public std::enable_shared_from_this<Keeper> {
public:
    Keeper(remote::Client &client, WorkerPool *workers, Keeping keeping)
        : m_client(client), m_events(workers), m_keeping(std::move(keeping)) {}
    Keeper(const Keeper &) = delete;
    Keeper &operator=(const Keeper &) = delete;
    /// Where nobody will tell how it ended: the program goes.
    ~Keeper() {
        if (!m_store)
            return;
        m_state.phase = bench::Phase::Lost;
        m_state.why = "this program ended while it ran";
        m_state.endedMs = nowMs();
        std::ignore = m_store->setState(m_state);
    }

    void state(const bench::RunState &state) {
        const std::lock_guard lock(m_mutex);
        m_id = state.id;
        m_state = state;
        if (m_store) {
            check(m_store->setState(state));
            return;
        }
        if (m_lost)
            return;
        open(state);
    }

    void output(remote::Stream stream, std::string_view bytes) {
        const std::lock_guard lock(m_mutex);
        if (!m_store)
            return;
        const auto from = stream == remote::Stream::Out ? store::Stream::Output : store::Stream::Error;
        check(m_store->append(m_id, from, nowMs(), bytes));
        wake();
    }

    void finish(const bench::RunState &state) {
        const std::lock_guard lock(m_mutex);
        if (!m_store)
            return;
        if (m_keeping.summary)
            check(m_store->setSummary(m_id, m_keeping.summary()));
        if (m_store)
            check(m_store->setState(state));
        m_store.reset();
    }

private:
    void open(const bench::RunState &state) {
        auto store =
            makeFolderOf(m_keeping.path).and_then([this] { return store::RunStore::open(m_keeping.path); });
        if (!store)
            return lose(store.error());
        m_store.emplace(std::move(*store));
        bench::RunRecord record;
        record.spec = m_keeping.spec;
        record.state = state;
        record.createdMs = nowMs();
        record.captures = m_keeping.captures;
        check(m_store->add(record));
    }

    void wake() {
        if (std::exchange(m_awake, true))
            return;
        m_client.after(kTick, [self = shared_from_this()] { self->m_events.post([self] { self->tick(); }); });
    }

    void tick() {
        const std::lock_guard lock(m_mutex);
        m_awake = false;
        if (m_store)
            check(m_store->flush());
    }

    void check(const Result<> &result) {
        if (!result)
            lose(result.error());
    }

    void lose(const Error &error) {
        m_store.reset();
        if (!std::exchange(m_lost, true) && m_keeping.failed)
            m_keeping.failed(error);
    }

    remote::Client &m_client;
    Strand m_events; ///< not the pool itself, which may be gone when the clock strikes
    Keeping m_keeping;
    std::mutex m_mutex;
    std::optional<store::RunStore> m_store; ///< unset before it began, and once it was lost
    std::string m_id;
    bench::RunState m_state;
    bool m_awake = false, m_lost = false;
};

} // namespace

ToolRun::Events keptEvents(remote::Client &client, WorkerPool *workers, Keeping keeping,
                           ToolRun::Events events) {
    const auto keeper = std::make_shared<Keeper>(client, workers, std::move(keeping));
    ToolRun::Events kept;
    kept.state = [keeper, then = std::move(events.state)](const bench::RunState &state) {
        keeper->state(state);
        if (then)
            then(state);
    };
    kept.output = [keeper, then = std::move(events.output)](remote::Stream stream, std::string_view bytes) {
        keeper->output(stream, bytes);
        if (then)
            then(stream, bytes);
    };
    kept.finished = [keeper, then = std::move(events.finished)](const bench::RunState &state) {
        if (then)
            then(state);
        keeper->finish(state);
    };
    return kept;
}

} // namespace fabricscope::app
