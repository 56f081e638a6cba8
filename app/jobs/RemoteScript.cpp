// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/RemoteScript.h"

#include "app/jobs/ContainerShell.h"
#include "core/base/Text.h"
#include "remote/Secret.h"

#include <fmt/format.h>

#include <mutex>
#include <thread>

namespace fabricscope::app {

namespace {

using remote::Failure;
using remote::FailureKind;

constexpr std::chrono::milliseconds kDeadline{120000};
constexpr std::size_t kMostErrorText = 4096;
constexpr const char *kPasswordMark = "[fabricscope sudo]";
/// The script is sent when this came: sudo would take its lines for further passwords, and lock the account.
constexpr const char *kAcceptedMark = "[fabricscope sudo took it]";

Failure commandFailure(std::string what, std::string hint) {
    return {FailureKind::CommandFailed, remote::Stage::Command, std::move(what), std::move(hint)};
}

class Run final : public RemoteScript, public std::enable_shared_from_this<Run> {
public:
    Run(remote::Client &client, HostWay way, ScriptRights rights, std::string script, std::string mark,
        Done done)
        : m_client(client)
        , m_way(std::move(way))
        , m_rights(std::move(rights))
        , m_script(std::move(script))
        , m_mark(std::move(mark))
        , m_done(std::move(done)) {}

    void begin() {
        m_target = m_way.endpoint.target;
        auto attempt =
            openShell(m_client, m_way, [self = shared_from_this()](tl::expected<HostShell, Failure> shell) {
                if (shell)
                    self->connected(std::move(*shell));
                else
                    self->finish(tl::unexpected(shell.error()));
            });
        const std::scoped_lock lock(m_mutex);
        m_attempt = std::move(attempt);
    }

    void cancel() override {
        std::shared_ptr<remote::Attempt> attempt;
        std::shared_ptr<remote::Process> process;
        {
            const std::scoped_lock lock(m_mutex);
            m_cancelled = true;
            attempt = m_attempt;
            process = m_process;
        }
        if (attempt)
            attempt->cancel();
        if (process)
            process->close();
    }

private:
    // On the io thread, but for begin(), cancel() and the thread that asks for the password.

    void connected(HostShell shell) {
        m_transport = std::move(shell.transport);
        m_container = std::move(shell.container);
        start({});
    }

    void start(std::string password) {
        remote::Command command;
        command.deadline = kDeadline;
        if (m_container)
            command.line = containerShell(*m_container, m_rights.sudo);
        else if (!m_rights.sudo)
            command.line = "exec /bin/sh -s";
        else if (password.empty())
            command.line = "exec sudo -n /bin/sh -s";
        else
            command.line =
                fmt::format("exec sudo -k -S -p '{}' /bin/sh -c 'echo \"{}\" >&2; exec /bin/sh -s'",
                            kPasswordMark, kAcceptedMark);
        m_typed = !password.empty();
        command.keepInputOpen = m_typed;
        if (m_typed)
            m_password = password + "\n"; // not before sudo asks: a shell would read it
        else
            command.input = m_script;
        remote::wipe(password);
        m_result = {};
        remote::Sink sink;
        sink.data = [self = shared_from_this()](remote::Stream stream, std::string_view bytes) {
            self->received(stream, bytes);
        };
        sink.finished = [self = shared_from_this()](const remote::Exit &exit) {
            self->ended(exit);
        };
        auto process = m_transport->start(std::move(command), std::move(sink));
        bool cancelled = false;
        {
            const std::scoped_lock lock(m_mutex);
            m_process = process;
            cancelled = m_cancelled;
        }
        if (cancelled)
            process->close();
    }

    void received(remote::Stream stream, std::string_view bytes) {
        std::string &text = stream == remote::Stream::Out ? m_result.out : m_result.err;
        const std::size_t most = stream == remote::Stream::Out ? kMostScriptOutput : kMostErrorText;
        text += bytes.substr(0, most - std::min(most, text.size()));
        if (stream == remote::Stream::Err && m_typed)
            answerSudo(text);
    }

    /// The password once; then the script, or, asked again, the end of the input.
    void answerSudo(const std::string &said) {
        std::shared_ptr<remote::Process> process;
        {
            const std::scoped_lock lock(m_mutex);
            process = m_process;
        }
        if (!process)
            return;
        const auto asked = said.find(kPasswordMark);
        if (!m_password.empty() && asked != std::string::npos) {
            process->write(m_password);
            remote::wipe(m_password);
            m_password.clear();
        }
        const bool isAccepted = said.find(kAcceptedMark) != std::string::npos;
        const bool isAskedAgain =
            asked != std::string::npos && said.find(kPasswordMark, asked + 1) != std::string::npos;
        if (!isAccepted && !isAskedAgain)
            return;
        m_typed = false;
        if (isAccepted)
            process->write(m_script);
        process->closeInput();
    }

    void ended(const remote::Exit &exit) {
        {
            const std::scoped_lock lock(m_mutex);
            m_process.reset();
        }
        m_result.exit = exit;
        if (m_result.out.find(m_mark) != std::string::npos) {
            finish(exit.failure ? tl::expected<ScriptResult, Failure>(tl::unexpected(*exit.failure))
                                : std::move(m_result));
            return;
        }
        const std::string said = sanitized(trimmed(m_result.err.empty() ? m_result.out : m_result.err), 1000);
        if (exit.failure)
            finish(tl::unexpected(*exit.failure));
        else if (m_container)
            refusedByContainer(said);
        else if (m_rights.sudo && !m_asked && m_rights.password)
            askPassword(said);
        else if (m_rights.sudo)
            finish(tl::unexpected(commandFailure("sudo was refused", said)));
        else
            finish(tl::unexpected(commandFailure("the host did not run /bin/sh -s", said)));
    }

    void refusedByContainer(const std::string &said) {
        const Error error = workspace::containerTrouble(*m_container, m_result.exit.status, said);
        finish(tl::unexpected(commandFailure(error.what, error.hint)));
    }

    /// A person takes minutes: the io thread cannot wait for that.
    void askPassword(const std::string &said) {
        m_asked = true;
        std::thread([self = shared_from_this(), said] {
            auto password = self->m_rights.password(self->m_target);
            self->m_client.post([self, said, password = std::move(password)]() mutable {
                if (password && !password->empty())
                    self->start(std::move(*password));
                else
                    self->finish(tl::unexpected(commandFailure("sudo was refused", said)));
            });
        }).detach();
    }

    void finish(tl::expected<ScriptResult, Failure> result) {
        const Done done = std::exchange(m_done, {});
        {
            const std::scoped_lock lock(m_mutex);
            m_attempt.reset();
        }
        m_transport.reset();
        remote::wipe(m_password);
        if (done)
            done(std::move(result));
    }

    remote::Client &m_client;
    HostWay m_way;
    ScriptRights m_rights;
    std::string m_script, m_mark, m_target;
    Done m_done;
    std::optional<workspace::Container> m_container;
    std::shared_ptr<remote::Transport> m_transport;
    ScriptResult m_result;
    std::string m_password; ///< wiped when it is sent
    bool m_asked = false;   ///< a person, for the password
    bool m_typed = false;   ///< sudo waits for it, or for the script behind it

    std::mutex m_mutex; ///< of what cancel() needs
    std::shared_ptr<remote::Attempt> m_attempt;
    std::shared_ptr<remote::Process> m_process;
    bool m_cancelled = false;
};

} // namespace

std::shared_ptr<RemoteScript> RemoteScript::run(remote::Client &client, HostWay way, ScriptRights rights,
                                                std::string script, std::string mark, Done done) {
    auto run = std::make_shared<Run>(client, std::move(way), std::move(rights), std::move(script),
                                     std::move(mark), std::move(done));
    run->begin();
    return run;
}

std::string RemoteScript::shownCommand(const std::string &target, const ScriptRights &rights) {
    const auto parsed = workspace::parseCollectTarget(target);
    if (parsed && parsed->container)
        return fmt::format("{}: {}", sanitized(parsed->host, 256), shownShell(*parsed->container));
    return fmt::format("{}: {}/bin/sh -s", sanitized(target, 256), rights.sudo ? "sudo " : "");
}

} // namespace fabricscope::app
