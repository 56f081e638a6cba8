// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/CompareVerdict.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/theme/UiSize.h"

#include <QHBoxLayout>

namespace fabricscope::widgets {

CompareVerdict::CompareVerdict(QWidget *parent)
    : QWidget(parent)
    , m_glyph(new GlyphLabel(draw::Glyph::Ok, 16, this))
    , m_text(new ElidedLabel({}, draw::Token::Text, this))
    , m_detail(new ElidedLabel({}, draw::Token::Text2, this)) {
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(9);
    applyFont(m_text, 16, QFont::DemiBold);
    applyFont(m_detail, 12.5);
    row->addWidget(m_glyph);
    row->addWidget(m_text);
    row->addWidget(m_detail, 1);
}

QString CompareVerdict::text() const {
    return m_text->text();
}

void CompareVerdict::setComparison(const fleet::Comparison &comparison) {
    const auto groups = fleet::grouped(comparison);
    const fleet::Counts counts = fleet::countOf(comparison, groups);
    m_glyph->setGlyph(counts.errors != 0     ? draw::Glyph::Error
                      : counts.warnings != 0 ? draw::Glyph::Warning
                      : counts.notes != 0    ? draw::Glyph::Note
                                             : draw::Glyph::Ok);
    const auto count = static_cast<int>(groups.size());
    m_text->setText(count == 0   ? tr("Nothing changed")
                    : count == 1 ? tr("1 change")
                                 : tr("%1 changes").arg(count));
    QString detail = count == 0 ? QString() : QString::fromStdString(fleet::countsText(counts));
    const auto unknown = static_cast<int>(comparison.notCompared.size());
    if (unknown != 0)
        detail += (detail.isEmpty() ? QString() : QStringLiteral("; ")) +
                  (unknown == 1 ? tr("1 fact could not be compared")
                                : tr("%1 facts could not be compared").arg(unknown));
    m_detail->setText(detail);
}

} // namespace fabricscope::widgets
