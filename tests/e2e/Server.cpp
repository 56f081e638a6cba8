// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/Server.h"

#include "tests/Places.h"

#include <fstream>
#include <iostream>
#include <thread>

namespace fabricscope::e2e {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

const std::string kBoot = FABRICSCOPE_SOURCE_DIR "/tests/e2e/boot.sh";

/// Two GPUs on vfio-pci: one held by a fake VMM and awake, one unused, which the kernel suspends. Two VFs
/// without a driver, since the emulated ones have no queues.
constexpr const char *kSetup = R"(set -e
modprobe vfio-pci
for bdf in 0000:23:00.0 0000:27:00.0; do
  d=/sys/bus/pci/devices/$bdf
  echo vfio-pci >$d/driver_override
  echo $bdf >$d/driver/unbind
  echo $bdf >/sys/bus/pci/drivers_probe
done
echo on >/sys/bus/pci/devices/0000:23:00.0/power/control
n=/sys/bus/pci/devices/0000:69:00.0
echo 0 >$n/sriov_drivers_autoprobe
echo 2 >$n/sriov_numvfs
printf '#!/bin/sh\nsleep 100000\n' >/run/vmm
setsid bash -c 'exec -a cloud-hypervisor sh /run/vmm --api-socket /run/vm-e2e.sock --device path=/sys/bus/pci/devices/0000:23:00.0/' </dev/null >/dev/null 2>&1 &
udevadm settle --timeout=30
)";

/// The time the suspended GPU has been awake, in milliseconds of the kernel, and its state.
constexpr const char *kSleep =
    "cd /sys/bus/pci/devices/0000:27:00.0/power; cat runtime_active_time runtime_status";

void save(const fs::path &path, const std::string &text) {
    std::ofstream(path, std::ios::binary) << text;
}

} // namespace

Server &Server::get() {
    static Server server;
    return server;
}

fs::path Server::artefacts() {
    return fs::path(FABRICSCOPE_BIN_DIR).parent_path() / "artefacts" / "e2e";
}

std::string Server::start() {
    fs::create_directories(artefacts());
    m_folder = fs::temp_directory_path() / ("fabricscope-e2e-" + std::to_string(getpid()));
    CommandResult boot;
    for (int attempt = 0; attempt < 2; ++attempt) {
        // The very first boot creates the image, which takes minutes.
        boot = run({kBoot, "start", m_folder.string(), "420"}, 20min);
        std::cout << boot.err;
        if (boot.status == 0)
            break;
        std::error_code error;
        fs::copy_file(m_folder / "serial.log", artefacts() / "failed-boot.log",
                      fs::copy_options::overwrite_existing, error);
    }
    if (boot.status != 0)
        return "the emulated server does not boot: " + boot.err;
    if (const CommandResult scene = ssh("server", kSetup); scene.status != 0)
        return "the scene could not be set: " + scene.err;
    m_places = parseTree(text("lspci-tv.txt", "lspci -tv"));
    m_verbose = parseVerbose(text("lspci-vvv.txt", "lspci -D -vvv"));
    m_numa = parseNumactl(text("numactl-h.txt", "numactl -H"));
    m_groups = parseGroups(
        text("iommu-groups.txt", "cd /sys/kernel/iommu_groups; for f in */devices/*; do echo $f; done"));
    // lspci has woken the suspended GPU: it is suspended again automatically.
    for (int wait = 0; wait < 20 && ssh("server", kSleep).out.find("suspended") == std::string::npos; ++wait)
        std::this_thread::sleep_for(500ms);
    return {};
}

void Server::stop() {
    if (m_folder.empty())
        return;
    const CommandResult stopped = run({kBoot, "stop", m_folder.string()}, 30s);
    std::error_code error;
    fs::copy_file(m_folder / "serial.log", artefacts() / "serial.log", fs::copy_options::overwrite_existing,
                  error);
    if (stopped.status == 0)
        fs::remove_all(m_folder, error);
}

CommandResult Server::ssh(const std::string &alias, const std::string &command) const {
    return run({"ssh", "-F", (m_folder / "ssh_config").string(), "-o", "BatchMode=yes", alias, command},
               120s);
}

std::string Server::text(const std::string &name, const std::string &command) const {
    CommandResult result = ssh("server", command);
    save(artefacts() / name, result.out);
    return std::move(result.out);
}

CommandResult Server::program(const std::string &name, std::vector<std::string> arguments,
                              std::chrono::seconds timeout) {
    arguments.insert(arguments.begin(), FABRICSCOPE_BIN_DIR "/" + name);
    return run(std::move(arguments), timeout, {"QT_QPA_PLATFORM=offscreen"});
}

Server::Taken &Server::taken(const Login &login) {
    const auto [entry, isNew] = m_captures.try_emplace(login.alias);
    Taken &taken = entry->second;
    if (isNew) {
        taken.path = artefacts() / (login.alias + ".fscope");
        std::error_code error;
        fs::remove(taken.path, error);
        std::vector<std::string> arguments = {
            "capture",  login.alias, "--ssh-config",     (m_folder / "ssh_config").string(),
            "--timing", "-o",        taken.path.string()};
        if (login.sudo)
            arguments.emplace_back("--sudo");
        taken.sleepBefore = ssh("server", kSleep).out;
        taken.run = program("fabricscope", std::move(arguments), 180s);
        taken.sleepAfter = ssh("server", kSleep).out;
        std::cout << taken.run.err;
    }
    return taken;
}

const fs::path &Server::capture(const Login &login) {
    return taken(login).path;
}

std::pair<std::string, std::string> Server::sleep(const Login &login) {
    const Taken &capture = taken(login);
    return {capture.sleepBefore, capture.sleepAfter};
}

const CommandResult &Server::captureRun(const Login &login) {
    return taken(login).run;
}

nlohmann::json Server::show(const Login &login, const std::string &view) {
    const CommandResult shown =
        program("fabricscope", {"show", capture(login).string(), "--view", view, "--json"}, 60s);
    save(artefacts() / (login.alias + "-" + view + ".json"), shown.out);
    if (shown.status != 0)
        std::cout << shown.err;
    return nlohmann::json::parse(shown.out, nullptr, false);
}

} // namespace fabricscope::e2e
