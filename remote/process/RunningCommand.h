// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/base/Transport.h"
#include "remote/loop/Loop.h"

#include <deque>
#include <memory>
#include <string>

namespace fabricscope::remote {

/// Common parts of an SSH channel and a local process: switching to the io thread, the sink, the clocks,
/// and the end, which comes exactly once.
class RunningCommand : public Process, public std::enable_shared_from_this<RunningCommand> {
public:
    RunningCommand(std::shared_ptr<Loop> loop, Command command, Sink sink);
    ~RunningCommand() override;

    void write(std::string bytes) final;
    void closeInput() final;
    void pause() final;
    void resume() final;
    void signal(std::string name) final;
    void close() final;

    /// Starts the clocks of the command.
    void startTimers();
    /// Ends it with this reason; on the io thread, not from within the sink. A second reason is ignored.
    void endWith(Failure reason);
    /// Called once when the input's queue ran empty after something was written.
    void onInputDrained(std::function<void()> callback) { m_inputDrained = std::move(callback); }
    [[nodiscard]] std::size_t queuedInput() const { return m_queuedInput; }

protected:
    virtual void inputChanged() = 0; ///< there is more, or it was closed
    virtual void resumed() = 0;
    virtual void sendSignal(const std::string &name) = 0;
    virtual void end() = 0; ///< must lead to finish(), now or soon

    void deliver(Stream stream, std::string_view bytes);
    /// Calls the sink's `finished`, with the reason given to endWith() if there was one.
    void finish(Exit exit);
    void fail(FailureKind kind, std::string what) {
        finish({{}, {}, Failure{kind, Stage::Command, std::move(what), {}}});
    }

    /// The next piece of input, which stays valid until consume(); empty when there is none now.
    [[nodiscard]] std::string_view nextInput() const;
    void consume(std::size_t bytes);
    void dropInput(); ///< it is no longer read
    [[nodiscard]] bool inputDone() const { return m_inputClosed && m_input.empty(); }

    [[nodiscard]] bool isPaused() const { return m_paused; }
    [[nodiscard]] bool isEnding() const { return m_reason.has_value(); }
    [[nodiscard]] bool isFinished() const { return m_finished; }
    [[nodiscard]] const std::string &line() const { return m_command.line; }
    [[nodiscard]] Loop &loop() const { return *m_loop; }
    [[nodiscard]] const std::shared_ptr<Loop> &sharedLoop() const { return m_loop; }

private:
    void watchSilence();
    void onIo(std::function<void(RunningCommand &)> work);

    std::shared_ptr<Loop> m_loop; // first: outlives the timers
    Command m_command;
    Sink m_sink;
    std::deque<std::string> m_input; // wiped piece by piece: may hold a password
    std::size_t m_inputOffset = 0;
    std::size_t m_queuedInput = 0;
    bool m_inputClosed = false;
    bool m_inputDropped = false;
    bool m_paused = false;
    bool m_closing = false; // by close(): nothing more is delivered
    bool m_finished = false;
    std::optional<Failure> m_reason;
    std::function<void()> m_inputDrained;
    Timer m_deadline;
    Timer m_silence;
    std::chrono::steady_clock::time_point m_lastOutput;
};

} // namespace fabricscope::remote
