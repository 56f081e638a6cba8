// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/DemoListen.h"
#include "app/demo/DemoTree.h"
#include "app/demo/confine/FileConfinement.h"
#include "app/demo/confine/MountIsolation.h"
#include "app/demo/confine/OwnProcess.h"
#include "app/demo/confine/TemporaryFolder.h"
#include "app/demo/data/DemoData.h"
#include "app/demo/data/DemoFleet.h"
#include "app/demo/data/JsonFields.h"
#include "app/demo/sysfs/TreeWriter.h"
#include "app/demo/tools/ToolBench.h"
#include "app/demo/tools/ToolScripts.h"
#include "core/base/Print.h"
#include "remote/server/ExecServer.h"
#include "remote/server/KeyPair.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <future>
#include <string_view>

namespace fabricscope::app::demo {

namespace {

constexpr const char *kAddress = "127.0.0.1";
constexpr int kUsage = 2, kFailed = 3; // exit statuses

/// The environment of a login on the host. PATH has only the host's own folder, so that no command of the
/// real machine runs.
remote::Spawn spawnOn(const DemoHost &host, const std::filesystem::path &tree, const std::string &command) {
    const std::string home = host.user.uid == 0 ? "/root" : "/home/" + host.user.name;
    remote::Spawn spawn;
    spawn.arguments = {"/bin/sh", "-c", command};
    spawn.environment = {"FABRICSCOPE_ROOT=" + tree.string(),
                         "PATH=" + (tree / "bin").string(),
                         "HOME=" + home,
                         "USER=" + host.user.name,
                         "LOGNAME=" + host.user.name,
                         "SHELL=/bin/sh",
                         "TMPDIR=" + (tree / "tmp").string(),
                         "LANG=C.UTF-8"};
    for (const auto &[name, value] : host.environment)
        spawn.environment.push_back(name + '=' + value);
    spawn.workingDirectory = tree.string() + home;
    return spawn;
}

/// One host: its tree, written on its own thread while others start, and its port.
struct SimulatedHost {
    DemoHost host;
    std::shared_future<bool> tree;
    std::unique_ptr<remote::ExecServer> server;
    bool isConfined = false; ///< to its own folders
};

/// The folder with the files of a host (writeDemoTree).
std::vector<std::filesystem::path> foldersOf(const DemoHost &host, const std::filesystem::path &tree) {
    std::vector<std::filesystem::path> folders{tree};
    if (host.user.uid != 0)
        folders.push_back(tree.string() + kRootViewSuffix);
    return folders;
}

/// Its writable folders: its own, and those in which servers announce themselves to clients on other hosts.
/// They are created first, since only existing folders can be allowed.
std::vector<std::filesystem::path> writableBy(const DemoHost &host, const std::vector<DemoHost> &all,
                                              const std::filesystem::path &folder) {
    std::vector<std::filesystem::path> writable = foldersOf(host, folder / host.name);
    for (const DemoHost &other : all)
        for (const std::filesystem::path &tree : foldersOf(other, folder / other.name))
            writable.push_back(tree / kSimulatedFolder / "run" / "ports");
    std::error_code error;
    for (const std::filesystem::path &path : writable)
        std::filesystem::create_directories(path, error); // if it fails, the tree reports it
    return writable;
}

/// A host may read and write its own folders, not those of the others or of this machine, nor their
/// connections. It may read `fleet`, the simulated files of all hosts: clients look there for servers.
tl::expected<std::unique_ptr<remote::ExecServer>, std::string>
serveConfined(remote::ExecServerOptions options, const std::vector<std::filesystem::path> &folders,
              const std::filesystem::path &fleet, bool &isConfined) {
    return std::async(std::launch::async,
                      [&] {
                          isConfined = confineFiles(folders, Reading::OwnAndPrograms, {fleet});
                          return remote::ExecServer::start(std::move(options));
                      })
        .get();
}

Result<SimulatedHost> simulate(const DemoHost &host, const std::vector<DemoHost> &all,
                               const std::filesystem::path &folder, const std::string &clientKey) {
    SimulatedHost simulated;
    simulated.host = host;
    const std::filesystem::path path = folder / host.name;
    simulated.tree = std::async(std::launch::async, [described = simulated.host, path] {
        const auto written = writeDemoTree(described, path);
        if (!written)
            printText(stderr, "fabricscope: {}\n", written.error().toString());
        else
            linkListener(path);
        return written.has_value();
    });
    remote::ExecServerOptions options;
    options.authorizedKeys = {clientKey};
    options.user = simulated.host.user.name;
    options.spawn = [described = simulated.host, path, tree = simulated.tree](
                        const std::string &, const std::string &command) -> std::optional<remote::Spawn> {
        if (!tree.get())
            return std::nullopt;
        return spawnOn(described, path, command);
    };
    auto server =
        serveConfined(std::move(options), writableBy(host, all, folder), folder, simulated.isConfined);
    if (!server)
        return failure(server.error(), host.name);
    simulated.server = std::move(*server);
    return simulated;
}

/// A path in an ssh configuration: blanks need double quotes.
std::string quoted(const std::filesystem::path &path) {
    return '"' + path.string() + '"';
}

std::string clientConfig(const std::vector<SimulatedHost> &hosts, const std::filesystem::path &folder) {
    std::string text = "# Simulated demo hosts of fabricscope on this machine; removed when they end.\n";
    for (const SimulatedHost &simulated : hosts)
        text += fmt::format(
            "Host {}\n    HostName {}\n    Port {}\n    User {}\n    IdentityFile {}\n    IdentitiesOnly "
            "yes\n"
            "    IdentityAgent none\n    PreferredAuthentications publickey\n    UserKnownHostsFile {}\n\n",
            simulated.host.name, kAddress, simulated.server->port(), simulated.host.user.name,
            quoted(folder / "id_ed25519"), quoted(folder / "known_hosts"));
    return text;
}

Result<> writeClientFiles(const std::vector<SimulatedHost> &hosts, const remote::KeyPair &key,
                          const std::filesystem::path &folder, bool unknownHostKeys) {
    constexpr unsigned kPrivate = 0600;
    std::string known;
    if (!unknownHostKeys)
        for (const SimulatedHost &simulated : hosts)
            known +=
                fmt::format("[{}]:{} {}\n", kAddress, simulated.server->port(), simulated.server->hostKey());
    TreeWriter out(folder);
    out.file("id_ed25519", key.privateKey, kPrivate);
    out.file("id_ed25519.pub", key.publicKey + '\n', kPrivate);
    out.file("known_hosts", known, kPrivate);
    out.file("ssh_config", clientConfig(hosts, folder), kPrivate);
    return out.result();
}

/// How commands on the demo hosts are kept off this machine.
struct Confinement {
    bool writes = false; ///< confineFiles()
    bool mounts = false; ///< isolateMounts()
};

std::string greeting(const std::vector<SimulatedHost> &hosts, const std::filesystem::path &folder,
                     const Confinement &confinement) {
    Json document{{"folder", folder.string()},
                  {"config", (folder / "ssh_config").string()},
                  {"known_hosts", (folder / "known_hosts").string()},
                  {"identity", (folder / "id_ed25519").string()},
                  {"confined", confinement.writes},
                  {"isolated", confinement.mounts},
                  {"hosts", Json::array()}};
    for (const SimulatedHost &simulated : hosts)
        document["hosts"].push_back({{"name", simulated.host.name},
                                     {"description", simulated.host.description},
                                     {"hypervisor", simulated.host.hypervisor},
                                     {"user", simulated.host.user.name},
                                     {"host_key", simulated.server->hostKey()},
                                     {"port", simulated.server->port()}});
    return document.dump() + '\n';
}

/// Until standard input ends or SIGTERM arrives. Ctrl-C goes to the whole terminal: it ends the program that
/// started this one, which ends this one.
void waitForEnd(int signals) {
    while (true) {
        pollfd polls[] = {{STDIN_FILENO, POLLIN, 0}, {signals, POLLIN, 0}};
        if (::poll(polls, 2, -1) < 0 && errno != EINTR)
            return;
        if ((polls[1].revents & POLLIN) != 0)
            return;
        char ignored[256];
        if (polls[0].revents != 0 && ::read(STDIN_FILENO, ignored, sizeof ignored) <= 0 && errno != EINTR)
            return;
    }
}

/// SIGTERM as a descriptor to poll.
int pollableSignals() {
    sigset_t ending;
    sigemptyset(&ending);
    sigaddset(&ending, SIGTERM);
    return ::signalfd(-1, &ending, SFD_CLOEXEC | SFD_NONBLOCK);
}

Result<> simulateIn(const std::filesystem::path &path, bool unknownHostKeys, Confinement confinement) {
    const auto all = loadDemoHosts();
    if (!all)
        return tl::unexpected(all.error());
    const auto key = remote::generateKeyPair();
    if (!key)
        return failure(key.error(), "demo hosts");
    std::vector<SimulatedHost> hosts;
    for (const DemoHost &host : *all) {
        auto simulated = simulate(host, *all, path / "hosts", key->publicKey);
        if (!simulated)
            return tl::unexpected(simulated.error());
        confinement.writes = confinement.writes && simulated->isConfined;
        hosts.push_back(std::move(*simulated));
    }
    if (auto written = writeClientFiles(hosts, *key, path, unknownHostKeys); !written)
        return written;
    const std::string line = greeting(hosts, path, confinement);
    if (::write(STDOUT_FILENO, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
        return failure("cannot report the ports of the demo hosts", "demo hosts");
    waitForEnd(pollableSignals());
    hosts.clear(); // sessions and trees first, then the folder
    return {};
}

/// Ends together with the process that started it. Returns the exit status.
int simulateIsolated(const std::filesystem::path &folder, bool unknownHostKeys, pid_t parent) {
    const bool isolated = isolateMounts(folder);
    ::prctl(PR_SET_PDEATHSIG, SIGTERM); // after the change of rights, which clears it
    if (::getppid() != parent)
        return kFailed;
    const bool confined = confineFiles({folder}, Reading::Anything);
    const auto simulated = simulateIn(folder, unknownHostKeys, {confined, isolated});
    if (!simulated)
        printText(stderr, "fabricscope: {}\n", simulated.error().toString());
    return simulated ? 0 : kFailed;
}

/// The hosts run in a process that can write only to their folder; the folder itself is created and removed
/// outside.
Result<int> simulateAll(bool unknownHostKeys) {
    auto folder = TemporaryFolder::make();
    if (!folder)
        return tl::unexpected(folder.error());
    const auto status = runInOwnProcess(
        [&](int parent) { return simulateIsolated((*folder)->path(), unknownHostKeys, parent); });
    if (!status)
        return failure(std::string("cannot start: ") + std::strerror(errno), "demo hosts");
    return *status;
}

} // namespace

int runDemoHosts(int argc, char **argv) {
    bool unknownHostKeys = false;
    if (argc == 4 && std::string_view(argv[2]) == kListenArgument)
        return listenOn(argv[3]);
    for (int i = 1; i < argc; ++i) {
        if (std::string_view(argv[i]) == kDemoHostArgument)
            continue;
        if (std::string_view(argv[i]) != kUnknownHostKeysArgument) {
            printText(stderr, "fabricscope: {} does not take '{}'\n", kDemoHostArgument, argv[i]);
            return kUsage;
        }
        unknownHostKeys = true;
    }
    const auto simulated = simulateAll(unknownHostKeys);
    if (!simulated)
        printText(stderr, "fabricscope: {}\n", simulated.error().toString());
    return simulated ? *simulated : kFailed;
}

} // namespace fabricscope::app::demo
