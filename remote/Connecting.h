// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/ConnectAttempt.h"
#include "remote/Handshake.h"
#include "remote/Link.h"
#include "remote/Permits.h"

namespace fabricscope::remote {

/// A span of time that can be stopped for a while and goes on afterwards. Used on the io thread.
class Countdown {
public:
    explicit Countdown(Loop &loop) : m_timer(loop) {}
    void set(std::chrono::milliseconds left, std::function<void()> over);
    void run();
    void hold();
    [[nodiscard]] std::chrono::milliseconds left() const { return m_left; }

private:
    Timer m_timer;
    std::chrono::milliseconds m_left{0};
    std::chrono::steady_clock::time_point m_since;
    std::function<void()> m_over;
    bool m_running = false;
};

/// The way to one session: name, link, key exchange, login; for all attempts that want the same. The first of
/// them leads: it is its person who is asked. Used on the io thread, except the handshake itself.
class Connecting : public std::enable_shared_from_this<Connecting> {
public:
    Connecting(std::shared_ptr<Hub> hub, HostConfig config);
    ~Connecting();

    void add(const std::shared_ptr<ConnectAttempt> &attempt);
    void leave(const std::shared_ptr<ConnectAttempt> &attempt);
    /// Whether this waits, over however many jumps, for that one.
    [[nodiscard]] bool waitsFor(const Connecting *other) const;

private:
    void begin();
    void enter(Stage stage);
    void openLink();
    void throughJump();
    void byTcp();
    void connectTo(std::vector<SocketAddress> addresses);
    void waitForPlace(const std::string &address, std::function<void()> go);
    void linked(Link link);
    void waitForBanner();
    void bannerIsThere();
    void shakeHands();
    void shaken(tl::expected<SshHandle, HandshakeFailure> result);
    void established(SshHandle session);
    void retryOrFail(Failure failure);
    void personBegins();
    void personEnds();

    void fail(Failure failure);
    void abandon();
    std::function<void()> guarded(void (Connecting::*step)());
    [[nodiscard]] std::shared_ptr<HandshakeContext> makeContext();

    std::weak_ptr<Hub> m_hub;
    std::shared_ptr<Loop> m_loop;
    const HostConfig m_config;
    const std::string m_key;
    std::vector<std::shared_ptr<ConnectAttempt>> m_waiters; // the first leads
    unsigned m_run = 0; // what belongs to an earlier run is not heard any more
    Stage m_stage = Stage::Resolve;

    Countdown m_countdown;
    Timer m_prompt, m_pause;
    int m_retries = 0;
    std::shared_ptr<ConnectAttempt> m_jump;
    std::shared_ptr<TcpConnect> m_tcp;
    Permits::Permit m_place, m_permit;
    Link m_link;
    asio::posix::stream_descriptor m_socket; // duplicate of the link's, ours to wait on and to shut down
    std::shared_ptr<std::atomic<bool>> m_cancelled;
};

} // namespace fabricscope::remote
