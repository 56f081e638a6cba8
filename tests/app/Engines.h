// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/Command.h"
#include "tests/support/Sshd.h"

#include <optional>
#include <string>
#include <vector>

namespace fabricscope::test {

/// A container that an engine runs for a run.
class EngineOfRuns {
public:
    EngineOfRuns() = default;
    virtual ~EngineOfRuns() = default;
    EngineOfRuns(const EngineOfRuns &) = delete;
    EngineOfRuns &operator=(const EngineOfRuns &) = delete;

    [[nodiscard]] virtual std::string name() const = 0;
    /// Runs a container whose process ends after long.
    [[nodiscard]] virtual bench::RunSpec spec(bool detachedContainer) const = 0;
    /// How many processes of such containers live.
    [[nodiscard]] virtual std::size_t inside() const = 0;
    /// False after long.
    [[nodiscard]] bool untilInside(std::size_t count) const;
};

/// podman with runc, with storage of its own and busybox as all there is in a container.
class Podman final : public EngineOfRuns {
public:
    Podman();
    ~Podman() override;
    /// Why it cannot be had on this machine; std::nullopt where it can.
    [[nodiscard]] const std::optional<std::string> &whyNot() const { return m_whyNot; }

    [[nodiscard]] std::string name() const override { return "podman"; }
    [[nodiscard]] bench::RunSpec spec(bool detachedContainer) const override;
    /// By the words of their processes: none of them knows of a run.
    [[nodiscard]] std::size_t inside() const override;

private:
    [[nodiscard]] std::string at(const char *name) const { return (m_folder.path() / name).string(); }
    [[nodiscard]] bool runs(const std::vector<std::string> &words) const;

    TemporaryFolder m_folder;
    std::vector<std::string> m_podman;
    std::string m_seconds;
    std::optional<std::string> m_whyNot;
};

/// Stands for docker with its daemon, of which podman has none: the one container that it runs is nobody's
/// child and has no mark.
class DaemonEngine final : public EngineOfRuns {
public:
    DaemonEngine();
    ~DaemonEngine() override;

    [[nodiscard]] std::string name() const override { return "a stand-in for docker and its daemon"; }
    [[nodiscard]] bench::RunSpec spec(bool detachedContainer = false) const override;
    [[nodiscard]] std::size_t inside() const override { return hasBox() ? 1 : 0; }
    [[nodiscard]] bool hasBox() const;
    [[nodiscard]] bool untilBox(bool wanted) const { return untilInside(wanted ? 1 : 0); }

private:
    TemporaryFolder m_folder;
    pid_t m_daemon = -1;
};

} // namespace fabricscope::test
