// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sample hosts, written in each format of hwloc and read back.
#include "tests/core/formats/hwloc/HwlocText.h"
#include "tests/support/samples/SampleHosts.h"
#include "tests/support/samples/SampleHwloc.h"

#include <gtest/gtest.h>

#include <functional>

namespace fabricscope {
namespace {

struct SampleCase {
    const char *name;
    std::function<host::Host()> make;
};

class HwlocFormats : public ::testing::TestWithParam<std::tuple<int, SampleCase>> {
protected:
    [[nodiscard]] static int format() { return std::get<0>(GetParam()); }
    host::Host made = std::get<1>(GetParam()).make();
    std::string xml = samples::toHwlocXml(made, format());
    host::Host read = test::readXml(xml);
};

TEST_P(HwlocFormats, GiveTheFunctionsWithTheirIdsParentsAndPlaces) {
    EXPECT_TRUE(read.warnings.empty()) << read.warnings.front();
    ASSERT_EQ(read.functions.size(), made.functions.size());
    for (std::size_t i = 0; i < made.functions.size(); ++i) {
        const host::PciFunction &was = made.functions[i];
        const host::PciFunction &is = read.functions[i];
        SCOPED_TRACE(was.address.toString());
        ASSERT_EQ(is.address, was.address);
        EXPECT_EQ(is.parent, was.parent);
        EXPECT_EQ(is.vendor, was.vendor);
        EXPECT_EQ(is.device, was.device);
        EXPECT_EQ(*is.classCode, format() >= 3 ? *was.classCode : *was.classCode & 0xFFFF00U);
        EXPECT_EQ(is.revision.valueOr(0), was.revision.valueOr(0));
        EXPECT_EQ(is.rare->secondaryBus, was.rare->secondaryBus);
        EXPECT_EQ(is.rare->subordinateBus, was.rare->subordinateBus);
        EXPECT_EQ(is.rare->slotLabel, was.rare->slotLabel);
        ASSERT_EQ(is.rare->linkBandwidth.known(), was.currentSpeed && was.currentWidth);
        if (is.rare->linkBandwidth) {
            const double expected = pci::LinkRate{*was.currentSpeed, *was.currentWidth}.bandwidth().value;
            EXPECT_NEAR(is.rare->linkBandwidth->value, expected, 1e-5);
        }
        EXPECT_FALSE(is.currentWidth.known()) << "hwloc does not tell a width";
        EXPECT_FALSE(is.driver.known());
        const bool placed = was.numaNode && *was.numaNode >= 0;
        if (placed) {
            EXPECT_EQ(is.numaNode, was.numaNode);
        } else if (made.numaNodes.size() > 1) {
            EXPECT_FALSE(is.numaNode.known());
        }
    }
}

TEST_P(HwlocFormats, GiveTheNumaNodes) {
    ASSERT_EQ(read.numaNodes.size(), made.numaNodes.size());
    for (std::size_t i = 0; i < made.numaNodes.size(); ++i) {
        EXPECT_EQ(read.numaNodes[i].node, made.numaNodes[i].node);
        EXPECT_EQ(read.numaNodes[i].cpus, made.numaNodes[i].cpus);
        EXPECT_EQ(read.numaNodes[i].memory, made.numaNodes[i].memory);
        if (made.numaNodes.size() > 1) { // hwloc writes no matrix for one node
            EXPECT_EQ(read.numaNodes[i].distances, made.numaNodes[i].distances);
        }
    }
    EXPECT_EQ(read.cpuPackages.valueOr(0), static_cast<int>(made.numaNodes.size()));
}

TEST_P(HwlocFormats, GiveTheMachineAndItsDevices) {
    EXPECT_EQ(read.hostname, made.hostname);
    EXPECT_EQ(read.kernel, made.kernel);
    EXPECT_EQ(read.vendor, made.vendor);
    EXPECT_EQ(read.product, made.product);
    EXPECT_EQ(read.hwlocBackends.valueOr({}), "Linux");
    ASSERT_EQ(read.netInterfaces.size(), made.netInterfaces.size());
    for (std::size_t i = 0; i < made.netInterfaces.size(); ++i) {
        EXPECT_EQ(read.netInterfaces[i].name, made.netInterfaces[i].name);
        EXPECT_EQ(read.netInterfaces[i].device, made.netInterfaces[i].device);
        EXPECT_EQ(read.netInterfaces[i].mac, made.netInterfaces[i].mac);
    }
    ASSERT_EQ(read.rdmaDevices.size(), made.rdmaDevices.size());
    for (std::size_t i = 0; i < made.rdmaDevices.size(); ++i) {
        EXPECT_EQ(read.rdmaDevices[i].name, made.rdmaDevices[i].name);
        EXPECT_EQ(read.rdmaDevices[i].device, made.rdmaDevices[i].device);
        EXPECT_EQ(read.rdmaDevices[i].ports.size(), made.rdmaDevices[i].ports.size());
    }
    EXPECT_EQ(read.nvmeModels, made.nvmeModels);
    ASSERT_EQ(read.gpus.size(), made.gpus.size());
    for (std::size_t i = 0; i < made.gpus.size(); ++i) {
        EXPECT_EQ(read.gpus[i].address, made.gpus[i].address);
        EXPECT_EQ(read.gpus[i].vram, made.gpus[i].vram);
        EXPECT_EQ(read.gpus[i].xgmiHive, made.gpus[i].xgmiHive);
        EXPECT_EQ(read.gpus[i].renderMinors, made.gpus[i].renderMinors);
    }
    if (format() >= 2) { // format 1 has no device matrices
        ASSERT_EQ(read.gpuLinks.size(), made.gpuLinks.size());
        for (std::size_t i = 0; i < made.gpuLinks.size(); ++i) {
            EXPECT_EQ(read.gpuLinks[i].from, made.gpuLinks[i].from);
            EXPECT_EQ(read.gpuLinks[i].to, made.gpuLinks[i].to);
            EXPECT_EQ(read.gpuLinks[i].count.value_or(0), made.gpuLinks[i].count.value_or(1));
            EXPECT_EQ(read.gpuLinks[i].kind, host::GpuLink::Kind::Xgmi);
        }
    }
}

TEST_P(HwlocFormats, GiveTheLocationOfEachFact) {
    const auto expectAttribute = [&](host::EvidenceRef evidence, std::string_view name) {
        const std::string_view text = test::evidenceText(xml, evidence);
        EXPECT_EQ(text.substr(0, name.size() + 2), std::string(name) + "=\"");
        EXPECT_EQ(text.back(), '"');
        EXPECT_EQ(std::count(text.begin(), text.end(), '"'), 2);
    };
    for (const host::PciFunction &f : read.functions) {
        expectAttribute(f.vendor.evidence(), "pci_type");
        if (f.rare->secondaryBus)
            expectAttribute(f.rare->secondaryBus.evidence(), "bridge_pci");
        if (f.rare->linkBandwidth)
            expectAttribute(f.rare->linkBandwidth.evidence(), "pci_link_speed");
        if (f.numaNode)
            expectAttribute(f.numaNode.evidence(), "nodeset");
    }
    for (const host::NumaNodeFacts &node : read.numaNodes)
        expectAttribute(node.cpus.evidence(), "cpuset");
    for (const host::NetInterface &net : read.netInterfaces)
        expectAttribute(net.mac.evidence(), "value");
}

INSTANTIATE_TEST_SUITE_P(Made, HwlocFormats,
                         ::testing::Combine(::testing::Values(1, 2, 3),
                                            ::testing::Values(SampleCase{"server", samples::mi355xServer},
                                                              SampleCase{"laptop", samples::laptop},
                                                              SampleCase{"vm", samples::flatVm},
                                                              SampleCase{"cpuless", samples::cpuLessNodes},
                                                              SampleCase{"vmd", samples::vmdHost},
                                                              SampleCase{"many",
                                                                         [] {
                                                                             return samples::manyFunctions(
                                                                                 700);
                                                                         }})),
                         [](const auto &one) {
                             return std::string("format") + std::to_string(std::get<0>(one.param)) +
                                    std::get<1>(one.param).name;
                         });

} // namespace
} // namespace fabricscope
