// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/EvidenceSection.h"

#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/inspector/EvidenceBox.h"
#include "widgets/models/LogModel.h"

#include <QAbstractButton>
#include <QPainter>

#include <utility>

namespace fabricscope::widgets {

namespace {

/// "/sys/bus/pci/devices  pci-links": several sections may come from one folder.
QString sourceText(const EvidenceSource &source) {
    return source.source == source.section ? source.source
                                           : QStringLiteral("%1  %2").arg(source.source, source.section);
}

} // namespace

/// Text in the accent colour, time at the right.
class EvidenceSection::SourceRow : public QAbstractButton {
public:
    explicit SourceRow(QWidget *parent) : QAbstractButton(parent) {
        setAccessibleDescription(EvidenceBox::tr("Opens the raw lines"));
        setFocusPolicy(Qt::StrongFocus);
        setScaledFixedHeight(this, 20);
        setCursor(Qt::PointingHandCursor);
    }
    void setSource(const EvidenceSource &source) {
        m_first = source.first;
        if (const QString time = clockText(source.timeMs); std::exchange(m_time, time) != time)
            update();
        setText(sourceText(source));
        setToolTip(plainToolTip(text()));
    }
    [[nodiscard]] host::EvidenceRef first() const { return m_first; }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        painter.setFont(monoFont(11));
        painter.setPen(tokenColour(Token::Text3));
        painter.drawText(rect().adjusted(14, 0, -14, 0), Qt::AlignRight | Qt::AlignVCenter, m_time);
        const int room = width() - 28 - painter.fontMetrics().horizontalAdvance(m_time) - 8;
        painter.setPen(tokenColour(Token::Accent));
        painter.drawText(rect().adjusted(14, 0, -14, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text(), Qt::ElideMiddle, room));
        if (hasFocus() || underMouse())
            painter.fillRect(QRect(14, height() - 2, room, 1), tokenColour(Token::Accent));
    }

private:
    host::EvidenceRef m_first;
    QString m_time;
};

EvidenceSection::EvidenceSection(const QString &title, SourceCallback sourceClicked, QWidget *parent)
    : FoldingSection(title, {}, parent)
    , m_sourceClicked(std::move(sourceClicked))
    , m_box(new EvidenceBox(body())) {
    m_box->offerRaw();
    addWidget(m_box);
}

void EvidenceSection::setSources(const std::vector<EvidenceSource> &sources) {
    setVisible(!sources.empty());
    setNote(sources.size() == 1 ? EvidenceBox::tr("1 source")
                                : EvidenceBox::tr("%1 sources").arg(sources.size()));
    while (m_rows.size() > sources.size()) {
        delete m_rows.back();
        m_rows.pop_back();
    }
    while (m_rows.size() < sources.size()) {
        auto *row = new SourceRow(body());
        connect(row, &QAbstractButton::clicked, this, [this, row] {
            FactRow fact;
            fact.evidence = row->first();
            m_sourceClicked(fact);
        });
        addWidget(row);
        m_rows.push_back(row);
    }
    for (std::size_t at = 0; at < sources.size(); ++at)
        m_rows[at]->setSource(sources[at]);
}

} // namespace fabricscope::widgets
