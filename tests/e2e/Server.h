// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/e2e/Command.h"
#include "tests/e2e/oracle/Oracle.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>
#include <ostream>
#include <string>
#include <utility>

namespace fabricscope::e2e {

/// A login to the emulated server: an alias of boot.sh's ssh_config, and the options of capture.
struct Login {
    std::string alias;
    bool sudo = false; ///< with --sudo
    bool all = false;  ///< can read everything: root, or by sudo
    friend void PrintTo(const Login &login, std::ostream *out) { *out << login.alias; }
};

/// The emulated server of boot.sh, one for the whole test program, with two virtual functions, a GPU held by
/// a fake VMM through vfio-pci, and an unused, suspended one on vfio-pci.
class Server {
public:
    static Server &get();

    /// Boots, with one retry, and prepares the devices. Returns an empty text or the error.
    [[nodiscard]] std::string start();
    void stop();

    /// Runs the command in the login shell of that user, over plain ssh.
    [[nodiscard]] CommandResult ssh(const std::string &alias, const std::string &command) const;
    /// Runs one of our programs.
    [[nodiscard]] static CommandResult program(const std::string &name, std::vector<std::string> arguments,
                                               std::chrono::seconds timeout);

    /// The capture of this login, made by `fabricscope capture` on first use.
    [[nodiscard]] const std::filesystem::path &capture(const Login &login);
    [[nodiscard]] const CommandResult &captureRun(const Login &login);
    /// State and awake time of the suspended GPU, before and after that capture.
    [[nodiscard]] std::pair<std::string, std::string> sleep(const Login &login);
    /// The document of `fabricscope show CAPTURE --view VIEW --json`; null if it failed.
    [[nodiscard]] nlohmann::json show(const Login &login, const std::string &view);

    /// The output of the machine's own tools as root, after the preparation.
    [[nodiscard]] const std::map<std::string, Place> &places() const { return m_places; }
    [[nodiscard]] const std::map<std::string, Verbose> &verbose() const { return m_verbose; }
    [[nodiscard]] const std::map<int, NumaText> &numa() const { return m_numa; }
    [[nodiscard]] const std::map<std::string, int> &groups() const { return m_groups; }

    /// The folder for pictures, captures and the oracle's texts, for inspection.
    [[nodiscard]] static std::filesystem::path artefacts();

private:
    struct Taken {
        std::filesystem::path path;
        CommandResult run;
        std::string sleepBefore, sleepAfter;
    };
    Taken &taken(const Login &login);
    [[nodiscard]] std::string text(const std::string &name, const std::string &command) const;

    std::filesystem::path m_folder;
    std::map<std::string, Taken> m_captures;
    std::map<std::string, Place> m_places;
    std::map<std::string, Verbose> m_verbose;
    std::map<int, NumaText> m_numa;
    std::map<std::string, int> m_groups;
};

} // namespace fabricscope::e2e
