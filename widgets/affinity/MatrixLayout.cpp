// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/affinity/MatrixLayout.h"

#include "widgets/affinity/AffinityPresentation.h"
#include "widgets/affinity/AffinityToolbar.h"
#include "widgets/affinity/AffinityView.h"
#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/common/theme/Fonts.h"

#include <utility>

namespace fabricscope::widgets {

namespace {

constexpr int kDelayMs = 60;

} // namespace

MatrixLayout::MatrixLayout(AffinityView &view, AffinityToolbar &toolbar, QObject *parent)
    : QObject(parent), m_view(view), m_toolbar(toolbar) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(kDelayMs);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        layOut();
        Q_EMIT laidOut();
    });
    connect(&m_view, &AreasView::visibleWidthChanged, this, &MatrixLayout::schedule);
    connect(&m_toolbar, &AffinityToolbar::valuesChanged, this, [this](int values) {
        m_values = static_cast<layout::AffinityValues>(values);
        layOut();
    });
    connect(&m_toolbar, &AffinityToolbar::othersRequested, this, [this](bool drawn) {
        m_othersRequested = drawn;
        layOut();
    });
}

void MatrixLayout::show(std::shared_ptr<const AffinityPresentation> shown,
                        std::optional<std::uint32_t> cell) {
    m_shown = std::move(shown);
    m_cell = cell;
    layOut();
}

void MatrixLayout::select(std::optional<std::uint32_t> cell) {
    m_cell = cell;
    m_view.select(cell);
}

void MatrixLayout::reveal(const layout::AffinityId &cell) {
    if (!m_shown || cell.part != layout::AffinityId::Part::Cell ||
        areaOf(m_view.list(), cell.encoded()) != nullptr)
        return;
    m_othersRequested = true;
    layOut();
}

void MatrixLayout::schedule() {
    if (m_shown)
        m_timer.start();
}

bool MatrixLayout::finish() {
    if (!m_timer.isActive())
        return false;
    layOut();
    return true;
}

void MatrixLayout::layOut() {
    m_timer.stop();
    if (!m_shown) {
        m_view.setPicture(nullptr, nullptr);
        return;
    }
    const present::AffinityTable &table = m_shown->table();
    layout::AffinityMatrixOptions options;
    options.width = m_view.visibleWidth();
    options.values = m_values;
    options.measure = windowMeasure();
    options.before = m_shown->isHypothesis() ? &m_shown->before() : nullptr;
    options.separateIdle = m_othersRequested.value_or(true);
    auto list = std::make_shared<draw::DisplayList>(layout::layoutAffinity(table, options));
    const auto others = static_cast<int>(table.columns().size() - table.usedColumns().size());
    if (!m_othersRequested && others > 0 && list->width > options.width) {
        options.separateIdle = false; // the fabric before all others
        *list = layout::layoutAffinity(table, options);
    }
    m_toolbar.setOthers(others, options.separateIdle);
    m_view.setPicture(m_shown, std::move(list));
    m_view.select(m_cell);
}

} // namespace fabricscope::widgets
