// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The shell: menus, keys, copying, and the keyboard map.
#include "app/window/dialogs/KeyMapDialog.h"
#include "core/search/Search.h"
#include "tests/widgets/ShellTest.h"
#include "widgets/affinity/AffinityPresentation.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/affinity/AffinityView.h"
#include "widgets/affinity/RoutePanel.h"
#include "widgets/common/controls/TabButton.h"
#include "widgets/common/controls/VerdictBar.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/search/SearchModel.h"
#include "widgets/topology/TopologyToolbar.h"
#include "widgets/topology/TopologyView.h"

#include <QClipboard>
#include <QImage>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QStyle>

#include <map>
#include <set>

namespace fabricscope::app::window {
namespace {

using Id = ActionId;

// The table of actions.

TEST(ActionTable, HasEachActionOnceInTheOrderOfTheMenus) {
    std::set<Id> seen;
    MenuId last = MenuId::File;
    for (const ActionRow &row : actionRows()) {
        EXPECT_TRUE(seen.insert(row.id).second) << qPrintable(actionText(row));
        EXPECT_GE(row.menu, last);
        last = row.menu;
        EXPECT_FALSE(actionText(row).isEmpty());
    }
    EXPECT_EQ(seen.size(), static_cast<std::size_t>(kActions));
}

TEST(ActionTable, NoKeysMeanTwoThings) {
    std::map<QString, QString> seen;
    for (const ActionRow &row : actionRows()) {
        const QString keys = QString::fromLatin1(row.keys);
        if (keys.isEmpty())
            continue;
        EXPECT_FALSE(QKeySequence(keys).isEmpty()) << row.keys;
        EXPECT_TRUE(seen.emplace(keys, actionText(row)).second) << row.keys;
    }
}

TEST(ActionTable, NoTwoEntriesOfAMenuHaveTheSameLetter) {
    std::map<std::string, std::set<QChar>> letters;
    for (const ActionRow &row : actionRows()) {
        const QString text = actionText(row);
        const auto at = text.indexOf(QLatin1Char('&'));
        if (row.text == nullptr)
            continue; // names of screens have none
        ASSERT_GE(at, 0) << qPrintable(text);
        const std::string menu = std::to_string(static_cast<int>(row.menu)) + row.submenu;
        EXPECT_TRUE(letters[menu].insert(text[at + 1].toLower()).second) << qPrintable(text);
    }
}

TEST(ActionTable, ExplainsEachUnmetNeed) {
    const WindowState nothing;
    for (const ActionRow &row : actionRows()) {
        const auto why = whyNot(row.need, nothing);
        EXPECT_EQ(why.has_value(), row.need != Need::Nothing) << qPrintable(actionText(row));
        if (why) {
            EXPECT_TRUE(why->endsWith(QLatin1Char('.'))) << qPrintable(*why);
        }
    }
}

// Menus.

TEST_F(ShellTest, HasTheDesignedMenusAndExplainsDisabledEntries) {
    QStringList menus;
    for (int index = 0; index < kMenus; ++index)
        menus << plainText(menuTitle(static_cast<MenuId>(index)));
    EXPECT_EQ(menus.join(QLatin1Char(' ')), QStringLiteral("File Edit View Fleet Run Tools Help"));
    open(samples::mi355xServer(), "host.fscope");
    window->topology()->select(test::nodeAt(*window->topology()->content().topology, "46:00.0"));
    for (const ActionRow &row : actionRows()) {
        const QAction *each = action(row.id);
        EXPECT_TRUE(each->isEnabled() || !each->toolTip().isEmpty()) << qPrintable(actionText(row));
    }
    EXPECT_TRUE(action(Id::FindHere)->isEnabled());
    EXPECT_TRUE(action(Id::SaveCapture)->isEnabled());
    EXPECT_TRUE(action(Id::CopyAddress)->isEnabled());
    EXPECT_FALSE(action(Id::CollectAgain)->isEnabled());
    EXPECT_TRUE(action(Id::CollectAgain)->toolTip().contains(QStringLiteral("connected host")));
    EXPECT_TRUE(action(Id::Mute)->toolTip().contains(QStringLiteral("Select a finding in Checks")));
}

TEST_F(ShellTest, TheLettersOfTheMenusAreUnderlinedWhileAltIsHeld) {
    const auto underlined = [&] {
        return window->menuBar()->style()->styleHint(QStyle::SH_UnderlineShortcut, nullptr,
                                                     window->menuBar()) != 0;
    };
    EXPECT_FALSE(underlined());
    QTest::keyPress(window.get(), Qt::Key_Alt);
    EXPECT_TRUE(underlined());
    QTest::keyRelease(window.get(), Qt::Key_Alt);
    EXPECT_FALSE(underlined());
    theme->choose(ThemeChoice::Light); // survives a new style sheet
    EXPECT_FALSE(underlined());
    theme->choose(ThemeChoice::Dark);
}

TEST_F(ShellTest, WhatWorksOnAPictureIsSwitchedOffElsewhere) {
    EXPECT_FALSE(action(Id::FindHere)->isEnabled());
    open(samples::mi355xServer(), "host.fscope");
    EXPECT_TRUE(action(Id::Fit)->isEnabled());
    EXPECT_TRUE(action(Id::AsTree)->isEnabled());
    window->showScreen(Screen::Affinity);
    EXPECT_FALSE(action(Id::Fit)->isEnabled());
    EXPECT_TRUE(action(Id::AsTree)->isEnabled());
    EXPECT_TRUE(action(Id::CopyPng)->isEnabled());
    window->showScreen(Screen::Checks);
    EXPECT_FALSE(action(Id::CopyPng)->isEnabled());
    EXPECT_FALSE(action(Id::AsTree)->isEnabled());
}

TEST_F(ShellTest, TheKeysOfThePictureTypeLettersElsewhere) {
    open(samples::mi355xServer(), "host.fscope");
    widgets::TopologyScreen *topology = window->topology();
    const bool before = topology->toolbar()->groupTags()->isChecked();
    topology->view()->setFocus();
    QTest::keyClick(topology->view(), Qt::Key_G);
    EXPECT_NE(topology->toolbar()->groupTags()->isChecked(), before);
    EXPECT_NE(action(Id::GroupTags)->isChecked(), before);
    window->modes()->filter()->setFocus();
    QTest::keyClick(window->modes()->filter(), Qt::Key_G);
    EXPECT_EQ(window->modes()->filter()->text(), QStringLiteral("g"));
    EXPECT_NE(topology->toolbar()->groupTags()->isChecked(), before);
}

TEST_F(ShellTest, ColoursRibbonsAndTagsAreTheSameInMenuAndToolbar) {
    open(samples::mi355xServer(), "host.fscope");
    action(Id::ColourByOwner)->trigger();
    EXPECT_EQ(window->topology()->options().colourBy, layout::ColourBy::Owner);
    EXPECT_EQ(window->topology()->toolbar()->colourControl()->current(), 3);
    QTest::mouseClick(window->topology()->toolbar()->colourControl()->segment(2), Qt::LeftButton);
    EXPECT_TRUE(action(Id::ColourByLink)->isChecked());
    EXPECT_FALSE(action(Id::ColourByOwner)->isChecked());
    action(Id::Ribbons)->trigger();
    EXPECT_FALSE(window->topology()->options().ribbons);
    EXPECT_FALSE(window->topology()->toolbar()->ribbons()->isChecked());
}

TEST_F(ShellTest, ToolsActOnThePairOfTheSelectedDevice) {
    open(samples::mi355xServer(), "host.fscope");
    EXPECT_FALSE(action(Id::TracePath)->isEnabled());
    window->topology()->select(test::nodeAt(*window->topology()->content().topology, "85:00.0"));
    ASSERT_TRUE(action(Id::TracePath)->isEnabled());
    action(Id::TracePath)->trigger();
    EXPECT_EQ(window->topology()->traced(), window->topology()->selected());
    action(Id::ShowPair)->trigger();
    EXPECT_EQ(window->screen(), Screen::Affinity);
    EXPECT_TRUE(window->affinity()->selectedCell());
    action(Id::Inspector)->trigger(); // hide it
    window->showScreen(Screen::Topology);
    ASSERT_FALSE(window->inspector()->isVisible());
    action(Id::Evidence)->trigger();
    EXPECT_TRUE(window->inspector()->isVisible());
}

TEST_F(ShellTest, UndoTakesBackTheLastMoveOfAffinity) {
    open(samples::mi355xServer(), "host.fscope");
    window->showScreen(Screen::Affinity);
    const auto look = [&] {
        Q_EMIT window->actions().menu(MenuId::Edit)->aboutToShow();
    };
    look();
    EXPECT_FALSE(action(Id::Undo)->isEnabled());
    EXPECT_TRUE(action(Id::Undo)->toolTip().contains(QStringLiteral("Nothing to undo")));
    const auto &pairs = window->affinity()->shown()->judgement().pairs;
    ASSERT_GE(pairs.size(), 2U);
    window->affinity()->tryPair(pairs[0].gpu, *pairs[1].nic);
    ASSERT_TRUE(window->affinity()->shown()->isHypothesis());
    look();
    ASSERT_TRUE(action(Id::Undo)->isEnabled());
    action(Id::Undo)->trigger();
    EXPECT_FALSE(window->affinity()->shown()->isHypothesis());
    look();
    ASSERT_TRUE(action(Id::Redo)->isEnabled());
    action(Id::Redo)->trigger();
    EXPECT_TRUE(window->affinity()->shown()->isHypothesis());
}

TEST_F(ShellTest, CopiesNameAddressTextAndPictures) {
    open(samples::mi355xServer(), "host.fscope");
    window->topology()->select(test::nodeAt(*window->topology()->content().topology, "46:00.0"));
    const QClipboard *clipboard = QApplication::clipboard();
    action(Id::CopyName)->trigger();
    EXPECT_EQ(clipboard->text(), QStringLiteral("GPU2"));
    action(Id::CopyAddress)->trigger();
    EXPECT_EQ(clipboard->text(), QStringLiteral("0000:46:00.0"));
    action(Id::CopyText)->trigger();
    EXPECT_TRUE(clipboard->text().contains(QStringLiteral("46:00.0")));
    EXPECT_GT(clipboard->text().count(QLatin1Char('\n')), 20);
    action(Id::CopySvg)->trigger();
    EXPECT_TRUE(clipboard->mimeData()->data(QStringLiteral("image/svg+xml")).contains("<svg"));
    action(Id::CopyPng)->trigger();
    EXPECT_GT(clipboard->image().width(), 500);
    window->showScreen(Screen::Affinity);
    action(Id::CopyText)->trigger();
    EXPECT_TRUE(clipboard->text().contains(QStringLiteral("ionic_2")));
}

TEST_F(ShellTest, CopyingMeansTheSameOnTopologyAndAffinity) {
    open(samples::mi355xServer(), "host.fscope");
    const QClipboard *clipboard = QApplication::clipboard();
    const auto press = [](QWidget *where, Qt::KeyboardModifiers with) {
        where->setFocus();
        QTest::keyClick(where, Qt::Key_C, with);
    };
    for (const Screen screen : {Screen::Topology, Screen::Affinity}) {
        window->showScreen(screen);
        QWidget *view = screen == Screen::Topology ? static_cast<QWidget *>(window->topology()->view())
                                                   : window->affinity()->view();
        press(view, Qt::ControlModifier);
        EXPECT_GT(clipboard->text().count(QLatin1Char('\n')), 10) << "all of it, where nothing is selected";
        press(view, Qt::ControlModifier | Qt::ShiftModifier);
        EXPECT_GT(clipboard->image().width(), 500);
    }
    // The current selection.
    widgets::AffinityScreen *affinity = window->affinity();
    affinity->selectCell({layout::AffinityId::Part::Cell, 2, 0});
    press(affinity->view(), Qt::ControlModifier);
    EXPECT_TRUE(clipboard->text().startsWith(affinity->routePanel()->title()));
    EXPECT_TRUE(clipboard->text().contains(QStringLiteral("GPU2")));
    window->showScreen(Screen::Topology);
    press(window->topology()->view(), Qt::ControlModifier);
    EXPECT_TRUE(clipboard->text().startsWith(QStringLiteral("GPU2")));
}

TEST_F(ShellTest, TheSameActionIsCalledTheSameInEachMenu) {
    QStringList names;
    for (const ActionRow &row : actionRows())
        names << plainText(actionText(row));
    QStringList inPicture;
    for (const QAction *each : window->topology()->view()->actions())
        inPicture << each->text();
    for (const char *shared :
         {"Copy as text", "As a tree or table", "IOMMU group tags", "Pairing ribbons", "Fit the selection"}) {
        EXPECT_TRUE(names.contains(QLatin1String(shared))) << shared;
        EXPECT_TRUE(inPicture.contains(QLatin1String(shared))) << shared;
    }
    EXPECT_TRUE(inPicture.contains(QStringLiteral("Copy picture as PNG")));
}

// Keyboard map.

TEST_F(ShellTest, TheQuestionMarkShowsTheKeyboardMap) {
    QTest::keyClick(window.get(), Qt::Key_Question);
    auto *dialog = window->findChild<KeyMapDialog *>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_TRUE(dialog->isVisible());
    QTest::keyClicks(dialog->field(), QStringLiteral("ctrl+k"));
    ASSERT_EQ(dialog->shown().size(), 1U);
    EXPECT_EQ(dialog->shown()[0].name, QStringLiteral("Go to anything"));
    dialog->field()->setText(QStringLiteral("no such thing"));
    EXPECT_TRUE(dialog->shown().empty());
    dialog->reject();
}

TEST_F(ShellTest, TheKeyboardMapIsMadeOfTheActionsTheWidgetsKeysAndTheWordsOfTheSearch) {
    const auto rows = keyMapRows(window->actions());
    const auto has = [&](const QString &name, const QString &keys) {
        return std::any_of(rows.begin(), rows.end(),
                           [&](const KeyMapRow &row) { return row.name == name && row.keys == keys; });
    };
    for (const ActionRow &row : actionRows())
        if (*row.keys != '\0') {
            EXPECT_TRUE(has(plainText(actionText(row)), action(row.id)->shortcut().toString()))
                << qPrintable(actionText(row));
        }
    for (const search::StateKeyword &state : search::stateKeywords())
        EXPECT_TRUE(
            has(QString::fromUtf8(state.description.data(), static_cast<int>(state.description.size())),
                QStringLiteral("is:") +
                    QString::fromUtf8(state.name.data(), static_cast<int>(state.name.size()))));
    // An action added to a menu appears in the map automatically.
    QAction *added = window->actions().menu(MenuId::Tools)->addAction(QStringLiteral("&Weigh the rack…"));
    added->setShortcut(QKeySequence(QStringLiteral("Ctrl+Alt+W")));
    const auto more = keyMapRows(window->actions());
    EXPECT_EQ(more.size(), rows.size() + 1);
}

TEST_F(ShellTest, KeyboardMapListsSearchSynonyms) {
    const auto rows = keyMapRows(window->actions());
    EXPECT_TRUE(std::any_of(rows.begin(), rows.end(), [](const KeyMapRow &row) {
        return row.keys == QLatin1String("slow link") && row.name == QLatin1String("is:degraded");
    }));
    search("wrong nic"); // the field gets the text
    window->modes()->search()->clear();
}

} // namespace
} // namespace fabricscope::app::window
