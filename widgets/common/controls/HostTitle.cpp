// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/controls/HostTitle.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/SimulatedChip.h"
#include "widgets/common/theme/UiSize.h"

#include <QHBoxLayout>

namespace fabricscope::widgets {

HostTitle::HostTitle(QWidget *parent)
    : QWidget(parent)
    , m_name(new ElidedLabel({}, draw::Token::Text, this))
    , m_simulated(new SimulatedChip(this))
    , m_stale(new GlyphLabel(draw::Glyph::Warning, 13, this))
    , m_age(new ElidedLabel({}, draw::Token::WarningText, this))
    , m_offlineGlyph(new GlyphLabel(draw::Glyph::Unreachable, 13, this))
    , m_offline(new ElidedLabel({}, draw::Token::Text2, this)) {
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    applyFont(m_name, 13.5, QFont::DemiBold);
    for (ElidedLabel *text : {m_age, m_offline})
        applyFont(text, 12);
    for (QWidget *part : {static_cast<QWidget *>(m_name), static_cast<QWidget *>(m_simulated),
                          static_cast<QWidget *>(m_stale), static_cast<QWidget *>(m_age),
                          static_cast<QWidget *>(m_offlineGlyph), static_cast<QWidget *>(m_offline)})
        row->addWidget(part);
    setHost({}, {});
    setAge({}, false);
    setOffline({});
}

void HostTitle::setHost(const QString &name, const QString &simulated) {
    m_name->setText(name);
    m_simulated->setSource(simulated);
}

void HostTitle::setAge(const QString &age, bool stale) {
    m_stale->setVisible(stale);
    m_age->setVisible(stale);
    m_age->setText(age);
}

void HostTitle::setOffline(const QString &text) {
    m_offline->setText(text);
    m_offlineGlyph->setVisible(!text.isEmpty());
    m_offline->setVisible(!text.isEmpty());
}

QString HostTitle::name() const {
    return m_name->text();
}

} // namespace fabricscope::widgets
