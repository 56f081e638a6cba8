// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace fabricscope::workspace {

/// What a value takes in memory, roughly, in bytes. A type that owns more memory has its own overload.
template<class Value> [[nodiscard]] std::size_t bytesOf(const Value &) {
    return sizeof(Value);
}

/// A value that the user changes, with its previous values for undo. Remote actions
/// are never included.
template<class Value> class History {
public:
    /// More steps than anyone undoes, and the memory that they may use together. Beyond either the
    /// oldest are dropped; at least one step back always remains.
    static constexpr std::size_t kMaxSteps = 200;
    static constexpr std::size_t kMaxBytes = std::size_t{16} << 20;

    explicit History(Value first = {}, std::size_t maxBytes = kMaxBytes) : m_maxBytes(maxBytes) {
        m_steps.push_back({std::move(first), {}, 0});
        m_steps.back().bytes = bytesOf(m_steps.back().value);
    }

    [[nodiscard]] const Value &current() const { return m_steps[m_at].value; }
    /// Discards what was undone before. `what` names the step in menus: "Rename gpu-07".
    void change(Value value, std::string what = {}) {
        m_steps.erase(m_steps.begin() + static_cast<std::ptrdiff_t>(m_at) + 1, m_steps.end());
        const std::size_t bytes = bytesOf(value);
        m_steps.push_back({std::move(value), std::move(what), bytes});
        std::size_t from = m_steps.size() - 1, kept = bytes;
        while (from > 0 && m_steps.size() - from <= kMaxSteps &&
               (from + 1 == m_steps.size() || kept + m_steps[from - 1].bytes <= m_maxBytes))
            kept += m_steps[--from].bytes;
        m_steps.erase(m_steps.begin(), m_steps.begin() + static_cast<std::ptrdiff_t>(from));
        m_at = m_steps.size() - 1;
    }
    /// Changes every value of the history, too, without a step: for events that are
    /// not undoable, such as a new host.
    template<class Change> void amend(Change &&change) {
        for (Step &step : m_steps) {
            change(step.value);
            step.bytes = bytesOf(step.value);
        }
    }
    /// The value that undo() or redo() would restore; nullptr if they can do nothing.
    [[nodiscard]] const Value *previous() const { return canUndo() ? &m_steps[m_at - 1].value : nullptr; }
    [[nodiscard]] const Value *next() const { return canRedo() ? &m_steps[m_at + 1].value : nullptr; }
    [[nodiscard]] bool canUndo() const { return m_at > 0; }
    [[nodiscard]] bool canRedo() const { return m_at + 1 < m_steps.size(); }
    bool undo() { return canUndo() ? --m_at, true : false; }
    bool redo() { return canRedo() ? ++m_at, true : false; }
    /// What undo() and redo() would take back and do again; empty where they can do nothing.
    [[nodiscard]] std::string undoName() const { return canUndo() ? m_steps[m_at].what : std::string(); }
    [[nodiscard]] std::string redoName() const { return canRedo() ? m_steps[m_at + 1].what : std::string(); }

private:
    struct Step {
        Value value;
        std::string what; ///< the change that led to this value
        std::size_t bytes = 0;
    };
    std::vector<Step> m_steps;
    std::size_t m_at = 0;
    std::size_t m_maxBytes;
};

} // namespace fabricscope::workspace
