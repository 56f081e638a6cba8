// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/confine/TemporaryFolder.h"
#include "app/demo/data/DemoHost.h"

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace fabricscope::test {

/// All demo hosts; the files of a host are written on first use, to a folder that is removed when the program
/// ends.
class DemoTrees {
public:
    static const DemoTrees &get();

    [[nodiscard]] const std::vector<app::demo::DemoHost> &hosts() const { return m_hosts; }
    [[nodiscard]] const app::demo::DemoHost &host(const std::string &name) const;
    /// The tree as seen by root.
    [[nodiscard]] std::filesystem::path rootView(const app::demo::DemoHost &host) const;
    [[nodiscard]] std::filesystem::path userView(const app::demo::DemoHost &host) const;
    /// Reads a file of the host as root, without the trailing line feed; fails the test if there is no such
    /// file.
    [[nodiscard]] std::string read(const std::string &host, const std::string &path) const;

private:
    DemoTrees();
    void write(const app::demo::DemoHost &host) const;

    std::unique_ptr<app::demo::TemporaryFolder> m_folder;
    std::vector<app::demo::DemoHost> m_hosts;
    mutable std::set<std::string> m_written;
};

/// Output and exit status of a shell command.
struct ShellRun {
    int status = -1;
    std::string out;
};
ShellRun shell(const std::string &command);

} // namespace fabricscope::test
