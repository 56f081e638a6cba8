// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/PersistedRun.h"
#include "app/jobs/run/RunUpkeep.h"
#include "core/store/Database.h"
#include "core/store/RunOwners.h"
#include "core/store/RunRetention.h"
#include "core/store/RunStore.h"
#include "tests/app/RunRecorder.h"
#include "tests/support/Sshd.h"
#include "tests/support/StatementWatch.h"
#include "tests/support/samples/SampleTelemetry.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <future>
#include <memory>

namespace fabricscope::app {
namespace {

using test::RunRecorder;

struct TestRun {
    std::string path;
    bench::RunSpec spec;
    std::vector<std::string> failures;

    PersistOptions persist() {
        PersistOptions persist{path, spec, {}, {}, {}};
        persist.summary = [] {
            bench::RunSummary summary;
            summary.rows = 3;
            return summary;
        };
        persist.failed = [this](const Error &error) {
            failures.push_back(error.toString());
        };
        return persist;
    }
};

bench::RunState runPersisted(TestRun &kept, RunRecorder &recorder) {
    remote::Client client;
    const auto run = ToolRun::start(client, test::hostEndpointFor("local:"), kept.spec, {},
                                    persistedEvents(client, nullptr, kept.persist(), recorder.events()));
    EXPECT_TRUE(recorder.waitForEnd());
    return recorder.last;
}

TEST(PersistedRunTest, IsInTheDatabaseWithItsOutputAndWithoutItsSecrets) {
    const test::TemporaryFolder folder;
    TestRun kept{folder.path() / "deeper/runs.db", test::shellRun("echo out; echo err >&2; exit 3"), {}};
    kept.spec.tool = "custom";
    kept.spec.command.environment = {{"API_TOKEN", "hunter2"}, {"NCCL_DEBUG", "INFO"}};
    RunRecorder recorder;
    const bench::RunState state = runPersisted(kept, recorder);
    EXPECT_TRUE(kept.failures.empty());

    auto store = store::RunStore::open(kept.path);
    ASSERT_TRUE(store) << store.error().toString();
    const auto record = store->find(state.id);
    ASSERT_TRUE(record && *record);
    EXPECT_EQ((*record)->state.exitStatus, 3);
    EXPECT_EQ((*record)->state.phase, bench::Phase::Ended);
    EXPECT_EQ((*record)->summary.rows, 3U);
    EXPECT_GT((*record)->createdMs, 0);
    ASSERT_EQ((*record)->spec.command.environment.size(), 2U);
    EXPECT_NE((*record)->spec.command.environment[0].value, "hunter2");
    EXPECT_EQ((*record)->spec.command.environment[1].value, "INFO");
    std::string out, err;
    ASSERT_TRUE(store->read(state.id, [&](const store::Chunk &chunk) {
        (chunk.stream == store::Stream::Output ? out : err) += chunk.bytes;
        return true;
    }));
    EXPECT_EQ(out, "out\n");
    EXPECT_EQ(err, "err\n");
}

TEST(PersistedRunTest, NamesTheCapturesOfItsHostsAsItNamesThem) {
    const test::TemporaryFolder folder;
    TestRun kept{folder.path() / "runs.db", test::shellRun("true"), {}};
    const auto captureOf = [](const std::string &label) {
        auto capture = std::make_shared<capture::Capture>();
        capture->target = label;
        return capture;
    };
    const auto namesWith = [&](const std::string &hosts) {
        kept.spec.host = hosts;
        PersistOptions persist = kept.persist();
        persist.captures = {captureOf("rack 1"), captureOf("rack 2")};
        RunRecorder recorder;
        remote::Client client;
        const auto run =
            ToolRun::start(client, test::hostEndpointFor("local:"), kept.spec, {},
                           persistedEvents(client, nullptr, std::move(persist), recorder.events()));
        EXPECT_TRUE(recorder.waitForEnd());
        const auto store = store::RunStore::open(kept.path);
        const auto record = store->find(recorder.last.id);
        std::vector<std::string> names;
        for (const bench::RunCapture &each : (*record)->captures)
            names.push_back(each.host);
        return names;
    };
    EXPECT_EQ(namesWith("gpu-1,ops@gpu-2"), (std::vector<std::string>{"gpu-1", "ops@gpu-2"}));
    EXPECT_EQ(namesWith("gpu-1"),
              (std::vector<std::string>{"rack 1", "rack 2"})); // the names cannot be assigned to the hosts
    EXPECT_TRUE(kept.failures.empty());
}

TEST(PersistedRunTest, LosesNothingWhereAnotherProgramWritesForLongerThanIsWaitedFor) {
    const test::TemporaryFolder folder;
    const auto file = [&](const char *name) {
        return (folder.path() / name).string();
    };
    const auto waitForFile = [](const std::string &name) {
        return "while ! test -e '" + name + "'; do sleep 0.05; done; ";
    };
    TestRun kept{file("runs.db"),
                 test::shellRun("echo first; " + waitForFile(file("locked")) + "echo second; " +
                                waitForFile(file("free")) + "echo last"),
                 {}};
    std::promise<void> met;
    std::atomic<bool> isLocked = false;
    const test::StatementWatch watch({}, [&](const std::string &sql, std::chrono::nanoseconds took) {
        if (sql == "BEGIN IMMEDIATE" && took >= std::chrono::seconds(4) && isLocked.exchange(false))
            met.set_value();
    });
    RunRecorder recorder;
    remote::Client client;
    auto workers = std::make_unique<WorkerPool>(1); // otherwise the waiting writer delays heartbeats
    ToolRunOptions options;
    options.workers = workers.get();
    const auto run =
        ToolRun::start(client, test::hostEndpointFor("local:"), kept.spec, options,
                       persistedEvents(client, workers.get(), kept.persist(), recorder.events()));
    ASSERT_TRUE(recorder.waitForOutput("first"));
    {
        const auto other = store::Database::open(kept.path, {});
        ASSERT_TRUE(other);
        const auto writes = store::Transaction::begin(*other);
        ASSERT_TRUE(writes);
        isLocked = true;
        std::ofstream(file("locked")) << "x";
        ASSERT_EQ(met.get_future().wait_for(RunRecorder::kLongest), std::future_status::ready);
    }
    std::ofstream(file("free")) << "x";
    ASSERT_TRUE(recorder.waitForEnd());
    workers.reset(); // the end is stored after it is reported
    EXPECT_TRUE(kept.failures.empty()) << kept.failures.front();
    const auto store = store::RunStore::open(kept.path);
    ASSERT_TRUE(store);
    std::string out;
    ASSERT_TRUE(store->read(recorder.last.id, [&](const store::Chunk &chunk) {
        out += chunk.bytes;
        return true;
    }));
    EXPECT_EQ(out, "first\nsecond\nlast\n");
    EXPECT_EQ((**store->find(recorder.last.id)).state.phase, bench::Phase::Ended);
}

TEST(PersistedRunTest, WhoseProgramEndsBeforeItIsKeptAsLost) {
    const test::TemporaryFolder folder;
    TestRun kept{folder.path() / "runs.db", test::shellRun("echo out; sleep 1000"), {}};
    RunRecorder recorder;
    std::string id;
    {
        remote::Client client;
        const auto run = ToolRun::start(client, test::hostEndpointFor("local:"), kept.spec, {},
                                        persistedEvents(client, nullptr, kept.persist(), recorder.events()));
        ASSERT_TRUE(recorder.waitForOutput("out"));
        id = run->state().id;
    }
    const auto store = store::RunStore::open(kept.path);
    ASSERT_TRUE(store);
    const auto record = store->find(id);
    ASSERT_TRUE(record && *record);
    EXPECT_NE((*record)->state.phase, bench::Phase::Running);
    EXPECT_TRUE((*record)->state.endedMs);
    EXPECT_EQ((*record)->storedBytes, 4U);
}

/// The record in the database after these events, without a host.
bench::RunRecord recordAfter(const std::string &path, PersistOptions persist,
                             std::vector<bench::RunState> states) {
    persist.path = path;
    remote::Client client;
    const ToolRun::Events events = persistedEvents(client, nullptr, std::move(persist), {});
    const bench::RunState last = states.back();
    states.pop_back();
    for (const bench::RunState &state : states)
        events.state(state);
    events.finished(last);
    const auto store = store::RunStore::open(path);
    return **store->find(last.id);
}

bench::RunState stateOf(bench::Phase phase, bool reported = false) {
    bench::RunState state;
    state.id = "run-1";
    state.phase = phase;
    state.startedMs = 1000;
    if (phase > bench::Phase::Stopping)
        state.endedMs = 2000;
    state.endReported = reported;
    return state;
}

TEST(PersistedRunTest, DetachedRunContinuesUntilItsHostReportsTheEnd) {
    using bench::Phase;
    const test::TemporaryFolder folder;
    const std::string path = (folder.path() / "runs.db").string();
    PersistOptions started;
    started.spec = test::shellRun("true");
    started.spec.detached = true;
    // The link was lost during output.
    bench::RunRecord record =
        recordAfter(path, started, {stateOf(Phase::Starting), stateOf(Phase::Running), stateOf(Phase::Lost)});
    EXPECT_EQ(record.state.phase, Phase::Running);
    EXPECT_FALSE(record.state.endedMs);
    PersistOptions fetched;
    fetched.spec.tool = "custom";
    fetched.isFetched = true;
    // The host is unreachable, and later reachable.
    record = recordAfter(path, fetched, {stateOf(Phase::Starting), stateOf(Phase::Failed)});
    EXPECT_EQ(record.state.phase, Phase::Running);
    EXPECT_EQ(record.state.startedMs, 1000) << "not when it was fetched";
    record = recordAfter(path, fetched,
                         {stateOf(Phase::Starting), stateOf(Phase::Running), stateOf(Phase::Ended, true)});
    EXPECT_EQ(record.state.phase, Phase::Ended);
    EXPECT_EQ(record.state.endedMs, 2000);
    EXPECT_EQ(record.spec.command.words.size(), 3U) << "what was run is known";
    // The host has removed the run.
    record = recordAfter(path, fetched, {stateOf(Phase::Starting), stateOf(Phase::Failed)});
    EXPECT_EQ(record.state.phase, Phase::Ended);
    record = recordAfter(path, fetched, {stateOf(Phase::Starting), stateOf(Phase::Lost, true)});
    EXPECT_EQ(record.state.phase, Phase::Ended);
}

TEST(PersistedRunTest, ThatTwoProgramsFetchHasItsEndFromWhicheverKnowsIt) {
    using bench::Phase;
    const test::TemporaryFolder folder;
    const std::string path = (folder.path() / "runs.db").string();
    const test::UnrelatedProcess other("fabricscope");
    {
        auto store = store::RunStore::open(path);
        ASSERT_TRUE(store);
        bench::RunRecord record;
        record.spec = test::shellRun("true");
        record.spec.detached = true;
        record.state = stateOf(Phase::Running);
        store::RunOwner owner = currentOwner();
        owner.pid = other.pid();
        owner.started = 0;
        ASSERT_TRUE(store->add(record, &owner));
    }
    PersistOptions fetched;
    fetched.spec = test::shellRun("true");
    fetched.isFetched = true;
    bench::RunRecord record = recordAfter(
        path, fetched, {stateOf(Phase::Starting), stateOf(Phase::Running), stateOf(Phase::Lost, true)});
    EXPECT_EQ(record.state.phase, Phase::Running) << "the other one may know more";
    record = recordAfter(path, fetched,
                         {stateOf(Phase::Starting), stateOf(Phase::Running), stateOf(Phase::Stopped, true)});
    EXPECT_EQ(record.state.phase, Phase::Stopped);
    EXPECT_EQ(record.state.endedMs, 2000);
}

TEST(PersistedRunTest, OfASimulatedHostIsMarkedByItsCaptureToo) {
    using bench::Phase;
    const test::TemporaryFolder folder;
    PersistOptions persist;
    persist.spec = test::shellRun("true");
    auto capture = std::make_shared<capture::Capture>();
    capture->simulated = "gpu-1 is a simulated host";
    persist.captures = {capture};
    const auto record = recordAfter((folder.path() / "runs.db").string(), persist,
                                    {stateOf(Phase::Starting), stateOf(Phase::Ended, true)});
    EXPECT_EQ(record.state.simulated, "gpu-1 is a simulated host");
}

TEST(PersistedRunTest, RunIsLostOnlyWhenItsOwnHostHasNoRecordOfIt) {
    using bench::Phase;
    const test::TemporaryFolder folder;
    const std::string path = (folder.path() / "runs.db").string();
    PersistOptions started;
    started.spec = test::shellRun("true");
    started.spec.detached = true;
    started.spec.host = "gpu-1";
    bench::RunRecord record =
        recordAfter(path, started, {stateOf(Phase::Starting), stateOf(Phase::Running), stateOf(Phase::Lost)});
    PersistOptions fetched;
    fetched.isFetched = true;
    fetched.spec.host = "gpu-2";
    record = recordAfter(path, fetched, {stateOf(Phase::Starting), stateOf(Phase::Lost, true)});
    EXPECT_EQ(record.state.phase, Phase::Running);
    {
        auto store = store::RunStore::open(path);
        ASSERT_TRUE(store);
        ASSERT_EQ(*store::markInterrupted(*store, std::int64_t{1} << 50,
                                          [](const store::RunOwner &) { return store::OwnerState::Unknown; }),
                  1U);
    }
    fetched.spec.host = "gpu-1";
    record =
        recordAfter(path, fetched, {stateOf(Phase::Starting), stateOf(Phase::Running), stateOf(Phase::Lost)});
    EXPECT_EQ(record.state.phase, Phase::Running) << "the link was lost: it goes on after all";
    record = recordAfter(path, fetched, {stateOf(Phase::Starting), stateOf(Phase::Lost, true)});
    EXPECT_EQ(record.state.phase, Phase::Lost);
    // If the name refers to several machines.
    record = recordAfter(path, fetched,
                         {stateOf(Phase::Starting), stateOf(Phase::Running), stateOf(Phase::Ended, true)});
    EXPECT_EQ(record.state.phase, Phase::Ended);
}

TEST(PersistedRunTest, ReportsTheSizeLimitWhenNoRunMayBeDeleted) {
    const test::TemporaryFolder folder;
    TestRun kept{folder.path() / "runs.db", test::shellRun("head -c 100000 /dev/zero"), {}};
    {
        auto store = store::RunStore::open(kept.path);
        ASSERT_TRUE(store && store::setSizeLimit(*store, 1 << 16));
    }
    std::vector<std::string> messages;
    PersistOptions persist = kept.persist();
    persist.deleted = [&](const std::string &text) {
        messages.push_back(text);
    };
    RunRecorder recorder;
    { // the run is stored after the last event of the client
        remote::Client client;
        const auto run =
            ToolRun::start(client, test::hostEndpointFor("local:"), kept.spec, {},
                           persistedEvents(client, nullptr, std::move(persist), recorder.events()));
        ASSERT_TRUE(recorder.waitForEnd());
    }
    ASSERT_EQ(messages.size(), 1U) << "it is from today: nothing was deleted";
    EXPECT_NE(messages.front().find("above their limit of 64.0 KiB"), std::string::npos) << messages.front();
    EXPECT_EQ(store::RunStore::open(kept.path)->list()->size(), 1U);
}

TEST(PersistedRunTest, ContinuesAndReportsAnUnwritableDatabaseOnce) {
    const test::TemporaryFolder folder;
    TestRun kept{folder.path() / "runs.db", test::shellRun("echo one; sleep 0.1; echo two"), {}};
    std::ofstream(kept.path) << "this is no database, and long enough to be looked at as one";
    RunRecorder recorder;
    const bench::RunState state = runPersisted(kept, recorder);
    EXPECT_EQ(state.exitStatus, 0);
    EXPECT_EQ(recorder.out, "one\ntwo\n");
    EXPECT_EQ(kept.failures.size(), 1U);
}

TEST(PersistedRunTest, StopsSavingAndReportsALostDatabaseOnce) {
    const test::TemporaryFolder folder;
    TestRun kept{folder.path() / "runs.db", test::shellRun("echo out"), {}};
    PersistOptions persist = kept.persist();
    persist.summary = [path = kept.path] {
        const auto another = store::Database::open(path, {});
        EXPECT_TRUE(another && another->execute("DROP TABLE run"));
        return bench::RunSummary{};
    };
    persist.telemetry = [read = std::make_shared<const bench::Telemetry>(samples::telemetryWith(16))] {
        return read;
    };
    {
        remote::Client client;
        const ToolRun::Events events = persistedEvents(client, nullptr, std::move(persist), {});
        bench::RunState state = stateOf(bench::Phase::Running);
        events.state(state);
        events.output(remote::Stream::Out, "out\n");
        state.phase = bench::Phase::Ended;
        state.outputBytes = 4;
        events.finished(state);
    }
    EXPECT_EQ(kept.failures.size(), 1U);
}

} // namespace
} // namespace fabricscope::app
