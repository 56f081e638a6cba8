// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hostvm/Passthrough.h"
#include "core/report/host/TextViews.h"
#include "tests/core/formats/tools/ToolHosts.h"
#include "tests/support/FindingTexts.h"
#include "tests/support/Golden.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::report {

namespace {

using testing::HasSubstr;
using testing::Not;

TEST(TextViews, OfTheServerAreAsReviewed) {
    const host::Host host = samples::mi355xServer();
    const capture::Capture capture = samples::toCapture(host);
    const auto topology = samples::topologyOf(host);
    const TextOptions options{130, &capture};
    std::vector<findings::Finding> findings = test::findingsOf(*topology);
    for (const hostvm::PassthroughFinding &one : hostvm::passthroughOf(*topology).findings)
        findings.push_back(one.finding);
    test::expectGolden(test::withRules(treeText(*topology, options), findings),
                       "tests/core/report/golden/mi355x.tree.txt");
    test::expectGolden(test::withRules(devicesText(*topology, options), findings),
                       "tests/core/report/golden/mi355x.devices.txt");
    test::expectGolden(test::withRules(numaText(*topology, options), findings),
                       "tests/core/report/golden/mi355x.numa.txt");
    test::expectGolden(test::withRules(iommuText(*topology, options), findings),
                       "tests/core/report/golden/mi355x.iommu.txt");
}

TEST(TextViews, OfAFlatVmAreAsReviewed) {
    const host::Host host = samples::flatVm();
    const capture::Capture capture = samples::toCapture(host);
    const auto topology = samples::topologyOf(host);
    const TextOptions options{110, &capture};
    const std::vector<findings::Finding> findings = test::findingsOf(*topology);
    test::expectGolden(test::withRules(treeText(*topology, options), findings),
                       "tests/core/report/golden/flat-vm.tree.txt");
    test::expectGolden(test::withRules(iommuText(*topology, options), findings),
                       "tests/core/report/golden/flat-vm.iommu.txt");
}

TEST(TreeText, MarksANarrowLinkWithWhatBothEndsCouldDo) {
    const auto topology = samples::topologyOf(samples::narrowGpu());
    const std::string text = treeText(*topology);
    EXPECT_THAT(text, HasSubstr("▲ Gen5 x8 (of x16)"));
    findings::Finding narrow("link.narrow");
    narrow.set("lanes", 8).set("possible_lanes", 16);
    EXPECT_THAT(text, HasSubstr("▲ warning: " + findings::title(narrow)));
    EXPECT_THAT(treeText(*samples::topologyOf(samples::oneGpu())), Not(HasSubstr("▲")));
}

TEST(DevicesText, ShowsToolMatricesAndKernelMessages) {
    host::Host host = samples::oneGpu();
    const host::Address gpu = host.functions.back().address;
    host.kernelMessages = {
        {host::KernelMessage::Kind::Iommu, std::nullopt, "DMAR: IOMMU enabled", 1, {}},
        {host::KernelMessage::Kind::BusError, gpu, "PCIe Bus Error: severity=Corrected", 200, {}}};
    host::DeviceMatrix &matrix = host.deviceMatrices.emplace_back();
    matrix.tool = "nvidia-smi topo -m";
    matrix.what = "Path";
    matrix.columns = {"GPU0", "NIC0"};
    matrix.rows.push_back({"GPU0", gpu, {}, {std::string("0-31"), {}}, {}, {"X", "PIX"}, {}});
    matrix.rows.push_back({"NIC0", {}, "mlx5_7", {}, {}, {"PIX", "X"}, {}});
    const std::string text = devicesText(*samples::topologyOf(host));
    EXPECT_THAT(text, HasSubstr("    kernel: PCIe Bus Error: severity=Corrected (200 times)\n"));
    EXPECT_THAT(text, HasSubstr("\nkernel: DMAR: IOMMU enabled\n"));
    EXPECT_THAT(text, HasSubstr("nvidia-smi topo -m:\n"));
    EXPECT_THAT(text, testing::ContainsRegex("GPU0 +X +PIX +0-31 +" + gpu.toString()));
    EXPECT_THAT(text, testing::ContainsRegex("NIC0 +PIX +X +mlx5_7"));
    EXPECT_THAT(devicesText(*samples::topologyOf(samples::oneGpu())), Not(HasSubstr("kernel:")));
}

TEST(TextViews, EachHasTheFindingsOfTheHost) {
    const auto topology = samples::topologyOf(
        formats::hostOfText("[ 91.1] NVRM: Xid (PCI:0000:e7:00): 79, pid=7, GPU has fallen off the bus.\n"));
    for (const auto view : {treeText, devicesText, numaText})
        EXPECT_THAT(view(*topology, {}), HasSubstr("error: 0000:e7:00.0: Xid 79: the GPU has fallen off the "
                                                   "bus\n    Power-cycle the host"));
}

TEST(DevicesText, NamesTheNumaNodeOfAFinding) {
    host::Host host = samples::oneGpu();
    for (host::PciFunction &function : host.functions)
        function.numaNode = {9, {}};
    EXPECT_THAT(devicesText(*samples::topologyOf(host), {}), HasSubstr("\nNUMA 9: "));
}

TEST(TreeText, ShowsTheDevicesOfAMatrixThatNothingPlaces) {
    host::Host host;
    host::DeviceMatrix &matrix = host.deviceMatrices.emplace_back();
    matrix.tool = "nvidia-smi topo -m";
    matrix.what = "Path";
    matrix.columns = {"GPU0", "NIC0"};
    matrix.rows.push_back({"GPU0", {}, {}, {std::string("0-31"), {}}, {}, {"X", "PIX"}, {}});
    matrix.rows.push_back({"NIC0", {}, "mlx5_7", {}, {}, {"PIX", "X"}, {}});
    const std::string text = treeText(*samples::topologyOf(host));
    EXPECT_THAT(text, HasSubstr("1 GPU, 1 NIC, from nvidia-smi topo -m; PCI addresses unknown\n"));
    EXPECT_THAT(text, testing::ContainsRegex("GPU0 +X +PIX +0-31"));
    host::Host placed = samples::oneGpu();
    placed.deviceMatrices = host.deviceMatrices;
    EXPECT_THAT(treeText(*samples::topologyOf(placed)), Not(HasSubstr("topo -m")));
}

TEST(TreeText, OfAVmsDefinitionAloneHasNoBlankTable) {
    host::Host host;
    host::VmProcess &vm = host.vms.emplace_back();
    vm.vmm = "qemu";
    vm.name = "train-7";
    vm.isDefinition = true;
    const std::string text = treeText(*samples::topologyOf(host));
    EXPECT_THAT(text, HasSubstr("\n\nVirtual machines\n"));
    EXPECT_THAT(text, Not(HasSubstr("\n\n\n")));
}

TEST(DevicesText, ShowsRdmaInSoftwareWithTheCardBelowIt) {
    host::Host host = samples::mi355xServer();
    const host::NetInterface &interface = host.netInterfaces.front();
    host::RdmaDevice &device = host.rdmaDevices.emplace_back();
    device.name = "rxe0";
    device.isVirtual = samples::fact(true);
    device.nodeType = samples::text("CA");
    host::RdmaPort &port = device.ports.emplace_back();
    port.netdev = samples::text(interface.name);
    port.state = samples::text("ACTIVE");
    ASSERT_TRUE(interface.device.has_value());
    EXPECT_THAT(devicesText(*samples::topologyOf(host)),
                testing::ContainsRegex("Software RDMA \\(on the CPU\\):\nNAME.*\nrxe0 +soft-RoCE +" +
                                       interface.name + " +" + interface.device->toString() + " +ACTIVE\n"));
    EXPECT_THAT(devicesText(*samples::topologyOf(samples::mi355xServer())), Not(HasSubstr("Software RDMA")));
}

TEST(DevicesText, ShowsTheBandwidthWhenSpeedAndWidthAreUnknown) {
    host::Host host = samples::oneGpu();
    host::PciFunction &gpu = *host.function(*pci::Address::parse("0000:41:00.0"));
    const auto lineOf = [](const host::Host &of) {
        const std::string text = devicesText(*samples::topologyOf(of));
        const std::size_t at = text.find("0000:41:00.0");
        return text.substr(at, text.find('\n', at) - at);
    };
    gpu.rare.edit().linkBandwidth = {GigabytesPerSecond{31.507692}, {}};
    EXPECT_THAT(lineOf(host), HasSubstr("Gen5 x16")) << "speed and width say more";
    EXPECT_THAT(lineOf(host), Not(HasSubstr("31.5")));
    for (host::PciFunction &function : host.functions) {
        function.currentSpeed = function.maxSpeed = {};
        function.currentWidth = function.maxWidth = {};
        function.config.reset();
    }
    EXPECT_THAT(lineOf(host), HasSubstr("31.5 GB/s"));
    gpu.rare.edit().linkBandwidth = {};
    EXPECT_THAT(lineOf(host), Not(HasSubstr("GB/s")));
}

TEST(TreeText, ReportsADeviceThatFellOffTheBus) {
    const findings::Finding dead("device.dead");
    EXPECT_THAT(treeText(*samples::topologyOf(samples::deadGpu())),
                HasSubstr("✕ error: " + findings::title(dead)));
}

TEST(TreeText, MarksASimulatedHostInTheFirstLine) {
    host::Host host = samples::oneGpu();
    host.simulated = "fabricscope demo";
    const std::string text = treeText(*samples::topologyOf(host));
    EXPECT_THAT(text.substr(0, text.find('\n')), HasSubstr("simulated: fabricscope demo"));
}

TEST(TreeText, WritesUnknownForWhatIsNotKnown) {
    host::Host host = samples::oneGpu();
    for (host::PciFunction &function : host.functions) {
        function.driver = {};
        function.iommuGroup = {};
        function.numaNode = {};
        function.localCpus = {};
        function.currentSpeed = function.maxSpeed = {};
        function.currentWidth = function.maxWidth = {};
    }
    host.iommuGroups.clear();
    host.kernel = {};
    host.uid = {};
    host.user = {};
    const std::string text = treeText(*samples::topologyOf(host));
    EXPECT_THAT(text, Not(HasSubstr("kernel"))) << "what is not known is left out of the heading";
    EXPECT_THAT(text, Not(HasSubstr("collected")));
    EXPECT_THAT(text, HasSubstr("NUMA unknown"));
    const std::size_t gpu = text.find("GPU0");
    const std::string line = text.substr(gpu, text.find('\n', gpu) - gpu);
    EXPECT_THAT(line, testing::ContainsRegex("0000:41:00.0 +unknown +unknown +unknown +unknown"));
    EXPECT_THAT(text, Not(HasSubstr("none")));
}

TEST(UnplacedText, ShowsTheStateOfAPortsInterfaceAndFactsOfTools) {
    host::Host host;
    host::RdmaDevice device;
    device.name = "mlx5_7";
    device.ports.emplace_back().number = 1;
    device.ports[0].netdev = {"ens7", {}};
    host.rdmaDevices = {device};
    host.netInterfaces.emplace_back().name = "ens7";
    host.netInterfaces[0].operstate = {"down", {}};
    host.toolFacts = {{"ethtool -i", "0000:a3:00.0", "driver", "ice", {}}};
    const std::string text = treeText(*samples::topologyOf(host));
    EXPECT_THAT(text, testing::ContainsRegex("mlx5_7 +1 +interface down"));
    EXPECT_THAT(text, testing::ContainsRegex("From ethtool -i:\n.*\n *0000:a3:00.0 +driver +ice"));
}

TEST(UnplacedText, OfASourceWithoutAnythingNamesOnlyWhatIsLookedFor) {
    EXPECT_THAT(treeText(*samples::topologyOf(host::Host{})),
                HasSubstr("No PCI devices, NUMA nodes, ports or known faults in this source\n"));
}

TEST(TreeText, ShowsNoneForADeviceWithoutDriver) {
    host::Host host = samples::oneGpu();
    host.function(*pci::Address::parse("0000:41:00.0"))->driver = {};
    EXPECT_THAT(treeText(*samples::topologyOf(host)), testing::ContainsRegex("GPU0 .* none "));
}

TEST(TreeText, EndsWithWhatIsMissingAndWhatWouldBringIt) {
    host::Host host = samples::oneGpu();
    host.missing.push_back({"ACS", "config space needs root", "collect with --sudo"});
    host.warnings.assign(7, "pci: line 3: not a path:value line");
    const std::string text = treeText(*samples::topologyOf(host));
    EXPECT_THAT(text,
                HasSubstr("Missing:\n  ACS: config space needs root; to get it: collect with --sudo\n"));
    EXPECT_THAT(text, HasSubstr("and 2 more\n"));
}

TEST(TreeText, NamesTheSectionsThatAreDamaged) {
    const host::Host host = samples::oneGpu();
    capture::Capture capture = samples::toCapture(host);
    capture.sections.back().meta().damage = capture::Damage::Stuck;
    capture.sections.back().meta().damageText = "stuck after 0000:41:00.0/config";
    EXPECT_THAT(treeText(*samples::topologyOf(host), {110, &capture}),
                HasSubstr(capture.sections.back().meta().name + ": stuck, stuck after 0000:41:00.0/config"));
}

TEST(TreeText, KeepsChangedLineBreaksApartFromWhatWasNotRead) {
    const host::Host host = samples::oneGpu();
    capture::Capture capture = samples::toCapture(host);
    capture.notes = {"sys.log: 2 line breaks were missing and were restored",
                     "ibdev.txt: 1 line break of a terminal was removed",
                     "line break restored: not a file of a known kind"};
    const std::string text = treeText(*samples::topologyOf(host), {110, &capture});
    EXPECT_THAT(text, HasSubstr("Not read in full:\n  line break restored: not a file of a known kind\n"));
    EXPECT_THAT(text, HasSubstr("Changed:\n  sys.log: 2 line breaks were missing and were restored\n"
                                "  ibdev.txt: 1 line break of a terminal was removed\n"));
}

TEST(TreeText, LetsNoEscapeSequenceOfTheHostThrough) {
    host::Host host = samples::oneGpu();
    host.hostname = {"evil\x1b[2J", {}};
    host.kernel = {"\x1b]0;title\x07", {}};
    host.function(*pci::Address::parse("0000:41:00.0"))->driver = {"dr\x1b[31miver", {}};
    host.missing.push_back({"\x1b[1m", "\x9b", "\r"});
    host.warnings.push_back("\x1b[0m");
    host.vms.push_back({7, "qemu", "\x1b[5mvm", "", {*pci::Address::parse("0000:41:00.0")}, {}});
    const auto topology = samples::topologyOf(host);
    for (const auto view : {treeText, devicesText, numaText, iommuText})
        for (const char byte : view(*topology, {}))
            ASSERT_FALSE((static_cast<unsigned char>(byte) < 0x20 && byte != '\n') || byte == 0x7f)
                << int{byte};
}

TEST(TreeText, KeepsEveryLineWithinTheWidth) {
    const auto topology = samples::topologyOf(samples::mi355xServer());
    std::string text = treeText(*topology, {80, nullptr});
    std::size_t begin = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos;
         begin = end + 1, end = text.find('\n', begin)) {
        const std::string line = text.substr(begin, end - begin);
        const auto columns =
            std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; });
        ASSERT_LE(columns, 80) << line;
    }
}

TEST(TreeText, OfAVeryDeepTreeStaysSmall) {
    host::Host host;
    for (std::uint32_t i = 0; i < 5000; ++i) {
        host::PciFunction function;
        function.address = {0, static_cast<std::uint8_t>(i >> 8), static_cast<std::uint8_t>((i >> 3) & 31),
                            static_cast<std::uint8_t>(i & 7)};
        function.classCode = {0x060401, {}};
        if (!host.functions.empty())
            function.parent = host.functions.back().address;
        host.functions.push_back(std::move(function));
    }
    const std::string text = treeText(*samples::topologyOf(std::move(host)), {0, nullptr});
    EXPECT_LT(text.size(), 5000U * 300U);
}

TEST(IommuText, ReportsUnknownGroupsForAHostWithoutAny) {
    host::Host host = samples::flatVm();
    const capture::Capture capture = samples::toCapture(host);
    EXPECT_THAT(iommuText(*samples::topologyOf(host)), HasSubstr("IOMMU groups: unknown"));
    EXPECT_THAT(iommuText(*samples::topologyOf(host), {110, &capture}), HasSubstr("IOMMU groups: unknown"));
}

TEST(TextViews, NameTheRemedyOfFaultsThatToolsReport) {
    host::Host host = samples::oneGpu();
    host.toolFaults = {{"reset_required", "GPU0", samples::address("0000:41:00.0"), 0, {}, {}}};
    EXPECT_THAT(treeText(*samples::topologyOf(host), {}), HasSubstr("nvidia-smi --gpu-reset"));
    host::Host bare;
    bare.toolFaults = {{"no_driver", {}, {}, 0, {}, {}}};
    const std::string text = treeText(*samples::topologyOf(bare), {});
    EXPECT_THAT(text, HasSubstr("modprobe nvidia"));
    EXPECT_THAT(text, Not(HasSubstr("No PCI devices"))) << "a fault is content";
}

TEST(NumaText, ShowsANodeWithoutCpus) {
    const std::string text = numaText(*samples::topologyOf(samples::cpuLessNodes()));
    EXPECT_THAT(text, HasSubstr("NUMA 5: no CPUs, memory 512G"));
    EXPECT_THAT(text, HasSubstr("distance"));
}

} // namespace

} // namespace fabricscope::report
