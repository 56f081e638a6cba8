// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/text/ToolTip.h"

#include <QTextDocument>

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

/// The text as shown where Qt itself detects rich text, like QToolTip.
QString shown(const QString &toolTip) {
    if (!Qt::mightBeRichText(toolTip))
        return toolTip;
    QTextDocument document;
    document.setHtml(toolTip);
    return document.toPlainText();
}

TEST(ToolTip, ShowsTheNamesOfAHostAsTheyAre) {
    for (const char *text :
         {"", "mi300x-01", "R&D", "a < b", "<b>mi300x</b>", "<img src=\"/etc/passwd\">", "a\n<i>b</i>",
          "&lt;b&gt;", "<h1>one</h1>\ntwo  blanks", "<a href=x>x</a> & <!-- y -->"})
        EXPECT_EQ(shown(plainToolTip(QString::fromUtf8(text))), QString::fromUtf8(text));
}

TEST(ToolTip, StaysEmptyWhereThereIsNone) {
    EXPECT_TRUE(plainToolTip(QString()).isNull())
        << "an empty one hides the tool tip, a document would show it";
}

} // namespace
} // namespace fabricscope::widgets
