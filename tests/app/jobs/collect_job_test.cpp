// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/collect/CollectJob.h"
#include "tests/app/Recorder.h"
#include "tests/support/Sshd.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

namespace fabricscope {

namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

std::set<std::string> functionsOfThisMachine() {
    std::set<std::string> names;
    std::error_code error;
    for (const auto &entry : fs::directory_iterator("/sys/bus/pci/devices", error))
        names.insert(entry.path().filename().string());
    return names;
}

/// A small /sys with three functions; FABRICSCOPE_ROOT prefixes it to every path.
class FakeRoot {
public:
    FakeRoot() {
        std::string pattern = (fs::temp_directory_path() / "fabricscope-test-XXXXXX").string();
        root = mkdtemp(pattern.data());
        for (const char *bdf : {"0000:01:00.0", "0000:02:00.0", "0000:03:00.0"}) {
            const fs::path real = root / "sys/devices/pci0000:00" / bdf;
            fs::create_directories(real);
            fs::create_directories(root / "sys/bus/pci/devices");
            fs::create_symlink(fs::path("../../../devices/pci0000:00") / bdf,
                               root / "sys/bus/pci/devices" / bdf);
            write(real / "class", "0x030200\n");
            write(real / "vendor", "0x10de\n");
            write(real / "device", "0x2330\n");
            write(real / "current_link_speed", "32.0 GT/s PCIe\n");
            write(real / "max_link_speed", "32.0 GT/s PCIe\n");
            write(real / "current_link_width", "16\n");
            write(real / "max_link_width", "16\n");
        }
        // Prevents the collector from running this machine's tools, whose devices would be mixed in.
        write(root / "etc/fabricscope-simulated", "made by a test\n");
        setenv("FABRICSCOPE_ROOT", root.c_str(), 1);
    }
    ~FakeRoot() {
        unsetenv("FABRICSCOPE_ROOT");
        std::error_code error;
        fs::remove_all(root, error);
    }
    FakeRoot(const FakeRoot &) = delete;
    FakeRoot &operator=(const FakeRoot &) = delete;

    static void write(const fs::path &path, std::string_view text) {
        fs::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << text;
    }

    fs::path root;
};

remote::Endpoint local() {
    remote::Endpoint endpoint;
    endpoint.target = "local:";
    return endpoint;
}

TEST(CollectJob, ReadsThisMachineWithoutSsh) {
    test::Recorder recorder;
    ASSERT_TRUE(recorder.run(local()));
    ASSERT_FALSE(recorder.failure) << recorder.failure->what;
    std::set<std::string> read;
    for (const auto &function : recorder.last().topology->host().functions)
        read.insert(function.address.toString());
    EXPECT_EQ(read, functionsOfThisMachine());
    EXPECT_TRUE(recorder.last().capture->simulated.empty());
}

TEST(CollectJob, DeliversTheTreeWithTheSafePartAndAgainWithEachFurtherOne) {
    test::Recorder recorder;
    ASSERT_TRUE(recorder.run(local()));
    ASSERT_GE(recorder.snapshots.size(), 3U);
    EXPECT_EQ(recorder.snapshots.front().parts, std::vector{capture::Part::Safe});
    EXPECT_GT(recorder.last().parts.size(), recorder.snapshots.front().parts.size());
    EXPECT_EQ(recorder.states.front(), app::JobState::Connecting);
    EXPECT_EQ(recorder.states.back(), app::JobState::Done);
}

TEST(CollectJob, LogsTheExactCommandThatRan) {
    test::Recorder recorder;
    ASSERT_TRUE(recorder.run(local()));
    EXPECT_THAT(recorder.logText(), HasSubstr("safe: echo '@@fabricscope "));
    EXPECT_THAT(recorder.logText(), HasSubstr("exec /bin/sh -s  < safe.sh, touch.sh, tools.sh, root.sh, "));
    EXPECT_THAT(recorder.logText(), HasSubstr("/sys/bus/pci/devices"));
}

TEST(CollectJob, NamesTheDeviceThatHangsAndDeliversTheRest) {
    const FakeRoot made;
    const fs::path stuck = made.root / "sys/devices/pci0000:00/0000:02:00.0/current_link_speed";
    fs::remove(stuck);
    ASSERT_EQ(mkfifo(stuck.c_str(), 0600),
              0); // open() for reading blocks forever, as with a device in D state
    app::CollectOptions options;
    options.silence = std::chrono::milliseconds(700);
    test::Recorder recorder;
    ASSERT_TRUE(recorder.run(local(), options));
    EXPECT_FALSE(recorder.failure);
    EXPECT_THAT(recorder.logText(), HasSubstr("0000:02:00.0 does not answer"));
    EXPECT_THAT(recorder.last().capture->notes, testing::Contains(HasSubstr("0000:02:00.0 does not answer")));
    const host::Host &host = recorder.last().topology->host();
    ASSERT_EQ(host.functions.size(), 3U);
    EXPECT_TRUE(host.functions[0].currentWidth.known());
    EXPECT_FALSE(host.functions[1].currentSpeed.known());
    EXPECT_TRUE(host.functions[2].currentWidth.known()) << "the device behind the stuck one was read too";
}

TEST(CollectJob, WaitsLongerForAHostWhoseLoginShellTakesItsTime) {
    test::SshdOptions server;
    server.lines = {R"(ForceCommand sleep 1.5; eval "$SSH_ORIGINAL_COMMAND")"};
    const test::Sshd sshd(server);
    remote::Endpoint endpoint;
    endpoint.target = "sshd0";
    endpoint.configFile = sshd.configFile();
    app::CollectOptions options;
    options.silence = std::chrono::milliseconds(1000); // the safe part has four times that
    test::Recorder recorder;
    ASSERT_TRUE(recorder.run(endpoint, options));
    EXPECT_FALSE(recorder.failure);
    EXPECT_THAT(recorder.last().capture->notes, Not(testing::Contains(HasSubstr("no answer"))));
    EXPECT_THAT(recorder.last().parts, testing::Contains(capture::Part::Touch));
}

TEST(CollectJob, TakesASimulatedHostsOwnWordForIt) {
    const FakeRoot made;
    test::Recorder recorder;
    ASSERT_TRUE(recorder.run(local()));
    EXPECT_EQ(recorder.last().capture->simulated, "made by a test");
    EXPECT_EQ(recorder.last().topology->host().simulated, "made by a test");
}

TEST(CollectJob, ReportsTheStageOfAFailedConnection) {
    remote::Endpoint endpoint;
    endpoint.target = "nobody@127.0.0.1:1"; // nothing is listening there
    test::Recorder recorder;
    ASSERT_TRUE(recorder.run(endpoint));
    ASSERT_TRUE(recorder.failure);
    EXPECT_EQ(recorder.failure->stage, remote::Stage::Connect);
    EXPECT_EQ(recorder.failure->kind, remote::FailureKind::Refused);
    EXPECT_TRUE(recorder.snapshots.empty());
    EXPECT_EQ(recorder.states.back(), app::JobState::Failed);
}

TEST(CollectJob, EndsOnceWhenItIsCancelled) {
    test::Recorder recorder;
    ASSERT_TRUE(recorder.run(local(), {}, true));
    EXPECT_EQ(recorder.finishedCalls, 1);
    ASSERT_TRUE(recorder.failure);
    EXPECT_EQ(recorder.failure->kind, remote::FailureKind::Cancelled);
    EXPECT_EQ(recorder.states.back(), app::JobState::Cancelled);
}

/// A host of an ordinary user with a sudo that requires the password "open sesame", first in PATH.
class PasswordSudo {
public:
    explicit PasswordSudo(const fs::path &root) : m_path(std::getenv("PATH")) {
        const fs::path bin = root / "made-bin";
        script(bin / "sudo",
               "#!/bin/sh\n" // remembers the password for calls from one shell
               "t=${0}-ticket-$PPID\ncase \"$*\" in\n-k) exec rm -f \"$t\" ;;\n"
               "-n*) [ -e \"$t\" ] || { echo 'sudo: a password is required' >&2; exit 1; }\n"
               "    [ \"$2\" != -l ] || exit 0\n    shift; FS_SUDO=1 exec \"$@\" ;;\nesac\n"
               "given=\nwhile [ \"$given\" != 'open sesame' ]; do printf '%s' \"$3\" >&2; read -r "
               "given || exit 1; done\n: >\"$t\"\n");
        // On a simulated host the collector runs that host's own tools.
        script(root / "usr/bin/id", "#!/bin/sh\necho 'uid=1000(ann) gid=1000(ann)'\n");
        setenv("PATH", (bin.string() + ":" + m_path).c_str(), 1);
    }
    ~PasswordSudo() { setenv("PATH", m_path.c_str(), 1); }
    PasswordSudo(const PasswordSudo &) = delete;
    PasswordSudo &operator=(const PasswordSudo &) = delete;

private:
    static void script(const fs::path &path, std::string_view text) {
        FakeRoot::write(path, text);
        fs::permissions(path, fs::perms::owner_all);
    }
    std::string m_path;
};

TEST(CollectJob, ReadsTheRootPartWithAPasswordThatIsKeptNowhere) {
    const FakeRoot made;
    const PasswordSudo sudo(made.root);
    app::CollectOptions options;
    options.root = true;
    int asked = 0;
    options.sudoPassword = [&](const app::SudoRequest &) -> std::optional<remote::Secret> {
        return remote::Secret(++asked == 1 ? "wrong one" : "open sesame");
    };
    test::Recorder recorder;
    ASSERT_TRUE(recorder.run(local(), options));
    EXPECT_EQ(asked, 2);
    EXPECT_THAT(recorder.last().parts, testing::Contains(capture::Part::Root));
    EXPECT_THAT(recorder.logText(), Not(HasSubstr("sesame")));
    EXPECT_THAT(recorder.logText(), Not(HasSubstr("wrong one")));
    for (const capture::Section &section : recorder.last().capture->sections)
        EXPECT_EQ(section.bytes().find("sesame"), std::string::npos) << section.meta().name;
}

TEST(CollectJob, ReportsRefusedSudoAndKeepsOtherParts) {
    const FakeRoot made;
    const PasswordSudo sudo(made.root);
    app::CollectOptions options;
    options.root = true;
    test::Recorder recorder;
    ASSERT_TRUE(recorder.run(local(), options));
    EXPECT_FALSE(recorder.failure);
    EXPECT_THAT(recorder.last().capture->notes, testing::Contains(HasSubstr("a password is required")));
    EXPECT_THAT(recorder.last().parts, Not(testing::Contains(capture::Part::Root)));
    EXPECT_EQ(recorder.last().topology->host().functions.size(), 3U);
}

} // namespace

} // namespace fabricscope
