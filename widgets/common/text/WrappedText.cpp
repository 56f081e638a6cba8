// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/text/WrappedText.h"

#include <QFontMetrics>
#include <QSet>
#include <QTextLayout>

#include <algorithm>

namespace fabricscope::widgets {

std::vector<int> lineStarts(const QString &text, const QFont &font, int width, int most,
                            QTextOption::WrapMode wrap) {
    QTextLayout layout(text, font);
    QTextOption option(Qt::AlignLeft);
    option.setWrapMode(wrap);
    layout.setTextOption(option);
    layout.beginLayout();
    std::vector<int> starts;
    while (most == 0 || static_cast<int>(starts.size()) <= most) {
        QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(std::max(1, width));
        starts.push_back(line.textStart());
    }
    layout.endLayout();
    return starts;
}

namespace {

constexpr QChar kZeroWidthSpace(0x200B); ///< a line may end here

} // namespace

QString breakable(const QString &text) {
    constexpr int kLongWord = 24, kMaxUnbroken = 12;
    QString all;
    for (qsizetype begin = 0; begin < text.size();) {
        qsizetype end = begin;
        while (end < text.size() && !text[end].isSpace())
            ++end;
        int unbroken = 0;
        for (qsizetype at = begin; at < end; ++at) {
            all += text[at];
            const bool isSign = QStringLiteral("/,=:").contains(text[at]);
            if (end - begin <= kLongWord || at + 1 == end || text[at].isHighSurrogate())
                continue;
            if (isSign || ++unbroken == kMaxUnbroken) {
                all += kZeroWidthSpace;
                unbroken = 0;
            }
        }
        if (end < text.size())
            all += text[end++];
        begin = end;
    }
    return all;
}

namespace {

constexpr int kLongestKept = 24; ///< letters of a word: a longer one may not fit a line
constexpr QChar kWordJoiner(0x2060);

bool isUnit(QStringView word) {
    static const QSet<QString> kUnits{
        QStringLiteral("B"),      QStringLiteral("KiB"),   QStringLiteral("MiB"),  QStringLiteral("GiB"),
        QStringLiteral("TiB"),    QStringLiteral("kB"),    QStringLiteral("KB"),   QStringLiteral("MB"),
        QStringLiteral("GB"),     QStringLiteral("TB"),    QStringLiteral("B/s"),  QStringLiteral("MB/s"),
        QStringLiteral("GB/s"),   QStringLiteral("GiB/s"), QStringLiteral("Mb/s"), QStringLiteral("Gb/s"),
        QStringLiteral("Tb/s"),   QStringLiteral("GT/s"),  QStringLiteral("MT/s"), QStringLiteral("Gb/sec"),
        QStringLiteral("GB/sec"), QStringLiteral("ns"),    QStringLiteral("us"),   QStringLiteral("µs"),
        QStringLiteral("ms"),     QStringLiteral("s"),     QStringLiteral("min"),  QStringLiteral("h"),
        QStringLiteral("d"),      QStringLiteral("W"),     QStringLiteral("V"),    QStringLiteral("°C"),
        QStringLiteral("%"),      QStringLiteral("Hz"),    QStringLiteral("MHz"),  QStringLiteral("GHz"),
        QStringLiteral("px"),     QStringLiteral("bytes"), QStringLiteral("lanes")};
    while (!word.isEmpty() && QStringLiteral(".,;:)").contains(word.back()))
        word.chop(1);
    return kUnits.contains(word.toString());
}

/// With marks behind the signs where lines end within words: hyphens, slashes and the like.
void appendKept(QString &all, QStringView word) {
    static const QString kSigns = QStringLiteral("-/|?!\u2010\u2012\u2013\u2014");
    for (qsizetype at = 0; at < word.size(); ++at) {
        all += word[at];
        if (word.size() <= kLongestKept && at + 1 < word.size() && kSigns.contains(word[at]))
            all += kWordJoiner;
    }
}

} // namespace

QString keptTogether(const QString &text) {
    QString all;
    all.reserve(text.size());
    bool afterNumber = false;
    for (qsizetype begin = 0; begin < text.size();) {
        qsizetype end = begin;
        while (end < text.size() && !text[end].isSpace())
            ++end;
        const QStringView word = QStringView(text).mid(begin, end - begin);
        if (afterNumber && isUnit(word))
            all.back() = QChar::Nbsp;
        appendKept(all, word);
        afterNumber =
            !word.isEmpty() && word.back().isDigit() && end < text.size() && text[end] == QLatin1Char(' ');
        if (end < text.size())
            all += text[end++];
        begin = end;
    }
    return all;
}

QString withoutMarks(QString text) {
    text.remove(kWordJoiner);
    return text.replace(QChar::Nbsp, QLatin1Char(' '));
}

namespace {

/// The same text in which a name that is longer than a line may be broken between its parts: "vm.zone_" and
/// "reclaim_mode". Numbers have no parts.
QString breakableNames(const QString &text, const QFontMetrics &metrics, int width) {
    QString all;
    for (qsizetype begin = 0; begin < text.size();) {
        qsizetype end = begin;
        while (end < text.size() && !text[end].isSpace())
            ++end;
        const QString word = text.mid(begin, end - begin);
        const bool isLong = metrics.horizontalAdvance(word) > width;
        for (qsizetype at = 0; at < word.size(); ++at) {
            all += word[at];
            const bool isSign = word[at] == QLatin1Char('_') || word[at] == QLatin1Char('.');
            if (isLong && isSign && at + 1 < word.size() && word[at + 1].isLetter())
                all += kZeroWidthSpace;
        }
        if (end < text.size())
            all += text[end++];
        begin = end;
    }
    return all;
}

/// A first word that is too long is cut.
QString elidedAtWord(const QString &line, const QFontMetrics &metrics, int width) {
    if (metrics.horizontalAdvance(line) <= width)
        return line;
    for (qsizetype blank = line.lastIndexOf(QLatin1Char(' ')); blank > 0;
         blank = line.lastIndexOf(QLatin1Char(' '), blank - 1)) {
        const QString words = line.left(blank) + QStringLiteral(" …");
        if (metrics.horizontalAdvance(words) <= width)
            return words;
    }
    return metrics.elidedText(line, Qt::ElideRight, width);
}

} // namespace

QStringList wrappedLines(const QString &text, const QFont &font, int width, int most, BeforeEllipsis before) {
    const QFontMetrics metrics(font);
    const QString kept = breakableNames(keptTogether(text), metrics, width);
    const std::vector<int> starts =
        lineStarts(kept, font, width, most, QTextOption::WrapAtWordBoundaryOrAnywhere);
    QStringList lines;
    for (std::size_t index = 0; index < starts.size() && lines.size() < most; ++index) {
        const bool isLast = lines.size() + 1 == most;
        const int end =
            !isLast && index + 1 < starts.size() ? starts[index + 1] : static_cast<int>(kept.size());
        const QString line =
            withoutMarks(kept.mid(starts[index], end - starts[index])).remove(kZeroWidthSpace).trimmed();
        lines << (!isLast                                ? line
                  : before == BeforeEllipsis::WholeWords ? elidedAtWord(line, metrics, width)
                                                         : metrics.elidedText(line, Qt::ElideRight, width));
    }
    return lines;
}

} // namespace fabricscope::widgets
