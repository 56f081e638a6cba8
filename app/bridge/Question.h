// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/Client.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace fabricscope::app::bridge {

/// "sudo on this host wants a password."
struct SudoQuestion {
    std::string host;
    enum class Purpose { Read, Copy } purpose = Purpose::Read; ///< why root is needed
    int attempt = 1;                                           ///< above 1: sudo refused the one before
};

using Ask = std::variant<remote::HostKeyQuestion, remote::AuthQuestion, SudoQuestion>;
using Answer = std::variant<remote::HostKeyAnswer, std::vector<std::string>>;

/// A question that only the user can answer. Asked on a worker thread, which waits; answered or abandoned on
/// the GUI thread. Every wait ends: abandon() is called when the window closes or the attempt is cancelled.
class Question {
public:
    explicit Question(Ask ask) : m_ask(std::move(ask)) {}

    [[nodiscard]] const Ask &ask() const { return m_ask; }

    /// Only the first answer counts. Returns false if it is too late: already answered or abandoned.
    bool answer(Answer answer);
    void abandon();
    [[nodiscard]] bool isOpen() const;

    /// Blocks. std::nullopt: abandoned.
    [[nodiscard]] std::optional<Answer> wait();
    /// The same, but returns once `cancelled`, which is polled a few times a second, returns true.
    [[nodiscard]] std::optional<Answer> wait(const std::function<bool()> &cancelled);

private:
    const Ask m_ask;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::optional<Answer> m_answer;
    bool m_closed = false;
};

} // namespace fabricscope::app::bridge
