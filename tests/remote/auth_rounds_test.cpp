// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/server/Handles.h"
#include "tests/remote/OverTransport.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <stdexcept>
#include <thread>

/// The error text of a refused keyboard-interactive login, depending on its prompts.
namespace fabricscope::test {
namespace {

namespace server = remote::server;
using remote::AuthQuestion;
using remote::FailureKind;

struct Round {
    const char *instruction;
    const char *prompt; ///< nullptr: none
    bool echo = false;
};

/// Accepts one client, goes through these rounds in each authentication attempt, and refuses the login.
class RefusingServer {
public:
    explicit RefusingServer(std::vector<Round> rounds) : m_rounds(std::move(rounds)) {
        m_listener = server::Fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto *generic = reinterpret_cast<sockaddr *>(&address);
        if (::bind(m_listener.get(), generic, size) != 0 || ::listen(m_listener.get(), 1) != 0 ||
            ::getsockname(m_listener.get(), generic, &size) != 0)
            throw std::runtime_error("cannot listen");
        m_port = ntohs(address.sin_port);
        m_thread = std::thread([this] { serve(); });
    }
    ~RefusingServer() {
        ::shutdown(m_listener.get(), SHUT_RDWR);
        m_thread.join();
    }
    RefusingServer(const RefusingServer &) = delete;
    RefusingServer &operator=(const RefusingServer &) = delete;

    [[nodiscard]] std::uint16_t port() const { return m_port; }

private:
    void serve() {
        const server::Fd socket(::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
        const server::BindHandle bind(ssh_bind_new());
        const server::SessionHandle session(ssh_new());
        const bool noConfiguration = false;
        ssh_key key = nullptr; // owned by the bind after the import
        ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &key);
        ssh_bind_options_set(bind.get(), SSH_BIND_OPTIONS_PROCESS_CONFIG, &noConfiguration);
        ssh_bind_options_set(bind.get(), SSH_BIND_OPTIONS_IMPORT_KEY, key);
        if (!socket || ssh_bind_accept_fd(bind.get(), session.get(), ::dup(socket.get())) != SSH_OK ||
            ssh_handle_key_exchange(session.get()) != SSH_OK)
            return;
        ssh_set_auth_methods(session.get(), SSH_AUTH_METHOD_INTERACTIVE);
        while (ssh_message message = ssh_message_get(session.get())) {
            answer(message);
            ssh_message_free(message);
        }
        ssh_disconnect(session.get());
    }
    void answer(ssh_message message) {
        if (ssh_message_type(message) == SSH_REQUEST_SERVICE) {
            ssh_message_service_reply_success(message);
            return;
        }
        if (ssh_message_subtype(message) != SSH_AUTH_METHOD_INTERACTIVE) {
            ssh_message_reply_default(message);
            return;
        }
        if (ssh_message_auth_kbdint_is_response(message) == 0)
            m_next = 0;
        if (m_next == m_rounds.size()) {
            ssh_message_reply_default(message);
            return;
        }
        const Round &round = m_rounds[m_next++];
        char echo = round.echo ? 1 : 0;
        const char *prompts[] = {round.prompt};
        ssh_message_auth_interactive_request(message, "", round.instruction, round.prompt != nullptr ? 1 : 0,
                                             prompts, &echo);
    }

    std::vector<Round> m_rounds;
    std::size_t m_next = 0;
    server::Fd m_listener;
    std::uint16_t m_port = 0;
    std::thread m_thread;
};

/// The failure of one connection, in which each prompt is answered.
remote::Failure refusalOf(const std::vector<Round> &rounds, remote::TransportKind transport) {
    const RefusingServer refusing(rounds);
    const TemporaryFolder folder;
    remote::Endpoint endpoint;
    endpoint.target = "127.0.0.1";
    endpoint.user = "somebody";
    endpoint.port = refusing.port();
    endpoint.configFile = folder.write("ssh_config", "Host *\n  NumberOfPasswordPrompts 1\n"
                                                     "  IdentityFile /nonexistent/key\n  IdentityAgent none\n"
                                                     "  UserKnownHostsFile /dev/null\n");
    endpoint.transport = transport;
    remote::Prompts prompts;
    prompts.hostKey = [](const remote::HostKeyQuestion &) {
        return remote::HostKeyAnswer::AcceptOnce;
    };
    prompts.auth = [](const AuthQuestion &question) -> std::optional<std::vector<std::string>> {
        return std::vector<std::string>(question.prompts.size(), "answer");
    };
    remote::Client client;
    const auto result = connectTo(client, endpoint, prompts);
    return result ? remote::Failure{} : result.error();
}

class AuthRounds : public OverTransport {};
INSTANTIATE_TEST_SUITE_P(Over, AuthRounds, kTransports, TransportName());

TEST_P(AuthRounds, WithASecretInTheLastOneAreRefusedForIt) {
    const auto failure = refusalOf({{"", "Password: "}}, GetParam());
    EXPECT_EQ(failure.kind, FailureKind::WrongPassword) << describe(failure);
}

TEST_P(AuthRounds, InWhichNoSecretWasAskedForDoNotSpeakOfOne) {
    const std::vector<Round> cases[] = {{{"Approve the login on your phone.", nullptr}},
                                        {{"", "Passcode or option (1-3): ", true}},
                                        {{"", "Password: "}, {"Approve the login on your phone.", nullptr}}};
    for (const auto &rounds : cases) {
        if (isOpenSsh() && rounds.size() > 1)
            continue; // ssh does not show that there was another round
        const auto failure = refusalOf(rounds, GetParam());
        EXPECT_EQ(failure.kind, FailureKind::LoginDenied) << describe(failure);
        EXPECT_NE(failure.what.find("(tried keyboard-interactive)"), std::string::npos) << failure.what;
        EXPECT_NE(failure.what.find(isOpenSsh() ? "the login was refused" : "refused the login"),
                  std::string::npos)
            << failure.what;
    }
}

} // namespace
} // namespace fabricscope::test
