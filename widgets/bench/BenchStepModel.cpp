// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/BenchStepModel.h"

#include "core/present/bench/ChartScale.h"
#include "widgets/common/paint/GlyphPainter.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"

#include <QListView>
#include <QPainter>

namespace fabricscope::widgets {

namespace {

using bench::Phase;
using draw::Glyph;

constexpr int kHeight = 42, kText = 38, kGlyphMiddle = 19, kGlyph = 14, kEdge = 12;

/// In the order of bench::Phase, for a run without further data.
constexpr struct {
    Glyph glyph;
    const char *word;
} kPhases[] = {
    {Glyph::Waiting, QT_TRANSLATE_NOOP("BenchStepModel", "waiting")},
    {Glyph::Running, QT_TRANSLATE_NOOP("BenchStepModel", "starting")},
    {Glyph::Running, QT_TRANSLATE_NOOP("BenchStepModel", "running")},
    {Glyph::Running, QT_TRANSLATE_NOOP("BenchStepModel", "stopping")},
    {Glyph::Ok, QT_TRANSLATE_NOOP("BenchStepModel", "finished")},
    {Glyph::Note, QT_TRANSLATE_NOOP("BenchStepModel", "stopped")},
    {Glyph::Unreachable, QT_TRANSLATE_NOOP("BenchStepModel", "lost")},
    {Glyph::Error, QT_TRANSLATE_NOOP("BenchStepModel", "failed")},
    {Glyph::Warning, QT_TRANSLATE_NOOP("BenchStepModel", "may still run")},
    {Glyph::Unreachable, QT_TRANSLATE_NOOP("BenchStepModel", "interrupted")},
};

} // namespace

Glyph glyphOf(const bench::BenchStep &step) {
    if (step.phase == Phase::Ended && step.worst == findings::Severity::Error)
        return Glyph::Error;
    if (step.phase == Phase::Ended && step.worst == findings::Severity::Warning)
        return Glyph::Warning;
    return kPhases[static_cast<std::size_t>(step.phase)].glyph;
}

void BenchStepModel::setSteps(std::vector<bench::BenchStep> steps) {
    if (steps.size() != m_steps.size()) {
        beginResetModel();
        m_steps = std::move(steps);
        endResetModel();
        return;
    }
    for (std::size_t row = 0; row < steps.size(); ++row)
        if (m_steps[row] != steps[row]) {
            m_steps[row] = std::move(steps[row]);
            const QModelIndex changed = index(static_cast<int>(row));
            Q_EMIT dataChanged(changed, changed);
        }
}

int BenchStepModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_steps.size());
}

QVariant BenchStepModel::data(const QModelIndex &index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const bench::BenchStep &step = at(index.row());
    if (role == Qt::DisplayRole)
        return toQString(step.name);
    if (role == Qt::ToolTipRole)
        return plainToolTip(toQString(step.name + ": " + step.note));
    if (role == Qt::AccessibleTextRole)
        return QStringLiteral("%1, %2, %3")
            .arg(toQString(step.name), tr(kPhases[static_cast<std::size_t>(step.phase)].word),
                 toQString(step.note));
    return {};
}

void BenchStepDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                              const QModelIndex &index) const {
    const auto *model = qobject_cast<const BenchStepModel *>(index.model());
    if (model == nullptr)
        return;
    const bench::BenchStep &step = model->at(index.row());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRect row = option.rect;
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const Token ground = selected                                         ? Token::AccentBg
                         : option.state.testFlag(QStyle::State_MouseOver) ? Token::Hover
                                                                          : Token::Panel;
    painter->fillRect(row, tokenColour(ground));
    if (selected)
        painter->fillRect(QRect(row.left(), row.top(), 2, row.height()), tokenColour(Token::Accent));
    const double middle = row.left() + scaledToUi(kGlyphMiddle), size = scaledToUi(kGlyph);
    painter->setPen(QPen(tokenColour(Token::Line2), 1));
    if (m_connected && index.row() > 0)
        painter->drawLine(QPointF(middle, row.top()), QPointF(middle, row.center().y() - size));
    if (m_connected && index.row() + 1 < model->rowCount())
        painter->drawLine(QPointF(middle, row.center().y() + size), QPointF(middle, row.bottom() + 1));
    const Glyph glyph = glyphOf(step);
    paintGlyph(*painter, glyph, QRectF(middle - size / 2, row.center().y() + 0.5 - size / 2, size, size),
               tokenColour(glyphToken(glyph)), tokenColour(ground));
    const int left = row.left() + scaledToUi(kText), right = row.right() - kEdge;
    const QRect top(left, row.top() + 3, right - left, (row.height() - 6) / 2);
    int room = top.width();
    if (step.seconds) {
        const QString took = toQString(present::durationLabel(*step.seconds));
        painter->setFont(monoFont(11));
        painter->setPen(tokenColour(Token::Text2));
        painter->drawText(top, Qt::AlignRight | Qt::AlignVCenter, took);
        room -= painter->fontMetrics().horizontalAdvance(took) + 8;
    }
    const auto line = [&](const QFont &font, Token ink, const QRect &where, const std::string &words) {
        painter->setFont(font);
        painter->setPen(tokenColour(ink));
        painter->drawText(where, Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(toQString(words), Qt::ElideRight, where.width()));
    };
    const bool waits = step.phase == Phase::Waiting;
    line(uiFont(12.5, selected ? QFont::DemiBold : QFont::Normal), waits ? Token::Text2 : Token::Text,
         {top.left(), top.top(), room, top.height()}, step.name);
    line(uiFont(11.5), Token::Text3, top.translated(0, top.height()), step.note);
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(tokenColour(Token::Accent), 2));
        painter->drawRect(row.adjusted(1, 1, -1, -1));
    }
    painter->restore();
}

QSize BenchStepDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const {
    return {160, scaledToUi(kHeight)};
}

void prepareSteps(QListView &list, BenchStepModel *model, bool connected) {
    list.setModel(model);
    list.setItemDelegate(new BenchStepDelegate(&list, connected));
    list.setFrameShape(QFrame::NoFrame);
    list.setMouseTracking(true);
    list.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list.setTabKeyNavigation(false);
    list.setUniformItemSizes(true);
}

} // namespace fabricscope::widgets
