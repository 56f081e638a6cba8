// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/server/ExecChannel.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>

namespace fabricscope::remote::server {

namespace {

constexpr std::size_t kMaxInput = 1 << 20; ///< buffered for a command that does not read
constexpr std::size_t kChunk = 32768;
constexpr int kRounds = 8; ///< chunks of one stream before the others have their turn

/// The signals that SSH names (RFC 4254, 6.10).
constexpr std::array<std::pair<std::string_view, int>, 13> kSignals{{
    {"ABRT", SIGABRT},
    {"ALRM", SIGALRM},
    {"FPE", SIGFPE},
    {"HUP", SIGHUP},
    {"ILL", SIGILL},
    {"INT", SIGINT},
    {"KILL", SIGKILL},
    {"PIPE", SIGPIPE},
    {"QUIT", SIGQUIT},
    {"SEGV", SIGSEGV},
    {"TERM", SIGTERM},
    {"USR1", SIGUSR1},
    {"USR2", SIGUSR2},
}};

std::string signalName(int number) {
    for (const auto &[name, value] : kSignals)
        if (value == number)
            return std::string(name);
    return "SIG" + std::to_string(number) + "@fabricscope";
}

ExecChannel *self(void *userdata) {
    return static_cast<ExecChannel *>(userdata);
}

} // namespace

ExecChannel::ExecChannel(ssh_session session, ssh_channel channel, SpawnFunction spawn)
    : m_session(session), m_channel(channel), m_spawn(std::move(spawn)) {
    setCallbacks();
}

ExecChannel::~ExecChannel() {
    ssh_remove_channel_callbacks(m_channel, &m_callbacks);
    ssh_channel_free(m_channel);
}

void ExecChannel::setCallbacks() {
    m_callbacks.userdata = this;
    m_callbacks.channel_data_function = [](ssh_session, ssh_channel, void *data, uint32_t size, int isError,
                                           void *user) -> int {
        return isError != 0 ? static_cast<int>(size)
                            : self(user)->takeInput(static_cast<const char *>(data), size);
    };
    m_callbacks.channel_eof_function = [](ssh_session, ssh_channel, void *user) {
        self(user)->m_inputEnded = true;
    };
    m_callbacks.channel_close_function = [](ssh_session, ssh_channel, void *user) {
        self(user)->m_closed = true;
    };
    m_callbacks.channel_signal_function = [](ssh_session, ssh_channel, const char *name, void *user) {
        for (const auto &[known, number] : kSignals)
            if (name != nullptr && known == name && self(user)->m_process)
                self(user)->m_process->signalGroup(number);
    };
    m_callbacks.channel_exec_request_function = [](ssh_session, ssh_channel, const char *command,
                                                   void *user) -> int {
        return self(user)->startCommand(command);
    };
    // Only commands: all other requests for a channel are refused.
    m_callbacks.channel_pty_request_function = [](ssh_session, ssh_channel, const char *, int, int, int, int,
                                                  void *) -> int {
        return -1;
    };
    m_callbacks.channel_shell_request_function = [](ssh_session, ssh_channel, void *) -> int {
        return 1;
    };
    m_callbacks.channel_env_request_function = [](ssh_session, ssh_channel, const char *, const char *,
                                                  void *) -> int {
        return 1;
    };
    m_callbacks.channel_subsystem_request_function = [](ssh_session, ssh_channel, const char *,
                                                        void *) -> int {
        return 1;
    };
    ssh_callbacks_init(&m_callbacks);
    ssh_set_channel_callbacks(m_channel, &m_callbacks);
}

int ExecChannel::startCommand(const char *command) {
    constexpr int kAccepted = 0, kRefused = 1;
    if (m_started || command == nullptr)
        return kRefused;
    m_started = true;
    const auto spawn = m_spawn(command);
    if (!spawn)
        return kRefused;
    if (auto process = SpawnedProcess::start(*spawn))
        m_process.emplace(std::move(*process));
    return m_process ? kAccepted : kRefused;
}

int ExecChannel::takeInput(const char *data, std::size_t size) {
    if (!m_process || !m_process->input) // it is not read
        return static_cast<int>(size);
    if (m_fetching || m_input.size() - m_inputOffset >= kMaxInput) {
        m_inputHeld = true;
        return 0;
    }
    m_input.append(data, size);
    return static_cast<int>(size);
}

bool ExecChannel::mayWrite() const {
    return ssh_channel_window_size(m_channel) > 0 && (ssh_get_status(m_session) & SSH_WRITE_PENDING) == 0;
}

bool ExecChannel::addPolls(std::vector<pollfd> &polls) const {
    if (!m_process || m_finished)
        return true;
    if (m_process->input && m_inputOffset < m_input.size())
        polls.push_back({m_process->input.get(), POLLOUT, 0});
    if (m_unsent.empty() && mayWrite())
        for (const Fd *fd : {&m_process->output, &m_process->error})
            if (*fd)
                polls.push_back({fd->get(), POLLIN, 0});
    const bool streaming = m_process->output || m_process->error;
    if (streaming) // its end is checked when both are closed
        return true;
    if (m_process->endDescriptor() >= 0)
        polls.push_back({m_process->endDescriptor(), POLLIN, 0});
    return m_process->endDescriptor() >= 0;
}

/// libssh calls back only for new data: this fetches what it kept. Meanwhile takeInput() takes nothing, since
/// the same call may deliver later data.
void ExecChannel::fetchInput() {
    std::array<char, kChunk> bytes;
    m_inputHeld = false;
    m_fetching = true;
    const int got = ssh_channel_read_nonblocking(m_channel, bytes.data(), bytes.size(), 0);
    m_fetching = false;
    if (got <= 0)
        return;
    m_input.assign(bytes.data(), static_cast<std::size_t>(got));
    m_inputHeld = true;
}

void ExecChannel::feedInput() {
    while (m_process->input) {
        if (m_inputOffset == m_input.size()) {
            m_input.clear();
            m_inputOffset = 0;
            if (m_inputHeld) {
                fetchInput();
                continue;
            }
            if (m_inputEnded)
                m_process->input.reset();
            return;
        }
        const ssize_t written =
            ::write(m_process->input.get(), m_input.data() + m_inputOffset, m_input.size() - m_inputOffset);
        if (written > 0)
            m_inputOffset += static_cast<std::size_t>(written);
        else if (errno == EAGAIN)
            return;
        else if (errno != EINTR)
            m_process->input.reset(); // the command reads no more
    }
}

void ExecChannel::sendOutput(Fd &from, bool isError) {
    std::array<char, kChunk> bytes;
    for (int round = 0; round < kRounds && from && m_unsent.empty() && mayWrite(); ++round) {
        const std::size_t window = ssh_channel_window_size(m_channel);
        const ssize_t got = ::read(from.get(), bytes.data(), std::min(bytes.size(), window));
        if (got < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (got <= 0) {
            from.reset();
            return;
        }
        const auto size = static_cast<std::uint32_t>(got);
        const int sent = isError ? ssh_channel_write_stderr(m_channel, bytes.data(), size)
                                 : ssh_channel_write(m_channel, bytes.data(), size);
        if (sent < got) {
            const std::size_t done = sent > 0 ? static_cast<std::size_t>(sent) : 0;
            m_unsent.assign(bytes.data() + done, static_cast<std::size_t>(got) - done);
            m_unsentIsError = isError;
        }
    }
}

void ExecChannel::finish() {
    const auto end = m_process->end();
    if (!end || (ssh_get_status(m_session) & SSH_WRITE_PENDING) != 0)
        return;
    m_finished = true;
    ssh_channel_send_eof(m_channel);
    if (end->signal == 0)
        ssh_channel_request_send_exit_status(m_channel, end->status);
    else
        ssh_channel_request_send_exit_signal(m_channel, signalName(end->signal).c_str(), 0, "", "");
    ssh_channel_close(m_channel);
}

void ExecChannel::advance() {
    if (m_closed) {
        m_process.reset();
        return;
    }
    if (!m_process || m_finished)
        return;
    feedInput();
    if (!m_unsent.empty() && mayWrite()) {
        const auto size = static_cast<std::uint32_t>(m_unsent.size());
        const int sent = m_unsentIsError ? ssh_channel_write_stderr(m_channel, m_unsent.data(), size)
                                         : ssh_channel_write(m_channel, m_unsent.data(), size);
        if (sent > 0)
            m_unsent.erase(0, static_cast<std::size_t>(sent));
    }
    sendOutput(m_process->error, true);
    sendOutput(m_process->output, false);
    if (!m_process->output && !m_process->error && m_unsent.empty())
        finish();
}

} // namespace fabricscope::remote::server
