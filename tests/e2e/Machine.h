// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/e2e/Command.h"

#include <filesystem>
#include <string>
#include <vector>

namespace fabricscope::e2e {

/// A machine of boot.sh for one test, which ends with the object.
class Machine {
public:
    /// Boots immediately, with boot.sh's FABRICSCOPE_E2E_* in `environment`; retries once.
    explicit Machine(const std::string &name, const std::vector<std::string> &environment = {});
    ~Machine();
    Machine(const Machine &) = delete;
    Machine &operator=(const Machine &) = delete;

    /// Status 0 if it can be reached over SSH.
    [[nodiscard]] const CommandResult &boot() const { return m_boot; }
    [[nodiscard]] std::string sshConfig() const { return (m_folder / "ssh_config").string(); }
    /// Runs the command in the login shell of that alias, over plain ssh.
    [[nodiscard]] CommandResult ssh(const std::string &alias, const std::string &command,
                                    std::chrono::seconds timeout = std::chrono::seconds(120)) const;
    /// Runs `fabricscope capture ALIAS`; returns the file, stored with the other artefacts. Fails the test on
    /// errors.
    [[nodiscard]] std::string capture(const std::string &alias, const std::string &name,
                                      const std::vector<std::string> &more = {}) const;

private:
    std::filesystem::path m_folder;
    CommandResult m_boot;
};

} // namespace fabricscope::e2e
