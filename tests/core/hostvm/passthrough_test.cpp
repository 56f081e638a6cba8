// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hostvm/Passthrough.h"
#include "tests/core/hostvm/PassthroughHosts.h"

#include <gmock/gmock.h>

#include <map>
#include <string>

namespace fabricscope::hostvm {
namespace {

using findings::Severity;
using samples::address;
using samples::SampleHostBuilder;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A switch at 40:00.0 (ports 41:00.0 and 41:01.0) with a GPU at 42 and a NIC's VF at 43, both bound and used
/// by vm-1; a GPU of the same model at 50 that the host keeps. It has no finding.
host::Host goodHost() {
    SampleHostBuilder builder("hv-1");
    builder.addNumaNode(0, "0-31", 512);
    builder.add("0000:00:01.0", samples::shapes::kRootPort);
    builder.add("0000:40:00.0", "0000:00:01.0", samples::shapes::kUpstream);
    builder.add("0000:41:00.0", "0000:40:00.0", samples::shapes::kDownstream);
    builder.add("0000:41:01.0", "0000:40:00.0", samples::shapes::kDownstream);
    builder.add("0000:42:00.0", "0000:41:00.0", samples::shapes::kGpu.withDriver("vfio-pci"));
    builder.add("0000:43:00.0", "0000:41:01.0", samples::shapes::kFabricNic);
    builder.addNet("0000:43:00.0", "enp67s0", "04:90:81:00:00:00", "ionic_0");
    builder.addVirtual("0000:43:00.1", "0000:43:00.0", samples::shapes::kFabricNic.withDriver("vfio-pci"));
    host::Host host = builder.finish();
    host.iommuUnits = {"ivhd0"};
    host.function(address("0000:43:00.0"))->rare.edit().sriovTotalVfs = samples::fact(std::uint32_t{16});
    host.function(address("0000:43:00.0"))->rare.edit().sriovNumVfs = samples::fact(std::uint32_t{1});
    host.vms.push_back(samples::vmWith("vm-1", {"0000:42:00.0", "0000:43:00.1"}));
    host::VmDevice virtio;
    virtio.mac = "52:54:00:00:00:01";
    host.vms[0].deviceInfo.push_back(virtio);
    return host;
}

/// Changes the config space of a function.
template<class Change> void configure(host::Host &host, const char *bdf, Change change) {
    host::PciFunction &function = *host.function(address(bdf));
    pci::ConfigSpace config = function.config ? *function.config : pci::ConfigSpace();
    change(config);
    function.config = config;
}

void setAcs(host::Host &host, std::uint8_t enabled) {
    for (const char *port : {"0000:41:00.0", "0000:41:01.0"})
        configure(host, port, [&](pci::ConfigSpace &config) { config.acs = pci::Acs{0x7f, enabled}; });
}

void setAts(host::Host &host, const char *bdf, bool enabled) {
    configure(host, bdf, [&](pci::ConfigSpace &config) { config.ats = pci::Ats{enabled, 0}; });
}

Passthrough stateOf(host::Host host) {
    return passthroughOf(*samples::topologyOf(std::move(host)));
}

std::vector<std::string> rulesOf(const Passthrough &state) {
    std::vector<std::string> rules;
    for (const PassthroughFinding &finding : state.findings)
        rules.push_back(finding.finding.rule);
    return rules;
}

const PassthroughFinding &findingOf(const Passthrough &state, std::string_view rule) {
    static const PassthroughFinding kNone;
    const auto at = std::find_if(state.findings.begin(), state.findings.end(),
                                 [&](const PassthroughFinding &one) { return one.finding.rule == rule; });
    return at == state.findings.end() ? kNone : *at;
}

TEST(Passthrough, DescribesACorrectHostWithoutFindings) {
    const Passthrough state = stateOf(goodHost());
    ASSERT_EQ(state.devices.size(), 3U);
    const PassthroughDevice &gpu = state.devices[0];
    EXPECT_EQ(gpu.address, address("0000:42:00.0"));
    EXPECT_EQ(gpu.owner, "vm-1");
    EXPECT_TRUE(gpu.bound);
    EXPECT_EQ(gpu.isolated(), true);
    EXPECT_EQ(gpu.port, address("0000:41:00.0"));
    EXPECT_FALSE(gpu.ats) << "only root reads it";
    EXPECT_FALSE(gpu.resetMethods);
    EXPECT_EQ(state.devices[1].vfs, 1U);
    EXPECT_EQ(state.devices[1].vfsPossible, 16U);
    EXPECT_EQ(state.devices[2].port, address("0000:41:01.0"))
        << "a virtual function hangs where its own does";
    EXPECT_THAT(rulesOf(state), IsEmpty());
}

TEST(Passthrough, OfHostsThatHandNothingOnIsEmpty) {
    EXPECT_TRUE(stateOf(samples::laptop()).isNone());
    EXPECT_TRUE(stateOf(host::Host{}).isNone());
}

using Values = std::map<std::string, std::string>;

/// One row: a change to the good host, the rule that fires, its device and arguments, and a command in it.
struct Case {
    const char *rule;
    void (*change)(host::Host &);
    const char *device;
    Values values;
    const char *command;
    Severity severity;
};

constexpr const char *kGpu = "0000:42:00.0 (GPU0)", *kVf = "0000:43:00.1 (ionic_0 VF0)",
                     *kBoth = "0000:42:00.0 (GPU0), 0000:43:00.1 (ionic_0 VF0)";

const Case kCases[] = {
    {"fell_off",
     [](host::Host &h) { h.function(address("0000:42:00.0"))->dead = true; },
     kGpu,
     {{"port", "0000:41:00.0"}},
     "sudo reboot",
     Severity::Error},
    {"fell_off",
     [](host::Host &h) {
         h.function(address("0000:42:00.0"))->dead = true;
         h.function(address("0000:42:00.0"))->vendor = samples::fact(std::uint16_t{0x10de});
     },
     kGpu,
     {{"port", "0000:41:00.0"}},
     "echo 1 | sudo tee /sys/bus/pci/devices/0000:42:00.0/remove",
     Severity::Error},
    {"reset_failed",
     [](host::Host &h) {
         h.kernelMessages.push_back({host::KernelMessage::Kind::DeviceLost,
                                     address("0000:42:00.0"),
                                     "vfio-pci 0000:42:00.0: not ready 65535ms after FLR; giving up",
                                     2,
                                     {}});
     },
     kGpu,
     {{"port", "0000:41:00.0"},
      {"text", "vfio-pci 0000:42:00.0: not ready 65535ms after FLR; giving up"},
      {"times", "2"}},
     "sudo reboot",
     Severity::Error},
    {"reset_slow",
     [](host::Host &h) {
         h.kernelMessages.push_back({host::KernelMessage::Kind::Reset,
                                     address("0000:42:00.0"),
                                     "vfio-pci 0000:42:00.0: not ready 1023ms after FLR; waiting",
                                     1,
                                     {}});
     },
     kGpu,
     {{"port", "0000:41:00.0"}, {"text", "vfio-pci 0000:42:00.0: not ready 1023ms after FLR; waiting"}},
     "reset_method",
     Severity::Warning},
    {"not_bound",
     [](host::Host &h) { h.function(address("0000:42:00.0"))->driver = samples::text("amdgpu"); },
     kGpu,
     {{"driver", "amdgpu"}, {"vm", "vm-1"}},
     "echo vfio-pci | sudo tee /sys/bus/pci/devices/0000:42:00.0/driver_override",
     Severity::Error},
    {"could_be_bound",
     [](host::Host &h) {
         h.functions.push_back(*h.function(address("0000:42:00.0")));
         h.functions.back().address = address("0000:50:00.0");
         h.functions.back().driver = samples::text("amdgpu");
         h.functions.back().iommuGroup = {};
     },
     "0000:50:00.0 (GPU1)",
     {{"driver", "amdgpu"}},
     "echo 0000:50:00.0 | sudo tee",
     Severity::Note},
    {"group_shared",
     [](host::Host &h) {
         h.function(address("0000:43:00.0"))->iommuGroup = h.function(address("0000:42:00.0"))->iommuGroup;
     },
     kGpu,
     {{"driver", "ionic"}, {"group", "?"}, {"other", "0000:43:00.0"}},
     "Access Control",
     Severity::Error},
    {"acs_open", [](host::Host &h) { setAcs(h, 0x11); }, kBoth, {{"bits", "RR, CR"}}, "", Severity::Note},
    {"acs_open_between_vms",
     [](host::Host &h) {
         setAcs(h, 0x11);
         h.vms[0].devices.pop_back();
         h.vms.push_back(samples::vmWith("vm-2", {"0000:43:00.1"}, 2));
     },
     kGpu,
     {{"bits", "RR, CR"}, {"port", "0000:41:00.0"}},
     "sudo setpci -s 0000:41:00.0 ECAP_ACS+6.w=001d:001d",
     Severity::Warning},
    {"acs_redirects",
     [](host::Host &h) { setAcs(h, 0x1d); },
     kBoth,
     {{"ats_unknown", ""}, {"vm", "vm-1"}},
     "ECAP_ACS+6.w=0000:000c",
     Severity::Warning},
    {"ats_off", [](host::Host &h) { setAts(h, "0000:42:00.0", false); }, kGpu, {}, "noats", Severity::Note},
    {"no_reset",
     [](host::Host &h) { h.function(address("0000:42:00.0"))->resetMethod = samples::text(""); },
     kGpu,
     {},
     "reset_method",
     Severity::Warning},
    {"no_vfs",
     [](host::Host &h) {
         h.functions.push_back(*h.function(address("0000:43:00.0")));
         h.functions.back().address = address("0000:60:00.0");
         h.functions.back().virtfns.clear();
         h.functions.back().rare.edit().sriovNumVfs = samples::fact(std::uint32_t{0});
         h.functions.back().iommuGroup = {};
     },
     "0000:60:00.0 (NIC)",
     {{"possible", "16"}},
     "echo 1 | sudo tee /sys/bus/pci/devices/0000:60:00.0/sriov_numvfs",
     Severity::Note},
    {"d3cold",
     [](host::Host &h) { h.function(address("0000:42:00.0"))->powerState = samples::text("D3cold"); },
     kGpu,
     {},
     "power/control",
     Severity::Warning},
    {"idle_d3",
     [](host::Host &h) { h.modules["vfio_pci"]["disable_idle_d3"] = samples::text("N"); },
     kGpu,
     {},
     "disable_idle_d3=1",
     Severity::Note},
    {"fewer_nics_than_gpus",
     [](host::Host &h) {
         h.functions.push_back(*h.function(address("0000:42:00.0")));
         h.functions.back().address = address("0000:50:00.0");
         h.functions.back().iommuGroup = {};
         h.vms[0].devices.push_back(address("0000:50:00.0"));
     },
     "",
     {{"gpus", "2"}, {"nics", "1"}, {"vm", "vm-1"}},
     "",
     Severity::Warning},
    {"no_front_end",
     [](host::Host &h) { h.vms[0].deviceInfo.clear(); },
     "",
     {{"vm", "vm-1"}},
     "",
     Severity::Note},
};

TEST(Passthrough, ReportsProblemsWithTheCommandsThatFixThem) {
    for (const Case &each : kCases) {
        host::Host host = goodHost();
        each.change(host);
        const Passthrough state = stateOf(std::move(host));
        const findings::Finding &finding = findingOf(state, "passthrough." + std::string(each.rule)).finding;
        EXPECT_EQ(finding.severity, each.severity) << each.rule;
        EXPECT_EQ(finding.device, each.device) << each.rule;
        Values values;
        for (const findings::Argument &argument : finding.arguments)
            values[argument.name] =
                argument.name == "group" ? "?" : argument.value; // the sample numbers groups
        EXPECT_EQ(values, each.values) << each.rule;
        if (*each.command != '\0') {
            EXPECT_THAT(finding.commands, Contains(HasSubstr(each.command))) << each.rule;
        }
    }
}

TEST(Passthrough, DoesNotCallRedirectsASlowWayWhereTranslatedRequestsGoStraight) {
    host::Host host = goodHost();
    setAcs(host, 0x5d); // with DT
    for (const char *bdf : {"0000:42:00.0", "0000:43:00.1"})
        setAts(host, bdf, true);
    EXPECT_THAT(rulesOf(stateOf(std::move(host))), IsEmpty());
}

TEST(Passthrough, ReportsACommonProblemOnceForAllDevices) {
    host::Host host = goodHost();
    for (const char *bdf : {"0000:42:00.0", "0000:43:00.1"})
        host.function(address(bdf))->resetMethod = samples::text("");
    const Passthrough state = stateOf(std::move(host));
    ASSERT_THAT(rulesOf(state), ElementsAre("passthrough.no_reset"));
    EXPECT_THAT(state.findings[0].devices, ElementsAre(address("0000:42:00.0"), address("0000:43:00.1")));
    EXPECT_EQ(state.findings[0].finding.commands.size(), 2U);
}

TEST(Passthrough, OfDamagedHostsEndsWithErrorsFirst) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        const Passthrough state = stateOf(samples::randomHost(seed, 200));
        for (std::size_t i = 1; i < state.findings.size(); ++i)
            EXPECT_GE(state.findings[i - 1].finding.severity, state.findings[i].finding.severity);
    }
}

} // namespace
} // namespace fabricscope::hostvm
