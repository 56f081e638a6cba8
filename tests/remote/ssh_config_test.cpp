// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/config/ConfigText.h"
#include "remote/config/SshConfig.h"
#include "tests/support/Sshd.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

namespace fabricscope::remote {
namespace {

using test::TemporaryFolder;

class SshConfiguration : public testing::Test {
protected:
    HostConfig read(const std::string &text, const std::string &target) {
        endpoint.target = target;
        endpoint.configFile = folder.write("config", text);
        auto config = reader.read(endpoint, [] { return false; });
        if (!config)
            throw std::runtime_error(config.error().what);
        return *config;
    }
    TemporaryFolder folder;
    SshConfig reader;
    Endpoint endpoint;
};

TEST_F(SshConfiguration, GivesAnAliasItsHostUserPortAndKeys) {
    const auto config =
        read("Host gpu\n HostName gpu-07.example.com\n User ops\n Port 2222\n IdentityFile ~/.ssh/%h_key\n"
             " IdentitiesOnly yes\n HostKeyAlias the-gpu\n UserKnownHostsFile /a /b\n",
             "gpu");
    EXPECT_EQ(config.alias, "gpu");
    EXPECT_EQ(config.host, "gpu-07.example.com");
    EXPECT_EQ(config.user, "ops");
    EXPECT_EQ(config.port, 2222);
    ASSERT_EQ(config.identities.size(), 1u);
    EXPECT_EQ(config.identities[0], homeFolder() + "/.ssh/gpu-07.example.com_key");
    EXPECT_TRUE(config.identitiesOnly);
    EXPECT_EQ(config.knownName(), "the-gpu") << "without a port: the alias stands alone";
    ASSERT_GE(config.knownHosts.size(), 2u);
    EXPECT_EQ(config.knownHosts[1], "/b");
    EXPECT_EQ(config.knownHostsToWrite, "/a");
    EXPECT_EQ(config.label(), "ops@gpu-07.example.com:2222");
}

TEST_F(SshConfiguration, IsOverruledByTheTargetAndTheEndpoint) {
    const std::string text = "Host gpu\n HostName 10.0.0.7\n User ops\n Port 2222\n";
    EXPECT_EQ(read(text, "me@gpu:23").label(), "me@10.0.0.7:23");
    endpoint.user = "her";
    endpoint.port = 24;
    EXPECT_EQ(read(text, "me@gpu:23").label(), "her@10.0.0.7:24");
}

TEST_F(SshConfiguration, UnderstandsMatchAndInclude) {
    const auto included = folder.write("more", "Host gpu*\n User included\n");
    EXPECT_EQ(read("Include " + included.string() + "\n", "gpu1").user, "included");
    EXPECT_EQ(read("Match host gpu1 exec \"test %h = gpu1\"\n User matched\n", "gpu1").user, "matched");
}

TEST_F(SshConfiguration, PutsTheEndpointsOwnKeysAndFilesFirst) {
    const auto key = test::makeKey(folder.path(), "mine");
    endpoint.identities = {key};
    endpoint.knownHosts = {folder.path() / "extra"};
    const auto config = read("IdentityFile /configured\nUserKnownHostsFile /user\n", "gpu");
    ASSERT_EQ(config.identities.size(), 2u);
    EXPECT_EQ(config.identities[0], key);
    EXPECT_EQ(config.explicitIdentities, 1u);
    EXPECT_EQ(config.knownHosts.front(), folder.path() / "extra");
    EXPECT_EQ(config.knownHostsToWrite, folder.path() / "extra");
    endpoint.knownHostsToWrite = folder.path() / "accepted";
    EXPECT_EQ(read("", "gpu").knownHostsToWrite, folder.path() / "accepted");
}

TEST_F(SshConfiguration, KeepsWhatTheUserAllowsAndPutsFastCiphersFirst) {
    EXPECT_EQ(read("", "gpu").ciphers.substr(0, 22), "aes128-gcm@openssh.com");
    EXPECT_EQ(read("Ciphers aes256-ctr,aes256-gcm@openssh.com\n", "gpu").ciphers,
              "aes256-gcm@openssh.com,aes256-ctr");
    EXPECT_EQ(read("Ciphers 3des-cbc\n", "gpu").ciphers, "");
}

TEST_F(SshConfiguration, TakesEachWordOfStrictHostKeyChecking) {
    using Strict = HostKeyPolicy::Strict;
    const auto strict = [this](const std::string &word) {
        return read("StrictHostKeyChecking " + word + "\n", "gpu").hostKeys.strict;
    };
    EXPECT_EQ(read("", "gpu").hostKeys.strict, Strict::Ask);
    EXPECT_EQ(strict("ask"), Strict::Ask);
    EXPECT_EQ(strict("yes"), Strict::Yes);
    EXPECT_EQ(strict("accept-new"), Strict::AcceptNew);
    EXPECT_EQ(strict("no"), Strict::No);
    EXPECT_EQ(strict("off"), Strict::No);
}

TEST_F(SshConfiguration, TakesTheOptionsOfHostKeysAndNamesThoseThatAreNotHonoured) {
    const auto policy = read("RevokedHostKeys ~/.ssh/revoked_%h\nHashKnownHosts yes\n"
                             "KnownHostsCommand /bin/echo %H \"a b\"\nUpdateHostKeys ask\n"
                             "VerifyHostKeyDNS yes\nCheckHostIP yes\n",
                             "gpu")
                            .hostKeys;
    EXPECT_EQ(policy.revokedKeys, homeFolder() + "/.ssh/revoked_gpu");
    EXPECT_TRUE(policy.hashNames);
    EXPECT_EQ(policy.knownHostsCommand, "/bin/echo %H \"a b\"");
    ASSERT_EQ(policy.notHonoured.size(), 2u);
    EXPECT_TRUE(policy.notHonoured[0].starts_with("VerifyHostKeyDNS yes is not honoured: "));
    EXPECT_TRUE(policy.notHonoured[1].starts_with("CheckHostIP yes is not honoured: "));
    EXPECT_TRUE(policy.notUpdated.starts_with("UpdateHostKeys ask is not honoured: "));
    EXPECT_TRUE(policy.promptsForUpdate);
    for (const std::string &each : policy.notHonoured)
        EXPECT_NE(each.find("--transport ssh"), std::string::npos) << "what to do: " << each;
    const auto plain = read("UpdateHostKeys no\nHashKnownHosts no\nRevokedHostKeys none\n", "gpu").hostKeys;
    EXPECT_TRUE(plain.notHonoured.empty());
    EXPECT_TRUE(plain.notUpdated.empty());
    EXPECT_TRUE(plain.revokedKeys.empty());
    EXPECT_FALSE(plain.hashNames);
}

TEST_F(SshConfiguration, MakesTheCommandThatConnectsAsThisDoes) {
    const auto key = test::makeKey(folder.path(), "my key");
    const std::string file = (folder.path() / "config").string();
    EXPECT_EQ(read("", "ops@gpu:2222").sshCommand(), "ssh -F " + file + " -p 2222 ops@gpu");
    EXPECT_EQ(read("Host gpu\n HostName 10.0.0.7\n User ops\n", "gpu").sshCommand(),
              "ssh -F " + file + " ops@gpu");
    endpoint.identities = {key};
    endpoint.jump = "me@bastion:2200";
    EXPECT_EQ(read("", "ops@gpu").sshCommand(),
              "ssh -F " + file + " -i '" + key.string() + "' -J me@bastion:2200 ops@gpu");
}

TEST_F(SshConfiguration, GivesASessionOfItsOwnToEachSettingThatDecidesTrust) {
    const std::string text = "User ops\nUserKnownHostsFile /a\n";
    const std::string plain = read(text, "gpu").sessionKey();
    EXPECT_EQ(read(text + "\n# a comment\n", "gpu").sessionKey(), plain);
    for (const char *line :
         {"IdentityFile /other", "IdentitiesOnly yes", "CertificateFile /other", "IdentityAgent /agent",
          "StrictHostKeyChecking yes", "StrictHostKeyChecking no", "RevokedHostKeys /revoked",
          "KnownHostsCommand /bin/echo", "HashKnownHosts yes", "HostKeyAlgorithms ssh-ed25519",
          "GlobalKnownHostsFile /g", "PubkeyAuthentication no", "HostKeyAlias other"})
        EXPECT_NE(read(std::string(line) + "\n" + text, "gpu").sessionKey(), plain) << line;
    EXPECT_NE(read("User ops\nUserKnownHostsFile /b\n", "gpu").sessionKey(), plain);
    endpoint.knownHosts = {"/mine"};
    EXPECT_NE(read(text, "gpu").sessionKey(), plain);
}

TEST_F(SshConfiguration, OrdersAndSwitchesMethods) {
    EXPECT_EQ(read("", "gpu").methods,
              (std::vector<std::string>{"publickey", "keyboard-interactive", "password"}));
    EXPECT_EQ(read("PreferredAuthentications password,publickey\nPasswordAuthentication no\n", "gpu").methods,
              std::vector<std::string>{"publickey"});
}

TEST_F(SshConfiguration, ExpandsTheProxyCommandAndRefusesHostileNamesForIt) {
    EXPECT_EQ(
        read("ProxyCommand nc -x proxy %h %p # %r %n %%\nHostName 10.1.2.3\nUser me\n", "gpu").proxyCommand,
        "nc -x proxy 10.1.2.3 22 # me gpu %");
    EXPECT_EQ(read("ProxyCommand none\n", "gpu").proxyCommand, "");
    EXPECT_THROW(read("ProxyCommand nc %h\nHostName $(id)\n", "gpu"), std::runtime_error);
    EXPECT_THROW(read("ProxyCommand nc %h\nHostName -oProxyCommand=id\n", "gpu"), std::runtime_error);
}

TEST_F(SshConfiguration, ListsJumpHostsInOrder) {
    EXPECT_EQ(read("ProxyJump me@a:23,b\n", "gpu").jumps, (std::vector<std::string>{"me@a:23", "b"}));
    EXPECT_TRUE(read("ProxyJump none\n", "gpu").jumps.empty());
}

TEST_F(SshConfiguration, NamesTheAgentOrNone) {
    EXPECT_EQ(read("IdentityAgent none\n", "gpu").agent, "");
    EXPECT_EQ(read("IdentityAgent /run/agent-%u\n", "gpu").agent, "/run/agent-" + localUser());
    EXPECT_EQ(read("AddressFamily inet6\n", "gpu").addressFamily, AF_INET6);
}

TEST_F(SshConfiguration, ThatIsBrokenIsAnErrorWithTheReason) {
    endpoint.target = "gpu";
    endpoint.configFile = folder.write("config", "Frobnicate yes\n");
    const auto config = reader.read(endpoint, [] { return false; });
    ASSERT_FALSE(config);
    EXPECT_EQ(config.error().kind, FailureKind::Config);
    EXPECT_NE(config.error().what.find("frobnicate"), std::string::npos) << config.error().what;
}

TEST_F(SshConfiguration, OfAFileThatIsNotThereIsAnError) {
    endpoint.target = "gpu";
    endpoint.configFile = "/nonexistent/config";
    const auto config = reader.read(endpoint, [] { return false; });
    ASSERT_FALSE(config);
    EXPECT_NE(config.error().what.find("/nonexistent/config"), std::string::npos) << config.error().what;
}

TEST_F(SshConfiguration, IsReadAnewWhenItsFileChanges) {
    EXPECT_EQ(read("User one\n", "gpu").user, "one");
    std::filesystem::last_write_time(endpoint.configFile,
                                     std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
    EXPECT_EQ(read("User two\n", "gpu").user, "two");
}

TEST_F(SshConfiguration, ThatHangsIsGivenUpWhenCancelled) {
    endpoint.target = "gpu";
    endpoint.configFile = folder.write("config", "Match exec \"sleep 1000\"\n User x\n");
    int asked = 0;
    const auto config = reader.read(endpoint, [&] { return ++asked > 3; });
    ASSERT_FALSE(config);
    EXPECT_EQ(config.error().kind, FailureKind::Cancelled);
}

TEST_F(SshConfiguration, IsReadWithoutSshToo) {
    endpoint.target = "gpu";
    endpoint.configFile =
        folder.write("config", "Host gpu\n HostName 10.0.0.7\n User ops\n Port 2222\n IdentityFile /key\n"
                               " UserKnownHostsFile /known\n");
    const auto config = SshConfig::readWithoutSsh(endpoint);
    ASSERT_TRUE(config) << config.error().what;
    EXPECT_EQ(config->label(), "ops@10.0.0.7:2222");
    EXPECT_EQ(config->knownHostsToWrite, "/known");
    EXPECT_NE(std::find(config->identities.begin(), config->identities.end(), "/key"),
              config->identities.end());
}

TEST_F(SshConfiguration, WithoutSshRefusesToPassOverRevokedHostKeys) {
    endpoint.target = "gpu";
    endpoint.configFile = folder.write("config", "Host gpu\n  revokedHostKeys=/revoked\n");
    const auto config = SshConfig::readWithoutSsh(endpoint);
    ASSERT_FALSE(config);
    EXPECT_NE(config.error().what.find("RevokedHostKeys"), std::string::npos) << config.error().what;
    endpoint.configFile = folder.write("config", "Host gpu\n  # RevokedHostKeys /revoked\n");
    EXPECT_TRUE(SshConfig::readWithoutSsh(endpoint));
}

TEST(ConfigText, LeavesUnknownTokensAlone) {
    EXPECT_EQ(expandTokens("%h:%p", {{'h', "x"}, {'p', "1"}}), "x:1");
    EXPECT_FALSE(expandTokens("%z", {}));
    EXPECT_FALSE(expandTokens("100%", {}));
    EXPECT_EQ(expandPath("/a/%z", {}), "/a/%z");
    EXPECT_EQ(expandPath("~no-such-user-here/x", {}), "~no-such-user-here/x");
}

} // namespace
} // namespace fabricscope::remote
