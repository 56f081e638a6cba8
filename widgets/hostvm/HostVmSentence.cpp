// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/hostvm/HostVmSentence.h"

#include "core/present/hostvm/HostVmTable.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/theme/Theme.h"

#include <QHBoxLayout>
#include <QPainter>

namespace fabricscope::widgets {

namespace {

constexpr struct {
    draw::Glyph glyph;
    draw::Token token;
} kLooks[] = {{draw::Glyph::Note, draw::Token::Note},
              {draw::Glyph::Warning, draw::Token::Warning},
              {draw::Glyph::Error, draw::Token::Error}};

} // namespace

HostVmSentence::HostVmSentence(QWidget *parent)
    : QWidget(parent)
    , m_glyph(new GlyphLabel(draw::Glyph::Ok, 15, this))
    , m_text(label({}, "title", 13, this))
    , m_detail(new ElidedLabel({}, draw::Token::Text2, this))
    , m_agreement(label({}, "secondary", 12.5, this)) {
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(14, 7, 14, 7);
    row->setSpacing(9);
    row->addWidget(m_glyph);
    row->addWidget(m_text);
    row->addWidget(m_detail, 1);
    row->addWidget(m_agreement);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
}

void HostVmSentence::setTable(const present::HostVmTable &table) {
    m_severity.reset();
    if (table.severity())
        m_severity = static_cast<int>(*table.severity());
    m_glyph->setGlyph(m_severity ? kLooks[*m_severity].glyph : draw::Glyph::Ok);
    m_text->setText(QString::fromStdString(table.sentence()));
    m_detail->setText(QString::fromStdString(table.detail()));
    m_agreement->setText(table.compared() > 0
                             ? tr("%1 of %2 devices agree").arg(table.agreeing()).arg(table.compared())
                             : QString());
    setAccessibleName(sentence());
    setAccessibleDescription(m_agreement->text());
    update();
}

QString HostVmSentence::sentence() const {
    return m_detail->text().isEmpty() ? m_text->text()
                                      : QStringLiteral("%1  %2").arg(m_text->text(), m_detail->text());
}

QString HostVmSentence::agreement() const {
    return m_agreement->text();
}

void HostVmSentence::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.fillRect(rect(), m_severity ? tint(kLooks[*m_severity].token, 10, draw::Token::Panel)
                                        : tokenColour(draw::Token::Chrome));
    painter.fillRect(QRect(0, height() - 1, width(), 1),
                     m_severity ? tint(kLooks[*m_severity].token, 50, draw::Token::Panel)
                                : tokenColour(draw::Token::Line));
}

} // namespace fabricscope::widgets
