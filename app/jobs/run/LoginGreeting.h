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
    void keep(remote::Stream stream, std::string_view bytes) {
        std::string &text = stream == remote::Stream::Out ? m_out : m_err;
        text += bytes.substr(0, kMax - std::min(kMax, text.size()));
    }
    [[nodiscard]] std::string takeErrors() { return std::exchange(m_err, {}); }
    /// `before`: what the shell printed before that.
    [[nodiscard]] const std::string &reason(const std::string &before) const {
        return !m_err.empty() ? m_err : m_out.empty() ? before : m_out;
    }

private:
    static constexpr std::size_t kMax = 4096;
    std::string m_out, m_err;
};

} // namespace fabricscope::app
