// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/affinity/RoutePanel.h"

#include "core/layout/affinity/AffinityRoute.h"
#include "widgets/affinity/AffinityPresentation.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/common/paint/OpaqueBackground.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"

#include <QDateTime>
#include <QEvent>
#include <QHBoxLayout>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <utility>

namespace fabricscope::widgets {

using layout::AffinityId;

/// The painted part; a click on a device emits a signal with the device.
class RoutePanel::Canvas : public QWidget {
public:
    explicit Canvas(RoutePanel *panel) : QWidget(panel), m_panel(panel) {
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    }
    void setList(draw::DisplayList list) {
        m_list = std::move(list);
        setFixedHeight(static_cast<int>(m_list.height * uiScale()));
        update();
    }

protected:
    void paintEvent(QPaintEvent *event) override {
        QPainter painter(this);
        painter.fillRect(event->rect(), tokenColour(Token::Panel));
        painter.scale(uiScale(), uiScale());
        DisplayListOptions options;
        options.theme = currentTheme();
        options.exposed =
            QRectF(QPointF(event->rect().topLeft()) / uiScale(), QSizeF(event->rect().size()) / uiScale());
        paintDisplayList(painter, m_list, options);
    }
    void mouseReleaseEvent(QMouseEvent *event) override {
        if (const draw::Area *area =
                widgets::areaAt(m_list, event->position().x() / uiScale(), event->position().y() / uiScale()))
            Q_EMIT m_panel->nodeRequested(area->node);
    }

private:
    RoutePanel *m_panel;
    draw::DisplayList m_list;
};

RoutePanel::RoutePanel(QWidget *parent)
    : QWidget(parent)
    , m_scroll(new QScrollArea(this))
    , m_canvas(new Canvas(this))
    , m_foot(new QWidget(this))
    , m_try(button(tr("Try this pair"), "", m_foot))
    , m_topology(button(tr("Show in Topology"), "", m_foot))
    , m_measure(button(tr("Measure this pair…"), "", m_foot)) {
    setObjectName(QStringLiteral("inspector"));
    setOpaqueBackground(this);
    m_scroll->setWidget(m_canvas);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setAccessibleName(tr("Route"));
    m_scroll->setFocusPolicy(Qt::StrongFocus);
    m_try->setToolTip(plainToolTip(
        tr("Shows what would change if this GPU used this NIC. Nothing is changed on the host.")));
    auto *foot = new QVBoxLayout(m_foot);
    foot->setContentsMargins(14, 8, 14, 10);
    foot->setSpacing(8);
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_try);
    line->addWidget(m_topology);
    line->addStretch(1);
    foot->addWidget(m_measure, 0, Qt::AlignLeft);
    foot->addLayout(line);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_scroll, 1);
    column->addWidget(rule(this));
    column->addWidget(m_foot);
    connect(m_try, &QPushButton::clicked, this, &RoutePanel::tryPairRequested);
    connect(m_measure, &QPushButton::clicked, this, &RoutePanel::measurementRequested);
    connect(m_topology, &QPushButton::clicked, this, [this] {
        const auto id = m_cell ? AffinityId::decoded(*m_cell) : std::nullopt;
        if (!m_shown || !id)
            return;
        if (const auto node = m_shown->table().fabric().gpus[id->row].node)
            Q_EMIT nodeRequested(*node);
    });
}

RoutePanel::~RoutePanel() = default;

void RoutePanel::setCell(std::shared_ptr<const AffinityPresentation> shown,
                         std::optional<std::uint32_t> cell) {
    const bool same = shown == m_shown && cell == m_cell;
    m_shown = std::move(shown);
    m_cell = cell;
    relayout();
    if (!same)
        m_scroll->ensureVisible(0, 0);
}

void RoutePanel::relayout() {
    const auto id = m_cell ? AffinityId::decoded(*m_cell) : std::nullopt;
    layout::AffinityRoute route;
    if (m_shown && id) {
        layout::AffinityRouteOptions options;
        options.width = std::max(220.0, m_scroll->viewport()->width() / uiScale());
        options.host = {m_shown->topology(), m_shown->paths()};
        options.hypervisor = m_shown->hypervisor();
        options.measure = windowMeasure();
        options.isMeasurable = m_isMeasurable;
        options.readMs = m_shown->readMs();
        options.timeText = [](std::int64_t ms) {
            return QLocale(QLocale::English)
                .toString(QDateTime::fromMSecsSinceEpoch(ms), QStringLiteral("d MMM HH:mm"))
                .toStdString();
        };
        route = layout::layoutAffinityRoute(m_shown->table(), *id, options);
    }
    m_title = QString::fromStdString(route.title);
    m_accessibleText = QString::fromStdString(route.accessibleText);
    m_canvas->setAccessibleName(m_title);
    m_canvas->setAccessibleDescription(m_accessibleText);
    m_scroll->setAccessibleDescription(m_accessibleText);
    m_canvas->setList(std::move(route.list));
    showButtons();
}

void RoutePanel::setMeasurable(bool measurable) {
    if (std::exchange(m_isMeasurable, measurable) != measurable)
        relayout();
}

void RoutePanel::showButtons() {
    const auto id = m_cell ? AffinityId::decoded(*m_cell) : std::nullopt;
    const bool isCell = id && id->part == AffinityId::Part::Cell && m_shown;
    m_measure->setVisible(isCell && m_isMeasurable);
    if (isCell) {
        const bool hasRdma = m_shown->table().fabric().nics[id->column].rdma;
        m_measure->setEnabled(hasRdma);
        m_measure->setToolTip(
            plainToolTip(hasRdma ? tr("Prepares a perftest run for this GPU and NIC in Benchmarks. "
                                      "It starts only after you confirm.")
                                 : tr("This NIC has no RDMA device: perftest cannot measure it.")));
    }
    m_foot->setVisible(m_shown && id);
    m_try->setVisible(isCell && m_shown->table().cell(id->row, id->column).pair == nullptr &&
                      m_shown->table().fabric().nics[id->column].isCandidate());
    m_topology->setVisible(id && m_shown && m_shown->topology() != nullptr);
}

void RoutePanel::resizeEvent(QResizeEvent *event) {
    QWidget::resizeEvent(event);
    relayout();
}

bool RoutePanel::event(QEvent *event) {
    const bool done = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest) // the scroll bar came or went
        m_canvas->update();
    return done;
}

} // namespace fabricscope::widgets
