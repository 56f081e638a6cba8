// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/Capture.h"
#include "tests/Places.h"
#include "tests/support/Sshd.h"
#include "tests/support/samples/SampleHosts.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>

/// The window program that a command starts and waits for: a fake that sleeps.
namespace fabricscope::test {
namespace {

namespace fs = std::filesystem;

template<class Condition> bool until(Condition condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!condition() && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return condition();
}

/// Neither gone nor a zombie not yet reaped.
bool isAlive(pid_t pid) {
    const std::string stat = readFile("/proc/" + std::to_string(pid) + "/stat");
    const std::size_t name = stat.rfind(')');
    return name != std::string::npos && stat.size() > name + 2 && stat[name + 2] != 'Z';
}

TEST(CommandWindow, EndsWithTheCommandWhateverEndsThat) {
    for (const int signal : {SIGTERM, SIGINT, SIGKILL}) {
        const TemporaryFolder folder;
        const auto path = [&](const char *name) {
            return (folder.path() / name).string();
        };
        fs::copy_file(FABRICSCOPE_BIN_DIR "/fabricscope", path("fabricscope"));
        folder.write("fabricscope-window", "#!/bin/sh\necho $$ > '" + path("new") + "' && mv '" +
                                               path("new") + "' '" + path("pid") + "'\nexec sleep 120\n");
        fs::permissions(path("fabricscope-window"), fs::perms::owner_all);
        ASSERT_TRUE(capture::save(samples::toCapture(samples::oneGpu()), path("a.fscope")));
        const std::string program = path("fabricscope"), source = path("a.fscope"), picture = path("a.png");
        const pid_t command = ::fork();
        if (command == 0) {
            ::signal(SIGINT, SIG_DFL);
            ::setpgid(0, 0);
            ::execl(program.c_str(), program.c_str(), "render", source.c_str(), "-o", picture.c_str(),
                    nullptr);
            ::_exit(126);
        }
        const bool hasStarted = until([&] { return fs::exists(path("pid")); });
        const pid_t window = hasStarted ? std::stoi(readFile(path("pid"))) : -1;
        EXPECT_TRUE(hasStarted && isAlive(window));
        ::kill(command, signal);
        ::waitpid(command, nullptr, 0);
        if (!hasStarted)
            continue;
        EXPECT_TRUE(until([&] { return !isAlive(window); })) << "after signal " << signal;
        if (isAlive(window))
            ::kill(window, SIGKILL);
    }
}

/// The command with a window that ends in this way: its exit status, and standard error.
std::pair<int, std::string> commandWith(const std::string &ending, const std::string &words) {
    const TemporaryFolder folder;
    const std::string place = folder.path().string();
    fs::copy_file(FABRICSCOPE_BIN_DIR "/fabricscope", place + "/fabricscope");
    folder.write("fabricscope-window", "#!/bin/sh\n" + ending + "\n");
    fs::permissions(place + "/fabricscope-window", fs::perms::owner_all);
    EXPECT_TRUE(capture::save(samples::toCapture(samples::oneGpu()), place + "/a.fscope"));
    const int status = std::system( // NOLINT(cert-env33-c): the test's own words
        ("cd '" + place + "' && DISPLAY=:9 ./fabricscope " + words + " >out 2>err </dev/null").c_str());
    return {WEXITSTATUS(status), readFile(folder.path() / "err")};
}

TEST(CommandWindow, ThatIsAskedToEndIsNotReportedAsNotStarted) {
    for (const char *words : {"render a.fscope -o a.png", "demo"}) {
        const auto ended = commandWith("kill -TERM $$", words);
        EXPECT_EQ(ended.first, 128 + SIGTERM) << words;
        EXPECT_EQ(ended.second.find("cannot be started"), std::string::npos) << ended.second;
        EXPECT_EQ(ended.second.find("signal"), std::string::npos) << ended.second;
    }
    const auto crashed = commandWith("kill -SEGV $$", "render a.fscope -o a.png");
    EXPECT_EQ(crashed.first, 128 + SIGSEGV);
    EXPECT_NE(crashed.second.find("ended by signal 11"), std::string::npos) << crashed.second;
    const auto missing = commandWith("exit 127", "render a.fscope -o a.png");
    EXPECT_NE(missing.second.find("cannot be started"), std::string::npos) << missing.second;
}

} // namespace
} // namespace fabricscope::test
