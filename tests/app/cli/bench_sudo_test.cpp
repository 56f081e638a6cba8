// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/ProgramRun.h"
#include "tests/app/SudoHost.h"

#include <gmock/gmock.h>

namespace fabricscope {
namespace {

using testing::HasSubstr;

TEST(BenchSudo, ThatFailsIsNamedBeforeTheRun) {
    if (const auto why = test::SudoHost::unavailableReason())
        GTEST_SKIP() << "NOT TESTED: " << *why;
    const test::SudoHost host;
    const test::ProgramRun run =
        test::runProgram("fabricscope", {"bench", "run", "sshd0", "custom", "--sudo", "--yes", "--ssh-config",
                                         host.sshd().configFile(), "--", "echo", "begun"});
    EXPECT_EQ(run.out, "begun\n");
    EXPECT_THAT(run.err, HasSubstr("sshd0: not read as root"))
        << "there is no terminal to ask for the password";
}

} // namespace
} // namespace fabricscope
