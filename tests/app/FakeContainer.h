// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/Sshd.h"

#include <optional>
#include <string>

namespace fabricscope::test {

/// Where no container engine runs: a container `train` that has processes and mounts of its own and this
/// machine's files, with no cgroup that it may write to, and a program `docker` in front of PATH that behaves
/// like `docker exec -i train COMMAND...`: where the program is killed, what it started goes on, as with
/// docker. Like FakeDocker it is no engine; unlike there, perl and python are in the container.
class FakeContainer {
public:
    FakeContainer();
    ~FakeContainer(); ///< all its processes end
    FakeContainer(const FakeContainer &) = delete;
    FakeContainer &operator=(const FakeContainer &) = delete;

    /// Why it cannot be had on this machine; std::nullopt where it can.
    [[nodiscard]] static std::optional<std::string> unavailableReason();

private:
    TemporaryFolder m_folder;
    std::string m_pathBefore;
    pid_t m_init = -1; ///< the unshare(1) above the container's first process
};

} // namespace fabricscope::test
