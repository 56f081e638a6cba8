// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Secrets of a run recognized by their shape: multi-line private keys, webhooks, "Basic X".
#include "core/bench/command/SecretFilter.h"
#include "core/bench/command/Secrets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <random>

namespace fabricscope::bench {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kLine = "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZWQyNTUx";

std::string textOf(std::vector<std::string> words) {
    Command command;
    command.words = std::move(words);
    std::string text;
    for (const std::string &word : withoutSecrets(command).words)
        text += word + "|";
    return text;
}

/// The result is the same for each split of the stream in two.
void expectFiltered(const std::string &text, const std::string &expected) {
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        SecretFilter filter;
        std::string out = filter.feed(std::string_view(text).substr(0, cut));
        ASSERT_TRUE(std::string_view(expected).starts_with(out)) << out;
        out += filter.feed(std::string_view(text).substr(cut));
        ASSERT_EQ(out + filter.finish(), expected) << cut;
    }
    EXPECT_EQ(withoutSecrets(expected), expected) << "twice is once";
}

TEST(SecretShapes, PrivateKeysOfSeveralLinesGo) {
    for (const std::string kind :
         {"RSA PRIVATE KEY", "OPENSSH PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "PRIVATE KEY"})
        expectFiltered("row 1\n-----BEGIN " + kind + "-----\n" + kLine + "\r\n\nAAAA==\n-----END " + kind +
                           "-----\nrow 2 --token abc\n",
                       "row 1\n-----BEGIN " + kind + "-----\n(not kept)\r\n\n(not kept)\n-----END " + kind +
                           "-----\nrow 2 --token (not kept)\n");
}

TEST(SecretShapes, PrivateKeysThatAreCutOffGo) {
    const std::string begin = "-----BEGIN OPENSSH PRIVATE KEY-----\n";
    expectFiltered(begin + kLine + "\n" + kLine.substr(0, 20), begin + "(not kept)\n(not kept)");
    expectFiltered("[1,0]<stdout>:" + begin + "[1,0]<stdout>:" + kLine + "\n",
                   "[1,0]<stdout>:" + begin + "(not kept)\n");
}

TEST(SecretShapes, PrivateKeysWithinOneLineGo) {
    expectFiltered(
        "{\"pem\": \"-----BEGIN PRIVATE KEY-----\\nMIIE\\n-----END PRIVATE KEY-----\\n\", \"n\": 1}\n",
        "{\"pem\": \"-----BEGIN PRIVATE KEY-----(not kept)-----END PRIVATE KEY-----\\n\", \"n\": 1}\n");
    expectFiltered("A_KEY=-----BEGIN RSA PRIVATE KEY-----\n" + kLine +
                       "\n-----END RSA PRIVATE KEY-----\nB=1\n",
                   "A_KEY=(not kept)\n(not kept)\n-----END RSA PRIVATE KEY-----\nB=1\n");
    EXPECT_EQ(textOf({"x", "-----BEGIN PRIVATE KEY-----\n" + kLine + "\n-----END PRIVATE KEY-----\n"}),
              "x|-----BEGIN PRIVATE KEY-----(not kept)-----END PRIVATE KEY-----\n|");
    const std::vector<EnvironmentValue> pem = {{"PEM", "-----BEGIN PRIVATE KEY-----\n" + kLine + "\n"}};
    EXPECT_THAT(withoutSecrets(pem).front().value, Not(HasSubstr("b3Blbn")));
}

TEST(SecretShapes, AnEndlessLineOfAKeyIsBoundedAndGoesAsAWhole) {
    SecretFilter filter;
    std::string out = filter.feed("x -----BEGIN PRIVATE KEY-----");
    for (int i = 0; i < 2000; ++i)
        out += filter.feed(kLine + " ");
    out += filter.feed("-----E");
    out += filter.feed("ND PRIVATE KEY----- y\nz\n");
    EXPECT_EQ(out + filter.finish(),
              "x -----BEGIN PRIVATE KEY-----(not kept)-----END PRIVATE KEY----- y\nz\n");
}

TEST(SecretShapes, ALogThatOnlyNamesTheBeginningOfAKeyLosesFewLines) {
    std::string rows;
    for (int i = 0; i < 20; ++i)
        rows += "     1048576        262144     float     sum      -1    32.41   32.35   60.66      0\n";
    EXPECT_THAT(withoutSecrets("no -----BEGIN PRIVATE KEY----- found\n" + rows),
                testing::EndsWith(rows.substr(rows.size() / 5)));
    const std::string certificate = "-----BEGIN CERTIFICATE-----\n" + kLine + "\n-----END CERTIFICATE-----\n";
    EXPECT_EQ(withoutSecrets(certificate), certificate);
}

TEST(SecretShapes, OfWebhooksWhatCallsThemGoes) {
    for (const auto &[open, secret] : std::vector<std::pair<std::string, std::string>>{
             {"https://hooks.slack.com/services/", "T012/B034/xYz"},
             {"https://hooks.slack.com/workflows/", "T012/A034/5/xYz"},
             {"https://discord.com/api/webhooks/", "123456/ab-c_d"},
             {"https://ptb.discord.com/api/v10/webhooks/", "123456/abc?wait=true"},
             {"https://acme.webhook.office.com/", "webhookb2/a-1@b-2/IncomingWebhook/c3/d-4"},
             {"https://outlook.office.com/webhook/", "a@b/IncomingWebhook/c/d"}}) {
        expectFiltered("+ curl -d x '" + open + secret + "' -s\n",
                       "+ curl -d x '" + open + "(not kept)' -s\n");
        expectFiltered("post to " + open + secret, "post to " + open + "(not kept)");
        EXPECT_EQ(textOf({"curl", open + secret}), "curl|" + open + "(not kept)|");
        Command command;
        command.environment = {{"NOTIFY", open + secret}};
        EXPECT_EQ(withoutSecrets(command).environment.front().value, open + "(not kept)");
        EXPECT_THAT(secretValuesOf(command), testing::Contains(secret));
    }
    for (const char *plain :
         {"https://discord.com/channels/1/2", "https://nothooks.slack.com/services/T0/B0/x"})
        EXPECT_EQ(withoutSecrets(plain), plain);
}

TEST(SecretShapes, BasicCredentialsGoWithoutAHeaderToo) {
    expectFiltered("sent Basic YWxpY2V3OnB3 now; Authorization: Basic abc\n",
                   "sent Basic (not kept) now; Authorization: (not kept)\n");
    expectFiltered("MY_AUTH=Basic YWxpY2V3OnB3 b\n", "MY_AUTH=(not kept) b\n");
    EXPECT_EQ(textOf({"x", "Basic", "YWxpY2V3OnB3", "y"}), "x|Basic|(not kept)|y|");
    EXPECT_EQ(textOf({"x", "--mode", "Basic", "settings"}), "x|--mode|Basic|settings|");
    for (const char *plain : {"Basic settings", "basic information: 12", "Basic 1048576", "Basic allreduce"})
        EXPECT_EQ(withoutSecrets(plain), plain);
}

TEST(SecretShapes, OfCredentialsPinAndSasTheValueGoes) {
    for (const std::string flag : {"--cred", "--creds", "--credentials", "--src-creds"}) {
        EXPECT_EQ(textOf({"skopeo", flag, "u:p", "x"}), "skopeo|" + flag + "|(not kept)|x|");
        expectFiltered("+ skopeo " + flag + " u:p x\n", "+ skopeo " + flag + " (not kept) x\n");
        expectFiltered("+ skopeo " + flag + "=u:p x\n", "+ skopeo " + flag + "=(not kept) x\n");
    }
    expectFiltered("pin=4711 MY_SAS=ab snmp_community=pub x --pin 4711\n",
                   "pin=(not kept) MY_SAS=(not kept) snmp_community=(not kept) x --pin (not kept)\n");
    EXPECT_EQ(textOf({"gmx", "-pin", "on", "--pin", "4711"}), "gmx|-pin|on|--pin|(not kept)|");
    const std::vector<EnvironmentValue> values = {
        {"CARD_PIN", "4711"}, {"I_MPI_PIN", "1"}, {"CPU_PIN", "0-47"}};
    EXPECT_EQ(withoutSecrets(values)[0].value, "(not kept)");
    EXPECT_EQ(withoutSecrets(values)[1].value, "1");
    EXPECT_EQ(withoutSecrets(values)[2].value, "0-47");
    for (const char *plain :
         {"pin_memory=1 pinning=full cpu-pin=0-7,96 authenticated=1 author=me authors=us pin=on"})
        EXPECT_EQ(withoutSecrets(plain), plain);
}

/// More forms in which a tool prints a secret, and texts that only look like one.
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
