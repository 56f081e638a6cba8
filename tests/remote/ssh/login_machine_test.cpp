// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/LoginMachine.h"

#include <gmock/gmock.h>

#include <memory>

/// Every step of a login, without a server, an agent, a key or a user.
namespace fabricscope::test {
namespace {

using Machine = remote::LoginMachine;
using Reply = Machine::Reply;
using remote::AuthQuestion;
using remote::Failure;
using remote::FailureKind;
using remote::HostConfig;
using remote::Stage;
using testing::HasSubstr;

const std::string kCutOff = "Too many authentication failures";
const std::vector<std::string> kAll{"publickey", "keyboard-interactive", "password"};

HostConfig host(std::vector<std::string> methods = kAll) {
    HostConfig config;
    config.alias = config.host = "gpu-07";
    config.user = "ops";
    config.methods = std::move(methods);
    return config;
}

Machine::Replied replied(Reply reply, std::vector<std::string> methods = kAll) {
    return {reply, std::move(methods), true, "Access denied"};
}
Machine::Replied cutOff() {
    return {Reply::Error, kAll, false, "Received SSH_MSG_DISCONNECT: 2:" + kCutOff};
}
Machine::Replied closed() {
    return {Reply::Error, {}, false, "Socket error: disconnected"};
}

const Machine::Key kAgentKey{true, true, "ops@laptop"};
const Machine::Key kFile{false, true, "/home/ops/.ssh/id_ed25519"};
const Machine::Key kEncryptedFile{false, false, "/home/ops/.ssh/id_rsa"}; // no public key beside it
const Machine::Questioned kPasswordPrompt{"", "", {{"Password: ", false}}};
const Machine::Answered kGiven{true}, kDeclined{false};
const Machine::KeyLoaded kLoaded{true, std::nullopt};

struct Driven {
    explicit Driven(HostConfig of = host(), bool canAsk = true)
        : config(std::make_shared<const HostConfig>(std::move(of))), machine(*config, canAsk) {
        give(Machine::Started{});
    }
    Driven &give(const Machine::Event &event) {
        last = machine.step(event);
        return *this;
    }
    Driven &deny() { return give(replied(Reply::Denied)); }
    Driven &accept() { return give(replied(Reply::Accepted)); }
    /// The answer to the attempt without a method: these are offered.
    Driven &offered(std::vector<std::string> methods = kAll) {
        return give(replied(Reply::Denied, std::move(methods)));
    }
    template<typename Action> [[nodiscard]] bool is() const { return std::holds_alternative<Action>(last); }
    template<typename Action> [[nodiscard]] const Action &as() const { return std::get<Action>(last); }
    [[nodiscard]] const Failure &failure() const { return as<Machine::Fail>().failure; }
    [[nodiscard]] const AuthQuestion &question() const { return as<Machine::Ask>().question; }

    std::shared_ptr<const HostConfig> config; // one for all copies
    Machine machine;
    Machine::Action last{Machine::TryNone{}};
};

Driven withKeys(std::vector<Machine::Key> keys, HostConfig config = host()) {
    Driven one(std::move(config));
    return one.offered().give(Machine::KeysListed{std::move(keys), {}});
}

// ---- methods

TEST(LoginMachine, AServerThatAsksForNothingIsEntered) {
    Driven one;
    EXPECT_TRUE(one.is<Machine::TryNone>());
    EXPECT_TRUE(one.accept().is<Machine::Succeed>());
}

TEST(LoginMachine, MethodsAreTriedInTheOrderOfTheConfiguration) {
    Driven one(host({"password", "publickey", "keyboard-interactive"}));
    EXPECT_EQ(one.offered().question().kind, AuthQuestion::Kind::Password);
    one.give(kGiven).deny().give(kGiven).deny().give(kGiven).deny();
    EXPECT_TRUE(one.is<Machine::ListKeys>());
    EXPECT_TRUE(one.give(Machine::KeysListed{}).is<Machine::Interact>());
    one.deny();
    EXPECT_THAT(one.failure().what, HasSubstr("(tried password, publickey, keyboard-interactive)"));
}

TEST(LoginMachine, OnlyWhatTheServerOffersIsTried) {
    EXPECT_TRUE(Driven().offered({"password"}).is<Machine::Ask>());
    EXPECT_TRUE(Driven().offered({"keyboard-interactive"}).is<Machine::Interact>());
    Driven none;
    none.offered({"hostbased"});
    EXPECT_EQ(none.failure().what, "ops@gpu-07 refused the login");
    EXPECT_EQ(none.failure().kind, FailureKind::LoginDenied);
    EXPECT_EQ(none.failure().stage, Stage::Login);
    EXPECT_EQ(none.failure().hint, "test in a terminal: `ssh ops@gpu-07`");
}

TEST(LoginMachine, UnknownMethodsOfTheConfigurationAreSkipped) {
    Driven one(host({"gssapi-with-mic", "hostbased", "password"}));
    EXPECT_TRUE(one.offered({"gssapi-with-mic", "hostbased", "password"}).is<Machine::Ask>());
}

TEST(LoginMachine, SeveralFactorsAreTakenOneAfterTheOther) {
    Driven one = withKeys({kAgentKey});
    one.accept().give(replied(Reply::Partial, {"password", "keyboard-interactive"}));
    EXPECT_TRUE(one.is<Machine::Interact>()) << "the configuration's next one that is offered now";
    one.give(kPasswordPrompt).give(kGiven).give(replied(Reply::Partial, {"password"}));
    EXPECT_EQ(one.question().kind, AuthQuestion::Kind::Password);
    EXPECT_TRUE(one.give(kGiven).accept().is<Machine::Succeed>());
}

TEST(LoginMachine, ASecondKeyAsAFactorIsNotTheSameOne) {
    Driven one = withKeys({kAgentKey, kFile});
    one.accept().give(replied(Reply::Partial, {"publickey"}));
    EXPECT_EQ(one.as<Machine::FindCertificates>().key, 1U) << "keys are listed once";
    one.give(Machine::CertificatesFound{}).accept().give(kLoaded);
    EXPECT_TRUE(one.accept().is<Machine::Succeed>());
}

TEST(LoginMachine, AServerThatWantsFactorsWithoutEndIsLeft) {
    Driven one(host({"password"}));
    one.offered();
    int factors = 0;
    for (; factors < 100 && one.is<Machine::Ask>(); ++factors)
        one.give(kGiven).give(replied(Reply::Partial, {"password"}));
    EXPECT_EQ(factors, 8);
    EXPECT_EQ(one.failure().kind, FailureKind::LoginDenied);
}

TEST(LoginMachine, PartialSuccessWithoutAnythingLeftFails) {
    Driven one(host({"password"}));
    one.offered().give(kGiven).give(replied(Reply::Partial, {"publickey"}));
    EXPECT_EQ(one.failure().what, "ops@gpu-07 refused the login (tried password)");
}

// ---- keys

TEST(LoginMachine, AnAgentsKeyIsOfferedBeforeItSigns) {
    Driven one = withKeys({kAgentKey, kFile});
    EXPECT_EQ(one.as<Machine::OfferKey>().key, 0U);
    EXPECT_EQ(one.accept().as<Machine::SignWithAgent>().key, 0U);
    EXPECT_TRUE(one.accept().is<Machine::Succeed>());
}

TEST(LoginMachine, AnAgentThatDoesNotSignIsNotedAndTheNextKeyTried) {
    Driven one = withKeys({kAgentKey, kFile}, host({"publickey"}));
    one.accept().give(replied(Reply::Error));
    EXPECT_EQ(one.as<Machine::FindCertificates>().key, 1U);
    one.give(Machine::CertificatesFound{}).deny();
    EXPECT_THAT(one.failure().hint, HasSubstr("the ssh agent did not sign with 'ops@laptop'; test in a"));
}

TEST(LoginMachine, NoPassphraseIsAskedForAKeyThatTheServerRefuses) {
    Driven one = withKeys({kFile, kAgentKey});
    one.give(Machine::CertificatesFound{});
    EXPECT_EQ(one.as<Machine::OfferKey>().key, 0U);
    EXPECT_EQ(one.deny().as<Machine::OfferKey>().key, 1U);
}

TEST(LoginMachine, AKeyWithoutItsPublicHalfIsLoadedFirst) {
    Driven one = withKeys({kEncryptedFile});
    one.give(Machine::CertificatesFound{});
    EXPECT_EQ(one.as<Machine::LoadKey>().key, 0U);
    EXPECT_TRUE(one.give(kLoaded).is<Machine::Sign>());
    EXPECT_TRUE(one.accept().is<Machine::Succeed>());
}

TEST(LoginMachine, CertificatesComeBeforeTheirKey) {
    Driven one = withKeys({kFile});
    EXPECT_EQ(one.as<Machine::FindCertificates>().key, 0U);
    one.give(Machine::CertificatesFound{2});
    EXPECT_EQ(one.as<Machine::OfferCertificate>().certificate, 0U);
    EXPECT_EQ(one.deny().as<Machine::OfferCertificate>().certificate, 1U);
    EXPECT_EQ(one.accept().as<Machine::LoadKey>().key, 0U);
    EXPECT_EQ(one.give(kLoaded).as<Machine::SignWithCertificate>().certificate, 1U);
    EXPECT_EQ(one.deny().as<Machine::OfferKey>().key, 0U) << "the plain key";
    EXPECT_TRUE(one.accept().give(kLoaded).accept().is<Machine::Succeed>());
}

TEST(LoginMachine, ACertificateWhoseKeyCannotBeLoadedIsLeft) {
    Driven one = withKeys({kFile}, host({"publickey"}));
    one.give(Machine::CertificatesFound{1}).accept().give(Machine::KeyLoaded{false, {}});
    EXPECT_TRUE(one.is<Machine::OfferKey>());
    one.deny();
    EXPECT_THAT(one.failure().hint, HasSubstr("the key /home/ops/.ssh/id_ed25519 could not be used; "));
}

TEST(LoginMachine, AKeyThatCannotBeUsedIsNotedAndTheNextTried) {
    Driven one = withKeys({kFile, kAgentKey}, host({"publickey"}));
    one.give(Machine::CertificatesFound{}).accept().give(Machine::KeyLoaded{false, {}});
    EXPECT_EQ(one.as<Machine::OfferKey>().key, 1U);
    one.deny();
    EXPECT_THAT(one.failure().hint, HasSubstr("could not be used"));
    EXPECT_EQ(one.failure().kind, FailureKind::LoginDenied);
}

TEST(LoginMachine, NotesOfTheAgentAreInTheHint) {
    Driven one(host({"publickey"}));
    one.offered().give(Machine::KeysListed{{}, {"the ssh agent did not answer"}});
    EXPECT_EQ(one.failure().hint, "the ssh agent did not answer; test in a terminal: `ssh ops@gpu-07`");
}

TEST(LoginMachine, ADeclinedPassphraseIsACancelledLogin) {
    Driven one = withKeys({kFile}, host({"publickey"}));
    one.give(Machine::CertificatesFound{}).accept().give(Machine::KeyLoaded{false, false});
    EXPECT_EQ(one.failure().kind, FailureKind::Cancelled);
    EXPECT_EQ(one.failure().what, "the login to ops@gpu-07 was cancelled before a password was entered");
}

TEST(LoginMachine, ADeclinedPassphraseAndThenAWrongPasswordIsAWrongPassword) {
    Driven one = withKeys({kFile}, host({"publickey", "password"}));
    one.give(Machine::CertificatesFound{}).accept().give(Machine::KeyLoaded{false, false});
    one.give(kGiven).deny().give(kGiven).deny().give(kGiven).deny();
    EXPECT_EQ(one.failure().kind, FailureKind::WrongPassword);
}

TEST(LoginMachine, AnErrorOfOneKeyIsNoErrorOfTheLinkAndViceVersa) {
    Driven one = withKeys({kAgentKey, kAgentKey});
    EXPECT_EQ(one.give(replied(Reply::Error)).as<Machine::OfferKey>().key, 1U);
    one.give(closed());
    EXPECT_EQ(one.failure().what, "ops@gpu-07 closed the connection during the login (tried publickey)");
}

TEST(LoginMachine, ManyKeysOfWhichNoneFitsMeetTheLimitOfTheServer) {
    Driven one = withKeys(std::vector<Machine::Key>(8, kAgentKey));
    one.deny().deny().deny().deny().deny().give(cutOff());
    EXPECT_EQ(one.failure().kind, FailureKind::LoginDenied);
    EXPECT_EQ(one.failure().what, "ops@gpu-07 refused the login after 6 keys");
    EXPECT_EQ(one.failure().hint,
              "set IdentityFile and `IdentitiesOnly yes` for this host to offer only the right key");
}

// ---- passwords

TEST(LoginMachine, AWrongPasswordIsAskedForThreeTimes) {
    Driven one(host({"password"}));
    one.offered();
    for (int attempt = 1; attempt <= 3; ++attempt) {
        EXPECT_EQ(one.question().attempt, attempt);
        EXPECT_EQ(one.question().host, "gpu-07");
        EXPECT_EQ(one.question().user, "ops");
        EXPECT_EQ(one.question().prompts.at(0).text, "Password for ops@gpu-07");
        EXPECT_FALSE(one.question().prompts.at(0).echo);
        EXPECT_TRUE(one.give(kGiven).is<Machine::SendPassword>());
        one.deny();
    }
    EXPECT_EQ(one.failure().kind, FailureKind::WrongPassword);
    EXPECT_EQ(one.failure().what, "ops@gpu-07 rejected the password (tried password)");
}

TEST(LoginMachine, TheSecondPasswordMayBeRight) {
    Driven one(host({"password"}));
    EXPECT_TRUE(one.offered().give(kGiven).deny().give(kGiven).accept().is<Machine::Succeed>());
}

TEST(LoginMachine, NumberOfPasswordPromptsZeroAsksNothing) {
    HostConfig config = host({"keyboard-interactive", "password"});
    config.passwordPrompts = 0;
    Driven one(config);
    EXPECT_EQ(one.offered().failure().what,
              "ops@gpu-07 refused the login (tried keyboard-interactive, password)");
}

TEST(LoginMachine, ADeclinedPasswordEndsTheLoginWithoutAnotherQuestion) {
    Driven one(host({"password", "keyboard-interactive"}));
    one.offered().give(kDeclined);
    EXPECT_EQ(one.failure().kind, FailureKind::Cancelled);
}

TEST(LoginMachine, WithoutATerminalTheQuestionIsTheReason) {
    Driven one(host({"password"}), false);
    one.offered().give(kDeclined);
    EXPECT_EQ(one.failure().kind, FailureKind::LoginDenied);
    EXPECT_EQ(one.failure().what,
              "ops@gpu-07 asks a question, but there is no terminal to answer it (tried password)");
}

TEST(LoginMachine, AServerThatEndsTheLinkAtAPasswordRejectedIt) {
    Driven one(host({"password"}));
    one.offered().give(kGiven).deny().give(kGiven).give(cutOff());
    EXPECT_EQ(one.failure().kind, FailureKind::WrongPassword);
    EXPECT_EQ(one.failure().what, "ops@gpu-07 rejected the answers (tried password)");
}

// ---- keyboard-interactive

TEST(LoginMachine, TheServersQuestionsAreTheUsers) {
    Driven one(host({"keyboard-interactive"}));
    one.offered().give(Machine::Questioned{"RADIUS", "Two steps", {{"Password: ", false}, {"Code: ", true}}});
    EXPECT_EQ(one.question().kind, AuthQuestion::Kind::KeyboardInteractive);
    EXPECT_EQ(one.question().title, "RADIUS");
    EXPECT_EQ(one.question().instruction, "Two steps");
    ASSERT_EQ(one.question().prompts.size(), 2U);
    EXPECT_TRUE(one.question().prompts[1].echo);
    EXPECT_TRUE(one.give(kGiven).is<Machine::Interact>());
    EXPECT_TRUE(one.give(Machine::Questioned{}).is<Machine::Interact>()) << "the end of the conversation";
    EXPECT_TRUE(one.accept().is<Machine::Succeed>());
}

TEST(LoginMachine, AMessageIsShownAndNeedsNoAnswer) {
    Driven one(host({"keyboard-interactive"}));
    one.offered().give(Machine::Questioned{"", "Approve the login on your phone", {}});
    EXPECT_EQ(one.question().instruction, "Approve the login on your phone");
    EXPECT_TRUE(one.give(kDeclined).is<Machine::Interact>());
    EXPECT_TRUE(one.accept().is<Machine::Succeed>());
}

TEST(LoginMachine, ARefusalWithoutAQuestionIsNotRepeated) {
    Driven one(host({"keyboard-interactive"}));
    EXPECT_EQ(one.offered().deny().failure().what,
              "ops@gpu-07 refused the login (tried keyboard-interactive)");
}

TEST(LoginMachine, WrongAnswersAreAskedForThreeTimes) {
    Driven one(host({"keyboard-interactive"}));
    one.offered();
    for (int attempt = 1; attempt <= 3; ++attempt) {
        EXPECT_TRUE(one.is<Machine::Interact>());
        EXPECT_EQ(one.give(kPasswordPrompt).question().attempt, attempt);
        one.give(kGiven).deny();
    }
    EXPECT_EQ(one.failure().what, "ops@gpu-07 rejected the password (tried keyboard-interactive)");
    EXPECT_EQ(one.failure().kind, FailureKind::WrongPassword);
}

TEST(LoginMachine, AnAnswerThatMayBeSeenIsNoPassword) {
    Driven one(host({"keyboard-interactive"}));
    one.offered();
    for (int attempt = 1; attempt <= 3; ++attempt)
        one.give(Machine::Questioned{"", "", {{"Colour: ", true}}}).give(kGiven).deny();
    EXPECT_EQ(one.failure().kind, FailureKind::LoginDenied);
}

TEST(LoginMachine, OnlyTheLastRoundDecidesWhetherAPasswordWasWrong) {
    Driven one(host({"keyboard-interactive"}));
    one.offered();
    for (int attempt = 1; attempt <= 3; ++attempt)
        one.give(kPasswordPrompt)
            .give(kGiven)
            .give(Machine::Questioned{"", "Your account is locked", {}})
            .give(kGiven)
            .deny();
    EXPECT_EQ(one.failure().kind, FailureKind::LoginDenied);
}

TEST(LoginMachine, AServerThatAsksWithoutEndIsLeft) {
    Driven one(host({"keyboard-interactive"}));
    one.offered();
    int rounds = 0;
    for (; rounds < 1000 && one.is<Machine::Interact>(); ++rounds)
        one.give(Machine::Questioned{});
    EXPECT_EQ(rounds, 33);
    EXPECT_EQ(one.failure().kind, FailureKind::LoginDenied);
}

TEST(LoginMachine, AQuestionAfterAWrongPasswordIsNoRefusalOfIt) {
    Driven one(host({"keyboard-interactive"}));
    one.offered().give(kPasswordPrompt).give(kGiven).deny();
    for (int rounds = 0; rounds < 1000 && one.is<Machine::Interact>(); ++rounds)
        one.give(Machine::Questioned{});
    EXPECT_EQ(one.failure().kind, FailureKind::LoginDenied);
}

TEST(LoginMachine, DecliningTheServersQuestionEndsTheLogin) {
    Driven one(host({"keyboard-interactive", "password"}));
    one.offered().give(kPasswordPrompt).give(kDeclined);
    EXPECT_EQ(one.failure().kind, FailureKind::Cancelled);
}

// ---- each state

struct StateCase {
    const char *name;
    std::vector<Machine::Event> events;
};

std::vector<StateCase> states() {
    const auto to = [](std::vector<Machine::Event> more) {
        more.insert(more.begin(), replied(Reply::Denied));
        return more;
    };
    const Machine::Event accepted = replied(Reply::Accepted);
    const Machine::KeysListed files{{kFile}, {}}, agent{{kAgentKey}, {}}, none{};
    const Machine::CertificatesFound plain{0}, one{1};
    const Machine::Event denied = replied(Reply::Denied);
    return {
        {"TryingNone", {}},
        {"ListingKeys", to({})},
        {"OfferingAgentKey", to({agent})},
        {"SigningWithAgent", to({agent, accepted})},
        {"FindingCertificates", to({files})},
        {"OfferingCertificate", to({files, one})},
        {"LoadingForCertificate", to({files, one, accepted})},
        {"SigningWithCertificate", to({files, one, accepted, kLoaded})},
        {"OfferingKey", to({files, plain})},
        {"LoadingKey", to({files, plain, accepted})},
        {"Signing", to({files, plain, accepted, kLoaded})},
        {"Interacting", to({none})},
        {"ShowingMessage", to({none, Machine::Questioned{"", "wait", {}}})},
        {"AskingPrompts", to({none, kPasswordPrompt})},
        {"AskingPassword", to({none, denied})},
        {"SendingPassword", to({none, denied, kGiven})},
    };
}

class LoginState : public testing::TestWithParam<StateCase> {
protected:
    [[nodiscard]] Driven reached() const {
        Driven one;
        for (const Machine::Event &event : GetParam().events)
            one.give(event);
        EXPECT_FALSE(one.is<Machine::Fail>() || one.is<Machine::Succeed>());
        return one;
    }
    [[nodiscard]] static bool asksTheServer(const Driven &one) {
        return one.is<Machine::TryNone>() || one.is<Machine::OfferKey>() ||
               one.is<Machine::SignWithAgent>() || one.is<Machine::OfferCertificate>() ||
               one.is<Machine::SignWithCertificate>() || one.is<Machine::Sign>() ||
               one.is<Machine::Interact>() || one.is<Machine::SendPassword>();
    }
};
INSTANTIATE_TEST_SUITE_P(Each, LoginState, testing::ValuesIn(states()),
                         [](const auto &one) { return std::string(one.param.name); });

TEST_P(LoginState, EndsWhenItIsCancelled) {
    Driven one = reached();
    one.give(Machine::Cancelled{});
    EXPECT_EQ(one.failure().kind, FailureKind::Cancelled);
    EXPECT_EQ(one.failure().stage, Stage::Login);
    EXPECT_TRUE(one.accept().is<Machine::Fail>()) << "nothing that comes later is a login";
}

TEST_P(LoginState, EndsWhenTheLinkDoes) {
    Driven one = reached();
    if (!asksTheServer(one))
        return;
    one.give(closed());
    ASSERT_TRUE(one.is<Machine::Fail>());
    const bool isFirst = GetParam().events.empty();
    EXPECT_EQ(one.failure().kind, isFirst ? FailureKind::Protocol : FailureKind::LoginDenied);
    EXPECT_THAT(one.failure().what, HasSubstr("closed the connection"));
}

/// PartialSuccess may come for any attempt, even for a key that was only offered.
TEST_P(LoginState, GoesOnWithTheNextFactorAtPartialSuccess) {
    Driven one = reached();
    if (!asksTheServer(one))
        return;
    one.give(replied(Reply::Partial, {"password"}));
    EXPECT_EQ(one.question().kind, AuthQuestion::Kind::Password);
}

TEST_P(LoginState, AnEventThatIsNoAnswerToItsActionIsNoLogin) {
    const std::vector<Machine::Event> all{replied(Reply::Accepted),     Machine::KeysListed{},
                                          Machine::CertificatesFound{}, kLoaded,
                                          Machine::Questioned{},        kGiven};
    int answers = 0;
    for (const Machine::Event &event : all) {
        Driven one = reached();
        const bool isReply = std::holds_alternative<Machine::Replied>(event);
        const bool asks = asksTheServer(one);
        one.give(event);
        EXPECT_FALSE(one.is<Machine::Succeed>() && !(isReply && asks));
        answers += one.is<Machine::Fail>() ? 0 : 1;
    }
    EXPECT_GE(answers, 1);
    EXPECT_LE(answers, 2) << "a reply, and for keyboard-interactive a question";
}

} // namespace
} // namespace fabricscope::test
