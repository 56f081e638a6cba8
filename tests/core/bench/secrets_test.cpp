// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/SecretFilter.h"
#include "core/bench/command/Secrets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace fabricscope::bench {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::UnorderedElementsAre;

std::string textOf(std::vector<std::string> words) {
    Command command;
    command.words = std::move(words);
    std::string text;
    for (const std::string &word : withoutSecrets(command).words)
        text += word + "|";
    return text;
}

TEST(Secrets, OfUrlsThePasswordGoesAndTheRestStays) {
    EXPECT_EQ(withoutSecrets("git clone https://user:pw@host/x"), "git clone https://user:(not kept)@host/x");
    EXPECT_EQ(withoutSecrets("http://user:p@ss@host:80/x?y=1"), "http://user:(not kept)@host:80/x?y=1");
    EXPECT_EQ(withoutSecrets("redis://:pw@host"), "redis://:(not kept)@host");
    EXPECT_EQ(withoutSecrets("https://ghp_abc@github.com/x"), "https://(not kept)@github.com/x");
    for (const char *plain :
         {"ssh://git@host/x", "https://host:443/x@y", "tcp://[::1]:80", "https://host/?q=a:b@c"})
        EXPECT_EQ(withoutSecrets(plain), plain);
    EXPECT_EQ(textOf({"curl", "https://user:pw@host"}), "curl|https://user:(not kept)@host|");
    const std::vector<EnvironmentValue> proxy = {{"HTTPS_PROXY", "http://me:pw@proxy:3128"}};
    EXPECT_EQ(withoutSecrets(proxy).front().value, "http://me:(not kept)@proxy:3128");
}

TEST(Secrets, OfUserAndPasswordThePasswordGoes) {
    EXPECT_EQ(textOf({"curl", "-u", "me:pw", "x"}), "curl|-u|me:(not kept)|x|");
    EXPECT_EQ(textOf({"curl", "--user", "me:p w", "x"}), "curl|--user|me:(not kept)|x|");
    EXPECT_EQ(textOf({"curl", "--user=me:pw", "x"}), "curl|--user=me:(not kept)|x|");
    EXPECT_EQ(textOf({"docker", "run", "-u", "1000:1000", "x"}), "docker|run|-u|1000:1000|x|");
    EXPECT_EQ(textOf({"ib_write_bw", "-u", "14"}), "ib_write_bw|-u|14|");
    EXPECT_EQ(withoutSecrets("+ curl -u me:pw x"), "+ curl -u me:(not kept) x");
    EXPECT_EQ(withoutSecrets("+ curl --user 'me:p w' x"), "+ curl --user 'me:(not kept)' x");
}

TEST(Secrets, OfHeadersTheValueGoes) {
    EXPECT_EQ(textOf({"curl", "-H", "X-Api-Key: abc", "x"}), "curl|-H|X-Api-Key: (not kept)|x|");
    EXPECT_EQ(withoutSecrets("curl -H 'X-Api-Key: abc' -H \"authorization: Basic ab c\" x"),
              "curl -H 'X-Api-Key: (not kept)' -H \"authorization: (not kept)\" x");
    EXPECT_EQ(withoutSecrets("> Authorization: Bearer a.b.c"), "> Authorization: (not kept)");
    EXPECT_EQ(withoutSecrets("{\"Authorization\": \"Bearer abc\", \"a\": 1}"),
              "{\"Authorization\": \"(not kept)\", \"a\": 1}");
    EXPECT_EQ(withoutSecrets("got Bearer abcdefghijklmnop well"), "got Bearer (not kept) well");
    EXPECT_EQ(withoutSecrets("Bearer of news: none"), "Bearer of news: none");
    EXPECT_EQ(withoutSecrets("Content-Type: text/plain"), "Content-Type: text/plain");
}

TEST(Secrets, OfOptionsAndVariablesTheValueGoes) {
    EXPECT_EQ(textOf({"x", "--token", "abc", "--token=d e", "HF_TOKEN=f g", "-b", "8"}),
              "x|--token|(not kept)|--token=(not kept)|HF_TOKEN=(not kept)|-b|8|");
    EXPECT_EQ(withoutSecrets("+ x --token abc --api-key='d e' HF_TOKEN=f -b 8"),
              "+ x --token (not kept) --api-key='(not kept)' HF_TOKEN=(not kept) -b 8");
    EXPECT_EQ(withoutSecrets("PWD=/root OLDPWD=/tmp MONKEY=1 --tokenizer llama"),
              "PWD=/root OLDPWD=/tmp MONKEY=1 --tokenizer llama");
}

TEST(Secrets, OfShortOptionsWithoutABlankTheValueGoes) {
    EXPECT_EQ(textOf({"curl", "-uadmin:pw", "-sSu", "me:pw", "-ksuadmin:pw", "x"}),
              "curl|-uadmin:(not kept)|-sSu|me:(not kept)|-ksuadmin:(not kept)|x|");
    EXPECT_EQ(textOf({"curl", "-HX-Api-Key: v", "-HAccept: x", "y"}),
              "curl|-HX-Api-Key: (not kept)|-HAccept: x|y|");
    EXPECT_EQ(textOf({"/usr/bin/mysql", "-u", "root", "-ppw", "-P3306", "db"}),
              "/usr/bin/mysql|-u|root|-p(not kept)|-P3306|db|");
    EXPECT_EQ(textOf({"sshpass", "-p", "pw x", "ssh", "-p", "22", "h"}),
              "sshpass|-p|(not kept)|ssh|-p|22|h|");
    EXPECT_EQ(textOf({"sshpass", "-ppw", "ssh", "-p22", "h"}), "sshpass|-p(not kept)|ssh|-p22|h|");
    EXPECT_EQ(withoutSecrets("+ curl -uadmin:pw -su me:pw '-HX-Api-Key: v' '-uadmin:p w' http://h"),
              "+ curl -uadmin:(not kept) -su me:(not kept) '-HX-Api-Key: (not kept)' '-uadmin:(not kept)' "
              "http://h");
    EXPECT_EQ(withoutSecrets("+ mysqldump -h db -ppw=1 x | sshpass -v -p pw scp -p 22 f"),
              "+ mysqldump -h db -p(not kept) x | sshpass -v -p (not kept) scp -p 22 f");
    for (const char *plain : {"docker run -u1000:1000 x", "x -u http://h:80/x", "iperf3 -p5201 -u -b1g",
                              "ps -fu root", "nccl -cpu a:b -gpu 0:1 -port 5", "ssh -p 22 h"})
        EXPECT_EQ(withoutSecrets(plain), plain);
}

TEST(Secrets, ReplacesCommunityAndPassphrasesOfSnmpClients) {
    EXPECT_EQ(textOf({"snmpwalk", "-v2c", "-c", "s3cret", "switch-1", "1.3"}),
              "snmpwalk|-v2c|-c|(not kept)|switch-1|1.3|");
    EXPECT_EQ(textOf({"/usr/bin/snmpget", "-v", "2c", "-cs3cret", "switch-1"}),
              "/usr/bin/snmpget|-v|2c|-c(not kept)|switch-1|");
    EXPECT_EQ(textOf({"snmpget", "-v3", "-u", "me", "-A", "phrase 1", "-X", "phrase 2", "switch-1"}),
              "snmpget|-v3|-u|me|-A|(not kept)|-X|(not kept)|switch-1|");
    EXPECT_EQ(textOf({"sh", "-c", "snmpbulkwalk -v2c -c 's3 cret' switch-1"}),
              "sh|-c|snmpbulkwalk -v2c -c '(not kept)' switch-1|");
    EXPECT_EQ(withoutSecrets("+ snmpwalk -v2c -c s3cret switch-1 1.3"),
              "+ snmpwalk -v2c -c (not kept) switch-1 1.3");
    for (const char *plain :
         {"snmpd -c /etc/snmp/snmpd.conf", "ping -c 3 switch-1", "curl -A agent -X POST x",
          "snmpwalk switch-1 | bash -c true", "snmpwalk -Cc switch-1"})
        EXPECT_EQ(withoutSecrets(plain), plain);
}

TEST(Secrets, InFrontOfAnotherOneOfTheSameWordGoToo) {
    EXPECT_EQ(textOf({"true", "https://bob:S1@h/x?token=S2"}),
              "true|https://bob:(not kept)@h/x?token=(not kept)|");
    EXPECT_EQ(textOf({"sh", "-c", "true --token S1 --api-key=S2"}),
              "sh|-c|true --token (not kept) --api-key=(not kept)|");
    EXPECT_EQ(textOf({"sh", "-c", "true -u al:S1 https://b:S2@h/?token=S3"}),
              "sh|-c|true -u al:(not kept) https://b:(not kept)@h/?token=(not kept)|");
    EXPECT_EQ(textOf({"x", "--api-key=a b c"}), "x|--api-key=(not kept)|");
}

// A hostile line costs no more than any line of that length.
TEST(Secrets, AreLookedForInTimeLinearToTheLine) {
    for (const std::string piece :
         {"=-",           "-u",        "=-u",         "=-s",          " -p",
          "'-",           "mysql -",   "token: ",     "{\"token\":",  "sk-",
          "-hf_a",        " sk-a",     "eyJ.",        "\\nsk-",       "bearer ",
          "echo ",        "echo '| ",  "token=[",     "{\"token\":[", "password for ",
          "wandb login ", "token=[1,", "token=('a',", "with key ",    "hit enter: ",
          "A_KEY ",       "A_KEY is ", "aB"}) {
        std::string text;
        while (text.size() < (std::size_t{1} << 18U))
            text += piece;
        EXPECT_LE(withoutSecrets(text).size(), text.size() * 8) << piece;
    }
}

TEST(Secrets, OfEntriesOfDocumentsTheTextGoes) {
    EXPECT_EQ(withoutSecrets("{\"hf_token\": \"x y\", \"apiKey\":\"k\", 'db_pass': 'z', \"n\": 1}"),
              "{\"hf_token\": \"(not kept)\", \"apiKey\":\"(not kept)\", 'db_pass': '(not kept)', \"n\": 1}");
    EXPECT_EQ(
        withoutSecrets("password: a b\n  - api_key: k\nToken: x\nuse {secret: s, a: 1} and pass: p now"),
        "password: (not kept)\n  - api_key: (not kept)\nToken: (not kept)\nuse {secret: (not kept), a: 1} "
        "and pass: (not kept) now");
    EXPECT_EQ(withoutSecrets("SSHPASS=a ID_JWT=b SENTRY_DSN=c AccountKey=d== x"),
              "SSHPASS=(not kept) ID_JWT=(not kept) SENTRY_DSN=(not kept) AccountKey=(not kept) x");
    EXPECT_EQ(withoutSecrets("GET https://h/b?sv=1&sig=a%2Bb&se=2 ?x=1&X-Amz-Signature=0a1b&y=2"),
              "GET https://h/b?sv=1&sig=(not kept)&se=2 ?x=1&X-Amz-Signature=(not kept)&y=2");
    for (const char *plain :
         {"Total generated tokens:                  50000", "Output token throughput (tok/s):         123.45",
          "\"total_output_tokens\": 10, \"first_token\": 0.5, \"last_token\": null",
          "Mean per token: 12.5 ms", "GID index : 3", "key: value", "session: 4 of 5", "PWD: /root",
          "at 12:30:45 token:3 sig=2", "author: me"})
        EXPECT_EQ(withoutSecrets(plain), plain);
}

/// All invented, with the length and alphabet of real ones.
constexpr std::string_view kTokens[] = {
    "hf_|AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGh",
    "ghp_|16C7e42F292c6912E7710c838347Ae178B4a",
    "gho_|16C7e42F292c6912E7710c838347Ae178B4a",
    "github_pat_|11ABCDEFG0aBcDeFgHiJkL_mNoPqRsTuVwXyZ0123456789",
    "glpat-|zE1-s5x_7Qw9Rt2Yu4Io",
    "sk-|proj-Ab3dEf6hIj9lMn2pQr5tUv8x_Yz1Bc4De7",
    "sk-|ant-api03-Ab3dEf6hIj9lMn2pQr5tUv8xYz1Bc4De7-AA",
    "nvapi-|Ab3dEf6hIj9lMn2pQr5tUv8xYz1Bc4De7FgH",
    "AKIA|IOSFODNN7ABCDEFG",
    "xoxb-|123456789012-Ab3dEf6hIj9lMn2p",
    "xoxp-|123456789012-Ab3dEf6hIj9lMn2p",
    "eyJ|hbGciOiJIUzI1NiJ9.eyJzdWIiOiJ6ZXVzIn0.sflKxwRJSMeKKF2QT4fw",
};

TEST(Secrets, OfTokensThatAreKnownByTheirBeginningTheRestGoes) {
    for (const std::string_view token : kTokens) {
        const std::string beginning(token.substr(0, token.find('|')));
        const std::string bare = beginning + std::string(token.substr(token.find('|') + 1));
        const std::string gone = beginning + std::string(kSecretPlaceholder);
        for (const char *form : {"%", "logged in with %.", "INFO 11-25 12:00:01 [hub.py:12] using '%' now",
                                 "GET /m?t=%&r=0", "a\\n%\\n", "x=%, y", "\x1b[1m%\x1b[0m", "[%]", "t%3D%"}) {
            std::string text(form), expected(form);
            text.replace(text.rfind('%'), 1, bare);
            expected.replace(expected.rfind('%'), 1, gone);
            if (std::string_view(form) == "GET /m?t=%&r=0") {
                EXPECT_THAT(withoutSecrets(text), Not(HasSubstr(bare)));
                continue;
            }
            EXPECT_EQ(withoutSecrets(text), expected);
            EXPECT_EQ(withoutSecrets(expected), expected) << "twice is once";
        }
        EXPECT_EQ(textOf({"vllm", "--model", "m", bare}), "vllm|--model|m|" + gone + "|");
        Command command;
        command.words = {"x", bare};
        EXPECT_THAT(secretValuesOf(command), Contains(bare.substr(beginning.size())));
    }
}

TEST(SecretFilter, ReplacesAValueAlsoAsJsonUrlsAndShellsWriteIt) {
    Command command;
    command.environment = {{"DB_PASSWORD", "pa\"ss\\wo$rd'x y&q=1"}};
    const SecretFilter filter(secretValuesOf(command));
    EXPECT_EQ(filter.all("{\"plain\": \"pa\\\"ss\\\\wo$rd'x y&q=1\"}\n"), "{\"plain\": \"(not kept)\"}\n");
    EXPECT_EQ(filter.all("GET /x?v=pa%22ss%5Cwo%24rd%27x%20y%26q%3D1&n=2\n"), "GET /x?v=(not kept)&n=2\n");
    EXPECT_EQ(filter.all("+ echo 'pa\"ss\\wo$rd'\\''x y&q=1'\n"), "+ echo '(not kept)'\n");
}

TEST(SecretFilter, ReplacesAValueAlsoWhereItIsWrittenInAscii) {
    Command command;
    command.environment = {{"DB_PASSWORD", "p\u00e4ss-\u20ac-\U0001f511"}};
    const SecretFilter filter(secretValuesOf(command));
    EXPECT_EQ(filter.all("[\"p\\u00e4ss-\\u20ac-\\ud83d\\udd11\"]\n"), "[\"(not kept)\"]\n"); // json.dumps()
    EXPECT_EQ(filter.all("'p\\xe4ss-\\u20ac-\\U0001f511'\n"), "'(not kept)'\n");              // ascii()
    EXPECT_EQ(filter.all("b'p\\xc3\\xa4ss-\\xe2\\x82\\xac-\\xf0\\x9f\\x94\\x91'\n"), "b'(not kept)'\n");
}

TEST(SecretFilter, ReplacesAValueAlsoAsPythonAndBase64WriteIt) {
    Command command;
    command.environment = {{"DB_PASSWORD", "qq\"x y&\\z'w"}};
    const SecretFilter filter(secretValuesOf(command));
    EXPECT_EQ(filter.all("'qq\"x y&\\\\z\\'w'\n"), "'(not kept)'\n"); // repr()
    EXPECT_EQ(filter.all("cXEieCB5Jlx6J3c=\n"), "(not kept)\n");
    EXPECT_EQ(filter.all("cXEieCB5Jlx6J3cK\n"), "(not kept)\n"); // of `echo | base64`
    command.environment = {{"DB_PASSWORD", "a'b\\c-secret"}};
    EXPECT_EQ(SecretFilter(secretValuesOf(command)).all("\"a'b\\\\c-secret\"\n"), "\"(not kept)\"\n");
}

TEST(SecretFilter, ReplacesAValueInsideOfALongerTextInBase64) {
    Command command;
    command.environment = {{"HF_TOKEN", "hf_S18abcdefSecretTok1234"}};
    const SecretFilter filter(secretValuesOf(command));
    // base64 of "user:TOKEN@x" (Basic authentication), of "xTOKEN", and of the token in UTF-16.
    for (const char *text :
         {"dXNlcjpoZl9TMThhYmNkZWZTZWNyZXRUb2sxMjM0QHg=", "eGhmX1MxOGFiY2RlZlNlY3JldFRvazEyMzQ=",
          "aABmAF8AUwAxADgAYQBiAGMAZABlAGYAUwBlAGMAcgBlAHQAVABvAGsAMQAyADMANAA="}) {
        const std::string kept = filter.all(std::string("Authorization: Basic ") + text + "\n");
        EXPECT_NE(kept.find("(not kept)"), std::string::npos) << kept;
        constexpr std::size_t kRest = 8; // what stands before and behind the token may be left
        EXPECT_LT(kept.size(), std::string("Authorization: Basic (not kept)\n").size() + kRest) << kept;
    }
    EXPECT_EQ(filter.all("dXNlcjpub3RoaW5nIHNlY3JldCBoZXJl\n"), "dXNlcjpub3RoaW5nIHNlY3JldCBoZXJl\n");
}

TEST(SecretFilter, ReplacesAValueAlsoInQueriesInHexadecimalAndEachOfItsLines) {
    Command command;
    command.environment = {{"DB_PASSWORD", "pa+ss /wo\"rd9"}};
    const SecretFilter filter(secretValuesOf(command));
    EXPECT_EQ(filter.all("v=pa%2Bss+%2Fwo%22rd9&n=2\n"), "v=(not kept)&n=2\n"); // quote_plus()
    EXPECT_EQ(filter.all("/x/pa%2Bss%20/wo%22rd9\n"), "/x/(not kept)\n");       // quote()
    EXPECT_EQ(filter.all("70612b7373202f776f22726439\n"), "(not kept)\n");
    EXPECT_EQ(filter.all("70612B7373202F776F22726439\n"), "(not kept)\n");
    command.environment = {{"DB_PASSWORD", "firstSecretLine7\nsecondSecretLine8"}};
    EXPECT_EQ(SecretFilter(secretValuesOf(command)).all("last: secondSecretLine8\n"), "last: (not kept)\n");
}

TEST(Secrets, OfPrivateVariablesTheValueGoesWhateverTheirName) {
    Command command;
    command.words = {"tool", "plantedAndPrinted4711"};
    command.environment = {{"MINE", "plantedAndPrinted4711", true}, {"OTHER", "stays"}};
    const Command stored = withoutSecrets(command);
    EXPECT_EQ(stored.environment[0].value, kSecretPlaceholder);
    EXPECT_EQ(stored.environment[1].value, "stays");
    EXPECT_EQ(stored.words[1], kSecretPlaceholder);
    EXPECT_TRUE(isLibraryVariable("NCCL_DEBUG"));
    EXPECT_FALSE(isLibraryVariable("NCCL_AUTH_TOKEN"));
    EXPECT_FALSE(isLibraryVariable("MINE"));
}

TEST(SecretFilter, ReplacesATokenWhereverTheStreamIsCut) {
    for (const std::string_view token : kTokens) {
        std::string text = "begin " + std::string(token) + ", end\n";
        text.erase(text.find('|'), 1);
        const std::string expected = withoutSecrets(text);
        EXPECT_NE(expected, text);
        for (std::size_t cut = 0; cut <= text.size(); ++cut) {
            SecretFilter filter;
            std::string out = filter.feed(text.substr(0, cut));
            ASSERT_TRUE(std::string_view(expected).starts_with(out)) << out;
            out += filter.feed(text.substr(cut));
            ASSERT_EQ(out + filter.finish(), expected) << cut;
        }
    }
}

TEST(Secrets, WhatOnlyBeginsLikeATokenStays) {
    for (const char *plain :
         {"hf_0",
          "hf_hub_download(repo_id='meta-llama/Llama-3.1-8B')",
          "HF_HUB_ENABLE_HF_TRANSFER=1",
          "hf_overrides={} hf_config_path=None",
          "device sk-node-01 of rack sk-gpu-cluster-east-0001",
          "task-1234567890abcdef1234 disk-0123456789abcdef0123",
          "mask-sk",
          "risk-free",
          "AKIA",
          "AKIAIOSFOD",
          "AKIAIOSFODNN7ABCDEFGHIJ",
          "nvapi-0",
          "ghp_x",
          "xoxb-",
          "npm_config_registry=x",
          "glpat-",
          "eyJ",
          "r8_uint",
          "gsk_kernel",
          "GPU-5d1c2a3b-1111-2222-3333-444455556666",
          "sk-learn scikit-learn",
          "INFO 11-25 12:00:01 [api_server.py:1043] vLLM API server version 0.6.3.post1",
          "INFO Namespace(model='facebook/opt-125m', tokenizer=None, tokenizer_mode='auto', "
          "hf_overrides=None, "
          "max_model_len=4096)",
          "#  Rank  0 Group  0 Pid 4711 on gpu-07 device  0 [0000:1b:00] NVIDIA H100 80GB HBM3",
          " local address: LID 0000 QPN 0x0127 PSN 0x2b5b0c RKey 0x1800ed VAddr 0x007f1c40000000",
          " GID: 00:00:00:00:00:00:00:00:00:00:255:255:10:41:07:93",
          "gpu-07:4711:4733 [0] NCCL INFO comm 0x55d0c8b0a3f0 rank 0 nranks 8 commId 0x9c63c00300d420f0",
          "commit 3f786850e387550fdab836ed7e6dc881de23001b",
          "sig=2",
          "SIG=9 STOP_SIG=SIGTERM KILL_SIG=TERM",
          "upward pw_avg 350 W",
          "Bearer of 12 news",
          "bearer token"})
        EXPECT_EQ(withoutSecrets(plain), plain);
}

TEST(Secrets, OfSettingsAndOfJsonWithinJsonTheTextGoes) {
    EXPECT_EQ(withoutSecrets("aws_secret_access_key = ab1\nhf_token =  'c d' SharedAccessKey=e"),
              "aws_secret_access_key = (not kept)\nhf_token =  '(not kept)' SharedAccessKey=(not kept)");
    EXPECT_EQ(withoutSecrets("log \"{\\\"hf_token\\\":\\\"a b\\\", \\\"n\\\": \\\"1\\\"}\""),
              "log \"{\\\"hf_token\\\":\\\"(not kept)\\\", \\\"n\\\": \\\"1\\\"}\"");
    EXPECT_EQ(textOf({"vllm", "--max-num-batched-tokens", "8192", "--max-tokens=16", "--token", "8192"}),
              "vllm|--max-num-batched-tokens|8192|--max-tokens=16|--token|(not kept)|");
    EXPECT_FALSE(isSecret("MAX_TOKENS"));
    EXPECT_TRUE(isSecret("API_TOKENS"));
    for (const char *plain :
         {"max_num_batched_tokens=8192, skip_special_tokens=True, num_prompt_tokens=12",
          "first_token = 12.5 ms", "Avg generation throughput: 0.0 tokens/s, token = None",
          "lat = 3.2 us bw = 45.1", "key = value"})
        EXPECT_EQ(withoutSecrets(plain), plain);
}

TEST(Secrets, NamesOfPasswordsInShortAreKnown) {
    EXPECT_EQ(withoutSecrets("MY_PW=a DB_PW='b c' BEARER=d SIG=e8f URL_SIG=f9 WIFI_PSK=g S3_CREDS=h x"),
              "MY_PW=(not kept) DB_PW='(not kept)' BEARER=(not kept) SIG=(not kept) URL_SIG=(not kept) "
              "WIFI_PSK=(not kept) S3_CREDS=(not kept) x");
    for (const char *name : {"MY_PW", "BEARER", "SIG", "API_BEARER", "URL_SIG"})
        EXPECT_TRUE(isSecret(name)) << name;
    for (const char *name : {"PWM", "GPU_PWR", "SIGNALS", "BEARING", "UCX_ERROR_SIGNALS", "NCCL_DEBUG"})
        EXPECT_FALSE(isSecret(name)) << name;
    EXPECT_EQ(withoutSecrets("x --password pw12 --pw 'a b' -v"),
              "x --password (not kept) --pw '(not kept)' -v");
}

TEST(Secrets, ABearersTokenGoesWithoutAHeaderToo) {
    EXPECT_EQ(withoutSecrets("got Bearer S3cr3t9 well; bearer  abcdefghijkl"),
              "got Bearer (not kept) well; bearer  (not kept)");
    EXPECT_EQ(textOf({"x", "Bearer", "S3cr3t9", "-H", "X-Api-Key:", "abc", "y"}),
              "x|Bearer|(not kept)|-H|X-Api-Key:|(not kept)|y|");
    EXPECT_EQ(textOf({"curl", "-HAuthorization:", "Basic", "abc", "http://h"}),
              "curl|-HAuthorization:|Basic|(not kept)|http://h|");
}

TEST(Secrets, OfAScriptsAssignmentEndWhereTheShellEndsThem) {
    for (const char *script : {"TOKEN=QQca1; tool \"$TOKEN\"", "TOKEN=QQca1\ntool \"$TOKEN\"",
                               "API_TOKEN='QQca1'; tool \"$API_TOKEN\"", "A_TOKEN=QQca1 && tool \"$A_TOKEN\"",
                               "DB_PASSWORD=QQca1 printenv DB_PASSWORD"}) {
        Command command;
        command.words = {"bash", "-c", script};
        EXPECT_EQ(SecretFilter(secretValuesOf(command)).all("args: c QQca1\n"), "args: c (not kept)\n")
            << script;
    }
}

TEST(Secrets, OfAScriptThatAreAWordOfRowsHideNoRows) {
    Command command;
    command.words = {"sh", "-c", "TOKEN=float; tool"};
    const std::string row = "1048576 262144 float sum 12.3\n";
    EXPECT_EQ(SecretFilter(secretValuesOf(command)).all(row), row);
}

TEST(Secrets, ThatEndALineTakeNoRowBelowWithThem) {
    for (const char *row : {"1048576 262144 float sum 12.3\n", "done\n", "finished 3 of 3\n"})
        EXPECT_THAT(withoutSecrets("sk-WATCHzz9988776655QQ\n" + std::string(row)), testing::EndsWith(row));
}

TEST(Secrets, WhatMeasuresStaysAsItIs) {
    for (const char *line :
         {"     1048576        262144     float     sum      -1    32.41   32.35   60.66      0",
          " 65536      5000             366.20             366.16             0.698394",
          " local address: LID 0000 QPN 0x0127 PSN 0x2b5b0c RKey 0x1800ed VAddr 0x007f1c",
          "ai1:1234:1240 [0] NCCL INFO Channel 00/16 : 0 1 2 3", "-u 14 --iters=5 GID index : 3",
          "NCCL_DEBUG=INFO NCCL_IB_HCA==mlx5_0:1", "2026-11-23T12:00:00 http://localhost:8080/metrics"})
        EXPECT_EQ(withoutSecrets(line), line);
}

TEST(Secrets, ReplacingTwiceChangesNothingMore) {
    for (const char *text :
         {"HF_TOKEN=abc x", "curl -u me:pw https://a:b@c -H 'X-Api-Key: d'", "x --token abc y",
          "Authorization: Bearer abc", "curl -uadmin:pw '-sua:b c' d", "curl '-HX-Api-Key: v' x",
          "mysql -ppw x", "sshpass -p pw x", "curl -b a=b x", "curl -E a.pem:b x", "smbclient -U a%b x",
          "aws configure set my_token abc x", "password: a b", "{\"hf_token\": \"x\"}",
          "use {secret: s, a: 1}", "https://h/?sig=a&b"}) {
        const std::string once = withoutSecrets(text);
        EXPECT_NE(once, text);
        EXPECT_EQ(withoutSecrets(once), once);
    }
    EXPECT_EQ(textOf({"x", "--token", std::string(kSecretPlaceholder)}), "x|--token|(not kept)|");
}

Command secretCommand() {
    Command command;
    command.environment = {{"HF_TOKEN", "hf_AbCdEf"},
                           {"A_KEY", "7"},
                           {"B_KEY", "1048576"},
                           {"NCCL_DEBUG", "INFO"},
                           {"HTTPS_PROXY", "http://me:proxypw@host"}};
    command.words = {"x",
                     "--token",
                     "tok-123",
                     "https://u:urlpw@h",
                     "-u",
                     "me:userpw",
                     "-H",
                     "Authorization: Bearer bearer-abc",
                     "DB_PASSWORD=dbpw"};
    return command;
}

TEST(Secrets, OfTheEnvironmentAreReplacedInTheWordsToo) {
    Command command;
    command.environment = {
        {"HF_TOKEN", "hf_long"}, {"API_KEY", "hf_longer"}, {"MODEL_URL", "https://x/hf_longer/y"}};
    command.words = {"echo", "hf_longer", "a=hf_long;", "hf_lon"};
    command = withoutSecrets(std::move(command));
    const std::string gone(kSecretPlaceholder);
    EXPECT_EQ(command.words, (std::vector<std::string>{"echo", gone, "a=" + gone + ";", "hf_lon"}));
    EXPECT_EQ(command.environment[2].value, "https://x/" + gone + "/y");
}

TEST(Secrets, ValuesOfACommandAreThoseThatAreReplacedInIt) {
    EXPECT_THAT(secretValuesOf(secretCommand()),
                IsSupersetOf({"hf_AbCdEf", "proxypw", "tok-123", "urlpw", "userpw", "Bearer bearer-abc",
                              "Bearer%20bearer-abc", "bearer-abc", "dbpw"}))
        << "a digit, and a number as sizes are, cannot be told from what is measured";
}

TEST(SecretFilter, ReplacesAValueWhereverTheStreamIsCut) {
    const std::string text = "begin hf_AbCdEf, hf_AbC hf_hf_AbCdEfhf_AbCdEf end";
    const std::string expected = "begin (not kept), hf_AbC hf_(not kept)(not kept) end";
    for (std::size_t first = 0; first <= text.size(); ++first)
        for (std::size_t second = first; second <= text.size(); ++second) {
            SecretFilter filter({"hf_AbCdEf"});
            std::string out = filter.feed(text.substr(0, first));
            out += filter.feed(text.substr(first, second - first));
            out += filter.feed(text.substr(second));
            out += filter.finish();
            ASSERT_EQ(out, expected) << first << " " << second;
        }
}

/// Secrets by variable name, with two or three characters that are also part of other words.
TEST(SecretFilter, ReplacesAShortValueOnlyAsAWholeWord) {
    Command command;
    command.environment = {{"HF_TOKEN", "abc"}, {"A_KEY", "x7"}, {"B_KEY", "no"},
                           {"C_KEY", "12"},     {"D_KEY", "q"},  {"NCCL_DEBUG", "zz"}};
    command.words = {"echo", "abc", "abcd", "k=x7"};
    EXPECT_THAT(secretValuesOf(command), UnorderedElementsAre("abc", "x7"));
    EXPECT_EQ(textOf({"x7"}), "x7|");
    const Command without = withoutSecrets(command);
    EXPECT_THAT(without.words, ElementsAre("echo", "(not kept)", "abcd", "k=(not kept)"));
    const std::string text = "abc abcd xabc x_abc (abc)\nx7: 12 zz x71, x7.abc\nabc";
    const std::string expected =
        "(not kept) abcd xabc x_abc ((not kept))\n(not kept): 12 zz x71, (not kept).(not kept)\n(not kept)";
    for (std::size_t first = 0; first <= text.size(); ++first)
        for (std::size_t second = first; second <= text.size(); ++second) {
            SecretFilter filter(secretValuesOf(command));
            std::string out = filter.feed(text.substr(0, first));
            out += filter.feed(text.substr(first, second - first));
            out += filter.feed(text.substr(second));
            out += filter.finish();
            ASSERT_EQ(out, expected) << first << " " << second;
        }
}

TEST(SecretFilter, OfTwoValuesThatBeginAlikeTheLongerOneGoesAsAWhole) {
    SecretFilter filter({"secret", "secret-longer"});
    EXPECT_EQ(filter.feed("a secret-lon"), "a ");
    EXPECT_EQ(filter.feed("ger secret"), "(not kept) ");
    EXPECT_EQ(filter.finish(), "(not kept)");
}

TEST(SecretFilter, AValueOfSeveralLinesGoesToo) {
    SecretFilter filter({"-----BEGIN\nabc\n-----END"});
    std::string out = filter.feed("x\n-----BEGIN\nab");
    out += filter.feed("c\n-----END\ny\n");
    EXPECT_EQ(out + filter.finish(), "x\n(not kept)\ny\n");
}

/// The result does not depend on the splits of the stream.
TEST(SecretFilter, GivesTheSameWhereverTheStreamIsCut) {
    const std::string text =
        "row 1\r 50%\r100%\n+ curl -u me:pw https://a:bcd@host/x -H 'X-Api-Key: k' --token t\n"
        "Authorization: Basic abc\nHF_TOKEN=zzz y A_KEY='b c' d\n{\"cookie\": \"x y\"}\n"
        "https://user:pw@host\nhttp://h:1/ http://tok@h\nBearer abcdefghijklmnop\n"
        "tok-123 and bearer-abc and -u 1:2 -u a:b\n+ curl -uc:dd1 '-HX-Api-Key: ee2' | mysql -pff3 x\n"
        "db_secret = mm1 x\nlog hf_AbCdEfGhIjKlMnOpQrStUvWx.\n"
        "sshpass -p gg4 y\n{\"hf_token\": \"hh5 ii6\", \"n\": 1}\n password: jj7 kk8\ntoken: 12.5 ms "
        "?sig=ll9&z\n"
        "--api-key";
    const std::vector<std::string> values = secretValuesOf(secretCommand());
    const std::string whole = SecretFilter(values).all(text);
    for (const char *secret :
         {":pw",  "bcd",      " k'",     " t\n",       "Basic", "zzz", "b c", "x y",
          "tok@", "abcdefgh", "tok-123", "bearer-abc", "a:b",   "dd1", "ee2", "ff3",
          "gg4",  "hh5",      "ii6",     "jj7",        "kk8",   "ll9", "mm1", "AbCdEfGh"})
        EXPECT_THAT(whole, Not(HasSubstr(secret)));
    for (const char *plain : {"row 1\r 50%\r100%\n", "-u me:", "@host/x", " y A_KEY", "http://h:1/", "-u 1:2",
                              "--api-key", "token: 12.5 ms ", "\"n\": 1}", "&z\n"})
        EXPECT_THAT(whole, HasSubstr(plain));
    std::mt19937 random(4711); // NOLINT(cert-msc51-cpp): the same each time
    for (int i = 0; i < 2000; ++i) {
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

TEST(SecretFilter, HoldsNothingBackOfWhatCannotBeASecret) {
    SecretFilter filter({"hf_AbCdEf"});
    for (const char *piece :
         {"Continue? ", ".", ".", ".", "50%", "\r", "a row", "=", "1:2", " --iters 5", "\n"})
        EXPECT_EQ(filter.feed(piece), piece);
    EXPECT_EQ(filter.finish(), "");
}

TEST(SecretFilter, ALineWithoutAnEndIsBoundedAndStillWithoutSecrets) {
    SecretFilter filter;
    std::string out;
    const std::string fill(1000, 'x');
    std::string expected;
    for (int i = 0; i < 200; ++i) {
        out += filter.feed(" " + fill + " --token se");
        out += filter.feed("cret");
        expected += " " + fill + " --token (not kept)";
    }
    EXPECT_EQ(out + filter.finish(), expected);
    SecretFilter endless;
    std::string given = endless.feed("A_TOKEN=");
    for (int i = 0; i < 100; ++i)
        given += endless.feed(fill);
    given += endless.feed("xyz and on\n");
    EXPECT_EQ(given + endless.finish(), "A_TOKEN=(not kept) and on\n");
}

} // namespace
} // namespace fabricscope::bench
