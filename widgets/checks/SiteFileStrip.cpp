// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/checks/SiteFileStrip.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/ClampedLabel.h"
#include "widgets/common/theme/UiSize.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr int kLineHeight = 18;     ///< px of the design
constexpr qsizetype kMostLines = 5; ///< further ones are scrolled to

} // namespace

SiteFileStrip::SiteFileStrip(QWidget *parent)
    : QWidget(parent)
    , m_glyph(new GlyphLabel(draw::Glyph::Ok, 14, this))
    , m_state(new ClampedLabel("secondary", 12.5, this))
    , m_reload(button(tr("Reload"), "link", this))
    , m_close(button(tr("Close"), "link", this))
    , m_scroll(new QScrollArea(this))
    , m_problems(monoLabel({}, 11.5, m_scroll)) {
    setAccessibleName(tr("Site file"));
    m_reload->setAccessibleName(tr("Reload the site file"));
    m_close->setAccessibleName(tr("Close the site file"));
    connect(m_reload, &QPushButton::clicked, this, &SiteFileStrip::reloadRequested);
    connect(m_close, &QPushButton::clicked, this, &SiteFileStrip::closeRequested);
    m_state->setMaximumLines(2);
    m_state->setAlignment(Qt::AlignTop | Qt::AlignLeft); // beside its glyph, also where there is room below
    m_problems->setTextFormat(Qt::PlainText);
    m_problems->setWordWrap(true);
    m_problems->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_problems->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_scroll->setWidget(m_problems);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setAccessibleName(tr("Errors of the site file"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *inner = new QVBoxLayout;
    inner->setContentsMargins(14, 7, 12, 7);
    inner->setSpacing(6);
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_glyph, 0, Qt::AlignTop);
    row->addWidget(m_state, 1);
    row->addWidget(m_reload, 0, Qt::AlignTop);
    row->addWidget(m_close, 0, Qt::AlignTop);
    inner->addLayout(row);
    inner->addWidget(m_scroll);
    column->addLayout(inner);
    column->addWidget(rule(this));
    hide();
}

void SiteFileStrip::setContent(const SiteFileContent &content) {
    m_content = content;
    setVisible(!content.name.isEmpty());
    m_glyph->setGlyph(content.isFailed             ? draw::Glyph::Error
                      : content.problems.isEmpty() ? draw::Glyph::Ok
                                                   : draw::Glyph::Warning);
    m_state->setFullText(tr("Site file %1: %2").arg(content.name, content.state));
    m_problems->setText(content.problems.join(QLatin1Char('\n')));
    setScaledFixedHeight(m_scroll,
                         kLineHeight * static_cast<int>(std::min(content.problems.size(), kMostLines)) + 2);
    m_scroll->setVisible(!content.problems.isEmpty());
}

} // namespace fabricscope::widgets
