// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/Banner.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/UiSize.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace fabricscope::widgets {

Banner::Banner(QWidget *parent)
    : QWidget(parent)
    , m_what(new ElidedLabel({}, draw::Token::Text2, this))
    , m_remedy(new ElidedLabel({}, draw::Token::Text, this))
    , m_copy(button(tr("Copy line"), "link", this))
    , m_sudo(button(tr("Collect with sudo…"), "link", this)) {
    setObjectName(QStringLiteral("banner"));
    setAttribute(Qt::WA_StyledBackground);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(14, 6, 8, 6);
    row->setSpacing(10);
    row->addWidget(new GlyphLabel(draw::Glyph::Note, 14, this), 0, Qt::AlignTop);
    auto *texts = new QVBoxLayout;
    texts->setSpacing(2);
    applyFont(m_what, 12);
    applyMonoFont(m_remedy, 11);
    texts->addWidget(m_what);
    texts->addWidget(m_remedy);
    row->addLayout(texts, 1);
    row->addWidget(m_copy);
    row->addWidget(m_sudo);
    auto *close = new IconButton("close", tr("Hide this message"), this);
    row->addWidget(close);
    connect(close, &QToolButton::clicked, this, [this] {
        dismiss(m_host);
        Q_EMIT dismissed(m_host);
    });
    hide();
    connect(m_copy, &QPushButton::clicked, this, [this] { copyText(m_missing.remedy, m_copy); });
    connect(m_sudo, &QPushButton::clicked, this, &Banner::sudoRequested);
}

void Banner::setContent(const TopologyContent &content) {
    m_host = content.host;
    const auto missing = content.topology ? missingFacts(*content.topology) : std::nullopt;
    setVisible(missing && !content.loading && !m_dismissed.contains(m_host));
    if (missing)
        setMissing(*missing, content.canCollect);
}

void Banner::dismiss(quint64 host) {
    m_dismissed.insert(host);
    if (host == m_host)
        hide();
}

void Banner::setMissing(const MissingFacts &missing, bool canCollect) {
    m_missing = missing;
    m_what->setText(missing.what);
    m_what->setToolTip(plainToolTip(missing.what));
    m_remedy->setText(missing.remedy);
    m_remedy->setToolTip(plainToolTip(missing.remedy));
    m_remedy->setVisible(!missing.remedy.isEmpty());
    m_copy->setVisible(!missing.remedy.isEmpty());
    m_sudo->setVisible(canCollect);
}

} // namespace fabricscope::widgets
