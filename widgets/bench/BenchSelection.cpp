// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/BenchSelection.h"

#include "widgets/common/text/QtText.h"

#include <algorithm>
#include <utility>

namespace fabricscope::widgets {

namespace {

using Kind = present::BenchChart::Kind;

/// Empty: runs are identified by position.
std::string keyOf(const BenchContent &content) {
    return content.current < content.runs.size() ? content.runs[content.current].key : std::string();
}

template<typename Fits> int indexOf(const std::vector<present::BenchChart> &charts, Fits fits) {
    const auto found = std::find_if(charts.begin(), charts.end(), fits);
    return found != charts.end() ? static_cast<int>(found - charts.begin()) : -1;
}

} // namespace

bool BenchSelection::update(std::optional<BenchContent> next) {
    bool grows = false;
    if (next) {
        const bool same = next->id == m_content.id && !m_content.runs.empty();
        grows = same && next->current == m_content.current && keyOf(*next) == keyOf(m_content);
        m_content = std::move(*next);
    }
    const bench::BenchView *shown = view();
    std::vector<present::BenchChart> charts =
        shown != nullptr ? present::chartsOf(*shown) : std::vector<present::BenchChart>{};
    grows = grows && charts == m_charts;
    if (charts.size() < m_charts.size() || !grows)
        m_chart = std::min(m_chart, std::max(0, static_cast<int>(charts.size()) - 1));
    m_charts = std::move(charts);
    return grows;
}

bool BenchSelection::isOtherRun(int index) const {
    return index >= 0 && static_cast<std::size_t>(index) < m_content.runs.size() &&
           m_content.current != static_cast<std::size_t>(index);
}

void BenchSelection::chooseRun(std::size_t index) {
    m_content.current = index;
    m_chart = 0;
}

bool BenchSelection::chooseChart(int index) {
    if (index < 0 || static_cast<std::size_t>(index) >= m_charts.size())
        return false;
    m_chart = index;
    return true;
}

const bench::BenchView *BenchSelection::view() const {
    return m_content.current < m_content.runs.size() ? &m_content.runs[m_content.current] : nullptr;
}

const present::BenchChart *BenchSelection::chart() const {
    return m_chart >= 0 && static_cast<std::size_t>(m_chart) < m_charts.size()
               ? &m_charts[static_cast<std::size_t>(m_chart)]
               : nullptr;
}

QStringList BenchSelection::titles() const {
    QStringList titles;
    for (const present::BenchChart &chart : m_charts)
        titles << toQString(chart.title);
    return titles;
}

QString BenchSelection::identity() const {
    const bench::BenchView *shown = view();
    const std::string key = shown != nullptr ? shown->key : std::string();
    return QStringLiteral("%1/%2/%3/%4/%5")
        .arg(m_content.id)
        .arg(toQString(key))
        .arg(key.empty() ? m_content.current : 0) // runs without a key are known by their place
        .arg(m_chart)
        .arg(chart() != nullptr ? toQString(chart()->title) : QString());
}

int BenchSelection::chartOfMatrix(std::size_t matrix) const {
    return indexOf(m_charts, [&](const present::BenchChart &chart) {
        return chart.kind == Kind::Matrix && chart.matrix == matrix;
    });
}

int BenchSelection::chartOf(const findings::Place &place) const {
    if (place.cell)
        return chartOfMatrix(place.cell->matrix);
    return indexOf(m_charts,
                   [](const present::BenchChart &chart) { return chart.axis == bench::Axis::Bytes; });
}

bool BenchSelection::hasRuns() const {
    return view() != nullptr || !m_content.earlier.empty() || !m_content.earlierNote.isEmpty() ||
           !m_content.earlierHost.isEmpty();
}

} // namespace fabricscope::widgets
