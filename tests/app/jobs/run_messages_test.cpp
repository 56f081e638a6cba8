// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/RunMessages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::app {
namespace {

using testing::HasSubstr;
using testing::Not;
using namespace std::chrono_literals;

TEST(RunMessages, ALostConnectionNamesWhatMayStillRunAndHowToLook) {
    bench::RunSpec spec;
    spec.host = "gpu-07";
    spec.command.words = {"/opt/tests/all_reduce_perf", "-b", "8"};
    const std::string look = "ps -eo pid,ppid,user,lstart,args --sort=start_time";
    EXPECT_EQ(
        lostText("connection lost", spec, 812, 4s, 1s),
        "connection lost; gpu-07 ends the run 4 s after the last sign of life from here (the lease), unless "
        "the tool ended the run's supervisor, and except processes of other users (sudo) and those that it "
        "cannot see; until then, process 812 "
        "(all_reduce_perf) or processes that it started may still run; to check (newest last): ssh gpu-07 "
        "ps -eo pid,ppid,user,lstart,args --sort=start_time");
    spec.host = "root@gpu-07:2222";
    EXPECT_THAT(lostText("x", spec, 812, 4s, 1s), testing::EndsWith("ssh -p 2222 root@gpu-07 " + look));
    spec.host = "[fe80::7]:22";
    EXPECT_THAT(lostText("x", spec, 812, 4s, 1s), testing::EndsWith("ssh -p 22 fe80::7 " + look));
    spec.host = "fe80::7";
    EXPECT_THAT(lostText("x", spec, 812, 4s, 1s), testing::EndsWith("ssh fe80::7 " + look));
    spec.host = "gpu-07";
    const std::string slept = lostText("connection lost", spec, 812, 4s, 90s);
    EXPECT_THAT(slept,
                HasSubstr("no contact for 90 s, longer than the lease of 4 s, so gpu-07 ended the run"));
    EXPECT_THAT(slept, HasSubstr("process 812 "));
    spec.host = "local:";
    EXPECT_THAT(lostText("connection lost", spec, 7, 4s, 1s),
                testing::EndsWith("to check (newest last): " + look));
    spec.host = "gpu-07/docker:train";
    EXPECT_THAT(lostText("x", spec, std::nullopt, 4s, 1s), Not(HasSubstr("ssh ")));
}

TEST(RunMessages, AnUnconfirmedEndPromisesNothingOfTheHost) {
    bench::RunSpec spec;
    spec.host = "gpu-07";
    spec.command.words = {"sudo", "all_reduce_perf"};
    EXPECT_EQ(unconfirmedText(spec, 812, true),
              "gpu-07 did not confirm the end of the run; process 812 (sudo) or processes that it started "
              "may still run; to check (newest last): ssh gpu-07 ps -eo pid,ppid,user,lstart,args "
              "--sort=start_time");
    EXPECT_EQ(unconfirmedText(spec, std::nullopt, false),
              "the run's supervisor on gpu-07 ended unexpectedly, perhaps killed by the tool, and no lease "
              "ends it; "
              "processes of sudo may still run; to check (newest last): ssh gpu-07 ps -eo "
              "pid,ppid,user,lstart,args --sort=start_time");
}

TEST(RunMessages, ARunWithoutASupervisorHasNoLease) {
    const SupervisorMessage word =
        readSupervisorMessage("unwatched 812:77:stuck:jane:all_reduce_perf container:3f2a1b::podman:busy "
                              "813:78:stuck:jane:x\x1b[31m");
    EXPECT_EQ(word.kind, SupervisorMessage::Kind::Unwatched);
    bench::RunSpec spec;
    spec.host = "gpu-07";
    EXPECT_EQ(
        unwatchedText(spec, "0123", word.remaining),
        "its supervisor on gpu-07 was killed: no lease and no time limit ends the run; on the host: process "
        "812 (all_reduce_perf) of jane; podman container busy; process 813 (x31m) of jane; this ends it: "
        "fabricscope bench run gpu-07 --fetch 0123 --stop");
}

TEST(RunMessages, AnEndedRunListsWhatItLeftRunning) {
    const auto textOf = [](const char *line) {
        return readSupervisorMessage(line).text;
    };
    EXPECT_EQ(textOf("background 1"), "1 process");
    EXPECT_EQ(textOf("background 12 container:3f2a1b::podman:adv container:4f2a1b::docker:"),
              "12 processes, podman container adv, docker container 4f2a1b");
    EXPECT_EQ(textOf("background 0 container:3f2a1b::podman:a\x1b[31mv"), "podman container 3f2a1b");
    EXPECT_EQ(textOf("background -7 812:1:stuck"), "");
    EXPECT_EQ(runEnd(readSupervisorMessage("ended 0 itself"), "", {}, "1 process").why,
              "left in the background, and ended with the run: 1 process");
    EXPECT_EQ(runEnd(readSupervisorMessage("ended 3 itself"), "", {}, "1 process").why,
              "left in the background, and ended with the run: 1 process")
        << "whatever its status";
}

TEST(RunMessages, AContainerOfRootIsLeftToItsEngine) {
    const auto left = readSupervisorMessage("left 812:77:denied:root:sudo container:3f2a1b:denied:podman:adv "
                                            "container:4f2a1b:denied:podman:")
                          .remaining;
    EXPECT_EQ(remainingText(left),
              "may still be running on the host: process 812 (sudo) of root, this user has no permission to "
              "end it; podman container adv (3f2a1b, this user has no permission to end it); podman "
              "container 4f2a1b (this user has no permission to end it); on the host: sudo kill -KILL 812; "
              "sudo podman rm -f adv; sudo podman rm -f 4f2a1b");
    bench::RunSpec spec;
    spec.host = "gpu-07";
    EXPECT_THAT(lostText("connection lost", spec, 812, 4s, 1s, {left[1]}),
                testing::EndsWith("; not ended by it, since this user has no permission to: podman container "
                                  "adv; on the host: sudo podman rm -f adv"));
    EXPECT_THAT(lostText("connection lost", spec, 812, 4s, 1s, {left[0]},
                         workspace::Container{workspace::Runtime::Docker, "train", {}, {}}),
                testing::AllOf(HasSubstr("as root: kill -KILL 812"), Not(HasSubstr("on the host: sudo"))))
        << "it is a process id of the container";
    EXPECT_THAT(remainingText(readSupervisorMessage("left container:3f2a1b:denied:podman:-a").remaining),
                Not(HasSubstr("rm -f")))
        << "it would be an option";
}

TEST(RunMessages, AStoppedRunClaimsNothingOfWhatItHandedOver) {
    EXPECT_EQ(readSupervisorMessage("handed ssh").kind, SupervisorMessage::Kind::Handed);
    EXPECT_EQ(readSupervisorMessage("handed s\x1b[31mh").text, "s31mh");
    const SupervisorMessage stopped = readSupervisorMessage("ended 143 stop");
    EXPECT_EQ(runEnd(stopped, "stopped", {"ssh", "at"}).why,
              "stopped; its process tree has ended, but work handed to ssh, at may still run");
    EXPECT_EQ(runEnd(stopped, "stopped").why, "stopped");
    EXPECT_EQ(runEnd(stopped, "stopped", {"ssh"}, {}, "others may remain").why,
              "stopped; the processes that could be seen have ended (others may remain); work handed to ssh "
              "may still run");
    EXPECT_EQ(runEnd(stopped, "stopped", {}, "2 processes").why, "stopped") << "that was requested";
    EXPECT_EQ(runEnd(readSupervisorMessage("ended 0 itself"), "", {"ssh"}).why, "")
        << "nothing was claimed of it";
}

TEST(RunMessages, AFailureToBeginKeepsTheMarkOfASimulatedHost) {
    const SupervisorMessage missing = readSupervisorMessage("missing gpu-1 is a \x1b[31mdemo host");
    EXPECT_EQ(missing.text, "missing");
    EXPECT_THAT(missing.simulated, testing::StartsWith("gpu-1 is a "));
    EXPECT_THAT(missing.simulated, Not(HasSubstr("\x1b")));
    EXPECT_EQ(readSupervisorMessage("noroom ").simulated, "");
    EXPECT_EQ(readSupervisorMessage("secrets NCCL_KEY").simulated, "") << "its words are no description";
    EXPECT_LE(readSupervisorMessage("missing " + std::string(100000, 's')).simulated.size(), 300U);
}

TEST(RunMessages, WhereNothingHeldARunNoEndOfItsTreeIsClaimed) {
    const auto unheld = [](const char *containment, const char *end) {
        bench::RunState state;
        state.containment = containment;
        const SupervisorMessage word = readSupervisorMessage(end);
        return unheldText(state, "gpu-07", *end ? &word : nullptr);
    };
    const std::string none = "no cgroup and no subreaper held the run on gpu-07: others may remain";
    EXPECT_EQ(unheld("session", "ended 143 stop"), none);
    EXPECT_EQ(unheld("session", ""), none);
    EXPECT_EQ(unheld("jail", "ended 143 stop"), none) << "unknown, from another version";
    for (const char *containment : {"cgroup", "scope"})
        EXPECT_EQ(unheld(containment, "ended - killed"), "") << containment;
    EXPECT_EQ(unheld("subreaper", "ended 143 stop"), "");
    EXPECT_EQ(unheld("subreaper", "ended - killed"),
              "the supervisor that held them was killed: others may remain");
    EXPECT_EQ(unheld("", "ended 143 stop"), "") << "it never began";
    EXPECT_FALSE(isHeld(""));
    EXPECT_EQ(
        runEnd(readSupervisorMessage("ended 143 lease"), "", {}, {}, none).why,
        "ended by the host: no contact from fabricscope within the time limit; the processes that could "
        "be seen have ended (" +
            none + ")");
    EXPECT_EQ(runEnd(readSupervisorMessage("ended 0 itself"), "", {}, {}, none).why, "");
    EXPECT_EQ(
        remainingText(readSupervisorMessage("left 812:77:unsure:jane:hop").remaining, {}, none),
        "may still be running on the host, as last seen: process 812 (hop) of jane, started during the run, "
        "perhaps by it; " +
            none);
}

} // namespace
} // namespace fabricscope::app
