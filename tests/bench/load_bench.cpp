// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One measurement per process: run_load.sh starts it several times. callgrind counts the functions measured_*
// (--toggle-collect); peak resident memory is measured around them.
//
// What is counted: for ours, readHost() and topology::build() of a capture whose sections are in memory as
// received. Every section is parsed, including the kernel log and the user limits, and every fact stores its
// position in the text; nothing is deferred. For hwloc, hwloc_topology_load() of the same host as files. The
// text of the capture and hwloc's files are not counted as memory: both exist before.
#include "core/base/Text.h"
#include "core/capture/Capture.h"
#include "core/formats/HostReader.h"
#include "core/topology/Topology.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>
#include <hwloc.h>
#include <malloc.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

namespace {

using namespace fabricscope;

/// A line of /proc/self/status, in KiB.
long statusKib(std::string_view key) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(key))
            return std::strtol(line.c_str() + key.size() + 1, nullptr, 10);
    return 0;
}

/// Peak resident memory while `work` ran, minus that before.
long peakKib(const std::function<void()> &work) {
    malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << "5"; // resets the peak (proc(5))
    const long before = statusKib("VmRSS");
    work();
    return statusKib("VmHWM") - before;
}

} // namespace

extern "C" {

__attribute__((noinline)) void measured_ours(const capture::Capture *capture,
                                             std::shared_ptr<const topology::Topology> *made) {
    *made = topology::build(std::make_shared<const host::Host>(formats::readHost(*capture)));
}

__attribute__((noinline)) int measured_hwloc(hwloc_topology_t topology) {
    return hwloc_topology_load(topology);
}
}

namespace {

int ours(const std::string &file) {
    auto capture = capture::load(file);
    if (!capture) {
        fmt::print(stderr, "{}\n", capture.error().toString());
        return 1;
    }
    for (capture::Section &section : capture->sections) // as just received from a host
        section = capture::Section(section.meta(), section.bytes());
    std::shared_ptr<const topology::Topology> made;
    const long peak = peakKib([&] { measured_ours(&*capture, &made); });
    fmt::print("functions {}\npeak_kib {}\n", made->host().functions.size(), peak);
    return 0;
}

int hwloc(const std::string &root) {
    setenv("HWLOC_FSROOT", root.c_str(), 1);
    hwloc_topology_t topology = nullptr;
    if (hwloc_topology_init(&topology) != 0)
        return 1;
    hwloc_topology_set_io_types_filter(topology,
                                       HWLOC_TYPE_FILTER_KEEP_ALL); // otherwise it drops most PCI functions
    int failed = 0;
    const long peak = peakKib([&] { failed = measured_hwloc(topology); });
    if (failed != 0)
        return 1;
    int functions = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PCI_DEVICE);
    for (hwloc_obj_t bridge = nullptr; (bridge = hwloc_get_next_bridge(topology, bridge)) != nullptr;)
        functions += bridge->attr->bridge.upstream_type == HWLOC_OBJ_BRIDGE_PCI ? 1 : 0;
    fmt::print("functions {}\npeak_kib {}\n", functions, peak);
    hwloc_topology_destroy(topology);
    return 0;
}

/// Writes DIR/capture.fscope and DIR/root: the same host as a capture and as files.
int write(const host::Host &host, const std::string &folder) {
    std::filesystem::create_directories(folder + "/root");
    samples::writeTree(host, folder + "/root");
    const auto saved = capture::save(samples::toCapture(host), folder + "/capture.fscope");
    return saved ? 0 : 1;
}

/// Writes the facts of a capture of a real host as files, for hwloc.
int writeCaptured(const std::string &file, const std::string &folder) {
    const auto capture = capture::load(file);
    if (!capture)
        return 1;
    std::filesystem::create_directories(folder + "/root");
    samples::writeTree(formats::readHost(*capture), folder + "/root");
    std::filesystem::copy_file(file, folder + "/capture.fscope",
                               std::filesystem::copy_options::overwrite_existing);
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    const std::string mode = argc > 1 ? argv[1] : "";
    if (mode == "ours" && argc == 3)
        return ours(argv[2]);
    if (mode == "hwloc" && argc == 3)
        return hwloc(argv[2]);
    if (mode == "write" && argc == 4)
        return write(samples::manyFunctions(parseInteger<std::size_t>(argv[2]).value_or(4096)), argv[3]);
    if (mode == "write-captured" && argc == 4)
        return writeCaptured(argv[2], argv[3]);
    fmt::print(
        stderr,
        "usage: load_bench ours CAPTURE | hwloc ROOT | write COUNT DIR | write-captured CAPTURE DIR\n");
    return 2;
}
