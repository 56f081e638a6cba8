// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/affinity/LibraryErrorStrip.h"

#include "core/nccl/Decision.h"
#include "core/nccl/Version.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/QtText.h"

#include <QHBoxLayout>
#include <QLabel>

#include <string>

namespace fabricscope::widgets {

LibraryErrorStrip::LibraryErrorStrip(QWidget *parent) : QWidget(parent), m_text(label({}, "", 12.5, this)) {
    setObjectName(QStringLiteral("banner"));
    setAttribute(Qt::WA_StyledBackground);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(16, 6, 14, 6);
    row->setSpacing(10);
    row->addWidget(new GlyphLabel(draw::Glyph::Error, 14, this), 0, Qt::AlignTop);
    row->addWidget(m_text, 1);
    m_text->setWordWrap(true);
    m_text->setMinimumWidth(1);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
}

void LibraryErrorStrip::setDecisions(const nccl::Decisions *decisions) {
    const bool fails = decisions != nullptr && decisions->error.has_value();
    setVisible(fails);
    if (!fails)
        return;
    const std::string name =
        decisions->library != nullptr ? std::string(decisions->library->name) : std::string("The library");
    m_text->setText(tr("%1 fails: %2").arg(toQString(name), toQString(decisions->error->toString())));
    m_text->setAccessibleName(m_text->text());
}

} // namespace fabricscope::widgets
