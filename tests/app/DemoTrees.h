// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/DemoHost.h"
#include "app/demo/TemporaryFolder.h"

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace fabricscope::test {

/// All demo hosts; a host's files are written when they are first asked for, into a folder that goes with the
/// program.
class DemoTrees {
public:
    static const DemoTrees &get();

    [[nodiscard]] const std::vector<app::demo::DemoHost> &hosts() const { return m_hosts; }
    [[nodiscard]] const app::demo::DemoHost &host(const std::string &name) const;
    /// The tree as root sees it.
    [[nodiscard]] std::filesystem::path rootView(const app::demo::DemoHost &host) const;
    [[nodiscard]] std::filesystem::path userView(const app::demo::DemoHost &host) const;
    /// A file of the host, as root sees it, without the line feed at its end; fails the test where there is
    /// none.
    [[nodiscard]] std::string read(const std::string &host, const std::string &path) const;

private:
    DemoTrees();
    void write(const app::demo::DemoHost &host) const;

    std::unique_ptr<app::demo::TemporaryFolder> m_folder;
    std::vector<app::demo::DemoHost> m_hosts;
    mutable std::set<std::string> m_written;
};

/// A shell command's output and exit status.
struct ShellRun {
    int status = -1;
    std::string out;
};
ShellRun shell(const std::string &command);

} // namespace fabricscope::test
