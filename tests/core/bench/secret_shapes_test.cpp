// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Secrets of a run recognized by their shape: multi-line private keys, webhooks, "Basic X".
#include "core/bench/command/SecretFilter.h"
#include "core/bench/command/Secrets.h"
#include "tests/core/bench/secrets/FilteredText.h"

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
                   "[1,0]<stdout>:" + begin + "[1,0]<stdout>:(not kept)\n");
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

TEST(NamedSecrets, OfANameElsewhereTheValueGoes) {
    const std::pair<const char *, const char *> texts[] = {
        {"- name: HF_TOKEN\n  value: ab cd\n- name: PORT\n  value: 80\n",
         "- name: HF_TOKEN\n  value: (not kept)\n- name: PORT\n  value: 80\n"},
        {"    - name: TOKEN\n\n      value: \"ab\"\n  value: cd\n",
         "    - name: TOKEN\n\n      value: \"(not kept)\"\n  value: cd\n"},
        {"- { name: DB_PASSWORD, value: ab }\n", "- { name: DB_PASSWORD, value: (not kept) }\n"},
        {"  \"name\": \"X_TOKEN\",\r\n  \"value\": \"a b\"\r\n",
         "  \"name\": \"X_TOKEN\",\r\n  \"value\": \"(not kept)\"\r\n"},
        {"[{\"key\":\"API_TOKEN\",\"value\":\"a b\"},{\"key\":\"PORT\",\"value\":\"80\"}]",
         "[{\"key\":\"API_TOKEN\",\"value\":\"(not kept)\"},{\"key\":\"PORT\",\"value\":\"80\"}]"},
        {"{\"value\": \"ab\", \"name\": \"X_TOKEN\"}, {\"value\": \"cd\", \"name\": \"PORT\"}",
         "{\"value\": \"(not kept)\", \"name\": \"X_TOKEN\"}, {\"value\": \"cd\", \"name\": \"PORT\"}"},
        {"{\"ParameterKey\": \"DbPassword\", \"ParameterValue\": \"ab\"}",
         "{\"ParameterKey\": \"DbPassword\", \"ParameterValue\": \"(not kept)\"}"},
        {"<name>DB_PASSWORD</name><value>ab</value><name>PORT</name><value>80</value>",
         "<name>DB_PASSWORD</name><value>(not kept)</value><name>PORT</name><value>80</value>"},
        {"<name>fs.s3a.secret</name>\n  <value>ab</value>\n<name>fs.port</name>\n<value>cd</value>\n",
         "<name>fs.s3a.secret</name>\n  <value>(not "
         "kept)</value>\n<name>fs.port</name>\n<value>cd</value>\n"},
        {"<key>Password</key>\n<string>ab</string>\n<string>cd</string>\n",
         "<key>Password</key>\n<string>(not kept)</string>\n<string>cd</string>\n"},
        {"<add key=\"ApiToken\" value=\"ab\" /> <env name=\"HF_TOKEN\">cd</env><env name=\"A\">ef</env>",
         "<add key=\"(not kept)\" value=\"(not kept)\" /> <env name=\"HF_TOKEN\">(not kept)</env><env "
         "name=\"A\">ef</env>"},
    };
    for (const auto &[in, out] : texts)
        expectFiltered(in, out);
}

TEST(NamedSecrets, WhatContinuesAValueInTheNextLineGoes) {
    expectFiltered("db.password = \\\n   ab\nnext\n", "db.password = (not kept)\n   (not kept)\nnext\n");
    expectFiltered("password=ab\\\n  cd\\\n  ef\nnext\n",
                   "password=(not kept)\n  (not kept)\\\n  (not kept)\nnext\n");
    expectFiltered("password: |\n  a b\n\n  cd\nnext: 1\n",
                   "password: (not kept)\n  (not kept)\n\n  (not kept)\nnext: 1\n");
    expectFiltered("- name: TOKEN\n  value: >-\n    ab\n  next: cd\n",
                   "- name: TOKEN\n  value: (not kept)\n    (not kept)\n  next: cd\n");
    expectFiltered("\"password\":\n    \"ab\"\n\"port\":\n    \"80\"\n",
                   "\"password\":\n    \"(not kept)\"\n\"port\":\n    \"80\"\n");
    expectFiltered("tool --port 1 --password \\\n  ab --size 8\n",
                   "tool --port 1 --password (not kept)\n  (not kept) --size 8\n");
}

TEST(NamedSecrets, OtherNamesAndLinesStay) {
    for (const char *plain :
         {"- name: TOKEN_COUNT\n  value: 17\n", "- name: max_tokens\n  value: 1024\n",
          "- name: nginx\n  value: hello\n", "name: the password of the host\nvalue: 5\n",
          "- name: TOKEN\n- a: 1\n  value: 3x\n", "all_reduce_perf -b 8 \\\n  -e 1G \\\n  -g 8\n",
          "token:\n  enabled: yes\n", "key: |\n  value\n", "name=a value=b\nvalue=c\n",
          "{\"name\": \"X_TOKEN\"}, {\"value\": \"b\"}\n", "<name>TOKEN</name>\n\"port\":\n \"80\"\n"})
        expectFiltered(plain, plain);
}

TEST(NamedSecrets, CostTimeLinearToTheText) {
    for (const std::string piece :
         {"name=", "value:", "name:a ", "<name>", "<x name=a>", "\"name\":\"TOKEN\",", "value: |", "}",
          "- name: TOKEN\nvalue: a\n", "password=\\\n", "token: |\n "}) {
        std::string text;
        while (text.size() < (std::size_t{1} << 16U))
            text += piece;
        EXPECT_LE(withoutSecrets(text).size(), text.size() * 3) << piece;
    }
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
    for (const char *line : {"/etc/app/config.yaml:password: hunter2abc", "./app.yaml:hf_token: hunter6abc"})
        EXPECT_THAT(withoutSecrets(std::string_view(line)), Not(HasSubstr("hunter")))
            << "as grep -r prints it";
}

// Of RVS, DCGM and inference servers: results, counts and settings whose names contain a secret's name.
TEST(SecretNames, BooleansAndNothingAreNoSecrets) {
    for (const char *plain :
         {"[RESULT] [ 731.25] [gst-1] gst 40211 GFLOPS 9001 Target GFLOPS: 8000 pass: TRUE",
          "[RESULT] [ 731.26] [iet_2] iet 40211 1 pass: FALSE", "pass: Yes, next", "pass=true password=no x",
          "Namespace(hf_token=None, seed=7)", "hf_token=None,", "auth=off secret=N/A token=null;",
          "{\"hf_token\": \"None\", 'pass': 'TRUE'}", "x --token none --password off -b 8", "api_key = None",
          "Password for the disk: none"})
        expectFiltered(plain, plain);
    EXPECT_EQ(textOf({"x", "--token", "None", "--auth=no", "--pass", "true"}),
              "x|--token|None|--auth=no|--pass|true|");
    expectFiltered("pass: TRUEx4\n", "pass: (not kept)\n");
    expectFiltered("hf_token=Nonesuch, x", "hf_token=(not kept) x");
}

TEST(SecretNames, CountsFilesAndModesAreNoSecretsByTheWordsOfTheName) {
    for (const char *plain :
         {"num_key_value_heads=16 eos_token_id=128009, image_token_id=7", "pad_token_id=0",
          "tokens=2097152, tokens/s=4", "step=3 consumed_tokens=8388608",
          "max_key_len=128 sort_key=start cache_key=a",
          "session_timeout=300 inter_token_latency=3.5ms auth_failures=0, time_per_output_token=11.5",
          "private_memory=5GB x --kv-cache-key-dtype fp8", "tests pass=15 fail=0", "pass=1048576, fail=3",
          "[check] pass: 4 fail: 2", "pass=12", "eos_token_id=[5, 128008] x",
          "bos_token='<s>' pad_token=\"<pad>\"", "x --num-key-value-heads 16 --eos-token-id 5 -b",
          "x --pass 2 --auth-mode none --key-size 4096", "x --api-key-file /etc/vault/k --auth-type basic",
          "SSL_KEY_FILE=/etc/k.pem TOKEN_PATH=/t keys=31 maxTokenLength=77"})
        expectFiltered(plain, plain);
    EXPECT_EQ(textOf({"x", "--num-key-value-heads", "16", "--eos-token-id=5", "--pass", "2", "--auth-mode",
                      "ldap", "--key-size", "256", "--api-key-file", "/etc/vault/k"}),
              "x|--num-key-value-heads|16|--eos-token-id=5|--pass|2|--auth-mode|ldap|--key-size|256|"
              "--api-key-file|/etc/vault/k|");
    for (const char *name : {"NUM_KEY_VALUE_HEADS", "KEY_SIZE", "--auth-mode", "API_KEY_FILE", "sortKey"})
        EXPECT_FALSE(isSecret(name)) << name;
    for (const char *name : {"AWS_ACCESS_KEY_ID", "SESSION_ID", "TOKEN", "PROFILE_KEY", "A_KEYS"})
        EXPECT_TRUE(isSecret(name)) << name;
}

TEST(SecretNames, OfOtherNamesNumbersAreSecrets) {
    expectFiltered("password=1234 pass=12345678 x\n", "password=(not kept) pass=(not kept) x\n");
    expectFiltered("password: 90210\n", "password: (not kept)\n");
    expectFiltered(
        "token_value=1234 key_2=77 password_extra=1234 session_name=5xQ\n",
        "token_value=(not kept) key_2=(not kept) password_extra=(not kept) session_name=(not kept)\n");
    expectFiltered("api_keys=12345 x\n", "api_keys=(not kept) x\n");
    expectFiltered("session_id=a81f03 token_id=99887766554 x\n",
                   "session_id=(not kept) token_id=(not kept) x\n");
    EXPECT_EQ(textOf({"x", "--token", "8192", "--password", "12"}),
              "x|--token|(not kept)|--password|(not kept)|");
}

// vLLM's --api-key takes several keys, and its log prints them as a list of Python.
TEST(SecretLists, OfANameAllItemsGo) {
    expectFiltered("args: {'tag': 'm', 'api_key': ['op-51f'], 'host': '::'}\n",
                   "args: {'tag': 'm', 'api_key': ['(not kept)'], 'host': '::'}\n");
    expectFiltered("Namespace(api_key=['one-A7', \"two]B8\"], hf_token='hz', seed=0)\n",
                   "Namespace(api_key=['(not kept)', \"(not kept)\"], hf_token='(not kept)', seed=0)\n");
    expectFiltered("api_keys=('u1x', 'u2y') secret: [p9, q8]\n",
                   "api_keys=('(not kept)', '(not kept)') secret: [(not kept), (not kept)]\n");
    expectFiltered("+ curl -d '{\"api_key\":[\"Zw3\"], \"n\": [1]}' h\n",
                   "+ curl -d '{\"api_key\":[\"(not kept)\"], \"n\": [1]}' h\n");
    expectFiltered("\"{\\\"api_key\\\": [\\\"a b\\\", \\\"c\\\"]}\"\n",
                   "\"{\\\"api_key\\\": [\\\"(not kept)\\\", \\\"(not kept)\\\"]}\"\n");
    expectFiltered("PASSWORD=[ab]cd TOKEN=['cut off\n",
                   "PASSWORD=[(not kept)](not kept) TOKEN=['(not kept)\n");
    for (const char *plain : {"\"first_token\": [0.5, 1.5], 'token': [], token=[None]",
                              "key=[0, 1, 2] keys=[]", "eos_token_id=[3, 4]", "token=(int) 5"})
        expectFiltered(plain, plain);
}

TEST(SecretLists, OfAnOptionAllWordsUpToTheNextOptionGo) {
    expectFiltered("vllm serve m --api-key k-one 'k two' --port 80 --api-key three\n",
                   "vllm serve m --api-key (not kept) '(not kept)' --port 80 --api-key (not kept)\n");
    expectFiltered("--api-key k-one k-two; x\n", "--api-key (not kept) (not kept); x\n");
    expectFiltered("x --hf-tokens k-one k-two | y z\n", "x --hf-tokens (not kept) (not kept) | y z\n");
    expectFiltered("x --api-key k-one model --tokens 8 16\n", "x --api-key (not kept) model --tokens 8 16\n");
    const std::vector<std::string> words = {"python3",   "-m",       "vllm.entrypoints.openai.api_server",
                                            "--api-key", "key-0001", "key-0002",
                                            "key-0003",  "--port",   "80"};
    EXPECT_EQ(textOf(words), "python3|-m|vllm.entrypoints.openai.api_server|--api-key|(not kept)|(not kept)|"
                             "(not kept)|--port|80|");
    Command command;
    command.words = words;
    EXPECT_THAT(secretValuesOf(command), testing::IsSupersetOf({"key-0001", "key-0002", "key-0003"}));
    EXPECT_EQ(textOf({"curl", "--api-key", "k-one", "h"}), "curl|--api-key|(not kept)|h|");
    command.words = {"x", "--api-key=['key-0001', 'key-0002']", "--token", "[\"key-0003\"]"};
    EXPECT_EQ(textOf(command.words), "x|--api-key=['(not kept)', '(not kept)']|--token|[\"(not kept)\"]|");
    EXPECT_THAT(secretValuesOf(command), testing::IsSupersetOf({"key-0001", "key-0002", "key-0003"}));
}

TEST(SecretPhrases, OfDockersConfigurationTheCredentialsGo) {
    expectFiltered("{\"auths\": {\"reg.io\": {\"auth\": \"amFuZTprNHR6ZQ==\"}}}\n",
                   "{\"auths\": {\"reg.io\": {\"auth\": \"(not kept)\"}}}\n");
    for (const char *plain :
         {"{\"auth\": \"basic\", \"auth\": null}", "auth: required", "\"auth\": \"ldap\""})
        expectFiltered(plain, plain);
}

TEST(SecretPhrases, AnswersOfPromptsGo) {
    expectFiltered("Password for 'https://git.io': Wolke 7\nx\n",
                   "Password for 'https://git.io': (not kept)\nx\n");
    expectFiltered("Password for user jane: k4tze\n", "Password for user jane: (not kept)\n");
    expectFiltered("[sudo] password for jane: k4tze\n", "[sudo] password for jane: (not kept)\n");
    expectFiltered("Enter passphrase for key '/k/id': a b\n",
                   "Enter passphrase for key '/k/id': (not kept)\n");
    expectFiltered("secret_key_base: 5ac1\n", "secret_key_base: (not kept)\n");
    const std::string key = "00ff11ee22dd33cc44bb55aa66998877deadbeef";
    expectFiltered("wandb: Paste an API key from your profile and hit enter: " + key + "\n",
                   "wandb: Paste an API key from your profile and hit enter: (not kept)\n");
    expectFiltered("wandb: Logging into wandb.ai with key " + key + " now\n",
                   "wandb: Logging into wandb.ai with key (not kept) now\n");
    expectFiltered("WANDB_API_KEY " + key + " x\n", "WANDB_API_KEY (not kept) x\n");
    expectFiltered("DB_PASSWORD is k4tze77, passphrase is Wolke-7\n",
                   "DB_PASSWORD is (not kept) passphrase is (not kept)\n");
    for (const char *plain :
         {"[sudo] password for jane: ", "Password for jane:\nrow: 1 2", "encrypted with key 7 of 9",
          "with key size 4096", "Password for a: Permission denied\n"})
        expectFiltered(plain, plain);
}

TEST(SecretPhrases, OfOtherShellsFilesAndMarkupTheyGo) {
    for (const auto &[text, expected] : {
             std::pair{"setenv WANDB_API_KEY k4tze\n", "setenv WANDB_API_KEY (not kept)\n"},
             {"WANDB_API_KEY k4tzeKatze x\n", "WANDB_API_KEY (not kept) x\n"},
             {"HF_TOKEN : k4tze\n", "HF_TOKEN : (not kept)\n"},
             {"machine api.io login jane password k4tze\n",
              "machine api.io login jane password (not kept)\n"},
             {"<user>jane</user><password>k4 tze</password>\n",
              "<user>jane</user><password>(not kept)</password>\n"},
         })
        expectFiltered(text, expected);
    for (const char *plain :
         {"setenv HF_TOKEN $TOKEN\n", "HF_TOKEN is not set\n", "HF_TOKEN not found\n", "HF_TOKEN : null\n",
          "the login needs a password now\n", "<password></password>\n", "<passwords>two</passwords> x\n",
          "a <b>bold</b> word\n"})
        expectFiltered(plain, plain);
}

TEST(SecretPhrases, OfCommandsThatTakeThemTheyGo) {
    for (const auto &[text, expected] : {
             std::pair{"+ echo k4tze | sudo -S dmesg -T\n", "+ echo (not kept) | sudo -S dmesg -T\n"},
             {"echo -n \"k4 tze\"|sudo -k -S true", "echo -n \"(not kept)\"|sudo -k -S true"},
             {"printf '%s\\n' k4tze | sudo -p '' --stdin x",
              "printf '%s\\n' (not kept) | sudo -p '' --stdin x"},
             {"openssl enc -aes-256-cbc -k k4tze -in f", "openssl enc -aes-256-cbc -k (not kept) -in f"},
             {"openssl rsa -passin pass:k4tze -in f", "openssl rsa -passin (not kept) -in f"},
             {"wandb login --relogin K4tze9 && x", "wandb login --relogin (not kept) && x"},
             {"/opt/bin/wandb login --host https://w.io K4tze9",
              "/opt/bin/wandb login --host https://w.io (not kept)"},
             {"docker login -u ops -p k4tze", "docker login -u ops -p (not kept)"},
         }) {
        expectFiltered(text, expected);
        EXPECT_EQ(textOf({"sh", "-c", text}), std::string("sh|-c|") + expected + "|");
    }
    EXPECT_EQ(textOf({"wandb", "login", "--relogin", "K4tze9"}), "wandb|login|--relogin|(not kept)|");
    EXPECT_EQ(textOf({"openssl", "enc", "-k", "k4tze"}), "openssl|enc|-k|(not kept)|");
    Command command;
    command.words = {"sh", "-c", "echo 'Wolke-77' | sudo -S true"};
    EXPECT_THAT(secretValuesOf(command), testing::Contains("Wolke-77"));
    for (const char *plain :
         {"echo \"$PW\" | sudo -S x", "echo a | sudo tee f", "echo a || sudo -S x", "echo a; sudo -S x",
          "run wandb login first", "wandb login: failed", "echo rows | sort -S 1G", "openssl s_client -k x"})
        expectFiltered(plain, plain);
}

TEST(SecretArguments, OfCurlTheCookieAndThePasswordOfItsCertificateGo) {
    EXPECT_EQ(textOf({"curl", "-b", "sid=Zq9", "-E", "x.pem:Zq9", "h"}),
              "curl|-b|sid=(not kept)|-E|x.pem:(not kept)|h|");
    EXPECT_EQ(textOf({"/usr/bin/curl", "-sb", "a=1; b=2", "-bsid=Zq9", "--cert", "x.pem:Zq9", "-Ey.pem:Zq9"}),
              "/usr/bin/curl|-sb|a=(not kept)|-bsid=(not kept)|--cert|x.pem:(not kept)|-Ey.pem:(not kept)|");
    EXPECT_EQ(textOf({"curl", "--cookie", "sid=Zq9", "--proxy-cert", "p.pem:Zq9", "h"}),
              "curl|--cookie|(not kept)|--proxy-cert|p.pem:(not kept)|h|");
    EXPECT_EQ(withoutSecrets("+ curl -b 'sid=Z q' --cert x.pem:Zq9 h; curl -E y.pem:Zq9 h"),
              "+ curl -b 'sid=(not kept)' --cert x.pem:(not kept) h; curl -E y.pem:(not kept) h");
    for (const char *plain :
         {"curl -b cookies.txt -E x.pem h", "all_reduce_perf -b 8 -e 1G", "all_reduce_perf -b size=8",
          "curl -s h | grep -E 'a:b' | sort -b", "curl -b", "tar -b a=1", "sed -E s:a:b:"})
        EXPECT_EQ(withoutSecrets(plain), plain);
    EXPECT_EQ(textOf({"all_reduce_perf", "-b", "8", "-E", "a:b"}), "all_reduce_perf|-b|8|-E|a:b|");
}

TEST(SecretArguments, OfSambaThePasswordBehindThePercentSignGoes) {
    EXPECT_EQ(textOf({"smbclient", "-U", "dom/me%Zq9", "--user=dom/me%Zq9", "-Ume%Zq9", "//h/s"}),
              "smbclient|-U|dom/me%(not kept)|--user=dom/me%(not kept)|-Ume%(not kept)|//h/s|");
    EXPECT_EQ(withoutSecrets("+ rpcclient -U me%Zq9 h; net ads join --user me%Zq9"),
              "+ rpcclient -U me%(not kept) h; net ads join --user me%(not kept)");
    EXPECT_EQ(withoutSecrets("+ smbclient --user=dom/me%Zq9 //h/s"),
              "+ smbclient --user=dom/me%(not kept) //h/s");
    for (const char *plain : {"psql -U me%40h db", "smbclient -U me //h/s", "ssh -U a%h"})
        EXPECT_EQ(withoutSecrets(plain), plain);
}

TEST(SecretArguments, OfCommandsWithASecretAmongTheirArgumentsItGoes) {
    EXPECT_EQ(textOf({"aws", "configure", "set", "aws_secret_access_key", "Zq9"}),
              "aws|configure|set|aws_secret_access_key|(not kept)|");
    EXPECT_EQ(textOf({"aws", "--profile", "p", "configure", "set", "region", "eu-1"}),
              "aws|--profile|p|configure|set|region|eu-1|");
    EXPECT_EQ(textOf({"mc", "alias", "set", "m", "http://h:9000", "access1", "Zq9", "--api", "S3v4"}),
              "mc|alias|set|m|http://h:9000|access1|(not kept)|--api|S3v4|");
    EXPECT_EQ(textOf({"ipmitool", "-H", "bmc", "user", "set", "password", "2", "Zq9"}),
              "ipmitool|-H|bmc|user|set|password|2|(not kept)|");
    EXPECT_EQ(textOf({"redis-cli", "config", "set", "requirepass", "Zq9"}),
              "redis-cli|config|set|requirepass|(not kept)|");
    EXPECT_EQ(textOf({"sh", "-c", "aws configure set aws_secret_access_key 'Z q'; ls x"}),
              "sh|-c|aws configure set aws_secret_access_key '(not kept)'; ls x|");
    EXPECT_EQ(
        withoutSecrets("+ aws configure set --profile p aws_secret_access_key Zq9 x\n+ mc alias set m "
                       "https://h a Zq9"),
        "+ aws configure set --profile p aws_secret_access_key (not kept) x\n+ mc alias set m https://h a "
        "(not kept)");
    for (const char *plain :
         {"aws configure list", "aws s3 cp a b", "aws configure set aws_secret_access_key $KEY",
          "mc alias list", "ipmitool user set name 2 me", "npm config set registry https://h/"})
        EXPECT_EQ(withoutSecrets(plain), plain);
}

TEST(SecretArguments, BehindTheOptionWithoutABlankItGoesToo) {
    for (const char *before :
         {"mysql -u root -p", "/usr/bin/mysqldump --all -p", "mariadb-dump -p", "sshpass -v -p",
          "ipmitool -U admin -P", "racadm -u root -p", "ldapsearch -D cn=x -w", "mongo -p", "sqlcmd -P",
          "docker login -u me -p", "7z x -p", "unrar x -p", "zip -P"}) {
        expectFiltered(std::string(before) + "ab12 rest", std::string(before) + "(not kept) rest");
        expectFiltered(std::string(before) + "'a b' rest", std::string(before) + "'(not kept)' rest");
    }
    for (const char *plain : {"openssl enc -kfile x", "docker run -p8080:80 x", "ssh -p2222 h",
                              "ssh -p'2222' h", "tar -pcf a.tar", "grep -Pq x", "ipmitool -U a -I lanplus"})
        EXPECT_EQ(withoutSecrets(plain), plain);
    EXPECT_EQ(withoutSecrets("usermod -p ab12 bob"), "usermod -p (not kept) bob");
    EXPECT_EQ(withoutSecrets("storcli /c0 set securitykey=ab"), "storcli /c0 set securitykey=(not kept)");
}

TEST(SecretArguments, OfToolsWithAShortOptionForThePasswordItGoes) {
    for (const std::vector<std::string> &words :
         {std::vector<std::string>{"racadm", "-r", "bmc", "-u", "root", "-p"},
          {"ipmitool", "-U", "me", "-P"},
          {"ldapsearch", "-x", "-w"},
          {"ldappasswd", "-s"},
          {"redis-cli", "-a"},
          {"ipmi-sel", "-p"},
          {"az", "login", "-u", "me", "-p"},
          {"wget", "--password"},
          {"mysql", "--password"}}) {
        std::vector<std::string> with = words;
        with.emplace_back("Zq9");
        EXPECT_THAT(textOf(with), testing::EndsWith(words.back() + "|(not kept)|"));
    }
    for (const char *plain :
         {"ib_write_bw -p 18515 h", "iperf3 -p 5201", "mpirun -p 4 x", "ipmitool -p 623 x"})
        EXPECT_EQ(withoutSecrets(plain), plain);
}

} // namespace
} // namespace fabricscope::bench
