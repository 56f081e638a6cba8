// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/e2e/Command.h"

#include <filesystem>
#include <string>
#include <vector>

namespace fabricscope::e2e {

/// A machine of boot.sh as one test needs it, which ends with the object.
class Machine {
public:
    /// Boots at once, with boot.sh's FABRICSCOPE_E2E_* in `environment`, and once more where that fails.
    explicit Machine(const std::string &name, const std::vector<std::string> &environment = {});
    ~Machine();
    Machine(const Machine &) = delete;
    Machine &operator=(const Machine &) = delete;

    /// 0 where it answers over SSH.
    [[nodiscard]] const CommandResult &boot() const { return m_boot; }
    [[nodiscard]] std::string sshConfig() const { return (m_folder / "ssh_config").string(); }
    /// The command in the login shell of that alias, over plain ssh.
    [[nodiscard]] CommandResult ssh(const std::string &alias, const std::string &command,
                                    std::chrono::seconds timeout = std::chrono::seconds(120)) const;
    /// `fabricscope capture ALIAS`; the file, kept with the other artefacts. The test fails where it fails.
    [[nodiscard]] std::string capture(const std::string &alias, const std::string &name,
                                      const std::vector<std::string> &more = {}) const;

private:
    std::filesystem::path m_folder;
    CommandResult m_boot;
};

} // namespace fabricscope::e2e
