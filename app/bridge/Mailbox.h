// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/Question.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <vector>

namespace fabricscope::app::bridge {

/// Where a value comes from: `id` is what it is about, such as a host or a run; `generation` counts the jobs
/// of it. A receiver drops what an earlier job still sends.
struct Origin {
    std::uint64_t id = 0;
    std::uint64_t generation = 0;
    [[nodiscard]] bool operator==(const Origin &) const = default;
};

/// Which of a channel's waiting values are kept.
struct Keep {
    std::size_t most =
        std::numeric_limits<std::size_t>::max(); ///< at least 1; beyond it the oldest is dropped
    bool isNewest = false; ///< only the newest of each origin, in the place of the older one

    [[nodiscard]] static Keep newest() { return {.isNewest = true}; }
    [[nodiscard]] static Keep last(std::size_t most) { return {.most = most}; }
};

/// A channel as the mailbox sees it.
struct ChannelState {
    explicit ChannelState(Keep kept) : keep(kept) {}
    const Keep keep;
    std::size_t waiting = 0; ///< number of its values in the mailbox, which guards it
};

/// One value on its way to the GUI thread. Made by Sender (Channel.h).
class Letter {
public:
    Letter(std::shared_ptr<ChannelState> channel, Origin from, std::shared_ptr<Question> question)
        : m_channel(std::move(channel)), m_from(from), m_question(std::move(question)) {}
    virtual ~Letter() = default;
    Letter(const Letter &) = delete;
    Letter &operator=(const Letter &) = delete;

    /// Gives the value to the receiver of its channel. On the GUI thread, once.
    virtual void deliver() = 0;
    [[nodiscard]] ChannelState &channel() const { return *m_channel; }
    [[nodiscard]] const Origin &from() const { return m_from; }
    /// The value if it is a question, for which a thread waits; else nullptr.
    [[nodiscard]] const std::shared_ptr<Question> &question() const { return m_question; }

private:
    std::shared_ptr<ChannelState> m_channel;
    Origin m_from;
    std::shared_ptr<Question> m_question;
};

/// Where worker threads leave values of all channels for the GUI thread, in one order. It knows none of their
/// types; what waits is bounded by each channel's Keep.
class Mailbox {
public:
    /// `bell` is rung from any thread when the box was empty and no longer is.
    explicit Mailbox(std::function<void()> bell) : m_bell(std::move(bell)) {}

    void post(std::unique_ptr<Letter> letter);
    /// The first of the waiting values, in order of arrival; nullptr if there are none.
    [[nodiscard]] std::unique_ptr<Letter> takeOne();
    /// From now on posts are dropped and their questions abandoned, as are all earlier questions that are
    /// still open, wherever they are now: a thread is waiting for each of them.
    void close();

private:
    std::function<void()> m_bell;
    std::mutex m_mutex;
    std::deque<std::unique_ptr<Letter>> m_waiting;
    std::vector<std::weak_ptr<Question>> m_questions; ///< all received questions that may still be open
    bool m_closed = false;
};

} // namespace fabricscope::app::bridge
