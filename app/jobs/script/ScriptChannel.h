// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/script/KeptShell.h"
#include "app/jobs/script/ScriptShell.h"
#include "remote/Client.h"
#include "remote/base/Secret.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace fabricscope::app {

/// Runs one script in a POSIX shell on a host: sends it when the shell is ready, and each password once, when
/// sudo asks for one.
class ScriptChannel : public std::enable_shared_from_this<ScriptChannel> {
public:
    /// All are called on the client's io thread.
    struct Events {
        std::function<void()> ready;                                ///< the script is on its way
        std::function<void(remote::Stream, std::string_view)> data; ///< without what came before `ready` on
                                                                    ///< standard output
        std::function<void()> passwordRefused;                      ///< sudo asks again: answer() is awaited
        std::function<void(const remote::Exit &)> finished;         ///< exactly once, last
    };

    /// The client must outlive the use of it.
    ScriptChannel(remote::Client &client, ScriptShell shell, const std::string &script);
    /// Call before start(); the callbacks are released when the script has finished.
    void setEvents(Events events) { m_events = std::move(events); }
    /// For ShellUser::SudoPassword, before start().
    void setPassword(remote::Secret password) { m_password = std::move(password); }
    /// More of the script, for sendRest(); before start().
    void setRest(std::string rest) { m_rest = std::move(rest); }
    /// Time limit for everything except waiting for an answer; call before start().
    void setLimit(std::chrono::milliseconds limit) { m_limit = limit; }
    /// In the kept shell, if there is one and the script's user is the login's.
    void start(const std::shared_ptr<remote::Transport> &transport,
               std::shared_ptr<KeptShell> kept = nullptr);

    // From any thread.
    /// Call once; until then the shell waits for more.
    void sendRest();
    /// The next password for sudo; an empty one gives up.
    void answer(const remote::Secret &password);
    void pause();
    void resume();
    void close();

    /// The output received instead of the line that reports that the shell is ready.
    [[nodiscard]] const std::string &front() const { return m_shell.front(); }
    /// Standard error for display, without the prompts that we had sudo print.
    [[nodiscard]] std::string withoutPrompts(std::string text) const;

private:
    void begin();
    void run(remote::Command command);
    void receivedOut(std::string_view bytes);
    void receivedErr(std::string_view bytes);
    void ended(const remote::Exit &exit);
    void nudge();
    void watch();
    void stopTimers();
    [[nodiscard]] std::shared_ptr<remote::Process> process() const;
    void send(remote::Process &process, const remote::Secret &password);
    [[nodiscard]] remote::Secret passwordFor(ScriptShell::Prompt prompt);

    remote::Client &m_client;
    ScriptShell m_shell;
    std::string m_script;
    std::string m_rest; ///< empty: there is none, or it was sent
    std::string m_line;
    Events m_events;
    remote::Secret m_password;
    remote::Secret m_sent; ///< the last one, until sudo is known to want it no more
    std::optional<std::chrono::milliseconds> m_limit;
    std::shared_ptr<remote::Transport> m_transport;
    std::shared_ptr<KeptShell> m_kept; ///< until the script was started
    mutable std::mutex m_mutex;        ///< guards the two below
    std::shared_ptr<remote::Process> m_process;
    bool m_isClosed = false;
    // Used on the io thread only.
    std::function<void()> m_stopNudge, m_stopWatch;
    ScriptShell::Prompt m_prompt = ScriptShell::Prompt::First; ///< the last one
    bool m_wasAccepted = false; ///< a password, which sudo then asked for once more
    int m_nudges = 0;
    bool m_isStarved = false; ///< the start-up files read to the end of the input
    bool m_isLate = false;    ///< m_limit is over
};

} // namespace fabricscope::app
