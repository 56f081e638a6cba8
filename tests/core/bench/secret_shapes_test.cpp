// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Secrets of a run recognized by their shape: multi-line private keys, webhooks, "Basic X".
#include "core/bench/command/SecretFilter.h"
#include "core/bench/command/Secrets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

} // namespace
} // namespace fabricscope::bench
