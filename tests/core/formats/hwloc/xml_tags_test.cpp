// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tag reader: compared with pugixml for well-formed text, and alone for malformed text.
#include "core/formats/hwloc/XmlTags.h"
#include "core/formats/hwloc/XmlText.h"
#include "tests/Places.h"
#include "tests/support/samples/SampleHosts.h"
#include "tests/support/samples/SampleHwloc.h"

#include <gtest/gtest.h>
#include <pugixml.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

namespace fabricscope {
namespace {

using formats::XmlTags;

/// Elements with their depth and attributes, one per line, in document order.
std::string outlineOf(std::string_view text) {
    std::string out;
    XmlTags tags(text);
    while (tags.next()) {
        if (!tags.isStart())
            continue;
        out += std::string(tags.depth(), ' ') + std::string(tags.name());
        while (tags.nextAttribute())
            out += ' ' + std::string(tags.attributeName()) + '=' + formats::xmlText(tags.attributeValue());
        out += '\n';
    }
    EXPECT_FALSE(tags.damage());
    return out;
}

void outline(const pugi::xml_node &node, std::size_t depth, std::string &out) {
    out += std::string(depth, ' ') + node.name();
    for (const pugi::xml_attribute &attribute : node.attributes())
        out += std::string(" ") + attribute.name() + '=' + attribute.value();
    out += '\n';
    for (const pugi::xml_node &child : node.children())
        if (child.type() == pugi::node_element)
            outline(child, depth + 1, out);
}

std::string outlineByPugixml(const std::string &text) {
    pugi::xml_document document;
    EXPECT_TRUE(
        document.load_buffer(text.data(), text.size(), pugi::parse_default & ~pugi::parse_wconv_attribute));
    std::string out;
    for (const pugi::xml_node &child : document.children())
        if (child.type() == pugi::node_element)
            outline(child, 0, out);
    return out;
}

struct Damaged {
    const char *text;
    const char *what;
    std::size_t offset;
};

TEST(XmlTags, SeesWhatPugixmlSees) {
    std::vector<std::string> texts = {
        "<a/>",
        "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY x \"]>\"> <!-- ]> -->]><a b = 'c\"d' "
        "e=\"&lt;&#65;&#x1F600;\"><!-- <f> --><g/>"
        "<![CDATA[<h>]]></a >",
        "\xEF\xBB\xBF<a>\r\n<b\tc=\"1\"\n/>text<d></d>\n</a>\n",
        "<a.b-c:d_1 e-f.g=\"1\"><a-name-that-is-longer-than.one:block an-attribute-that-is-longer.too=\"2\"/>"
        "<sixteen-letters- x='3'/></a.b-c:d_1>",
        samples::toHwlocXml(samples::mi355xServer(), 2),
    };
    std::error_code none;
    for (const auto &entry :
         std::filesystem::directory_iterator(FABRICSCOPE_SOURCE_DIR "/../shared/corpus/hwloc", none))
        if (entry.path().extension() == ".xml") {
            std::ostringstream text;
            text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
            texts.push_back(text.str());
        }
    for (const std::string &text : texts)
        EXPECT_EQ(outlineOf(text), outlineByPugixml(text)) << text.substr(0, 200);
}

TEST(XmlTags, ReportsErrorsWithTheirLocation) {
    const Damaged kDamaged[] = {
        {"<a><b></a>", "end tag does not match the open element", 6},
        {"<a></a></b>", "end tag without a start tag", 7},
        {"<a><b", "the text ends within a tag", 3},
        {"<a><b c", "the text ends within a tag", 6},
        {"<a><b c=\"d", "the text ends within an attribute", 6},
        {"<a><b c=d/></a>", "malformed attribute", 6},
        {"<a><b c=\"1\"d=\"2\"/></a>", "malformed attribute", 11},
        {"<a><b =\"1\"/></a>", "malformed attribute", 6},
        {"<a>< b/></a>", "not a tag", 3},
        {"<a><!-- ", "the text ends within a comment or similar", 7},
        {"<!DOCTYPE a [<!ENTITY", "the text ends within the DOCTYPE declaration", 0},
        {"<a><b/>", "the text ends within an element", 7},
        {"<a></ab>", "end tag does not match the open element", 3},
        {"<a></a", "the text ends within a tag", 3},
    };
    for (const Damaged &damaged : kDamaged) {
        XmlTags tags(damaged.text);
        while (tags.next()) {
        }
        ASSERT_TRUE(tags.damage()) << damaged.text;
        EXPECT_EQ(tags.damage()->what, damaged.what) << damaged.text;
        EXPECT_EQ(tags.damage()->offset, damaged.offset) << damaged.text;
        EXPECT_FALSE(tags.next());
        EXPECT_FALSE(tags.nextAttribute());
    }
}

TEST(XmlTags, SkipAttributesWithoutLosingTheWay) {
    XmlTags tags("<a x=\"1\" y=\">\"><b z=\"2\"/><c/></a>");
    ASSERT_TRUE(tags.next());
    tags.skipAttributes();
    EXPECT_TRUE(tags.isOpen());
    ASSERT_TRUE(tags.next());
    EXPECT_EQ(tags.name(), "b");
    tags.skipAttributes();
    EXPECT_FALSE(tags.isOpen());
    ASSERT_TRUE(tags.next());
    EXPECT_EQ(tags.name(), "c");
    EXPECT_EQ(tags.depth(), 1U);
    ASSERT_TRUE(tags.next());
    EXPECT_FALSE(tags.isStart());
    EXPECT_FALSE(tags.next());
    EXPECT_FALSE(tags.damage());
}

TEST(XmlTags, GivesTheTextOfAnElement) {
    XmlTags tags("<a><b length=\"3\">0 1 </b><c/></a>");
    ASSERT_TRUE(tags.next() && tags.next());
    EXPECT_EQ(tags.content(), "0 1 ");
    ASSERT_TRUE(tags.next());
    EXPECT_FALSE(tags.isStart());
    ASSERT_TRUE(tags.next());
    EXPECT_EQ(tags.content(), "") << "an empty element has none";
}

TEST(XmlTags, GoOnBehindTheTextOfAnElement) {
    XmlTags tags("<a><b>0 1<c/> 2</b><d x=\"1\">\n  <e/></d></a>");
    ASSERT_TRUE(tags.next() && tags.next());
    EXPECT_EQ(tags.content(), "0 1");
    EXPECT_EQ(tags.content(), "") << "it was given";
    std::string names;
    while (tags.next()) {
        names.append(tags.isStart() ? " " : " /").append(tags.name());
        tags.skipAttributes();
    }
    EXPECT_EQ(names, " c /b d e /d /a");
    EXPECT_FALSE(tags.damage());
}

/// Attributes read by name and those read only by nextAttribute(), marked '!': "x=1 !y=2".
std::string taken(std::string_view text) {
    static constexpr formats::XmlName kNames[] = {"a", "bridge_pci", "complete_nodeset", "pci_link_speed"};
    std::string recorded;
    XmlTags tags(text);
    const auto record = [&](const char *how) {
        recorded.append(recorded.empty() ? "" : " ").append(how);
        recorded.append(tags.attributeName()).append("=").append(tags.attributeValue());
        EXPECT_GE(text.find(tags.attribute()), 1U);
    };
    if (!tags.next())
        return "no tag";
    do {
        for (const formats::XmlName &name : kNames)
            if (tags.nextIs(name))
                record("");
        if (!tags.nextAttribute())
            break;
        record("!");
    } while (true);
    return tags.damage() ? recorded + " and damage" : recorded;
}

TEST(XmlTags, ReadAnAttributeByNameOnlyInCanonicalForm) {
    EXPECT_EQ(taken("<t a=\"1\" bridge_pci=\"2\" complete_nodeset=\"3\" pci_link_speed=\"4\"/>"),
              "a=1 bridge_pci=2 complete_nodeset=3 pci_link_speed=4");
    EXPECT_EQ(taken("<t pci_link_speed=\"4\" a=\"\"/>"), "pci_link_speed=4 !a=") << "in another order";
    EXPECT_EQ(taken("<t ab=\"1\" a=\"2\"/>"), "!ab=1 a=2") << "a longer name is another one";
    EXPECT_EQ(taken("<t  a=\"1\"/>"), "!a=1") << "two blanks";
    EXPECT_EQ(taken("<t\na='1'\tbridge_pci = \"2\">"), "!a=1 !bridge_pci=2");
    EXPECT_EQ(taken("<t bridge_pcI=\"1\"/>"), "!bridge_pcI=1") << "the last letter counts";
    EXPECT_EQ(taken("<t a=\"1\"bridge_pci=\"2\"/>"), "a=1 and damage") << "no blank between them";
    EXPECT_EQ(taken("<t a=\"1"), " and damage");
    EXPECT_EQ(taken("<t a=\""), " and damage");
    EXPECT_EQ(taken("<t a"), " and damage");
    EXPECT_EQ(taken("<t bridge_pci="), " and damage");
    const std::string longValue(1000, 'x');
    EXPECT_EQ(taken("<t a=\"" + longValue + "\"/>"), "a=" + longValue);
}

TEST(XmlTags, NeverLookBehindTheEndOfTheText) {
    const std::string whole =
        "<topology><object a=\"1\" bridge_pci=\"22\"/><object a=\"3\"></object></topology>";
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        const std::vector<char> exact(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        XmlTags tags({exact.data(), exact.size()}); // exact size, so that sanitizers detect overruns
        std::size_t starts = 0;
        while (tags.next()) {
            starts += tags.isStart() ? 1 : 0;
            static constexpr formats::XmlName kName = "a";
            (void)tags.nextIs(kName);
        }
        EXPECT_LE(starts, 3U);
        EXPECT_EQ(tags.damage().has_value(), size != 0 && size != whole.size()) << size;
    }
}

TEST(XmlTags, GoesOnToTheNextOfOneName) {
    XmlTags tags("<a><v l=\"1\">1 2</v>\n  <v l=\"2\">3</v><w x=\"1\"/><v l=\"3\">4</v><v>5</v></a>");
    ASSERT_TRUE(tags.next() && tags.next());
    EXPECT_FALSE(tags.nextOfThisName()) << "its attributes were not passed";
    EXPECT_EQ(tags.content(), "1 2");
    ASSERT_TRUE(tags.nextOfThisName());
    EXPECT_EQ(tags.depth(), 1U);
    ASSERT_TRUE(tags.nextAttribute());
    EXPECT_EQ(tags.attributeValue(), "2");
    EXPECT_EQ(tags.content(), "3");
    EXPECT_FALSE(tags.nextOfThisName()) << "another one stands between";
    ASSERT_TRUE(tags.next() && !tags.isStart());
    ASSERT_TRUE(tags.next());
    EXPECT_EQ(tags.name(), "w");
    EXPECT_FALSE(tags.nextOfThisName()) << "nothing is inside of it";
    ASSERT_TRUE(tags.next());
    EXPECT_EQ(tags.content(), "4");
    EXPECT_FALSE(tags.nextOfThisName()) << "that one has no attributes";
    while (tags.next()) {
    }
    EXPECT_FALSE(tags.damage());
    for (const char *text :
         {"<a><v l=\"1\">1</v", "<a><v l=\"1\">1</v><v", "<a><v l=\"1\">1</vv><v l=\"2\">"}) {
        XmlTags cut(text);
        ASSERT_TRUE(cut.next() && cut.next());
        (void)cut.content();
        EXPECT_FALSE(cut.nextOfThisName()) << text;
        while (cut.next()) {
        }
        EXPECT_TRUE(cut.damage()) << text;
    }
}

TEST(XmlTexts, ResolveWhatXmlDefinesAndNothingElse) {
    EXPECT_EQ(formats::xmlText("a &amp; b &#x41;&#66; &bomb; & &#xD800; &#1114112; &;&"),
              "a & b AB &bomb; & &#xD800; &#1114112; &;&");
    const std::string utf16 = std::string("\xFF\xFE") + std::string("<\0a\0\xE9\0\x3D\xD8\x00\xDE", 10);
    EXPECT_EQ(formats::utf8OfUtf16(utf16), "<a\xC3\xA9\xF0\x9F\x98\x80");
    EXPECT_EQ(formats::utf8OfUtf16(std::string("\xFE\xFF\0<\xD8\0", 6)), "<\xEF\xBF\xBD") << "half a pair";
    EXPECT_EQ(formats::utf8OfUtf16("<a/>"), std::nullopt);
}

} // namespace
} // namespace fabricscope
