// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/process/ChildProcess.h"
#include "remote/process/RunningCommand.h"

#include <atomic>
#include <mutex>

namespace fabricscope::remote {

/// A command line run by /bin/sh on this machine. Closing it ends its whole process group: with TERM at
/// first, with KILL soon after.
class LocalProcess final : public RunningCommand, public Closable {
public:
    LocalProcess(std::shared_ptr<Loop> loop, Command command, Sink sink);

    void begin(); ///< on the io thread
    void shutDown() override;

private:
    void inputChanged() override;
    void resumed() override;
    void sendSignal(const std::string &name) override;
    void end() override;

    struct Source {
        Stream stream;
        asio::posix::stream_descriptor descriptor;
        bool waiting = false;
    };
    void waitFor(Source &source);
    /// Delivers available data, within a limit; false if the consumer paused before that.
    bool read(Source &source);
    void feed();
    void finishWhenDrained();
    std::shared_ptr<LocalProcess> self();

    Source m_out, m_err;
    asio::posix::stream_descriptor m_in;
    bool m_feeding = false;
    std::shared_ptr<ChildProcess> m_child;
    std::optional<Exit> m_exit;
    Timer m_kill;
};

/// This machine behind the same interface as a session.
class LocalTransport final : public Transport,
                             public Closable,
                             public std::enable_shared_from_this<LocalTransport> {
public:
    explicit LocalTransport(std::shared_ptr<Loop> loop) : m_loop(std::move(loop)) {}

    std::shared_ptr<Process> start(Command command, Sink sink) override;
    void disconnect() override;
    [[nodiscard]] bool isConnected() const override { return m_connected; }
    void onLost(std::function<void(const Failure &)>) override {} // this machine is not lost
    void shutDown() override { m_connected = false; }

private:
    std::shared_ptr<Loop> m_loop;
    std::atomic<bool> m_connected = true;
    std::vector<std::weak_ptr<LocalProcess>> m_processes; // io thread
};

} // namespace fabricscope::remote
