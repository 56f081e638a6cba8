// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/bench/LibraryPicture.h"

#include <gtest/gtest.h>

#include <string>

namespace fabricscope::layout {
namespace {

using draw::DisplayList;
using draw::Item;

bench::LibraryPage warningPage() {
    bench::LibraryPage::Section section{"Warnings", "1 line", {}, {}, 0, true};
    section.rows.push_back({bench::TransportFact::Rating::Warning, "Call to ibv_modify_qp failed",
                            "Meaning: two NICs could not agree: GID index, RoCE version or MTU differ",
                            "To do: with RoCE, unset NCCL_IB_GID_INDEX, or set it to an index that is a RoCE "
                            "v2 entry on every node; use the same MTU on all NICs and switches"});
    return {{std::move(section)}};
}

std::string allTexts(const DisplayList &list) {
    std::string texts;
    for (const Item &item : list.items)
        if (!item.text.empty())
            texts += item.text + " ";
    return texts;
}

TEST(LibraryPicture, ARemedyIsReadInFullInANarrowWindow) {
    for (const double width : {400.0, 640.0, 1400.0}) {
        const DisplayList list = layoutLibraryPage(warningPage(), {width, 400});
        const std::string texts = allTexts(list);
        EXPECT_NE(texts.find("MTU on all NICs and switches"), std::string::npos) << width << ": " << texts;
        EXPECT_EQ(texts.find("…"), std::string::npos) << width << ": " << texts;
        ASSERT_EQ(list.areas.size(), 1U);
        for (const Item &item : list.items)
            EXPECT_LE(item.rect.bottom(), list.height) << item.text;
    }
}

TEST(LibraryPicture, AColumnIsWiderWhereItsTextsAreLongAndTheOthersShort) {
    bench::LibraryPage::Section section{"Connections", "4 total", {"via", "NIC", "connections"}, {}, 0,
                                        false};
    section.rows.push_back(
        {bench::TransportFact::Rating::Bad, "NET/IB through host memory", "mlx5_1 (NIC 1)", "1"});
    const bench::LibraryPage page{{section}};
    EXPECT_EQ(allTexts(layoutLibraryPage(page, {480, 400})).find("…"), std::string::npos);
    EXPECT_NE(allTexts(layoutLibraryPage(page, {240, 400})).find("…"), std::string::npos) << "no room";
}

} // namespace
} // namespace fabricscope::layout
