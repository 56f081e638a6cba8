// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/MenuCorners.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Icons.h"
#include "widgets/common/theme/Theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QPainter>

namespace fabricscope::app::window {

namespace {

/// The program's logo, in the accent colour of the theme.
class BrandMark : public QWidget {
public:
    explicit BrandMark(QWidget *parent) : QWidget(parent) { setFixedSize(16, 16); }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        widgets::paintIcon(painter, "fabricscope", rect(), widgets::tokenColour(draw::Token::Accent));
    }
};

} // namespace

MenuCorners::MenuCorners(QMenuBar *bar) : QObject(bar), m_bar(bar) {
    auto *brand = new QWidget(bar);
    auto *row = new QHBoxLayout(brand);
    row->setContentsMargins(12, 0, 12, 0);
    row->setSpacing(8);
    row->addWidget(new BrandMark(brand));
    row->addWidget(widgets::label(QStringLiteral("fabricscope"), "title", 13, brand));
    bar->setCornerWidget(brand, Qt::TopLeftCorner);
    m_note = widgets::label(tr("read-only collection"), "caption", 12, bar);
    m_note->setContentsMargins(0, 5, 14, 5);
    bar->setCornerWidget(m_note, Qt::TopRightCorner);
}

void MenuCorners::setNote(const QString &workspace, const QString &toolTip) {
    m_note->setText(workspace + tr("read-only collection"));
    m_note->setToolTip(widgets::plainToolTip(toolTip));
    m_bar->setCornerWidget(m_note, Qt::TopRightCorner); // it is only laid out when set
    m_note->show();
}

} // namespace fabricscope::app::window
