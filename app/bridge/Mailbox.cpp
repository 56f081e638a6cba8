// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/Mailbox.h"

#include <algorithm>
#include <utility>

namespace fabricscope::app::bridge {

void Mailbox::post(std::unique_ptr<Letter> letter) {
    std::unique_ptr<Letter> dropped; // may be large: destroyed after the lock is released
    bool ring = false;
    {
        const std::lock_guard lock(m_mutex);
        const auto &question = letter->question();
        if (m_closed) {
            if (question)
                question->abandon();
            return;
        }
        if (question) {
            std::erase_if(m_questions, [](const auto &known) { return known.expired(); });
            m_questions.push_back(question);
        }
        ChannelState &channel = letter->channel();
        const auto firstOf = [&](bool isOfOrigin) {
            return std::find_if(m_waiting.begin(), m_waiting.end(), [&](const auto &waiting) {
                return &waiting->channel() == &channel && (!isOfOrigin || waiting->from() == letter->from());
            });
        };
        if (channel.keep.isNewest && channel.waiting > 0) {
            if (const auto older = firstOf(true); older != m_waiting.end()) {
                dropped = std::exchange(*older, std::move(letter));
                return;
            }
        }
        if (channel.waiting >= channel.keep.most) {
            const auto oldest = firstOf(false);
            dropped = std::move(*oldest);
            m_waiting.erase(oldest);
            --channel.waiting;
        }
        ring = m_waiting.empty();
        ++channel.waiting;
        m_waiting.push_back(std::move(letter));
    }
    if (ring)
        m_bell();
}

std::unique_ptr<Letter> Mailbox::takeOne() {
    const std::lock_guard lock(m_mutex);
    if (m_waiting.empty())
        return nullptr;
    std::unique_ptr<Letter> taken = std::move(m_waiting.front());
    m_waiting.pop_front();
    --taken->channel().waiting;
    return taken;
}

void Mailbox::close() {
    std::deque<std::unique_ptr<Letter>> dropped;
    const std::lock_guard lock(m_mutex);
    m_closed = true;
    for (const auto &known : m_questions)
        if (const auto question = known.lock())
            question->abandon();
    m_questions.clear();
    std::swap(dropped, m_waiting);
}

} // namespace fabricscope::app::bridge
