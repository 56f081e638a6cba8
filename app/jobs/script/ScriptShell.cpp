// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/script/ScriptShell.h"

#include "app/jobs/script/ContainerShell.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

namespace fabricscope::app {

namespace {

constexpr std::size_t kMaxFront = 4096;
constexpr std::size_t kMaxLine = 120000; ///< MAX_ARG_STRLEN is 128 KiB on Linux

/// A script in single quotes for any login shell, for `printf %b`: csh allows no line feed there, and fish
/// interprets backslashes.
std::string escaped(std::string_view script) {
    std::string text;
    text.reserve(script.size() + script.size() / 4);
    for (const char c : script)
        if (c == '\'' || c == '\\' || c == '!' || c == '\n')
            text += fmt::format("\\0{:03o}", static_cast<unsigned char>(c));
        else
            text += c;
    return text;
}

} // namespace

std::string scriptNonce() {
    std::random_device device;
    std::string nonce;
    for (int i = 0; i < 4; ++i)
        nonce += fmt::format("{:08x}", device());
    return nonce;
}

void ScriptShell::enter(const workspace::Container &container, bool sudo) {
    m_container = containerShell(container, sudo);
}

std::string ScriptShell::mark(std::string_view word) const {
    return fmt::format("@@fabricscope {} {}", m_nonce, word);
}

std::string ScriptShell::prompt(Prompt which) const {
    return fmt::format("[fabricscope {}{}]", m_nonce, which == Prompt::Again ? " again" : "");
}

std::string ScriptShell::lineBefore(std::string_view command) const {
    return fmt::format("echo '{}'; {}", mark("ready"), command);
}

std::string ScriptShell::line() const {
    if (!m_container.empty())
        return lineBefore(m_container);
    switch (m_user) {
    case ShellUser::Login:
        break;
    case ShellUser::Sudo:
        // Exactly the command in README's line for sudoers; it reads no input if it is refused. Its messages
        // are parsed here, hence not localized.
        return lineBefore("exec env LC_ALL=C sudo -n /bin/sh -s");
    case ShellUser::SudoPassword:
        // Input left by a start-up file is read up to the line of go(): sudo would take it for a password.
        // The script is sent only after the password was accepted, else sudo would read its lines too: the
        // password is validated first, and then the command of README's line for sudoers runs. Afterwards
        // sudo forgets the password, even though sshd closes the connection by then: its HUP ends sudo, which
        // the shell reports to a closed pipe. It does so twice, since a sudo of the user that ran
        // concurrently with the first may write back what it had read before. If sudo remembers no password
        // (timestamp_timeout=0) the same command asks once more, with another prompt: the rights it needs are
        // known, and announcing() follows it. Whether it does is tried with an empty script: `sudo -l` may
        // need no password where the command does (listpw).
        return fmt::format(
            "exec /bin/sh -c 'LC_ALL=C; export LC_ALL; echo \"{0}\"; fs_line=; until [ \"$fs_line\" = {1} ]; "
            "do read -r "
            "fs_line || exit 1; done; sudo -k; sudo -S -p \"{2}\" -v || exit 1; "
            "if sudo -n /bin/sh -s </dev/null >/dev/null 2>&1; then echo \"{3}\"; trap : HUP PIPE; "
            "sudo -n /bin/sh -s; fs_status=$?; trap \"\" HUP PIPE; "
            "sudo -k; sleep 0.3 2>/dev/null || sleep 1; sudo -k; exit $fs_status; "
            "else exec sudo -S -p \"{4}\" /bin/sh -s; fi'",
            mark("reached"), m_nonce, prompt(Prompt::First), mark("ready"), prompt(Prompt::Again));
    }
    return lineBefore("exec /bin/sh -s");
}

std::string_view ScriptShell::guard() const {
    if (m_user == ShellUser::Login || !m_container.empty())
        return {};
    // 126: found, and not permitted. SudoPrompter.cpp knows this message.
    return "/bin/sh -c : </dev/null >/dev/null 2>&1; [ $? -ne 126 ] || { "
           "echo \"sudo: root's shell may not start programs (noexec in sudoers); the administrator can put "
           "EXEC: before the command /bin/sh -s there\" >&2; exit 126; }\n";
}

std::optional<std::string> ScriptShell::lineWith(std::string_view script) const {
    if (m_user == ShellUser::SudoPassword || !m_container.empty())
        return std::nullopt;
    std::string line =
        fmt::format("exec /bin/sh -c 'echo \"{}\"; printf %b \"$1\" | {}/bin/sh -s' sh '{}'", mark("ready"),
                    m_user == ShellUser::Sudo ? "LC_ALL=C sudo -n " : "", escaped(script));
    return line.size() <= kMaxLine ? std::optional(std::move(line)) : std::nullopt;
}

ScriptShell::ShellState ScriptShell::takeOut(std::string_view &bytes) {
    if (m_isReady)
        return ShellState::Nothing;
    const std::string ready = mark("ready") + "\n";
    const std::size_t before = m_front.size();
    m_front += bytes;
    if (const auto at = m_front.find(ready); at != std::string::npos) {
        const std::size_t behind = at + ready.size();
        bytes.remove_prefix(behind - std::min(behind, before));
        m_front.resize(at);
        m_isReady = true;
        return ShellState::Ready;
    }
    bytes = {};
    const bool isReached = m_front.find(mark("reached") + "\n") != std::string::npos;
    if (m_front.size() > kMaxFront) // a mark may have begun at its end
        m_front.erase(kMaxFront / 2, m_front.size() - kMaxFront / 2 - ready.size());
    if (!isReached || std::exchange(m_isReached, true))
        return ShellState::Nothing;
    return ShellState::Reached;
}

std::vector<ScriptShell::Prompt> ScriptShell::takeErr(std::string_view bytes) {
    std::vector<Prompt> prompts;
    if (m_user != ShellUser::SudoPassword || m_isReady)
        return prompts;
    m_err += bytes;
    const std::string first = prompt(Prompt::First), again = prompt(Prompt::Again);
    for (;;) {
        const auto atFirst = m_err.find(first), atSecond = m_err.find(again);
        if (atFirst == atSecond) // neither is there
            break;
        const bool isFirst = atFirst < atSecond;
        prompts.push_back(isFirst ? Prompt::First : Prompt::Again);
        m_err.erase(0, isFirst ? atFirst + first.size() : atSecond + again.size());
    }
    if (m_err.size() > kMaxFront) // a prompt may have begun at its end
        m_err.erase(0, m_err.size() - again.size());
    return prompts;
}

} // namespace fabricscope::app
