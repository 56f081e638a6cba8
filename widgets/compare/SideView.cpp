// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/SideView.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/compare/SideChooser.h"
#include "widgets/topology/TopologyScene.h"
#include "widgets/topology/TopologyView.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr int kHeaderHeight = 28;
constexpr int kMargin = 24;   ///< around the area scrolled to
constexpr int kMaxName = 150; ///< px of the design that a name has in any case

} // namespace

SideView::SideView(const QString &role, bool isBefore, QWidget *parent)
    : QWidget(parent)
    , m_isBefore(isBefore)
    , m_role(label(role, "caption", 11.5, this))
    , m_name(new ElidedLabel({}, draw::Token::Text, this))
    , m_taken(new ElidedLabel({}, draw::Token::Text3, this))
    , m_scene(new TopologyScene(this))
    , m_view(new TopologyView(m_scene, this)) {
    m_options.measure = windowMeasure();
    m_options.groupTags = false;
    m_view->setAccessibleName(role);
    auto *fit = new QAction(tr("Fit the selection"), this);
    fit->setShortcut(QKeySequence(Qt::Key_F));
    fit->setShortcutContext(Qt::WidgetShortcut);
    connect(fit, &QAction::triggered, m_view, &TopologyView::fitSelection);
    m_view->addAction(fit);
    auto *head = new QWidget(this);
    head->setObjectName(QStringLiteral("stripHead"));
    head->setAttribute(Qt::WA_StyledBackground);
    setScaledFixedHeight(head, kHeaderHeight);
    auto *row = new QHBoxLayout(head);
    row->setContentsMargins(14, 0, 12, 0);
    row->setSpacing(8);
    applyFont(m_name, 12.5, QFont::DemiBold);
    applyFont(m_taken, 11.5);
    row->addWidget(m_role);
    row->addWidget(m_name);
    row->addStretch(1);
    row->addWidget(m_taken);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(head);
    column->addWidget(m_view, 1);
    setMinimumWidth(200);
}

void SideView::setSide(const CompareSide &side) {
    m_side = side;
    m_name->setText(side.name);
    m_name->setToolTip(plainToolTip(side.simulated));
    fitNameWidth();
    m_taken->setText(takenText(side)); // the picture has the mark of a simulated host
    m_view->setTopology(side.topology);
    m_view->select(std::nullopt);
}

/// The time is shortened before the name.
void SideView::fitNameWidth() {
    m_name->setMinimumWidth(std::min(m_name->sizeHint().width(), scaledToUi(kMaxName)));
}

bool SideView::event(QEvent *event) {
    if (event->type() == QEvent::ApplicationFontChange)
        fitNameWidth();
    return QWidget::event(event);
}

std::function<bool(std::uint32_t)> SideView::hasArea() const {
    return [this](std::uint32_t node) {
        return m_scene->areaOf(node) != nullptr;
    };
}

void SideView::draw(const fleet::Comparison &comparison, double width,
                    const std::function<bool(const fleet::Difference &)> &shown) {
    m_scene->setHighlight({});
    m_marks.clear();
    if (!m_side.topology) {
        m_scene->setList(std::make_shared<draw::DisplayList>());
        return;
    }
    m_options.width = width;
    auto plain = std::make_shared<draw::DisplayList>(layout::layoutTopology(*m_side.topology, m_options));
    m_scene->setList(plain); // its areas determine which nodes have a place
    m_marks = diffMarks(comparison, *m_side.topology, m_isBefore, shown, hasArea());
    m_scene->setList(std::make_shared<draw::DisplayList>(
        diffPicture(draw::DisplayList(*plain), m_marks, m_options.measure)));
}

void SideView::point(const std::vector<std::uint32_t> &nodes) {
    m_view->select(nodes.empty() ? std::nullopt : std::optional(nodes.front()));
    if (nodes.empty()) {
        m_scene->setHighlight({});
        return;
    }
    std::vector<std::uint32_t> sorted = nodes;
    std::sort(sorted.begin(), sorted.end());
    m_scene->setHighlight([sorted](std::uint32_t node) {
        return node == draw::Item::kNoNode || std::binary_search(sorted.begin(), sorted.end(), node);
    });
    if (const draw::Area *area = m_scene->areaOf(nodes.front()))
        m_view->ensureVisible(area->rect.x, area->rect.y, area->rect.width, area->rect.height, kMargin,
                              kMargin);
}

void SideView::fade() {
    m_scene->setHighlight([](std::uint32_t) { return false; });
}

std::vector<std::uint32_t> SideView::nodesOf(const fleet::Difference &difference) const {
    if (!m_side.topology)
        return {};
    return widgets::nodesOf(difference, *m_side.topology, m_isBefore, hasArea());
}

std::optional<std::uint32_t> SideView::nodeAt(const std::optional<fleet::Address> &address) const {
    if (!m_side.topology)
        return std::nullopt;
    return nodeOf(address, *m_side.topology, hasArea());
}

void SideView::themeChanged() {
    m_scene->themeChanged();
}

} // namespace fabricscope::widgets
