// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/remote/MuteServer.h"
#include "tests/remote/Waiting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::test {
namespace {

using remote::FailureKind;
using testing::HasSubstr;

TEST(ConnectTimeout, OfTheConfigurationHoldsInsteadOfTheProgramsOwn) {
    const MuteServer server;
    TemporaryFolder folder;
    remote::Endpoint endpoint;
    endpoint.target = "mute";
    endpoint.configFile = folder.write("config", "Host mute\n HostName 127.0.0.1\n Port " +
                                                     std::to_string(server.port()) + "\n ConnectTimeout 1\n");
    remote::Client client;
    const auto result = connectTo(client, endpoint);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::Timeout);
    EXPECT_THAT(result.error().what, HasSubstr("within 1000 ms"));
}

TEST(BindAddress, IsWhereTheConnectionComesFrom) {
    SshdOptions options;
    options.clientLines = {"BindAddress 127.0.0.3"};
    const Sshd sshd(options);
    remote::Client client;
    const auto transport = connected(client, endpointOf(sshd));
    EXPECT_EQ(transport->description(), "OpenSSH (BindAddress is set)");
    EXPECT_THAT(runOn(*transport, script("echo $SSH_CONNECTION\n")).out, testing::StartsWith("127.0.0.3 "));
}

TEST(Compression, IsUsedByTheLibraryWhereTheConfigurationSaysSo) {
    SshdOptions options;
    options.lines = {"LogLevel DEBUG1"};
    options.clientLines = {"Compression yes"};
    const Sshd sshd(options);
    remote::Client client;
    const auto transport = connected(client, endpointOf(sshd));
    EXPECT_THAT(transport->description(), HasSubstr("libssh"));
    EXPECT_EQ(runOn(*transport, script("head -c 300000 /dev/zero\n")).out.size(), 300'000u);
    EXPECT_THAT(sshd.log(), HasSubstr("compression: zlib"));
}

TEST(AddressFamily, ThatTheServerDoesNotListenOnIsNotConnectedTo) {
    SshdOptions options;
    options.clientLines = {"AddressFamily inet6"};
    const Sshd sshd(options);
    remote::Client client;
    const auto result = connectTo(client, endpointOf(sshd)); // 127.0.0.1 is no IPv6 address
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::Unresolvable);
}

} // namespace
} // namespace fabricscope::test
