// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// What readiness checks need of the demo hosts, as the collector reads it.
#include "core/capture/StreamSplitter.h"
#include "core/formats/HostReader.h"
#include "core/host/SystemFacts.h"
#include "resources/Resources.h"
#include "tests/app/demo/DemoTrees.h"

#include <gmock/gmock.h>

#include <fstream>

namespace fabricscope::test {
namespace {

using app::demo::DemoHost;
using host::SystemFacts;

host::Host collected(const DemoHost &host) {
    capture::Capture capture;
    const auto tree = DemoTrees::get().userView(host);
    for (const auto &[part, name] :
         {std::pair(capture::Part::Touch, "touch"), std::pair(capture::Part::Tools, "tools")}) {
        const std::string script = tree.string() + "-script";
        std::ofstream(script, std::ios::binary) << "FS_NONCE=n0nce; FS_ARGS=''\n"
                                                << resources::find("collector/common.sh")
                                                << resources::find(std::string("collector/") + name + ".sh");
        capture::StreamSplitter splitter(
            "n0nce", part,
            {[&](capture::Section section) { capture.sections.push_back(std::move(section)); },
             [](const std::string &) {},
             [] {
             }});
        splitter.feed(shell("env -i FABRICSCOPE_ROOT='" + tree.string() + "' PATH='" +
                            (tree / "bin").string() + "' /bin/sh -s < '" + script + "' 2>/dev/null")
                          .out,
                      0);
        splitter.finish(capture::Damage::None, "", 0);
    }
    return formats::readHost(capture);
}

TEST(DemoSettings, AreReadOfEveryHost) {
    for (const DemoHost &demo : DemoTrees::get().hosts()) {
        const host::Host host = collected(demo);
        const SystemFacts facts(host);
        const auto value = [&](std::string_view tool, std::string_view name) {
            const host::ToolFact *fact = facts.find(tool, name);
            return fact != nullptr ? fact->value : std::string("(none)");
        };
        EXPECT_EQ(value(host::kSysctl, "vm.swappiness"), "10") << demo.name;
        EXPECT_EQ(value(host::kSysctl, "net.ipv4.conf.all.arp_announce"), "2") << demo.name;
        EXPECT_EQ(value(host::kKernelFiles, "transparent_hugepage"), "madvise") << demo.name;
        EXPECT_EQ(value(host::kKernelFiles, "swap"), "0 kB") << demo.name;
        EXPECT_EQ(value(host::kKernelFiles, "cpufreq.governor"),
                  demo.virtualization == "none" ? "performance" : "(none)")
            << demo.name;
        EXPECT_EQ(value(host::kKernelConfig, "CONFIG_PCI_P2PDMA"), "y") << demo.name;
        EXPECT_EQ(value(host::kServices, "irqbalance"), "active") << demo.name;
        EXPECT_EQ(value(host::kServices, "opensm"), "(none)") << demo.name;
        EXPECT_NE(value(host::kFileSystems, "/dev/shm size"), "(none)") << demo.name;
        EXPECT_TRUE(facts.has(host::kInterfaceCounters)) << demo.name;
        EXPECT_EQ(facts.has(host::kPortCounters), !host.rdmaDevices.empty()) << demo.name;
        EXPECT_EQ(facts.has(host::kDeviceFiles), facts.has(host::kVerbsAbi)) << demo.name;
        EXPECT_EQ(host.warnings, std::vector<std::string>{}) << demo.name;
    }
}

TEST(DemoSettings, OfAGuestNameItsGpusAndProviderLibrary) {
    const host::Host host = collected(DemoTrees::get().host("vm-01a"));
    const SystemFacts facts(host);
    ASSERT_NE(facts.find(host::kDeviceFiles, "kfd"), nullptr);
    EXPECT_EQ(facts.find(host::kDeviceFiles, "kfd")->value, "rw crw-rw---- root render");
    ASSERT_NE(facts.find(host::kProviderLibraries, "libionic-rdmav34.so"), nullptr);
    EXPECT_EQ(facts.find(host::kProviderLibraries, "libionic-rdmav34.so")->value, "libionic.so.1.0.50.0");
    ASSERT_NE(facts.find(host::kKernelSymbols, "ib_umem_dmabuf_get"), nullptr);
    EXPECT_EQ(facts.find(host::kKernelSymbols, "ib_umem_dmabuf_get")->value, host::kPresent);
}

} // namespace
} // namespace fabricscope::test
