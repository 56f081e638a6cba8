// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A check does not pass beside a finding of the same subject, nor without what it would have to see.
#include "core/checks/Claims.h"
#include "core/checks/Contradictions.h"
#include "core/formats/HostReader.h"
#include "core/formats/files/Import.h"
#include "tests/core/checks/CheckedHost.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>

#include <map>
#include <regex>
#include <string>
#include <vector>

namespace fabricscope::checks {
namespace {

using findings::Severity;
using host::KernelMessage;
using testing::HasSubstr;
using Kind = KernelMessage::Kind;

/// With a kernel log that has nothing but this.
host::Host withLog(std::vector<KernelMessage> messages) {
    host::Host host = soundServer();
    host.kernelMessages = std::move(messages);
    if (host.kernelMessages.empty()) // a message that is no fault
        host.kernelMessages.push_back(messageOf(Kind::Iommu, {}, "iommu: Default domain type: Passthrough"));
    return host;
}

struct Case {
    Kind kind;
    std::string_view device;
    std::string text;
    std::string_view rule;
    std::vector<std::string_view> notPassed;
};

const std::vector<Case> kCases = {
    {Kind::DeviceLost,
     kGpu,
     "NVRM: Xid (PCI:0000:03:00): 79, GPU has fallen off the bus.",
     "kernel.xid",
     {"pcie.present", "pcie.errors", "gpu.faults"}},
    {Kind::DeviceLost,
     kGpu,
     "amdgpu 0000:03:00.0: amdgpu: device lost from bus!",
     "kernel.device_lost",
     {"pcie.present", "gpu.faults"}},
    {Kind::DeviceLost,
     kNic,
     "pcieport 0000:04:00.0: Unable to change power state from D3cold to D0, device "
     "inaccessible",
     "kernel.device_lost",
     {"pcie.present", "rdma.nic_faults", "rdma.ports"}},
    {Kind::DeviceLost,
     kNic,
     "vfio-pci 0000:04:00.0: not ready 65535ms after FLR; giving up",
     "kernel.reset",
     {"pcie.present", "rdma.nic_faults"}},
    {Kind::GpuFault,
     kGpu,
     "NVRM: Xid (PCI:0000:03:00): 48, Double Bit ECC Error",
     "kernel.xid",
     {"gpu.faults", "gpu.memory"}},
    {Kind::GpuFault,
     kGpu,
     "NVRM: Xid (PCI:0000:03:00): 74, NVLink: fatal error detected on link 3",
     "kernel.xid",
     {"gpu.faults", "gpu.links"}},
    {Kind::BusError,
     kGpu,
     "pcieport 0000:02:00.0: DPC: containment event, status:0x1f01 source:0x0000",
     "kernel.bus_error",
     {"pcie.errors", "pcie.present"}},
};

const CheckResult *passedOf(const HostReport &report, std::string_view id) {
    for (const CheckResult &result : report.results)
        if (result.check->id == id && result.answer.status == Status::Passed)
            return &result;
    return nullptr;
}

bool reports(const HostReport &report, std::string_view rule) {
    for (const ReportedFinding &each : findingsOf(report))
        if (each.finding->rule == rule && each.finding->severity > Severity::Note)
            return true;
    return false;
}

TEST(Contradictions, KeepEachCheckOfTheSubjectFromPassing) {
    for (const Case &each : kCases) {
        SCOPED_TRACE(each.text);
        const CheckedSample sample(withLog({messageOf(each.kind, samples::address(each.device), each.text)}));
        EXPECT_TRUE(reports(sample.report, each.rule));
        for (const std::string_view id : each.notPassed)
            EXPECT_EQ(passedOf(sample.report, id), nullptr) << id << ": " << sample.answer(id).text;
    }
}

TEST(Contradictions, OfAGpuThatFellOffTheBusFailTheCheckOfDevicesThatRespond) {
    const CheckedSample sample(
        withLog({messageOf(Kind::DeviceLost, samples::address(kGpu),
                           "NVRM: Xid (PCI:0000:03:00): 79, GPU has fallen off the bus.")}));
    ASSERT_EQ(sample.answer("pcie.present").status, Status::Failed);
    EXPECT_EQ(sample.answer("pcie.present").findings.front().rule, "kernel.xid");
    const Answer &faults = sample.answer("gpu.faults");
    EXPECT_EQ(faults.status, Status::Unknown);
    EXPECT_THAT(faults.text, HasSubstr("pcie.present"));
    EXPECT_THAT(faults.text, HasSubstr("Xid 79"));
    EXPECT_FALSE(faults.decides.empty());
}

/// A finding about a NIC does not contradict a check of GPUs, nor the reverse.
TEST(Contradictions, AreOfTheSameKindOfDevice) {
    const CheckedSample nic(withLog(
        {messageOf(Kind::DeviceLost, samples::address(kNic), "ionic 0000:04:00.0: device lost from bus")}));
    EXPECT_EQ(nic.answer("gpu.faults").status, Status::Passed) << nic.answer("gpu.faults").text;
    const CheckedSample gpu(withLog(
        {messageOf(Kind::DeviceLost, samples::address(kGpu), "amdgpu 0000:03:00.0: device lost from bus")}));
    EXPECT_EQ(gpu.answer("rdma.nic_faults").status, Status::Passed) << gpu.answer("rdma.nic_faults").text;
}

/// The rule, over all checks and all of these hosts: what passed has no warning or error of the rules that it
/// claims, and none of those that contradict it and are about its kind of device.
TEST(Contradictions, HoldForAllChecksOfAllTheseHosts) {
    std::vector<host::Host> hosts = {soundServer(), withLog({}), samples::deadGpu(), samples::flatVm(),
                                     samples::laptop()};
    for (const Case &each : kCases)
        hosts.push_back(withLog({messageOf(each.kind, samples::address(each.device), each.text)}));
    for (const host::Host &host : hosts) {
        const CheckedSample sample(host);
        for (const CheckResult &result : sample.report.results) {
            if (result.answer.status != Status::Passed)
                continue;
            for (const ReportedFinding &each : findingsOf(sample.report)) {
                if (each.finding->severity <= Severity::Note)
                    continue;
                EXPECT_NE(each.check, result.check) << result.check->id;
                if (result.check->group == Group::Pcie || result.check->group == Group::Iommu) {
                    EXPECT_FALSE(
                        listsRule(result.check->contradictedBy, each.finding->rule, each.finding->variant))
                        << result.check->id << " " << each.finding->rule;
                }
            }
        }
    }
}

/// Each pattern of a contradiction is of a rule that exists and that another check reports.
TEST(Contradictions, NameRulesOfOtherChecks) {
    for (const Check *check : allChecks()) {
        std::string_view rest = check->contradictedBy;
        while (!rest.empty()) {
            const std::string each(rest.substr(0, rest.find(' ')));
            rest.remove_prefix(std::min(each.size() + 1, rest.size()));
            std::string rule = each.substr(0, each.find('/'));
            std::string variant = each.find('/') == each.npos ? "" : each.substr(each.find('/') + 1);
            while (variant.ends_with('*'))
                variant.pop_back();
            const auto claimer = claimedBy(rule, variant);
            const bool isOwn = findCheck(rule) != nullptr;
            EXPECT_TRUE(claimer || isOwn) << check->id << ": " << each;
            if (claimer && each.find('*') == each.npos && !variant.empty()) {
                EXPECT_NE(allChecks()[*claimer], check) << check->id << ": " << each;
            }
        }
    }
}

TEST(Passing, RequiresTheKernelLogForWhatLeftTheBus) {
    EXPECT_EQ(CheckedSample(soundServer()).answer("pcie.present").status, Status::Unknown);
    EXPECT_EQ(CheckedSample(withLog({})).answer("pcie.present").status, Status::Passed);
}

/// A text may be a part of the log.
TEST(Passing, OfATextOfTheLogStatesThatItIsAPart) {
    const auto capture = formats::importPieces(
        {{"a.txt", "[   12.345678] NVRM: Xid (PCI:0000:41:00): 31, pid=4711, name=python, MMU Fault\n"}});
    ASSERT_TRUE(capture);
    const auto topology = samples::topologyOf(formats::readHost(*capture));
    Subject subject;
    subject.topology = topology.get();
    subject.capture = &*capture;
    for (const CheckResult &result : check(subject).results)
        if (result.check->id == "system.nvme" || result.check->id == "iommu.faults") {
            EXPECT_EQ(result.answer.status, Status::Passed) << result.answer.text;
            EXPECT_THAT(result.answer.text, HasSubstr("only the part in this source")) << result.check->id;
        }
}

/// What a tool does not print is no evidence: a list of GPUs has no counters.
TEST(Passing, OfGpusRequiresTheValuesOfTheirTool) {
    const auto answersOf = [](const std::string &text) {
        const auto capture = formats::importPieces({{"a.txt", text}});
        EXPECT_TRUE(capture);
        const auto topology = samples::topologyOf(formats::readHost(*capture));
        Subject subject;
        subject.topology = topology.get();
        subject.capture = &*capture;
        std::map<std::string_view, Answer> answers;
        for (const CheckResult &result : check(subject).results)
            answers.emplace(result.check->id, result.answer);
        return answers;
    };
    auto query = answersOf(
        "index, pci.bus_id, name, vbios_version\n0, 00000000:41:00.0, NVIDIA H200, 96.00.A5.00.01\n");
    for (const std::string_view id : {"gpu.memory", "gpu.clocks", "gpu.links", "gpu.mig"})
        EXPECT_EQ(query[id].status, Status::Unknown) << id << ": " << query[id].text;
    EXPECT_FALSE(query["gpu.memory"].decides.empty());
    query = answersOf("index, pci.bus_id, temperature.gpu, ecc.errors.uncorrected.volatile.total\n"
                      "0, 00000000:41:00.0, 40, 0\n");
    for (const std::string_view id : {"gpu.memory", "gpu.clocks"})
        EXPECT_EQ(query[id].status, Status::Passed) << id << ": " << query[id].text;
}

void clearLink(host::PciFunction &function) {
    function.currentWidth = {};
    function.maxWidth = {};
    function.currentSpeed = {};
    function.maxSpeed = {};
    if (function.config && function.config->express) {
        pci::Express &express = *function.config->express;
        express.currentWidth = {};
        express.maxWidth = {};
        express.currentSpeed = {};
        express.maxSpeed = {};
    }
}

TEST(Passing, RequiresTheLinksOfAllGpusAndNics) {
    host::Host host = soundServer();
    clearLink(*host.function(samples::address(kGpu)));
    clearLink(*host.function(samples::address(kPort)));
    const CheckedSample sample(std::move(host));
    for (const std::string_view id : {"pcie.width", "pcie.speed"}) {
        EXPECT_EQ(sample.answer(id).status, Status::Unknown) << sample.answer(id).text;
        EXPECT_THAT(sample.answer(id).text, HasSubstr("GPU0")) << id;
    }
}

/// With one end alone a pass states that end only.
TEST(Passing, OfALinkWithOneVisibleEndStatesThatEnd) {
    host::Host host = soundServer();
    for (const std::string_view port : {"0000:02:00.0", "0000:02:01.0", "0000:82:00.0", "0000:82:01.0"})
        clearLink(*host.function(samples::address(port)));
    const CheckedSample sample(std::move(host));
    for (const std::string_view id : {"pcie.width", "pcie.speed"}) {
        EXPECT_EQ(sample.answer(id).status, Status::Passed) << sample.answer(id).text;
        EXPECT_THAT(sample.answer(id).text, HasSubstr("visible end")) << id;
        EXPECT_THAT(CheckedSample(soundServer()).answer(id).text, testing::Not(HasSubstr("visible"))) << id;
    }
}

TEST(Passing, RequiresTheStateOfEachPort) {
    host::Host host = soundServer();
    host.rdmaDevices.front().ports.front().state = {};
    const CheckedSample sample(std::move(host));
    EXPECT_EQ(sample.answer("rdma.ports").status, Status::Unknown);
    EXPECT_THAT(sample.answer("rdma.ports").text, HasSubstr("ionic_0"));
}

TEST(Answers, AgreeWithTheNumberOfDevices) {
    const std::regex wrong("\\b1 (?:active )?(?:GPUs|NICs|links|ports|devices|units|groups|nodes|files)\\b");
    host::Host one = soundServer();
    std::erase_if(one.functions, [](const host::PciFunction &each) { return each.address.bus >= 0x80; });
    std::erase_if(one.gpus, [](const host::GpuFacts &each) { return each.address.bus >= 0x80; });
    std::erase_if(one.rdmaDevices, [](const host::RdmaDevice &each) { return each.device->bus >= 0x80; });
    for (const host::Host &host :
         {one, soundServer(), samples::laptop(), samples::flatVm(), samples::deadGpu()}) {
        const CheckedSample sample(host);
        for (const CheckResult &result : sample.report.results)
            EXPECT_FALSE(std::regex_search(result.answer.text, wrong))
                << result.check->id << ": " << result.answer.text;
    }
}

/// Where tools differ, neither state is a fact.
TEST(DisputedPorts, AreNeitherDownNorWithoutACarrier) {
    host::Host host = soundServer();
    host::RdmaPort &port = host.rdmaDevices.front().ports.front();
    port.state = samples::text("DOWN");
    EXPECT_EQ(CheckedSample(host).answer("rdma.ports").findings.front().rule, "port.down");
    for (const std::string &named : {host.rdmaDevices.front().name + "/1", *port.netdev}) {
        host::Host disputed = host;
        disputed.toolFaults.push_back(
            {"port_sources", named, {}, 0, "DOWN in ibstat, ACTIVE in rdma link", {}});
        disputed.toolFaults.push_back({"no_carrier", *port.netdev, {}, 0, {}, {}});
        const CheckedSample sample(std::move(disputed));
        const Answer &answer = sample.answer("rdma.ports");
        EXPECT_EQ(answer.status, Status::Failed);
        for (const findings::Finding &finding : answer.findings)
            EXPECT_NE(finding.rule, "port.down") << named;
        EXPECT_EQ(answer.findings.front().variant, "port_sources");
    }
}

/// A text of one tool does not list the devices of the host: that there is none of a kind is not known.
TEST(Devices, ThatATextDoesNotListLeaveTheirChecksUnknown) {
    host::Host host;
    host::RdmaDevice &device = host.rdmaDevices.emplace_back();
    device.name = "mlx5_2";
    device.ports.emplace_back().state = samples::text("ACTIVE");
    const CheckedSample sample(std::move(host));
    EXPECT_EQ(sample.answer("gpu.no_driver").status, Status::Unknown);
    EXPECT_EQ(sample.answer("gpu.partition").status, Status::Unknown);
    EXPECT_EQ(sample.answer("rdma.ports").status, Status::Passed);
    EXPECT_EQ(sample.answer("rdma.mellanox_settings").status, Status::Unknown);
    EXPECT_EQ(sample.answer("iommu.guest").status, Status::Unknown);
    for (const CheckResult &result : sample.report.results)
        if (result.answer.status == Status::NotApplicable) {
            EXPECT_THAT(result.answer.text,
                        testing::Not(testing::AnyOf(HasSubstr("no GPU"), HasSubstr("no RDMA"))))
                << result.check->id;
        }
}

/// GPUs that a tool lists are known; whether there are more, or switches, is not.
TEST(Devices, ThatATextListsAreNotCalledUnknown) {
    for (const std::uint16_t vendor : {std::uint16_t{0x10de}, std::uint16_t{0x1002}}) {
        host::Host host;
        host::PciFunction &function = host.functions.emplace_back();
        function.address = *pci::Address::parse("0000:41:00.0");
        function.vendor = samples::fact(vendor);
        host.gpus.emplace_back().address = function.address;
        const CheckedSample sample(std::move(host));
        for (const CheckResult &result : sample.report.results)
            EXPECT_EQ(result.answer.text.find("which GPUs the host has"), std::string::npos)
                << result.check->id;
        const Answer &manager = sample.answer("gpu.fabric_manager");
        EXPECT_EQ(manager.status, vendor == 0x10de ? Status::Unknown : Status::NotApplicable);
        if (vendor == 0x10de) {
            EXPECT_THAT(manager.text, HasSubstr("NVSwitch"));
        }
    }
}

/// Some devices out of lspci may be those of a VM; a host bridge and drivers are of the whole machine.
TEST(Devices, OfAnExcerptDoNotDecideWhetherItIsBareMetal) {
    const std::string gpu = "03:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2330] (rev a1)\n"
                            "\tKernel driver in use: nvidia\n";
    const std::string bridge = "00:00.0 Host bridge [0600]: Advanced Micro Devices, Inc. [AMD] Root Complex "
                               "[1022:14a4] (rev 01)\n";
    const auto textOf = [](const std::string &text) {
        const auto capture = formats::importPieces({{"lspci.txt", text}});
        return CheckedSample(capture ? formats::readHost(*capture) : host::Host()).answer("iommu.guest");
    };
    EXPECT_EQ(textOf(gpu).status, Status::Unknown);
    EXPECT_EQ(textOf(bridge + gpu).status, Status::NotApplicable);
    EXPECT_EQ(textOf(bridge + gpu.substr(0, gpu.find('\t'))).status, Status::Unknown) << "no drivers";
}

TEST(Devices, OfAnSxidAreThereAndNumaNodesThatWereNotReadAreNotOne) {
    host::Host host = withLog(
        {messageOf(Kind::DeviceLost, {},
                   "nvidia-nvswitch0: SXid (PCI:0000:03:00.0): 20034, Fatal, Link 12 LTSSM Fault Up")});
    EXPECT_EQ(CheckedSample(host).answer("gpu.fabric_manager").text.find("no NVSwitch"), std::string::npos);
    EXPECT_EQ(CheckedSample(soundServer()).answer("gpu.fabric_manager").text, "no NVIDIA GPU");
    host.numaNodes.clear();
    EXPECT_EQ(CheckedSample(host).answer("system.numa_balancing").status, Status::Unknown);
    host.numaNodes.emplace_back().node = NumaNode{0};
    const CheckedSample sample(host);
    EXPECT_EQ(sample.answer("system.numa_balancing").text, "one NUMA node");
}

TEST(Passing, WithANoteStatesThatThereIsNoWorse) {
    host::Host host = withLog({});
    EXPECT_NE(CheckedSample(host).answer("system.hardware").text, "");
    host.toolFaults.push_back({"memory_below_rating", {}, {}, 2, "4800 MT/s instead of 5600 MT/s", {}});
    const CheckedSample sample(host);
    const Answer &answer = sample.answer("system.hardware");
    EXPECT_EQ(answer.status, Status::Passed);
    ASSERT_EQ(answer.findings.size(), 1U);
    EXPECT_EQ(answer.text, "1 note, no warning or error");
}

} // namespace
} // namespace fabricscope::checks
