// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/e2e/Machine.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace fabricscope::e2e {

/// Two emulated servers, "one" and "two", with two NICs each, all on one wire, with soft-RoCE (rxe0, rxe1)
/// over them. They can resolve each other's names, and root of the first may log in to the second with a key
/// created for it.
class TwoMachines {
public:
    static constexpr std::array<const char *, 2> kNames = {"one", "two"};

    /// Boots both concurrently.
    TwoMachines();

    /// The error; empty if there is none.
    [[nodiscard]] const std::string &failure() const { return m_failure; }
    /// Contains the aliases "one" and "two".
    [[nodiscard]] const std::string &sshConfig() const { return m_sshConfig; }
    /// Runs the command as root, over plain ssh.
    [[nodiscard]] CommandResult on(std::size_t machine, const std::string &command,
                                   std::chrono::seconds timeout = std::chrono::seconds(120)) const;
    /// Copies a file of this machine to both, executable.
    [[nodiscard]] CommandResult copyToBoth(const std::string &file, const std::string &target) const;
    /// Runs `fabricscope ARGUMENTS... --ssh-config ...`, before a "--" if there is one.
    [[nodiscard]] CommandResult program(std::vector<std::string> arguments,
                                        std::chrono::seconds timeout) const;
    /// Number of packets sent by a soft-RoCE device of a machine.
    [[nodiscard]] long sentPackets(std::size_t machine, const std::string &device) const;
    /// Number of bytes sent by the NIC below rxe0 of a machine.
    [[nodiscard]] long sentBytes(std::size_t machine) const;

private:
    void meet();

    std::array<std::unique_ptr<Machine>, 2> m_machines;
    std::string m_failure, m_sshConfig;
};

} // namespace fabricscope::e2e
