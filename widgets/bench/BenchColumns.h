// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/bench/BenchPartsBar.h"

#include <QObject>

#include <functional>
#include <optional>
#include <vector>

class QHBoxLayout;
class QLayout;
class QStackedWidget;
class QWidget;

namespace fabricscope::widgets {

/// Which columns of the screen are visible. A column that fits next to the results is shown; one that does
/// not replaces them on request.
class BenchColumns : public QObject {
    Q_OBJECT
public:
    using Part = BenchPartsBar::Part;
    /// The columns, and where they are.
    struct Parts {
        QWidget *side, *facts;  ///< at the left and at the right
        QStackedWidget *middle; ///< in which a column replaces the results
        BenchPartsBar *bar;     ///< chooses what is shown
    };
    /// Whether the columns have something to show.
    struct Content {
        bool side = false, facts = false;
    };
    /// `content`: as of now; called often.
    BenchColumns(const Parts &parts, std::function<Content()> content, QWidget *screen);

    /// Lays the screen out; `middle` contains Parts::middle.
    void arrange(QLayout *middle);
    /// Shows what there is room for; the bar, if that is not all, with the worst of the findings.
    void fit(const std::vector<findings::Finding> &findings);
    /// What the user chose, where there is no room for all.
    [[nodiscard]] Part part() const { return partIn(!isInMiddle(m_parts.side)); }
    void choosePart(Part part);
    /// Of the column at the right: shown, also in place of the results; unset: if there is room.
    void requestFacts(std::optional<bool> requested);
    [[nodiscard]] std::optional<bool> factsRequested() const { return m_factsRequested; }
    /// Whether this column replaces the results when it is shown. Never for the results.
    [[nodiscard]] bool isInMiddle(Part part) const;
    /// The column that replaces the results; nullptr: none.
    [[nodiscard]] QWidget *replacing() const;

private:
    [[nodiscard]] QWidget *columnOf(Part part) const;
    [[nodiscard]] bool isInMiddle(const QWidget *column) const;
    [[nodiscard]] Part partIn(bool fitsSide) const;
    void place(QWidget *column, int at, int width, bool inMiddle);

    Parts m_parts;
    QWidget *m_screen;
    QWidget *m_sideRule, *m_factsRule;
    QHBoxLayout *m_columns = nullptr;
    std::function<Content()> m_content;
    std::optional<bool> m_factsRequested;
    std::optional<Part> m_part; ///< that the user chose
};

} // namespace fabricscope::widgets
