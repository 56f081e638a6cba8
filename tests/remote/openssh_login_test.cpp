// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/Places.h"
#include "tests/remote/OverTransport.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>

namespace fabricscope::test {

// Defined in Programs.cpp.
pid_t startProgram(const std::vector<std::string> &argv, const std::filesystem::path &log);

namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

/// Sets an environment variable for the lifetime of the object.
class Variable {
public:
    Variable(const char *name, const std::string &value) : m_name(name) { ::setenv(name, value.c_str(), 1); }
    ~Variable() { ::unsetenv(m_name); }
    Variable(const Variable &) = delete;
    Variable &operator=(const Variable &) = delete;

private:
    const char *m_name;
};

bool has(const std::vector<std::string> &programs) {
    for (const std::string &program : programs)
        if (::system(("PATH=$PATH:/usr/sbin command -v " + program + " >/dev/null").c_str()) != 0)
            return false;
    return true;
}

/// Logs in with the configuration only, without a key file.
class Login : public testing::Test {
protected:
    void start(std::vector<std::string> lines, std::vector<std::string> clientLines,
               const std::string &authorized) {
        SshdOptions options;
        options.lines = std::move(lines);
        options.clientLines = std::move(clientLines);
        sshd.emplace(options);
        std::filesystem::remove(sshd->identity());
        std::filesystem::remove(sshd->identity().string() + ".pub");
        folder.write("keys", authorized);
        std::filesystem::copy_file(folder.path() / "keys", sshd->folder() / "authorized_keys",
                                   std::filesystem::copy_options::overwrite_existing);
    }
    remote::ConnectResult connect(remote::TransportKind transport = remote::TransportKind::Auto) {
        remote::Prompts prompts;
        prompts.auth = [this](const remote::AuthQuestion &question) {
            asked.push_back(question);
            return answer(question);
        };
        remote::Endpoint endpoint = endpointOf(*sshd);
        endpoint.transport = transport;
        return connectTo(client, endpoint, prompts);
    }
    std::size_t logins(const std::string &method) const {
        const std::string log = sshd->log();
        std::size_t count = 0;
        for (std::size_t at = 0; (at = log.find("Accepted " + method, at)) != std::string::npos; ++at)
            ++count;
        return count;
    }

    TemporaryFolder folder;
    std::optional<Sshd> sshd;
    remote::Client client;
    std::vector<remote::AuthQuestion> asked;
    std::function<std::optional<std::vector<std::string>>(const remote::AuthQuestion &)> answer =
        [](const auto &) {
            return std::nullopt;
        };
};

TEST_F(Login, WorksWithAKeyOnASmartCard) {
    const std::filesystem::path module = "/usr/lib/softhsm/libsofthsm2.so";
    if (!has({"softhsm2-util", "pkcs11-tool"}) || !std::filesystem::exists(module))
        GTEST_SKIP() << "NOT TESTED: PKCS#11 needs the packages softhsm2 and opensc";
    std::filesystem::create_directory(folder.path() / "tokens");
    const Variable config(
        "SOFTHSM2_CONF",
        folder.write("softhsm2.conf", "directories.tokendir = " + (folder.path() / "tokens").string() + "\n")
            .string());
    run({"softhsm2-util", "--init-token", "--free", "--label", "card", "--pin", "2468", "--so-pin", "1357"});
    run({"pkcs11-tool", "--module", module.string(), "--login", "--pin", "2468", "--keypairgen", "--key-type",
         "rsa:2048", "--label", "key", "--id", "01"});
    const std::string keys = run({"ssh-keygen", "-D", module.string()});
    start({}, {"PKCS11Provider " + module.string()}, keys.substr(keys.find("ssh-rsa")));
    EXPECT_FALSE(connect(remote::TransportKind::Libssh)) << "else this test would show nothing";
    asked.clear();
    answer = [](const auto &) {
        return std::vector<std::string>{"2468"};
    };
    const auto result = connect();
    ASSERT_TRUE(result) << describe(result.error()) << sshd->log();
    EXPECT_THAT((*result)->description(), HasSubstr("OpenSSH (PKCS11Provider"));
    ASSERT_EQ(asked.size(), 1u);
    EXPECT_THAT(asked[0].prompts[0].text, HasSubstr("PIN"));
    EXPECT_FALSE(asked[0].prompts[0].echo);
    EXPECT_EQ(runOn(**result, script("echo ok\n")).out, "ok\n");
    EXPECT_EQ(logins("publickey"), 1u);
}

TEST_F(Login, WorksWithASimulatedFido2KeyThatRequiresTouch) {
    const std::filesystem::path provider = FABRICSCOPE_BIN_DIR "/standin/sk_standin.so";
    if (!std::filesystem::exists(provider))
        GTEST_SKIP() << "NOT TESTED: the stand-in for a FIDO2 device needs the package libssl-dev";
    const auto touch = folder.path() / "touched", key = folder.path() / "id_sk";
    const Variable variable("FABRICSCOPE_SK_TOUCH", touch.string());
    run({"ssh-keygen", "-q", "-t", "ed25519-sk", "-w", provider.string(), "-N", "", "-f", key.string()});
    start({}, {"SecurityKeyProvider " + provider.string(), "IdentityFile " + key.string()},
          readFile(key.string() + ".pub"));
    EXPECT_FALSE(connect(remote::TransportKind::Libssh)) << "else this test would show nothing";
    asked.clear();
    bool isCancelled = false;
    answer = [&](const remote::AuthQuestion &question) {
        folder.write("touched", ""); // the user has read the prompt and touches the key
        for (int i = 0; i < 1000 && !question.cancelled(); ++i)
            std::this_thread::sleep_for(10ms);
        isCancelled = question.cancelled();
        return std::vector<std::string>{};
    };
    const auto result = connect();
    ASSERT_TRUE(result) << describe(result.error()) << sshd->log();
    EXPECT_THAT((*result)->description(), HasSubstr("FIDO2"));
    ASSERT_EQ(asked.size(), 1u);
    EXPECT_TRUE(asked[0].prompts.empty());
    EXPECT_THAT(asked[0].title, HasSubstr("user presence"));
    for (int i = 0; i < 1000 && !isCancelled; ++i)
        std::this_thread::sleep_for(10ms);
    EXPECT_TRUE(isCancelled) << "the question goes away once the key was touched";
    EXPECT_EQ(runOn(**result, script("echo ok\n")).out, "ok\n");
}

/// A Kerberos realm on 127.0.0.1.
class Kerberos {
public:
    Kerberos(const std::filesystem::path &folder, const std::string &user, std::uint16_t port)
        : m_folder(folder) {
        const auto write = [&](const char *name, const std::string &text) {
            std::ofstream(folder / name) << text;
            return (folder / name).string();
        };
        const std::string port88 = std::to_string(port);
        m_config.emplace("KRB5_CONFIG",
                         write("krb5.conf", "[libdefaults]\n default_realm = TEST.EXAMPLE\n rdns = false\n "
                                            "dns_canonicalize_hostname = false\n dns_lookup_kdc = false\n"
                                            "[realms]\n TEST.EXAMPLE = {\n  kdc = 127.0.0.1:" +
                                                port88 + "\n }\n"));
        m_profile.emplace("KRB5_KDC_PROFILE",
                          write("kdc.conf", "[kdcdefaults]\n kdc_listen = 127.0.0.1:" + port88 +
                                                "\n kdc_tcp_listen = 127.0.0.1:" + port88 +
                                                "\n[realms]\n TEST.EXAMPLE = {\n  database_name = " +
                                                (folder / "principal").string() + "\n  key_stash_file = " +
                                                (folder / "stash").string() + "\n  max_life = 1h\n }\n"));
        m_keytab.emplace("KRB5_KTNAME", (folder / "host.keytab").string());
        m_cache.emplace("KRB5CCNAME", "FILE:" + (folder / "cache").string());
        run({"/usr/sbin/kdb5_util", "create", "-s", "-P", "master"});
        local("addprinc -randkey " + user);
        local("addprinc -randkey host/127.0.0.1");
        local("ktadd -k " + (folder / "user.keytab").string() + " " + user);
        local("ktadd -k " + (folder / "host.keytab").string() + " host/127.0.0.1");
        m_pid = startProgram({"/usr/sbin/krb5kdc", "-n"}, folder / "kdc.log");
        for (int tries = 0;; ++tries) {
            try {
                run({"kinit", "-k", "-t", (folder / "user.keytab").string(), user});
                return;
            } catch (const std::runtime_error &error) {
                if (tries == 100)
                    throw std::runtime_error(error.what() + readFile(folder / "kdc.log"));
                std::this_thread::sleep_for(100ms); // 100 tries
            }
        }
    }
    ~Kerberos() {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }
    Kerberos(const Kerberos &) = delete;
    Kerberos &operator=(const Kerberos &) = delete;

private:
    static void local(const std::string &query) { run({"/usr/sbin/kadmin.local", "-q", query}); }

    std::filesystem::path m_folder;
    std::optional<Variable> m_config, m_profile, m_keytab, m_cache;
    pid_t m_pid = -1;
};

TEST_F(Login, WorksWithAKerberosTicketAndWithoutAQuestion) {
    if (!has({"krb5kdc", "kdb5_util", "kadmin.local", "kinit", "klist"}))
        GTEST_SKIP() << "NOT TESTED: GSSAPI needs the packages krb5-kdc, krb5-admin-server and krb5-user";
    std::uint16_t port = 0;
    std::string user;
    {
        const Sshd unused; // provides a free port and the user name
        port = unused.port();
        user = unused.user();
    }
    const Kerberos realm(folder.path(), user, port);
    start({"GSSAPIAuthentication yes", "GSSAPIStrictAcceptorCheck no"}, {"GSSAPIAuthentication yes"}, "");
    EXPECT_FALSE(connect(remote::TransportKind::Libssh)) << "else this test would show nothing";
    const auto result = connect();
    ASSERT_TRUE(result) << describe(result.error()) << sshd->log();
    EXPECT_EQ((*result)->description(),
              "OpenSSH (GSSAPIAuthentication is set and there is a Kerberos ticket)");
    EXPECT_EQ(runOn(**result, script("echo ok\n")).out, "ok\n");
    EXPECT_TRUE(asked.empty());
    EXPECT_EQ(logins("gssapi-with-mic"), 1u);
}

} // namespace
} // namespace fabricscope::test
