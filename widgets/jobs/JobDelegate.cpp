// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/JobDelegate.h"

#include "widgets/common/paint/GlyphPainter.h"
#include "widgets/common/paint/RowText.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/models/JobsModel.h"
#include "widgets/models/LogModel.h"

#include <QDateTime>
#include <QPainter>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr int kBarWidth = 60, kAir = 10;
constexpr int kWidestName = 260; ///< of the design, like everything that contains text
constexpr int kTime = 62, kTook = 52;

/// Its duration, so far or in total.
QString duration(const JobEntry &entry) {
    if (entry.startedMs == 0 || entry.state == JobEntry::State::Waiting)
        return {};
    const qint64 ms = entry.endedMs.value_or(QDateTime::currentMSecsSinceEpoch()) - entry.startedMs;
    return entry.endedMs ? QStringLiteral("%1 s").arg(static_cast<double>(ms) / 1000, 0, 'f', 1)
                         : QStringLiteral("%1 s").arg(ms / 1000);
}

} // namespace

void JobDelegate::paintRow(QPainter &painter, const QRect &row, const QModelIndex &index) const {
    const auto *model = qobject_cast<const JobsModel *>(index.model());
    if (model == nullptr)
        return;
    const JobEntry &entry = model->at(index.row());
    const draw::Glyph glyph = glyphOf(entry.state);
    paintGlyph(painter, glyph, rowGlyphRect(row, row.left() + kSide, kGlyph), tokenColour(glyphToken(glyph)),
               tokenColour(Token::Panel));
    // Columns by share of the width, so that names and steps line up from row to row.
    const int left = row.left() + textLeft();
    const int width = row.right() - kSide - left;
    const int usual = QFontMetrics(uiFont(12.5)).horizontalAdvance(JobDelegate::tr("Collect snapshot")) + 10;
    const int name =
        std::clamp(width * 28 / 100, std::min(usual, scaledToUi(kWidestName)), scaledToUi(kWidestName));
    const int host = width * 26 / 100;
    const QString took = duration(entry);
    const int tookWidth = took.isEmpty() ? 0 : scaledToUi(kTook);
    const int end = row.right() - kSide - tookWidth; // of all before it
    paintRowText(painter, {left, row.top(), name - 8, row.height()}, entry.name, uiFont(12.5), Token::Text);
    paintRowText(painter, {left + name, row.top(), host - 8, row.height()}, entry.host, uiFont(12),
                 Token::Text2);
    int x = left + name + host;
    if (entry.state == JobEntry::State::Running) {
        const QRectF bar(x, row.center().y() - 1.5, kBarWidth, 4);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokenColour(Token::Line2));
        painter.drawRoundedRect(bar, 2, 2);
        painter.setBrush(tokenColour(Token::Accent));
        painter.drawRoundedRect(QRectF(bar.topLeft(), QSizeF(bar.width() * entry.fraction, bar.height())), 2,
                                2);
        x += kBarWidth + kAir;
    } else {
        // Duration and reason of a failure matter more than the time of day, which is hidden if there is no
        // space for all.
        const int time = scaledToUi(kTime) + kAir;
        const bool isFailed = entry.state == JobEntry::State::Failed;
        const int step = isFailed ? QFontMetrics(uiFont(12)).horizontalAdvance(entry.step) : 0;
        if (x + time + step <= end) {
            paintRowText(painter, {x, row.top(), time - kAir, row.height()},
                         clockText(entry.endedMs.value_or(entry.startedMs)), monoFont(11), Token::Text2);
            x += time;
        }
    }
    const Token tone = entry.state == JobEntry::State::Failed ? Token::Error : Token::Text3;
    paintRowText(painter, {x, row.top(), std::max(0, end - x), row.height()}, entry.step, uiFont(12), tone);
    paintRowText(painter, {end, row.top(), tookWidth, row.height()}, took, monoFont(11), Token::Text2,
                 Qt::AlignRight);
}

} // namespace fabricscope::widgets
