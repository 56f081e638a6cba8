// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/server/ExecServer.h"
#include "remote/server/Handles.h"

#include <optional>
#include <string>

namespace fabricscope::remote::server {

/// A child in its own process group, with three pipes whose ends here do not block. The leader stays
/// unreaped until the end, so that its group's id cannot be reused before the last kill.
class SpawnedProcess {
public:
    [[nodiscard]] static std::optional<SpawnedProcess> start(const Spawn &spawn);
    SpawnedProcess(SpawnedProcess &&) noexcept;
    SpawnedProcess &operator=(SpawnedProcess &&) = delete;
    ~SpawnedProcess(); ///< kills the whole group and reaps the leader

    struct End {
        int status = 0;
        int signal = 0; ///< 0: it exited
    };
    /// How the leader ended; std::nullopt while it runs.
    [[nodiscard]] std::optional<End> end();
    void signalGroup(int number) const;
    /// Becomes readable when the leader ends; -1 if the kernel does not support this: then poll
    /// end() regularly.
    [[nodiscard]] int endDescriptor() const { return m_pidFd.get(); }

    Fd input, output, error;

private:
    SpawnedProcess() = default;
    int m_pid = -1;
    Fd m_pidFd;
    std::optional<End> m_end;
};

} // namespace fabricscope::remote::server
