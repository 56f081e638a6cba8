// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Every screen with data, at two sizes, in three themes, at the scale that QT_SCALE_FACTOR says, against what
// is kept of it in signatures/. FABRICSCOPE_UPDATE_PICTURES=1 keeps what is painted now
// (packaging/pictures/update does so); FABRICSCOPE_KEEP_PICTURES=1 leaves all the pictures among the
// artefacts of the build, and those that differ are left there in any case. With a font, sizes or themes of
// one's own (isWalk()) only the texts are looked at.
#include "tests/pictures/Gallery.h"

#include <QMenu>

#include <gtest/gtest.h>

namespace fabricscope::test {
namespace {

constexpr int kMinSide = 24; ///< px; a menu without an entry is a dot

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
        // Dialogs are as large as their texts, which other scales lay out with other widths of letters.
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
