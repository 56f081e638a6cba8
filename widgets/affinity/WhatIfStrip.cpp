// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/affinity/WhatIfStrip.h"

#include "core/workspace/WhatIfMoves.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Theme.h"

#include <QHBoxLayout>
#include <QPainter>

namespace fabricscope::widgets {

WhatIfStrip::WhatIfStrip(QWidget *parent)
    : QWidget(parent)
    , m_badge(new Chip(tr("what-if"), Chip::Look::Accent, this))
    , m_text(label({}, "", 12.5, this))
    , m_undo(button(tr("Undo"), "", this))
    , m_redo(button(tr("Redo"), "", this))
    , m_reset(button(tr("Reset"), "", this)) {
    setObjectName(QStringLiteral("whatIfStrip"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(16, 5, 14, 6);
    row->setSpacing(8);
    row->addWidget(m_badge);
    row->addWidget(m_text, 1);
    for (QPushButton *each : {m_undo, m_redo, m_reset})
        row->addWidget(each);
    m_text->setWordWrap(true);
    m_text->setMinimumWidth(1);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_undo->setToolTip(plainToolTip(QStringLiteral("Ctrl+Z")));
    m_redo->setToolTip(plainToolTip(QStringLiteral("Ctrl+Shift+Z")));
    m_reset->setToolTip(plainToolTip(tr("Discards all moves. Nothing was written.")));
    hide();
}

void WhatIfStrip::setMoves(const workspace::Hypothesis *hypothesis, int moves, bool canUndo, bool canRedo) {
    m_sentence.clear();
    if (hypothesis != nullptr && !hypothesis->sentences.empty())
        m_sentence = toQString(hypothesis->sentences.back());
    if (hypothesis != nullptr && hypothesis->impossible > 0)
        m_sentence +=
            hypothesis->impossible == 1
                ? tr(" 1 tried pair refers to a device that no longer exists.")
                : tr(" %1 tried pairs refer to devices that no longer exist.").arg(hypothesis->impossible);
    m_moves = moves;
    m_undo->setEnabled(canUndo);
    m_redo->setEnabled(canRedo);
    m_reset->setEnabled(moves > 0);
    showText();
}

void WhatIfStrip::setPreview(const QString &sentence) {
    m_preview = sentence;
    showText();
}

void WhatIfStrip::showText() {
    QString text = m_sentence;
    if (m_moves == 0)
        text = tr("Pairs as assigned; all moves are undone.");
    else if (m_moves > 1)
        text = tr("%1 moves; last: %2").arg(m_moves).arg(m_sentence);
    m_text->setText(m_preview.isEmpty() ? text : m_preview);
    setAccessibleName(tr("What if: %1").arg(m_text->text()));
    // If everything was undone the strip is hidden; Ctrl+Shift+Z still redoes it.
    setVisible(!m_preview.isEmpty() || m_undo->isEnabled());
}

QString WhatIfStrip::sentence() const {
    return m_text->text();
}

void WhatIfStrip::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.fillRect(rect(), tokenColour(Token::AccentBg));
    painter.fillRect(0, height() - 1, width(), 1, tokenColour(Token::Line));
}

} // namespace fabricscope::widgets
