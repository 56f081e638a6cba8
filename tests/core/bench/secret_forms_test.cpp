// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/SecretFilter.h"
#include "core/bench/command/Secrets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <random>

/// More forms in which a tool prints a secret, and texts that only look like one.
namespace fabricscope::bench {
namespace {

using testing::HasSubstr;
using testing::Not;

SecretFilter filterOf(const std::string &value) {
    Command command;
    command.environment = {{"DB_PASSWORD", value}};
    return SecretFilter(secretValuesOf(command));
}

TEST(SecretForms, InBase32) {
    const SecretFilter filter = filterOf("Wolke-7/nebel");
    // printf %s Wolke-7/nebel | base32; echo Wolke-7/nebel | base32
    EXPECT_EQ(filter.all("x K5XWY23FFU3S63TFMJSWY=== y\n"), "x (not kept)=== y\n");
    EXPECT_EQ(filter.all("K5XWY23FFU3S63TFMJSWY\n"), "(not kept)\n");
    EXPECT_EQ(filter.all("K5XWY23FFU3S63TFMJSWYCQ=\n"), "(not kept)=\n");
    EXPECT_EQ(filter.all("k5xwy23ffu3s63tfmjswy\n"), "(not kept)\n");
}

TEST(SecretForms, Backwards) {
    EXPECT_EQ(filterOf("Wolke-7/nebel").all("rev: leben/7-ekloW.\n"), "rev: (not kept).\n");
}

TEST(SecretForms, InHtml) {
    const SecretFilter filter = filterOf("a<b&\"c\">'d'");
    EXPECT_EQ(filter.all("<td>a&lt;b&amp;&quot;c&quot;&gt;&#x27;d&#x27;</td>\n"),
              "<td>(not kept)</td>\n"); // Python
    EXPECT_EQ(filter.all("<td>a&lt;b&amp;&#34;c&#34;&gt;&#39;d&#39;</td>\n"), "<td>(not kept)</td>\n"); // Go
    EXPECT_EQ(filter.all("v='a&lt;b&amp;&quot;c&quot;&gt;&apos;d&apos;'\n"), "v='(not kept)'\n");       // XML
    EXPECT_EQ(filter.all("a&lt;b&amp;\"c\"&gt;'d'\n"), "(not kept)\n"); // between tags
}

TEST(SecretForms, AsBashQuotesThem) {
    // printf %q 'my $pass;(word)~1'
    EXPECT_EQ(filterOf("my $pass;(word)~1").all("+ login my\\ \\$pass\\;\\(word\\)~1 x\n"),
              "+ login (not kept) x\n");
}

TEST(SecretForms, CutOff) {
    const SecretFilter filter = filterOf("correct horse battery staple, all of them");
    EXPECT_EQ(filter.all("write(1, \"correct horse battery staple, al\"..., 41) = 41\n"),
              "write(1, \"(not kept)\"..., 41) = 41\n"); // strace
    EXPECT_EQ(filter.all("using 'correct horse' as key\n"), "using '(not kept)' as key\n");
    EXPECT_EQ(filter.all("correct horse\xE2\x80\xA6\n"), "(not kept)\xE2\x80\xA6\n");
    for (const char *plain :
         {"correct", "\"correct x\"", "correct hor", "it is correct.\n", "'correct horse y'\n"})
        EXPECT_EQ(filter.all(plain), plain);
}

TEST(SecretForms, AreFoundWhereverTheStreamIsCut) {
    const std::string text =
        "a \"correct horse batt\"... b 'correct h' c correct horse\"x K5XWY23FFU3S63TFMJSWY=== "
        "leben/7-ekloW docker login -u me -p swordfish9 reg; cat: /etc/passwd: Permission denied\n"
        "my_token: No such file or directory\nmy_token: No such luck\npasswd: Permissions\n";
    Command command;
    command.environment = {{"DB_PASSWORD", "correct horse battery staple"}, {"A_TOKEN", "Wolke-7/nebel"}};
    const std::vector<std::string> values = secretValuesOf(command);
    const std::string whole = SecretFilter(values).all(text);
    EXPECT_EQ(
        whole,
        "a \"(not kept)\"... b '(not kept)' c correct horse\"x (not kept)=== (not kept) docker login -u me "
        "-p (not kept) reg; cat: /etc/passwd: Permission denied\n"
        "my_token: No such file or directory\nmy_token: (not kept)\npasswd: (not kept)\n");
    std::mt19937 random(815); // NOLINT(cert-msc51-cpp): the same each time
    for (int i = 0; i < 1000; ++i) {
        SecretFilter filter(values);
        std::string out;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t size = 1 + random() % (i % 2 == 0 ? 3 : 40);
            out += filter.feed(std::string_view(text).substr(at, size));
            ASSERT_TRUE(std::string_view(whole).starts_with(out)) << out;
            at += size;
        }
        out += filter.finish();
        ASSERT_EQ(out, whole);
    }
}

TEST(SecretForms, CostTimeLinearToTheText) {
    const SecretFilter filter = filterOf("correct horse battery staple, all of them");
    std::string text;
    while (text.size() < (std::size_t{1} << 18U))
        text += "correct horse battery staple\"..";
    const std::clock_t before = std::clock(); // of the processor: others may use it, too
    (void)filter.all(text);
    EXPECT_LT((std::clock() - before) / CLOCKS_PER_SEC, 10);
}

TEST(SecretForms, OfPasswordOptionsOfKnownPrograms) {
    for (const auto &[text, expected] : {
             std::pair{"+ docker --config /x login -u jane -p k4tze reg.io",
                       "+ docker --config /x login -u jane -p (not kept) reg.io"},
             {"podman login --pass k4tze reg.io", "podman login --pass (not kept) reg.io"},
             {"ipmitool -I lanplus -U root -P k4tze -H bmc power",
              "ipmitool -I lanplus -U root -P (not kept) -H bmc power"},
             {"redis-cli -a k4tze ping", "redis-cli -a (not kept) ping"},
             {"ldapsearch -x -w k4tze -b dc=x", "ldapsearch -x -w (not kept) -b dc=x"},
             {"docker run -p 8080:80 image", "docker run -p 8080:80 image"},
             {"mongosh -p k4tze; ssh -p 22 host", "mongosh -p (not kept); ssh -p 22 host"},
             {"ib_write_bw -d mlx5_0 -p 18515", "ib_write_bw -d mlx5_0 -p 18515"},
             {"ssh -p 2222 host -w 0", "ssh -p 2222 host -w 0"},
         })
        EXPECT_EQ(withoutSecrets(std::string_view(text)), expected);
}

TEST(SecretForms, OfTokensOfMoreServices) {
    const std::string mixed = "3fA9kQ27xLmB84TzPq61VwYc5RnDs0Ge";
    for (const std::string prefix :
         {"glpat-", "glptt-", "glcbt-", "glrtr-", "pypi-", "dop_v1_", "doo_v1_", "dor_v1_", "dckr_oat_",
          "hvb.", "dapi", "glsa_", "shpat_", "whsec_", "rubygems_", "sntryu_", "pcsk_", "GOCSPX-", "xai-"})
        EXPECT_EQ(withoutSecrets(std::string_view("using " + prefix + mixed + " now")),
                  "using " + prefix + "(not kept) now")
            << prefix;
    for (const char *plain :
         {"glpat-token-for-the-runner", "pypi-mirror-of-the-whole-cluster-at-home", "dapi_test", "SG.node",
          "xai-grok-model-of-the-whole-big-cluster", "rubygems_mirror"})
        EXPECT_EQ(withoutSecrets(std::string_view(plain)), plain);
}

TEST(SecretForms, MessagesOfTheSystemAreNone) {
    for (const char *plain :
         {"cat: /etc/passwd: Permission denied", "/etc/passwd: Permission denied",
          "sudo: /etc/my.token: bad owner", "cat: hf_token: No such file or directory",
          "bash: line 1: get_password: command not found", "open api_key: Too many open files (errno 24)",
          "ls: token: Permission denied; skipped"})
        EXPECT_EQ(withoutSecrets(std::string_view(plain)), plain);
    EXPECT_THAT(withoutSecrets(std::string_view("password: Permission7")), Not(HasSubstr("Permission7")));
    EXPECT_THAT(withoutSecrets(std::string_view("db: password: Nosuch1")), Not(HasSubstr("Nosuch1")));
}

} // namespace
} // namespace fabricscope::bench
