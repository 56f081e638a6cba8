// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/Sshd.h"

#include <optional>
#include <string>

namespace fabricscope::test {

/// Where no container engine runs: a program `docker` that behaves like `docker exec -i NAME COMMAND...`, as
/// far as collecting sees it. Standard input is passed on, the command's exit status is its own, and what
/// docker refuses it refuses in docker's words with docker's status. The container `train` is a tree of its
/// own (busybox) entered by unshare and chroot: own mounts, own process ids, own host name, this machine's
/// /sys and /dev. `plain` is the same without root; `stopped` does not run, `forbidden` may not be entered,
/// `distroless` has no shell, and others there are none. The kernel under it is the real one; what it is not
/// is an engine.
class FakeDocker {
public:
    FakeDocker();
    ~FakeDocker();
    FakeDocker(const FakeDocker &) = delete;
    FakeDocker &operator=(const FakeDocker &) = delete;

    /// Why it cannot be had on this machine; std::nullopt where it can.
    [[nodiscard]] static std::optional<std::string> unavailableReason();
    /// The PATH with it in front.
    [[nodiscard]] std::string path() const;
    [[nodiscard]] std::filesystem::path root() const { return m_folder.path() / "root"; }
    [[nodiscard]] const TemporaryFolder &folder() const { return m_folder; }
    /// A program beside it.
    void addProgram(const std::string &name, const std::string &text) const;

private:
    TemporaryFolder m_folder;
    std::string m_pathBefore;
};

/// The same for Kubernetes, beside a FakeDocker and in its container: programs `crictl` and `kubectl` that
/// take `exec` as the real ones do, and refuse in their words what these refuse. Each writes its arguments,
/// one a line, where argumentsOf() finds them.
///
/// crictl knows the container 1f73f2d81bf98 by its id; `3e025dd50a72d` has ended. As some of its versions do,
/// it takes options of its own also behind the id, so that an unknown one is an error. kubectl knows the pod
/// `trainer-0` in the namespace `ml` with the containers `main` (which it takes without -c) and `sidecar`;
/// `trainer-1` is there and has no shell, `secret` is a namespace where nothing may be run.
void addFakeKubernetesTools(const FakeDocker &docker);
/// The words that a stand-in was called with the last time, one a line.
[[nodiscard]] std::string argumentsOf(const FakeDocker &docker, const std::string &program);

/// A tree with busybox and nothing else: what a container begins with.
void makeMinimalRoot(const std::filesystem::path &root, const std::string &osName);

} // namespace fabricscope::test
