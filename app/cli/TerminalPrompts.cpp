// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/TerminalPrompts.h"

#include "core/base/Text.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <termios.h>
#include <unistd.h>

#include <cstdio>
#include <mutex>

namespace fabricscope::app::cli {

namespace {

// Many hosts may ask at once; one question at a time.
std::mutex &terminalMutex() {
    static std::mutex mutex;
    return mutex;
}

class Terminal {
public:
    Terminal() : m_file(std::fopen("/dev/tty", "r+")) {}
    ~Terminal() {
        if (m_file != nullptr)
            std::fclose(m_file);
    }
    Terminal(const Terminal &) = delete;
    Terminal &operator=(const Terminal &) = delete;

    [[nodiscard]] bool isThere() const { return m_file != nullptr; }

    std::optional<std::string> ask(const std::string &question, bool echo) {
        if (m_file == nullptr)
            return std::nullopt;
        std::fputs(question.c_str(), m_file);
        std::fflush(m_file);
        termios before{};
        const int fd = fileno(m_file);
        const bool quiet = !echo && tcgetattr(fd, &before) == 0;
        if (quiet) {
            termios silent = before;
            silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
            tcsetattr(fd, TCSAFLUSH, &silent);
        }
        std::string answer;
        int c = 0;
        while ((c = std::fgetc(m_file)) != EOF && c != '\n')
            answer.push_back(static_cast<char>(c));
        if (quiet) {
            tcsetattr(fd, TCSAFLUSH, &before);
            std::fputc('\n', m_file);
        }
        if (c == EOF && answer.empty())
            return std::nullopt;
        return answer;
    }

private:
    std::FILE *m_file;
};

remote::HostKeyAnswer askHostKey(const remote::HostKeyQuestion &question, bool acceptNew) {
    if (question.changed)
        return remote::HostKeyAnswer::Refuse;
    if (acceptNew)
        return remote::HostKeyAnswer::AcceptAndStore;
    const std::scoped_lock lock(terminalMutex());
    Terminal terminal;
    const auto answer = terminal.ask(
        fmt::format(
            "{} ({}) has no key in known_hosts.\n{} {}\nTrust it and connect (yes), connect once (once), or "
            "not (no)? ",
            sanitized(question.host, 200), question.address, question.keyType, question.fingerprint),
        true);
    if (answer == "yes")
        return remote::HostKeyAnswer::AcceptAndStore;
    if (answer == "once")
        return remote::HostKeyAnswer::AcceptOnce;
    return remote::HostKeyAnswer::Refuse;
}

std::optional<std::vector<std::string>> askAuth(const remote::AuthQuestion &question) {
    const std::scoped_lock lock(terminalMutex());
    Terminal terminal;
    std::vector<std::string> answers;
    for (const auto &prompt : question.prompts) {
        const auto answer = terminal.ask(
            fmt::format("{}@{}: {} ", question.user, question.host, sanitized(trimmed(prompt.text), 200)),
            prompt.echo);
        if (!answer)
            return std::nullopt;
        answers.push_back(*answer);
    }
    return answers;
}

} // namespace

remote::Prompts terminalPrompts(bool acceptNew) {
    return {
        .hostKey =
            [acceptNew](const remote::HostKeyQuestion &question) { return askHostKey(question, acceptNew); },
        .auth = askAuth};
}

std::optional<std::string> askSecret(const std::string &question) {
    const std::scoped_lock lock(terminalMutex());
    return Terminal().ask(question, false);
}

bool askYes(const std::string &question) {
    const std::scoped_lock lock(terminalMutex());
    return Terminal().ask(question, true) == "yes";
}

bool hasTerminal() {
    return Terminal().isThere();
}

} // namespace fabricscope::app::cli
