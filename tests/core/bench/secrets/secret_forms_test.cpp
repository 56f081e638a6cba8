// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ways in which programs, shells and files write a name and its secret; and texts that only look like
// one.
#include "core/bench/command/SecretFilter.h"
#include "core/bench/command/Secrets.h"
#include "tests/core/bench/secrets/FilteredText.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::bench {
namespace {

using testing::HasSubstr;
using testing::Not;

/// "k4tze", "Wolke" and "nebel" are the secrets: none is left, and all that is in `kept` is.
void expectHidden(const std::string &text, std::initializer_list<const char *> kept = {}) {
    const std::string out = withoutSecrets(text);
    for (const char *secret : {"k4tze", "Wolke", "nebel"})
        EXPECT_THAT(out, Not(HasSubstr(secret))) << text;
    for (const char *part : kept)
        EXPECT_THAT(out, HasSubstr(part)) << text;
    expectFiltered(text, out);
}

TEST(QuotedSecrets, WithQuotesWithinThemGoAsAWhole) {
    for (const char *text :
         {R"({"password": "k4tze\"Wolke", "n": 1})", R"({"password": "k4tze\\", "n": 1})",
          R"(x "{\"password\": \"k4tze\\\"Wolke\", \"n\": 1}" tail)",
          R"("{\\\"password\\\": \\\"k4tze Wolke\\\", n: 1}" tail)", R"(DB_PASSWORD='k4tze'\''Wolke' n: 1)",
          R"(DB_PASSWORD='k4tze'"'"'Wolke nebel' n: 1)", R"(password: 'k4tze''Wolke nebel')",
          R"(DB_PASSWORD=$'k4tze\'Wolke nebel' n: 1)", R"(x --password "k4tze\"Wolke nebel" n: 1)",
          R"(A_TOKEN=k4tze'Wolke nebel' n: 1)", R"(api_key=b'k4tze Wolke', n=1)",
          R"(token = "k4tze\"Wolke" # n: 1)", R"(hf_tokens=['k4tze\'Wolke', "nebel"] n)",
          R"(curl -u "me:k4tze\"Wolke" n)", R"(curl -H "X-Api-Key: k4tze\"Wolke" n)",
          R"(A_TOKEN='k4tze'Wolke n)"})
        expectHidden(text);
    expectFiltered("{\"password\": \"k4tze\\\"Wolke\", \"n\": \"a\\\"b\"}",
                   "{\"password\": \"(not kept)\", \"n\": \"a\\\"b\"}");
    expectFiltered("sh -c \"A_TOKEN=k4tze x\" y", "sh -c \"A_TOKEN=(not kept) x\" y");
    expectFiltered("['A_TOKEN=k4tze', 'B=2']", "['A_TOKEN=(not kept)', 'B=2']");
}

TEST(AssignedSecrets, OfAnySeparatorTheValueGoes) {
    for (const auto &[text, expected] : {
             std::pair{"password : k4tze\nx", "password : (not kept)\nx"},
             {"db.password : k4tze Wolke\nx", "db.password : (not kept)\nx"},
             {"\"auth\" : \"amFuZTprNHR6ZQ==\"", "\"auth\" : \"(not kept)\""},
             {"tls.key: k4tzeWolke\nx", "tls.key: (not kept)\nx"},
             {"ENV DB_PASSWORD k4tze Wolke\nx", "ENV DB_PASSWORD (not kept)\nx"},
             {"Step 3/9 : ENV DB_PASSWORD k4tze\nx", "Step 3/9 : ENV DB_PASSWORD (not kept)\nx"},
             {"set -gx HF_TOKEN k4tze; x", "set -gx HF_TOKEN (not kept); x"},
             {"setenv HF_TOKEN \"k4tze Wolke\"\n", "setenv HF_TOKEN \"(not kept)\"\n"},
             {"  api_key => 'k4tze', n => 1", "  api_key => '(not kept)', n => 1"},
             {"{\"api_key\"=>\"k4tze\", :n=>1}", "{\"api_key\"=>\"(not kept)\", :n=>1}"},
             {"HF_TOKEN := k4tze\n", "HF_TOKEN := (not kept)\n"},
             {"os.environ[\"WANDB_API_KEY\"] = \"k4tze\"\n",
              "os.environ[\"WANDB_API_KEY\"] = \"(not kept)\"\n"},
             {"x['password']='k4tze'; $ENV{HF_TOKEN} = 'Wolke';",
              "x['password']='(not kept)'; $ENV{HF_TOKEN} = '(not kept)';"},
             {"export(\"HF_TOKEN\", \"k4tze\") n", "export(\"HF_TOKEN\", \"(not kept)\") n"},
             {"[('HF_TOKEN', 'k4tze'), ('PORT', '80')]", "[('HF_TOKEN', '(not kept)'), ('PORT', '80')]"},
             {"['tool', '--token', 'k4tze', '--port', '80']",
              "['tool', '--token', '(not kept)', '--port', '80']"},
             {"db.password = k4tze \\\n  Wolke\nnext\n", "db.password = (not kept)\n  (not kept)\nnext\n"},
             {"my_secret = k4tze Wolke nebel\nx", "my_secret = (not kept)\nx"},
         })
        expectFiltered(text, expected);
}

TEST(AssignedSecrets, OtherTextsStay) {
    for (const char *plain : {"token count: 5",
                              "password_file=/etc/x",
                              "Authorization: none",
                              "max_tokens=128",
                              "tls.key_file: /etc/tls/server.key",
                              "tls.key: /etc/tls/server.key",
                              "server.key: ok",
                              "tls.key: PEM RSA private key",
                              "certs/tls.key: done\n",
                              "ENV PATH /usr/bin",
                              "ENV HF_HOME /data/hf",
                              "set -x; run.sh",
                              "('HF_TOKEN', 'WANDB_API_KEY')",
                              "('tokens', '5')",
                              "key => value",
                              "x['tokens'] = 5",
                              "token : 12",
                              "session : 4 of 5",
                              "HOME=/root all_reduce_perf -b 8 \\\n  -e 1G\n",
                              "\"auth\" : \"required\"",
                              "passwd -S root",
                              "['--tokens', '--port']",
                              "---------------Inter-token Latency----------------",
                              "a => b"})
        expectFiltered(plain, plain);
    expectFiltered("HF_TOKEN=k4tze all_reduce_perf \\\n  -b 8 -e 1G\n",
                   "HF_TOKEN=(not kept) all_reduce_perf \\\n  -b 8 -e 1G\n");
}

TEST(ValuesBeforeNames, Go) {
    for (const auto &[text, expected] : {
             std::pair{"- value: k4tze Wolke\n  name: DB_PASSWORD\n- value: 80b\n  name: PORT\n",
                       "- value: (not kept)\n  name: DB_PASSWORD\n- value: 80b\n  name: PORT\n"},
             {"- value: k4tze\n  a: 1\n  b: 2\n\n  name: DB_PASSWORD\nx",
              "- value: (not kept)\n  a: 1\n  b: 2\n\n  name: DB_PASSWORD\nx"},
             {"{\n\"value\": \"k4tze\",\r\n\"name\": \"DB_PASSWORD\"\n},\n{\n\"value\": \"b\",\n\"name\": "
              "\"A\"\n}",
              "{\n\"value\": \"(not kept)\",\r\n\"name\": \"DB_PASSWORD\"\n},\n{\n\"value\": "
              "\"b\",\n\"name\": "
              "\"A\"\n}"},
             {"<value>k4tze</value>\n<name>DB_PASSWORD</name>\n",
              "<value>(not kept)</value>\n<name>DB_PASSWORD</name>\n"},
         })
        expectFiltered(text, expected);
    for (const char *plain :
         {"- value: b\n- name: DB_PASSWORD\n", "- name: PORT\n  value: b\n- name: DB_PASSWORD\n",
          "value: b\nname: the password\n", "{\n\"value\": \"b\"\n}\n{\n\"name\": \"X_TOKEN\"\n",
          "value: b\n1\n2\n3\n4\n5\n6\n7\n8\n9\nname: X_TOKEN\n", "  value: b\nname: X_TOKEN\n",
          "value: 12.5\n", "<name>a</name>\n<value>b</value>\n<name>X_TOKEN</name>\n"})
        expectFiltered(plain, plain);
}

TEST(ValuesBeforeNames, AreHeldOnlyForFewLines) {
    SecretFilter filter;
    EXPECT_EQ(filter.feed("value: b\n"), "");
    EXPECT_EQ(filter.feed("1\n2\n3\n4\n5\n6\n7\n8\n9\n"), "value: b\n1\n2\n3\n4\n5\n6\n7\n8\n9\n");
    EXPECT_EQ(filter.feed("value: 12.5\nrow\n"), "value: 12.5\nrow\n");
    std::string out = filter.feed("value: b\n" + std::string(ValuesBeforeNames::kMaxHeld, 'x'));
    EXPECT_THAT(out, testing::StartsWith("value: b\n"));
}

TEST(NamedSecrets, OfANameSomeLinesBeforeTheValueGoes) {
    expectFiltered("- name: DB_PASSWORD\n  a: 1\n  b: 2\n  c: 3\n  value: k4tze\n  d: 4\n",
                   "- name: DB_PASSWORD\n  a: 1\n  b: 2\n  c: 3\n  value: (not kept)\n  d: 4\n");
    expectFiltered("{\n\"name\": \"X_TOKEN\",\n\"a\": 1,\n\"b\": 2,\n\"value\": \"k4tze\"\n}\n",
                   "{\n\"name\": \"X_TOKEN\",\n\"a\": 1,\n\"b\": 2,\n\"value\": \"(not kept)\"\n}\n");
    for (const char *plain : {"- name: X_TOKEN\n- value: b\n", "- name: X_TOKEN\n  a: 1\nvalue: b\n",
                              "{\n\"name\": \"X_TOKEN\"\n},\n{\n\"value\": \"b\"\n}\n",
                              "<p>\n<name>X_TOKEN</name>\n</p>\n<p>\n<value>b</value>\n</p>\n"})
        expectFiltered(plain, plain);
}

TEST(NamedSecrets, OfElementsOverSeveralLinesAndOfCdataTheTextGoes) {
    expectFiltered("<password>\n  k4tze \n</password>\n<port>\n80\n</port>\n",
                   "<password>\n  (not kept) \n</password>\n<port>\n80\n</port>\n");
    expectFiltered("<name>\nDB_PASSWORD\n</name>\n<value>\nk4tze\n</value>\n<value>\nb\n</value>\n",
                   "<name>\nDB_PASSWORD\n</name>\n<value>\n(not kept)\n</value>\n<value>\nb\n</value>\n");
    expectFiltered("<password><![CDATA[k4tze<Wolke]]></password> n",
                   "<password><![CDATA[(not kept)]]></password> n");
    expectFiltered("<password>\n<![CDATA[k4tze]]>\n</password>\nn\n",
                   "<password>\n<![CDATA[(not kept)]]>\n</password>\nn\n");
    expectFiltered("<name>A_TOKEN</name><value><![CDATA[k4tze]]></value>",
                   "<name>A_TOKEN</name><value><![CDATA[(not kept)]]></value>");
    for (const char *plain :
         {"<password>\n</password>\nrow 1\n", "<port>\n80\n</port>\n", "a <password>\nrow 1\n"})
        expectFiltered(plain, plain);
}

TEST(CommandSecrets, OfProgramsThatTakeThemTheyGo) {
    for (const auto &[text, expected] : {
             std::pair{"mysql -u root -p$'k4\\'tze Wolke' db", "mysql -u root -p$'(not kept)' db"},
             {"mysqldump -pk4tze'Wolke nebel' db", "mysqldump -p(not kept) db"},
             {"mycli -u me -pk4tze db", "mycli -u me -p(not kept) db"},
             {"echo jane:k4tze | chpasswd", "echo jane:(not kept) | chpasswd"},
             {"echo 'jane:k4tze Wolke' | sudo chpasswd -e\n", "echo 'jane:(not kept)' | sudo chpasswd -e\n"},
             {"chpasswd <<< 'jane:k4tze'\n", "chpasswd <<< 'jane:(not kept)'\n"},
             {"echo k4tze | passwd --stdin jane\n", "echo (not kept) | passwd --stdin jane\n"},
             {"printf %s k4tze | docker login -u me --password-stdin reg\n",
              "printf %s (not kept) | docker login -u me --password-stdin reg\n"},
             {"htpasswd -b /etc/htp jane k4tze\n", "htpasswd -b /etc/htp jane (not kept)\n"},
             {"htpasswd -nbB -C 10 jane k4tze\n", "htpasswd -nbB -C 10 jane (not kept)\n"},
             {"openssl passwd -6 -salt ab k4tze\n", "openssl passwd -6 -salt ab (not kept)\n"},
             {"openssl rsa -passin pass:k4tze -in f", "openssl rsa -passin (not kept) -in f"},
             {"xfreerdp /v:h /u:me /p:k4tze /f", "xfreerdp /v:h /u:me /p:(not kept) /f"},
             {"xfreerdp /v:h /p:'k4tze Wolke' /f", "xfreerdp /v:h /p:'(not kept)' /f"},
             {"net user jane k4tze /add\n", "net user jane (not kept) /add\n"},
         }) {
        expectFiltered(text, expected);
    }
    for (const char *plain :
         {"echo a:b | cut -d: -f2\n", "echo jane:x | grep passwd\n", "htpasswd -v /etc/htp jane\n",
          "the net user count is 5\n", "openssl version -a\n", "ib_write_bw -p 18515 /p:x\n",
          "chpasswd < f\n", "cat f | docker load\n", "echo rows | passwd jane\n"})
        expectFiltered(plain, plain);
}

TEST(SecretFormsCost, TimeLinearToTheText) {
    for (const std::string piece : {"token=a'b\\\"",   "password=\"\\\"", "token='a'\\''",
                                    "x[\"token\"] =",  "token =>",        "(\"token\", \"a\"",
                                    "ENV A_KEY ",      "value: a\n",      "<value>a\n",
                                    "<![CDATA[",       "<password>\n",    "<name>\n",
                                    "a <<< ",          "chpasswd<<<",     "htpasswd -b ",
                                    "openssl passwd ", "xfreerdp /p:",    "echo a | sudo ",
                                    "'--token', ",     "token\\\\\\\":",  "- name: TOKEN\n  a: 1\n",
                                    "password : ",     "\"password\":\n"}) {
        std::string text;
        while (text.size() < (std::size_t{1} << 17U))
            text += piece;
        EXPECT_LE(withoutSecrets(text).size(), text.size() * 8) << piece;
    }
}

} // namespace
} // namespace fabricscope::bench
