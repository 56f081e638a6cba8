// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/FakeContainer.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <thread>

namespace fabricscope::test {

namespace fs = std::filesystem;

namespace {

constexpr const char *kDocker = R"sh(#!/bin/sh
# Stands for docker in tests.
[ "$1 $2 $3" = "exec -i train" ] || exit 125
shift 3
exec nsenter --target "$(cat '{}')" --mount --pid -- setsid --wait "$@" # a session of its own, as by runc
)sh";

/// The first process of the container adopts orphans, as usual, and does not wait for those of the tests.
constexpr const char *kInit =
    "mount -t tmpfs none /sys/fs/cgroup && echo ready >\"$1\"; while :; do sleep 1; done";

} // namespace

FakeContainer::FakeContainer() {
    const std::string ready = (m_folder.path() / "ready").string(),
                      first = (m_folder.path() / "first").string();
    m_init = ::fork();
    if (m_init == 0) {
        ::execlp("unshare", "unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc",
                 "/bin/sh", "-c", kInit, "sh", ready.c_str(), nullptr);
        ::_exit(127);
    }
    for (int i = 0; i < 1200 && readFile(ready).empty(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    const std::vector<pid_t> below = descendants(m_init);
    if (readFile(ready).empty() || below.empty())
        throw std::runtime_error("the container does not start");
    m_folder.write("first", std::to_string(below.front()));
    const std::string docker(kDocker);
    const std::size_t at = docker.find("{}");
    fs::create_directory(m_folder.path() / "bin");
    fs::permissions(m_folder.write("bin/docker", docker.substr(0, at) + first + docker.substr(at + 2)),
                    fs::perms(0755));
    const char *before = std::getenv("PATH");
    m_pathBefore = before != nullptr ? before : "/usr/bin:/bin";
    ::setenv("PATH", ((m_folder.path() / "bin").string() + ":" + m_pathBefore).c_str(), 1);
}

FakeContainer::~FakeContainer() {
    ::setenv("PATH", m_pathBefore.c_str(), 1);
    ::kill(m_init, SIGKILL); // also ends the first process, and thereby all others
    ::waitpid(m_init, nullptr, 0);
}

std::optional<std::string> FakeContainer::unavailableReason() {
    if (geteuid() != 0)
        return "needs root, for a namespace of processes";
    // NOLINTNEXTLINE(concurrency-mt-unsafe)
    if (std::system(
            "unshare --mount --pid --fork --mount-proc mount -t tmpfs none /sys/fs/cgroup 2>/dev/null") != 0)
        return "unshare is not allowed here";
    return std::nullopt;
}

} // namespace fabricscope::test
