// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/remote/Waiting.h"

#include <gtest/gtest.h>

namespace fabricscope::test {

struct Running::State {
    std::mutex mutex;
    std::condition_variable changed;
    ProcessResult ran;
};

Running::Running(remote::Transport &transport, remote::Command command) : m_state(std::make_shared<State>()) {
    remote::Sink sink;
    sink.data = [state = m_state](remote::Stream stream, std::string_view bytes) {
        std::lock_guard lock(state->mutex);
        (stream == remote::Stream::Out ? state->ran.out : state->ran.err) += bytes;
        state->changed.notify_all();
    };
    sink.finished = [state = m_state](const remote::Exit &exit) {
        std::lock_guard lock(state->mutex);
        state->ran.exit = exit;
        ++state->ran.finishes;
        state->changed.notify_all();
    };
    m_process = transport.start(std::move(command), std::move(sink));
}

ProcessResult Running::end() {
    std::unique_lock lock(m_state->mutex);
    if (!m_state->changed.wait_for(lock, kLongest, [&] { return m_state->ran.finishes > 0; }))
        ADD_FAILURE() << "the command did not end";
    return m_state->ran;
}

bool Running::waitForBytes(std::size_t count) {
    std::unique_lock lock(m_state->mutex);
    return m_state->changed.wait_for(lock, kLongest, [&] { return m_state->ran.out.size() >= count; });
}

std::size_t Running::bytes() {
    std::lock_guard lock(m_state->mutex);
    return m_state->ran.out.size();
}

ProcessResult runOn(remote::Transport &transport, remote::Command command) {
    return Running(transport, std::move(command)).end();
}

remote::Command script(std::string text) {
    remote::Command command;
    command.line = "exec /bin/sh -s";
    command.input = std::move(text);
    return command;
}

remote::ConnectResult connectTo(remote::Client &client, remote::Endpoint endpoint, remote::Prompts prompts,
                                remote::ConnectOptions options) {
    const auto result = std::make_shared<Eventually<remote::ConnectResult>>();
    const auto attempt = client.connect(std::move(endpoint), std::move(prompts), std::move(options),
                                        [result](remote::ConnectResult got) { result->set(std::move(got)); });
    auto got = result->get();
    if (!got) {
        ADD_FAILURE() << "the connection attempt did not end";
        return tl::unexpected(remote::Failure{});
    }
    return *got;
}

remote::Endpoint endpointOf(const Sshd &sshd, int port) {
    remote::Endpoint endpoint;
    endpoint.target = "sshd" + std::to_string(port);
    endpoint.configFile = sshd.configFile();
    return endpoint;
}

std::string describe(const remote::Failure &failure) {
    return std::string(toString(failure.stage)) + ": " + failure.what + " (" + failure.hint + ")";
}

std::shared_ptr<remote::Transport> connected(remote::Client &client, remote::Endpoint endpoint,
                                             remote::Prompts prompts, remote::ConnectOptions options) {
    auto result = connectTo(client, std::move(endpoint), std::move(prompts), std::move(options));
    if (!result)
        throw std::runtime_error(describe(result.error()));
    return *result;
}

} // namespace fabricscope::test
