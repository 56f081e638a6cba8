// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Secrets of runs that the form of a document, a statement or a command shows.
#include "core/bench/command/SecretFilter.h"
#include "core/bench/command/Secrets.h"
#include "tests/core/bench/secrets/DocumentTexts.h"
#include "tests/core/bench/secrets/FilteredText.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace fabricscope::bench {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(SecretDocuments, GoAtAnyCutOfTheStream) {
    for (const auto &texts : {test::secretTexts(), test::secretCommands()})
        for (const auto &[name, text] : texts) {
            SCOPED_TRACE(name);
            const std::string out = withoutSecrets(text);
            EXPECT_THAT(out, Not(HasSubstr("k4tz"))) << out;
            EXPECT_THAT(out, HasSubstr(kSecretPlaceholder));
            expectFiltered(text, out);
        }
}

TEST(SecretDocuments, HarmlessTextsStay) {
    for (const auto &[name, text] : test::harmlessTexts())
        expectFiltered(text, text);
}

TEST(SecretDocuments, OnlyTheSecretGoes) {
    for (const auto &[text, expected] :
         {std::pair{"a,token,b\n1,k4tze,2\nx", "a,token,b\n1,(not kept),2\nx"},
          {"IDENTIFIED BY 'k4tze' REQUIRE SSL", "IDENTIFIED BY '(not kept)' REQUIRE SSL"},
          {"u:$6$k4tzsalt$k4tzqwertyuiopasdf:1", "u:$6$(not kept):1"},
          {"sqlplus a/k4tze@db x", "sqlplus a/(not kept)@db x"},
          {"~ password = \"k4tze\" -> \"k4tzf\" # x", "~ password = \"(not kept)\" -> \"(not kept)\" # x"},
          {"expect \"assword\"\nsend \"k4tze\\r\"; x", "expect \"assword\"\nsend \"(not kept)\\r\"; x"},
          {"x --password ab\\ k4tze --y", "x --password (not kept) --y"}})
        expectFiltered(text, expected);
}

/// A command of a run is words, not a line.
TEST(SecretDocuments, OfCommandsGoAsWords) {
    for (const auto &[name, text] : test::secretCommands()) {
        SCOPED_TRACE(name);
        std::istringstream line(text);
        Command command;
        for (std::string word; line >> word;)
            command.words.push_back(word);
        const Command out = withoutSecrets(command);
        EXPECT_EQ(out.words.size(), command.words.size());
        EXPECT_THAT(shellLine(out), Not(HasSubstr("k4tz")));
        EXPECT_EQ(withoutSecrets(out), out) << "twice is once";
    }
    Command script;
    script.words = {"mysql", "-e", "ALTER USER a IDENTIFIED BY 'k4tze'; SELECT 1"};
    EXPECT_EQ(withoutSecrets(script).words.back(), "ALTER USER a IDENTIFIED BY '(not kept)'; SELECT 1");
}

TEST(SecretDocumentsCost, TimeLinearToTheText) {
    for (const std::string piece :
         {"password is set to ", "expect \"assword\" send ", "secret,data=,", "<<< ", "$6$a", "sqlplus ",
          "a,token,b\n1,2,3\n", "IDENTIFIED BY ", "machine a password ", "ab\\ ",
          "\"kind\":\"data\":{\"a\":\"b\",", "password = \"a\" -> \"b\" ", "token for a: "}) {
        std::string text;
        while (text.size() < (std::size_t{1} << 17U))
            text += piece;
        EXPECT_LE(withoutSecrets(text).size(), text.size() * 8) << piece;
    }
}

} // namespace
} // namespace fabricscope::bench
