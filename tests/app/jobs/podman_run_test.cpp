// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/Resources.h"
#include "tests/app/ContainerEngines.h"
#include "tests/app/KilledProgram.h"
#include "tests/app/RunRecorder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <optional>

/// Runs whose script calls podman: its containers live under monitors (conmon), in cgroups of their own. They
/// are ended by podman, which otherwise lists them as running; what a command leaves in a container of
/// somebody else is named.
namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using bench::Phase;
using bench::RemainingProcess;
using test::hostEndpointFor;
using test::RunRecorder;
using test::shellRun;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using namespace std::chrono_literals;

/// Leaves its shell, session, parent and environment.
constexpr const char *kDoubleFork = "(env -i /bin/setsid /bin/sh -c \"(%s &) & exit\" &) ; exec %s";

class PodmanRun : public testing::Test {
protected:
    void SetUp() override {
        if (const auto why = m_podman.unavailableReason())
            GTEST_SKIP() << "NOT TESTED: " << *why;
    }
    /// The last state of a run that is stopped, or whose connection is lost, once so many processes are in
    /// containers.
    bench::RunState endOf(const std::string &script, std::size_t count, bool isLinkLost = false) {
        std::optional<test::Sshd> sshd;
        if (isLinkLost)
            sshd.emplace();
        RunRecorder recorder;
        remote::Client client;
        const auto run = ToolRun::start(client, sshd ? hostEndpointFor(*sshd) : hostEndpointFor("local:"),
                                        m_podman.scriptSpec(script), {}, recorder.events());
        EXPECT_TRUE(m_podman.waitForProcesses(count)) << recorder.out << recorder.err;
        if (isLinkLost)
            test::signalLink(*sshd, SIGKILL);
        else
            run->stop();
        EXPECT_TRUE(recorder.waitForEnd());
        if (isLinkLost) {
            EXPECT_TRUE(m_podman.waitForProcesses(0));
            EXPECT_TRUE(test::runEndsWithin(run->state().id, 30s));
        }
        return recorder.last;
    }
    test::Podman m_podman;
};

TEST_F(PodmanRun, OfAScriptIsEndedAndNotListedAsRunning) {
    for (const char *script :
         {"podman %r %s", "X='%r'; podman run -d ${X#run} %s >/dev/null; exec sleep 1000",
          "(env -i PATH=\"$PATH\" CONTAINERS_CONF=\"$CONTAINERS_CONF\" "
          "CONTAINERS_STORAGE_CONF=\"$CONTAINERS_STORAGE_CONF\" setsid podman %r %s &); exec sleep 1000"}) {
        const bench::RunState end = endOf(script, 1);
        EXPECT_EQ(end.phase, Phase::Stopped) << script << ": " << end.why;
        EXPECT_EQ(m_podman.inside(), 0U) << script;
        EXPECT_EQ(m_podman.running(), "") << script;
    }
}

TEST_F(PodmanRun, WithADoubleForkInItsContainerIsEnded) {
    for (const char *start : {"podman %r /bin/sh -c '", "podman run --pid=host ${X#run} /bin/sh -c '"}) {
        const bench::RunState end = endOf("X='%r'; " + std::string(start) + kDoubleFork + "'", 2);
        EXPECT_EQ(end.phase, Phase::Stopped) << end.why;
        EXPECT_EQ(m_podman.inside(), 0U);
        EXPECT_EQ(m_podman.running(), "");
    }
}

TEST_F(PodmanRun, WhoseConnectionIsLostIsEnded) {
    (void)endOf(std::string("podman %r /bin/sh -c '") + kDoubleFork + "'", 2, true);
    EXPECT_EQ(m_podman.inside(), 0U);
    EXPECT_EQ(m_podman.running(), "");
}

TEST_F(PodmanRun, WhoseProgramIsKilledIsEnded) {
    const std::string script = std::string("podman %r /bin/sh -c '") + kDoubleFork + "'";
    {
        test::KilledProgram program(hostEndpointFor("local:"), m_podman.scriptSpec(script));
        ASSERT_TRUE(m_podman.waitForProcesses(2));
        program.kill();
    }
    EXPECT_TRUE(m_podman.waitForProcesses(0));
    for (int i = 0; i < 200 && !m_podman.running().empty(); ++i)
        ::usleep(50000);
    EXPECT_EQ(m_podman.running(), "");
}

TEST_F(PodmanRun, NamesWhatACommandLeavesInAContainerThatWasThere) {
    ASSERT_TRUE(m_podman.startOther("train"));
    for (const char *exec : {"podman exec train /bin/sh -c '",
                             "name=$(podman ps --format '{{.ID}}'); podman exec $name /bin/sh -c '"}) {
        const bench::RunState end = endOf(std::string(exec) + kDoubleFork + "'", 2);
        EXPECT_EQ(end.phase, Phase::MayStillRun) << end.why;
        ASSERT_EQ(end.remaining.size(), 1U) << end.why;
        EXPECT_EQ(end.remaining.front().name, "sleep");
        EXPECT_EQ(end.remaining.front().container, "train");
        EXPECT_THAT(end.why, HasSubstr("(sleep) of root in container train, started during the run"));
        EXPECT_EQ(m_podman.running(), "train\n") << "it is not the run's";
        ::kill(end.remaining.front().pid, SIGKILL);
        EXPECT_TRUE(m_podman.waitForProcesses(0));
    }
}

/// A substitute for podman and its monitor, without cgroups. Calls are recorded in `calls`, with brackets
/// around each word. If there is a file `broken`, `stop` fails.
constexpr const char *kPodman = R"sh(#!/bin/sh
here=${0%/*}
for word; do printf '[%s]' "$word"; done >>"$here/calls"
echo >>"$here/calls"
[ "$1$2$3" != "--rootplace--network-config-dir" ] || shift 4
id=$(printf %064d 7)
case $1 in
run) FABRICSCOPE_RUN='' setsid "$here/conmon" --api-version 1 -c $id -u $id -n busy_box --full-attach     --exit-command "$0" --exit-command-arg --root --exit-command-arg place --exit-command-arg     --network-config-dir --exit-command-arg '' --exit-command-arg container --exit-command-arg cleanup &
    wait ;;
exec) "$here/conmon" --api-version 1 -c $id -u $(printf %064d 8) -n busy_box --exec-attach --exit-command "$0"     --exit-command-arg container --exit-command-arg cleanup ;;
stop) [ ! -e "$here/broken" ] && [ "$2$3" = -t3 ] && [ "$4" = $id ] && kill -KILL "$(cat "$here/box")" ;;
esac
)sh";
constexpr const char *kMonitor = R"sh(#!/bin/sh
trap '' TERM
here=${0%/*}
env -i setsid sleep 1000 &
echo $! >"$here/box.new" && mv "$here/box.new" "$here/box"
wait
echo cleaned >>"$here/calls"
)sh";

class MonitoredRun : public testing::Test {
protected:
    MonitoredRun() {
        fs::permissions(m_folder.write("podman", kPodman), fs::perms(0755));
        fs::permissions(m_folder.write("conmon", kMonitor), fs::perms(0755));
    }
    bench::RunState endOf(const std::string &script) {
        bench::RunSpec spec = shellRun(script);
        spec.command.environment = {{"PATH", m_folder.path().string() + ":/usr/sbin:/usr/bin:/sbin:/bin"}};
        RunRecorder recorder;
        remote::Client client;
        const auto run = ToolRun::start(client, hostEndpointFor("local:"), spec, {}, recorder.events());
        for (int i = 0; i < 600 && box() == 0; ++i)
            ::usleep(50000);
        EXPECT_NE(box(), 0);
        run->stop();
        EXPECT_TRUE(recorder.waitForEnd());
        EXPECT_NE(::kill(box(), 0), 0) << "its container is there";
        return recorder.last;
    }
    [[nodiscard]] pid_t box() const {
        const std::string text = test::readFile(m_folder.path() / "box");
        return text.empty() ? 0 : std::stoi(text);
    }
    [[nodiscard]] std::string calls() const { return test::readFile(m_folder.path() / "calls"); }
    test::TemporaryFolder m_folder;
};

TEST_F(MonitoredRun, IsEndedByTheEngineThatItsMonitorNames) {
    const bench::RunState end = endOf("podman run image; exit 3");
    EXPECT_EQ(end.phase, Phase::Stopped) << end.why;
    EXPECT_THAT(end.remaining, IsEmpty());
    EXPECT_THAT(calls(), HasSubstr(fmt::format(
                             "[--root][place][--network-config-dir][][stop][-t][3][{:064}]\ncleaned\n", 7)));
}

TEST_F(MonitoredRun, WhoseEngineDoesNotEndItIsEndedBySignals) {
    m_folder.write("broken", "");
    const bench::RunState end = endOf("podman run image; exit 3");
    EXPECT_EQ(end.phase, Phase::Stopped) << end.why;
    EXPECT_THAT(calls(), HasSubstr("[stop]"));
}

TEST_F(MonitoredRun, DoesNotEndAContainerThatItOnlyEnters) {
    const bench::RunState end = endOf("podman exec busy_box tool");
    EXPECT_EQ(end.phase, Phase::Stopped) << end.why;
    EXPECT_THAT(calls(), Not(HasSubstr("[stop]")));
}

/// What is said of a container with a process, of another process, and of their monitors, to a user who is
/// not root.
std::string leftOf(const std::string &ownerOfMonitor, const std::string &boxes) {
    const test::TemporaryFolder folder;
    for (const auto &[pid, place] : {std::pair{"4000001", "/libpod_parent/conmon"},
                                     {"4000002", "/libpod_parent/libpod-bbbbbbbbbbbbbb"},
                                     {"4000003", "/user.slice"}}) {
        fs::create_directories(folder.path() / pid);
        folder.write(std::string(pid) + "/cgroup", fmt::format("0::{}\n", place));
    }
    const fs::path script = folder.write(
        "script.sh", "fs_nonce=n\nfs_run=r\n" + std::string(resources::find("supervisor/common.sh")) +
                         std::string(resources::find("supervisor/contain.sh")) +
                         std::string(resources::find("supervisor/containers.sh")) +
                         std::string(resources::find("supervisor/managed.sh")) +
                         "id() { echo 1000; }\nfs_owner_of() { [ $1 != 4000001 ] && echo root || echo " +
                         ownerOfMonitor +
                         "; }\nfs_proc=$1\nfs_known='4000001:1 4000002:2 4000003:3 '\n"
                         "fs_monitored='bbbbbbbbbbbbbb adv 4000001:1\n'\nfs_boxes=" +
                         boxes + "\nfs_describe_left 2>/dev/null\n");
    return test::run({"/bin/sh", script.string(), folder.path().string()});
}

TEST(LeftProcess, InAContainerOfRootIsLeftToItsEngine) {
    EXPECT_EQ(leftOf("root", "bbbbbbbbbbbb:podman:adv"),
              "4000003:3:denied:root: container:bbbbbbbbbbbb:denied:podman:adv ");
    EXPECT_EQ(leftOf("jane", "bbbbbbbbbbbb:podman:adv"),
              "4000001:1:denied:jane: 4000002:2:denied:root: 4000003:3:denied:root: "
              "container:bbbbbbbbbbbb::podman:adv ");
    EXPECT_EQ(leftOf("root", ""), "4000001:1:denied:root: 4000002:2:denied:root: 4000003:3:denied:root: ")
        << "nothing is hidden behind a container that is not named";
}

TEST_F(MonitoredRun, OfRootDoesNotCallWhatTheMonitorOfAnotherUserNames) {
    if (::geteuid() != 0)
        GTEST_SKIP() << "NOT TESTED: needs root";
    fs::permissions(m_folder.path(), fs::perms(0777));
    const bench::RunState end = endOf(fmt::format(
        "cd /; setpriv --reuid 65534 --clear-groups {0}/conmon -c {1:064} -u {1:064} -n box --exit-command "
        "{0}/podman --exit-command-arg container --exit-command-arg cleanup; exit 3",
        m_folder.path().string(), 7));
    EXPECT_EQ(end.phase, Phase::Stopped) << end.why;
    EXPECT_THAT(calls(), Not(HasSubstr("[stop]")));
}

} // namespace
} // namespace fabricscope::app
