// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/link/Session.h"
#include "remote/loop/Asio.h"
#include "remote/openssh/MuxChannel.h"

#include <tl/expected.hpp>

#include <atomic>
#include <deque>
#include <filesystem>
#include <map>

namespace fabricscope::remote {

/// A session of a running `ssh` (its ControlMaster), used through its control socket. All functions are for
/// the io thread, except isConnected().
class MuxSession final : public Session, public std::enable_shared_from_this<MuxSession> {
public:
    struct Options {
        std::string name;             ///< for messages: user@host
        std::string description;      ///< shown to the user: "OpenSSH: why"
        std::filesystem::path socket; ///< of the `ssh`
        /// Must live as long as the session: this program's `ssh`. Empty: the user's.
        std::shared_ptr<void> below;
        /// Finds out why the session ended, and calls back with it, once.
        std::function<void(std::function<void(Failure)>)> findLossReason;
    };
    explicit MuxSession(std::shared_ptr<Loop> loop);
    ~MuxSession() override;

    /// Connects and asks for proxy mode; `ready` is called once, unless the session is dropped before. False,
    /// and `ready` is never called, if nothing listens there.
    [[nodiscard]] bool connect(const std::filesystem::path &socket,
                               std::function<void(tl::expected<void, Failure>)> ready);
    void setOptions(Options options) { m_options = std::move(options); }
    [[nodiscard]] const std::string &description() const { return m_options.description; }

    [[nodiscard]] const std::filesystem::path &controlSocket() const { return m_options.socket; }

    void begin() override { m_begun = true; }
    [[nodiscard]] bool isConnected() const { return m_connected; }
    [[nodiscard]] bool isUsable() const override { return m_connected && !m_exhausted; }
    void onClosed(std::function<void()> callback) override { m_closed = std::move(callback); }
    [[nodiscard]] std::shared_ptr<SessionTransport> makeTransport() override;
    void shutDown() override;

    void add(const std::shared_ptr<MuxChannel> &channel);
    void send(const WireWriter &message);
    [[nodiscard]] bool hasRoom() const; ///< for more output
    void channelEnded() { schedule(); }
    /// Counts external holders of the session: it stays open while there is one. From any thread.
    void hold() { ++m_holders; }
    void release();
    void disconnect();
    void onLost(std::function<void(const Failure &)> callback);

private:
    enum class State { Connecting, AwaitingProxy, Open };

    void waitForInput();
    void read();
    [[nodiscard]] bool handle(std::string_view message);
    [[nodiscard]] bool handlePacket(std::string_view message);
    [[nodiscard]] bool handleGreeting(std::string_view message);
    void openFailed(const std::shared_ptr<MuxChannel> &channel, const std::string &why);
    void flush();
    void schedule(); ///< serves the channels soon
    void serve();
    [[nodiscard]] std::size_t commands() const;
    void lose();
    void broken(const std::string &what);
    void close(const Failure &reason, bool isLoss);

    std::shared_ptr<Loop> m_loop;
    Options m_options;
    asio::posix::stream_descriptor m_socket;
    State m_state = State::Connecting;
    std::function<void(tl::expected<void, Failure>)> m_ready;
    std::string m_in, m_out;
    bool m_writing = false, m_servePosted = false;
    bool m_begun = false; // until then it is not ended for having no holder

    std::map<std::uint32_t, std::shared_ptr<MuxChannel>> m_channels; // open, by our numbers
    std::deque<std::shared_ptr<MuxChannel>> m_waiting;
    std::uint32_t m_nextId = 0;
    std::size_t m_maxChannels; // lowered where the server refuses one, raised again as commands end
    int m_refusals = 0;        // in a row, while no command ran here
    bool m_exhausted = false;
    Timer m_reopenTimer;

    std::atomic<bool> m_connected = false;
    std::atomic<int> m_holders = 0;
    std::vector<std::function<void(const Failure &)>> m_lost;
    std::optional<Failure> m_lostBy;
    std::function<void()> m_closed;
};

} // namespace fabricscope::remote
