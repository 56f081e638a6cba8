// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fleet/FleetFooter.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/ToolTip.h"

#include <QHBoxLayout>

namespace fabricscope::widgets {

FleetFooter::FleetFooter(QWidget *parent)
    : QWidget(parent)
    , m_errors(label({}, "", 12, this))
    , m_warnings(label({}, "", 12, this))
    , m_clean(label({}, "secondary", 12, this))
    , m_hosts(label({}, "caption", 12, this))
    , m_tick(new GlyphLabel(draw::Glyph::Ok, 12, this)) {
    setObjectName(QStringLiteral("sidebarFoot"));
    setAttribute(Qt::WA_StyledBackground);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 5, 12, 5);
    row->setSpacing(5);
    row->addWidget(new GlyphLabel(draw::Glyph::Error, 12, this));
    row->addWidget(m_errors);
    row->addSpacing(6);
    row->addWidget(new GlyphLabel(draw::Glyph::Warning, 12, this));
    row->addWidget(m_warnings);
    row->addSpacing(6);
    row->addWidget(m_tick);
    row->addWidget(m_clean);
    row->addStretch(1);
    row->addWidget(m_hosts);
    setSums({});
}

void FleetFooter::setSums(const FleetSums &sums) {
    m_sums = sums;
    m_errors->setText(QString::number(sums.errors));
    m_warnings->setText(QString::number(sums.warnings));
    m_clean->setText(tr("%1 clean").arg(sums.clean));
    m_errors->setAccessibleName(tr("%1 errors").arg(sums.errors));
    m_warnings->setAccessibleName(tr("%1 warnings").arg(sums.warnings));
    m_clean->setToolTip(plainToolTip(tr("Collected hosts without errors or warnings")));
    m_hosts->setText(sums.hosts == 1 ? tr("1 host") : tr("%1 hosts").arg(sums.hosts));
    m_hosts->setVisible(sums.hosts > 0);
    // Findings are those of captures and VMs, too: "0 clean" beside them would be about other machines.
    m_clean->setVisible(sums.clean > 0);
    m_tick->setVisible(sums.clean > 0);
    setVisible(sums.hosts + sums.errors + sums.warnings > 0);
}

} // namespace fabricscope::widgets
