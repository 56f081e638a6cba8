// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/HostKeyMachine.h"

#include <gmock/gmock.h>

#include <memory>

/// Every verdict on a host key, without a key, a file or a server.
namespace fabricscope::test {
namespace {

using Machine = remote::HostKeyMachine;
using State = remote::HostKeyState;
using Strict = remote::HostKeyPolicy::Strict;
using remote::Failure;
using remote::FailureKind;
using remote::HostConfig;
using remote::HostKeyAnswer;
using remote::Stage;
using testing::HasSubstr;

HostConfig host(Strict strict = Strict::Ask) {
    HostConfig config;
    config.host = "gpu-07";
    config.user = "ops";
    config.port = 2222;
    config.hostKeys.strict = strict;
    config.knownHostsToWrite = "/home/ops/.ssh/known_hosts";
    config.ownKnownHosts = "/home/ops/.local/state/known_hosts";
    return config;
}

Machine::Compared compared(State state) {
    return {state, "ssh-ed25519", "SHA256:old", "/home/ops/.ssh/known_hosts:12", false, {}};
}

struct Driven {
    explicit Driven(HostConfig of, std::string address = "192.0.2.7:2222")
        : config(std::make_shared<const HostConfig>(std::move(of))), machine(*config, std::move(address)) {
        give(Machine::KeyRead{"ssh-ed25519", "SHA256:new"});
    }
    Driven &give(const Machine::Event &event) {
        last = machine.step(event);
        return *this;
    }
    template<typename Action> [[nodiscard]] bool is() const { return std::holds_alternative<Action>(last); }
    template<typename Action> [[nodiscard]] const Action &as() const { return std::get<Action>(last); }
    [[nodiscard]] const Failure &refusal() const { return as<Machine::Refuse>().failure; }

    std::shared_ptr<const HostConfig> config;
    Machine machine;
    Machine::Action last{Machine::Compare{}};
};

TEST(HostKeyMachine, AKnownKeyIsAccepted) {
    Driven one(host());
    EXPECT_TRUE(one.is<Machine::Compare>());
    EXPECT_TRUE(one.give(compared(State::Known)).is<Machine::Accept>());
}

TEST(HostKeyMachine, AnUnknownKeyIsShownToTheUser) {
    Driven one(host());
    one.give(compared(State::Unknown));
    const auto question = one.as<Machine::Ask>().question;
    EXPECT_EQ(question.host, "[gpu-07]:2222");
    EXPECT_EQ(question.address, "192.0.2.7:2222");
    EXPECT_EQ(question.keyType, "ssh-ed25519");
    EXPECT_EQ(question.fingerprint, "SHA256:new");
    EXPECT_FALSE(question.changed);
    one.give(Machine::Answered{HostKeyAnswer::Refuse});
    EXPECT_EQ(one.refusal().kind, FailureKind::HostKeyUnknown);
    EXPECT_EQ(one.refusal().stage, Stage::HostKey);
    EXPECT_EQ(one.refusal().what, "the host key of [gpu-07]:2222 is not known: ssh-ed25519 SHA256:new");
    EXPECT_THAT(one.refusal().hint, HasSubstr("compare the fingerprint"));
}

TEST(HostKeyMachine, TheUserDecidesWhereAnAcceptedKeyIsStored) {
    const auto answered = [](HostKeyAnswer answer) {
        return Driven(host()).give(compared(State::Unknown)).give(Machine::Answered{answer});
    };
    EXPECT_TRUE(answered(HostKeyAnswer::AcceptOnce).is<Machine::Accept>());
    Driven stored = answered(HostKeyAnswer::AcceptAndStore);
    EXPECT_EQ(stored.as<Machine::Store>().file, "/home/ops/.ssh/known_hosts");
    EXPECT_EQ(stored.as<Machine::Store>().note, "");
    EXPECT_TRUE(stored.give(Machine::Stored{}).is<Machine::Accept>());
    EXPECT_EQ(answered(HostKeyAnswer::AcceptAndStoreInOwnFile).as<Machine::Store>().file,
              "/home/ops/.local/state/known_hosts");
}

TEST(HostKeyMachine, StrictYesRefusesAnUnknownKeyWithoutAQuestion) {
    Driven one(host(Strict::Yes));
    one.give(compared(State::Unknown));
    EXPECT_EQ(one.refusal().kind, FailureKind::HostKeyUnknown);
    EXPECT_EQ(one.refusal().hint, "StrictHostKeyChecking is yes: add the key to known_hosts yourself");
}

TEST(HostKeyMachine, AcceptNewStoresAnUnknownKeyWithANote) {
    Driven one(host(Strict::AcceptNew));
    one.give(compared(State::Unknown));
    EXPECT_EQ(one.as<Machine::Store>().file, "/home/ops/.ssh/known_hosts");
    EXPECT_EQ(one.as<Machine::Store>().note, "StrictHostKeyChecking accept-new: added the host key "
                                             "ssh-ed25519 SHA256:new of [gpu-07]:2222 without asking");
    EXPECT_TRUE(one.give(Machine::Stored{}).is<Machine::Accept>());
    EXPECT_THAT(Driven(host(Strict::No)).give(compared(State::Unknown)).as<Machine::Store>().note,
                HasSubstr("StrictHostKeyChecking no:"));
}

TEST(HostKeyMachine, AcceptNewWithoutAFileRefuses) {
    HostConfig config = host(Strict::AcceptNew);
    config.knownHostsToWrite.clear();
    Driven one(config);
    one.give(compared(State::Unknown));
    EXPECT_EQ(one.refusal().kind, FailureKind::HostKeyUnknown);
    EXPECT_THAT(one.refusal().hint, HasSubstr("UserKnownHostsFile is none"));
}

TEST(HostKeyMachine, AChangedKeyIsShownAndRefusedWhateverTheAnswer) {
    for (const Strict strict : {Strict::Ask, Strict::Yes, Strict::AcceptNew, Strict::No})
        for (const HostKeyAnswer answer :
             {HostKeyAnswer::Refuse, HostKeyAnswer::AcceptOnce, HostKeyAnswer::AcceptAndStore,
              HostKeyAnswer::AcceptAndStoreInOwnFile}) {
            Driven one(host(strict));
            one.give(compared(State::Changed));
            const auto question = one.as<Machine::Ask>().question;
            EXPECT_TRUE(question.changed);
            EXPECT_FALSE(question.revoked);
            EXPECT_EQ(question.knownFingerprint, "SHA256:old");
            EXPECT_EQ(question.knownKeyType, "ssh-ed25519");
            EXPECT_EQ(question.knownIn, "/home/ops/.ssh/known_hosts:12");
            one.give(Machine::Answered{answer});
            EXPECT_EQ(one.refusal().kind, FailureKind::HostKeyChanged);
            EXPECT_EQ(one.refusal().what,
                      "the host key of [gpu-07]:2222 has changed: now ssh-ed25519 SHA256:new, known "
                      "ssh-ed25519 SHA256:old (/home/ops/.ssh/known_hosts:12)");
            EXPECT_THAT(one.refusal().hint, HasSubstr("ssh-keygen -f"));
            EXPECT_EQ(one.refusal().hint.ends_with("StrictHostKeyChecking no is not honoured for such a key"),
                      strict == Strict::No);
        }
}

TEST(HostKeyMachine, AKeyThatKnownHostsRevokesIsShownAndRefused) {
    Driven one(host(Strict::AcceptNew));
    one.give(compared(State::Revoked));
    EXPECT_TRUE(one.as<Machine::Ask>().question.changed);
    EXPECT_TRUE(one.as<Machine::Ask>().question.revoked);
    one.give(Machine::Answered{HostKeyAnswer::AcceptOnce});
    EXPECT_EQ(one.refusal().kind, FailureKind::HostKeyRevoked);
    EXPECT_EQ(one.refusal().what, "the host key ssh-ed25519 SHA256:new of [gpu-07]:2222 is revoked "
                                  "(/home/ops/.ssh/known_hosts:12)");
}

TEST(HostKeyMachine, RevokedHostKeysComesFirst) {
    HostConfig config = host(Strict::No);
    config.hostKeys.revokedKeys = "/etc/ssh/revoked";
    config.hostKeys.skipLoopback = true;
    Driven one(config, "127.0.0.1:2222");
    EXPECT_TRUE(one.is<Machine::CheckRevocation>());
    Driven unreadable = one;
    EXPECT_TRUE(one.give(Machine::RevocationChecked{true, {}}).is<Machine::Refuse>());
    EXPECT_EQ(one.refusal().kind, FailureKind::HostKeyRevoked);
    EXPECT_THAT(one.refusal().what, HasSubstr("is revoked (RevokedHostKeys /etc/ssh/revoked)"));
    unreadable.give(Machine::RevocationChecked{std::nullopt, {}});
    EXPECT_EQ(unreadable.refusal().kind, FailureKind::HostKeyRevoked) << "even where no reason is known";
    EXPECT_THAT(unreadable.refusal().what, HasSubstr("cannot be checked: RevokedHostKeys /etc/ssh/revoked"));
    Driven good(config, "192.0.2.7:2222");
    EXPECT_TRUE(good.give(Machine::RevocationChecked{false, {}}).is<Machine::Compare>());
}

TEST(HostKeyMachine, LoopbackIsSkippedOnlyWhereThisMachineIsMeant) {
    HostConfig config = host();
    EXPECT_TRUE(Driven(config, "127.0.0.1:2222").is<Machine::Compare>()) << "it is not asked for";
    config.hostKeys.skipLoopback = true;
    EXPECT_TRUE(Driven(config, "127.0.0.1:2222").is<Machine::Accept>());
    EXPECT_TRUE(Driven(config, "[::1]:2222").is<Machine::Accept>());
    EXPECT_TRUE(Driven(config, "192.0.2.7:2222").is<Machine::Compare>());
    HostConfig jumping = config, proxied = config, alias = config;
    jumping.jumps = {"bastion"};
    proxied.proxyCommand = "nc";
    alias.hostKeyAlias = "vm";
    for (const HostConfig &elsewhere : {jumping, proxied, alias})
        EXPECT_TRUE(Driven(elsewhere, "127.0.0.1:2222").is<Machine::Compare>());
}

TEST(HostKeyMachine, KnownHostsCommandIsRunBeforeTheComparison) {
    HostConfig config = host();
    config.hostKeys.knownHostsCommand = "/usr/bin/keys %h";
    Driven one(config);
    EXPECT_TRUE(one.is<Machine::RunCommand>());
    Driven failed = one;
    EXPECT_TRUE(one.give(Machine::CommandRun{}).is<Machine::Compare>());
    failed.give(Machine::CommandRun{Failure{FailureKind::Config, Stage::HostKey, "it failed", {}}});
    EXPECT_EQ(failed.refusal().what, "it failed");
}

TEST(HostKeyMachine, AKeyKnownWithoutThePortIsAcceptedButNotAgainstAConflict) {
    Machine::Compared without = compared(State::Unknown);
    without.isKnownWithoutPort = true;
    EXPECT_TRUE(Driven(host()).give(without).is<Machine::Accept>());
    without.state = State::Changed;
    EXPECT_TRUE(Driven(host()).give(without).as<Machine::Ask>().question.changed);
}

TEST(HostKeyMachine, AnAuthorityExplainsAnUnknownOrChangedKeyButNotARevokedOne) {
    for (const State state : {State::Unknown, State::Changed}) {
        Machine::Compared signedBy = compared(state);
        signedBy.authority = "ssh-ed25519 SHA256:ca (/etc/ssh/ssh_known_hosts:1)";
        Driven one(host());
        one.give(signedBy);
        EXPECT_EQ(one.refusal().kind, FailureKind::HostCertificate);
        EXPECT_THAT(one.refusal().what, HasSubstr(signedBy.authority));
        EXPECT_EQ(one.refusal().hint, "use --transport ssh: OpenSSH verifies them");
    }
    Machine::Compared revoked = compared(State::Revoked);
    revoked.authority = "ssh-ed25519 SHA256:ca";
    EXPECT_TRUE(Driven(host()).give(revoked).is<Machine::Ask>());
    Machine::Compared known = compared(State::Known);
    known.authority = revoked.authority;
    EXPECT_TRUE(Driven(host()).give(known).is<Machine::Accept>());
}

TEST(HostKeyMachine, NothingButTheOutcomeOfItsActionIsAccepted) {
    HostConfig config = host();
    config.hostKeys.revokedKeys = "/etc/ssh/revoked";
    config.hostKeys.knownHostsCommand = "/usr/bin/keys";
    const std::vector<Machine::Event> events{
        Machine::RevocationChecked{false, {}}, Machine::CommandRun{}, compared(State::Unknown),
        Machine::Answered{HostKeyAnswer::AcceptAndStore}, Machine::Stored{}};
    Driven one(config);
    for (std::size_t step = 0; step < events.size(); ++step) {
        for (std::size_t other = 0; other < events.size(); ++other) {
            if (other == step)
                continue;
            Driven mistaken = one;
            EXPECT_EQ(mistaken.give(events[other]).refusal().kind, FailureKind::Protocol);
        }
        one.give(events[step]);
    }
    EXPECT_TRUE(one.is<Machine::Accept>());
    EXPECT_TRUE(one.give(Machine::Stored{}).is<Machine::Refuse>()) << "it is over";
}

TEST(HostKeyMachine, ACancelledConnectionAcceptsNothingInAnyState) {
    HostConfig config = host();
    config.hostKeys.revokedKeys = "/etc/ssh/revoked";
    config.hostKeys.knownHostsCommand = "/usr/bin/keys";
    Driven one(config); // checking revocation
    const std::vector<Machine::Event> events{Machine::RevocationChecked{false, {}}, Machine::CommandRun{},
                                             compared(State::Unknown),
                                             Machine::Answered{HostKeyAnswer::AcceptAndStore}};
    for (const Machine::Event &event : events) {
        Driven cancelled = one;
        EXPECT_EQ(cancelled.give(Machine::Cancelled{}).refusal().kind, FailureKind::Cancelled);
        one.give(event);
    }
    EXPECT_TRUE(one.is<Machine::Store>());
    EXPECT_EQ(one.give(Machine::Cancelled{}).refusal().kind, FailureKind::Cancelled);
}

} // namespace
} // namespace fabricscope::test
