// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Affinity.h"
#include "tests/widgets/Support.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/FittedScroll.h"
#include "widgets/common/controls/VerdictBar.h"
#include "widgets/common/text/ClampedLabel.h"

#include <QClipboard>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolTip>
#include <QVBoxLayout>

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

affinity::Verdict verdictOf(std::optional<findings::Severity> severity, bool conclusive = true) {
    affinity::Verdict verdict;
    verdict.severity = severity;
    verdict.sentence = "A sentence.";
    verdict.conclusive = conclusive;
    return verdict;
}

TEST(VerdictBar, SpeaksOfErrorFineAndUnknown) {
    VerdictBar bar;
    EXPECT_FALSE(bar.isVisibleTo(nullptr));
    using findings::Severity;
    const struct {
        affinity::Verdict verdict;
        QString word;
        draw::Glyph glyph;
    } kCases[] = {
        {verdictOf(Severity::Error), QStringLiteral("error"), draw::Glyph::Error},
        {verdictOf(Severity::Warning), QStringLiteral("warning"), draw::Glyph::Warning},
        {verdictOf(Severity::Note), QStringLiteral("note"), draw::Glyph::Note},
        {verdictOf(std::nullopt), QStringLiteral("fine"), draw::Glyph::Ok},
        {verdictOf(std::nullopt, false), QStringLiteral("unknown"), draw::Glyph::Unreachable},
    };
    for (const auto &[verdict, word, glyph] : kCases) {
        bar.setVerdict(verdict);
        EXPECT_EQ(bar.accessibleName(), word + QStringLiteral(": A sentence."));
        EXPECT_EQ(bar.findChild<GlyphLabel *>()->glyph(), glyph);
        EXPECT_TRUE(bar.isVisible());
    }
    bar.clear();
    EXPECT_FALSE(bar.isVisible());
}

/// A regression: its bar made the text narrower, which then needed the bar.
TEST(FittedScroll, HasNoBarWhereTheTextFitsWithoutOne) {
    auto *content = new QWidget;
    auto *text = new QLabel(QStringLiteral("one two three four five six seven eight nine ten"), content);
    text->setWordWrap(true);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(text);
    FittedScroll scroll(content);
    const int bar = scroll.verticalScrollBar()->sizeHint().width();
    ASSERT_GT(bar, 0);
    int width = 100; // at which the text needs one line more beside a bar
    while (width < 1000 && scroll.heightForWidth(width) == scroll.heightForWidth(width - bar))
        ++width;
    ASSERT_LT(width, 1000);
    scroll.resize(width, scroll.heightForWidth(width) - 5);
    scroll.show();
    QCoreApplication::processEvents();
    EXPECT_TRUE(scroll.verticalScrollBar()->isVisible());
    scroll.resize(width, scroll.heightForWidth(width));
    QCoreApplication::processEvents();
    EXPECT_FALSE(scroll.verticalScrollBar()->isVisible());
    EXPECT_EQ(text->height(), scroll.height());
}

TEST(VerdictBar, WhatDoesNotExplainTheSentenceIsNoReason) {
    VerdictBar bar;
    affinity::Verdict verdict = verdictOf(findings::Severity::Warning);
    const auto titles = [&bar] {
        QStringList all;
        for (const QLabel *each : bar.findChildren<QLabel *>())
            all << each->text();
        return all;
    };
    verdict.why = "Also: ACS of Switch c1:00.0 redirects.";
    bar.setVerdict(verdict);
    EXPECT_TRUE(titles().contains(QStringLiteral("Also")));
    EXPECT_FALSE(titles().contains(QStringLiteral("Why")));
    EXPECT_EQ(bar.why(), QStringLiteral("ACS of Switch c1:00.0 redirects."));
    verdict.why = "Reason: the tool's matrix does not state it.";
    bar.setVerdict(verdict);
    EXPECT_TRUE(titles().contains(QStringLiteral("Why")));
    EXPECT_EQ(bar.why(), QStringLiteral("The tool's matrix does not state it."));
    verdict.why = "The file swaps them. Also: ACS redirects.";
    bar.setVerdict(verdict);
    EXPECT_TRUE(titles().contains(QStringLiteral("Why")));
    EXPECT_EQ(bar.why(), QStringLiteral("The file swaps them. Also: ACS redirects."));
}

TEST(VerdictBar, OffersFixesToSelectAndToCopy) {
    VerdictBar bar;
    affinity::Verdict verdict = verdictOf(findings::Severity::Error);
    verdict.why = "The file swaps them.";
    verdict.fix = {"export NCCL_TOPO_FILE=/tmp/topo.xml", "Restart the job.", "one", "two", "three"};
    bar.setVerdict(verdict);
    bar.resize(900, 100);
    bar.show();
    QStringList shown;
    for (const QLabel *label : bar.findChildren<QLabel *>())
        if (label->textInteractionFlags().testFlag(Qt::TextSelectableByMouse))
            shown << label->text();
    EXPECT_TRUE(shown.contains(QStringLiteral("export NCCL_TOPO_FILE=/tmp/topo.xml")));
    EXPECT_FALSE(shown.contains(QStringLiteral("two"))); // only the first one is shown initially
    test::buttonNamed(bar, QStringLiteral("Copy fix"))->click();
    EXPECT_EQ(QApplication::clipboard()->text(),
              QStringLiteral("export NCCL_TOPO_FILE=/tmp/topo.xml\nRestart the job.\none\ntwo\nthree"));
    EXPECT_EQ(QToolTip::text(), QStringLiteral("Copied")); // the only feedback of the copy
    QTest::mouseClick(bar.moreButton(), Qt::LeftButton);
    EXPECT_TRUE(
        test::child<QLabel>(bar, [](const QLabel &label) { return label.text() == QLatin1String("two"); }));
    auto *copyLine = test::child<QAbstractButton>(bar, [](const QAbstractButton &button) {
        return button.accessibleName() == QLatin1String("Copy this line");
    });
    ASSERT_NE(copyLine, nullptr);
    copyLine->click();
    EXPECT_EQ(QApplication::clipboard()->text(), QStringLiteral("export NCCL_TOPO_FILE=/tmp/topo.xml"));
    QTest::mouseClick(bar.moreButton(), Qt::LeftButton); // "Less"
    EXPECT_EQ(bar.detail(), VerdictBar::Detail::Compact);
    // Text from a host is not markup.
    verdict.sentence = "<b>GPU2</b>";
    bar.setVerdict(verdict);
    EXPECT_EQ(bar.sentence(), QStringLiteral("<b>GPU2</b>"));
    for (const QLabel *label : bar.findChildren<QLabel *>())
        EXPECT_EQ(label->textFormat(), Qt::PlainText);
}

/// A bar above a picture, in a page of this size.
struct Page {
    explicit Page(QSize size) {
        auto *column = new QVBoxLayout(&page);
        column->setContentsMargins(0, 0, 0, 0);
        column->addWidget(bar);
        column->addWidget(new QWidget(&page), 1);
        page.resize(size);
        page.show();
    }
    QWidget page;
    VerdictBar *bar = new VerdictBar(&page);
};

TEST(VerdictBar, AVerdictThatIsHigherThanThePageIsScrolled) {
    Page page(QSize(500, 600));
    affinity::Verdict verdict = verdictOf(findings::Severity::Error);
    for (int line = 0; line < 60; ++line)
        verdict.why += "A reason that takes a line of its own. ";
    verdict.fix = std::vector<std::string>(12, "export NCCL_TOPO_FILE=/tmp/topo.xml");
    page.bar->setVerdict(verdict);
    QTest::mouseClick(page.bar->moreButton(), Qt::LeftButton);
    while (page.bar->detail() != VerdictBar::Detail::Full)
        QTest::mouseClick(page.bar->moreButton(), Qt::LeftButton);
    const auto *area = page.bar->findChild<QScrollArea *>();
    ASSERT_NE(area, nullptr);
    EXPECT_TRUE(test::waitFor([&] { return area->verticalScrollBar()->maximum() > 0; }));
    EXPECT_TRUE(test::waitFor([&] { return page.bar->height() <= 400; })) << page.bar->height();
    EXPECT_EQ(area->verticalScrollBar()->maximum() + area->viewport()->height(), area->widget()->height());
    page.page.resize(500, 3000);
    EXPECT_TRUE(test::waitFor([&] { return page.bar->height() > 400; })) << page.bar->height();
}

TEST(VerdictBar, IsOneThinLineWhereAllIsWellAndNeverMuchWhereItIsNot) {
    Page page(QSize(860, 700));
    affinity::Verdict verdict = verdictOf(std::nullopt);
    page.bar->setVerdict(verdict);
    EXPECT_TRUE(test::waitFor([&] { return page.bar->height() >= 20 && page.bar->height() <= 36; }))
        << page.bar->height();
    verdict = verdictOf(findings::Severity::Error);
    verdict.why = std::string(900, 'w');
    for (std::size_t at = 9; at < verdict.why.size(); at += 10)
        verdict.why[at] = ' ';
    verdict.fix = std::vector<std::string>(12, "export NCCL_TOPO_FILE=/tmp/topo.xml");
    page.bar->setVerdict(verdict);
    EXPECT_TRUE(test::waitFor([&] { return page.bar->height() > 60 && page.bar->height() <= 110; }))
        << page.bar->height();
    EXPECT_EQ(page.bar->why().size(), 900) << "all of it is there, to unfold and to hear";
    QTest::mouseClick(page.bar->moreButton(), Qt::LeftButton);
    EXPECT_TRUE(test::waitFor([&] { return page.bar->height() > 250; })) << page.bar->height();
    QTest::mouseClick(page.bar->moreButton(), Qt::LeftButton);
    EXPECT_TRUE(test::waitFor([&] { return page.bar->height() <= 110; })) << page.bar->height();
}

/// Visible texts that are higher than their widgets.
QStringList cutLines(const VerdictBar &bar) {
    QStringList cut;
    for (const ClampedLabel *label : bar.findChildren<ClampedLabel *>())
        if (label->isVisible() && label->height() < label->heightForWidth(label->width()))
            cut << QStringLiteral("%1 of %2 px: %3")
                       .arg(label->height())
                       .arg(label->heightForWidth(label->width()))
                       .arg(label->fullText());
    return cut;
}

TEST(VerdictBar, UnfoldedItHasRoomForEachFixAtAnyWidth) {
    affinity::Verdict verdict = verdictOf(findings::Severity::Error);
    verdict.why = "The file swaps them.";
    verdict.fix = {
        "Exchange lines 28 and 38 of /etc/nccl/topo.xml, where the file names the NIC of the other "
        "GPU, and copy the corrected file into the VM before the next job begins there.",
        "export NCCL_TOPO_FILE=/tmp/topo.xml", "Restart the job."};
    const auto expectNoneCut = [](const VerdictBar &bar, const char *when) {
        for (int turn = 0; turn < 4; ++turn) // a new width of a text changes its height
            QApplication::processEvents();
        EXPECT_TRUE(cutLines(bar).isEmpty())
            << when << ", at " << bar.width() << ": " << cutLines(bar).join(QLatin1Char('\n')).toStdString();
    };
    for (int width = 420; width <= 1500; width += 60) {
        Page page(QSize(width, 700));
        page.bar->setVerdict(verdict);
        expectNoneCut(*page.bar, "folded");
        QTest::mouseClick(page.bar->moreButton(), Qt::LeftButton);
        expectNoneCut(*page.bar, "unfolded");
        page.page.resize(width - 100, 700);
        expectNoneCut(*page.bar, "made narrower");
    }
}

TEST(VerdictBar, LowPageShowsOnlyTheSentenceUntilClicked) {
    Page page(QSize(860, 500));
    affinity::Verdict verdict = verdictOf(findings::Severity::Error);
    verdict.why = "The file swaps them.";
    page.bar->setVerdict(verdict);
    EXPECT_EQ(page.bar->detail(), VerdictBar::Detail::Sentence);
    EXPECT_EQ(page.bar->moreButton()->text(), QStringLiteral("Why"));
    const int thin = page.bar->height();
    QTest::keyClick(page.bar->moreButton(), Qt::Key_Space);
    EXPECT_TRUE(test::waitFor([&] { return page.bar->height() > thin; }));
    page.page.resize(860, 900);
    QTest::keyClick(page.bar->moreButton(), Qt::Key_Space); // "Less": as much as fits
    EXPECT_EQ(page.bar->detail(), VerdictBar::Detail::Compact);
}

TEST(ClampedLabel, IsCutBetweenWords) {
    ClampedLabel label("title", 15, nullptr);
    label.setMaximumLines(1);
    label.setFullText(QStringLiteral("2 of 16 GPUs are mispaired: 359.65 of 388 Gb/s"));
    label.show();
    int cuts = 0;
    for (int width = 60; width < 600; ++width) {
        label.resize(width, 40);
        const QString shown = label.text();
        if (!label.isCut() || !shown.contains(QLatin1Char(' ')))
            continue;
        ++cuts;
        ASSERT_TRUE(shown.endsWith(QChar(0x2026))) << shown.toStdString();
        EXPECT_TRUE(label.fullText().startsWith(shown.chopped(1) + QLatin1Char(' '))) << shown.toStdString();
    }
    EXPECT_GT(cuts, 100);
}

TEST(VerdictBar, LowPageShowsTheCompleteSentenceOfAnError) {
    Page page(QSize(520, 500));
    affinity::Verdict verdict = verdictOf(findings::Severity::Error);
    verdict.sentence = "2 of 8 GPUs are mispaired: GPU2 uses ionic_3 and GPU3 uses ionic_2, by the file.";
    verdict.why = "The file swaps them.";
    page.bar->setVerdict(verdict);
    ASSERT_EQ(page.bar->detail(), VerdictBar::Detail::Sentence);
    const auto *sentence = test::child<ClampedLabel>(*page.bar, [&](const ClampedLabel &label) {
        return label.fullText() == QString::fromStdString(verdict.sentence);
    });
    ASSERT_NE(sentence, nullptr);
    EXPECT_TRUE(test::waitFor([&] { return !sentence->isCut() && sentence->width() < 520; }));
    const auto middle = [&](const QWidget *part) {
        return part->mapTo(page.bar, QPoint(0, 0)).y() + part->height() / 2;
    };
    EXPECT_TRUE(test::waitFor([&] {
        return std::abs(middle(page.bar->findChild<GlyphLabel *>()) - middle(page.bar->moreButton())) <= 1;
    })) << "beside a sentence that stands alone all is in its middle";
    page.bar->setVerdict(verdictOf(std::nullopt)); // one line if there is no problem
    EXPECT_TRUE(test::waitFor([&] { return page.bar->height() <= 36; })) << page.bar->height();
}

TEST(VerdictBar, NotesAreShownOnlyWhenExpandedAndAreBounded) {
    Page page(QSize(860, 500));
    VerdictBar &bar = *page.bar;
    bar.setVerdict(verdictOf(std::nullopt));
    EXPECT_FALSE(bar.moreButton()->isVisible()); // there is no more text
    const int thin = bar.height();
    bar.setNotes({"mb_1 is unused: it is switched off"});
    ASSERT_TRUE(bar.moreButton()->isVisible());
    EXPECT_EQ(bar.moreButton()->text(), QStringLiteral("Notes"));
    const auto noteShown = [&bar] {
        return test::child<ClampedLabel>(bar, [](const ClampedLabel &label) {
                   return label.isVisible() && label.fullText().contains(QStringLiteral("mb_1 is unused"));
               }) != nullptr;
    };
    EXPECT_FALSE(noteShown());
    QTest::mouseClick(bar.moreButton(), Qt::LeftButton);
    EXPECT_TRUE(noteShown());
    EXPECT_TRUE(test::waitFor([&] { return bar.height() > thin; }));
    EXPECT_TRUE(bar.accessibleDescription().contains(QStringLiteral("mb_1 is unused")));
    QTest::mouseClick(bar.moreButton(), Qt::LeftButton);
    EXPECT_FALSE(noteShown());
    bar.setNotes(std::vector<std::string>(100, "a note"));
    EXPECT_EQ(bar.notes().size(), VerdictBar::kMaxNotes + 1);
    EXPECT_TRUE(bar.notes().back().contains(QStringLiteral("and 84 more")));
    bar.setNotes({});
    EXPECT_FALSE(bar.moreButton()->isVisible());
}

} // namespace
} // namespace fabricscope::widgets
