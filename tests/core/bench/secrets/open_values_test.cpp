// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Secrets in the lines behind their name, in lists and in the forms of programming languages, also with the
// prefixes of ranks and collectors; in runs and in captures.
#include "core/bench/command/SecretFilter.h"
#include "core/bench/command/Secrets.h"
#include "core/capture/Secrets.h"
#include "tests/core/bench/secrets/FilteredText.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::bench {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Of a stream that arrives in pieces of this size.
std::string inPieces(std::string_view text, std::size_t size) {
    SecretFilter filter;
    std::string out;
    for (; !text.empty(); text.remove_prefix(std::min(size, text.size())))
        out += filter.feed(text.substr(0, size));
    return out + filter.finish();
}

/// "k4tze", "W0lke" and "neb3l" are the secrets: none is left in a run or a capture, and "k1" and "k2" stay.
void expectHidden(const std::string &text) {
    const std::string out = withoutSecrets(text), captured = capture::withoutSecrets(text);
    for (const char *secret : {"k4tze", "W0lke", "neb3l"}) {
        EXPECT_THAT(out, Not(HasSubstr(secret))) << text;
        EXPECT_THAT(captured, Not(HasSubstr(secret))) << text;
    }
    for (const char *kept : {"k1", "k2"}) {
        if (text.find(kept) == std::string::npos)
            continue;
        EXPECT_THAT(out, HasSubstr(kept)) << text;
        EXPECT_THAT(captured, HasSubstr(kept)) << text;
    }
    EXPECT_EQ(capture::withoutSecrets(captured), captured) << "twice is once";
    EXPECT_EQ(withoutSecrets(out), out) << "twice is once";
    for (const std::size_t size : {1U, 7U})
        EXPECT_EQ(inPieces(text, size), out) << size;
}

/// Each line with what a launcher or collector puts in front of it.
std::string prefixed(const std::string &text, const std::vector<std::string> &prefixes) {
    std::string out;
    std::size_t line = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        out += prefixes[line++ % prefixes.size()] + text.substr(at, end - at) + "\n";
        at = end + 1;
    }
    return out;
}

const std::vector<std::string> kOverLines = {
    "{\"token\":\n\"k4tze\"}\nk1",
    "\"passwords\": [\n  \"k4tze\",\n  \"W0lke\"\n],\nk1",
    "api_keys:\n  - k4tze\n  - \"W0lke x\"\nport: k1",
    "tokens:\n- k4tze\n- W0lke # k\nport: k1",
    "password:\n  k4tze\nport: k1",
    "db.password =\n    k4tze\nk1 = 2",
    "DB_PASSWORD=\"k4tze\nW0lke\" k1",
    "secret: |\n  k4tze\n  W0lke\nport: k1",
    "- password: !!str >-\n    k4tze\n    W0lke\n- port: k1",
    "[\"password\"]=>\n  string(6) \"k4tze\"\n k1",
};

TEST(OpenValues, OfAListEachItemGoes) {
    for (const std::string name : {"tokens", "api_keys", "passwords", "accessTokens", "client_secrets"})
        for (const std::string quote : {"\"", "'"})
            for (const auto &[open, close] :
                 {std::pair{"[", "]"}, {"(", ")"}, {"[\n  ", "\n]"}, {"(\n", ",\n)"}}) {
                const std::string items = quote + "k4tze" + quote + ", " + quote + "W0lke x" + quote;
                expectHidden("k1 " + quote + name + quote + ": " + open + items + close + ", n: k2");
                expectHidden(name + " = " + open + items + close + "\nk1\n");
            }
    expectHidden("api_keys: [k4tze, W0lke]\nport: k1\n");
    expectHidden("secrets = [\"k4tze\",\n\"W0lke\"]\nk1\n");
    expectHidden("auth = ('me', 'k4tze')\nk1\n");
}

TEST(OpenValues, InTheNextLineTheyGo) {
    for (const std::string &text : kOverLines) {
        expectHidden(text + "\n");
        expectFiltered(text + "\n", withoutSecrets(text + "\n"));
    }
    expectHidden("Password\nk4tze9\nk1\n");
    expectHidden("API key\nk4tze9-W0lke\nk1\n");
    expectHidden("password:\nk4tze\nport: k1\n");
    expectHidden("Password:\nk4tze W0lke\nport: k1\n");
    expectHidden("token: 'k4tze\n  W0lke'\nk1\n");
    expectHidden("\"password\" :\n   \"k4tze\"\nk1\n");
    expectHidden("$c['password'] =\n   'k4tze';\nk1\n");
}

TEST(OpenValues, InTheNextLineOtherTextsStay) {
    for (const char *plain :
         {"Password:\nLogin incorrect\n", "password:\nport: 80\n", "tokens:\n  generated 128\n",
          "password =\ntimeout = 5\n", "secret:\n  name: foo\n", "Token\n-----\n", "password:\n# comment\n",
          "tokens:\n  - 15\n  - 27\n", "\"tokens\": [\n15, 27,\n3]\n", "PASSWORD=\ndone\n",
          "Enter password:\nall good\n", "password:\n2026-11-30T12:00:01Z started\n",
          "token:\n    131072         32768     float     sum      -1    32.41\n", "Password\n\nrow\n"})
        expectFiltered(plain, plain);
}

TEST(OpenValues, BehindTheSamePrefixTheyGo) {
    for (const std::string &text : kOverLines)
        for (const std::vector<std::string> &prefixes : std::vector<std::vector<std::string>>{
                 {"0: "},
                 {" 3: "},
                 {"[1,0]<stdout>:"},
                 {"[1,0]<stdout>: "},
                 {"node01: "},
                 {"alpha: "},
                 {"[rank0]: "},
                 {"[default0]:"},
                 {"web-1  | "},
                 {"(Worker pid=7, ip=10.0.0.1) "},
                 {"2026-11-30T12:00:01.123Z ", "2026-11-30T12:00:01.456Z "},
                 {"[2026-11-30 12:00:01] INFO ", "[2026-11-30 12:00:02] INFO "},
                 {"Nov 22 13:11:54 host app[12]: ", "Nov 22 13:11:55 host app[12]: "},
                 {"2026-11-30T12:00:01Z [1,0]<stdout>:", "2026-11-30T12:00:02Z [1,0]<stdout>:"}})
            expectHidden(prefixed(text, prefixes));
}

TEST(OpenValues, OfRanksWhoseLinesAreMixedTheyGo) {
    for (const std::string &text : kOverLines)
        for (const char *format : {"%: ", "[1,%]<stdout>:", "node%: ", "(Worker pid=%) "}) {
            std::string mixed;
            for (std::size_t at = 0; at < text.size();) {
                const std::size_t end = std::min(text.find('\n', at), text.size());
                for (const char rank : {'0', '1', '2'}) {
                    std::string prefix = format;
                    prefix[prefix.find('%')] = rank;
                    mixed += prefix + text.substr(at, end - at) + "\n";
                }
                at = end + 1;
            }
            expectHidden(mixed);
        }
}

TEST(ValueForms, OfQuotesWithAPrefixTheTextGoes) {
    for (const std::string quote : {"b'", "u'", "rb'", "r\"", "f\"", "@\"", "L\"", "B\""}) {
        const std::string value = quote + "k4tze W0lke" + quote.back();
        expectHidden("{'token': " + value + ", 'n': 'k1'}\n");
        expectHidden("password=" + value + " k1\n");
        expectHidden("var password = " + value + "; k1\n");
        expectHidden("tokens = [" + value + ", " + value + "] k1\n");
    }
    expectHidden("const token = `k4tze`; k1\n");
    expectHidden("Password: `k4tze`, k1\n");
}

TEST(ValueForms, OfCallsAndConstructorsTheTextGoes) {
    for (const char *text :
         {"user.setPassword(\"k4tze\"); k1", "c.password('k4tze').build(k1)", "with_token( \"k4tze\" ) k1",
          "withSecret(`k4tze`) k1", "requests.get(k1, auth=(\"me\", \"k4tze\"))",
          "auth=HTTPBasicAuth(\"me\", \"k4tze\") k1", "req.SetBasicAuth(\"me\", \"k4tze W0lke\") k1",
          "C password: Some(\"k4tze\") k1", "C { password: SecretString(\"k4tze\"), n: k1 }",
          "{ api_key: Some(String::from(\"k4tze\")) }"})
        expectHidden(text);
}

TEST(ValueForms, OfStructsAndArraysTheFieldGoes) {
    for (const char *text :
         {"{User:k1 Password:k4tze Port:k2}", "&{Host:k1 Password:k4tze W0lke Port:k2}",
          "k1 Password:k4tze k2", "main.C{Password:\"k4tze W0lke\", N:k1}", "k1 {Token:k4tze}",
          "k1 password:k4tze k2", "  [\"password\"]=> string(6) \"k4tze\" k1", "[password] => k4tze",
          "{:password=>\"k4tze\", :n=>k1}", "{\"user\"=>\"k1\", \"api_key\"=>\"k4tze\"}"})
        expectHidden(text);
}

TEST(ValueForms, OfJsonANumberIsASecretWhereTheNameIsCertain) {
    expectFiltered("{\"password\": 123456, \"pin\": 4711, \"access_token\": 98765}",
                   "{\"password\": (not kept), \"pin\": (not kept), \"access_token\": (not kept)}");
    for (const char *plain : {"{\"token\": 123456, \"pin\": 12, \"tokens\": [123456, 7]}",
                              "{\"passwords\": 3, \"secret_count\": 123456}", "password_max: 123456"})
        expectFiltered(plain, plain);
}

TEST(PrivateKeys, OfSeveralHundredLinesGoAsAWhole) {
    std::string key = "-----BEGIN PRIVATE KEY-----\n";
    for (int i = 0; i < 700; ++i)
        key += "k4tze" + std::to_string(100000 + i) + "c3RlZWxFYWdsZXNmbHlpbmdTb3V0aHdhcmRJbldpbnRlcg\n";
    key += "-----END PRIVATE KEY-----\nk1\n";
    for (const char *prefix : {"", "0: ", "node01: ", "2026-11-30T12:00:01Z "}) {
        const std::string text = prefixed(key, {prefix});
        EXPECT_THAT(withoutSecrets(text), testing::AllOf(Not(HasSubstr("k4tze")), HasSubstr("k1"))) << prefix;
        EXPECT_THAT(capture::withoutSecrets(text), testing::AllOf(Not(HasSubstr("k4tze")), HasSubstr("k1")))
            << prefix;
    }
}

TEST(PrivateKeys, OfRanksWhoseLinesAreMixedGoAndOtherLinesStay) {
    const std::string line = "k4tzec3RlZWxFYWdsZXNmbHlpbmdTb3V0aHdhcmQ";
    for (const auto &[a, b] : {std::pair{"0: ", "1: "},
                               {"[1,0]<stdout>:", "[1,1]<stdout>:"},
                               {"n1: ", "n2: "},
                               {"alpha: ", "beta: "}}) {
        const std::string begin = "-----BEGIN RSA PRIVATE KEY-----\n",
                          end = "-----END RSA PRIVATE KEY-----\n";
        std::string text = a + begin + "rank 2 k1\n" + b + begin;
        for (const char *prefix : {a, b, b, a, a, b, a})
            text += prefix + line + "\n" + prefix + line + "W0lke\n7: sum of rows k2\n";
        text += b + end + a + line + "\n" + a + end + a + "k1\n";
        expectHidden(text);
        EXPECT_THAT(withoutSecrets(text), HasSubstr(a + std::string("(not kept)\n")));
    }
}

TEST(OpenValues, CostTimeLinearToTheText) {
    const auto secondsOf = [](const std::string &piece, std::size_t size) {
        std::string text;
        while (text.size() < size)
            text += piece;
        const std::clock_t begin = std::clock();
        EXPECT_LE(withoutSecrets(text).size(), 4 * text.size());
        EXPECT_LE(capture::withoutSecrets(text).size(), 4 * text.size());
        return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    };
    for (const char *piece : {"tokens=[", "password=(\"", "tokens: [\n", "token=`", "password(\"\\\"",
                              "Password:a {", "{Password:a ", "\"password\":1", "0: token:\n",
                              "a: password=\"\n", "[1,0]<stdout>:", "password:\n", "secret: |\n ", "[a] => ",
                              "Some(Some(", "token=b'", "- a\n", "0: -----BEGIN PRIVATE KEY-----\n"}) {
        const double small = secondsOf(piece, std::size_t{1} << 15U),
                     large = secondsOf(piece, std::size_t{1} << 18U);
        EXPECT_LE(large, 40 * small + 0.5) << piece;
    }
}

} // namespace
} // namespace fabricscope::bench
