// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/demo/DemoTrees.h"

#include "app/demo/DemoTree.h"
#include "app/demo/data/DemoData.h"
#include "app/demo/tools/ToolScripts.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace fabricscope::test {

DemoTrees::DemoTrees() {
    auto folder = app::demo::TemporaryFolder::make();
    auto hosts = app::demo::loadDemoHosts();
    if (!folder || !hosts)
        throw std::runtime_error("no temporary folder, or no demo hosts");
    m_folder = std::move(*folder);
    m_hosts = std::move(*hosts);
}

void DemoTrees::write(const app::demo::DemoHost &host) const {
    if (!m_written.insert(host.name).second)
        return;
    if (const auto written = app::demo::writeDemoTree(host, m_folder->path() / host.name); !written)
        throw std::runtime_error(written.error().toString());
}

const DemoTrees &DemoTrees::get() {
    static const DemoTrees trees;
    return trees;
}

const app::demo::DemoHost &DemoTrees::host(const std::string &name) const {
    for (const auto &host : m_hosts)
        if (host.name == name)
            return host;
    throw std::runtime_error("no demo host " + name);
}

std::filesystem::path DemoTrees::userView(const app::demo::DemoHost &host) const {
    write(host);
    return m_folder->path() / host.name;
}

std::filesystem::path DemoTrees::rootView(const app::demo::DemoHost &host) const {
    write(host);
    return m_folder->path() / (host.user.uid == 0 ? host.name : host.name + app::demo::kRootViewSuffix);
}

std::string DemoTrees::read(const std::string &name, const std::string &path) const {
    std::ifstream stream(rootView(host(name)) / path, std::ios::binary);
    EXPECT_TRUE(stream) << name << ": " << path;
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (text.ends_with('\n'))
        text.pop_back();
    return text;
}

ShellRun shell(const std::string &command) {
    ShellRun run;
    FILE *pipe = ::popen(command.c_str(), "r");
    if (pipe == nullptr)
        throw std::runtime_error("no shell can be started");
    char bytes[4096];
    while (const std::size_t got = std::fread(bytes, 1, sizeof bytes, pipe))
        run.out.append(bytes, got);
    const int status = ::pclose(pipe);
    run.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return run;
}

} // namespace fabricscope::test
