// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/config/HostConfig.h"

#include <tl/expected.hpp>

#include <map>
#include <mutex>
#include <string>

namespace fabricscope::remote {

/// Reads the configuration: `ssh -G` where ssh is installed, which is OpenSSH's own understanding of it, else
/// libssh's parser, which supports the most common keywords only. Blocks: for worker threads.
class SshConfig {
public:
    using Cancelled = std::function<bool()>;
    [[nodiscard]] tl::expected<HostConfig, Failure> read(const Endpoint &endpoint,
                                                         const Cancelled &cancelled);

    /// The fallback alone.
    [[nodiscard]] static tl::expected<HostConfig, Failure> readWithoutSsh(const Endpoint &endpoint);

private:
    std::mutex m_mutex;
    struct Answer {
        std::string text, stamp;
        std::chrono::steady_clock::time_point when;
    };
    std::map<std::string, Answer> m_answers; // of ssh -G, by its arguments
};

} // namespace fabricscope::remote
