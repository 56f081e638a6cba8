// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/KnownHosts.h"
#include "tests/support/Sshd.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <thread>

namespace fabricscope::remote {
namespace {

using test::makeKey;
using test::readFile;
using test::TemporaryFolder;

class KnownHosts : public testing::Test {
protected:
    std::string publicText(const std::string &name, const std::string &type = "ed25519") {
        std::string text = readFile(makeKey(folder.path(), name, type).string() + ".pub");
        return text.substr(0, text.rfind(' ')); // without the comment
    }
    SshKey key(const std::string &name) {
        ssh_key read = nullptr;
        ssh_pki_import_pubkey_file((folder.path() / (name + ".pub")).c_str(), &read);
        return SshKey(read);
    }
    std::vector<KnownKey> lookUp(const std::string &text, const std::string &host) {
        return knownKeys({folder.write("known_hosts", text)}, host);
    }
    TemporaryFolder folder;
};

TEST_F(KnownHosts, AreFoundByNamePatternAndPort) {
    const std::string a = publicText("a");
    EXPECT_EQ(lookUp("gpu-07 " + a + "\n", "gpu-07").size(), 1u);
    EXPECT_EQ(lookUp("gpu-07,10.0.0.7 " + a + "\n", "10.0.0.7").size(), 1u);
    EXPECT_EQ(lookUp("*.example.com " + a + "\n", "gpu.example.com").size(), 1u);
    EXPECT_EQ(lookUp("[gpu-07]:2222 " + a + "\n", "[gpu-07]:2222").size(), 1u);
    EXPECT_EQ(lookUp("gpu-07\t" + a + " comment\r\n", "gpu-07").size(), 1u);
    EXPECT_EQ(lookUp("gpu-07 " + a, "gpu-07").size(), 1u) << "without a newline at the end";
    EXPECT_EQ(lookUp("gpu-07 " + a + "\n", "[gpu-07]:2222").size(), 0u);
    EXPECT_EQ(lookUp("[gpu-07]:2222 " + a + "\n", "gpu-07").size(), 0u);
    EXPECT_EQ(lookUp("gpu-071 " + a + "\n", "gpu-07").size(), 0u);
}

TEST_F(KnownHosts, HonourNegatedPatternsAtAnyPosition) {
    const std::string a = publicText("a");
    EXPECT_EQ(lookUp("*.example.com,!bad.example.com " + a + "\n", "bad.example.com").size(), 0u);
    EXPECT_EQ(lookUp("!bad.example.com,*.example.com " + a + "\n", "bad.example.com").size(), 0u);
    EXPECT_EQ(lookUp("!bad.example.com,*.example.com " + a + "\n", "good.example.com").size(), 1u);
}

TEST_F(KnownHosts, AreFoundHashed) {
    const auto file = folder.write("known_hosts",
                                   "gpu-07 " + publicText("a") + "\n[gpu-08]:2222 " + publicText("b") + "\n");
    test::run({"ssh-keygen", "-q", "-H", "-f", file.string()});
    ASSERT_EQ(readFile(file).find("gpu-0"), std::string::npos) << "it is hashed";
    EXPECT_EQ(knownKeys({file}, "gpu-07").size(), 1u);
    EXPECT_EQ(knownKeys({file}, "[gpu-08]:2222").size(), 1u);
    EXPECT_EQ(knownKeys({file}, "gpu-09").size(), 0u);
}

TEST_F(KnownHosts, SurviveDamage) {
    const std::string a = publicText("a");
    const std::string text =
        "\n#comment\ngpu-07\ngpu-07 ssh-ed25519\ngpu-07 ssh-ed25519 ????\n|1|x|y ssh-rsa AAAA\n"
        "gpu-07 ssh-unheard-of AAAA\n@cert-authority gpu-07 " +
        a + "\n" + std::string(1 << 20, 'x') + "\n\xff\xfe\n,,, " + a + "\n! " + a + "\ngpu-07 " + a + "\n";
    const auto found = lookUp(text, "gpu-07");
    ASSERT_EQ(found.size(), 2u);
    EXPECT_TRUE(found[0].where.ends_with("known_hosts:8")) << found[0].where;
    EXPECT_TRUE(found[0].authority);
    EXPECT_TRUE(found[1].where.ends_with("known_hosts:13")) << found[1].where;
    EXPECT_FALSE(found[1].authority);
    EXPECT_TRUE(knownKeys({folder.path() / "absent", folder.path()}, "gpu-07").empty());
}

TEST_F(KnownHosts, OfAnAuthorityVouchForNoPlainKey) {
    const std::string a = publicText("a"), b = publicText("b");
    EXPECT_EQ(judge(lookUp("@cert-authority * " + a + "\n", "gpu-07"), key("a").get()).state,
              HostKeyState::Unknown);
    EXPECT_EQ(judge(lookUp("@cert-authority * " + b + "\n", "gpu-07"), key("a").get()).state,
              HostKeyState::Unknown);
    auto known = lookUp("@cert-authority * " + a + "\n", "gpu-07");
    removeUnofferable(known, "rsa-sha2-512");
    EXPECT_EQ(known.size(), 1u) << "an authority's type says nothing of the host's";
    EXPECT_TRUE(
        hostKeyPreference(lookUp("@cert-authority * " + publicText("e", "ecdsa") + "\n", "gpu-07"), {})
            .starts_with("ssh-ed25519,"));
}

TEST_F(KnownHosts, DistinguishKnownChangedAndRevokedKeys) {
    const std::string a = publicText("a"), b = publicText("b"), rsa = publicText("c", "ecdsa");
    const auto state = [&](const std::string &text, const std::string &offered) {
        const auto known = lookUp(text, "gpu-07");
        return judge(known, key(offered).get()).state;
    };
    EXPECT_EQ(state("gpu-07 " + a + "\n", "a"), HostKeyState::Known);
    EXPECT_EQ(state("gpu-08 " + a + "\n", "a"), HostKeyState::Unknown);
    EXPECT_EQ(state("gpu-07 " + a + "\n", "b"), HostKeyState::Changed);
    EXPECT_EQ(state("gpu-07 " + a + "\ngpu-07 " + b + "\n", "b"), HostKeyState::Known)
        << "one of several will do";
    EXPECT_EQ(state("gpu-07 " + rsa + "\n", "a"), HostKeyState::Changed) << "its known key is gone";
    EXPECT_EQ(state("@revoked gpu-07 " + a + "\n", "a"), HostKeyState::Revoked);
    EXPECT_EQ(state("gpu-07 " + a + "\n@revoked * " + a + "\n", "a"), HostKeyState::Revoked);
    EXPECT_EQ(state("@revoked * " + b + "\n", "a"), HostKeyState::Unknown);
}

TEST_F(KnownHosts, ShowTheKeyOfTheSameTypeWhenOneHasChanged) {
    const auto known =
        lookUp("gpu-07 " + publicText("e", "ecdsa") + "\ngpu-07 " + publicText("a") + "\n", "gpu-07");
    makeKey(folder.path(), "b");
    const auto verdict = judge(known, key("b").get());
    ASSERT_EQ(verdict.state, HostKeyState::Changed);
    EXPECT_EQ(fingerprint(verdict.known->key.get()), test::fingerprintOf(folder.path() / "a.pub"));
    EXPECT_EQ(fingerprint(key("b").get()), test::fingerprintOf(folder.path() / "b.pub"));
}

TEST_F(KnownHosts, PutTheirOwnTypesFirstInTheExchange) {
    const auto known = lookUp("gpu-07 " + publicText("e", "ecdsa") + "\n", "gpu-07");
    EXPECT_TRUE(hostKeyPreference(known, {}).starts_with("ecdsa-sha2-nistp256,ssh-ed25519"));
    EXPECT_TRUE(hostKeyPreference({}, {}).starts_with("ssh-ed25519,"));
    EXPECT_EQ(hostKeyPreference(known, "rsa-sha2-512,ssh-ed25519"), "ssh-ed25519,rsa-sha2-512");
}

TEST_F(KnownHosts, OfATypeThatIsNotOfferedMeanNothing) {
    auto known = lookUp("gpu-07 " + publicText("e", "ecdsa") + "\n", "gpu-07");
    removeUnofferable(known, "ssh-ed25519");
    EXPECT_TRUE(known.empty());
}

TEST_F(KnownHosts, AreAppendedToByManyAtOnceWithoutLoss) {
    makeKey(folder.path(), "a");
    const auto file = folder.path() / "new" / "known_hosts";
    const SshKey one = key("a");
    std::vector<std::thread> writers;
    for (int i = 0; i < 8; ++i)
        writers.emplace_back([&, i] {
            for (int k = 0; k < 20; ++k)
                EXPECT_TRUE(
                    appendKnownKey(file, "gpu-" + std::to_string(i) + "-" + std::to_string(k), one.get()));
        });
    for (auto &writer : writers)
        writer.join();
    for (int i = 0; i < 8; ++i)
        EXPECT_EQ(knownKeys({file}, "gpu-" + std::to_string(i) + "-19").size(), 1u);
    EXPECT_EQ(std::filesystem::status(file).permissions(), std::filesystem::perms(0600));
    EXPECT_NO_THROW(test::run({"ssh-keygen", "-F", "gpu-3-3", "-f", file.string()}))
        << "OpenSSH reads it, too";
}

TEST_F(KnownHosts, AreAppendedToOnALineOfTheirOwn) {
    const auto file = folder.write("known_hosts", "gpu-07 " + publicText("a"));
    const SshKey one = key("a");
    ASSERT_TRUE(appendKnownKey(file, "gpu-08", one.get()));
    EXPECT_EQ(knownKeys({file}, "gpu-07").size(), 1u);
    EXPECT_EQ(knownKeys({file}, "gpu-08").size(), 1u);
}

/// A regression: on a full disk a part of a line stayed.
TEST_F(KnownHosts, HaveNoPartOfALineOnAFullDisk) {
    const auto file = folder.write("known_hosts", "gpu-07 " + publicText("a") + "\n");
    const std::string before = test::readFile(file.string());
    const SshKey one = key("a");
    void (*const signalBefore)(int) = std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
    const rlimit full{before.size() + 10, limit.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &full), 0);
    const auto written = appendKnownKey(file, "gpu-08", one.get());
    ::setrlimit(RLIMIT_FSIZE, &limit);
    std::signal(SIGXFSZ, signalBefore);
    EXPECT_FALSE(written);
    EXPECT_EQ(test::readFile(file.string()), before);
}

TEST_F(KnownHosts, ThatCannotBeWrittenAreAnError) {
    makeKey(folder.path(), "a");
    const SshKey one = key("a");
    const auto written = appendKnownKey("/proc/known_hosts", "gpu-07", one.get());
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().stage, Stage::HostKey);
}

} // namespace
} // namespace fabricscope::remote
