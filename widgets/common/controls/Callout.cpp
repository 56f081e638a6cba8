// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/controls/Callout.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/text/WrappedText.h"
#include "widgets/common/theme/Theme.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace fabricscope::widgets {

namespace {

constexpr draw::Glyph kGlyphs[] = {draw::Glyph::Note, draw::Glyph::Warning, draw::Glyph::Error};
constexpr draw::Token kTokens[] = {draw::Token::Note, draw::Token::Warning, draw::Token::Error};

} // namespace

Callout::Callout(findings::Severity severity, const QString &title, const QString &text, QWidget *parent)
    : QWidget(parent), m_token(kTokens[static_cast<int>(severity)]), m_column(new QVBoxLayout) {
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(10, 8, 10, 8);
    row->setSpacing(8);
    row->addWidget(new GlyphLabel(kGlyphs[static_cast<int>(severity)], 14, this), 0, Qt::AlignTop);
    m_column->setSpacing(3);
    if (!title.isEmpty())
        add(label(title, "title", 12.5, this));
    if (!text.isEmpty() || title.isEmpty())
        add(label(text, title.isEmpty() ? "" : "secondary", 12, this));
    row->addLayout(m_column, 1);
    setAccessibleName(title.isEmpty() ? text : text.isEmpty() ? title : title + QStringLiteral(": ") + text);
}

Callout::Callout(const findings::Finding &finding, QWidget *parent)
    : Callout(finding.severity, {},
              toQString(findings::capitalized(findings::titleWithCost(finding), finding)), parent) {
    const QString remedy = toQString(findings::remedy(finding));
    if (remedy.isEmpty())
        return;
    add(label(remedy, "secondary", 12, this));
    setAccessibleName(accessibleName() + QStringLiteral(": ") + remedy);
}

void Callout::addLinks(const std::vector<QPushButton *> &links) {
    auto *row = new QHBoxLayout;
    row->setContentsMargins(0, 4, 0, 0);
    row->setSpacing(14);
    for (QPushButton *link : links)
        row->addWidget(link);
    row->addStretch(1);
    m_column->addLayout(row);
}

void Callout::addBelow(QWidget *widget) {
    m_column->addWidget(widget);
}

void Callout::add(QLabel *line) {
    line->setWordWrap(true);
    line->setAccessibleName(line->text());
    line->setText(keptTogether(breakable(line->text())));
    QSizePolicy narrow = line->sizePolicy();
    narrow.setHorizontalPolicy(QSizePolicy::Ignored); // a long word does not widen the column
    line->setSizePolicy(narrow);
    m_column->addWidget(line);
}

void Callout::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(tokenColour(m_token));
    painter.setBrush(tint(m_token, 10, Token::Panel));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

} // namespace fabricscope::widgets
