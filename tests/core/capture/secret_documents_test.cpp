// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Secrets of captures that the form of a document, a statement or a command shows.
#include "core/capture/Secrets.h"
#include "tests/core/bench/secrets/DocumentTexts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace fabricscope::capture {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(CapturedDocuments, HaveNoSecretAndTwiceIsOnce) {
    for (const auto &texts : {test::secretTexts(), test::secretCommands()})
        for (const auto &[name, text] : texts) {
            SCOPED_TRACE(name);
            const std::string out = withoutSecrets(text);
            EXPECT_THAT(out, Not(HasSubstr("k4tz"))) << out;
            EXPECT_THAT(out, HasSubstr("***"));
            EXPECT_EQ(withoutSecrets(out), out);
        }
}

/// Found by the fuzzer: a key that begins within a word was hidden, and by a second pass the word's rest.
TEST(CapturedDocuments, WithAKeyWithinAWordTwiceIsOnce) {
    for (const std::string before :
         {"Y-Bearer 0f0", "a,token\n1,0f0", "password for a: abc", "token is 0f0A"}) {
        const std::string once = withoutSecrets(before + "-----BEGIN PRIVATE KEY-----, a\n");
        EXPECT_EQ(withoutSecrets(once), once);
    }
}

TEST(CapturedDocuments, StayWhereTheyHaveNoSecret) {
    for (const auto &[name, text] : test::harmlessTexts())
        EXPECT_EQ(withoutSecrets(text), text);
}

TEST(CapturedDocuments, CostTimeLinearToTheText) {
    for (const std::string piece :
         {"password is set to ", "expect \"assword\" send ", "$6$a", "<<< ", "a,token,b\n1,2,3\n",
          "IDENTIFIED BY ", "\"kind\":\"data\":{\"a\":\"b\","}) {
        std::string text;
        while (text.size() < (std::size_t{1} << 18U))
            text += piece;
        const std::size_t size = text.size();
        EXPECT_LE(withoutSecrets(std::move(text)).size(), size * 2) << piece;
    }
}

} // namespace
} // namespace fabricscope::capture
