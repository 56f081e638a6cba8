// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sources/TerminalPrompts.h"

#include "app/cli/sources/Targets.h"
#include "app/cli/terminal/TerminalQuestion.h"
#include "core/base/HostText.h"
#include "core/base/Print.h"
#include "core/base/Text.h"
#include "remote/base/Secret.h"

#include <fmt/format.h>

#include <utility>

namespace fabricscope::app::cli {

namespace {

/// Limit for one text of a server, in bytes: longer than any real one.
constexpr std::size_t kMaxServerText = 16384;

/// The lines of a server, complete and sanitized, each prefixed with its sender, so that none looks like one
/// of ours.
std::string quoted(const std::string &who, std::string_view text) {
    const std::string safe = HostText(trimmed(text)).plain(kMaxServerText);
    std::string lines;
    for (std::string_view rest = safe; !rest.empty();)
        lines += fmt::format("{}: {}\n", who, takeUntil(rest, '\n'));
    return lines;
}

using Limit = std::optional<std::chrono::milliseconds>;

/// Reports that the time to answer is over; the question then ends as cancelled.
std::function<void()> timeoutReport(const std::string &host, Limit limit) {
    return [host, limit] {
        printText(stderr, "{}: the question was not answered within {} s (--timeout)\n", host,
                  limit ? limit->count() / 1000 : 0);
    };
}

remote::HostKeyAnswer askHostKey(const remote::HostKeyQuestion &question, bool acceptNew, Limit limit) {
    if (question.changed)
        return remote::HostKeyAnswer::Refuse;
    if (acceptNew)
        return remote::HostKeyAnswer::AcceptAndStore;
    const std::string remark = question.remark.empty() ? std::string() : quoted("ssh", question.remark);
    const remote::HostKeyEndpoint endpoint = remote::endpointOf(question);
    const std::string address = HostText(endpoint.address).line(200);
    const auto answer = askTerminal(
        {fmt::format("{}{} is not in known_hosts.\n{} {}\n{}Save this key and connect (yes), connect without "
                     "saving it (once), or cancel (no)? ",
                     HostText(endpoint.name).line(200), address.empty() ? "" : fmt::format(" ({})", address),
                     question.keyType, question.fingerprint, remark),
         true, question.cancelled, limit, timeoutReport(HostText(question.host).line(200), limit)});
    const std::string_view word = answer ? answer->view() : std::string_view();
    if (word == "yes")
        return remote::HostKeyAnswer::AcceptAndStore;
    if (word == "once")
        return remote::HostKeyAnswer::AcceptOnce;
    return remote::HostKeyAnswer::Refuse;
}

/// That the answer before was rejected; empty if there was none.
std::string rejection(const remote::AuthQuestion &question, const std::string &who) {
    using Kind = remote::AuthQuestion::Kind;
    if (question.attempt <= 1)
        return {};
    switch (question.kind) {
    case Kind::Password:
        return fmt::format("{} rejected the password\n", who);
    case Kind::KeyPassphrase:
        return fmt::format("wrong passphrase for {}\n", HostText(question.title).line(400));
    case Kind::KeyboardInteractive:
        break;
    }
    return fmt::format("{} rejected the answer\n", who);
}

std::optional<std::vector<std::string>> askAuth(const remote::AuthQuestion &question, Limit limit) {
    const std::string who = HostText(fmt::format("{}@{}", question.user, question.host)).line(400);
    std::string preamble = rejection(question, who);
    if (question.kind == remote::AuthQuestion::Kind::KeyboardInteractive)
        preamble += quoted(who, question.title);
    preamble += quoted(who, question.instruction);
    std::vector<std::string> answers;
    answers.reserve(question.prompts.size()); // short texts are copied when moved, which leaves a copy
    if (question.prompts.empty() && !preamble.empty())
        writeToTerminal(preamble);
    for (const auto &prompt : question.prompts) {
        const bool isBlank = trimmed(prompt.text).empty();
        std::string text = std::exchange(preamble, {}) + quoted(who, isBlank ? "answer:" : prompt.text);
        text.back() = ' ';
        const auto answer = askTerminal({text, prompt.echo, question.cancelled, limit,
                                         timeoutReport(HostText(question.host).line(200), limit)});
        if (!answer) {
            const remote::WipeGuard wiped(answers);
            return std::nullopt;
        }
        answers.emplace_back(answer->view());
    }
    return answers;
}

} // namespace

remote::Prompts terminalPrompts(bool acceptNew, std::optional<std::chrono::milliseconds> limit) {
    remote::Prompts prompts;
    prompts.hostKey = [acceptNew, limit](const remote::HostKeyQuestion &question) {
        return askHostKey(question, acceptNew, limit);
    };
    if (hasTerminal()) // otherwise a login with a prompt is reported as such, not as cancelled
        prompts.auth = [limit](const remote::AuthQuestion &question) {
            return askAuth(question, limit);
        };
    return prompts;
}

AskSudoPassword terminalSudo(std::chrono::milliseconds limit) {
    return [limit](const SudoRequest &request) {
        const std::string host = messagePrefix(request.host);
        const auto late = [&] {
            if (request.unanswered)
                request.unanswered(fmt::format("timed out after {} s waiting for a sudo password (--timeout)",
                                               limit.count() / 1000));
        };
        return askTerminal(
            {fmt::format("{}{}sudo password (never stored): ",
                         request.attempt > 1 ? host + "sudo rejected the password\n" : "", host),
             false, request.cancelled, limit, late});
    };
}

bool askYes(const std::string &question) {
    const auto answer = askTerminal({question, true});
    return answer && answer->view() == "yes";
}

} // namespace fabricscope::app::cli
