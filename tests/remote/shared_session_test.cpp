// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/remote/OverTransport.h"

#include <gtest/gtest.h>

#include <fstream>

namespace fabricscope::test {
namespace {

using remote::FailureKind;

/// Sessions of one client: shared only between equal endpoints.
class SharedSession : public OverTransport {
protected:
    std::filesystem::path configWith(const std::string &name, const std::string &lines) {
        const auto file = sshd.folder() / name;
        std::ofstream(file) << lines << "\n" << readFile(sshd.configFile());
        std::filesystem::permissions(file, std::filesystem::perms(0600));
        return file;
    }
    remote::Endpoint endpointWith(const std::string &name, const std::string &lines) {
        remote::Endpoint endpoint = endpointOf(sshd);
        endpoint.configFile = configWith(name, lines);
        return endpoint;
    }
    Sshd sshd;
    remote::Client client;
};

INSTANTIATE_TEST_SUITE_P(Over, SharedSession, kTransports, TransportName());

TEST_P(SharedSession, IsTheSameForTheSameSettings) {
    const auto first = connected(client, endpointWith("a", ""));
    const auto second = connected(client, endpointWith("b", "# the same words in another file"));
    EXPECT_EQ(first, second);
}

TEST_P(SharedSession, OfALaxerSettingIsNotReusedForAStricterOne) {
    const auto lax = connected(client, endpointWith("lax", "StrictHostKeyChecking no\nUserKnownHostsFile " +
                                                               (sshd.folder() / "elsewhere").string()));
    const auto strict = connectTo(
        client, endpointWith("strict", "StrictHostKeyChecking yes\nUserKnownHostsFile /nonexistent/known"));
    ASSERT_FALSE(strict) << "it rode on a connection whose key nobody had checked";
    EXPECT_EQ(strict.error().kind, FailureKind::HostKeyUnknown);
    const auto revoking = connectTo(
        client, endpointWith("revoking", "StrictHostKeyChecking no\nUserKnownHostsFile " +
                                             (sshd.folder() / "elsewhere").string() + "\nRevokedHostKeys " +
                                             sshd.hostKey().string() + ".pub"));
    ASSERT_FALSE(revoking);
    EXPECT_EQ(revoking.error().kind, FailureKind::HostKeyRevoked);
    EXPECT_TRUE(lax->isConnected());
}

TEST_P(SharedSession, OfAnotherIdentityIsNotReused) {
    const auto mine = connected(client, endpointWith("mine", ""));
    remote::Endpoint foreign = endpointWith("foreign", "");
    const auto key = makeKey(sshd.folder(), "stranger");
    run({"sed", "-i", "s,IdentityFile .*,IdentityFile " + key.string() + ",", foreign.configFile.string()});
    const auto other = connectTo(client, foreign);
    ASSERT_FALSE(other) << "the key was another's";
    EXPECT_EQ(other.error().kind, FailureKind::LoginDenied);
    EXPECT_TRUE(mine->isConnected());
}

} // namespace
} // namespace fabricscope::test
