// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/Import.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using testing::HasSubstr;

TEST(Import, WhatIsOfNoUseIsCalledByItsKindWithWhatToDo) {
    const struct {
        const char *name, *text, *what, *hint;
    } kFiles[] = {
        {"empty.xml", "", "is empty", "Copy it again"},
        {"blank.txt", " \r\n\n", "is empty", "Copy it again"},
        {"graph.xml", "<graphs version=\"1\">\n  <graph id=\"0\"/>\n</graphs>\n", "is an NCCL graph file",
         "NCCL_TOPO_FILE"},
        {"topo.xml", "<!DOCTYPE html>\n<html><body>404</body></html>\n", "is a web page", "raw file"},
        {"other.xml", "<recipe><egg/></recipe>\n", "XML that begins with <recipe>", "--help"},
    };
    for (const auto &file : kFiles) {
        const auto refused = importPieces({{file.name, file.text}});
        ASSERT_FALSE(refused) << file.name;
        EXPECT_EQ(refused.error().where, file.name);
        EXPECT_THAT(refused.error().what, HasSubstr(file.what)) << file.name;
        EXPECT_THAT(refused.error().hint, HasSubstr(file.hint)) << file.name;
        EXPECT_EQ(refused.error().hint.find('\n'), std::string::npos) << file.name;
    }
}

} // namespace
} // namespace fabricscope::formats
