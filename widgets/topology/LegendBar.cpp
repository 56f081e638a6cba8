// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/LegendBar.h"

#include "widgets/common/Fonts.h"
#include "widgets/common/Theme.h"

#include <QCoreApplication>
#include <QPainter>

#include <vector>

namespace fabricscope::widgets {

namespace {

struct Entry {
    layout::Token token;
    const char *text;
    int line = 0; ///< a line of this width instead of a square
};

/// One line an entry.
const std::vector<Entry> &entries(layout::ColourBy colourBy) {
    static const std::vector<Entry> kind = {
        {layout::Token::Gpu, QT_TRANSLATE_NOOP("Legend", "GPU")},
        {layout::Token::Nic, QT_TRANSLATE_NOOP("Legend", "NIC")},
        {layout::Token::Nvme, QT_TRANSLATE_NOOP("Legend", "NVMe")},
        {layout::Token::Switch, QT_TRANSLATE_NOOP("Legend", "Switch")},
        {layout::Token::RootPort, QT_TRANSLATE_NOOP("Legend", "Root port")},
        {layout::Token::FrontEndNic, QT_TRANSLATE_NOOP("Legend", "Front-end NIC")},
        {layout::Token::Switch, QT_TRANSLATE_NOOP("Legend", "x16"), 4},
        {layout::Token::Switch, QT_TRANSLATE_NOOP("Legend", "x8"), 2},
        {layout::Token::Switch, QT_TRANSLATE_NOOP("Legend", "x4 and less"), 1},
        {layout::Token::Warning, QT_TRANSLATE_NOOP("Legend", "narrower than it could be"), 2},
    };
    static const std::vector<Entry> group = {
        {layout::Token::Group0, QT_TRANSLATE_NOOP("Legend", "a colour for each IOMMU group, repeated: the number tells")},
    };
    static const std::vector<Entry> link = {
        {layout::Token::Ok, QT_TRANSLATE_NOOP("Legend", "full speed and width")},
        {layout::Token::Note, QT_TRANSLATE_NOOP("Legend", "slower (idle GPUs slow down by themselves)")},
        {layout::Token::Warning, QT_TRANSLATE_NOOP("Legend", "narrower")},
        {layout::Token::Text3, QT_TRANSLATE_NOOP("Legend", "unknown")},
    };
    static const std::vector<Entry> owner = {
        {layout::Token::Group0, QT_TRANSLATE_NOOP("Legend", "a colour for each VM")},
        {layout::Token::Text3, QT_TRANSLATE_NOOP("Legend", "this host")},
    };
    switch (colourBy) {
    case layout::ColourBy::IommuGroup:
        return group;
    case layout::ColourBy::Link:
        return link;
    case layout::ColourBy::Owner:
        return owner;
    case layout::ColourBy::Kind:
        break;
    }
    return kind;
}

} // namespace

LegendBar::LegendBar(QWidget *parent) : QWidget(parent) {
    setFixedHeight(24);
    setAccessibleName(tr("Legend"));
}

void LegendBar::setColourBy(layout::ColourBy colourBy) {
    m_colourBy = colourBy;
    update();
}

void LegendBar::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.fillRect(rect(), tokenColour(Token::Canvas));
    painter.setFont(uiFont(11));
    int x = 14;
    for (const Entry &entry : entries(m_colourBy)) {
        const QString text = QCoreApplication::translate("Legend", entry.text);
        const int mark = entry.line > 0 ? 16 : 9;
        const int width = mark + 6 + painter.fontMetrics().horizontalAdvance(text);
        if (x + width > this->width() - 8)
            break; // whole entries only
        const int high = entry.line > 0 ? entry.line : 9;
        painter.fillRect(QRect(x, (height() - high) / 2, mark, high), tokenColour(entry.token));
        painter.setPen(tokenColour(Token::Text3));
        painter.drawText(QRect(x + mark + 6, 0, width, height()), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += width + 16;
    }
}

} // namespace fabricscope::widgets
