// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One measurement per process: run_import.sh starts it several times. callgrind counts the functions
// measured_* (--toggle-collect): our import from files on disk to the tree, in three parts and as a whole,
// and hwloc's loading of the same files.
//
// What is counted: ours first creates a capture of the files, in the form in which it would be saved: for a
// folder, the text of each file that a reader uses (up to 32 per PCI function, where hwloc reads 9), and then
// parses that text. Only instructions of the program are counted: those of the system for opening and listing
// files are excluded for both.
#include "core/capture/Capture.h"
#include "core/formats/HostReader.h"
#include "core/formats/files/Import.h"
#include "core/topology/Topology.h"

#include <fmt/format.h>
#include <hwloc.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace fabricscope;

/// The data passed through the three parts.
struct Run {
    std::vector<std::filesystem::path> files;
    std::optional<capture::Capture> capture;
    std::shared_ptr<const host::Host> host;
    std::shared_ptr<const topology::Topology> topology;
};

} // namespace

extern "C" {

/// Reads and recognizes the files: a capture of plain sections.
__attribute__((noinline)) void measured_import(Run *run) {
    if (auto imported = formats::importFiles(run->files))
        run->capture = std::move(*imported);
}

__attribute__((noinline)) void measured_read(Run *run) {
    run->host = std::make_shared<const host::Host>(formats::readHost(*run->capture));
}

__attribute__((noinline)) void measured_build(Run *run) {
    run->topology = topology::build(run->host);
}

__attribute__((noinline)) void measured_ours(Run *run) {
    measured_import(run);
    if (!run->capture)
        return;
    measured_read(run);
    measured_build(run);
}

/// Includes opening and reading the file, like ours, but not creating the empty topology.
__attribute__((noinline)) int measured_hwloc(hwloc_topology_t topology, const char *xml) {
    if (xml && hwloc_topology_set_xml(topology, xml) != 0)
        return -1;
    return hwloc_topology_load(topology);
}
}

namespace {

int ours(const std::string &path) {
    Run run;
    run.files = {path};
    measured_ours(&run);
    if (!run.topology) {
        fmt::print(stderr, "{} could not be read\n", path);
        return 1;
    }
    fmt::print("functions {}\n", run.host->functions.size());
    return 0;
}

/// A file is XML; a folder is the unpacked tree of an archive (HWLOC_FSROOT).
int hwloc(const std::string &path) {
    const bool isXml = !std::filesystem::is_directory(path);
    if (!isXml)
        setenv("HWLOC_FSROOT", path.c_str(), 1);
    hwloc_topology_t topology = nullptr;
    if (hwloc_topology_init(&topology) != 0)
        return 1;
    hwloc_topology_set_io_types_filter(topology,
                                       HWLOC_TYPE_FILTER_KEEP_ALL); // otherwise it drops most PCI functions
    if (measured_hwloc(topology, isXml ? path.c_str() : nullptr) != 0)
        return 1;
    int functions = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PCI_DEVICE);
    for (hwloc_obj_t bridge = nullptr; (bridge = hwloc_get_next_bridge(topology, bridge)) != nullptr;)
        functions += bridge->attr->bridge.upstream_type == HWLOC_OBJ_BRIDGE_PCI ? 1 : 0;
    fmt::print("functions {}\n", functions);
    hwloc_topology_destroy(topology);
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    const std::string mode = argc > 1 ? argv[1] : "";
    if (mode == "ours" && argc == 3)
        return ours(argv[2]);
    if (mode == "hwloc" && argc == 3)
        return hwloc(argv[2]);
    fmt::print(stderr, "usage: import_bench ours|hwloc FILE|FOLDER\n");
    return 2;
}
