// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/Capture.h"
#include "tests/app/BenchRunProgram.h"
#include "tests/core/affinity/SampleGuest.h"
#include "tests/support/Sshd.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

/// However many connections a command makes, its user logs in to a host once: a second factor cannot be given
/// three times.
namespace fabricscope::app {
namespace {

using test::benchRun;
using test::ProgramRun;
using test::Sshd;

int loginsOf(const Sshd &sshd) {
    int count = 0;
    const std::string log = sshd.log();
    for (std::size_t at = 0; (at = log.find("Accepted publickey", at)) != std::string::npos; ++at)
        ++count;
    return count;
}

class OneLogin : public testing::TestWithParam<const char *> {
protected:
    [[nodiscard]] std::vector<std::string> with(std::vector<std::string> words,
                                                std::vector<std::string> last = {}) const {
        words.insert(words.end(), {"--ssh-config", sshd.configFile().string(), "--transport", GetParam()});
        words.insert(words.end(), last.begin(), last.end());
        return words;
    }
    const Sshd sshd;
};

TEST_P(OneLogin, IsEnoughForACaptureTheQuestionAndEachRun) {
    const ProgramRun run =
        benchRun(with({"sshd0", "custom", "--yes", "--repeat", "2"}, {"--", "echo", "measured"}));
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out, "measured\nmeasured\n");
    EXPECT_EQ(loginsOf(sshd), 1) << sshd.log();
}

TEST_P(OneLogin, IsEnoughToFetchARun) {
    const ProgramRun run = benchRun(
        with({"sshd0", "custom", "--yes", "--no-capture", "--detach"}, {"--", "sh", "-c", "echo fetched"}));
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(loginsOf(sshd), 1) << sshd.log();
    const ProgramRun fetched = benchRun(with({"sshd0", "--fetch", run.out.substr(0, run.out.find('\n'))}));
    EXPECT_EQ(fetched.out, "fetched\n") << fetched.err;
    EXPECT_EQ(loginsOf(sshd), 2) << sshd.log();
}

TEST_P(OneLogin, IsEnoughToCopyAFile) {
    const std::string guest = (sshd.folder() / "guest.fscope").string();
    const std::string host = (sshd.folder() / "server.fscope").string();
    ASSERT_TRUE(capture::save(samples::toCapture(samples::guest()), guest));
    ASSERT_TRUE(capture::save(samples::toCapture(samples::mi355xServer()), host));
    const ProgramRun copied = test::runProgram(
        "fabricscope", with({"nccl-topo", "generate", "--guest", guest, "--host", host, "--copy-to", "sshd0",
                             "--to", (sshd.folder() / "topo.xml").string(), "--yes"}));
    EXPECT_EQ(copied.status, 0) << copied.err;
    EXPECT_NE(test::readFile(sshd.folder() / "topo.xml"), "");
    EXPECT_EQ(loginsOf(sshd), 1) << sshd.log();
}

INSTANTIATE_TEST_SUITE_P(Over, OneLogin, testing::Values("libssh", "ssh"),
                         [](const auto &each) { return std::string(each.param); });

} // namespace
} // namespace fabricscope::app
