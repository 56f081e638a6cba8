// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Where lines of wrapped texts may end.
#include "tests/widgets/Support.h"
#include "widgets/common/text/ClampedLabel.h"
#include "widgets/common/text/WrappedText.h"
#include "widgets/common/theme/Fonts.h"

#include <QApplication>
#include <QClipboard>

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

const char *const kTexts[] = {
    "At most 31.5 GB/s instead of 63.0 GB/s on vm-01a, 12 ms later: 400 Gb/s, 100 %, and 5 W.",
    "Compare gpu-cluster-07 with rack-2/node-4, both at 64 GT/s: read-only, --use_rocm=3, a/b.",
    "64.0 GT/s: sriov-vf-12 has 8 lanes, ib_write_bw -d mlx5-3 took 90 min (not 3 h)."};

/// The lines as a label of this width breaks them.
QStringList linesOf(const QString &text, int width) {
    const QString kept = keptTogether(text);
    const std::vector<int> starts = lineStarts(kept, uiFont(13), width, 0, QTextOption::WordWrap);
    QStringList lines;
    for (std::size_t i = 0; i < starts.size(); ++i)
        lines << withoutMarks(kept.mid(starts[i], i + 1 < starts.size() ? starts[i + 1] - starts[i] : -1));
    return lines;
}

TEST(KeptText, NoLineEndsWithinANameOrBetweenANumberAndItsUnit) {
    static const QStringList kUnits{QStringLiteral("GB/s"), QStringLiteral("Gb/s"),   QStringLiteral("ms"),
                                    QStringLiteral("%,"),   QStringLiteral("W."),     QStringLiteral("GT/s:"),
                                    QStringLiteral("GT/s"), QStringLiteral("lanes,"), QStringLiteral("min"),
                                    QStringLiteral("h).")};
    int broken = 0;
    for (const char *each : kTexts)
        for (int width = 180; width < 700; width += 7) {
            const QString text = QString::fromUtf8(each);
            const QStringList lines = linesOf(text, width);
            EXPECT_EQ(lines.join(QString()), text);
            broken += lines.size() > 1 ? 1 : 0;
            for (qsizetype i = 1; i < lines.size(); ++i) {
                EXPECT_TRUE(lines[i - 1].endsWith(QLatin1Char(' ')))
                    << qPrintable(lines.join(QLatin1Char('|')));
                const QString first = lines[i].section(QLatin1Char(' '), 0, 0);
                EXPECT_FALSE(kUnits.contains(first)) << qPrintable(lines.join(QLatin1Char('|')));
            }
        }
    EXPECT_GT(broken, 100);
}

TEST(KeptText, AWordThatMayNotFitALineKeepsItsBreaks) {
    const QString path = QStringLiteral("/opt/rocm-7.1/lib/plugins/librccl-net-of-this-host.so");
    EXPECT_EQ(keptTogether(path), path);
    EXPECT_EQ(keptTogether(QStringLiteral("5 hosts, 7 GPUs")), QStringLiteral("5 hosts, 7 GPUs"));
    EXPECT_EQ(keptTogether({}), QString());
}

TEST(KeptText, PaintedLinesHaveNoMarks) {
    for (const char *each : kTexts) {
        const QStringList lines = wrappedLines(QString::fromUtf8(each), uiFont(13), 220, 9);
        EXPECT_EQ(lines.join(QLatin1Char(' ')), QString::fromUtf8(each));
    }
}

TEST(KeptText, WhatIsCopiedIsWhatWasWritten) {
    ClampedLabel label("secondary", 12);
    for (const char *each : kTexts) {
        const QString text = QString::fromUtf8(each);
        label.setFullText(text);
        label.resize(240, 200);
        label.show();
        EXPECT_EQ(label.fullText(), text);
        label.setSelection(0, static_cast<int>(label.text().size()));
        QTest::keySequence(&label, QKeySequence::Copy);
        EXPECT_EQ(QApplication::clipboard()->text(), text);
    }
}

} // namespace
} // namespace fabricscope::widgets
