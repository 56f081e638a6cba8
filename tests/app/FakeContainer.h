// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/Sshd.h"

#include <optional>
#include <string>

namespace fabricscope::test {

/// For machines without a container engine: a container `train` with its own processes and mounts, this
/// machine's files and no writable cgroup, and a program `docker` at the front of PATH that behaves like
/// `docker exec -i train COMMAND...`: if the program is killed, the command goes on, as with docker. It is
/// not an engine, like FakeDocker; unlike there, perl and python are in the container.
class FakeContainer {
public:
    FakeContainer();
    ~FakeContainer(); ///< ends all its processes
    FakeContainer(const FakeContainer &) = delete;
    FakeContainer &operator=(const FakeContainer &) = delete;

    /// Why it is not available on this machine; std::nullopt if it is.
    [[nodiscard]] static std::optional<std::string> unavailableReason();

private:
    TemporaryFolder m_folder;
    std::string m_pathBefore;
    pid_t m_init = -1; ///< the unshare(1) that is the parent of the container's first process
};

} // namespace fabricscope::test
