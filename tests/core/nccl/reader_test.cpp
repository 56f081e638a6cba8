// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/Version.h"
#include "core/nccl/file/XmlTree.h"
#include "tests/core/nccl/NcclXmlBuilder.h"
#include "tests/support/TestName.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

using namespace fabricscope::nccl;
using fabricscope::test::NcclXmlBuilder;
using fabricscope::test::ServerShape;
using fabricscope::test::serverXml;
using fabricscope::test::testName;
using testing::HasSubstr;

namespace {

const Version &nccl() {
    return *findVersion("nccl-2.30");
}
const Version &rccl() {
    return *findVersion("rccl-2.21");
}

struct Fatal {
    const char *name;
    std::string text;
    std::uint32_t line;
    std::uint32_t column;
    const char *message;
    ResultCode code = ResultCode::InternalError;
};

std::ostream &operator<<(std::ostream &out, const Fatal &fatal) {
    return out << fatal.name;
}

class NcclReaderGivesUp : public testing::TestWithParam<Fatal> {};

std::string inSystem(const std::string &text) {
    return "<system version=\"1\">\n" + text + "</system>\n";
}

// Errors listed as fatal in section 1.2 of the reference, and similar ones.
const Fatal kFatal[] = {
    {"declaration", "<?xml version=\"1.0\"?>\n<system version=\"1\"/>\n", 1, 20, "XML declaration"},
    {"byte order mark", "\xef\xbb\xbf<system version=\"1\"/>\n", 1, 1, "byte order mark"},
    {"tab before an element", inSystem("\t<cpu numaid=\"0\"/>\n"), 2, 1,
     "a tab where an element should begin"},
    {"tab after a blank", inSystem("  \t<cpu numaid=\"0\"/>\n"), 2, 3, "a tab"},
    {"tab between attributes", inSystem("  <cpu numaid=\"0\"\tarch=\"x86_64\"/>\n"), 2, 18,
     "a tab inside <cpu>"},
    {"tab after the name", inSystem("  <cpu\tnumaid=\"0\"/>\n"), 2, 14, "'=' outside an attribute"},
    {"line feed between attributes", inSystem("  <cpu numaid=\"0\"\n   arch=\"x86_64\"/>\n"), 2, 18,
     "a line feed inside <cpu>"},
    {"carriage return between attributes", inSystem("  <cpu numaid=\"0\"\r\n   arch=\"x86_64\"/>\n"), 2, 18,
     "a carriage return inside <cpu>"},
    {"line feed after the name", inSystem("  <cpu\n numaid=\"0\"/>\n"), 2, 7, "a line feed inside <cpu>"},
    {"blanks around =", inSystem("  <cpu numaid = \"0\"/>\n"), 2, 16, "double quotes"},
    {"blank after =", inSystem("  <cpu numaid= \"0\"/>\n"), 2, 15, "double quotes"},
    {"value without quotes", inSystem("  <cpu numaid=0/>\n"), 2, 15, "found '0'"},
    {"text content", inSystem("  <cpu numaid=\"0\">words</cpu>\n"), 2, 19,
     "'w' where an element should begin"},
    {"CDATA", inSystem("  <![CDATA[x]]>\n<cpu/>\n"), 1, 1, "<system> is not closed"},
    {"element not closed", "<system version=\"1\">\n  <cpu numaid=\"0\">\n", 2, 3, "<cpu> is not closed"},
    {"element closed by another", inSystem("  <cpu numaid=\"0\">\n  </pci>\n"), 3, 3,
     "</pci> closes <cpu> of line 2"},
    {"end inside a tag", "<system version=\"1\">\n  <cpu numaid=\"0\"", 2, 18, "ends inside an element"},
    {"end inside a value", "<system version=\"1\">\n  <cpu numaid=\"0", 2, 17, "ends inside an element"},
    {"end inside a comment", "<system version=\"1\"/>\n<!-- never", 2, 5, "comment is not closed"},
    {"comment with =", "<!--====-->\n<system version=\"1\"/>\n", 1, 5, "'=' outside an attribute"},
    {"text behind the end", inSystem("") + "x\n", 3, 1, "'x' where"},
    {"no version", "<system>\n</system>\n", 1, 1, "<system> has no version"},
    {"version of RCCL", "<system version=\"2\">\n</system>\n", 1, 9, "version 2 where 1 is needed",
     ResultCode::InvalidUsage},
    {"single tag not ended", inSystem("  <cpu numaid=\"0\"/ >\n"), 2, 19, "' ' inside <cpu>"},
    {"blank in a closing tag", inSystem("  <cpu numaid=\"0\"></cpu >\n"), 2, 24, "' ' in a closing tag"},
    {"long name", inSystem("  <" + std::string(254, 'n') + "/>\n"), 2, 4, "more than 253 characters"},
    {"long value", inSystem("  <cpu affinity=\"" + std::string(254, 'f') + "\"/>\n"), 2, 17,
     "more than 253 characters"},
    {"binary",
     std::string("\x7f"
                 "ELF\0\1\2",
                 7),
     1, 1, "the byte 0x7f"},
};

INSTANTIATE_TEST_SUITE_P(Cases, NcclReaderGivesUp, testing::ValuesIn(kFatal),
                         [](const auto &each) { return testName(each.param.name); });

} // namespace

TEST_P(NcclReaderGivesUp, AtTheLineAndColumnWhereTheLibraryDoes) {
    const auto tree = readXml(GetParam().text, nccl());
    ASSERT_FALSE(tree.has_value());
    EXPECT_EQ(tree.error().line, GetParam().line) << tree.error().toString();
    EXPECT_EQ(tree.error().column, GetParam().column) << tree.error().toString();
    EXPECT_THAT(tree.error().what, HasSubstr(GetParam().message));
    EXPECT_EQ(tree.error().code, GetParam().code);
    EXPECT_THAT(tree.error().consequence, HasSubstr("ncclCommInitRank fails"));
    EXPECT_THAT(tree.error().toString(),
                HasSubstr(fmt::format("line {}, column {}", GetParam().line, GetParam().column)));
}

TEST(NcclReader, TakesWhatLooksOddAndIsHarmless) {
    const char *harmless[] = {
        "<system version=\"1\">\r\n  <cpu numaid=\"0\"/>\r\n</system>\r\n",
        "<!-- first -->\n<system version=\"1\"><!-- second --><cpu numaid=\"0\"/></system><!-- last -->",
        "<!----><system version=\"1\">\n  <cpu  numaid=\"0\"  />\n</system>",
        "<system version=\"1\" >\n  <cpu numaid=\"0\" ></cpu>\n</system>",
        "<system version='1'>\n  <cpu numaid='0'/>\n</system>",
        "\n\n<system version=\"0x1\"><cpu numaid=\"0\"></cpu></system>\n\n",
    };
    for (const char *text : harmless) {
        const auto tree = readXml(text, nccl());
        ASSERT_TRUE(tree.has_value()) << text << tree.error().toString();
        ASSERT_EQ(tree->nodes.size(), 2U) << text;
        EXPECT_EQ(tree->nodes[1].value("numaid"), "0") << text;
        EXPECT_EQ(tree->nodes[1].parent, 0);
        EXPECT_TRUE(tree->warnings.empty()) << text << tree->warnings.front().what;
    }
}

TEST(NcclReader, WarnsOfWhatTheLibraryIgnores) {
    const auto tree = readXml("<system version=\"1\">\n"
                              "  <Cpu numaid=\"7\"><pci/></Cpu>\n"
                              "  <cpu numaid=\"0\" numaid=\"1\" odd>\n"
                              "    <gpu dev=\"0\"/>\n"
                              "  </cpu>\n"
                              "</system>\n",
                              nccl());
    ASSERT_TRUE(tree.has_value()) << tree.error().toString();
    EXPECT_EQ(tree->nodes.size(), 2U);
    EXPECT_EQ(tree->nodes[1].value("numaid"), "0"); // the first one is used
    ASSERT_EQ(tree->warnings.size(), 4U);
    EXPECT_EQ(tree->warnings[0].line, 2U);
    EXPECT_THAT(tree->warnings[0].what, HasSubstr("<Cpu>"));
    EXPECT_THAT(tree->warnings[1].what, HasSubstr("appears twice"));
    EXPECT_EQ(tree->warnings[1].column, 19U);
    EXPECT_THAT(tree->warnings[2].what, HasSubstr("has no value"));
    EXPECT_THAT(tree->warnings[3].what, HasSubstr("<gpu>")); // must be below a `cpu`
    EXPECT_EQ(tree->warnings[3].line, 4U);
}

TEST(NcclReader, LosesAValueBehindABlankAsTheLibraryDoes) {
    const auto tree = readXml(inSystem("<cpu numaid =\"1\" arch=\"arm64\"/>\n"), nccl());
    ASSERT_TRUE(tree.has_value()) << tree.error().toString();
    EXPECT_EQ(tree->nodes[1].value("numaid"), "");
    EXPECT_EQ(tree->nodes[1].value("arch"), "arm64");
    ASSERT_EQ(tree->warnings.size(), 2U);
    EXPECT_THAT(tree->warnings[1].what, HasSubstr("space before '='"));
}

TEST(NcclReader, LosesTheNameOfAnIgnoredElementAsTheLibraryDoes) {
    EXPECT_TRUE(readXml(inSystem("<odd><even></odd></anything><cpu numaid=\"0\"/>"), nccl()).has_value());
    EXPECT_FALSE(readXml(inSystem("<cpu numaid=\"0\"></anything>"), nccl()).has_value());
}

TEST(NcclReader, SeesNoFileWhereTheRootHasAnotherName) {
    const auto tree = readXml("<System version=\"1\">\n  <cpu numaid=\"0\"/>\n</System>\n", nccl());
    ASSERT_TRUE(tree.has_value());
    EXPECT_EQ(tree->system(), -1);
    EXPECT_TRUE(tree->nodes.empty());
    ASSERT_EQ(tree->warnings.size(), 2U);
    EXPECT_THAT(tree->warnings[0].what, HasSubstr("continues without the file"));
}

TEST(NcclReader, DropsAttributesForWhichThereIsNoRoom) {
    std::string element = "<cpu";
    for (int a = 0; a < 18; ++a)
        element += fmt::format(" a{}=\"{}\"", a, a);
    const auto tree = readXml(inSystem(element + "/>\n"), nccl());
    ASSERT_TRUE(tree.has_value());
    EXPECT_EQ(tree->nodes[1].attributes.size(), 16U);
    EXPECT_EQ(tree->warnings.size(), 2U);
    // An extra blank takes the place of an attribute.
    const auto blanks =
        readXml(inSystem("<cpu  " + element.substr(5, element.find(" a16") - 5) + "/>\n"), nccl());
    ASSERT_TRUE(blanks.has_value()) << blanks.error().toString();
    EXPECT_EQ(blanks->nodes[1].attributes.size(), 15U);
}

TEST(NcclReader, HasRoomForSoManyElementsAsTheLibraryHas) {
    const auto text = [](int cpus) {
        NcclXmlBuilder made("1");
        for (int cpu = 0; cpu < cpus; ++cpu)
            made.single("cpu", {{"numaid", std::to_string(cpu)}});
        return made.finish();
    };
    EXPECT_TRUE(readXml(text(254), nccl()).has_value());
    const auto tooMany = readXml(text(255), nccl()); // the limit is checked before the closing tag
    ASSERT_FALSE(tooMany.has_value());
    EXPECT_EQ(tooMany.error().line, 256U);
    EXPECT_THAT(tooMany.error().what, HasSubstr("limited to 256 nodes"));

    NcclXmlBuilder wide("2");
    for (int cpu = 0; cpu < 513; ++cpu)
        wide.single("cpu", {{"numaid", std::to_string(cpu)}});
    const auto tooWide = readXml(wide.finish(), rccl());
    ASSERT_FALSE(tooWide.has_value());
    EXPECT_EQ(tooWide.error().line, 514U);
    EXPECT_THAT(tooWide.error().what, HasSubstr("limited to 512 subnodes"));
}

TEST(NcclReader, KnowsTheDialectOfEachLibrary) {
    const std::string longOne =
        "<system version=\"2\"><cpu affinity=\"" + std::string(300, 'f') + "\"/></system>";
    const auto cut = readXml(longOne, rccl());
    ASSERT_TRUE(cut.has_value()) << cut.error().toString();
    EXPECT_EQ(cut->nodes[1].value("affinity")->size(), 254U);
    EXPECT_EQ(cut->warnings.size(), 1U);
    // There, a single quote starts a value, but only a double quote ends it.
    EXPECT_FALSE(readXml("<system version='2'/>", rccl()).has_value());

    const std::string links = "<cpu><pci><gpu><nvlink/><xgmi/><c2c/></gpu><pcilink/></pci></cpu></system>";
    EXPECT_EQ(readXml("<system version=\"1\">" + links, nccl())->nodes.size(), 7U);
    EXPECT_EQ(readXml("<system version=\"2\">" + links, rccl())->nodes.size(), 5U);
    EXPECT_EQ(readXml("<system version=\"1\"/>", rccl()).error().code, ResultCode::InvalidUsage);
}

TEST(NcclReader, IsBoundedInDepthAndSize) {
    std::string deep = "<system version=\"2\"><cpu>";
    for (int level = 0; level < 100000; ++level)
        deep += "<odd>";
    const auto tree = readXml(deep, rccl());
    ASSERT_FALSE(tree.has_value());
    EXPECT_THAT(tree.error().what, HasSubstr("deep"));
    EXPECT_FALSE(readXml(std::string(XmlLimits::kBytes + 1, ' '), nccl()).has_value());
    std::string odd = "<system version=\"1\">";
    for (int element = 0; element < 10000; ++element)
        odd += "<odd/>";
    EXPECT_EQ(readXml(odd + "</system>", nccl())->warnings.size(), XmlLimits::kWarnings);
}

TEST(NcclReader, DetectsTheLibraryOfAFile) {
    EXPECT_EQ(versionOfFile("<!-- <system version=\"2\"> -->\n<system name=\"x\" version=\"1\">"), &nccl());
    EXPECT_EQ(versionOfFile("<?xml version=\"1.0\"?>\n<system version=\"2\">"), &rccl());
    EXPECT_EQ(versionOfFile("<system version=\"3\">"), nullptr);
    EXPECT_EQ(versionOfFile("<graphs version=\"1\">"), nullptr);
    EXPECT_EQ(versionOfFile("<!-- <system"), nullptr);
}

TEST(NcclWriter, WritesWhatTheReaderReadsBack) {
    const auto tree = readXml(serverXml({}), nccl());
    ASSERT_TRUE(tree.has_value()) << tree.error().toString();
    const auto text = writeXml(*tree, nccl());
    ASSERT_TRUE(text.has_value()) << text.error().toString();
    EXPECT_EQ(*text, serverXml({})); // it is in the library's own output format
    EXPECT_EQ(text->find('\t'), std::string::npos);
}

TEST(NcclWriter, WritesAnAttributeOnce) {
    const auto tree = readXml(inSystem("<cpu numaid=\"0\" numaid=\"1\"/>\n"), nccl());
    ASSERT_TRUE(tree.has_value());
    EXPECT_THAT(writeXml(*tree, nccl()).value_or(""), HasSubstr("<cpu numaid=\"0\"/>"));
}

TEST(NcclWriter, RefusesWhatTheLibraryWouldStumbleOver) {
    XmlTree tree;
    const int root = tree.add(-1, "system");
    tree.nodes[0].set("version", "1");
    const int cpu = tree.add(root, "cpu");
    const auto node = [&]() -> XmlNode & {
        return tree.nodes[static_cast<std::size_t>(cpu)];
    };
    EXPECT_TRUE(writeXml(tree, nccl()).has_value());
    node().set("affinity", "a\"b");
    EXPECT_FALSE(writeXml(tree, nccl()).has_value());
    node().set("affinity", std::string(254, 'f'));
    EXPECT_FALSE(writeXml(tree, nccl()).has_value());
    node().unset("affinity");
    node().set("two words", "1");
    EXPECT_FALSE(writeXml(tree, nccl()).has_value());
    node().unset("two words");
    for (int a = 0; a < 17; ++a)
        node().set(fmt::format("a{}", a), "1");
    EXPECT_FALSE(writeXml(tree, nccl()).has_value());
    EXPECT_FALSE(writeXml(XmlTree{}, nccl()).has_value());
}

TEST(NcclWriter, WritesAsManyElementsAsCanBeRead) {
    XmlTree tree;
    tree.add(-1, "system");
    tree.nodes[0].set("version", "1");
    while (tree.nodes.size() < 255)
        tree.add(0, "cpu");
    const auto text = writeXml(tree, nccl());
    ASSERT_TRUE(text.has_value());
    EXPECT_TRUE(readXml(*text, nccl()).has_value());
    tree.add(0, "cpu");
    EXPECT_FALSE(writeXml(tree, nccl()).has_value());
}
