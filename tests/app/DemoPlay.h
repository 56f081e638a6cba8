// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/DemoTree.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace fabricscope::test {

/// All demo hosts and their files, written once for the whole test program into a folder that goes with it.
class DemoTrees {
public:
    static const DemoTrees &get();
    ~DemoTrees();
    DemoTrees(const DemoTrees &) = delete;
    DemoTrees &operator=(const DemoTrees &) = delete;

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
    std::filesystem::path m_folder;
    std::vector<app::demo::DemoHost> m_hosts;
};

/// A shell command's output and exit status.
struct ShellRun {
    int status = -1;
    std::string out;
};
ShellRun shell(const std::string &command);

} // namespace fabricscope::test
