// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/Mailbox.h"

#include <algorithm>

namespace fabricscope::app::bridge {

namespace {

void abandonQuestion(const Delivery &delivery) {
    if (const auto *question = std::get_if<std::shared_ptr<Question>>(&delivery.event))
        (*question)->abandon();
}

bool isLogLine(const Delivery &delivery) {
    return std::holds_alternative<LogLine>(delivery.event);
}

} // namespace

bool Mailbox::replaceOlder(Delivery &delivery) {
    if (!std::holds_alternative<Snapshot>(delivery.event) &&
        !std::holds_alternative<Progress>(delivery.event) &&
        !std::holds_alternative<BenchRunning>(delivery.event))
        return false;
    const auto older = std::find_if(m_waiting.begin(), m_waiting.end(), [&](const Delivery &waiting) {
        return waiting.host == delivery.host && waiting.generation == delivery.generation &&
               waiting.event.index() == delivery.event.index();
    });
    if (older == m_waiting.end())
        return false;
    older->event = std::move(delivery.event);
    return true;
}

void Mailbox::post(Delivery delivery) {
    bool ring = false;
    {
        const std::lock_guard lock(m_mutex);
        if (m_closed) {
            abandonQuestion(delivery);
            return;
        }
        if (const auto *question = std::get_if<std::shared_ptr<Question>>(&delivery.event)) {
            std::erase_if(m_questions, [](const auto &known) { return known.expired(); });
            m_questions.push_back(*question);
        }
        ring = m_waiting.empty();
        if (replaceOlder(delivery))
            return;
        if (isLogLine(delivery) && ++m_logLines > kLogLines) {
            m_waiting.erase(std::find_if(m_waiting.begin(), m_waiting.end(), isLogLine));
            --m_logLines;
        }
        m_waiting.push_back(std::move(delivery));
    }
    if (ring)
        m_bell();
}

std::vector<Delivery> Mailbox::take() {
    const std::lock_guard lock(m_mutex);
    std::vector<Delivery> taken(std::make_move_iterator(m_waiting.begin()),
                                std::make_move_iterator(m_waiting.end()));
    m_waiting.clear();
    m_logLines = 0;
    return taken;
}

std::optional<Delivery> Mailbox::takeOne() {
    const std::lock_guard lock(m_mutex);
    if (m_waiting.empty())
        return std::nullopt;
    std::optional<Delivery> taken(std::move(m_waiting.front()));
    m_waiting.pop_front();
    m_logLines -= isLogLine(*taken) ? 1 : 0;
    return taken;
}

void Mailbox::close() {
    const std::lock_guard lock(m_mutex);
    m_closed = true;
    for (const auto &known : m_questions)
        if (const auto question = known.lock())
            question->abandon();
    m_questions.clear();
    m_waiting.clear();
    m_logLines = 0;
}

} // namespace fabricscope::app::bridge
