// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bridge/Mailbox.h"

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace fabricscope::app::bridge {

template<class T> class Channel;

/// The end of a channel for worker threads: copied into their tasks, it may outlive the channel.
template<class T> class Sender {
public:
    void post(Origin from, T value) const;
    void post(T value) const { post({}, std::move(value)); }

private:
    friend class Channel<T>;
    /// Set and called on the GUI thread alone; a call in progress keeps it alive.
    using Receive = std::function<void(Origin, T)>;
    struct State : ChannelState {
        using ChannelState::ChannelState;
        std::shared_ptr<const Receive> receive;
    };
    class ValueLetter;
    Sender(std::shared_ptr<Mailbox> box, std::shared_ptr<State> state)
        : m_box(std::move(box)), m_state(std::move(state)) {}

    std::shared_ptr<Mailbox> m_box;
    std::shared_ptr<State> m_state;
};

/// Brings values of one type to one receiver, and it alone: the receiver owns the channel. Values of channels
/// that share a mailbox arrive in the order in which they were posted. Lives on the GUI thread.
template<class T> class Channel {
public:
    /// `receive` takes a T, or its Origin and the T.
    template<class Receive>
    Channel(std::shared_ptr<Mailbox> box, Receive receive, Keep keep = {})
        : m_sender(std::move(box), std::make_shared<typename Sender<T>::State>(keep)) {
        using Function = typename Sender<T>::Receive;
        if constexpr (std::is_invocable_v<Receive, Origin, T>)
            m_sender.m_state->receive = std::make_shared<const Function>(std::move(receive));
        else
            m_sender.m_state->receive = std::make_shared<const Function>(
                [receive = std::move(receive)](Origin, T value) mutable { receive(std::move(value)); });
    }
    /// Values that arrive later are dropped, their questions abandoned.
    ~Channel() { m_sender.m_state->receive.reset(); }
    Channel(const Channel &) = delete;
    Channel &operator=(const Channel &) = delete;

    [[nodiscard]] const Sender<T> &sender() const { return m_sender; }

private:
    Sender<T> m_sender;
};

template<class T> class Sender<T>::ValueLetter : public Letter {
public:
    ValueLetter(std::shared_ptr<State> state, Origin from, T value)
        : Letter(state, from, questionIn(value)), m_state(std::move(state)), m_value(std::move(value)) {}

    void deliver() override {
        if (const auto receive = m_state->receive)
            (*receive)(from(), std::move(m_value));
        else if (question())
            question()->abandon();
    }

private:
    static std::shared_ptr<Question> questionIn(const T &value) {
        if constexpr (std::is_same_v<T, std::shared_ptr<Question>>)
            return value;
        else
            return nullptr;
    }
    std::shared_ptr<State> m_state;
    T m_value;
};

template<class T> void Sender<T>::post(Origin from, T value) const {
    m_box->post(std::make_unique<ValueLetter>(m_state, from, std::move(value)));
}

} // namespace fabricscope::app::bridge
