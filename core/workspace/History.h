// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace fabricscope::workspace {

/// A value that a person changes, with its previous values: undo is a step back among them. Remote actions
/// are never in here.
template<class Value> class History {
public:
    /// More steps than anybody goes back; the oldest are forgotten.
    static constexpr std::size_t kMostSteps = 200;

    explicit History(Value first = {}) { m_values.push_back(std::move(first)); }

    [[nodiscard]] const Value &current() const { return m_values[m_at]; }
    /// What was undone before is given up.
    void change(Value value) {
        m_values.resize(m_at + 1);
        m_values.push_back(std::move(value));
        if (m_values.size() > kMostSteps + 1)
            m_values.erase(m_values.begin());
        m_at = m_values.size() - 1;
    }
    [[nodiscard]] bool canUndo() const { return m_at > 0; }
    [[nodiscard]] bool canRedo() const { return m_at + 1 < m_values.size(); }
    bool undo() { return canUndo() ? --m_at, true : false; }
    bool redo() { return canRedo() ? ++m_at, true : false; }

private:
    std::vector<Value> m_values;
    std::size_t m_at = 0;
};

} // namespace fabricscope::workspace
