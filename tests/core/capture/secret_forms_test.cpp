// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ways in which programs and files write a name and its secret, in captures; and texts that only look
// like one.
#include "core/capture/Secrets.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace fabricscope::capture {
namespace {

TEST(SecretForms, OfAnyOfThemTheValueGoes) {
    const std::pair<const char *, const char *> texts[] = {
        {R"("password": "k4tze\"Wolke", "n": "a\"b")", R"("password": "***", "n": "a\"b")"},
        {R"("password": "k4tze\\", "n": "b")", R"("password": "***", "n": "b")"},
        {"DB_PASSWORD='k4tze'\\''Wolke' n", "DB_PASSWORD='***' n"},
        {"x --password $'k4tze\\'Wolke' n", "x --password $'***' n"},
        {"A_TOKEN=k4tze'Wolke nebel' n", "A_TOKEN=*** n"},
        {"password : k4tze\n", "password : ***\n"},
        {"db.password : k4tze Wolke\nn", "db.password : ***\nn"},
        {"tls.key: k4tze\ntls.key=Wolke\n", "tls.key: ***\ntls.key=***\n"},
        {"ENV DB_PASSWORD k4tze Wolke\nn", "ENV DB_PASSWORD ***\nn"},
        {"setenv HF_TOKEN k4tze; n", "setenv HF_TOKEN ***; n"},
        {"'api_key' => 'k4tze', 'n' => 'b'", "'api_key' => '***', 'n' => 'b'"},
        {"os.environ[\"HF_TOKEN\"] = \"k4tze\"", "os.environ[\"HF_TOKEN\"] = \"***\""},
        {"export(\"HF_TOKEN\", \"k4tze\")", "export(\"HF_TOKEN\", \"***\")"},
        {"\"auth\" : \"k4tze\"", "\"auth\" : \"***\""},
        {"db.password = k4tze \\\n  Wolke\nn", "db.password = ***\n  ***\nn"},
        {"- value: k4tze\n  a: 1\n  name: DB_PASSWORD\n- value: b\n  name: PORT\n",
         "- value: ***\n  a: 1\n  name: DB_PASSWORD\n- value: b\n  name: PORT\n"},
        {"{\n\"value\": \"k4tze\",\n\"name\": \"DB_PASSWORD\"\n}\n",
         "{\n\"value\": \"***\",\n\"name\": \"DB_PASSWORD\"\n}\n"},
        {"- name: DB_PASSWORD\n  a: 1\n  b: 2\n  c: 3\n  value: k4tze\n",
         "- name: DB_PASSWORD\n  a: 1\n  b: 2\n  c: 3\n  value: ***\n"},
        {"<password>\n  k4tze\n</password>\n<port>\n80\n</port>\n",
         "<password>\n  ***\n</password>\n<port>\n80\n</port>\n"},
        {"<password><![CDATA[k4tze<Wolke]]></password>\n", "<password><![CDATA[***]]></password>\n"},
        {"mysql -p$'k4tze' db; htpasswd -b /etc/h jane Wolke",
         "mysql -p$'***' db; htpasswd -b /etc/h jane ***"},
        {"openssl passwd -6 -salt ab k4tze; xfreerdp /u:me /p:Wolke /f",
         "openssl passwd -6 -salt ab ***; xfreerdp /u:me /p:*** /f"},
        {"net user jane k4tze /add", "net user jane *** /add"},
        {"=openssl\n=passwd\n=-salt\n=ab\n=k4tze\n", "=openssl\n=passwd\n=-salt\n=ab\n=***\n"},
    };
    for (const auto &[in, out] : texts) {
        EXPECT_EQ(withoutSecrets(in), out);
        EXPECT_EQ(withoutSecrets(out), out) << "twice is once";
    }
}

TEST(SecretForms, OtherTextsStay) {
    for (const char *plain :
         {"token count: 5\n", "password_file=/etc/x\n", "Authorization: none\n", "max_tokens=128\n",
          "tls.key_file: /etc/server.key\n", "tls.key: /etc/server.key\n", "tls.key: PEM RSA private key\n",
          "ENV PATH /usr/bin\n", "('HF_TOKEN', 'WANDB_API_KEY')\n",
          "- name: PORT\n  value: b\n- name: A_TOKEN\n", "<password>\n</password>\nrow\n",
          "the net user count is 5\n", "x /p:y\n"})
        EXPECT_EQ(withoutSecrets(plain), plain);
}

TEST(SecretForms, CostTimeLinearToTheText) {
    for (const std::string piece :
         {"token=a'b\\\"", "password=\"\\\"", "token='a'\\''", "x[\"token\"] =", "(\"token\", \"a\"",
          "ENV A_KEY ", "value: a\n", "<value>a\n", "<token><![CDATA[", "<password>\n", "htpasswd -b ",
          "openssl passwd ", "xfreerdp /p:", "password : ", "net user "}) {
        std::string text;
        while (text.size() < (std::size_t{1} << 17U))
            text += piece;
        EXPECT_LE(withoutSecrets(text).size(), text.size() * 2) << piece;
    }
}

} // namespace
} // namespace fabricscope::capture
