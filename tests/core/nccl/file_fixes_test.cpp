// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/Version.h"
#include "core/nccl/file/XmlTree.h"

#include <gmock/gmock.h>

namespace fabricscope::nccl {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

struct Fault {
    const char *text;
    const char *fix; ///< a part of the remedy
};

constexpr Fault kFaults[] = {
    {"<?xml version=\"1.0\"?>\n<system version=\"1\"/>\n",
     "Delete the XML declaration in line 1: sed -i '1d'"},
    {"\xEF\xBB\xBF<system version=\"1\"/>\n", "without a byte order mark"},
    {"<system version=\"1\">\n\t<cpu numaid=\"0\"/>\n</system>\n", "from line 2 on"},
    {"<system version=\"1\">\n <cpu numaid = \"0\"/>\n</system>\n", "line 2"},
    {"<system version=1>\n</system>\n", "in double quotes"},
    {"<system version=\"1\">\n<!-- no end\n</system>\n", "Close the comment that starts in line 2"},
    {"<system version=\"1\">\n <cpu numaid=\"0\"", "truncated: copy it again"},
    {"<system version=\"1\">\n <cpu numaid=\"0\">\n </system>\n</cpu>\n", "in nesting order"},
    {"<system version=\"1\">\n", "Close the element of line 1"},
    {"<system>\n</system>\n", "version=\"1\" for NCCL"},
    {"<system version=\"2\">\n</system>\n", "NCCL_TOPO_DUMP_FILE"},
};

TEST(FileFixes, OfferTwoRemediesForEachFatalFault) {
    const Version &version = *findVersion("nccl-2.30");
    for (const Fault &fault : kFaults) {
        const auto tree = readXml(fault.text, version);
        ASSERT_FALSE(tree) << fault.text;
        const auto fixes = fixesOf(tree.error());
        ASSERT_EQ(fixes.size(), 2U) << tree.error().toString();
        EXPECT_THAT(fixes[0], HasSubstr(fault.fix)) << tree.error().toString();
        EXPECT_THAT(fixes[0], Not(StartsWith("Correct line")))
            << "that says nothing: " << tree.error().toString();
        EXPECT_THAT(fixes[1], HasSubstr("unset NCCL_TOPO_FILE"));
    }
}

TEST(FileFixes, AnErrorOfTheMachineHasNoFixInAFile) {
    FileError error;
    error.what = "this machine has no GPU that a job could use";
    EXPECT_TRUE(fixesOf(error).empty());
}

TEST(FileFixes, AFaultThatNoRowKnowsNamesItsLine) {
    FileError error;
    error.line = 7;
    error.what = "something new";
    EXPECT_THAT(fixesOf(error), testing::ElementsAre("Correct line 7 of the file", HasSubstr("unset")));
}

} // namespace
} // namespace fabricscope::nccl
