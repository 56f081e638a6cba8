// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/chart/ChartKeyBox.h"

#include "core/draw/Sketch.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/common/theme/UiSize.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace fabricscope::widgets {

namespace {

constexpr double kTick = 14, kKeyAt = 20, kKey = 22, kTextAt = 48, kHeight = 22; ///< px of the design
constexpr int kMostText = 190; ///< a name may be longer than there is space

/// The tick has one size; with a smaller font the key beside it moves as little as it must.
int keyOffset() {
    return std::max(0, static_cast<int>(std::lround(kKeyAt * (1 - uiScale()))));
}

} // namespace

ChartKeyBox::ChartKeyBox(const Key &key, const QString &name, QWidget *parent)
    : QAbstractButton(parent), m_key(key) {
    setText(name);
    setAccessibleName(name);
    setCheckable(true);
    setChecked(true);
    setFocusPolicy(Qt::StrongFocus);
    applyFont(this, 12);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setToolTip(plainToolTip(name));
}

QSize ChartKeyBox::sizeHint() const {
    const int text = std::min(fontMetrics().horizontalAdvance(this->text()), scaledToUi(kMostText));
    return {static_cast<int>(kTextAt * uiScale()) + keyOffset() + text + 4,
            scaledToUi(static_cast<int>(kHeight))};
}

void ChartKeyBox::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintTick(painter, QRectF(1, height() / 2.0 - kTick / 2, kTick, kTick),
              isChecked() ? Qt::Checked : Qt::Unchecked, underMouse());
    draw::DisplayList list;
    draw::Sketch sketch(list, windowMeasure());
    layout::paintLegendKey(sketch, {kKeyAt, 0, kKey, height() / uiScale()}, m_key.kind, m_key.line);
    painter.save();
    painter.translate(keyOffset(), 0);
    painter.scale(uiScale(), uiScale());
    DisplayListOptions options;
    options.theme = currentTheme();
    paintDisplayList(painter, list, options);
    painter.restore();
    const QRect room = rect().adjusted(static_cast<int>(kTextAt * uiScale()) + keyOffset(), 0, 0, 0);
    painter.setPen(tokenColour(isChecked() ? Token::Text2 : Token::Text3));
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(text(), Qt::ElideRight, room.width()));
    if (hasFocus())
        paintFocusRing(painter, rect(), 4);
}

} // namespace fabricscope::widgets
