// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/remote/OverTransport.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <set>

namespace fabricscope::test {
namespace {

using namespace std::chrono_literals;
using remote::FailureKind;
using Result = Eventually<remote::ConnectResult>;

std::size_t logins(const Sshd &sshd) {
    const std::string log = sshd.log();
    std::size_t count = 0;
    for (std::size_t at = 0; (at = log.find("Accepted publickey", at)) != std::string::npos; ++at)
        ++count;
    return count;
}

class ManyHosts : public OverTransport {};
TEST_P(ManyHosts, SixtyFourAtOnceAllAnswer) {
    SshdOptions options;
    options.ports = 4;
    std::vector<std::unique_ptr<Sshd>> servers;
    for (int i = 0; i < 16; ++i)
        servers.push_back(std::make_unique<Sshd>(options));
    remote::Client client;
    std::vector<std::shared_ptr<Result>> results;
    for (const auto &server : servers)
        for (int port = 0; port < 4; ++port) {
            const auto &result = results.emplace_back(std::make_shared<Result>());
            client.connect(endpointOf(*server, port), {}, {}, [result](auto got) { result->set(got); });
        }
    std::vector<std::shared_ptr<remote::Transport>> transports;
    for (const auto &result : results) {
        const auto got = result->get();
        ASSERT_TRUE(got);
        ASSERT_TRUE(*got) << describe(got->error());
        transports.push_back(**got);
    }
    std::vector<std::unique_ptr<Running>> all;
    for (std::size_t i = 0; i < transports.size(); ++i)
        all.push_back(std::make_unique<Running>(
            *transports[i], script("head -c 300000 /dev/zero; echo " + std::to_string(i) + " >&2\n")));
    for (std::size_t i = 0; i < all.size(); ++i) {
        const ProcessResult ran = all[i]->end();
        EXPECT_EQ(ran.out.size(), 300000u);
        EXPECT_EQ(ran.err, std::to_string(i) + "\n");
        EXPECT_EQ(ran.exit.status, 0);
    }
}

TEST(ReuseByLibrary, GivesTheSameSessionToTheSameHostHoweverItIsNamed) {
    Sshd sshd;
    remote::Client client;
    const auto first = connected(client, endpointOf(sshd));
    const auto again = connected(client, endpointOf(sshd));
    EXPECT_EQ(first, again);
    remote::Endpoint direct = endpointOf(sshd);
    direct.target = sshd.user() + "@127.0.0.1:" + std::to_string(sshd.port());
    EXPECT_EQ(connected(client, direct), first);
    EXPECT_EQ(logins(sshd), 1u);
}

class Reuse : public OverTransport {};
TEST_P(Reuse, LetsAttemptsAtTheSameTimeShareOneConnection) {
    Sshd sshd;
    remote::Client client;
    std::vector<std::shared_ptr<Result>> results;
    for (int i = 0; i < 10; ++i) {
        const auto &result = results.emplace_back(std::make_shared<Result>());
        client.connect(endpointOf(sshd), {}, {}, [result](auto got) { result->set(got); });
    }
    std::set<std::shared_ptr<remote::Transport>> distinct;
    for (const auto &result : results)
        distinct.insert(result->get()->value());
    EXPECT_EQ(distinct.size(), 1u);
    EXPECT_EQ(logins(sshd), 1u);
}

TEST_P(Reuse, GoesOnForTheOthersWhenTheFirstIsCancelled) {
    Sshd sshd;
    std::filesystem::remove(sshd.knownHosts());
    remote::Client client;
    const auto asked = std::make_shared<Eventually<bool>>();
    remote::Prompts undecided, willing;
    undecided.hostKey = [asked](const remote::HostKeyQuestion &question) {
        asked->set(true);
        while (!question.cancelled())
            std::this_thread::sleep_for(5ms);
        return remote::HostKeyAnswer::Refuse;
    };
    willing.hostKey = [](const auto &) {
        return remote::HostKeyAnswer::AcceptOnce;
    };
    const auto first = std::make_shared<Result>(), second = std::make_shared<Result>();
    const auto leader =
        client.connect(endpointOf(sshd), undecided, {}, [first](auto got) { first->set(got); });
    ASSERT_TRUE(asked->get());
    client.connect(endpointOf(sshd), willing, {}, [second](auto got) { second->set(got); });
    // It should join the first one meanwhile; if not, the test only proves less.
    std::this_thread::sleep_for(200ms);
    EXPECT_EQ(second->count(), 0u);
    leader->cancel();
    ASSERT_TRUE(first->get());
    EXPECT_EQ(first->get()->error().kind, FailureKind::Cancelled);
    ASSERT_TRUE(second->get());
    EXPECT_TRUE(*second->get()) << describe(second->get()->error());
}

class ManyCallers : public OverTransport {
protected:
    /// One of many hosts at one address, like virtual machines behind one port: distinguished by
    /// HostKeyAlias.
    static remote::Endpoint aliasOf(const Sshd &sshd, int number) {
        const auto file = sshd.folder() / ("alias" + std::to_string(number));
        const std::string name = "alias" + std::to_string(number);
        const std::string config =
            "Host " + name + "\n HostName 127.0.0.1\n Port " + std::to_string(sshd.port()) + "\n User " +
            sshd.user() + "\n HostKeyAlias " + name + "\n IdentityAgent none\n" + " IdentityFile " +
            sshd.identity().string() + "\n UserKnownHostsFile none\n" + " GlobalKnownHostsFile none\n";
        run({"sh", "-c", "cat > " + file.string()}, config);
        remote::Endpoint endpoint;
        endpoint.target = name;
        endpoint.configFile = file;
        endpoint.transport = GetParam();
        return endpoint;
    }
};

TEST_P(ManyCallers, OfOneServerAreHeldBelowWhatItTurnsAway) {
    SshdOptions options;
    options.lines = {"MaxStartups 10:100:10"};
    Sshd sshd(options);
    remote::Client client;
    remote::Prompts willing;
    willing.hostKey = [](const auto &) {
        return remote::HostKeyAnswer::AcceptOnce;
    };
    std::vector<std::shared_ptr<Result>> results;
    for (int i = 0; i < 40; ++i) {
        const auto &result = results.emplace_back(std::make_shared<Result>());
        client.connect(aliasOf(sshd, i), willing, {}, [result](auto got) { result->set(got); });
    }
    for (const auto &result : results)
        EXPECT_TRUE(*result->get()) << describe(result->get()->error());
    EXPECT_EQ(logins(sshd), 40u);
}

/// A client that sends nothing: one more unauthenticated connection.
class SilentCaller {
public:
    explicit SilentCaller(std::uint16_t port) : m_fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        char first = 0;
        if (::connect(m_fd, reinterpret_cast<sockaddr *>(&address), sizeof address) != 0 ||
            ::recv(m_fd, &first, 1, 0) != 1) // the banner: the server has counted the connection
            throw std::runtime_error("the server does not answer");
    }
    SilentCaller(const SilentCaller &) = delete;
    SilentCaller &operator=(const SilentCaller &) = delete;
    ~SilentCaller() { ::close(m_fd); }

private:
    int m_fd;
};

TEST_P(ManyCallers, TurnedAwayTryAgain) {
    SshdOptions options;
    options.lines = {"MaxStartups 2:100:2"};
    Sshd sshd(options);
    auto first = std::make_unique<SilentCaller>(sshd.port());
    auto second = std::make_unique<SilentCaller>(sshd.port());
    remote::Client client;
    const auto result = std::make_shared<Result>();
    client.connect(endpointOf(sshd), {}, {}, [result](auto got) { result->set(got); });
    for (int i = 0; i < 1000 && sshd.log().find("MaxStartups") == std::string::npos; ++i)
        std::this_thread::sleep_for(10ms);
    EXPECT_NE(sshd.log().find("MaxStartups"), std::string::npos)
        << "nobody was turned away: nothing is tested";
    EXPECT_EQ(result->count(), 0u);
    first.reset();
    second.reset();
    const auto got = result->get();
    ASSERT_TRUE(got);
    EXPECT_TRUE(*got) << describe(got->error());
}

INSTANTIATE_TEST_SUITE_P(Over, ManyHosts, kTransports, TransportName());
INSTANTIATE_TEST_SUITE_P(Over, Reuse, kTransports, TransportName());
INSTANTIATE_TEST_SUITE_P(Over, ManyCallers, kTransports, TransportName());

} // namespace
} // namespace fabricscope::test
