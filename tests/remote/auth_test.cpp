// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/remote/OverTransport.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace fabricscope::test {
namespace {

using namespace std::chrono_literals;
using remote::AuthQuestion;
using remote::FailureKind;

/// Gives these answers in order, and then gives up. Records the prompts.
struct PromptResponder {
    explicit PromptResponder(std::vector<std::string> replies = {}) : answers(std::move(replies)) {}

    remote::Prompts prompts() {
        remote::Prompts made;
        made.auth = [this](const AuthQuestion &question) -> std::optional<std::vector<std::string>> {
            std::lock_guard lock(mutex);
            asked.push_back(question);
            if (asked.size() > answers.size())
                return std::nullopt;
            return std::vector<std::string>(question.prompts.size(), answers[asked.size() - 1]);
        };
        return made;
    }
    std::vector<std::string> answers;
    std::mutex mutex;
    std::vector<AuthQuestion> asked;
};

void authorize(const Sshd &sshd, const std::filesystem::path &key) {
    std::filesystem::copy_file(key.string() + ".pub", sshd.folder() / "authorized_keys",
                               std::filesystem::copy_options::overwrite_existing);
}

class PublicKey : public OverTransport {};
TEST_P(PublicKey, ThatIsNotAuthorizedIsRefusedWithWhatWasTried) {
    Sshd sshd;
    makeKey(sshd.folder(), "other");
    authorize(sshd, sshd.folder() / "other");
    remote::Client client;
    const auto result = connectTo(client, endpointOf(sshd));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::LoginDenied);
    EXPECT_EQ(result.error().stage, remote::Stage::Login);
    EXPECT_NE(result.error().what.find("publickey"), std::string::npos) << result.error().what;
    EXPECT_NE(result.error().hint.find("-p " + std::to_string(sshd.port()) + " " + sshd.user() + "@sshd0`"),
              std::string::npos)
        << "the command has user and port: " << result.error().hint;
}

class KeyType : public testing::TestWithParam<std::tuple<std::string, remote::TransportKind>> {};
TEST_P(KeyType, LogsIn) {
    Sshd sshd;
    const auto key = makeKey(sshd.folder(), "typed", std::get<0>(GetParam()));
    authorize(sshd, key);
    remote::Endpoint endpoint = endpointOf(sshd);
    endpoint.identities = {key};
    endpoint.transport = std::get<1>(GetParam());
    remote::Client client;
    EXPECT_EQ(runOn(*connected(client, endpoint), script("exit 5\n")).exit.status, 5);
}
INSTANTIATE_TEST_SUITE_P(Types, KeyType,
                         testing::Combine(testing::Values("ed25519", "ecdsa", "rsa"), kTransports),
                         [](const auto &test) {
                             return std::get<0>(test.param) + "_" + transportName(std::get<1>(test.param));
                         });

class Passphrase : public OverTransport {};
TEST_P(Passphrase, IsAskedForAKeyThatTheServerTakesAndOnlyOnceForAllHosts) {
    if (isOpenSsh())
        GTEST_SKIP() << "NOT OVER ssh: each ssh asks for its own; an agent asks once";
    SshdOptions options;
    options.ports = 4;
    Sshd sshd(options);
    const auto key = makeKey(sshd.folder(), "locked", "ed25519", "open sesame");
    authorize(sshd, key);
    PromptResponder responder({"open sesame"});
    remote::Client client;
    std::vector<std::shared_ptr<Eventually<remote::ConnectResult>>> results;
    for (int i = 0; i < 4; ++i) {
        auto endpoint = endpointOf(sshd, i);
        endpoint.identities = {key};
        const auto &result = results.emplace_back(std::make_shared<Eventually<remote::ConnectResult>>());
        client.connect(endpoint, responder.prompts(), {}, [result](auto got) { result->set(got); });
    }
    for (const auto &result : results) {
        const auto got = result->get();
        ASSERT_TRUE(got);
        EXPECT_TRUE(*got) << describe(got->error());
    }
    ASSERT_EQ(responder.asked.size(), 1u);
    EXPECT_EQ(responder.asked[0].kind, AuthQuestion::Kind::KeyPassphrase);
    EXPECT_EQ(responder.asked[0].title, key.string());
    EXPECT_FALSE(responder.asked[0].prompts[0].echo);
}

TEST_P(Passphrase, ThatIsWrongIsAskedThreeTimes) {
    Sshd sshd;
    const auto key = makeKey(sshd.folder(), "locked", "ed25519", "open sesame");
    authorize(sshd, key);
    auto endpoint = endpointOf(sshd);
    endpoint.identities = {key};
    PromptResponder responder({"a", "b", "c", "d"});
    remote::Client client;
    const auto result = connectTo(client, endpoint, responder.prompts());
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::LoginDenied);
    ASSERT_EQ(responder.asked.size(), 3u);
    EXPECT_EQ(responder.asked[2].attempt, 3);
}

TEST_P(Passphrase, ThatNobodyGivesIsACancelledLogin) {
    Sshd sshd;
    const auto key = makeKey(sshd.folder(), "locked", "ed25519", "open sesame");
    authorize(sshd, key);
    auto endpoint = endpointOf(sshd);
    endpoint.identities = {key};
    PromptResponder responder;
    remote::Client client;
    const auto result = connectTo(client, endpoint, responder.prompts());
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::Cancelled) << describe(result.error());
    EXPECT_EQ(result.error().stage, remote::Stage::Login);
    EXPECT_EQ(responder.asked.size(), 1u);
    const auto alone = connectTo(client, endpoint); // without prompts
    ASSERT_FALSE(alone);
    EXPECT_EQ(alone.error().kind, FailureKind::LoginDenied) << describe(alone.error());
    EXPECT_NE(alone.error().what.find("no terminal"), std::string::npos) << alone.error().what;
}

TEST_P(Passphrase, IsNotAskedForAKeyThatTheServerRefuses) {
    Sshd sshd;
    const auto key = makeKey(sshd.folder(), "locked", "ed25519", "open sesame");
    auto endpoint = endpointOf(sshd);
    endpoint.identities = {key}; // refused; then the configured key is accepted
    PromptResponder responder;
    remote::Client client;
    EXPECT_TRUE(connectTo(client, endpoint, responder.prompts()));
    EXPECT_TRUE(responder.asked.empty());
}

class Certificate : public OverTransport {};
TEST_P(Certificate, NextToTheKeyLogsInWithoutAnAuthorizedKey) {
    TemporaryFolder folder;
    const auto authority = makeKey(folder.path(), "authority");
    SshdOptions options;
    options.lines = {"TrustedUserCAKeys " + authority.string() + ".pub"};
    Sshd sshd(options);
    const auto key = makeKey(sshd.folder(), "signed");
    run({"ssh-keygen", "-q", "-s", authority.string(), "-I", "test", "-n", sshd.user(),
         key.string() + ".pub"});
    ASSERT_TRUE(std::filesystem::exists(key.string() + "-cert.pub"));
    makeKey(sshd.folder(), "nobody");
    authorize(sshd, sshd.folder() / "nobody");
    auto endpoint = endpointOf(sshd);
    endpoint.identities = {key};
    remote::Client client;
    const auto result = connectTo(client, endpoint);
    EXPECT_TRUE(result) << describe(result.error());
}

class Agent : public OverTransport {
protected:
    /// A server that accepts only a key in the agent.
    std::unique_ptr<Sshd> serverFor(const std::filesystem::path &key, std::vector<std::string> more = {}) {
        SshdOptions options;
        options.clientLines = {"IdentityAgent " + agent.socket().string()};
        options.clientLines.insert(options.clientLines.end(), more.begin(), more.end());
        auto sshd = std::make_unique<Sshd>(options);
        authorize(*sshd, key);
        std::filesystem::remove(sshd->identity());
        std::filesystem::remove(sshd->identity().string() + ".pub");
        return sshd;
    }
    std::filesystem::path agentKey(const std::string &name, const std::string &type = "ed25519") {
        const auto key = makeKey(folder.path(), name, type);
        agent.add(key);
        std::filesystem::remove(key);
        return key;
    }
    TemporaryFolder folder;
    SshAgent agent;
    remote::Client client;
};

TEST_P(Agent, SignsWithAKeyThatIsNowhereElse) {
    const auto sshd = serverFor(agentKey("only"));
    const auto result = connectTo(client, endpointOf(*sshd));
    EXPECT_TRUE(result) << describe(result.error());
}

TEST_P(Agent, SignsWithRsaToo) {
    const auto sshd = serverFor(agentKey("only", "rsa"));
    const auto result = connectTo(client, endpointOf(*sshd));
    EXPECT_TRUE(result) << describe(result.error());
}

TEST_P(Agent, OffersTheRightOneOfManyWhereTheConfigurationNamesIt) {
    for (int i = 0; i < 10; ++i)
        agentKey("other" + std::to_string(i));
    const auto key = agentKey("right");
    for (const std::string &line : {std::string("IdentitiesOnly yes"), std::string("IdentitiesOnly no")}) {
        const auto sshd = serverFor(key, {line, "IdentityFile " + key.string()});
        const auto result = connectTo(client, endpointOf(*sshd));
        EXPECT_TRUE(result) << line << ": " << describe(result.error());
    }
}

TEST_P(Agent, WithTooManyKeysSuggestsIdentitiesOnly) {
    for (int i = 0; i < 10; ++i)
        agentKey("other" + std::to_string(i));
    const auto sshd = serverFor(agentKey("last"));
    const auto result = connectTo(client, endpointOf(*sshd));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::LoginDenied);
    EXPECT_NE(result.error().hint.find("IdentitiesOnly"), std::string::npos) << describe(result.error());
}

TEST_P(Agent, IsNotAskedForOtherKeysWithIdentitiesOnly) {
    const auto sshd = serverFor(agentKey("only"), {"IdentitiesOnly yes", "IdentityFile /nonexistent/key"});
    EXPECT_FALSE(connectTo(client, endpointOf(*sshd)));
}

TEST_P(Agent, ThatHangsDoesNotHoldUpALoginByFile) {
    if (isOpenSsh())
        GTEST_SKIP() << "NOT OVER ssh: ssh itself waits for its agent";
    agentKey("some");
    SshdOptions options;
    options.clientLines = {"IdentityAgent " + agent.socket().string()};
    Sshd sshd(options);
    agent.stop();
    remote::ConnectOptions quick;
    quick.handshakeTimeout = 20s;
    const auto result = connectTo(client, endpointOf(sshd), {}, quick);
    EXPECT_TRUE(result) << describe(result.error());
}

TEST_P(Agent, ThatHangsIsNamedWhenTheLoginFails) {
    if (isOpenSsh())
        GTEST_SKIP() << "NOT OVER ssh: ssh itself waits for its agent";
    const auto sshd = serverFor(agentKey("only"));
    agent.stop();
    const auto result = connectTo(client, endpointOf(*sshd));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::LoginDenied);
    EXPECT_NE(result.error().hint.find("agent did not answer"), std::string::npos)
        << describe(result.error());
}

TEST_P(Agent, ThatHangsCanBeCancelled) {
    if (isOpenSsh())
        GTEST_SKIP() << "NOT OVER ssh: ssh waits for its agent before the login begins";
    const auto sshd = serverFor(agentKey("only"));
    agent.stop();
    const auto result = std::make_shared<Eventually<remote::ConnectResult>>();
    const auto login = std::make_shared<Eventually<bool>>();
    remote::ConnectOptions options;
    options.stage = [login](remote::Stage stage) {
        if (stage == remote::Stage::Login)
            login->set(true);
    };
    const auto attempt =
        client.connect(endpointOf(*sshd), {}, options, [result](auto got) { result->set(got); });
    ASSERT_TRUE(login->get());
    attempt->cancel();
    const auto got = result->get();
    ASSERT_TRUE(got);
    ASSERT_FALSE(*got);
    EXPECT_EQ(got->error().kind, FailureKind::Cancelled);
    EXPECT_EQ(got->error().stage, remote::Stage::Login) << "that is how far it came";
}

/// With PAM: needs a temporary account, which only root can create. In CI, root runs the tests.
class Pam : public OverTransport {
protected:
    void SetUp() override {
        if (::getuid() != 0)
            GTEST_SKIP() << "NOT TESTED: keyboard-interactive with PAM needs root to make an account";
        user.emplace("correct horse 7!");
        options.pam = true;
        options.user = user->name();
        options.clientLines = {"PubkeyAuthentication no"};
    }
    void start() { sshd.emplace(options); }
    remote::ConnectResult login(PromptResponder &responder) {
        return connectTo(client, endpointOf(*sshd), responder.prompts());
    }
    SshdOptions options;
    std::optional<TemporaryUser> user;
    std::optional<Sshd> sshd;
    remote::Client client;
};

TEST_P(Pam, AsksKeyboardInteractiveAndRunsAsThatUser) {
    start();
    PromptResponder responder({user->password()});
    const auto result = login(responder);
    ASSERT_TRUE(result) << describe(result.error()) << sshd->log();
    ASSERT_EQ(responder.asked.size(), 1u);
    EXPECT_EQ(responder.asked[0].kind, AuthQuestion::Kind::KeyboardInteractive);
    EXPECT_NE(responder.asked[0].prompts[0].text.find("assword"), std::string::npos);
    EXPECT_FALSE(responder.asked[0].prompts[0].echo);
    EXPECT_EQ(runOn(**result, script("id -un\n")).out, user->name() + "\n");
}

TEST_P(Pam, AsksThePasswordWhereTheServerWantsThat) {
    options.lines = {"KbdInteractiveAuthentication no"};
    start();
    PromptResponder responder({user->password()});
    const auto result = login(responder);
    ASSERT_TRUE(result) << describe(result.error()) << sshd->log();
    ASSERT_EQ(responder.asked.size(), 1u);
    EXPECT_EQ(responder.asked[0].kind, AuthQuestion::Kind::Password);
    EXPECT_EQ(responder.asked[0].user, user->name());
}

TEST_P(Pam, AsksAgainAfterAWrongAnswer) {
    options.lines = {"KbdInteractiveAuthentication no"};
    start();
    PromptResponder responder({"wrong", user->password()});
    const auto result = login(responder);
    EXPECT_TRUE(result) << describe(result.error());
    ASSERT_EQ(responder.asked.size(), 2u);
    EXPECT_EQ(responder.asked[0].attempt, 1);
    EXPECT_EQ(responder.asked[1].attempt, 2);
}

TEST_P(Pam, AsksTheServersQuestionAgainAfterAWrongAnswer) {
    options.lines = {"PasswordAuthentication no"};
    start();
    PromptResponder responder({"wrong", user->password()});
    const auto result = login(responder);
    EXPECT_TRUE(result) << describe(result.error());
    ASSERT_EQ(responder.asked.size(), 2u);
    EXPECT_EQ(responder.asked[0].attempt, 1);
    EXPECT_EQ(responder.asked[1].attempt, 2);
}

TEST_P(Pam, StopsWhenTheUserCancelsAndRevealsNoSecret) {
    start();
    PromptResponder responder({"wrong-S3cret"});
    const auto result = login(responder);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::Cancelled);
    EXPECT_EQ(result.error().stage, remote::Stage::Login);
    EXPECT_EQ(describe(result.error()).find("S3cret"), std::string::npos);
}

TEST_P(Pam, NamesAWrongPasswordAsSuch) {
    for (const char *line : {"KbdInteractiveAuthentication no", "PasswordAuthentication no"}) {
        options.lines = {line};
        start();
        PromptResponder responder({"wrong-S3cret", "wrong-S3cret", "wrong-S3cret"});
        const auto result = login(responder);
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().kind, FailureKind::WrongPassword) << line << describe(result.error());
        EXPECT_EQ(result.error().stage, remote::Stage::Login);
        EXPECT_NE(result.error().what.find("rejected the password"), std::string::npos);
        EXPECT_NE(
            result.error().hint.find("-p " + std::to_string(sshd->port()) + " " + user->name() + "@sshd0`"),
            std::string::npos)
            << "the command has user and port: " << result.error().hint;
        EXPECT_EQ(describe(result.error()).find("S3cret"), std::string::npos);
        sshd.reset();
    }
}

/// A regression: a server that accepts few attempts ends the connection with "Too many authentication
/// failures", which was taken for too many keys.
TEST_P(Pam, NamesAWrongPasswordAsSuchIfTheServerEndsTheConnection) {
    options.lines = {"KbdInteractiveAuthentication no", "MaxAuthTries 2"};
    start();
    PromptResponder responder({"wrong", "wrong", "wrong"});
    const auto result = login(responder);
    ASSERT_FALSE(result);
    ASSERT_FALSE(responder.asked.empty());
    EXPECT_EQ(responder.asked.front().host, "127.0.0.1:" + std::to_string(sshd->port()));
    EXPECT_EQ(result.error().kind, FailureKind::WrongPassword) << describe(result.error());
    EXPECT_EQ(result.error().hint.find("IdentitiesOnly"), std::string::npos) << describe(result.error());
}

TEST_P(Pam, ReportsThatPromptingNeedsATerminal) {
    start();
    const auto result = connectTo(client, endpointOf(*sshd));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::LoginDenied);
    EXPECT_NE(result.error().what.find("no terminal"), std::string::npos) << describe(result.error());
}

TEST_P(Pam, CanFollowAPublicKeyAsSecondFactor) {
    options.lines = {"AuthenticationMethods publickey,keyboard-interactive"};
    options.clientLines = {};
    start();
    PromptResponder responder({user->password()});
    const auto result = login(responder);
    EXPECT_TRUE(result) << describe(result.error()) << sshd->log();
    EXPECT_EQ(responder.asked.size(), 1u);
}

TEST_P(Pam, ExcludesPromptTimeFromTheHandshakeTimeout) {
    start();
    remote::Prompts prompts;
    prompts.auth = [this](const AuthQuestion &) -> std::optional<std::vector<std::string>> {
        std::this_thread::sleep_for(2500ms); // a slow user is the case
        return std::vector{user->password()};
    };
    remote::ConnectOptions quick;
    quick.handshakeTimeout = 2000ms; // PAM itself takes some hundred ms
    const auto result = connectTo(client, endpointOf(*sshd), prompts, quick);
    EXPECT_TRUE(result) << describe(result.error());
}

TEST_P(Pam, TimesOutWaitingForAnAnswer) {
    start();
    const auto released = std::make_shared<std::atomic<bool>>(false);
    remote::Prompts prompts;
    prompts.auth = [released](const AuthQuestion &question) -> std::optional<std::vector<std::string>> {
        while (!question.cancelled())
            std::this_thread::sleep_for(10ms);
        *released = true;
        return std::vector<std::string>{"too late"};
    };
    remote::ConnectOptions hasty;
    hasty.promptTimeout = 300ms;
    const auto result = connectTo(client, endpointOf(*sshd), prompts, hasty);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, FailureKind::Timeout);
    EXPECT_EQ(result.error().stage, remote::Stage::Login);
    for (int i = 0; i < 1000 && !*released; ++i)
        std::this_thread::sleep_for(10ms);
    EXPECT_TRUE(*released) << "the question was told that nobody waits";
}

INSTANTIATE_TEST_SUITE_P(Over, PublicKey, kTransports, TransportName());
INSTANTIATE_TEST_SUITE_P(Over, Passphrase, kTransports, TransportName());
INSTANTIATE_TEST_SUITE_P(Over, Certificate, kTransports, TransportName());
INSTANTIATE_TEST_SUITE_P(Over, Agent, kTransports, TransportName());
INSTANTIATE_TEST_SUITE_P(Over, Pam, kTransports, TransportName());

} // namespace
} // namespace fabricscope::test
