// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace fabricscope::app::demo {

struct DemoFleetOptions {
    /// The program that handles kDemoHostArgument; empty: this one.
    std::filesystem::path program;
    /// known_hosts stays empty, so that each host's key is asked about as for any new host.
    bool unknownHostKeys = false;
    std::chrono::milliseconds timeout{20000}; ///< until the hosts listen
};

/// A demo host that listens on 127.0.0.1, by its name in configFile().
struct DemoFleetHost {
    std::string name, description;
    std::string hypervisor; ///< the demo host that this one is a VM of; empty for machines
    std::string user;
    std::string hostKey; ///< "ssh-ed25519 AAAA..."
    std::uint16_t port = 0;
};

/// The simulated hosts, in a separate process that ends with this object, or with this process, however it
/// ends. They are reached like any host: pass configFile() as the ssh configuration and a host's name as the
/// target.
class DemoFleet {
public:
    [[nodiscard]] static Result<std::unique_ptr<DemoFleet>> start(const DemoFleetOptions &options = {});
    ~DemoFleet();
    DemoFleet(const DemoFleet &) = delete;
    DemoFleet &operator=(const DemoFleet &) = delete;

    /// A folder (0700) that holds the files below and is removed with the hosts.
    [[nodiscard]] const std::filesystem::path &folder() const { return m_folder; }
    [[nodiscard]] const std::filesystem::path &configFile() const { return m_configFile; }
    [[nodiscard]] const std::filesystem::path &knownHosts() const { return m_knownHosts; }
    [[nodiscard]] const std::filesystem::path &identity() const { return m_identity; }
    [[nodiscard]] const std::vector<DemoFleetHost> &hosts() const { return m_hosts; }
    /// Everything run on a demo host can only read and write that host's own files (FileConfinement.h).
    /// False: this kernel cannot enforce it, and a command that uses a path outside the host's tree may write
    /// to this machine.
    [[nodiscard]] bool isConfined() const { return m_isConfined; }
    /// Nor can it change modes, owners and times of other files, or the host name (MountIsolation.h). False:
    /// not started by root, or the kernel does not allow it.
    [[nodiscard]] bool isIsolated() const { return m_isIsolated; }
    /// As text for the user; empty if isConfined() and isIsolated().
    [[nodiscard]] std::string notConfined() const;
    /// Of the process that starts the one simulating the hosts, and removes their folder.
    [[nodiscard]] int processId() const { return m_pid; }

private:
    DemoFleet() = default;
    Result<> launch(const DemoFleetOptions &options);
    Result<std::string> readGreeting(std::chrono::milliseconds timeout);
    Result<> parseGreeting(const std::string &line);

    int m_pid = -1, m_input = -1, m_output = -1;
    std::filesystem::path m_folder, m_configFile, m_knownHosts, m_identity;
    std::vector<DemoFleetHost> m_hosts;
    bool m_isConfined = false, m_isIsolated = false;
};

/// The hidden argument that makes the program simulate the demo hosts: `fabricscope --demo-host
/// [--unknown-host-keys]`.
inline constexpr const char *kDemoHostArgument = "--demo-host";
inline constexpr const char *kUnknownHostKeysArgument = "--unknown-host-keys";

/// Simulates the demo hosts until standard input ends: one SSH port each, printed as one line of JSON on
/// standard output. For main() if argv[1] is kDemoHostArgument. Returns the exit status.
int runDemoHosts(int argc, char **argv);

} // namespace fabricscope::app::demo
