// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Host keys according to the options of the ssh configuration: a real sshd, files made by ssh-keygen, and
// each case also tried with the OpenSSH client as the reference.
#include "remote/ssh/KnownHostsCommand.h"
#include "tests/remote/OverTransport.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <sstream>

namespace fabricscope::test {
namespace {

using remote::FailureKind;
using remote::HostKeyAnswer;
using remote::HostKeyQuestion;
using remote::Stage;

using remote::TransportKind;

remote::Endpoint by(TransportKind transport, const Sshd &sshd) {
    remote::Endpoint endpoint = endpointOf(sshd);
    endpoint.transport = transport;
    return endpoint;
}

/// The result of a connection attempt, with the prompts and warnings.
struct ConnectAttempt {
    remote::ConnectResult result;
    std::size_t questions = 0;
    std::vector<std::string> warnings;
    [[nodiscard]] bool connected() const { return result.has_value(); }
    [[nodiscard]] std::string failure() const { return result ? "" : describe(result.error()); }
    [[nodiscard]] bool warns(const std::string &words) const {
        return std::any_of(warnings.begin(), warnings.end(),
                           [&](const std::string &each) { return each.find(words) != std::string::npos; });
    }
};

class HostKeyOptions {
protected:
    explicit HostKeyOptions(TransportKind which) : transport(which) { known(""); }
    /// Puts lines first in the client's configuration, where the first value is used.
    void configure(const std::string &lines) {
        if (m_plain.empty())
            m_plain = readFile(sshd.configFile());
        write(sshd.configFile(), lines + "\n" + m_plain);
    }
    void known(const std::string &text) { write(sshd.knownHosts(), text); }
    static void write(const std::filesystem::path &file, const std::string &text) {
        std::ofstream(file, std::ios::trunc) << text;
        std::filesystem::permissions(file, std::filesystem::perms(0600));
    }
    std::filesystem::path file(const std::string &name) const { return sshd.folder() / name; }
    /// The public key of a key file: "ssh-ed25519 AAAA...".
    static std::string publicText(const std::filesystem::path &key) {
        const std::string text = readFile(key.string() + ".pub");
        return text.substr(0, text.find(' ', text.find(' ') + 1));
    }
    std::string name() const { return "[127.0.0.1]:" + std::to_string(sshd.port()); }
    std::string hostLine() const { return name() + " " + publicText(sshd.hostKey()) + "\n"; }

    ConnectAttempt connect(HostKeyAnswer answer = HostKeyAnswer::Refuse) {
        remote::Client client; // a new client: no session is shared
        const auto mutex = std::make_shared<std::mutex>();
        const auto attempt = std::make_shared<ConnectAttempt>();
        remote::Prompts prompts;
        prompts.hostKey = [=](const HostKeyQuestion &question) {
            std::lock_guard lock(*mutex);
            attempt->questions += question.changed ? 0 : 1;
            return answer;
        };
        remote::ConnectOptions options;
        options.note = [=](const remote::ConnectNote &note) {
            std::lock_guard lock(*mutex);
            if (note.isWarning)
                attempt->warnings.push_back(note.text);
        };
        attempt->result = connectTo(client, by(transport, sshd), prompts, options);
        return *attempt;
    }
    /// Whether the OpenSSH client connects in batch mode.
    bool sshConnects() const {
        const std::string command =
            "ssh -F '" + sshd.configFile().string() + "' -o BatchMode=yes sshd0 true >/dev/null 2>&1";
        return std::system(command.c_str()) == 0;
    }

    const TransportKind transport;
    Sshd sshd;

private:
    std::string m_plain;
};

class HostKeyPolicy : public HostKeyOptions, public testing::TestWithParam<TransportKind> {
protected:
    HostKeyPolicy() : HostKeyOptions(GetParam()) {}
    static bool isOpenSsh() { return GetParam() == TransportKind::OpenSsh; }
};
INSTANTIATE_TEST_SUITE_P(Over, HostKeyPolicy, kTransports, TransportName());

struct RevokedCase {
    const char *name;
    bool connects;
    /// Creates the file of RevokedHostKeys and returns its path.
    std::string (*make)(const std::filesystem::path &folder, const std::filesystem::path &hostKey);
};

std::string written(const std::filesystem::path &file, const std::string &text) {
    std::ofstream(file) << text;
    return file.string();
}

std::string krlOf(const std::filesystem::path &folder, const std::string &of) {
    run({"ssh-keygen", "-q", "-k", "-f", (folder / "krl").string(), of});
    return (folder / "krl").string();
}

using Path = std::filesystem::path;

const RevokedCase kRevoked[] = {
    {"APlainListWithTheKey", false,
     [](const Path &folder, const Path &key) {
         return written(folder / "list", "# stolen\n\n  " + readFile(key.string() + ".pub"));
     }},
    {"AKrlWithTheKey", false,
     [](const Path &folder, const Path &key) {
         return krlOf(folder, key.string() + ".pub");
     }},
    {"AKrlWithItsFingerprint", false,
     [](const Path &folder, const Path &key) {
         return krlOf(folder, written(folder / "spec", "hash: " + fingerprintOf(key) + "\n"));
     }},
    {"APlainListOfAnother", true,
     [](const Path &folder, const Path &) {
         return written(folder / "list", readFile(makeKey(folder, "another").string() + ".pub"));
     }},
    {"AKrlOfAnother", true,
     [](const Path &folder, const Path &) {
         return krlOf(folder, makeKey(folder, "another", "rsa").string() + ".pub");
     }},
    {"AnEmptyFile", true,
     [](const Path &folder, const Path &) {
         return written(folder / "list", "");
     }},
    {"TheNullDevice", true,
     [](const Path &, const Path &) {
         return std::string("/dev/null");
     }},
    {"None", true,
     [](const Path &, const Path &) {
         return std::string("none");
     }},
    {"AMissingFile", false,
     [](const Path &folder, const Path &) {
         return (folder / "missing").string();
     }},
    {"AFolder", false,
     [](const Path &folder, const Path &) {
         return folder.string();
     }},
    {"ADamagedLine", false,
     [](const Path &folder, const Path &) {
         return written(folder / "list", "no key at all\n");
     }},
    {"AKrlThatIsCutShort", false,
     [](const Path &folder, const Path &key) {
         const std::string whole = readFile(krlOf(folder, key.string() + ".pub"));
         return written(folder / "cut", whole.substr(0, 20));
     }},
};

class RevokedHostKeys : public HostKeyOptions,
                        public testing::TestWithParam<std::tuple<TransportKind, RevokedCase>> {
protected:
    RevokedHostKeys() : HostKeyOptions(std::get<0>(GetParam())) {}
};

TEST_P(RevokedHostKeys, DecideAsTheyDoForSsh) {
    known(hostLine());
    std::filesystem::create_directory(file("revoked"));
    const RevokedCase &one = std::get<1>(GetParam());
    const std::string path = one.make(file("revoked"), sshd.hostKey());
    configure("RevokedHostKeys " + path);
    EXPECT_EQ(sshConnects(), one.connects) << "the judge says otherwise";
    const ConnectAttempt attempt = connect(HostKeyAnswer::AcceptAndStore);
    EXPECT_EQ(attempt.connected(), one.connects) << attempt.failure();
    EXPECT_EQ(attempt.questions, 0u);
    if (one.connects)
        return;
    EXPECT_EQ(attempt.result.error().kind, FailureKind::HostKeyRevoked);
    EXPECT_EQ(attempt.result.error().stage, Stage::HostKey);
    EXPECT_NE(attempt.failure().find("RevokedHostKeys"), std::string::npos) << attempt.failure();
    EXPECT_NE(attempt.failure().find(path), std::string::npos) << attempt.failure();
    EXPECT_EQ(attempt.failure().find("add the key"), std::string::npos) << attempt.failure();
    EXPECT_NE(attempt.failure().find(fingerprintOf(sshd.hostKey())), std::string::npos) << attempt.failure();
}

INSTANTIATE_TEST_SUITE_P(Files, RevokedHostKeys, testing::Combine(kTransports, testing::ValuesIn(kRevoked)),
                         [](const auto &one) {
                             return std::get<1>(one.param).name +
                                    ("_" + transportName(std::get<0>(one.param)));
                         });

TEST_P(HostKeyPolicy, RevokesAnUnknownKeyBeforeAnybodyIsAsked) {
    configure("StrictHostKeyChecking no\nRevokedHostKeys " + sshd.hostKey().string() + ".pub");
    EXPECT_FALSE(sshConnects());
    const ConnectAttempt attempt = connect(HostKeyAnswer::AcceptOnce);
    ASSERT_FALSE(attempt.connected());
    EXPECT_EQ(attempt.result.error().kind, FailureKind::HostKeyRevoked);
    EXPECT_EQ(readFile(sshd.knownHosts()), "");
}

TEST_P(HostKeyPolicy, RevokesByALineOfKnownHostsForThatHostOnly) {
    known(hostLine() + "@revoked " + hostLine());
    EXPECT_FALSE(sshConnects());
    const ConnectAttempt attempt = connect(HostKeyAnswer::AcceptOnce);
    ASSERT_FALSE(attempt.connected());
    EXPECT_EQ(attempt.result.error().kind, FailureKind::HostKeyRevoked);
    if (!isOpenSsh()) { // ssh does not report the line
        EXPECT_NE(attempt.failure().find(sshd.knownHosts().string() + ":2"), std::string::npos)
            << attempt.failure();
    }
    known(hostLine() + "@revoked [127.0.0.1]:9 " + publicText(sshd.hostKey()) + "\n");
    EXPECT_TRUE(sshConnects());
    EXPECT_TRUE(connect().connected());
}

TEST_P(HostKeyPolicy, StoresANewKeyWithoutAQuestionUnderAcceptNewAndNo) {
    for (const char *word : {"accept-new", "no", "off"}) {
        known("");
        configure(std::string("StrictHostKeyChecking ") + word);
        EXPECT_TRUE(sshConnects());
        EXPECT_EQ(readFile(sshd.knownHosts()), hostLine());
        known("");
        const ConnectAttempt attempt = connect();
        EXPECT_TRUE(attempt.connected()) << word << ": " << attempt.failure();
        EXPECT_EQ(attempt.questions, 0u);
        EXPECT_EQ(readFile(sshd.knownHosts()), hostLine()) << "as ssh writes it";
        EXPECT_TRUE(attempt.warns(fingerprintOf(sshd.hostKey()))) << "it is told, as ssh tells it";
    }
}

TEST_P(HostKeyPolicy, RefusesAChangedKeyUnderEachWordAndNamesNo) {
    const auto other = makeKey(sshd.folder(), "other");
    const std::string text = name() + " " + publicText(other) + "\n";
    for (const char *word : {"ask", "yes", "accept-new", "no"}) {
        known(text);
        configure(std::string("StrictHostKeyChecking ") + word);
        const ConnectAttempt attempt = connect(HostKeyAnswer::AcceptAndStore);
        ASSERT_FALSE(attempt.connected()) << word;
        EXPECT_EQ(attempt.result.error().kind, FailureKind::HostKeyChanged) << attempt.failure();
        EXPECT_EQ(readFile(sshd.knownHosts()), text) << word;
        const bool named =
            attempt.failure().find("StrictHostKeyChecking no is not honoured") != std::string::npos;
        EXPECT_EQ(named, std::string(word) == "no") << attempt.failure();
        EXPECT_EQ(sshConnects(), std::string(word) == "no") << "without passwords, which we cannot promise";
    }
}

TEST_P(HostKeyPolicy, RefusesAnUnknownKeyUnderYesAndAsksUnderAsk) {
    configure("StrictHostKeyChecking yes");
    EXPECT_FALSE(sshConnects());
    const ConnectAttempt strict = connect(HostKeyAnswer::AcceptOnce);
    ASSERT_FALSE(strict.connected());
    EXPECT_EQ(strict.result.error().kind, FailureKind::HostKeyUnknown);
    EXPECT_EQ(strict.questions, 0u);
    configure("StrictHostKeyChecking ask");
    EXPECT_FALSE(sshConnects()) << "nobody is there to be asked";
    const ConnectAttempt asked = connect(HostKeyAnswer::AcceptOnce);
    EXPECT_TRUE(asked.connected());
    EXPECT_EQ(asked.questions, 1u);
}

TEST_P(HostKeyPolicy, HashesTheNameOfAStoredKeyWhereAsked) {
    configure("StrictHostKeyChecking accept-new\nHashKnownHosts yes");
    EXPECT_TRUE(connect().connected());
    const std::string first = readFile(sshd.knownHosts());
    EXPECT_TRUE(first.starts_with("|1|")) << first;
    EXPECT_EQ(first.find("127.0.0.1"), std::string::npos) << first;
    EXPECT_NE(first.find(publicText(sshd.hostKey())), std::string::npos);
    configure("StrictHostKeyChecking yes\nHashKnownHosts yes");
    EXPECT_TRUE(sshConnects()) << "ssh finds it";
    EXPECT_TRUE(connect().connected());
    known("");
    configure("StrictHostKeyChecking accept-new\nHashKnownHosts yes");
    EXPECT_TRUE(connect().connected());
    EXPECT_NE(readFile(sshd.knownHosts()), first) << "each with a salt of its own";
}

TEST_P(HostKeyPolicy, KnowsAHostOnAnotherPortByItsPlainName) {
    known("127.0.0.1 " + publicText(sshd.hostKey()) + "\n");
    EXPECT_TRUE(sshConnects());
    EXPECT_TRUE(connect().connected());
    const auto other = makeKey(sshd.folder(), "other");
    known("127.0.0.1 " + publicText(other) + "\n");
    EXPECT_FALSE(sshConnects());
    const ConnectAttempt attempt = connect();
    ASSERT_FALSE(attempt.connected());
    EXPECT_EQ(attempt.result.error().kind, FailureKind::HostKeyUnknown)
        << "not changed: that is another server's";
}

TEST_P(HostKeyPolicy, ReadsAllFilesAndWritesTheFirst) {
    const auto first = file("first"), second = file("second"), global = file("global");
    const std::string files =
        "UserKnownHostsFile " + first.string() + " " + second.string() + "\nGlobalKnownHostsFile ";
    write(second, hostLine());
    configure(files + "none");
    EXPECT_TRUE(sshConnects());
    EXPECT_TRUE(connect().connected());
    std::filesystem::remove(second);
    write(global, hostLine());
    configure(files + global.string());
    EXPECT_TRUE(sshConnects());
    EXPECT_TRUE(connect().connected());
    configure(files + "none\nStrictHostKeyChecking accept-new");
    EXPECT_TRUE(connect().connected());
    EXPECT_EQ(readFile(first), hostLine());
    EXPECT_FALSE(std::filesystem::exists(second));
}

TEST_P(HostKeyPolicy, WithoutAFileOfTheUserRefusesWhatItCannotStore) {
    configure("UserKnownHostsFile none\nStrictHostKeyChecking accept-new");
    EXPECT_FALSE(sshConnects());
    const ConnectAttempt attempt = connect(HostKeyAnswer::AcceptAndStore);
    ASSERT_FALSE(attempt.connected());
    EXPECT_EQ(attempt.result.error().kind, FailureKind::HostKeyUnknown);
    EXPECT_NE(attempt.failure().find("UserKnownHostsFile is none"), std::string::npos) << attempt.failure();
    write(file("global"), hostLine());
    configure("UserKnownHostsFile none\nGlobalKnownHostsFile " + file("global").string());
    EXPECT_TRUE(sshConnects());
    EXPECT_TRUE(connect().connected());
}

TEST_P(HostKeyPolicy, ConnectsWithAWarningWhenTheKeyCannotBeStored) {
    configure("UserKnownHostsFile /proc/known_hosts\nStrictHostKeyChecking accept-new");
    EXPECT_TRUE(sshConnects());
    const ConnectAttempt attempt = connect();
    EXPECT_TRUE(attempt.connected()) << attempt.failure();
    EXPECT_TRUE(attempt.warns("was not stored: /proc/known_hosts"));
}

TEST_P(HostKeyPolicy, TakesWhatAKnownHostsCommandPrints) {
    configure("StrictHostKeyChecking yes\nKnownHostsCommand /bin/echo \"%H " + publicText(sshd.hostKey()) +
              "\"");
    EXPECT_TRUE(sshConnects());
    EXPECT_TRUE(connect().connected());
    const auto other = makeKey(sshd.folder(), "other");
    configure("StrictHostKeyChecking yes\nKnownHostsCommand /bin/echo %H " + publicText(other));
    EXPECT_FALSE(sshConnects());
    const ConnectAttempt attempt = connect();
    ASSERT_FALSE(attempt.connected());
    EXPECT_EQ(attempt.result.error().kind, FailureKind::HostKeyChanged);
    EXPECT_NE(attempt.failure().find(isOpenSsh() ? "KnownHostsCommand-HOSTNAME:1" : "KnownHostsCommand:1"),
              std::string::npos)
        << attempt.failure();
}

TEST_P(HostKeyPolicy, CallsTheKnownHostsCommandWithTheSameWordsAsSsh) {
    const auto log = file("log");
    const auto script = file("command");
    write(script, "#!/bin/sh\necho \"$@\" >> " + log.string() + "\n");
    std::filesystem::permissions(script, std::filesystem::perms(0755));
    known(hostLine());
    configure("KnownHostsCommand " + script.string() + " %I %t %f %K %h %n %p %r %% 'a  b'\\ c");
    ASSERT_TRUE(sshConnects());
    const auto lines = [](const std::string &text) {
        std::vector<std::string> each;
        std::istringstream stream(text);
        for (std::string line; std::getline(stream, line);)
            each.push_back(line);
        return each;
    };
    const auto theirs = lines(readFile(log));
    std::filesystem::remove(log);
    ASSERT_TRUE(connect().connected());
    EXPECT_EQ(lines(readFile(log)), theirs);
    EXPECT_EQ(theirs.size(), 2u);
}

TEST_P(HostKeyPolicy, BreaksOffWhereTheKnownHostsCommandFails) {
    known(hostLine());
    for (const char *command : {"/bin/false", "/bin/sh -c 'exit 3'", "echo relative"}) {
        if (isOpenSsh() && command[0] != '/')
            continue; // ssh only warns, and uses its files
        configure(std::string("KnownHostsCommand ") + command);
        const ConnectAttempt attempt = connect(HostKeyAnswer::AcceptOnce);
        ASSERT_FALSE(attempt.connected()) << command;
        EXPECT_EQ(attempt.result.error().stage, Stage::HostKey) << command;
        EXPECT_NE(attempt.failure().find("KnownHostsCommand"), std::string::npos) << attempt.failure();
    }
}

TEST_P(HostKeyPolicy, NamesTheOptionsThatAreNotHonoured) {
    if (isOpenSsh())
        GTEST_SKIP() << "NOT OVER ssh: it honours them, but for UpdateHostKeys, see the next test";
    known(hostLine());
    configure("VerifyHostKeyDNS ask\nUpdateHostKeys ask\nCheckHostIP yes");
    const ConnectAttempt attempt = connect();
    ASSERT_TRUE(attempt.connected()) << attempt.failure();
    for (const char *option : {"VerifyHostKeyDNS ask", "UpdateHostKeys ask", "CheckHostIP yes"})
        EXPECT_TRUE(attempt.warns(std::string(option) + " is not honoured")) << option;
    EXPECT_EQ(attempt.warnings.size(), 3u);
    configure("VerifyHostKeyDNS no\nUpdateHostKeys no\nCheckHostIP no");
    EXPECT_TRUE(connect().warnings.empty());
}

TEST_P(HostKeyPolicy, NamesUpdateHostKeysWhereverKeysAreNotUpdated) {
    configure("UpdateHostKeys ask");
    const ConnectAttempt first = connect(HostKeyAnswer::AcceptAndStore);
    ASSERT_TRUE(first.connected()) << first.failure();
    EXPECT_TRUE(first.warns("UpdateHostKeys ask is not honoured")) << "of a host that is new";
    const ConnectAttempt second = connect();
    ASSERT_TRUE(second.connected()) << second.failure();
    EXPECT_EQ(second.warns("UpdateHostKeys ask is not honoured"), !isOpenSsh());
    EXPECT_FALSE(first.warns("--transport ssh")) << "it would not help";
}

TEST_P(HostKeyPolicy, SkipsTheCheckForLocalhostWhenConfigured) {
    configure("NoHostAuthenticationForLocalhost yes");
    EXPECT_TRUE(sshConnects());
    EXPECT_TRUE(connect().connected());
    configure("NoHostAuthenticationForLocalhost yes\nHostKeyAlias somewhere");
    EXPECT_FALSE(sshConnects());
    EXPECT_FALSE(connect().connected());
}

TEST(KnownHostsCommandLine, IsSplitAsSshDoes) {
    using remote::splitArguments;
    using Words = std::vector<std::string>;
    EXPECT_EQ(splitArguments("/bin/a  b\t'c d' \"e'f\" g\\ h 'i'\"j\" ''"),
              (Words{"/bin/a", "b", "c d", "e'f", "g h", "ij", ""}));
    EXPECT_EQ(splitArguments("a \\n \\\" \"\\\"\""), (Words{"a", "\\n", "\"", "\""}));
    EXPECT_EQ(splitArguments("  "), Words{});
    EXPECT_FALSE(splitArguments("a 'b"));
}

/// With a second host key signed by a certificate authority.
class HostCertificate : public testing::Test {
protected:
    HostCertificate() {
        authority = makeKey(folder.path(), "authority");
        const auto key = makeKey(folder.path(), "signed", "ecdsa");
        run({"ssh-keygen", "-q", "-s", authority.string(), "-I", "host", "-h", "-n", "127.0.0.1",
             key.string() + ".pub"});
        SshdOptions options;
        options.lines = {"HostKey " + key.string(), "HostCertificate " + key.string() + "-cert.pub"};
        sshd.emplace(options);
        std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
    }
    void known(const std::string &text) { std::ofstream(sshd->knownHosts()) << text; }
    std::string authorityLine(const std::string &host) const {
        return "@cert-authority " + host + " " + readFile(authority.string() + ".pub");
    }
    void configure(const std::string &line) { run({"sed", "-i", "1i " + line, sshd->configFile().string()}); }
    bool sshConnects() const {
        const std::string command =
            "ssh -F '" + sshd->configFile().string() + "' -o BatchMode=yes sshd0 true >/dev/null 2>&1";
        return std::system(command.c_str()) == 0;
    }
    remote::ConnectResult connect(std::size_t &asked, HostKeyAnswer answer = HostKeyAnswer::AcceptOnce) {
        remote::Client client;
        const auto count = std::make_shared<std::atomic<std::size_t>>(0);
        remote::Prompts prompts;
        prompts.hostKey = [=](const HostKeyQuestion &) {
            ++*count;
            return answer;
        };
        auto result = connectTo(client, by(transport, *sshd), prompts);
        asked = *count;
        return result;
    }
    TemporaryFolder folder;
    std::filesystem::path authority;
    std::optional<Sshd> sshd;
    TransportKind transport = TransportKind::Libssh;
    std::size_t questions = 0;
};

TEST_F(HostCertificate, IsVerifiedByOpenSshWhichIsTakenForIt) {
    transport = TransportKind::Auto;
    for (const std::string host : {"127.0.0.1", "*"}) {
        known(authorityLine(host));
        const auto result = connect(questions);
        ASSERT_TRUE(result) << describe(result.error());
        EXPECT_EQ((*result)->description(),
                  "OpenSSH (known_hosts names a certificate authority for this host)");
        EXPECT_EQ(questions, 0u);
        EXPECT_EQ(readFile(sshd->knownHosts()), authorityLine(host)) << "nothing is written";
    }
    const auto other = makeKey(folder.path(), "other");
    known("@cert-authority * " + readFile(other.string() + ".pub"));
    const auto refused = connect(questions, HostKeyAnswer::Refuse);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().stage, Stage::HostKey) << describe(refused.error());
}

TEST_F(HostCertificate, IsRefusedByTheNameOfItsAuthority) {
    for (const std::string host : {"127.0.0.1", "*"}) { // the first is found without the port
        known(authorityLine(host));
        ASSERT_TRUE(sshConnects()) << "ssh verifies it: " << host;
        const auto result = connect(questions);
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().kind, FailureKind::HostCertificate) << describe(result.error());
        EXPECT_EQ(questions, 0u) << "no plain key is taken for it";
        EXPECT_NE(result.error().what.find(fingerprintOf(authority.string() + ".pub")), std::string::npos)
            << result.error().what;
        EXPECT_NE(result.error().what.find(sshd->knownHosts().string() + ":1"), std::string::npos);
        EXPECT_NE(result.error().hint.find("--transport ssh"), std::string::npos) << result.error().hint;
    }
}

TEST_F(HostCertificate, IsNotNeededWhereAPlainKeyIsKnown) {
    known(authorityLine("*") + "[127.0.0.1]:" + std::to_string(sshd->port()) + " " +
          readFile(sshd->hostKey().string() + ".pub"));
    const auto result = connect(questions);
    EXPECT_TRUE(result) << describe(result.error());
    EXPECT_EQ(questions, 0u);
}

TEST_F(HostCertificate, IsNoMatterForOtherHosts) {
    known(authorityLine("*.example.com"));
    const auto result = connect(questions);
    EXPECT_TRUE(result) << describe(result.error());
    EXPECT_EQ(questions, 1u) << "an unknown key, as without the authority";
}

TEST_F(HostCertificate, IsNoMatterWhereTheConfigurationAllowsPlainKeysOnly) {
    known(authorityLine("*"));
    configure("HostKeyAlgorithms ssh-ed25519");
    ASSERT_FALSE(sshConnects()) << "ssh does not look for a certificate then";
    const auto result = connect(questions);
    EXPECT_TRUE(result) << describe(result.error());
    EXPECT_EQ(questions, 1u);
}

TEST_F(HostCertificate, OfARevokedAuthorityIsRefusedToo) {
    known("@revoked * " + readFile(authority.string() + ".pub") + authorityLine("*"));
    EXPECT_FALSE(sshConnects());
    EXPECT_FALSE(connect(questions));
}

} // namespace
} // namespace fabricscope::test
