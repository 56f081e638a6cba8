// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/HandshakeContext.h"

#include "remote/base/Secret.h"

namespace fabricscope::remote {

HostKeyAnswer HandshakeContext::ask(const HostKeyQuestion &question) const {
    if (!prompts.hostKey || isCancelled())
        return HostKeyAnswer::Refuse;
    HostKeyQuestion asked = question;
    asked.cancelled = [flag = cancelled] {
        return flag->load();
    };
    promptStarted();
    const HostKeyAnswer answer = prompts.hostKey(asked);
    promptEnded();
    return isCancelled() ? HostKeyAnswer::Refuse : answer;
}

std::optional<std::vector<std::string>> HandshakeContext::ask(const AuthQuestion &question) const {
    if (!prompts.auth || isCancelled())
        return std::nullopt;
    AuthQuestion asked = question;
    asked.cancelled = [flag = cancelled] {
        return flag->load();
    };
    promptStarted();
    auto answers = prompts.auth(asked);
    promptEnded();
    if (answers && (isCancelled() || answers->size() != question.prompts.size())) {
        const WipeGuard wiped(*answers);
        return std::nullopt;
    }
    return answers;
}

} // namespace fabricscope::remote
