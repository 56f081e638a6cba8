// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/present/bench/BenchCharts.h"
#include "widgets/bench/BenchContent.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace fabricscope::widgets {

/// The run that is chosen among those of the content, and its picture that is chosen.
class BenchSelection {
public:
    /// Takes new content, if there is any, and makes the pictures anew. The choice stays while the log or
    /// plan is the same, unless it moves on to another run. Returns whether it only has more rows than
    /// before.
    bool update(std::optional<BenchContent> next);
    /// Call update() afterwards. Not checked: the index may be of newer content.
    void chooseRun(std::size_t index);
    /// False: there is no such picture.
    [[nodiscard]] bool chooseChart(int index);

    [[nodiscard]] const BenchContent &content() const { return m_content; }
    /// Whether this is another run than the chosen one, and exists.
    [[nodiscard]] bool isOtherRun(int index) const;
    /// nullptr: none is chosen.
    [[nodiscard]] const bench::BenchView *view() const;
    [[nodiscard]] const present::BenchChart *chart() const;
    [[nodiscard]] int chartIndex() const { return m_chart; }
    [[nodiscard]] bool hasCharts() const { return !m_charts.empty(); }
    [[nodiscard]] QStringList titles() const;
    /// Of the chosen picture: equal while it shows the same thing.
    [[nodiscard]] QString identity() const;
    /// The picture of a matrix, and that of a row or a cell; -1: none.
    [[nodiscard]] int chartOfMatrix(std::size_t matrix) const;
    [[nodiscard]] int chartOf(const findings::Place &place) const;
    /// Whether there are runs to choose from, or a reason why not.
    [[nodiscard]] bool hasRuns() const;

private:
    BenchContent m_content;
    std::vector<present::BenchChart> m_charts;
    int m_chart = 0;
};

} // namespace fabricscope::widgets
