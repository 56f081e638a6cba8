// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Lists with a panel, rows of buttons, the status line and the failure page at each width and UI font.
#include "app/window/shell/StatusLine.h"
#include "tests/widgets/Support.h"
#include "widgets/checks/ChecksDelegate.h"
#include "widgets/common/controls/ContentWithPanel.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/FlowRow.h"
#include "widgets/common/controls/SimulatedChip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/connect/UnreachablePage.h"

#include <QListView>
#include <QPushButton>

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

/// In each font that the preferences offer.
class LittleRoom : public ::testing::TestWithParam<int> {
protected:
    void SetUp() override {
        test::applyTheme(ThemeKind::Light);
        setUiFontSize(GetParam());
    }
    void TearDown() override { setUiFontSize(kUiFontSize); }
};

TEST_P(LittleRoom, APanelIsNextToAListOnlyWhileBothCanBeRead) {
    constexpr ContentWithPanel::Widths kWidths{400, 376, 300};
    auto *list = new QListView;
    auto *panel = new QWidget;
    ContentWithPanel both(list, panel, kWidths);
    both.show();
    int below = 0, nextTo = 0;
    for (int width = 420; width <= 2000; width += 37) {
        both.resize(width, 600);
        test::settleLayout();
        const QRect left = list->geometry(), right = panel->geometry();
        if (both.isBelow()) {
            ++below;
            EXPECT_EQ(left.width(), width);
            EXPECT_EQ(right.width(), width);
            EXPECT_GT(right.top(), left.bottom());
            EXPECT_GT(left.height(), 200) << width;
            EXPECT_GT(right.height(), 250) << width;
        } else {
            ++nextTo;
            EXPECT_GE(left.width(), scaledToUi(kWidths.content)) << width;
            EXPECT_GE(right.width(), scaledToUi(kWidths.leastPanel)) << width;
            EXPECT_LE(right.width(), scaledToUi(kWidths.panel)) << width;
            EXPECT_GT(right.left(), left.right());
        }
    }
    EXPECT_GT(below, 3);
    EXPECT_GT(nextTo, 3);
    both.setPanelShown(false);
    both.resize(420, 600);
    test::settleLayout();
    EXPECT_EQ(list->size(), both.size());
}

TEST_P(LittleRoom, ButtonsThatDoNotFitContinueBelow) {
    QWidget bar;
    auto *row = new FlowRow(10, 4);
    row->setContentsMargins(7, 5, 7, 5);
    bar.setLayout(row);
    std::vector<QPushButton *> buttons;
    for (const char *name : {"Show in Topology", "Copy as Markdown", "Mute", "Other hosts are not affected"})
        row->addWidget(buttons.emplace_back(button(QLatin1String(name), "link", &bar)));
    buttons[1]->hide();
    bar.show();
    for (int width = 360; width < 1100; width += 55) {
        bar.resize(width, row->heightForWidth(width));
        test::settleLayout();
        int bottom = 0;
        for (std::size_t i = 0; i < buttons.size(); ++i) {
            if (buttons[i]->isHidden())
                continue;
            EXPECT_TRUE(bar.rect().adjusted(7, 5, -7, -5).contains(buttons[i]->geometry())) << width;
            bottom = std::max(bottom, buttons[i]->geometry().bottom() + 1);
            for (std::size_t other = 0; other < i; ++other)
                EXPECT_TRUE(buttons[other]->isHidden() ||
                            !buttons[other]->geometry().intersects(buttons[i]->geometry()))
                    << width;
        }
        EXPECT_EQ(bottom + 5, bar.height()) << width;
    }
}

TEST_P(LittleRoom, OfALineTheRightTextIsCutFirst) {
    for (int width = 0; width < 900; width += 13)
        for (const int left : {0, 50, 300, 4000})
            for (const int right : {0, 60, 500}) {
                const auto widths = ChecksDelegate::lineWidths(width, left, right, 14);
                EXPECT_GE(widths.left, 0);
                EXPECT_GE(widths.right, 0);
                EXPECT_LE(widths.left + widths.right, width);
                if (left + right + 14 <= width) {
                    EXPECT_EQ(widths.right, right);
                    EXPECT_GE(widths.left, left);
                } else if (widths.left < left) {
                    EXPECT_GE(widths.left * 2, width) << "most of it is the left text's";
                }
            }
}

TEST_P(LittleRoom, SimulatedIsWrittenWholeInTheStatusLine) {
    app::window::StatusLine line;
    line.setConnections(0, QStringLiteral("1 connection refused"), {});
    line.setSnapshot(QStringLiteral("Snapshot 14:22:07, 11 min ago"), true, true);
    line.setNote(QStringLiteral("7 open, 109 passed, 69 unknown, and a note that is longer than that"));
    line.setZoom(1, true);
    line.setHidden(QStringLiteral("Inspector"), QStringLiteral("Jobs and log"));
    line.showMessage(QStringLiteral("Copied the picture as an image with all that is in it"));
    line.show();
    for (const int width : {1100, 1440}) {
        line.resize(width, line.height());
        test::settleLayout();
        int found = 0;
        for (const SimulatedChip *chip : line.findChildren<SimulatedChip *>()) {
            ++found;
            EXPECT_TRUE(chip->isVisible());
            EXPECT_GE(chip->width(), chip->sizeHint().width()) << width;
            EXPECT_LE(chip->geometry().right(), width);
            EXPECT_GE(chip->height(), chip->sizeHint().height());
            EXPECT_LE(chip->geometry().bottom(), line.height());
        }
        EXPECT_EQ(found, 1);
    }
    line.setSnapshot(QStringLiteral("Snapshot 14:22:07, 11 min ago"), true, false);
    for (const SimulatedChip *chip : line.findChildren<SimulatedChip *>())
        EXPECT_FALSE(chip->isVisible());
}

TEST_P(LittleRoom, TheNextStepsOfAFailureAreInSightHoweverLongItIs) {
    UnreachablePage page;
    UnreachableInfo info;
    info.title = QStringLiteral("gpu-07: connection refused");
    info.what = QStringLiteral("10.0.0.7 port 22 refused the connection");
    for (const char *name : {"Name", "TCP", "Host key", "Login", "Collect"})
        info.connectionSteps.push_back({QLatin1String(name),
                                        ConnectionStep::State::NotReached,
                                        QStringLiteral("not reached after all of this"),
                                        {}});
    for (int step = 0; step < 4; ++step)
        info.advice.push_back({QStringLiteral("Is sshd running?"),
                               QStringLiteral("On its console: systemctl status ssh (or sshd)")});
    for (int line = 0; line < 20; ++line)
        info.transcript << QStringLiteral("14:22:07 a line of the transcript");
    info.snapshotTime = QStringLiteral("14:20");
    page.setInfo(info);
    page.show();
    for (const QSize size : {QSize(760, 560), QSize(1200, 1400), QSize(760, 480)}) {
        page.resize(size);
        test::settleLayout();
        for (const QPushButton *each : page.findChildren<QPushButton *>()) {
            if (each->accessibleName() == QLatin1String("Copy the transcript"))
                continue;
            const QRect place(each->mapTo(&page, QPoint(0, 0)), each->size());
            EXPECT_TRUE(page.rect().contains(place)) << qPrintable(each->text()) << " at " << size.height();
            EXPECT_GE(each->height(), each->sizeHint().height());
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Fonts, LittleRoom, ::testing::Values(kMinUiFontSize, kUiFontSize, kMaxUiFontSize),
                         ::testing::PrintToStringParamName());

} // namespace
} // namespace fabricscope::widgets
