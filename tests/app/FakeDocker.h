// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/Sshd.h"

#include <optional>
#include <string>

namespace fabricscope::test {

/// For machines without a container engine: a program `docker` that behaves like `docker exec -i NAME
/// COMMAND...` as far as collecting needs it. It passes standard input on and returns the exit status of the
/// command; its refusals have docker's messages and exit status. The container `train` is a separate tree
/// (busybox) entered by unshare and chroot: its own mounts, process ids and host name, this machine's /sys
/// and /dev. `plain` is the same without root; `stopped` is not running, `forbidden` must not be entered,
/// `distroless` has no shell, and no others exist. The kernel is the real one; only the engine is missing.
class FakeDocker {
public:
    FakeDocker();
    ~FakeDocker();
    FakeDocker(const FakeDocker &) = delete;
    FakeDocker &operator=(const FakeDocker &) = delete;

    /// Why it is not available on this machine; std::nullopt if it is.
    [[nodiscard]] static std::optional<std::string> unavailableReason();
    /// PATH with the fake program first.
    [[nodiscard]] std::string path() const;
    [[nodiscard]] std::filesystem::path root() const { return m_folder.path() / "root"; }
    [[nodiscard]] const TemporaryFolder &folder() const { return m_folder; }
    /// Adds a program to the same folder.
    void addProgram(const std::string &name, const std::string &text) const;

private:
    TemporaryFolder m_folder;
    std::string m_pathBefore;
};

/// The same for Kubernetes, in the folder of a FakeDocker and with its container: programs `crictl` and
/// `kubectl` that accept `exec` like the real ones and refuse with their messages. Each writes its arguments,
/// one per line, to the file that argumentsOf() reads.
///
/// crictl has a container with the id 1f73f2d81bf98; `3e025dd50a72d` has ended. Like some of its versions, it
/// also parses its own options after the id, so that an unknown one is an error. kubectl has the pod
/// `trainer-0` in the namespace `ml` with the containers `main` (the default without -c) and `sidecar`;
/// `trainer-1` exists but has no shell, and in the namespace `secret` nothing may be run.
void addFakeKubernetesTools(const FakeDocker &docker);
/// The arguments of the last call of a fake program, one per line.
[[nodiscard]] std::string argumentsOf(const FakeDocker &docker, const std::string &program);

/// A tree with busybox and nothing else, as the root of a container.
void makeMinimalRoot(const std::filesystem::path &root, const std::string &osName);

} // namespace fabricscope::test
