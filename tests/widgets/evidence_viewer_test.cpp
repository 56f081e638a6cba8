// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/Sshd.h"
#include "tests/widgets/Support.h"
#include "widgets/inspector/EvidenceBox.h"
#include "widgets/inspector/EvidenceViewer.h"
#include "widgets/inspector/FactRowButton.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/inspector/RawView.h"

#include <QClipboard>
#include <QLineEdit>
#include <QTextBlock>

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace fabricscope::widgets {
namespace {

std::shared_ptr<const capture::Capture> captureOf(std::string bytes) {
    auto capture = std::make_shared<capture::Capture>();
    capture::Section::Meta meta;
    meta.name = "dmesg";
    meta.origin = "dmesg --decode";
    meta.part = capture::Part::Tools;
    meta.startedMs = 1795250000000;
    meta.endedMs = 1795250001500;
    meta.exitStatus = 1;
    capture->sections.emplace_back(meta, std::move(bytes));
    return capture;
}

RawSection sectionOf(const std::string &bytes) {
    return {*captureOf(bytes), 0};
}

TEST(RawSection, ShowsWhatAHostileHostSentAndObeysNoneOfIt) {
    const std::string hostile = "a\x1b[2Jb\x07\r\n\xff\xfe caf\xc3\xa9 \xe2\x80\xaegnp.exe\tend\n";
    const RawSection section = sectionOf(hostile);
    const RawWindow window = section.around(0);
    EXPECT_EQ(window.text(),
              QString::fromUtf8("a\\x1b[2Jb\\x07\\x0d\n\\xff\\xfe caf\xc3\xa9 \\u202egnp.exe\tend\n"));
    EXPECT_EQ(window.escapes().size(), 6U);
    for (const QChar character : window.text())
        EXPECT_TRUE(character == u'\n' || character == u'\t' || character.isPrint());
}

TEST(RawSection, FindsWhereABytePlaceIsShown) {
    const std::string bytes = "one\n\xff\xfftwo\nthree";
    const RawSection section = sectionOf(bytes);
    const RawWindow window = section.around(0);
    EXPECT_EQ(window.positionOf(bytes, 0), 0);
    EXPECT_EQ(window.text().mid(window.positionOf(bytes, 6), 3), QStringLiteral("two"));
    EXPECT_EQ(window.text().mid(window.positionOf(bytes, 10)), QStringLiteral("three"));
    EXPECT_EQ(window.positionOf(bytes, 1000), window.text().size());
    EXPECT_EQ(section.lines(), 3U);
    EXPECT_EQ(section.wholeLines({6, 7}), (ByteRange{4, 9}));
    EXPECT_EQ(section.wholeLines({0, 0}), (ByteRange{0, 3}));
    EXPECT_EQ(section.wholeLines({500, 900}), (ByteRange{10, 15}));
}

TEST(RawSection, IsShownInBoundedWindowsOfWholeLines) {
    std::string bytes;
    for (int line = 0; bytes.size() < 4 * RawSection::kWindowBytes; ++line)
        bytes += "line " + std::to_string(line) + "\n";
    const RawSection section = sectionOf(bytes);
    for (const std::size_t at : {std::size_t{0}, bytes.size() / 2, bytes.size() - 1}) {
        const RawWindow window = section.around(at);
        EXPECT_LE(window.bytes().end - window.bytes().begin, RawSection::kWindowBytes);
        EXPECT_LE(window.bytes().begin, at);
        EXPECT_GT(window.bytes().end, at);
        EXPECT_TRUE(window.bytes().begin == 0 || bytes[window.bytes().begin - 1] == '\n');
        EXPECT_EQ(bytes[window.bytes().end - 1], '\n');
        const QString first = window.text().section(QLatin1Char('\n'), 0, 0);
        EXPECT_EQ(first, QStringLiteral("line %1").arg(window.firstLine() - 1));
    }
    const std::string oneLine(3 * RawSection::kWindowBytes, 'x'); // without a line feed
    const RawWindow window = sectionOf(oneLine).around(oneLine.size() / 2);
    EXPECT_LE(window.text().size(), static_cast<qsizetype>(RawSection::kWindowBytes));
    EXPECT_FALSE(window.text().isEmpty());
}

TEST(RawSection, IsSearchedForwardsAndBackwardsWhateverTheCase) {
    const RawSection section = sectionOf("Xid 79\nfine\nXID 13\nxi");
    EXPECT_EQ(section.count("xid"), 2);
    EXPECT_EQ(section.find("xid", 1, false), 12U);
    EXPECT_EQ(section.find("xid", 12, true), 0U);
    EXPECT_EQ(section.find("xid", 13, false), std::nullopt);
    EXPECT_EQ(section.find("xid", 0, true), std::nullopt);
    EXPECT_EQ(section.find("", 0, false), std::nullopt);
    EXPECT_EQ(sectionOf("").count("a"), 0);
}

TEST(RawSection, OfAPlaceOutsideOfTheCaptureIsNone) {
    const auto capture = captureOf("text");
    EXPECT_FALSE(rawPlace(*capture, host::EvidenceRef{0, 4, 3}));
    EXPECT_FALSE(rawPlace(*capture, host::EvidenceRef{}));
    FactRow row;
    row.lines = {"no-such-section", "x"};
    EXPECT_FALSE(rawPlace(*capture, row));
}

class EvidenceViewerTest : public ::testing::Test {
protected:
    void SetUp() override { test::applyTheme(ThemeKind::Dark); }
    void show(const std::string &bytes, ByteRange range) {
        viewer.show(captureOf(bytes), {0, range}, QStringLiteral("Xid"));
    }
    EvidenceViewer viewer;
};

TEST_F(EvidenceViewerTest, MarksTheLineAndShowsItsOrigin) {
    show("first\nsecond <b>line</b>\nthird\n", {8, 9});
    EXPECT_EQ(viewer.markedText(), QStringLiteral("second <b>line</b>"));
    EXPECT_EQ(viewer.view()->toPlainText(), QStringLiteral("first\nsecond <b>line</b>\nthird\n"));
    for (const char *word :
         {"dmesg --decode", "section dmesg", "part tools", "took 1.5 s", "status 1", "3 lines"})
        EXPECT_TRUE(viewer.origin().contains(QLatin1String(word))) << qPrintable(viewer.origin());
    const auto marks = viewer.view()->extraSelections();
    ASSERT_FALSE(marks.isEmpty());
    EXPECT_EQ(marks.first().cursor.block().text(), QStringLiteral("second <b>line</b>"));
    test::buttonNamed(viewer, QStringLiteral("Copy lines"))->click();
    EXPECT_EQ(QApplication::clipboard()->text(), QStringLiteral("second <b>line</b>"));
}

TEST_F(EvidenceViewerTest, FindsByTypingAndStepsFromHitToHit) {
    show("GPU0 ok\nGPU1 bad\ngpu2 ok\n", {8, 12});
    QTest::keyClicks(viewer.search(), QStringLiteral("gpu"));
    EXPECT_EQ(viewer.hitText(), QStringLiteral("2 of 3")); // counted from the current line
    QTest::keyClick(viewer.search(), Qt::Key_Return);
    EXPECT_EQ(viewer.hitText(), QStringLiteral("3 of 3"));
    QTest::keyClick(&viewer, Qt::Key_F3);
    EXPECT_EQ(viewer.hitText(), QStringLiteral("1 of 3")); // wrapped around
    QTest::keyClick(&viewer, Qt::Key_F3, Qt::ShiftModifier);
    EXPECT_EQ(viewer.hitText(), QStringLiteral("3 of 3"));
    QTest::keyClicks(viewer.search(), QStringLiteral("z"));
    EXPECT_EQ(viewer.hitText(), QStringLiteral("not found"));
}

TEST_F(EvidenceViewerTest, GoesThroughALargeSectionAndFindsInAllOfIt) {
    std::string bytes;
    while (bytes.size() < 3 * RawSection::kWindowBytes)
        bytes += "0000:46:00.0/class:0x120000\n";
    bytes += "needle\n";
    show(bytes, {0, 5});
    auto *later = test::buttonNamed(viewer, QStringLiteral("Later"));
    auto *earlier = test::buttonNamed(viewer, QStringLiteral("Earlier"));
    EXPECT_FALSE(earlier->isEnabled());
    QTest::mouseClick(later, Qt::LeftButton);
    EXPECT_GT(viewer.view()->window().bytes().begin, 0U);
    EXPECT_TRUE(earlier->isEnabled());
    QTest::keyClicks(viewer.search(), QStringLiteral("needle"));
    EXPECT_EQ(viewer.hitText(), QStringLiteral("1 of 1"));
    EXPECT_EQ(viewer.view()->window().bytes().end, bytes.size());
    EXPECT_FALSE(later->isEnabled());
    QTest::mouseClick(earlier, Qt::LeftButton);
    EXPECT_LT(viewer.view()->window().bytes().end, bytes.size());
}

TEST_F(EvidenceViewerTest, SavesTheBytesAsTheyCame) {
    const std::string bytes("a\x1b[2J\0b\xff\n", 9);
    show(bytes, {0, 1});
    test::TemporaryFolder folder;
    const auto file = folder.path() / "section.txt";
    EXPECT_EQ(viewer.saveTo(QString::fromStdString(file.string())), QString());
    std::ifstream in(file, std::ios::binary);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), bytes);
    EXPECT_NE(viewer.saveTo(QStringLiteral("/no/such/folder/file")), QString());
}

// Opened from the inspector.

class RawFromInspectorTest : public ::testing::Test {
protected:
    void show(const host::Host &host, const char *bdf) {
        test::applyTheme(ThemeKind::Dark);
        snapshot = test::snapshotOf(host);
        panel.show(snapshot.topology, snapshot.capture, test::nodeAt(*snapshot.topology, bdf));
        panel.resize(304, 700);
        static_cast<QWidget &>(panel).show();
    }
    FactRowButton *fact(const char *label) {
        return test::child<FactRowButton>(
            panel, [&](const FactRowButton &row) { return row.row().label == QLatin1String(label); });
    }
    app::Snapshot snapshot;
    InspectorPanel panel;
};

TEST_F(RawFromInspectorTest, ADoubleClickOnAFactOpensItsLineAmongItsNeighbours) {
    show(samples::mi355xServer(), "46:00.0");
    QTest::mouseDClick(fact("Class"), Qt::LeftButton);
    ASSERT_NE(panel.viewer(), nullptr);
    ASSERT_TRUE(panel.viewer()->isVisible());
    EXPECT_EQ(panel.viewer()->markedText(), QStringLiteral("0000:46:00.0/class:0x120000"));
    EXPECT_TRUE(panel.viewer()->view()->toPlainText().contains(QStringLiteral("0000:05:00.0/class:")));
    EXPECT_TRUE(panel.viewer()->windowTitle().contains(QStringLiteral("Class of GPU")));
}

TEST_F(RawFromInspectorTest, OpensFromTheEvidenceAndFromASourceByKeys) {
    show(samples::mi355xServer(), "46:00.0");
    QTest::keyClick(fact("BAR0"), Qt::Key_Return); // evidence found by the beginning of its line
    auto *open = test::child<QAbstractButton>(panel, [](const QAbstractButton &button) {
        return button.accessibleName() == QLatin1String("Open raw lines");
    });
    ASSERT_NE(open, nullptr);
    QTest::keyClick(open, Qt::Key_Space);
    ASSERT_NE(panel.viewer(), nullptr);
    EXPECT_TRUE(panel.viewer()->markedText().startsWith(QStringLiteral("0000:46:00.0/resource:")))
        << qPrintable(panel.viewer()->markedText());
    panel.viewer()->close();
    auto *source = test::child<QAbstractButton>(panel, [](const QAbstractButton &button) {
        return button.accessibleDescription() == QLatin1String("Opens the raw lines");
    });
    ASSERT_NE(source, nullptr);
    QTest::keyClick(source, Qt::Key_Space);
    EXPECT_TRUE(panel.viewer()->isVisible());
}

TEST_F(RawFromInspectorTest, AFactForRootShowsTheLineOfSudoersToCopy) {
    host::Host host = samples::flatVm();
    host.missing.push_back({"ACS of bridges", "needs root", "ops ALL=(root) NOPASSWD: /bin/sh -s", {}, true});
    auto topology = samples::topologyOf(host);
    const auto made = test::snapshotOf(host);
    test::applyTheme(ThemeKind::Dark);
    panel.show(topology, made.capture, test::nodeAt(*topology, "0002:00:01.0"));
    panel.resize(304, 700);
    static_cast<QWidget &>(panel).show();
    ASSERT_TRUE(fact("ATS")->row().needsRoot);
    QTest::mouseClick(fact("ATS"), Qt::LeftButton);
    EXPECT_FALSE(panel.shownEvidence());
    auto *copy = test::child<QAbstractButton>(panel, [](const QAbstractButton &button) {
        return button.accessibleName() == QLatin1String("Copy evidence");
    });
    ASSERT_TRUE(copy != nullptr && copy->isVisible());
    QTest::mouseClick(copy, Qt::LeftButton);
    EXPECT_EQ(QApplication::clipboard()->text(), QStringLiteral("ops ALL=(root) NOPASSWD: /bin/sh -s"));
}

} // namespace
} // namespace fabricscope::widgets
