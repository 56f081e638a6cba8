// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Costs that remain although each GPU has its NIC: links, switches, and the bootstrap interface.
#include "core/affinity/Examine.h"
#include "core/affinity/UpstreamPaths.h"
#include "core/formats/HostReader.h"
#include "tests/core/affinity/FabricBuilder.h"
#include "tests/core/affinity/SampleGuest.h"
#include "tests/support/FindingValue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::affinity {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// A host with its own GPUs, all healthy; GPU5 is 0000:a6:00.0 below 0000:a2:00.0, its NIC below
/// 0000:a2:01.0.
host::Host bareMetal() {
    host::Host host = healthyServer();
    for (host::PciFunction &function : host.functions)
        if (function.driver && *function.driver == "vfio-pci")
            function.driver = samples::text(function.classCode.valueOr(0) == 0x120000 ? "amdgpu" : "ionic");
    host.vms.clear();
    return host;
}

host::PciFunction &functionOf(host::Host &host, const char *bdf) {
    return *host.function(samples::address(bdf));
}

Judgement judged(host::Host host) {
    return judge(fabricOfHost(std::move(host)), {});
}

TEST(AffinityFindings, OfAHealthyServerThereAreNone) {
    EXPECT_TRUE(judged(bareMetal()).findings.empty());
}

TEST(AffinityFindings, ReportsANarrowLinkWithItsCost) {
    host::Host host = bareMetal();
    functionOf(host, "0000:a6:00.0").currentWidth = samples::fact(std::uint8_t{8});
    const Judgement judgement = judged(std::move(host));
    ASSERT_EQ(judgement.findings.size(), 1u);
    const findings::Finding &narrow = judgement.findings[0];
    EXPECT_EQ(narrow.rule, "link.narrow");
    EXPECT_EQ(narrow.device, "GPU5 (0000:a6:00.0)");
    EXPECT_EQ(narrow.place.address, "0000:a6:00.0");
    EXPECT_EQ(test::valueOf(narrow, "lanes"), "8");
    EXPECT_EQ(test::valueOf(narrow, "possible_lanes"), "16");
    EXPECT_EQ(test::valueOf(narrow, "bandwidth"), "31.5 GB/s");
    EXPECT_EQ(test::valueOf(narrow, "possible_bandwidth"), "63.0 GB/s");
    EXPECT_THAT(narrow.commands, ElementsAre("sudo lspci -vv -s 0000:a6:00.0 | grep -E 'LnkCap|LnkSta'"));
    EXPECT_EQ(judgement.verdict.severity, Severity::Warning);
    EXPECT_THAT(judgement.verdict.sentence, HasSubstr(findings::claim(narrow)));
    EXPECT_EQ(judgement.verdict.fix, findings::steps(narrow));
    for (const Pair &pair : judgement.pairs)
        EXPECT_EQ(pair.reason.find(findings::statement(narrow)) != std::string::npos, pair.gpu == 5u)
            << pair.reason;
}

TEST(AffinityFindings, NamesTheOamWhoseLinkIsNarrow) {
    host::Host host = bareMetal();
    functionOf(host, "0000:a6:00.0").currentWidth = samples::fact(std::uint8_t{8});
    ASSERT_EQ(judged(host).findings.size(), 1u);
    EXPECT_EQ(judged(host).findings[0].argument("oam"), nullptr) << "no tool stated it";
    const auto gpu = std::find_if(host.gpus.begin(), host.gpus.end(), [](const host::GpuFacts &facts) {
        return facts.address == samples::address("0000:a6:00.0");
    });
    ASSERT_NE(gpu, host.gpus.end());
    gpu->oam = samples::fact(3);
    EXPECT_EQ(test::valueOf(judged(host).findings[0], "oam"), "3");
}

TEST(AffinityFindings, LanesThatCostNothingAreNone) {
    host::Host host = bareMetal();
    functionOf(host, "0000:a6:00.0").currentWidth = samples::fact(std::uint8_t{8});
    for (host::NetInterface &net : host.netInterfaces)
        net.speedMbits = samples::fact(std::int64_t{200000}); // 25 GB/s, of 31.5 with 8 lanes
    for (host::RdmaDevice &device : host.rdmaDevices)
        for (host::RdmaPort &port : device.ports)
            port.rate = {GigabitsPerSecond{200}, {}};
    EXPECT_TRUE(judged(host).findings.empty());
    // Nor do the lanes of a device that is on no pair's path.
    functionOf(host, "0000:a6:00.0").currentWidth = functionOf(host, "0000:a6:00.0").maxWidth;
    functionOf(host, "0000:12:00.0").currentWidth = samples::fact(std::uint8_t{1});
    EXPECT_TRUE(judged(host).findings.empty());
}

TEST(AffinityFindings, ReportsAcsRedirectionWithTheUplinkOfTheSwitch) {
    host::Host host = bareMetal();
    functionOf(host, "0000:a2:01.0").config->acs->enabled = 0x1D; // SV RR CR UF, above the NIC
    const Judgement judgement = judged(host);
    ASSERT_EQ(judgement.findings.size(), 1u);
    const findings::Finding &redirect = judgement.findings[0];
    EXPECT_EQ(redirect.rule, "way.acs_redirect");
    EXPECT_EQ(test::valueOf(redirect, "switches"), "Switch a1:00.0");
    EXPECT_EQ(test::valueOf(redirect, "pairs"), "1");
    EXPECT_EQ(test::valueOf(redirect, "uplink"), "63.0 GB/s");
    EXPECT_EQ(test::valueOf(redirect, "ports"), "0000:a2:01.0");
    EXPECT_EQ(redirect.argument("translates"), nullptr);
    EXPECT_THAT(redirect.commands, ElementsAre("sudo setpci -s 0000:a2:01.0 ECAP_ACS+6.w=0011"));
    EXPECT_EQ(judgement.verdict.severity, Severity::Warning);
    EXPECT_THAT(judgement.verdict.sentence, HasSubstr(findings::claim(redirect)));
    EXPECT_EQ(judgement.verdict.fix, findings::steps(redirect));
    // Above the NVMe it is on no pair's path.
    functionOf(host, "0000:a2:01.0").config->acs->enabled = 0;
    functionOf(host, "0000:a2:02.0").config->acs->enabled = 0x1D;
    EXPECT_TRUE(judged(host).findings.empty());
    // A device with ATS is not redirected, if the port has Direct Translated P2P.
    functionOf(host, "0000:a6:00.0").config->ats = pci::Ats{true, 0};
    functionOf(host, "0000:a2:00.0").config->acs->enabled = 0x5D; // with DT
    EXPECT_TRUE(judged(host).findings.empty());
    functionOf(host, "0000:a2:00.0").config->acs->enabled = 0x1D;
    const Judgement let = judged(host);
    ASSERT_EQ(let.findings.size(), 1u);
    EXPECT_NE(let.findings[0].argument("translates"), nullptr);
    EXPECT_THAT(let.findings[0].commands, ElementsAre("sudo setpci -s 0000:a2:00.0 ECAP_ACS+6.w=005d"));
}

TEST(AffinityFindings, ReadsBackAtsOfAGeneratedHostWithoutAcs) {
    host::Host host = bareMetal();
    host::PciFunction &gpu = functionOf(host, "0000:a6:00.0");
    gpu.config->bytesRead = 4096;
    gpu.config->acs.reset();
    gpu.config->ats = pci::Ats{true, 0};
    const host::Host read = formats::readHost(samples::toCapture(host));
    const auto &config = read.function(samples::address("0000:a6:00.0"))->config;
    ASSERT_TRUE(config && config->ats) << "the first extended capability stands where the chain begins";
    EXPECT_TRUE(config->ats->enabled);
    EXPECT_FALSE(config->acs);
}

TEST(AffinityFindings, WhatKeepsVmsApartIsNoFault) {
    host::Host host = healthyServer(); // GPU0 to GPU3 are passed through
    functionOf(host, "0000:02:01.0").config->acs->enabled = 0x1D;
    const Judgement judgement = judged(host);
    ASSERT_EQ(judgement.findings.size(), 1u);
    EXPECT_EQ(judgement.findings[0].severity, Severity::Note);
    EXPECT_FALSE(judgement.verdict.severity);
    EXPECT_THAT(judgement.verdict.sentence, Not(HasSubstr(findings::claim(judgement.findings[0]))));
    EXPECT_THAT(judgement.verdict.why, HasSubstr(findings::claim(judgement.findings[0])));
    EXPECT_TRUE(judgement.verdict.fix.empty());
    EXPECT_NE(judgement.findings[0].argument("isolates"), nullptr);
}

TEST(AffinityFindings, OfTheHypervisorAreReportedWithTheirLocation) {
    host::Host server = healthyServer();
    functionOf(server, "0000:26:00.0").currentWidth = samples::fact(std::uint8_t{4}); // GPU1 in the VM
    const auto hypervisor = samples::topologyOf(std::move(server));
    const auto vm = samples::topologyOf(samples::guest());
    Question question = samples::withFile(samples::fileOf({0, 1, 2}));
    samples::attachHypervisor(question, *hypervisor, *vm);
    const Examination examination = examine(*vm, question);
    ASSERT_FALSE(examination.judgement.findings.empty());
    const findings::Finding &narrow = examination.judgement.findings[0];
    EXPECT_EQ(narrow.rule, "link.narrow");
    EXPECT_EQ(narrow.device, "GPU1 (0000:26:00.0)");
    EXPECT_EQ(test::valueOf(narrow, "lanes"), "4");
    EXPECT_NE(narrow.argument("hypervisor"), nullptr);
    EXPECT_THAT(narrow.commands, ElementsAre(testing::EndsWith("# on the hypervisor")));
    EXPECT_THAT(examination.judgement.verdict.sentence, HasSubstr(findings::claim(narrow)));
}

/// The guest with a tap before all other interfaces, as is usual in VMs.
host::Host tapped(const char *address = "192.168.100.2/24") {
    host::Host host = samples::guest();
    host::NetInterface tap;
    tap.name = "vmtap0";
    tap.operstate = samples::text("up");
    tap.addresses = {address};
    tap.index = samples::fact(2);
    int index = 3;
    for (host::NetInterface &net : host.netInterfaces)
        net.index = samples::fact(index++);
    host.netInterfaces.insert(host.netInterfaces.begin(), tap);
    return host;
}

TEST(AffinityFindings, TheWrongInterfaceOfTheBootstrapIsInTheVerdict) {
    const auto vm = samples::topologyOf(tapped());
    const Examination examination = examine(*vm, samples::withFile(samples::fileOf({0, 1, 2})));
    ASSERT_FALSE(examination.judgement.findings.empty());
    const findings::Finding &bootstrap = examination.judgement.findings[0];
    EXPECT_EQ(bootstrap.rule, "library.bootstrap");
    EXPECT_EQ(bootstrap.variant, "better");
    EXPECT_EQ(test::valueOf(bootstrap, "library"), "RCCL 2.21");
    EXPECT_EQ(test::valueOf(bootstrap, "interface"), "vmtap0");
    EXPECT_EQ(test::valueOf(bootstrap, "better"), "enp0");
    EXPECT_EQ(examination.judgement.verdict.severity, Severity::Warning);
    EXPECT_THAT(examination.judgement.verdict.sentence, HasSubstr(findings::claim(bootstrap)));
    EXPECT_THAT(examination.judgement.verdict.why, HasSubstr(findings::sentence(bootstrap)));
    EXPECT_THAT(examination.judgement.verdict.fix, Contains("export NCCL_SOCKET_IFNAME=enp0"));
    Question alone = samples::withFile(samples::fileOf({0, 1, 2}));
    alone.nodes = 1;
    EXPECT_TRUE(examine(*vm, alone).judgement.findings.empty()) << "nobody else is met";
    Question named = samples::withFile(samples::fileOf({0, 1, 2}));
    named.environment.push_back({"NCCL_SOCKET_IFNAME", "enp0"});
    EXPECT_TRUE(examine(*vm, named).judgement.findings.empty());
}

TEST(AffinityFindings, AnAddressThatAPeerHasTooIsAnError) {
    const auto vm = samples::topologyOf(tapped());
    host::Host second = tapped();
    second.hostname = samples::text("vm-03b");
    for (host::NetInterface &net : second.netInterfaces)
        for (std::string &address : net.addresses)
            if (const auto at = address.find(".12/"); at != std::string::npos)
                address.replace(at, 4, ".13/");
    const auto peer = samples::topologyOf(std::move(second));
    Question question = samples::withFile(samples::fileOf({0, 1, 2}));
    question.meeting = {examine(*peer, question).bootstrapChoice.asPeer("vm-03b")};
    const Examination examination = examine(*vm, question);
    EXPECT_EQ(examination.judgement.verdict.severity, Severity::Error);
    ASSERT_FALSE(examination.judgement.findings.empty());
    const findings::Finding &bootstrap = examination.judgement.findings[0];
    EXPECT_EQ(bootstrap.rule, "library.bootstrap");
    EXPECT_EQ(bootstrap.variant, "unreachable");
    EXPECT_EQ(bootstrap.severity, Severity::Error);
    EXPECT_EQ(test::valueOf(bootstrap, "library"), "RCCL 2.21");
    EXPECT_EQ(test::valueOf(bootstrap, "interface"), "vmtap0");
    EXPECT_THAT(examination.judgement.verdict.sentence, HasSubstr(findings::claim(bootstrap)));
    EXPECT_THAT(examination.judgement.verdict.why, HasSubstr("vm-03b also has the address 192.168.100.2"));
    EXPECT_THAT(examination.judgement.verdict.fix, Contains("export NCCL_SOCKET_IFNAME=enp0"));
    question.environment.push_back({"NCCL_SOCKET_IFNAME", "enp1"});
    for (const findings::Finding &finding : examine(*vm, question).judgement.findings)
        EXPECT_EQ(finding.severity, Severity::Note) << finding.rule;
}

TEST(AffinityFindings, NoInterfaceAtAllIsAnError) {
    const auto vm = samples::topologyOf(samples::guest());
    Question question = samples::withFile(samples::fileOf({0, 1, 2}));
    question.environment.push_back({"NCCL_SOCKET_IFNAME", "=nothing"});
    const Examination examination = examine(*vm, question);
    EXPECT_EQ(examination.judgement.verdict.severity, Severity::Error);
    ASSERT_FALSE(examination.judgement.findings.empty());
    const findings::Finding &bootstrap = examination.judgement.findings[0];
    EXPECT_EQ(bootstrap.rule, "library.bootstrap");
    EXPECT_EQ(bootstrap.variant, "");
    EXPECT_EQ(bootstrap.severity, Severity::Error);
    EXPECT_THAT(examination.judgement.verdict.sentence, HasSubstr(findings::claim(bootstrap)));
}

} // namespace
} // namespace fabricscope::affinity
