// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/config/SshOutput.h"
#include "remote/openssh/AskpassQuestion.h"
#include "remote/openssh/OpenSshArguments.h"
#include "remote/openssh/OpenSshErrors.h"
#include "remote/openssh/TransportChoice.h"
#include "tests/Places.h"
#include "tests/support/Sshd.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace fabricscope::test {
namespace {

using remote::FailureKind;
using remote::Stage;
using remote::TransportKind;

const auto kNever = [] {
    return false;
};

/// The output of `ssh -G`: these lines before the default ones.
remote::HostConfig configOf(const std::string &lines) {
    remote::Endpoint endpoint;
    endpoint.target = "gpu-07";
    auto config = remote::parseSshG(lines + "hostname gpu-07\nuser me\nport 22\n", endpoint);
    if (!config)
        throw std::runtime_error(config.error().what);
    config->sshArguments = {"--", "gpu-07"};
    return *config;
}

struct Need {
    std::string name, lines, reason; ///< no reason: the library can be used
};
void PrintTo(const Need &need, std::ostream *stream) {
    *stream << need.name;
}
class ReasonForOpenSsh : public testing::TestWithParam<Need> {};
TEST_P(ReasonForOpenSsh, FollowsFromTheConfiguration) {
    ::setenv("KRB5CCNAME", "FILE:/nonexistent/cache", 1);
    const auto config = configOf(GetParam().lines);
    EXPECT_EQ(remote::reasonForOpenSsh(config, kNever), GetParam().reason);
    ::unsetenv("KRB5CCNAME");
}
INSTANTIATE_TEST_SUITE_P(
    Options, ReasonForOpenSsh,
    testing::Values(
        Need{"nothing", "", ""}, Need{"pkcs11", "pkcs11provider /usr/lib/p11.so\n", "PKCS11Provider is set"},
        Need{"noPkcs11", "pkcs11provider none\n", ""},
        Need{"hostBased", "hostbasedauthentication yes\n", "HostbasedAuthentication is set"},
        Need{"notHostBased", "hostbasedauthentication no\n", ""},
        Need{"knownHostsCommand", "knownhostscommand /usr/bin/keys %H\n", "KnownHostsCommand is set"},
        Need{"dns", "verifyhostkeydns ask\n", "VerifyHostKeyDNS is set"},
        Need{"noDns", "verifyhostkeydns false\n", ""},
        Need{"bindAddress", "bindaddress 10.0.0.1\n", "BindAddress is set"},
        Need{"bindInterface", "bindinterface eth1\n", "BindInterface is set"},
        Need{"fdPass", "proxyusefdpass yes\n", "ProxyUseFdpass is set"},
        Need{"attempts", "connectionattempts 3\n", "ConnectionAttempts is set"},
        Need{"oneAttempt", "connectionattempts 1\n", ""},
        Need{"persists", "controlmaster auto\ncontrolpath /nonexistent/c\ncontrolpersist 60\n", ""},
        Need{"kex", "kexalgorithms sntrup761x25519-sha512@openssh.com\n",
             "libssh supports none of the configured KexAlgorithms"},
        Need{"macs", "macs umac-128@openssh.com\n", "libssh supports none of MACs"},
        Need{"ciphers", "ciphers 3des-cbc\n", "libssh supports none of Ciphers"},
        Need{"ticketless", "gssapiauthentication yes\n", ""}),
    [](const auto &test) { return test.param.name; });

TEST(TransportChoice, TakesSshForAPersistentMasterAndTheLibraryOtherwise) {
    auto config = remote::chooseTransport(
        configOf("controlmaster auto\ncontrolpath /nonexistent/c\ncontrolpersist 60\n"), TransportKind::Auto,
        kNever);
    ASSERT_TRUE(config);
    EXPECT_EQ(config->transport, TransportKind::OpenSsh);
    EXPECT_EQ(config->transportReason, "ControlMaster and ControlPersist are set");
    config = remote::chooseTransport(configOf("controlmaster auto\ncontrolpath /nonexistent/c\n"),
                                     TransportKind::Auto, kNever);
    EXPECT_EQ(config->transport, TransportKind::Libssh);
}

TEST(TransportChoice, ThatIsForcedIsKept) {
    EXPECT_EQ(
        remote::chooseTransport(configOf("pkcs11provider /p\n"), TransportKind::Libssh, kNever)->transport,
        TransportKind::Libssh);
    EXPECT_EQ(remote::chooseTransport(configOf(""), TransportKind::OpenSsh, kNever)->transport,
              TransportKind::OpenSsh);
    const auto refused =
        remote::chooseTransport(configOf("ciphers 3des-cbc\n"), TransportKind::Libssh, kNever);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, FailureKind::Config);
}

TEST(TransportChoice, TakesSshForAKeyOnADeviceAndForACertificateAuthorityOfTheHost) {
    TemporaryFolder folder;
    folder.write("id_sk.pub", "sk-ssh-ed25519@openssh.com AAAA me\n");
    EXPECT_THAT(remote::reasonForOpenSsh(
                    configOf("identityfile " + (folder.path() / "id_sk").string() + "\n"), kNever),
                testing::EndsWith("is a key on a FIDO2 device"));
    makeKey(folder.path(), "ca");
    const std::string key = readFile(folder.path() / "ca.pub");
    const auto known = folder.write("known", "@cert-authority *.example,gpu-0? " + key);
    EXPECT_EQ(remote::reasonForOpenSsh(configOf("userknownhostsfile " + known.string() + "\n"), kNever),
              "known_hosts names a certificate authority for this host");
    folder.write("known", "@cert-authority *.example " + key);
    EXPECT_EQ(remote::reasonForOpenSsh(configOf("userknownhostsfile " + known.string() + "\n"), kNever), "");
}

TEST(TransportChoice, TakesSshForAKeyOnADeviceThatHasOnlyItsPrivateFile) {
    const std::filesystem::path provider = FABRICSCOPE_BIN_DIR "/standin/sk_standin.so";
    if (!std::filesystem::exists(provider))
        GTEST_SKIP() << "NOT TESTED: the stand-in for a FIDO2 device needs the package libssl-dev";
    TemporaryFolder folder;
    const auto key = folder.path() / "id_sk", touch = folder.write("touched", "");
    ::setenv("FABRICSCOPE_SK_TOUCH", touch.c_str(), 1);
    run({"ssh-keygen", "-q", "-t", "ed25519-sk", "-w", provider.string(), "-N", "", "-f", key.string()});
    ::unsetenv("FABRICSCOPE_SK_TOUCH");
    std::filesystem::remove(key.string() + ".pub");
    EXPECT_EQ(remote::reasonForOpenSsh(configOf("identityfile " + key.string() + "\n"), kNever),
              key.string() + " is a key on a FIDO2 device");
    const auto plain = makeKey(folder.path(), "plain");
    std::filesystem::remove(plain.string() + ".pub");
    EXPECT_EQ(remote::reasonForOpenSsh(configOf("identityfile " + plain.string() + "\n"), kNever), "");
}

TEST(TransportChoice, LeavesTheTicketToSshWhereThereIsNoKlist) {
    TemporaryFolder folder;
    const std::string path = std::getenv("PATH");
    ::setenv("PATH", folder.path().c_str(), 1);
    const auto reasonWith = [](const std::string &cache) {
        ::setenv("KRB5CCNAME", cache.c_str(), 1);
        return remote::reasonForOpenSsh(configOf("gssapiauthentication yes\n"), kNever);
    };
    const std::string there = "GSSAPIAuthentication is set and there is a Kerberos ticket";
    EXPECT_EQ(reasonWith("KCM:"), there);
    EXPECT_EQ(reasonWith("FILE:" + folder.write("cache", "x").string()), there);
    EXPECT_EQ(reasonWith("FILE:" + (folder.path() / "missing").string()), "");
    ::unsetenv("KRB5CCNAME");
    ::setenv("PATH", path.c_str(), 1);
}

TEST(TransportChoice, ThatIsForcedNamesWhatTheLibraryDoesNot) {
    const auto notes = [](const std::string &lines) {
        const auto config = remote::chooseTransport(configOf(lines), TransportKind::Libssh, kNever);
        return config ? config->hostKeys.notHonoured : std::vector<std::string>{config.error().what};
    };
    EXPECT_THAT(notes("bindaddress 10.0.0.1\npkcs11provider /p\nhostbasedauthentication no\n"),
                testing::UnorderedElementsAre(
                    "PKCS11Provider is not honoured with libssh; --transport ssh honours it",
                    "BindAddress is not honoured with libssh; --transport ssh honours it"));
    EXPECT_THAT(notes("proxyusefdpass yes\n"), testing::IsEmpty()) << "there is no ProxyCommand";
    EXPECT_THAT(notes("proxyusefdpass yes\nproxycommand /bin/proxy %h\n"),
                testing::ElementsAre("ProxyUseFdpass cannot be honoured with libssh"));
    EXPECT_THAT(notes("knownhostscommand /usr/bin/keys %H\n"), testing::IsEmpty()) << "that it does";
    const auto chosen =
        remote::chooseTransport(configOf("bindaddress 10.0.0.1\n"), TransportKind::Auto, kNever);
    EXPECT_THAT(chosen->hostKeys.notHonoured, testing::IsEmpty());
}

TEST(OpenSshArguments, OfAMasterThatIsTheUsersOwnLeaveHisForwardingAsItIs) {
    const auto config = configOf("forwardagent yes\n");
    for (const char *option : {"ForwardAgent=no", "ForwardX11=no", "Tunnel=no", "PermitLocalCommand=no"}) {
        EXPECT_THAT(remote::openSshArguments(config, {}, {}), testing::Not(testing::Contains(option)));
        EXPECT_THAT(remote::openSshArguments(config, {}, {"/run/m", {}}), testing::Contains(option));
    }
}

TEST(OpenSshArguments, NeverLetSshGoOnWithAChangedKey) {
    const std::string accept = "StrictHostKeyChecking=accept-new";
    for (const char *word : {"no", "off", "false"})
        EXPECT_THAT(remote::openSshArguments(configOf(std::string("stricthostkeychecking ") + word + "\n"),
                                             {}, {"/run/m", {}}),
                    testing::Contains(accept));
    for (const char *word : {"ask", "yes", "true", "accept-new"})
        EXPECT_THAT(remote::openSshArguments(configOf(std::string("stricthostkeychecking ") + word + "\n"),
                                             {}, {"/run/m", {}}),
                    testing::Not(testing::Contains(accept)));
}

TEST(OpenSshArguments, LeadThroughTheMasterOfTheJumpHostAndNameTheWayOnce) {
    auto config = configOf("proxyjump a,b\n");
    config.sshArguments = {"-J", "a,b", "--", "-J"};
    remote::OpenSshMasterOptions options{"/run/m", {}};
    auto argv = remote::openSshArguments(config, {}, options);
    EXPECT_THAT(argv, testing::Contains("ProxyJump=a,b"));
    EXPECT_EQ(std::count(argv.begin(), argv.end(), "-J"), 1) << "the host's name, behind --";
    EXPECT_EQ(argv.back(), "-J");
    options.jumpSocket = "/run/it's m2";
    argv = remote::openSshArguments(config, {}, options);
    EXPECT_THAT(argv, testing::Not(testing::Contains("ProxyJump=a,b")));
    EXPECT_THAT(argv, testing::Contains(testing::StartsWith(
                          "ProxyCommand=ssh -F /dev/null -S '/run/it'\\''s m2' -o ControlMaster=no ")));
    options.jumpSocket = "/run/%h"; // ssh would expand it
    EXPECT_THAT(remote::openSshArguments(config, {}, options), testing::Contains("ProxyJump=a,b"));
}

TEST(OpenSshArguments, NameTheHostLastAndNeverAsAnOption) {
    const auto argv = remote::openSshArguments(configOf(""), {}, {"/run/m", "/run/k"});
    ASSERT_GE(argv.size(), 2u);
    EXPECT_EQ(argv[argv.size() - 2], "--");
    EXPECT_EQ(argv.back(), "gpu-07");
    EXPECT_THAT(argv, testing::Contains("ClearAllForwardings=yes"));
    EXPECT_THAT(argv, testing::Contains("ForwardAgent=no"));
    EXPECT_THAT(argv, testing::Contains("UserKnownHostsFile=\"/run/k\""));
}

struct Words {
    std::string name, line;
    FailureKind kind;
    Stage stage;
};
void PrintTo(const Words &words, std::ostream *stream) {
    *stream << words.name;
}
class SshError : public testing::TestWithParam<Words> {};
TEST_P(SshError, IsOfTheKindThatTheLibraryGives) {
    const auto failure = remote::sshFailure({"first", GetParam().line}, configOf(""), Stage::Connect);
    EXPECT_EQ(failure.kind, GetParam().kind);
    EXPECT_EQ(failure.stage, GetParam().stage);
    EXPECT_THAT(failure.what, testing::StartsWith("me@gpu-07"));
}
INSTANTIATE_TEST_SUITE_P(
    Lines, SshError,
    testing::Values(
        Words{"denied", "me@gpu-07: Permission denied (publickey).", FailureKind::LoginDenied, Stage::Login},
        Words{"tooMany", "Received disconnect from 10.0.0.1 port 22:2: Too many authentication failures",
              FailureKind::LoginDenied, Stage::Login},
        Words{"key", "Host key verification failed.", FailureKind::HostKeyUnknown, Stage::HostKey},
        Words{"changed", "@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @",
              FailureKind::HostKeyChanged, Stage::HostKey},
        Words{"revoked", "Host key ED25519 SHA256:x revoked by file /etc/ssh/revoked",
              FailureKind::HostKeyRevoked, Stage::HostKey},
        Words{"notCheckable",
              "Error checking host key ED25519 SHA256:x in revoked keys file /r: No such file",
              FailureKind::HostKeyRevoked, Stage::HostKey},
        Words{"command", "KnownHostsCommand failed", FailureKind::Config, Stage::HostKey},
        Words{"refused", "ssh: connect to host gpu-07 port 22: Connection refused", FailureKind::Refused,
              Stage::Connect},
        Words{"timeout", "ssh: connect to host gpu-07 port 22: Connection timed out", FailureKind::Timeout,
              Stage::Connect},
        Words{"route", "ssh: connect to host gpu-07 port 22: No route to host", FailureKind::Unreachable,
              Stage::Connect},
        Words{"name", "ssh: Could not resolve hostname gpu-07: Name or service not known",
              FailureKind::Unresolvable, Stage::Resolve},
        Words{"kex", "Unable to negotiate with 10.0.0.1 port 22: no matching cipher found.",
              FailureKind::Protocol, Stage::Handshake},
        Words{"silence", "Timeout, server gpu-07 not responding.", FailureKind::LinkLost, Stage::Link},
        Words{"other", "something else", FailureKind::Protocol, Stage::Connect}),
    [](const auto &test) { return test.param.name; });

TEST(SshErrors, AChangedHostKeyComesWithTheCommandThatRemovesTheOldOne) {
    const std::string banner = "@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @";
    const auto hint = [&banner](const std::string &line) {
        return remote::sshFailure({banner, line, "Host key verification failed.\r"}, configOf(""),
                                  Stage::HostKey)
            .hint;
    };
    EXPECT_THAT(hint("Offending ED25519 key in /home/a b/known_hosts:3\r"),
                testing::HasSubstr("`ssh-keygen -f '/home/a b/known_hosts' -R 'gpu-07'`"));
    EXPECT_THAT(hint("Offending key for IP in /home/me/known_hosts:3"),
                testing::Not(testing::HasSubstr("ssh-keygen")));
    EXPECT_THAT(hint("Offending ED25519 key in KnownHostsCommand-HOSTNAME:1"),
                testing::Not(testing::HasSubstr("ssh-keygen")));
}

TEST(SshErrors, AConnectionThatIsClosedDuringTheLoginIsNoRefusedPassword) {
    const auto failure =
        remote::sshFailure({"Connection closed by 10.0.0.1 port 22"}, configOf(""), Stage::Login);
    EXPECT_EQ(failure.kind, FailureKind::Timeout);
    EXPECT_EQ(failure.stage, Stage::Login);
    EXPECT_EQ(
        remote::sshFailure({"Permission denied, please try again.", "Connection closed by 10.0.0.1 port 22"},
                           configOf(""), Stage::Login)
            .kind,
        FailureKind::LoginDenied);
}

TEST(SshErrors, OfAProxyCommandAreItsOwnLastWordsNotWhatSshMakesOfThem) {
    const auto what = [](const std::deque<std::string> &lines) {
        return remote::sshFailure(lines, configOf(""), Stage::Connect).what;
    };
    EXPECT_EQ(what({"no way to gpu-07", "kex_exchange_identification: Connection closed by remote host",
                    "Connection closed by UNKNOWN port 65535"}),
              "me@gpu-07: ssh failed: no way to gpu-07");
    EXPECT_EQ(what({"Connection closed by UNKNOWN port 65535"}),
              "me@gpu-07: ssh failed: Connection closed by UNKNOWN port 65535");
}

remote::AuthQuestion authOf(const std::string &text, const std::string &kind = {},
                            const std::vector<std::string> &messages = {}) {
    return std::get<remote::AuthQuestion>(remote::readAskpass({kind, text, nullptr}, configOf(""), messages));
}

remote::HostKeyQuestion keyOf(const std::string &lines) {
    return std::get<remote::HostKeyQuestion>(remote::readAskpass(
        {"",
         "The authenticity of host 'gpu-07 (10.0.0.7)' can't be established.\n"
         "ED25519 key fingerprint is SHA256:abc.\n" +
             lines + "Are you sure you want to continue connecting (yes/no/[fingerprint])? ",
         nullptr},
        configOf(""), {}));
}

TEST(AskpassQuestion, AboutAHostKeyHasWhatSshFoundOut) {
    EXPECT_EQ(keyOf("This key is not known by any other names.\n").remark, "");
    EXPECT_EQ(keyOf("No matching host key fingerprint found in DNS.\n").remark,
              "No matching host key fingerprint found in DNS.");
    const auto question = keyOf("Matching host key fingerprint found in DNS.\n"
                                "This host key is known by the following other names/addresses:\n"
                                "    ~/.ssh/known_hosts:3: gpu-08\n    ~/.ssh/known_hosts:4: gpu-09\n");
    EXPECT_EQ(question.remark, "Matching host key fingerprint found in DNS.\n"
                               "This host key is known by the following other names/addresses:\n"
                               "~/.ssh/known_hosts:3: gpu-08\n~/.ssh/known_hosts:4: gpu-09");
    EXPECT_EQ(question.fingerprint, "SHA256:abc");
    EXPECT_EQ(question.host, "gpu-07");
}

TEST(AskpassQuestion, IsReadFromSshsWords) {
    using Kind = remote::AuthQuestion::Kind;
    EXPECT_EQ(authOf("me@gpu-07's password: ").kind, Kind::Password);
    EXPECT_EQ(authOf("Enter passphrase for key '/home/me/.ssh/id': ").kind, Kind::KeyPassphrase);
    EXPECT_EQ(authOf("Enter passphrase for key '/home/me/.ssh/id': ").title, "/home/me/.ssh/id");
    EXPECT_EQ(authOf("Enter PIN for 'token': ").title, "token");
    const auto factor = authOf("(me@gpu-07) Verification code: ", {}, {"Use the app of the site."});
    EXPECT_EQ(factor.kind, Kind::KeyboardInteractive);
    EXPECT_EQ(factor.instruction, "Use the app of the site.");
    EXPECT_FALSE(factor.prompts[0].echo);
    const auto touch = authOf("Confirm user presence for key ED25519-SK SHA256:x", "none");
    EXPECT_TRUE(touch.prompts.empty());
    EXPECT_EQ(touch.title, "Confirm user presence for key ED25519-SK SHA256:x");
    EXPECT_TRUE(authOf("Accept updated hostkeys? (yes/no): ").prompts[0].echo);
}

} // namespace
} // namespace fabricscope::test
