// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Host ranges and lists on the command line, against real sshds on loopback.
#include "core/capture/Capture.h"
#include "tests/app/ProgramRun.h"
#include "tests/support/Sshd.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace fabricscope {
namespace {

namespace fs = std::filesystem;
using test::runProgram;
using testing::HasSubstr;
using testing::Not;

test::SshdOptions twoPorts() {
    test::SshdOptions options;
    options.ports = 2;
    return options;
}

class HostLists : public testing::Test {
protected:
    [[nodiscard]] std::string path(const std::string &name) const {
        return (m_folder.path() / name).string();
    }

    test::TemporaryFolder m_folder;
};

TEST_F(HostLists, RangesNameManyHostsAndEachIsReadOnce) {
    const test::Sshd sshd(twoPorts());
    const auto run = runProgram("fabricscope", {"capture", "sshd[0-1]", "sshd1", "--ssh-config",
                                                sshd.configFile().string(), "-o", path("out/")});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(fs::exists(path("out/sshd0.fscope")));
    EXPECT_TRUE(fs::exists(path("out/sshd1.fscope")));
    EXPECT_THAT(run.err, HasSubstr("sshd1: named more than once, read once"));
}

TEST_F(HostLists, AnInventorysPortsUsersKeysAndJumpHostsAreTaken) {
    const test::Sshd sshd(twoPorts());
    const test::Sshd bastion;
    m_folder.write("empty", "");
    m_folder.write("known", test::readFile(sshd.knownHosts()) + test::readFile(bastion.knownHosts()));
    m_folder.write(
        "inventory",
        fmt::format("[gpu]\n"
                    "gpu-01 ansible_port={}\n"
                    "gpu-02 ansible_port={} ansible_ssh_common_args='-o ProxyJump={}@127.0.0.1:{}'\n"
                    "bad host here\n-x\n"
                    "[all:vars]\nansible_host=127.0.0.1\nansible_user={}\n"
                    "ansible_ssh_private_key_file={}\n",
                    sshd.port(0), sshd.port(1), bastion.user(), bastion.port(), sshd.user(),
                    sshd.identity().string()));
    // The bastion accepts the same key.
    fs::copy_file(sshd.folder() / "authorized_keys", bastion.folder() / "authorized_keys",
                  fs::copy_options::overwrite_existing);
    const auto run =
        runProgram("fabricscope", {"capture", "--hosts", path("inventory"), "--ssh-config", path("empty"),
                                   "--known-hosts", path("known"), "-o", path("out/")});
    EXPECT_THAT(run.err, HasSubstr("inventory: line 5: '-x' is not a host"));
    EXPECT_THAT(run.err, HasSubstr("read as Ansible inventory (INI)"));
    for (const char *name : {"gpu-01", "gpu-02"}) {
        const auto capture = capture::load(path(fmt::format("out/{}.fscope", name)));
        ASSERT_TRUE(capture) << name << "\n" << run.err;
        EXPECT_EQ(capture->target, name);
    }
    EXPECT_FALSE(bastion.log().empty());
    EXPECT_THAT(bastion.log(), HasSubstr("Accepted publickey"));
    EXPECT_EQ(run.status, 3) << "the host 'bad' cannot be reached";
}

TEST_F(HostLists, TwoHostsOfOneNameDoNotShareAFile) {
    const test::Sshd sshd(twoPorts());
    m_folder.write("a.yml", fmt::format("gpu:\n  hosts:\n    gpu: {{ansible_host: sshd0}}\n"));
    m_folder.write("b.yml", fmt::format("gpu:\n  hosts:\n    gpu: {{ansible_host: sshd1}}\n"));
    const auto run =
        runProgram("fabricscope", {"capture", "--hosts", path("a.yml"), "--hosts", path("b.yml"),
                                   "--ssh-config", sshd.configFile().string(), "-o", path("out/")});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(fs::exists(path("out/gpu.fscope")));
    EXPECT_TRUE(fs::exists(path("out/gpu-2.fscope")));
}

TEST_F(HostLists, InvalidRangesAndListsAreReportedAsUsageErrors) {
    m_folder.write("nothing", "# no host\n");
    for (const auto &[arguments, message] : std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{"capture", "gpu[5-1]"}, "'5-1'"},
             {{"capture", "n[1-70000]"}, "more than 65536 hosts"},
             {{"capture", "--hosts", path("absent")}, "cannot be opened"},
             {{"capture", "--hosts", m_folder.path().string()}, "host list"},
             {{"capture", "--hosts", path("nothing")}, "no hosts found"}}) {
        const auto run = runProgram("fabricscope", arguments);
        EXPECT_EQ(run.status, 2) << message << run.err;
        EXPECT_THAT(run.err, HasSubstr(message));
    }
}

TEST_F(HostLists, ASourceMayBeARangeOfOneHostAndNoMore) {
    const test::Sshd sshd(twoPorts());
    const auto one =
        runProgram("fabricscope", {"show", "sshd[0]", "--ssh-config", sshd.configFile().string()});
    EXPECT_EQ(one.status, 0) << one.err;
    const auto two =
        runProgram("fabricscope", {"show", "sshd[0-1]", "--ssh-config", sshd.configFile().string()});
    EXPECT_NE(two.status, 0);
    EXPECT_THAT(two.err, HasSubstr("names 2 hosts"));
}

} // namespace
} // namespace fabricscope
