// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Content that is longer than its place: addresses and figures stay complete, names lose their middle, and
// nothing is pushed out of a column.
#include "core/present/bench/BenchCharts.h"
#include "core/present/bench/BenchTable.h"
#include "tests/pictures/TextProbe.h"
#include "tests/support/samples/SampleBench.h"
#include "tests/support/samples/SampleHosts.h"
#include "tests/widgets/Support.h"
#include "widgets/bench/BenchSideRows.h"
#include "widgets/bench/rows/BenchRows.h"
#include "widgets/common/controls/Callout.h"
#include "widgets/inspector/FactRowButton.h"
#include "widgets/inspector/InspectorPanel.h"

#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace fabricscope::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

/// The texts in a column of this width, as high as it needs.
std::vector<std::string> drawn(QWidget *content, int width) {
    QWidget page;
    auto *column = new QVBoxLayout(&page);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(content);
    column->addStretch(1);
    page.setFixedSize(width, 600); // a layout would widen it
    page.show();
    QApplication::processEvents();
    const std::vector<DrawnText> texts = textsOf(page);
    EXPECT_EQ(textFaults(texts).join(QLatin1Char('\n')).toStdString(), "");
    std::vector<std::string> words;
    for (const DrawnText &text : texts)
        words.push_back(text.text.toStdString());
    return words;
}

TEST(NarrowTexts, APortOfAFactKeepsItsWholeAddress) {
    widgets::FactRow row;
    row.label = QStringLiteral("down 0004:02:01.0");
    row.value = QStringLiteral("nothing below");
    EXPECT_THAT(drawn(new widgets::FactRowButton(row), 264), Contains("0004:02:01.0"));
}

TEST(NarrowTexts, ValueNextToALongNameIsNotElided) {
    const auto words =
        drawn(new widgets::BenchFactRow(QStringLiteral("the average of all sizes from the first to the last"),
                                        QStringLiteral("360.4 GB/s"), false, nullptr),
              200);
    EXPECT_THAT(words, Contains("360.4 GB/s"));
}

TEST(NarrowTexts, ALibrarysMessageWithoutBlanksIsReadInFull) {
    const QString path = QStringLiteral("/opt/nccl/plugins/net/aws-ofi-nccl-1.9.2-with-a-long-name/lib/"
                                        "libnccl-net-0123456789abcdef0123456789abcdef0123456789.so");
    QString all;
    for (const std::string &line :
         drawn(new widgets::Callout(findings::Severity::Error, QStringLiteral("NET/Plugin: ") + path,
                                    QStringLiteral("dlopen: ") + path, nullptr),
               260))
        all += QString::fromStdString(line);
    all.remove(QChar(0x200B)).remove(QLatin1Char(' '));
    EXPECT_EQ(all.count(path), 2) << all.toStdString();
}

TEST(NarrowTexts, ACalloutOfATitleAloneHasNoEmptyLine) {
    const widgets::Callout callout(findings::Severity::Warning, QStringLiteral("14 of 28 values are low."),
                                   QString(), nullptr);
    for (const QLabel *line : callout.findChildren<QLabel *>())
        EXPECT_FALSE(line->text().isEmpty());
    EXPECT_EQ(callout.accessibleName(), QStringLiteral("14 of 28 values are low."));
}

TEST(NarrowTexts, TheRunningRowIsNamedWhereItsColumnIsHidden) {
    for (const int width : {900, 420}) {
        const bench::BenchView view = samples::runningView(1795250000000);
        auto *rows = new widgets::BenchRows;
        rows->setTable(present::BenchTable(view, present::chartsOf(view).front()), false);
        rows->setFixedHeight(500);
        EXPECT_THAT(drawn(rows, width), Contains("running")) << width;
    }
}

TEST(NarrowTexts, ALongNameOfACapturePushesNothingOutOfTheInspector) {
    host::Host host = samples::oneGpu();
    host.hostname = {"gpu-cluster-berlin-rack-0017-node-0004-captured-on-2026-11-23", {}};
    const app::Snapshot snapshot = snapshotOf(host);
    auto *panel = new widgets::InspectorPanel;
    panel->show(snapshot.topology, snapshot.capture, std::nullopt);
    panel->setFixedHeight(500);
    EXPECT_THAT(drawn(panel, 280), Contains(AllOf(StartsWith("gpu-"), HasSubstr("…"), EndsWith("-23"))));
}

} // namespace
} // namespace fabricscope::test
