// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/remote/Waiting.h"

#include <gtest/gtest.h>

namespace fabricscope::test {
namespace {

using namespace std::chrono_literals;
using remote::FailureKind;

TEST(SshSession, RunsAScriptThroughARealServer) {
    Sshd sshd;
    remote::Client client;
    const auto transport = connected(client, endpointOf(sshd));
    const Ran ran = runOn(*transport, script("echo out; echo err >&2; exit 7\n"));
    EXPECT_EQ(ran.out, "out\n");
    EXPECT_EQ(ran.err, "err\n");
    EXPECT_EQ(ran.exit.status, 7);
    EXPECT_FALSE(ran.exit.failure);
    EXPECT_EQ(ran.finishes, 1);
}

} // namespace
} // namespace fabricscope::test
