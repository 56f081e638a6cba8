// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/DemoTree.h"

#include "app/demo/data/DemoData.h"
#include "app/demo/sysfs/ClassTree.h"
#include "app/demo/sysfs/KfdTree.h"
#include "app/demo/sysfs/PciTree.h"
#include "app/demo/sysfs/SystemTree.h"
#include "app/demo/tools/ToolScripts.h"

namespace fabricscope::app::demo {

namespace {

/// Parts that are the same for all users and have many folders, or are written to, exist only in the login
/// user's view; root's view links to them.
void writeShared(TreeWriter &out, const DemoHost &host, const std::filesystem::path *userView) {
    if (userView == nullptr) {
        writeProcessors(out, host);
        writeWritableFolders(out, host);
        return;
    }
    for (const char *path : kWritableFolders)
        out.outsideLink(path, *userView / path);
    for (const char *path : {"sys/devices/system", "proc/cpuinfo", "proc/meminfo"})
        out.outsideLink(path, *userView / path);
}

Result<> writeView(const DemoHost &host, const std::filesystem::path &folder, bool root,
                   const std::filesystem::path *userView = nullptr) {
    constexpr std::size_t kWithoutRoot = 64, kWithRoot = 4096;
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        return failure("cannot create the folder of a demo host: " + error.message(), folder.string());
    TreeWriter out(folder);
    writePciTree(out, host, root ? kWithRoot : kWithoutRoot);
    writeClassTree(out, host);
    writeKfdTree(out, host);
    writeSystemTree(out, host, root);
    writeShared(out, host, userView);
    writeTools(out, host, root);
    out.directory(root ? "root" : "home/" + host.user.name);
    return out.result();
}

} // namespace

Result<> writeDemoTree(const DemoHost &host, const std::filesystem::path &folder) {
    const bool isRoot = host.user.uid == 0;
    if (auto written = writeView(host, folder, isRoot); !written || isRoot)
        return written;
    std::filesystem::path rootView = folder;
    rootView += kRootViewSuffix;
    const auto userView = std::filesystem::absolute(folder);
    return writeView(host, rootView, true, &userView);
}

Result<std::vector<DemoHost>> writeDemoTrees(const std::filesystem::path &folder) {
    auto hosts = loadDemoHosts();
    if (!hosts)
        return hosts;
    for (const DemoHost &host : *hosts)
        if (auto written = writeDemoTree(host, folder / host.name); !written)
            return tl::unexpected(written.error());
    return hosts;
}

} // namespace fabricscope::app::demo
