// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/BenchPartsBar.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/TabButton.h"
#include "widgets/common/theme/UiSize.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QMouseEvent>

namespace fabricscope::widgets {

namespace {

constexpr int kHeight = 32;

constexpr const char *kNames[BenchPartsBar::kParts] = {QT_TRANSLATE_NOOP("BenchPartsBar", "Results"),
                                                       QT_TRANSLATE_NOOP("BenchPartsBar", "Runs"),
                                                       QT_TRANSLATE_NOOP("BenchPartsBar", "Details")};

/// By findings::Severity.
constexpr draw::Glyph kGlyphs[] = {draw::Glyph::Note, draw::Glyph::Warning, draw::Glyph::Error};

} // namespace

BenchPartsBar::BenchPartsBar(QWidget *parent)
    : QWidget(parent)
    , m_group(new QButtonGroup(this))
    , m_glyph(new GlyphLabel(draw::Glyph::None, 14, this))
    , m_sentence(new ElidedLabel({}, draw::Token::Text, this)) {
    setObjectName(QStringLiteral("toolbar"));
    setAttribute(Qt::WA_StyledBackground);
    setScaledFixedHeight(this, kHeight);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(7, 0, 12, 1);
    row->setSpacing(2);
    m_group->setExclusive(true); // also where the results remain visible next to the selected column
    for (int part = 0; part < kParts; ++part) {
        m_tabs[part] = new TabButton(tr(kNames[part]), this);
        m_group->addButton(m_tabs[part], part);
        row->addWidget(m_tabs[part]);
    }
    row->addSpacing(10);
    row->addWidget(m_glyph);
    row->addSpacing(6);
    row->addWidget(m_sentence, 1);
    applyFont(m_sentence, 12.5);
    for (QWidget *each : {static_cast<QWidget *>(m_glyph), static_cast<QWidget *>(m_sentence)})
        each->setCursor(Qt::PointingHandCursor);
    connect(m_group, &QButtonGroup::idClicked, this,
            [this](int part) { Q_EMIT partRequested(static_cast<Part>(part)); });
}

void BenchPartsBar::setParts(const std::array<bool, kParts> &exists, Part active,
                             const std::vector<findings::Finding> &findings) {
    for (std::size_t part = 0; part < exists.size(); ++part)
        m_tabs[part]->setVisible(exists[part]);
    tab(active)->setChecked(true);
    tab(Part::Details)->setCount(findings.empty() ? -1 : static_cast<int>(findings.size()));
    const bool hasFinding = !findings.empty() && !tab(Part::Details)->isChecked();
    m_glyph->setVisible(hasFinding);
    m_sentence->setText(hasFinding ? QString::fromStdString(findings::claim(findings.front())) : QString());
    if (hasFinding)
        m_glyph->setGlyph(kGlyphs[static_cast<std::size_t>(findings.front().severity)]);
    setAccessibleDescription(sentence());
}

QString BenchPartsBar::sentence() const {
    return m_sentence->text();
}

/// A click on the sentence opens the details.
void BenchPartsBar::mouseReleaseEvent(QMouseEvent *event) {
    if (event->button() == Qt::LeftButton && !sentence().isEmpty() &&
        m_glyph->geometry().united(m_sentence->geometry()).contains(event->pos()))
        Q_EMIT partRequested(Part::Details);
    QWidget::mouseReleaseEvent(event);
}

} // namespace fabricscope::widgets
