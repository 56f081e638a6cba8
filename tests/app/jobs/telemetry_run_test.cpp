// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/DeviceUsage.h"
#include "app/jobs/run/PersistedRun.h"
#include "app/jobs/run/TelemetryRun.h"
#include "core/bench/run/OutputParser.h"
#include "core/bench/telemetry/TelemetryLog.h"
#include "core/store/RunStore.h"
#include "resources/Resources.h"
#include "tests/app/RunRecorder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <future>
#include <thread>

/// Telemetry of a host during a run, over a real sshd.
namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using bench::Phase;
using test::hostEndpointFor;
using test::RunRecorder;
using test::shellRun;
using test::Sshd;
using testing::Contains;
using testing::HasSubstr;
using testing::StartsWith;
using namespace std::chrono_literals;

constexpr auto kGone = 20s;

/// Telemetry of this program only: other tests read telemetry too.
bool telemetryRuns() {
    const std::string mark = std::string(bench::kTelemetryMark) + '=' + std::to_string(getpid()) + '\0';
    for (const auto &entry : fs::directory_iterator("/proc")) {
        const std::string environment = test::readFile(entry.path() / "environ");
        if (environment.find(mark) != std::string::npos &&
            entry.path().filename() != std::to_string(getpid()))
            return true;
    }
    return false;
}

template<typename Condition> bool within(std::chrono::seconds longest, Condition condition) {
    for (const auto end = std::chrono::steady_clock::now() + longest; std::chrono::steady_clock::now() < end;
         std::this_thread::sleep_for(50ms))
        if (condition())
            return true;
    return condition();
}

/// Records updates, and waits for them.
struct TelemetryRecorder {
    TelemetryRun::Changed changed() {
        return [this](std::shared_ptr<const bench::Telemetry> read) {
            const std::lock_guard lock(mutex);
            last = std::move(read);
        };
    }
    bool knows(bench::Quantity quantity, const std::string &device) {
        const std::lock_guard lock(mutex);
        const std::vector<std::string> names = {device};
        const auto *timeSeries = last ? last->find(quantity, names) : nullptr;
        return timeSeries != nullptr && timeSeries->last().has_value();
    }
    std::mutex mutex;
    std::shared_ptr<const bench::Telemetry> last;
};

TEST(TelemetryRunTest, StartsWithItsRunAndEndsWithItAndNothingIsLeft) {
    const Sshd sshd;
    RunRecorder recorder;
    TelemetryRecorder recorded;
    remote::Client client;
    const auto telemetryRun =
        TelemetryRun::make(client, hostEndpointFor(sshd), {{}, {"lo"}}, nullptr, recorded.changed());
    EXPECT_FALSE(telemetryRuns());
    const auto run = ToolRun::start(client, hostEndpointFor(sshd), shellRun("sleep 1000"), {},
                                    withTelemetry(telemetryRun, recorder.events()));
    EXPECT_TRUE(within(30s, [&] { return recorded.knows(bench::Quantity::NicSent, "lo"); }));
    EXPECT_TRUE(telemetryRuns());
    run->stop();
    EXPECT_TRUE(recorder.waitForEnd());
    EXPECT_EQ(recorder.last.phase, Phase::Stopped);
    EXPECT_TRUE(telemetryRun->waitUntilGone(kGone));
    EXPECT_TRUE(within(5s, [] { return !telemetryRuns(); }));
    EXPECT_THAT(telemetryRun->text(), StartsWith("# fabricscope counters 1\ntime "));
    EXPECT_TRUE(recorded.last->gaps().empty()); // stopping it is not a gap
}

TEST(TelemetryRunTest, WithoutTheProgramOnTheHostIsGoneTooWhenTheClientGoes) {
    const Sshd sshd;
    TelemetryRecorder recorded;
    {
        remote::Client client;
        const auto telemetryRun =
            TelemetryRun::make(client, hostEndpointFor(sshd), {{}, {"lo"}}, nullptr, recorded.changed());
        telemetryRun->start();
        EXPECT_TRUE(within(30s, [&] { return recorded.knows(bench::Quantity::CpuLoad, "host"); }));
    }
    EXPECT_TRUE(within(10s, [] { return !telemetryRuns(); }));
}

TEST(TelemetryRunTest, ReportsAMissingToolAndContinuesWithTheOthers) {
    const Sshd sshd;
    TelemetryRecorder recorded;
    remote::Client client;
    const auto telemetryRun = TelemetryRun::make(
        client, hostEndpointFor(sshd), {{{"amd-smi", "no-such-smi", {{"no-such-smi"}, {}, {}}}}, {}}, nullptr,
        recorded.changed());
    telemetryRun->start();
    EXPECT_TRUE(within(30s, [&] { return recorded.knows(bench::Quantity::CpuLoad, "host"); }));
    EXPECT_TRUE(within(30s, [&] { return telemetryRun->telemetry()->gaps().size() == 1; }));
    EXPECT_EQ(telemetryRun->telemetry()->gaps().front(), "no-such-smi is not installed");
    telemetryRun->stop();
    EXPECT_TRUE(telemetryRun->waitUntilGone(kGone));
}

TEST(TelemetryRunTest, GivesEachToolItsEnvironmentAndReportsItsEnd) {
    const Sshd sshd;
    TelemetryRecorder recorded;
    remote::Client client;
    bench::Command command;
    command.words = {"sh", "-c", "echo \"buffers '$PYTHONUNBUFFERED' \"; printf 'no end'; exit 4"};
    command.environment = {{"PYTHONUNBUFFERED", "1"}};
    const auto telemetryRun = TelemetryRun::make(
        client, hostEndpointFor(sshd), {{{"amd-smi", "printing", command}}, {}}, nullptr, recorded.changed());
    telemetryRun->start();
    EXPECT_TRUE(within(30s, [&] { return telemetryRun->telemetry()->gaps().size() == 1; }));
    EXPECT_EQ(telemetryRun->telemetry()->gaps().front(), "printing exited with status 4");
    EXPECT_THAT(telemetryRun->text(), testing::HasSubstr("\nbuffers '1' \nno end\n"));
    telemetryRun->stop();
    EXPECT_TRUE(telemetryRun->waitUntilGone(kGone));
}

TEST(TelemetryRunTest, ThatWasStoppedBeforeItsRunBeganStartsNothing) {
    remote::Client client;
    const auto telemetryRun = TelemetryRun::make(client, hostEndpointFor("local:"), {}, nullptr, {});
    telemetryRun->stop();
    telemetryRun->start();
    EXPECT_TRUE(telemetryRun->waitUntilGone(0ms));
    EXPECT_FALSE(telemetryRuns());
}

TEST(TelemetryRunTest, IsNoForeignLoad) {
    // A process with the name of a tool that needs a NIC is load, unless it is our own telemetry.
    const test::TemporaryFolder folder;
    const std::string program = (folder.path() / "ib_send_bw").string();
    fs::copy_file("/bin/sleep", program);
    const auto named = [&](remote::Client &client) {
        std::promise<std::string> answer;
        const auto job = findDeviceUsers(client, hostEndpointFor("local:"), [&](auto uses) {
            std::string text;
            if (uses)
                for (const DeviceUser &use : uses->uses)
                    text += describe(use) + "\n";
            answer.set_value(uses ? text : "failed: " + uses.error().what);
        });
        return answer.get_future().get();
    };
    for (const bool isTelemetry : {true, false}) {
        remote::Client client;
        RunRecorder recorder;
        bench::RunSpec spec = shellRun("true");
        spec.command.words = {program, "1000"};
        if (isTelemetry)
            spec.command.environment = {{bench::kTelemetryMark, "1"}};
        const auto run = ToolRun::start(client, hostEndpointFor("local:"), spec, {}, recorder.events());
        ASSERT_TRUE(recorder.waitForPhase(Phase::Running));
        EXPECT_EQ(named(client).find(program) == std::string::npos, isTelemetry);
        run->stop();
        EXPECT_TRUE(recorder.waitForEnd());
    }
}

TEST(TelemetryRunTest, IsKeptWithItsRunAndReadAgain) {
    const Sshd sshd;
    const test::TemporaryFolder folder;
    const std::string path = (folder.path() / "runs.db").string();
    RunRecorder recorder;
    TelemetryRecorder recorded;
    remote::Client client;
    const auto telemetryRun =
        TelemetryRun::make(client, hostEndpointFor(sshd), {{}, {"lo"}}, nullptr, recorded.changed());
    PersistOptions persist{path, shellRun("read -r _; true"), {}, {}, {}};
    storeTelemetry(telemetryRun, persist);
    const auto run = ToolRun::start(
        client, hostEndpointFor(sshd), shellRun("sleep 1000"), {},
        withTelemetry(telemetryRun, persistedEvents(client, nullptr, std::move(persist), recorder.events())));
    EXPECT_TRUE(within(30s, [&] { return recorded.knows(bench::Quantity::NicSent, "lo"); }));
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_TRUE(telemetryRun->waitUntilGone(kGone));
    std::string kept;
    EXPECT_TRUE(within(10s, [&] { // stored after the end of the run is reported
        const auto store = store::RunStore::open(path);
        const auto file =
            store ? store->attachment(recorder.last.id, kTelemetryFile) : tl::unexpected(store.error());
        kept = file ? file->value_or("") : "";
        return !kept.empty();
    }));
    const auto parser = bench::makeParser("auto");
    parser->feed(kept);
    parser->end();
    ASSERT_EQ(parser->results().size(), 1U);
    EXPECT_EQ(parser->results().front().tool, "counters");
    EXPECT_FALSE(parser->results().front().series.empty());
}

TEST(TelemetryRunTest, IsOnTheDiskWhileTheRunGoesOnAndTheSameValuesComeBack) {
    const Sshd sshd;
    const test::TemporaryFolder folder;
    const std::string path = (folder.path() / "runs.db").string();
    RunRecorder recorder;
    remote::Client client;
    const auto telemetryRun = TelemetryRun::make(client, hostEndpointFor(sshd), {{}, {"lo"}}, nullptr, {});
    PersistOptions persist{path, shellRun("sleep 1000"), {}, {}, {}};
    storeTelemetry(telemetryRun, persist);
    const auto run = ToolRun::start(
        client, hostEndpointFor(sshd), shellRun("sleep 1000"), {},
        withTelemetry(telemetryRun, persistedEvents(client, nullptr, std::move(persist), recorder.events())));
    ASSERT_TRUE(recorder.waitForPhase(Phase::Running));
    const auto kept = [&] { // by another reader, as from another program after this one was killed
        const auto store = store::RunStore::open(path, {.readOnly = true});
        const auto lines = store ? store->telemetry(run->state().id) : tl::unexpected(store.error());
        return bench::telemetryFrom(lines.value_or(""));
    };
    const auto samplesOf = [](const bench::Telemetry &telemetry) {
        const std::string lo[] = {"lo"};
        const bench::TelemetrySeries *timeSeries = telemetry.find(bench::Quantity::NicSent, lo);
        return timeSeries == nullptr ? bench::GrowingList<bench::TelemetrySample>() : timeSeries->samples;
    };
    EXPECT_TRUE(within(30s, [&] { return samplesOf(kept()).size() >= 2; }));
    EXPECT_EQ(run->state().phase, Phase::Running);
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    EXPECT_TRUE(telemetryRun->waitUntilGone(kGone));
    const auto read = samplesOf(*telemetryRun->telemetry()), again = samplesOf(kept());
    ASSERT_GE(read.size(), again.size());
    EXPECT_LE(read.size(), again.size() + 1) << "a reading may come while the run's end is kept";
    for (std::size_t at = 0; at < again.size(); ++at)
        EXPECT_EQ(again[at], read[at]) << at;
}

/// In a new network namespace: its loopback carries only the traffic of the test.
TEST(TelemetryRunTest, CountsOfARealInterfaceAreWhatARealTransferSent) {
    if (geteuid() != 0 || std::system("unshare -nm sh -c 'mount -t sysfs none /sys' 2>/dev/null") != 0 ||
        std::system("command -v python3 ip >/dev/null") != 0)
        GTEST_SKIP() << "NOT TESTED: needs root, network namespaces, ip and python3";
    constexpr int kDatagrams = 500, kBytes = 1000, kHeaders = 20 + 8; // IP, UDP; loopback has no others
    const std::string send = fmt::format("import socket\n"
                                         "r = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
                                         "r.bind(('127.0.0.1', 0))\n"
                                         "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
                                         "for i in range({}):\n"
                                         "    s.sendto(bytes({}), r.getsockname())\n"
                                         "    r.recv(2000)\n",
                                         kDatagrams, kBytes);
    const Sshd sshd;
    RunRecorder recorder;
    remote::Client client;
    bench::RunSpec spec = shellRun("true");
    spec.command.words = {"unshare",
                          "-nm",
                          "sh",
                          "-c",
                          "mount -t sysfs none /sys && ip link set lo up || exit; "
                          "{ sleep 2; python3 -c \"$2\"; } & exec sh -c \"$1\" counters 1 lo",
                          "sh",
                          std::string(resources::find("telemetry/counters.sh")),
                          send};
    const auto run = ToolRun::start(client, hostEndpointFor(sshd), spec, {}, recorder.events());
    const std::string sent = fmt::format("tx_bytes={}", kDatagrams * (kBytes + kHeaders));
    EXPECT_TRUE(recorder.waitForOutput(sent)) << recorder.out << recorder.err;
    run->stop();
    ASSERT_TRUE(recorder.waitForEnd());
    const auto parser = bench::makeParser("counters");
    parser->feed(recorder.out);
    parser->end();
    ASSERT_FALSE(parser->results().empty());
    std::optional<double> total;
    for (const bench::Field &field : parser->results().front().summary.fields)
        if (field.name == "lo sent")
            total = field.value;
    EXPECT_EQ(total, kDatagrams * (kBytes + kHeaders));
}

} // namespace
} // namespace fabricscope::app
