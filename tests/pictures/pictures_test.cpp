// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Every screen with data, at two sizes, in three themes, at the scale of QT_SCALE_FACTOR, compared with the
// recorded signatures in signatures/. FABRICSCOPE_UPDATE_PICTURES=1 records the current ones (used by
// packaging/pictures/update); FABRICSCOPE_KEEP_PICTURES=1 saves all pictures in the build artefacts;
// differing ones are saved in any case. With a custom font, sizes or themes (isWalk()) only the texts are
// checked.
#include "tests/pictures/Gallery.h"

#include <QMenu>

#include <gtest/gtest.h>

namespace fabricscope::test {
namespace {

constexpr int kMinSide = 24; ///< px; a menu without entries is a dot

TEST(Pictures, AreAsTheyWereAndNoTextOfThemIsCutOrCovered) {
    Stage stage;
    Gallery gallery;
    int pictures = 0;
    const auto look = [&](const Shot &shot) {
        ++pictures;
        const QString place = gallery.record(shot);
        if (shot.widget->width() < kMinSide || shot.widget->height() < kMinSide)
            ADD_FAILURE() << qPrintable(shot.name()) << ": there is nothing in it\n" << qPrintable(place);
        if (const auto *menu = qobject_cast<const QMenu *>(shot.widget))
            for (QAction *action : menu->actions())
                if (action->isVisible() && !menu->rect().contains(menu->actionGeometry(action)))
                    ADD_FAILURE() << qPrintable(shot.name()) << ": cut: " << qPrintable(action->text())
                                  << "\n"
                                  << qPrintable(place);
        for (const QString &fault : textFaults(textsOf(*shot.widget)))
            ADD_FAILURE() << qPrintable(shot.name()) << ": " << qPrintable(fault) << "\n"
                          << qPrintable(place);
        if (!shot.isRecorded)
            return;
        // The size of a dialog depends on text widths, which differ at other scales.
        if (gallery.updates() || (shot.scale() != 1 && !shot.isWindow()))
            return;
        const auto expected = gallery.expected(shot);
        if (!expected) {
            ADD_FAILURE() << qPrintable(shot.name()) << ": nothing is kept of it: packaging/pictures/update";
            return;
        }
        for (const QString &difference : differences(*expected, shot.signature()))
            ADD_FAILURE() << qPrintable(shot.name()) << ": " << qPrintable(difference) << "\n"
                          << qPrintable(gallery.saveDiffering(shot));
    };
    takeAll(stage, look);
    EXPECT_GT(pictures, isWalk() ? 20 : 70);
    EXPECT_TRUE(gallery.finish());
}

} // namespace
} // namespace fabricscope::test
