// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/remote/OverTransport.h"

#include <gtest/gtest.h>

namespace fabricscope::test {
namespace {

using remote::FailureKind;
using remote::HostKeyAnswer;
using remote::HostKeyQuestion;

/// Gives the same answer to each prompt, and records it.
struct PromptResponder {
    HostKeyAnswer answer = HostKeyAnswer::Refuse;
    std::shared_ptr<Eventually<HostKeyQuestion>> asked = std::make_shared<Eventually<HostKeyQuestion>>();

    remote::Prompts prompts() const {
        remote::Prompts prompts;
        prompts.hostKey = [answer = answer, asked = asked](const HostKeyQuestion &question) {
            asked->set(question);
            return answer;
        };
        return prompts;
    }
};

class HostKey : public OverTransport {
protected:
    void forget() { std::filesystem::remove(sshd.knownHosts()); }
    Sshd sshd;
    remote::Client client;
    remote::Endpoint endpoint = endpointOf(sshd);
};

TEST_P(HostKey, ThatIsUnknownIsAskedWithItsFingerprint) {
    forget();
    const PromptResponder responder;
    const auto result = connectTo(client, endpoint, responder.prompts());
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::HostKeyUnknown);
    EXPECT_EQ(result.error().stage, remote::Stage::HostKey);
    const auto question = responder.asked->get();
    ASSERT_TRUE(question);
    EXPECT_EQ(question->fingerprint, fingerprintOf(sshd.hostKey()));
    EXPECT_EQ(question->host, "[127.0.0.1]:" + std::to_string(sshd.port()));
    EXPECT_EQ(question->address, (isOpenSsh() ? "[127.0.0.1]:" : "127.0.0.1:") + std::to_string(sshd.port()));
    EXPECT_EQ(question->keyType, "ssh-ed25519");
    EXPECT_FALSE(question->changed);
    EXPECT_FALSE(std::filesystem::exists(sshd.knownHosts())) << "a refused key is not written";
}

TEST_P(HostKey, ThatIsUnknownIsRefusedWhereNobodyCanBeAsked) {
    forget();
    const auto result = connectTo(client, endpoint);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::HostKeyUnknown);
    EXPECT_NE(result.error().what.find(fingerprintOf(sshd.hostKey())), std::string::npos);
}

TEST_P(HostKey, AcceptedOnceIsNotWritten) {
    forget();
    const PromptResponder responder{HostKeyAnswer::AcceptOnce};
    EXPECT_EQ(runOn(*connected(client, endpoint, responder.prompts()), script("exit 4\n")).exit.status, 4);
    EXPECT_FALSE(std::filesystem::exists(sshd.knownHosts()));
}

TEST_P(HostKey, AcceptedAndStoredIsNotAskedAgainByUsNorByOpenSsh) {
    forget();
    const PromptResponder responder{HostKeyAnswer::AcceptAndStore};
    connected(client, endpoint, responder.prompts())->disconnect();
    remote::Client another;
    connected(another, endpoint, responder.prompts());
    EXPECT_EQ(responder.asked->count(), 1u);
    EXPECT_EQ(run({"ssh", "-F", sshd.configFile().string(), "-o", "BatchMode=yes", "sshd0", "echo ok"}),
              "ok\n");
}

TEST_P(HostKey, AcceptedApartIsKnownToUsAndNotToOpenSsh) {
    forget();
    const test::TemporaryFolder folder;
    const auto own = folder.path() / "config" / "known_hosts";
    endpoint.ownKnownHosts = own;
    const PromptResponder responder{HostKeyAnswer::AcceptAndStoreInOwnFile};
    connected(client, endpoint, responder.prompts())->disconnect();
    EXPECT_FALSE(std::filesystem::exists(sshd.knownHosts()));
    EXPECT_TRUE(std::filesystem::exists(own));
    remote::Client another;
    connected(another, endpoint, responder.prompts());
    EXPECT_EQ(responder.asked->count(), 1u);
}

TEST_P(HostKey, ThatHasChangedIsRefusedWithBothFingerprints) {
    const std::string before = fingerprintOf(sshd.hostKey());
    sshd.changeHostKey();
    const std::string now = fingerprintOf(sshd.hostKey());
    const PromptResponder responder{HostKeyAnswer::AcceptAndStore}; // even if the user accepts
    const std::string known = readFile(sshd.knownHosts());
    const auto result = connectTo(client, endpoint, responder.prompts());
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::HostKeyChanged);
    EXPECT_NE(result.error().what.find(before), std::string::npos);
    EXPECT_NE(result.error().what.find(now), std::string::npos);
    const auto question = responder.asked->get();
    ASSERT_TRUE(question);
    EXPECT_TRUE(question->changed);
    EXPECT_EQ(question->fingerprint, now);
    EXPECT_EQ(question->knownFingerprint, before);
    EXPECT_EQ(question->knownIn, sshd.knownHosts().string() + ":1");
    EXPECT_EQ(readFile(sshd.knownHosts()), known) << "nothing is written";
}

TEST_P(HostKey, IsNotEvenAskedWhereTheConfigurationIsStrict) {
    forget();
    run({"sed", "-i", "1i StrictHostKeyChecking yes", sshd.configFile().string()});
    const PromptResponder responder{HostKeyAnswer::AcceptOnce};
    const auto result = connectTo(client, endpoint, responder.prompts());
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::HostKeyUnknown);
    EXPECT_EQ(responder.asked->count(), 0u);
}

TEST_P(HostKey, IsLookedUpUnderItsAlias) {
    const std::string known = readFile(sshd.knownHosts());
    run({"sed", "-i", "s/^[^ ]*/the-gpu/", sshd.knownHosts().string()});
    EXPECT_FALSE(connectTo(client, endpoint));
    run({"sed", "-i", "1i HostKeyAlias the-gpu", sshd.configFile().string()});
    EXPECT_TRUE(connectTo(client, endpoint));
}

TEST_P(HostKey, IsFoundInAHashedFile) {
    run({"ssh-keygen", "-q", "-H", "-f", sshd.knownHosts().string()});
    EXPECT_TRUE(connectTo(client, endpoint));
}

TEST_P(HostKey, IsFoundInAFileOfTheEndpoint) {
    const auto mine = sshd.folder() / "mine";
    std::filesystem::rename(sshd.knownHosts(), mine);
    endpoint.knownHosts = {mine};
    EXPECT_TRUE(connectTo(client, endpoint));
}

INSTANTIATE_TEST_SUITE_P(Over, HostKey, kTransports, TransportName());

class HostKeyType : public OverTransport {};
TEST_P(HostKeyType, ThatIsKnownIsPreferredInTheExchange) {
    TemporaryFolder folder;
    SshdOptions options;
    const auto second = makeKey(folder.path(), "second", "ecdsa");
    options.lines = {"HostKey " + second.string()};
    Sshd sshd(options); // offers both; a client prefers ed25519
    const std::string ecdsa = readFile(second.string() + ".pub");
    std::filesystem::remove(sshd.knownHosts());
    remote::Endpoint endpoint = endpointOf(sshd);
    endpoint.knownHosts = {folder.write("known", "[127.0.0.1]:" + std::to_string(sshd.port()) + " " + ecdsa)};
    remote::Client client;
    EXPECT_TRUE(connectTo(client, endpoint)) << "asked for another key than the known one";
}
INSTANTIATE_TEST_SUITE_P(Over, HostKeyType, kTransports, TransportName());

} // namespace
} // namespace fabricscope::test
