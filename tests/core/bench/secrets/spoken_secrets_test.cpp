// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Secrets behind names as people write them, in lists and sections over lines, in rows, forms and statements;
// in runs at any cut of the stream, and in captures. Each contains "v0Lt"; all but them stays.
#include "core/bench/command/Secrets.h"
#include "core/capture/Secrets.h"
#include "tests/core/bench/secrets/FilteredText.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace fabricscope::bench {
namespace {

using testing::HasSubstr;
using testing::Not;

void expectHidden(const std::string &text) {
    SCOPED_TRACE(text);
    const std::string out = withoutSecrets(text);
    EXPECT_THAT(out, Not(HasSubstr("v0Lt"))) << out;
    expectFiltered(text, out);
    const std::string captured = capture::withoutSecrets(text);
    EXPECT_THAT(captured, Not(HasSubstr("v0Lt"))) << captured;
    EXPECT_EQ(capture::withoutSecrets(captured), captured) << "twice is once";
}

void expectPlain(const std::string &text) {
    SCOPED_TRACE(text);
    expectFiltered(text, text);
    EXPECT_EQ(capture::withoutSecrets(text), text);
}

TEST(SpokenSecrets, BehindNamesWithBlanks) {
    for (const char *text :
         {"API key: v0Lt93xQ\n", "Secret Access Key: v0Lt93xQ\n", "AWS Secret Access Key [None]: v0Lt93xQ\n",
          "Recovery key: v0Lt93xQ", "Type the token (it is not shown): v0Lt93xQ\n", "PIN: v0Lt93xQ\n",
          "  otp: v0Lt93xQ\n", "passcode: v0Lt93xQ\n",
          "w: Paste a key from your page and hit enter: v0Lt93xQ\n"})
        expectHidden(text);
    for (const char *text :
         {"API key: missing\n", "Access key: required\n", "Session key: none\n", "default key: F2\n",
          "PIN: A4\n", "pin: 0-3\n", "API key: ask ops01 for one\n", "Service key: enabled\n"})
        expectPlain(text);
}

TEST(SpokenSecrets, BehindNamesOfServices) {
    for (const char *text :
         {"DBPASS=v0Lt93xQ\n", "bindpw: v0Lt93xQ\n", "olcRootPW: v0Lt93xQ\n", "PresharedKey = v0Lt93xQ\n",
          "encryption_key: v0Lt93xQ\n", "client-key-data: v0Lt93xQ\n", "PHPSESSID=v0Lt93xQ\n"})
        expectHidden(text);
}

TEST(SpokenSecrets, InListsOverLines) {
    for (const char *text :
         {"args = [\n  \"--token\",\n  \"v0Lt93xQ\",\n  \"--port\"]\n",
          "args:\n  - --api-key\n  - v0Lt93xQ\n", "args:\n- \"--password\"\n- \"v0Lt93xQ\"\n- x\n"})
        expectHidden(text);
    expectPlain("args:\n  - --threads\n  - v9\n");
}

TEST(SpokenSecrets, InSectionsAndEachDocument) {
    const std::string document =
        "apiVersion: v1\nkind: Secret\nmetadata:\n  name: x\nstringData:\n  b: v0Lt93xQ\n";
    const std::string item = "- apiVersion: v1\n  kind: Secret\n  stringData:\n    c: v0Lt93xQ\n";
    for (const std::string &text :
         {document + "---\n" + document, "apiVersion: v1\nkind: List\nitems:\n" + item + item,
          std::string("[secrets]\nmail = \"v0Lt93xQ\"\n[paths]\na=b\n"),
          std::string("[app.credentials]\nmail=v0Lt93xQ\n"),
          std::string("secrets:\n  mail: v0Lt93xQ\n  web: v0Lt93xQ\nport: 80\n"),
          std::string("chpasswd:\n  list: |\n    root:v0Lt93xQ\n    ops:v0Lt93xQ\nx: y\n"),
          std::string("variable \"db_password\" {\n  type = string\n  default = \"v0Lt93xQ\"\n}\n")})
        expectHidden(text);
    for (const char *text : {"[secrets]\ncount = 3\n", "secrets:\n  mail:\n    file: ./mail.txt\n",
                             "[secrets]\npath = /run/secrets\n[x]\nmail = \"v9w8x7\"\n",
                             "variable \"size\" {\n  default = \"v9w8x7\"\n}\n"})
        expectPlain(text);
}

TEST(SpokenSecrets, InRowsFormsAndStatements) {
    for (const char *text :
         {"| password | v0Lt93xQ |\n", "<input type=\"password\" value=\"v0Lt93xQ\">\n",
          "<input name=\"p\" value=\"v0Lt93xQ\" type=\"password\"/>\n",
          "SET PASSWORD FOR 'a'@'b' = 'v0Lt93xQ'\n",
          "INSERT INTO users (name, password) VALUES ('a', 'v0Lt93xQ');\n", "enable secret v0Lt93xQ\n",
          "enable secret 5 v0Lt93xQ\n", "snmp-server community v0Lt93xQ RO\n",
          "\tkey = AQv0Lt93xQv0Lt93xQv0Lt93xQv0Lt93xQ==\n"})
        expectHidden(text);
    for (const char *text : {"| password | required |\n", "| key | value |\n", "enable secret\n",
                             "key = value\n", "INSERT INTO t (name, size) VALUES ('a', 'b');\n"})
        expectPlain(text);
}

TEST(SpokenSecrets, InCommands) {
    for (const char *text :
         {"ssh-keygen -t ed25519 -N v0Lt93xQ -f k\n", "beeline -n u -p v0Lt93xQ\n",
          "http -a u:v0Lt93xQ GET x\n", "lftp -u u,v0Lt93xQ host\n", "vncpasswd <<< v0Lt93xQ\n",
          "smbpasswd -s u <<< v0Lt93xQ\n", "kinit u < <(echo v0Lt93xQ)\n"})
        expectHidden(text);
}

TEST(SpokenSecrets, SettingsAboutSecretsStay) {
    for (const char *text :
         {"auth_method=munge\n", "--key-prefix=x\n", "passwd: files systemd\n",
          "token_endpoint=https://sso.site/t\n", "key=/etc/site.key\n", "cookie: enabled\n", "secrets=0\n",
          "password policy: strict\n", "api_key: null\n", "import getpass\n"})
        expectPlain(text);
    EXPECT_THAT(withoutSecrets("token_endpoint=https://u:v0Lt93xQ@sso.site/t"), Not(HasSubstr("v0Lt")));
}

} // namespace
} // namespace fabricscope::bench
