// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// For tests and debugging: writes the files of all demo hosts into a folder, or runs the hosts like the
// program.
#include "app/demo/DemoTree.h"
#include "app/demo/data/DemoFleet.h"
#include "core/base/Print.h"

#include <cstdio>
#include <string_view>

int main(int argc, char **argv) {
    using namespace fabricscope::app::demo;
    if (argc >= 2 && std::string_view(argv[1]) == kDemoHostArgument)
        return runDemoHosts(argc, argv);
    if (argc != 2 || argv[1][0] == '-') {
        fabricscope::printText(stderr, "usage: fabricscope-demo-tree DIR\n");
        return 2;
    }
    const auto hosts = writeDemoTrees(argv[1]);
    if (!hosts) {
        fabricscope::printText(stderr, "{}\n", hosts.error().toString());
        return 3;
    }
    for (const auto &host : *hosts)
        fabricscope::printText("{}/{}\t{}\n", argv[1], host.name, host.description);
    return std::fflush(stdout) == 0 ? 0 : 3;
}
