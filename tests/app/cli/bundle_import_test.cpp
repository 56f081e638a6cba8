// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A complete support bundle, as attached to a ticket, imported by the program into one host.
#include "core/capture/Capture.h"
#include "core/formats/HostReader.h"
#include "tests/app/ProgramRun.h"
#include "tests/support/Sshd.h"
#include "tests/support/samples/SampleBundles.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope {
namespace {

using test::BundledHost;
using test::runProgram;
using testing::HasSubstr;

class BundleImport : public testing::Test {
protected:
    std::string write(const std::string &name, const std::string &bytes) const {
        return m_folder.write(name, bytes).string();
    }
    /// The host that `import FILE` produces.
    host::Host imported(const std::string &file) {
        const std::string out = (m_folder.path() / "out.fscope").string();
        m_run = runProgram("fabricscope", {"import", file, "-o", out});
        EXPECT_EQ(m_run.status, 0) << m_run.err;
        const auto capture = capture::load(out);
        EXPECT_TRUE(capture);
        m_target = capture ? capture->target : "";
        return capture ? formats::readHost(*capture) : host::Host{};
    }

    test::TemporaryFolder m_folder;
    test::ProgramRun m_run;
    std::string m_target;
};

pci::Address at(const std::string &text) {
    return pci::Address::parse(text).value_or(pci::Address{});
}

/// The parent of a device in the tree.
std::optional<pci::Address> above(const topology::Topology &topology, const pci::Address &address) {
    const auto id = topology.find(address);
    const auto parent = id ? topology.node(*id).parent : std::nullopt;
    return parent ? topology.node(*parent).bdf : std::nullopt;
}

/// The host and its buses, GPUs, NICs, links and NUMA nodes, which are the same in both bundles.
void expectHardware(const host::Host &host, const BundledHost &bundled) {
    EXPECT_EQ(host.hostname.valueOr("?"), bundled.name);
    EXPECT_EQ(host.kernel.valueOr("?"), bundled.kernel);
    EXPECT_EQ(host.osName.valueOr("?"), "Ubuntu 24.04.2 LTS");
    EXPECT_EQ(host.commandLine.valueOr("?"), "BOOT_IMAGE=/vmlinuz root=/dev/sda1 iommu=pt");
    EXPECT_EQ(host.memory.valueOr(ByteCount{0}).value, 2113430488ULL * 1024);
    ASSERT_EQ(host.functions.size(), static_cast<std::size_t>(4 * bundled.gpus)) << "each once";
    const auto topology = samples::topologyOf(host);
    for (int i = 0; i < bundled.gpus; ++i) {
        const host::PciFunction *gpu = host.function(at(test::gpuAddress(i)));
        const host::PciFunction *nic = host.function(at(test::nicAddress(i)));
        ASSERT_TRUE(gpu && nic) << i;
        EXPECT_EQ(gpu->driver.valueOr("?"), "nvidia");
        EXPECT_EQ(nic->driver.valueOr("?"), "mlx5_core");
        EXPECT_EQ(gpu->numaNode.valueOr(-9), test::nodeOf(bundled, i));
        EXPECT_EQ(above(*topology, gpu->address), at(fmt::format("0000:00:{:02x}.0", 2 + 2 * i)));
        EXPECT_EQ(above(*topology, nic->address), at(fmt::format("0000:00:{:02x}.0", 3 + 2 * i)));
        ASSERT_TRUE(gpu->config && gpu->config->express);
        EXPECT_EQ(gpu->config->express->currentWidth, i == 3 ? 8 : 16);
        EXPECT_EQ(gpu->config->express->maxWidth, 16);
    }
    ASSERT_EQ(host.numaNodes.size(), 2U);
    for (const host::NumaNodeFacts &node : host.numaNodes) {
        EXPECT_EQ(node.cpus.valueOr("?"), node.node.value == 0 ? "0-31,64-95" : "32-63,96-127");
        EXPECT_EQ(node.distances.valueOr({}),
                  node.node.value == 0 ? std::vector<int>({10, 21}) : std::vector<int>({21, 10}));
    }
    EXPECT_EQ(host.gpus.size(), static_cast<std::size_t>(bundled.gpus));
    for (const host::GpuFacts &gpu : host.gpus)
        EXPECT_EQ(gpu.model.valueOr("?"), "NVIDIA H100 80GB HBM3");
    EXPECT_EQ(host.gpuLinks.size(), static_cast<std::size_t>(bundled.gpus * (bundled.gpus - 1) / 2))
        << "topo -m is placed by nvidia-smi -q";
    const auto lost = std::find_if(host.kernelMessages.begin(), host.kernelMessages.end(), [](const auto &r) {
        return r.kind == host::KernelMessage::Kind::DeviceLost;
    });
    ASSERT_NE(lost, host.kernelMessages.end());
    EXPECT_EQ(lost->device, at(test::gpuAddress(2)));
}

TEST_F(BundleImport, ASosreportIsOneHostWithAllThatIsInIt) {
    const BundledHost made;
    const std::string file =
        write("sosreport-gpu-07.tar.xz", test::packed(test::tarOf(test::sosReport(made)), test::Packing::Xz));
    const host::Host host = imported(file);
    expectHardware(host, made);
    EXPECT_EQ(m_target, made.name);
    EXPECT_EQ(host.id.machineId, made.machineId);
    EXPECT_EQ(host.vendor.valueOr("?"), "Made Systems");
    EXPECT_EQ(host.productSerial.valueOr("?"), "MADE0042");
    EXPECT_EQ(host.cpuModel.valueOr("?"), "Intel(R) Xeon(R) Platinum 8480C");
    EXPECT_EQ(host.netInterfaces.size(), static_cast<std::size_t>(made.gpus + 1));
    for (const host::NetInterface &interface : host.netInterfaces)
        if (interface.name == "ens3np0") {
            EXPECT_EQ(interface.device, at(test::nicAddress(3)));
            EXPECT_THAT(interface.addresses, testing::ElementsAre("10.10.3.7/24"));
        }
    // The omitted files are counted, not hidden.
    EXPECT_THAT(m_run.err, HasSubstr("files in it are of unknown kind and were skipped"));
    // The text output.
    const auto tree = runProgram("fabricscope", {"show", file});
    EXPECT_EQ(tree.status, 0) << tree.err;
    EXPECT_THAT(tree.out, HasSubstr("GPU7"));
    EXPECT_THAT(tree.out, HasSubstr("Gen5 x8 (of x16)"));
}

TEST_F(BundleImport, TheSameSosreportUnpackedIsTheSameHost) {
    BundledHost made;
    made.gpus = 4;
    for (const test::Member &member : test::sosReport(made))
        if (member.type == '0')
            std::filesystem::create_directories((m_folder.path() / member.name).parent_path());
    std::string top;
    for (const test::Member &member : test::sosReport(made)) {
        if (member.type == '0')
            write(member.name, member.bytes);
        else if (member.type == '2')
            std::filesystem::create_symlink(member.target, m_folder.path() / member.name);
        else
            top = member.name;
    }
    expectHardware(imported((m_folder.path() / top).string()), made);
}

TEST_F(BundleImport, AnNvidiaBugReportIsOneHostWithAllThatIsInIt) {
    const BundledHost made;
    const host::Host host = imported(
        write("nvidia-bug-report.log.gz", test::packed(test::nvidiaBugReport(made), test::Packing::Gzip)));
    expectHardware(host, made);
    for (int i = 0; i < made.gpus; ++i)
        EXPECT_EQ(host.gpus[static_cast<std::size_t>(i)].vbios.valueOr("?"),
                  fmt::format("96.00.61.00.0{}", i));
}

TEST_F(BundleImport, BothTogetherAreOneHostAndThoseOfTwoHostsAreRefused) {
    BundledHost made;
    const std::string sos = write("sos.tar", test::tarOf(test::sosReport(made)));
    const std::string same = write("bug.log", test::nvidiaBugReport(made));
    const std::string out = (m_folder.path() / "both.fscope").string();
    const auto both = runProgram("fabricscope", {"import", sos, same, "-o", out});
    ASSERT_EQ(both.status, 0) << both.err;
    expectHardware(formats::readHost(*capture::load(out)), made);
    made.name = "gpu-08";
    const auto refused = runProgram(
        "fabricscope", {"import", sos, write("other.log", test::nvidiaBugReport(made)), "-o", out});
    EXPECT_EQ(refused.status, 4);
    EXPECT_THAT(refused.err, HasSubstr("'gpu-08'"));
}

} // namespace
} // namespace fabricscope
