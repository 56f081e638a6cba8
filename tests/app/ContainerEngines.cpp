// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/ContainerEngines.h"

#include "tests/app/FakeDocker.h"
#include "tests/app/RunRecorder.h"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

namespace fabricscope::test {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr const char *kDocker = R"sh(#!/bin/sh
here=${0%/*}
[ "$1 $2" = "--context lab" ] || exit 125
shift 2
lives() { kill -0 "$(cat "$here/box")" 2>/dev/null; }
case $1 in
run) echo "$3" >"$here/label.new" && mv "$here/label.new" "$here/label"
    until [ -e "$here/box" ]; do sleep 0.1; done
    while lives; do sleep 0.1; done ;;
ps) [ "$*" = "ps --format {{.ID}} {{.Names}} --filter label=$(cat "$here/label")" ] && lives && echo 3f2a1b busy || : ;;
stop) [ "$*" = "stop -t $3 3f2a1b" ] || exit 1
    kill -KILL "$(cat "$here/box")"
    while lives; do sleep 0.1; done ;;
esac
)sh";
constexpr const char *kDaemon = "cd \"$1\"; until [ -e label ]; do sleep 0.1; done; sleep 1000 & "
                                "echo $! >box.new && mv box.new box; wait";

} // namespace

bool ContainerEngine::waitForProcesses(std::size_t count) const {
    for (int i = 0; i < 1200 && inside() != count; ++i)
        std::this_thread::sleep_for(50ms);
    return inside() == count;
}

Podman::Podman() : m_seconds(std::to_string(100000 + getpid())) {
    if (geteuid() != 0 ||
        std::system("command -v podman runc >/dev/null 2>&1") != 0) { // NOLINT(concurrency-mt-unsafe)
        m_unavailableReason = "needs root, podman and runc";
        return;
    }
    makeMinimalRoot(at("root"), "made container");
    writeConfiguration();
    m_podman = {"podman",
                "--root",
                at("storage"),
                "--runroot",
                at("run"),
                "--cgroup-manager=cgroupfs",
                "--runtime",
                "runc",
                "--events-backend=file",
                "--storage-driver=vfs"};
    if (!runs({"run", "--rm", "--network=host", "--uts=private", "--ulimit", "nofile=1024:1024", "--ulimit",
               "nproc=4096:4096", "--rootfs", at("root"), "/bin/id"}))
        m_unavailableReason = "podman starts no container here";
}

Podman::~Podman() {
    if (!m_podman.empty())
        (void)runs({"rm", "-a", "-f", "-t", "0"});
}

bench::RunSpec Podman::spec(bool detachedContainer) const {
    bench::RunSpec spec = shellRun("");
    spec.command.words = m_podman;
    for (const char *word : {"run", "--network=host", "--uts=private", "--ulimit", "nofile=1024:1024",
                             "--ulimit", "nproc=4096:4096"})
        spec.command.words.emplace_back(word);
    if (detachedContainer)
        spec.command.words.emplace_back("-d");
    for (const std::string &word :
         {std::string("--rootfs"), at("root"), std::string("/bin/sleep"), m_seconds})
        spec.command.words.push_back(word);
    return spec;
}

std::size_t Podman::inside() const {
    std::size_t count = 0;
    std::error_code error;
    for (const auto &entry : fs::directory_iterator("/proc", error)) {
        const std::string words = readFile(entry.path() / "cmdline");
        count += words == std::string("/bin/sleep\0", 11) + m_seconds + '\0' ? 1 : 0;
    }
    return count;
}

void Podman::writeConfiguration() const {
    m_folder.write("containers.conf",
                   "[containers]\ndefault_ulimits = [\"nofile=1024:1024\", \"nproc=4096:4096\"]\n"
                   "[engine]\nruntime = \"runc\"\ncgroup_manager = \"cgroupfs\"\nevents_logger = \"file\"\n");
    m_folder.write("storage.conf", "[storage]\ndriver = \"vfs\"\ngraphroot = \"" + at("storage") +
                                       "\"\nrunroot = \"" + at("run") + "\"\n");
}

bench::RunSpec Podman::scriptSpec(std::string script) const {
    for (const auto &[mark, text] : {std::pair<std::string, std::string>{
                                         "%r", "run --network=host --uts=private --rootfs " + at("root")},
                                     {"%s", "/bin/sleep " + m_seconds}})
        for (std::size_t place = script.find(mark); place != std::string::npos; place = script.find(mark))
            script.replace(place, mark.size(), text);
    bench::RunSpec spec = shellRun(script);
    spec.command.environment = {{"CONTAINERS_CONF", at("containers.conf")},
                                {"CONTAINERS_STORAGE_CONF", at("storage.conf")}};
    return spec;
}

bool Podman::startOther(const std::string &name) const {
    return runs({"run", "-d", "--network=host", "--uts=private", "--ulimit", "nofile=1024:1024", "--ulimit",
                 "nproc=4096:4096", "--name", name, "--rootfs", at("root"), "/bin/sleep", "1000"});
}

std::string Podman::running() const {
    std::vector<std::string> words = m_podman;
    words.insert(words.end(), {"ps", "--format", "{{.Names}}"});
    return run(words);
}

bool Podman::runs(const std::vector<std::string> &words) const {
    std::string line;
    for (const auto *each : {&m_podman, &words})
        for (const std::string &word : *each)
            line += word + " ";
    return std::system((line + " >/dev/null 2>&1").c_str()) == 0; // NOLINT(concurrency-mt-unsafe)
}

DaemonEngine::DaemonEngine() {
    fs::permissions(m_folder.write("docker", kDocker), fs::perms(0755));
    m_daemon = ::fork();
    if (m_daemon == 0) {
        ::setsid();
        ::execl("/bin/sh", "dockerd", "-c", kDaemon, "dockerd", m_folder.path().c_str(), nullptr);
        ::_exit(127);
    }
}

DaemonEngine::~DaemonEngine() {
    ::kill(-m_daemon, SIGKILL);
    ::kill(m_daemon, SIGKILL); // it may not have called setsid() yet
    ::waitpid(m_daemon, nullptr, 0);
}

bench::RunSpec DaemonEngine::spec(bool /*detachedContainer*/) const {
    bench::RunSpec spec = shellRun("");
    spec.command.words = {(m_folder.path() / "docker").string(), "--context", "lab", "run", "image"};
    return spec;
}

bool DaemonEngine::hasContainer() const {
    const std::string box = readFile(m_folder.path() / "box");
    return !box.empty() && ::kill(std::stoi(box), 0) == 0;
}

} // namespace fabricscope::test
