// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/loop/Asio.h"
#include "remote/loop/Loop.h"
#include "remote/loop/Workers.h"

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::remote {

/// One call of SSH_ASKPASS by an `ssh` that this program runs.
struct AskpassRequest {
    std::string kind; ///< SSH_ASKPASS_PROMPT: "", "confirm" (yes or no), "none" (shown until ssh goes on)
    std::string text; ///< not trusted: sanitize before showing
    std::shared_ptr<std::atomic<bool>> abandoned; ///< true once the answer is no longer awaited
};

/// Receives the questions of one `ssh` and its children, on a socket that only this user can open and with
/// a secret that only they know. Used and destroyed on the io thread.
class AskpassServer {
public:
    /// Runs on a worker thread, which it may block; no answer: ssh hears that there is none.
    using Work = std::function<std::optional<std::string>()>;
    /// Called on the io thread for each question: returns the work that finds the answer.
    using Answer = std::function<Work(const AskpassRequest &)>;

    /// Null where the socket cannot be made.
    [[nodiscard]] static std::unique_ptr<AskpassServer> listen(std::shared_ptr<Loop> loop,
                                                               std::shared_ptr<Workers> workers,
                                                               const std::filesystem::path &path,
                                                               Answer answer);
    ~AskpassServer();
    AskpassServer(const AskpassServer &) = delete;
    AskpassServer &operator=(const AskpassServer &) = delete;

    /// What the environment of ssh must hold, "NAME=value" each.
    [[nodiscard]] std::vector<std::string> environment() const;

private:
    class Conversation;
    struct Shared;

    explicit AskpassServer(std::shared_ptr<Shared> shared) : m_shared(std::move(shared)) {}
    static void accept(const std::shared_ptr<Shared> &shared);

    std::shared_ptr<Shared> m_shared;
};

} // namespace fabricscope::remote
