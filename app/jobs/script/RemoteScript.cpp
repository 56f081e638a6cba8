// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/script/RemoteScript.h"

#include "app/jobs/script/ContainerShell.h"
#include "app/jobs/script/ScriptChannel.h"
#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <fmt/format.h>

#include <atomic>
#include <mutex>

namespace fabricscope::app {

namespace {

using remote::Failure;
using remote::FailureKind;

constexpr std::chrono::milliseconds kDeadline{120000}; // without the time that the user takes
constexpr std::size_t kMaxErrorText = 4096;
Failure commandFailure(std::string what, std::string hint) {
    return {FailureKind::CommandFailed, remote::Stage::Command, std::move(what), std::move(hint)};
}

Failure cancelledFailure() {
    return {FailureKind::Cancelled, remote::Stage::Command, "cancelled", {}};
}

class Run final : public RemoteScript, public std::enable_shared_from_this<Run> {
public:
    Run(remote::Client &client, HostEndpoint hostEndpoint, ScriptRights rights, std::string script,
        std::string mark, Done done)
        : m_client(client)
        , m_hostEndpoint(std::move(hostEndpoint))
        , m_rights(std::move(rights))
        , m_script(std::move(script))
        , m_mark(std::move(mark))
        , m_done(std::move(done)) {}

    void begin() {
        m_target = m_hostEndpoint.endpoint.target;
        auto attempt = openShell(m_client, m_hostEndpoint,
                                 [self = shared_from_this()](tl::expected<HostShell, Failure> shell) {
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
        std::shared_ptr<ScriptChannel> channel;
        {
            const std::scoped_lock lock(m_mutex);
            m_cancelled = true;
            attempt = m_attempt;
            channel = m_channel;
        }
        if (attempt)
            attempt->cancel();
        if (channel)
            channel->close();
    }

private:
    // All of it runs on the io thread, except begin(), cancel() and the thread that asks for the password.

    void connected(HostShell shell) {
        m_transport = std::move(shell.transport);
        m_kept = std::move(shell.kept);
        m_container = std::move(shell.container);
        start(m_rights.sudo && !m_container ? ShellUser::Sudo : ShellUser::Login);
    }

    void start(ShellUser user, remote::Secret password = {}) {
        ScriptShell shell(scriptNonce(), user);
        if (m_container)
            shell.enter(*m_container, m_rights.sudo);
        auto channel = std::make_shared<ScriptChannel>(m_client, std::move(shell), m_script);
        ScriptChannel::Events events;
        events.data = [self = shared_from_this()](remote::Stream stream, std::string_view bytes) {
            self->received(stream, bytes);
        };
        events.passwordRefused = [self = shared_from_this()] {
            self->askPassword();
        };
        events.finished = [self = shared_from_this()](const remote::Exit &exit) {
            self->ended(exit);
        };
        channel->setEvents(std::move(events));
        channel->setPassword(std::move(password));
        channel->setLimit(kDeadline);
        m_result = {};
        bool cancelled = false;
        {
            const std::scoped_lock lock(m_mutex);
            m_channel = channel;
            cancelled = m_cancelled;
        }
        if (cancelled)
            channel->close();
        channel->start(m_transport, m_kept);
    }

    void received(remote::Stream stream, std::string_view bytes) {
        std::string &text = stream == remote::Stream::Out ? m_result.out : m_result.err;
        const std::size_t most = stream == remote::Stream::Out ? kMaxScriptOutput : kMaxErrorText;
        text += bytes.substr(0, most - std::min(most, text.size()));
    }

    void ended(const remote::Exit &exit) {
        std::shared_ptr<ScriptChannel> channel;
        {
            const std::scoped_lock lock(m_mutex);
            channel = std::exchange(m_channel, nullptr);
        }
        m_result.exit = exit;
        m_result.err = channel->withoutPrompts(m_result.err);
        if (m_result.out.find(m_mark) != std::string::npos) {
            finish(exit.failure ? tl::expected<ScriptResult, Failure>(tl::unexpected(*exit.failure))
                                : std::move(m_result));
            return;
        }
        const std::string out = m_result.out.empty() ? channel->front() : m_result.out;
        const std::string output = HostText(trimmed(m_result.err.empty() ? out : m_result.err)).plain(1000);
        if (m_question) { // sudo did not wait for the answer
            *m_question = true;
            m_refusal = output;
        } else if (exit.failure)
            finish(tl::unexpected(*exit.failure));
        else if (m_container)
            refusedByContainer(output);
        else if (m_rights.sudo)
            refusedBySudo(output);
        else
            finish(tl::unexpected(commandFailure("the host did not run /bin/sh -s", output)));
    }

    void refusedByContainer(const std::string &output) {
        const Error error = workspace::containerError(*m_container, m_result.exit.status, output);
        finish(tl::unexpected(commandFailure(error.what, error.hint)));
    }

    void refusedBySudo(const std::string &output) {
        m_refusal = output;
        if (m_rights.password && m_passwords < kMaxSudoPasswords && !m_gaveUp && !isPasswordUseless(output))
            askPassword();
        else
            finish(tl::unexpected(noRoot()));
    }

    [[nodiscard]] Failure noRoot() const {
        const bool isUnanswered = m_unanswered && !m_unanswered->empty();
        return commandFailure(isUnanswered ? "sudo needs a password: " + *m_unanswered : kSudoRefused,
                              m_refusal);
    }

    /// The user may take minutes, for which the io thread cannot wait.
    void askPassword() {
        if (m_question) // the host sent sudo's prompt, which it can read, once more
            return;
        if (m_passwords >= kMaxSudoPasswords)
            return passwordReceived({});
        const auto over = m_question = std::make_shared<std::atomic<bool>>(false);
        m_unanswered = std::make_shared<std::string>();
        SudoRequest request{m_target, ++m_passwords,
                            [self = shared_from_this(), over] {
                                const std::scoped_lock lock(self->m_mutex);
                                return self->m_cancelled || *over;
                            },
                            [why = m_unanswered](std::string text) {
                                *why = std::move(text);
                            }};
        m_client.runBlocking([self = shared_from_this(), request = std::move(request)] {
            auto password = request.cancelled() ? std::nullopt : self->m_rights.password(request);
            self->m_client.post(
                [self, password = password.value_or(remote::Secret())] { self->passwordReceived(password); });
        });
    }

    void passwordReceived(const remote::Secret &password) {
        const auto question = std::exchange(m_question, nullptr);
        m_gaveUp = !question || *question || password.empty();
        std::shared_ptr<ScriptChannel> channel;
        bool isCancelled = false;
        {
            const std::scoped_lock lock(m_mutex);
            channel = m_channel;
            isCancelled = m_cancelled;
        }
        if (channel) // sudo waits
            channel->answer(m_gaveUp ? remote::Secret() : password);
        else if (!m_gaveUp)
            start(ShellUser::SudoPassword, password);
        else
            finish(tl::unexpected(isCancelled ? cancelledFailure() : noRoot()));
    }

    void finish(tl::expected<ScriptResult, Failure> result) {
        const Done done = std::exchange(m_done, {});
        {
            const std::scoped_lock lock(m_mutex);
            m_attempt.reset();
        }
        m_transport.reset();
        m_kept.reset();
        if (done)
            done(std::move(result));
    }

    remote::Client &m_client;
    HostEndpoint m_hostEndpoint;
    ScriptRights m_rights;
    std::string m_script, m_mark, m_target;
    Done m_done;
    std::optional<workspace::Container> m_container;
    std::shared_ptr<remote::Transport> m_transport;
    std::shared_ptr<KeptShell> m_kept;
    ScriptResult m_result;
    int m_passwords = 0;                       ///< number requested so far
    std::string m_refusal;                     ///< the last message of sudo
    std::shared_ptr<std::string> m_unanswered; ///< set by the callback before passwordReceived() is called
    bool m_gaveUp = false;                     ///< the user gave no password
    /// Set while the user is asked for sudo's password; true: the answer is no longer awaited.
    std::shared_ptr<std::atomic<bool>> m_question;

    std::mutex m_mutex; ///< members used by cancel()
    std::shared_ptr<remote::Attempt> m_attempt;
    std::shared_ptr<ScriptChannel> m_channel;
    bool m_cancelled = false;
};

} // namespace

std::shared_ptr<RemoteScript> RemoteScript::run(remote::Client &client, HostEndpoint hostEndpoint,
                                                ScriptRights rights, std::string script, std::string mark,
                                                Done done) {
    auto run = std::make_shared<Run>(client, std::move(hostEndpoint), std::move(rights), std::move(script),
                                     std::move(mark), std::move(done));
    run->begin();
    return run;
}

std::string RemoteScript::shownCommand(const std::string &target, const ScriptRights &rights) {
    const auto parsed = workspace::parseCollectTarget(target);
    if (parsed && parsed->container)
        return fmt::format("{}: {}", HostText(parsed->host).plain(256), shownShell(*parsed->container));
    return fmt::format("{}: {}/bin/sh -s", HostText(target).plain(256), rights.sudo ? "sudo " : "");
}

} // namespace fabricscope::app
