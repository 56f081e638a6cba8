// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/remote/OverTransport.h"
#include "tests/remote/SilentServer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace fabricscope::test {
namespace {

using remote::FailureKind;
using testing::HasSubstr;

class ConnectTimeout : public OverTransport {};
TEST_P(ConnectTimeout, OfTheConfigurationHoldsInsteadOfTheProgramsOwn) {
    const SilentServer server;
    TemporaryFolder folder;
    remote::Endpoint endpoint;
    endpoint.target = "mute";
    endpoint.configFile = folder.write("config", "Host mute\n HostName 127.0.0.1\n Port " +
                                                     std::to_string(server.port()) + "\n ConnectTimeout 1\n");
    endpoint.transport = GetParam();
    remote::Client client;
    const auto result = connectTo(client, endpoint);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::Timeout) << describe(result.error());
    if (!isOpenSsh()) { // ssh may report it first, with its own text
        EXPECT_THAT(result.error().what, HasSubstr("within 1000 ms"));
    }
}
INSTANTIATE_TEST_SUITE_P(Over, ConnectTimeout, kTransports, TransportName());

TEST(ProxyUseFdpass, TakesTheConnectionThatTheProxyCommandHandsOver) {
    if (std::system("python3 -c 'import socket; socket.send_fds' 2>/dev/null") != 0)
        GTEST_SKIP() << "NOT TESTED: needs python3, whose sockets pass a descriptor on";
    const TemporaryFolder folder;
    const auto proxy =
        folder.write("proxy.py", "import socket, sys\n"
                                 "link = socket.create_connection((sys.argv[1], int(sys.argv[2])))\n"
                                 "socket.send_fds(socket.socket(fileno=1), [b'\\0'], [link.fileno()])\n");
    SshdOptions options;
    options.clientLines = {"ProxyCommand python3 " + proxy.string() + " %h %p", "ProxyUseFdpass yes"};
    const Sshd sshd(options);
    remote::Client client;
    const auto transport = connected(client, endpointOf(sshd));
    EXPECT_EQ(transport->description(), "OpenSSH (ProxyUseFdpass is set)");
    EXPECT_EQ(runOn(*transport, script("exit 6\n")).exit.status, 6);
    remote::Endpoint forced = endpointOf(sshd);
    forced.transport = remote::TransportKind::Libssh;
    const auto refused = connectTo(client, forced);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, FailureKind::Config);
    EXPECT_THAT(refused.error().what, HasSubstr("ProxyUseFdpass"));
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

TEST(Compression, IsUsedByTheLibraryWhenConfigured) {
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
    const auto result = connectTo(client, endpointOf(sshd)); // 127.0.0.1 is not an IPv6 address
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::Unresolvable);
}

} // namespace
} // namespace fabricscope::test
