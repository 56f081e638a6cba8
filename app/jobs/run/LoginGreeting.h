// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/Client.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace fabricscope::app {

/// Output before the script's first word: a greeting of the login, or why there is no shell.
class LoginGreeting {
public:
    /// The line on standard error behind which the output of the login's start-up files has ended.
    static constexpr std::string_view kEnd = "@@fabricscope login over";

    void keep(remote::Stream stream, std::string_view bytes) {
        std::string &text = stream == remote::Stream::Out ? m_out : m_err;
        text += bytes.substr(0, kMax - std::min(kMax, text.size()));
        if (stream == remote::Stream::Err)
            dropStartupFiles(bytes);
    }
    [[nodiscard]] std::string takeErrors() { return std::exchange(m_err, {}); }
    /// `before`: what the shell printed before that.
    [[nodiscard]] const std::string &reason(const std::string &before) const {
        return !m_err.empty() ? m_err : m_out.empty() ? before : m_out;
    }

private:
    static constexpr std::size_t kMax = 4096;

    /// A warning of a .bashrc is not output of the run. It may be longer than what is kept of it.
    void dropStartupFiles(std::string_view bytes) {
        m_tail += bytes;
        const std::size_t at = m_tail.find(std::string(kEnd) + '\n');
        if (at == std::string::npos) {
            m_tail.erase(0, m_tail.size() - std::min(m_tail.size(), kEnd.size()));
            return;
        }
        m_err = m_tail.substr(at + kEnd.size() + 1).substr(0, kMax);
        m_tail = m_err;
    }

    std::string m_out, m_err;
    std::string m_tail; ///< the end of standard error: the mark may arrive in pieces
};

} // namespace fabricscope::app
