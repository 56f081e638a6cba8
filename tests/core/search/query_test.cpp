// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/Keywords.h"
#include "core/search/Query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::search {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST(Query, OfNothingIsEmpty) {
    for (const char *text : {"", "   ", "\t\n", "-", "\"\"", " - "})
        EXPECT_TRUE(parse(text).isEmpty()) << '[' << text << ']';
}

TEST(Query, PartsWordsAtBlanksAndKeepsThoseInQuotesTogether) {
    const Query query = parse("  GPU2 \"AMD Instinct\" -\"two words\" ");
    ASSERT_THAT(query.terms, SizeIs(3));
    EXPECT_EQ(query.terms[0].value.text, "gpu2");
    EXPECT_EQ(query.terms[1].value.text, "amd instinct");
    EXPECT_FALSE(query.terms[1].negated);
    EXPECT_EQ(query.terms[2].value.text, "two words");
    EXPECT_TRUE(query.terms[2].negated);
}

TEST(Query, WhatIsQuotedIsTextAlthoughItLooksLikeAWordOfTheLanguage) {
    const Query query = parse("\"is:nonsense\"");
    ASSERT_THAT(query.terms, SizeIs(1));
    EXPECT_EQ(query.terms[0].word, nullptr);
    EXPECT_THAT(query.errors, IsEmpty());
    const Query value = parse("host:\"rack 7\"");
    ASSERT_THAT(value.terms, SizeIs(1));
    EXPECT_EQ(value.terms[0].value.text, "rack 7");
    EXPECT_EQ(value.terms[0].word, queryKeyword("host"));
}

TEST(Query, AQuoteThatIsStillOpenReachesToTheEnd) {
    const Query query = parse("gpu \"AMD Inst");
    ASSERT_THAT(query.terms, SizeIs(2));
    EXPECT_EQ(query.terms[1].value.text, "amd inst");
}

TEST(Query, AMinusInsideAWordIsPartOfIt) {
    const Query query = parse("vfio-pci -driver:vfio-pci");
    ASSERT_THAT(query.terms, SizeIs(2));
    EXPECT_FALSE(query.terms[0].negated);
    EXPECT_EQ(query.terms[0].value.text, "vfio-pci");
    EXPECT_TRUE(query.terms[1].negated);
    EXPECT_EQ(query.terms[1].value.text, "vfio-pci");
}

TEST(Query, AColonInAnAddressOrATargetIsNoWordOfTheLanguage) {
    for (const char *text : {"46:00.0", "0000:46:00.0", "1002:75a0", "ssh://gpu-07:2222", "local:"}) {
        const Query query = parse(text);
        ASSERT_THAT(query.terms, SizeIs(1)) << text;
        EXPECT_EQ(query.terms[0].word, nullptr) << text;
        EXPECT_THAT(query.errors, IsEmpty()) << text;
    }
}

TEST(Query, ReportsAnUnknownStateWithTheKnownOnes) {
    const Query query = parse("gpu is:misspaired");
    ASSERT_THAT(query.errors, SizeIs(1));
    EXPECT_THAT(query.errors[0], HasSubstr("is:misspaired is unknown"));
    EXPECT_THAT(query.errors[0], HasSubstr("mispaired, degraded"));
    EXPECT_THAT(parse("-is:no").errors, SizeIs(1));
    EXPECT_THAT(parse("is:").errors, SizeIs(1));
}

TEST(Query, ReportsInvalidFilterValues) {
    EXPECT_THAT(parse("group:abc").errors, ElementsAre(HasSubstr("group:41")));
    EXPECT_THAT(parse("numa:").errors, ElementsAre(HasSubstr("numa:1")));
    EXPECT_THAT(parse("group:-1").errors, SizeIs(1));
    EXPECT_THAT(parse("group:99999999999").errors, SizeIs(1));
    EXPECT_THAT(parse("kind:gpu,toaster").errors, ElementsAre(HasSubstr("kind:toaster is unknown")));
    EXPECT_THAT(parse("driver:").errors, SizeIs(1));
}

TEST(Query, IsBounded) {
    EXPECT_THAT(parse(std::string(Query::kMaxBytes + 1, 'a')).errors, SizeIs(1));
    std::string many;
    for (std::size_t index = 0; index <= Query::kMaxTerms; ++index)
        many += "a ";
    EXPECT_THAT(parse(many).terms, SizeIs(Query::kMaxTerms));
    EXPECT_THAT(parse(many).errors, SizeIs(1));
    EXPECT_TRUE(parse(many.substr(0, 2 * Query::kMaxTerms)).errors.empty());
}

TEST(Query, TakesAnyBytes) {
    std::string bytes;
    for (int byte = 0; byte < 256; ++byte)
        bytes += static_cast<char>(byte);
    for (std::size_t from = 0; from < bytes.size(); ++from)
        EXPECT_LE(parse(std::string_view(bytes).substr(from, 40)).terms.size(), Query::kMaxTerms);
}

TEST(QueryWords, AreEachFoundByTheirNameWithTheirOwnExample) {
    for (const QueryKeyword &word : queryKeywords()) {
        EXPECT_EQ(queryKeyword(word.name), &word);
        EXPECT_FALSE(word.description.empty());
        const Query query = parse(std::string(word.name) + ":" + std::string(word.example));
        ASSERT_THAT(query.terms, SizeIs(1)) << word.name;
        EXPECT_EQ(query.terms[0].word, &word);
    }
    for (const StateKeyword &state : stateKeywords())
        EXPECT_THAT(parse("is:" + std::string(state.name)).errors, IsEmpty()) << state.name;
    EXPECT_EQ(queryKeyword("nonsense"), nullptr);
}

TEST(Completions, FinishTheLastWordAndNothingElse) {
    EXPECT_THAT(completions("gpu -is:mi"), ElementsAre("is:mispaired"));
    EXPECT_THAT(completions("GR"), ElementsAre("group:"));
    EXPECT_THAT(completions("kind:nv"), ElementsAre("kind:nvme", "kind:nvswitch"));
    EXPECT_THAT(completions("gpu "), IsEmpty());
    EXPECT_THAT(completions("is:mispaired"), IsEmpty());
    EXPECT_EQ(completions("is:").size(), stateKeywords().size());
}

TEST(Quality, DistinguishesExactPrefixWordAndPartMatches) {
    EXPECT_EQ(qualityOf("GPU2", "gpu2"), Quality::Exact);
    EXPECT_EQ(qualityOf("GPU2", "gp"), Quality::Prefix);
    EXPECT_EQ(qualityOf("AMD Instinct MI355X", "mi355"), Quality::Word);
    EXPECT_EQ(qualityOf("xmi-mi", "mi"), Quality::Word); // the best match counts, not the first
    EXPECT_EQ(qualityOf("GPU2", "u2"), Quality::Part);
    EXPECT_EQ(qualityOf("GPU2", "gpu3"), Quality::None);
    EXPECT_EQ(qualityOf("GPU2", ""), Quality::None);
    EXPECT_EQ(qualityOf("", "x"), Quality::None);
}

Quality addressQuality(const char *bdf, const std::string &word) {
    const auto parsed = PartialAddress::parse(word);
    return parsed ? qualityOf(*pci::Address::parse(bdf), word, *parsed) : Quality::None;
}

TEST(Quality, OfAnAddressTakesFullAndShortFormsWithAndWithoutZeros) {
    const char *bdf = "0000:46:00.0";
    for (const char *word : {"0000:46:00.0", "46:00.0", "46:0.0", "0:46:0.0"})
        EXPECT_EQ(addressQuality(bdf, word), Quality::Exact) << word;
    for (const char *word : {"46", "46:", "46:0", "46:00", "46:00.", "0000:46", "0:46:0"})
        EXPECT_EQ(addressQuality(bdf, word), Quality::Prefix) << word;
    EXPECT_EQ(addressQuality(bdf, "6:00"), Quality::Part);
    for (const char *word : {"47:00.0", "46:00.1", "1:46:00.0", "46:1", "0001:46", "4", "46:00.0.0", "zz"})
        EXPECT_EQ(addressQuality(bdf, word), Quality::None) << word;
    EXPECT_EQ(addressQuality("10000:01:00.0", "10000:01:00.0"), Quality::Exact);
    EXPECT_EQ(addressQuality("10000:01:00.0", "01:00.0"), Quality::Exact);
    EXPECT_EQ(addressQuality("0000:06:0a.0", "6:a.0"), Quality::Exact);
}

TEST(Quality, OfIdsTakesBothOrOneOfThem) {
    EXPECT_EQ(qualityOfIds(0x1002, 0x75a0, "1002:75a0"), Quality::Exact);
    EXPECT_EQ(qualityOfIds(0x1002, 0x75a0, "1002:"), Quality::Prefix);
    EXPECT_EQ(qualityOfIds(0x1002, 0x75a0, "75a0"), Quality::Word);
    EXPECT_EQ(qualityOfIds(0x1002, 0x75a0, "1002:75a1"), Quality::None);
    EXPECT_EQ(qualityOfIds(0x0001, 0x0002, "0001:0002"), Quality::Exact);
}

} // namespace
} // namespace fabricscope::search
