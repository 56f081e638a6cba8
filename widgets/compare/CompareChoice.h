// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/compare/CompareSide.h"

#include <memory>
#include <vector>

namespace fabricscope::widgets {

/// The captures that can be compared, and which two of them are.
class CompareChoice {
public:
    /// Those without a topology are ignored. The two stay if the user chose them and they still exist.
    /// Returns whether one of the two is another topology now.
    bool setSides(std::vector<CompareSide> sides);
    /// The host shown on other screens: it is one of the two, until the user chooses. Returns whether the two
    /// are others now.
    bool setShown(quint64 id);
    void choose(quint64 before, quint64 after); ///< by the user

    [[nodiscard]] const std::vector<CompareSide> &sides() const { return m_sides; }
    [[nodiscard]] quint64 beforeId() const { return m_before; }
    [[nodiscard]] quint64 afterId() const { return m_after; }
    /// nullptr if there is none.
    [[nodiscard]] const CompareSide *before() const { return find(m_before); }
    [[nodiscard]] const CompareSide *after() const { return find(m_after); }

private:
    [[nodiscard]] const CompareSide *find(quint64 id) const;
    [[nodiscard]] std::shared_ptr<const topology::Topology> topologyOf(quint64 id) const;
    void chooseDefaults();

    std::vector<CompareSide> m_sides;
    quint64 m_before = 0, m_after = 0, m_shown = 0;
    bool m_isChosen = false; ///< by the user
};

} // namespace fabricscope::widgets
