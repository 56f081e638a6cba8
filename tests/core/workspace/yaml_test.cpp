// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/Yaml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::workspace {
namespace {

using testing::HasSubstr;

/// The tree as one line, for comparison.
std::string written(const YamlDocument &document, const YamlNode &node) {
    switch (node.kind) {
    case YamlNode::Kind::Null:
        return "~";
    case YamlNode::Kind::Scalar:
        return "'" + node.text + "'";
    case YamlNode::Kind::Sequence: {
        std::string text;
        for (const std::size_t item : node.items)
            text += (text.empty() ? "" : ",") + written(document, document.at(item));
        return "[" + text + "]";
    }
    case YamlNode::Kind::Map:
        break;
    }
    std::string text;
    for (const auto &[key, place] : node.fields)
        text += (text.empty() ? "" : ",") + key + ":" + written(document, document.at(place));
    return "{" + text + "}";
}

struct Case {
    const char *text;
    const char *tree;
};

TEST(Yaml, ReadsTheFormsThatInventoriesUse) {
    for (const Case &c : {
             Case{"", "~"},
             Case{"a: 1\nb:\n  c: d e\n  f: ~\n", "{a:'1',b:{c:'d e',f:~}}"},
             Case{"a:\n- x\n- y: 1\n  z: 2\n-\n  - p\nb: q", "{a:['x',{y:'1',z:'2'},['p']],b:'q'}"},
             Case{"- - 1\n  - 2\n- 3", "[['1','2'],'3']"},
             Case{"{a: [1, 'it''s', \"x\\ty\"], b: {c: , d}}", "{a:['1','it's','x\ty'],b:{c:~,d:~}}"},
             Case{"a: [1, # one\n  2]\nb: 3 # three\n", "{a:['1','2'],b:'3'}"},
             Case{"a: http://x:80/#y\nb: 'q # r'\n", "{a:'http://x:80/#y',b:'q # r'}"},
             Case{"a: |\n  one\n  two\nb: >\n  three\n  four\nc: 5",
                  "{a:'one\ntwo\n',b:'three four\n',c:'5'}"},
             Case{"a: one\n  two\nb: \"three\n  four\"", "{a:'one two',b:'three four'}"},
             Case{"\"a b\": 1\n'c': 2", "{a b:'1',c:'2'}"},
             Case{"a: &x 1\nb: *x\nc: !!str 2", "{a:'1',b:'1',c:'2'}"},
             Case{"%YAML 1.2\n---\na: 1\n---\nb: 2\n", "{a:'1'}"},
             Case{"---\r\na: 1\r\n...\r\njunk: [", "{a:'1'}"},
         }) {
        const auto document = readYaml(c.text);
        ASSERT_TRUE(document) << c.text << ": " << document.error().toString();
        EXPECT_EQ(written(*document, document->root()), c.tree) << c.text;
    }
}

TEST(Yaml, WhatItDoesNotReadIsAnErrorWithItsLine) {
    for (const Case &c : {
             Case{"a:\n\tb: 1", "line 2: tab in indentation"},
             Case{"a: 1\n  b: 2", "line 2: mapping values are not allowed in this context"},
             Case{"a: [1, 2",
                  "line 2: did not find expected ',' or ']', while parsing a flow sequence (line 1)"},
             Case{"a: 'x", "line 1: found unexpected end of stream"},
             Case{"a: *nobody", "line 1: no anchor &nobody"},
             Case{"a: &x [*x]", "line 1: no anchor &x"},
             Case{"? a: b\n: c", "line 1: a key is not plain text"},
             Case{"{[a]: b}", "line 1: a key is not plain text"},
             Case{"a: {b: 1} c", "line 1: did not find expected key"},
             Case{"a:\n    b: 1\n  c: 2", "line 3"},
             Case{"a: \xff", "line 1"},
         }) {
        const auto document = readYaml(c.text);
        ASSERT_FALSE(document) << c.text;
        EXPECT_THAT(document.error().toString(), HasSubstr(c.tree)) << c.text;
    }
    EXPECT_FALSE(readYaml(std::string(100000, '[')));
    EXPECT_FALSE(readYaml("a: " + std::string(100000, '{')));
    std::string deep;
    for (int level = 0; level < 2000; ++level)
        deep += "- ";
    EXPECT_FALSE(readYaml(deep + "x"));
    std::string entries = "[";
    for (int entry = 0; entry < 100000; ++entry)
        entries += "&a" + std::to_string(entry) + " x, ";
    EXPECT_TRUE(readYaml(entries + "y]"));
}

TEST(Yaml, OfAKeyThatComesTwiceTheLastCountsAndMergedKeysComeAfterOwnOnes) {
    const auto document = readYaml("base: &b {x: 1, y: 2}\nmine:\n  <<: *b\n  y: 3\n  y: 4\n");
    ASSERT_TRUE(document);
    const YamlNode *mine = document->find(document->root(), "mine");
    ASSERT_NE(mine, nullptr);
    EXPECT_EQ(document->text(*mine, "x"), "1");
    EXPECT_EQ(document->text(*mine, "y"), "4");
    EXPECT_EQ(document->find(*mine, "z"), nullptr);
}

} // namespace
} // namespace fabricscope::workspace
