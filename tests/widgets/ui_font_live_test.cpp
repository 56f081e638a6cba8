// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/PreferencesDialog.h"
#include "app/window/StitchController.h"
#include "tests/core/affinity/MadeGuest.h"
#include "tests/widgets/CutText.h"
#include "tests/widgets/ShellTest.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/common/Fonts.h"
#include "widgets/compare/CompareScreen.h"
#include "widgets/stitch/StitchScreen.h"
#include "widgets/stitch/StitchView.h"

#include <QAbstractButton>
#include <QDir>
#include <QSplitter>

#include <gtest/gtest.h>

namespace fabricscope::app::window {
namespace {

/// Parts of a splitter keep the shares that they had; links keep the size that they had before their style
/// came (QPushButton remembers it).
bool isSharedOut(const QWidget &widget) {
    for (const QWidget *each = &widget; each != nullptr; each = each->parentWidget())
        if (qobject_cast<const QSplitter *>(each) != nullptr)
            return true;
    return false;
}

/// A widget that is seen, by what it is; and what a person sees of its font and its size.
std::vector<std::string> seenIn(const QWidget &window) {
    std::vector<std::string> seen;
    for (const QWidget *widget : window.findChildren<QWidget *>()) {
        if (!widget->isVisible() || widget->window() != &window)
            continue;
        const auto *button = qobject_cast<const QAbstractButton *>(widget);
        const auto *label = qobject_cast<const QLabel *>(widget);
        const QSize size = isSharedOut(*widget) || widget->property("role") == QLatin1String("link")
                               ? QSize()
                               : widget->size();
        seen.push_back(QStringLiteral("%1 %2 %3: font %4, %5 x %6")
                           .arg(QLatin1String(widget->metaObject()->className()), widget->objectName(),
                                button != nullptr  ? button->text()
                                : label != nullptr ? label->text()
                                                   : QString())
                           .arg(widget->font().pixelSize())
                           .arg(size.width())
                           .arg(size.height())
                           .toStdString());
    }
    std::sort(seen.begin(), seen.end());
    return seen;
}

/// The window as it looks after a start with this font, against one whose font was changed while it was open.
class UiFontLive : public ShellTest {
protected:
    void TearDown() override {
        ShellTest::TearDown();
        widgets::setUiFontSize(widgets::kUiFontSize);
    }
    void SetUp() override {
        ShellTest::SetUp();
        test::wear(widgets::ThemeKind::Dark);
        openBoth();
    }
    void openBoth() {
        window->resize(1440, 900);
        open(made::mi355xServer(), "mi355x-03.fscope");
        guest = open(made::guest(), "vm-03a.fscope");
    }
    void choose(int px) {
        Preferences wanted = settings->preferences();
        wanted.fontSize = px;
        settings->setPreferences(wanted);
        theme->follow();
    }
    void startAgain() {
        ShellTest::TearDown();
        ShellTest::SetUp();
        openBoth();
    }
    void settle() {
        for (int round = 0; round < 3; ++round) {
            QTest::qWait(1);
            window->topology()->settle();
            window->affinity()->settle();
            window->stitch()->settle();
        }
    }
    std::vector<std::string> screens() {
        std::vector<std::string> all;
        for (const Screen screen : {Screen::Topology, Screen::Affinity, Screen::HostVm, Screen::Compare}) {
            window->showScreen(screen);
            EXPECT_TRUE(test::waitFor(
                [this] { return window->stitching()->isSettled() && !window->compare()->comparing(); }));
            settle();
            for (const std::string &seen : seenIn(*window))
                all.push_back(screenName(screen).toStdString() + ": " + seen);
        }
        std::sort(all.begin(), all.end());
        return all;
    }

    quint64 guest = 0;
};

TEST_F(UiFontLive, AChangedFontLooksAsAfterAStartWithIt) {
    screens(); // everything was seen once
    for (const int px : {14, 11, 18})
        choose(px);
    const std::vector<std::string> live = screens();
    startAgain();
    const std::vector<std::string> fresh = screens();
    std::vector<std::string> onlyLive, onlyFresh;
    std::set_difference(live.begin(), live.end(), fresh.begin(), fresh.end(), std::back_inserter(onlyLive));
    std::set_difference(fresh.begin(), fresh.end(), live.begin(), live.end(), std::back_inserter(onlyFresh));
    EXPECT_EQ(onlyLive, onlyFresh);
}

TEST_F(UiFontLive, NothingIsCutOnAnyScreenWhereAVmAndItsHostAreOpen) {
    screens();
    choose(widgets::kGreatestUiFontSize);
    const QString pictures = QStringLiteral(FABRICSCOPE_BIN_DIR "/../artefacts/ui-font");
    ASSERT_TRUE(QDir().mkpath(pictures));
    for (const QSize size : {QSize(1440, 900), window->minimumSize()}) {
        window->resize(size);
        for (int index = 0; index < kScreens; ++index) {
            window->showScreen(static_cast<Screen>(index));
            settle();
            EXPECT_EQ(test::cutBelow(*window).join(QStringLiteral("; ")).toStdString(), "")
                << index << " at " << size.width();
            EXPECT_TRUE(window->grab().save(
                QStringLiteral("%1/live-%2-%3.png").arg(pictures).arg(index).arg(size.width())));
        }
    }
}

/// Of what is drawn larger, what is hit there is the same.
TEST_F(UiFontLive, HostAndVmGrowWithTheirText) {
    window->showScreen(Screen::HostVm);
    ASSERT_TRUE(test::waitFor([this] { return window->stitching()->isSettled(); }));
    settle();
    widgets::StitchView *view = window->stitch()->view();
    const std::uint32_t row = view->list().areas.front().node;
    const int before = view->viewRect(row).height();
    choose(widgets::kGreatestUiFontSize);
    settle();
    EXPECT_NEAR(view->viewRect(row).height(), before * widgets::uiScale(), 1.5);
    EXPECT_LE(view->list().width * widgets::uiScale(), view->viewport()->width() + 1.0);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->viewRect(row).center());
    EXPECT_EQ(view->selected(), row);
}

} // namespace
} // namespace fabricscope::app::window
