// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/command/Command.h"
#include "tests/app/MachineLock.h"
#include "tests/support/Sshd.h"

#include <optional>
#include <string>
#include <vector>

namespace fabricscope::test {

/// An engine that runs a container for a run.
class ContainerEngine {
public:
    ContainerEngine() = default;
    virtual ~ContainerEngine() = default;
    ContainerEngine(const ContainerEngine &) = delete;
    ContainerEngine &operator=(const ContainerEngine &) = delete;

    [[nodiscard]] virtual std::string name() const = 0;
    /// A run of a container whose process ends only after a long time.
    [[nodiscard]] virtual bench::RunSpec spec(bool detachedContainer) const = 0;
    /// Number of live processes in such containers.
    [[nodiscard]] virtual std::size_t inside() const = 0;
    /// Returns false after a long time.
    [[nodiscard]] bool waitForProcesses(std::size_t count) const;
};

/// podman with runc, its own storage, and nothing but busybox in a container.
class Podman final : public ContainerEngine {
public:
    Podman();
    ~Podman() override;
    /// Why it is not available on this machine; std::nullopt if it is.
    [[nodiscard]] const std::optional<std::string> &unavailableReason() const { return m_unavailableReason; }

    [[nodiscard]] std::string name() const override { return "podman"; }
    [[nodiscard]] bench::RunSpec spec(bool detachedContainer) const override;
    /// A run of a script that calls `podman` as users do, without options. In it, %r stands for `run` and its
    /// words up to the command, %s for a sleep that inside() counts.
    [[nodiscard]] bench::RunSpec scriptSpec(std::string script) const;
    /// Starts or ends a container of somebody else.
    [[nodiscard]] bool startOther(const std::string &name) const;
    /// The names of the containers that podman lists as running, one per line.
    [[nodiscard]] std::string running() const;
    /// Found by command line: the processes do not carry the run's mark.
    [[nodiscard]] std::size_t inside() const override;

private:
    [[nodiscard]] std::string at(const char *name) const { return (m_folder.path() / name).string(); }
    [[nodiscard]] bool runs(const std::vector<std::string> &words) const;
    void writeConfiguration() const;

    MachineLock m_turn;
    TemporaryFolder m_folder;
    std::vector<std::string> m_podman;
    std::string m_seconds;
    std::optional<std::string> m_unavailableReason;
};

/// A substitute for docker and its daemon, which podman does not have: the single container that it runs is
/// not a child of the run and does not carry its mark.
class DaemonEngine final : public ContainerEngine {
public:
    DaemonEngine();
    ~DaemonEngine() override;

    [[nodiscard]] std::string name() const override { return "a stand-in for docker and its daemon"; }
    [[nodiscard]] bench::RunSpec spec(bool detachedContainer = false) const override;
    [[nodiscard]] std::size_t inside() const override { return hasContainer() ? 1 : 0; }
    [[nodiscard]] bool hasContainer() const;
    [[nodiscard]] bool waitForContainer(bool expected) const { return waitForProcesses(expected ? 1 : 0); }

private:
    TemporaryFolder m_folder;
    pid_t m_daemon = -1;
};

} // namespace fabricscope::test
