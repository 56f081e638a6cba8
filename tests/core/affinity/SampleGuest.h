// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Examine.h"
#include "core/hostvm/mapping/OnHypervisor.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>

#include <array>
#include <string>

namespace fabricscope::samples {

/// The VM vm-03a of mi355xServer(): three GPUs and three virtual NICs on flat buses, with one subnet per
/// rail.
inline host::Host guest() {
    SampleHostBuilder builder("vm-03a");
    builder.host.hostname = text("vm-03a");
    builder.host.virtualization = text("kvm");
    builder.host.architecture = text("x86_64");
    builder.host.cpuModel = text("AMD EPYC 9575F 64-Core Processor");
    builder.host.cpuVendor = text("AuthenticAMD");
    builder.host.cpuFamily = fact(26);
    builder.host.cpuModelNumber = fact(2);
    builder.iommu = false;
    builder.addNumaNode(0, "0-31", 512);
    Shape nic = shapes::kFabricNic;
    nic.device = 0x1004;
    for (unsigned i = 0; i < 3; ++i) {
        const std::string gpuAt = fmt::format("0002:00:{:02x}.0", 1 + i);
        builder.add(gpuAt, shapes::kGpu);
        host::GpuFacts gpu;
        gpu.address = address(gpuAt);
        gpu.kfdNodes = {1 + static_cast<int>(i)};
        builder.host.gpus.push_back(std::move(gpu));
        const std::string at = fmt::format("0002:00:{:02x}.0", 9 + i);
        builder.add(at, nic);
        builder.addNet(at, fmt::format("enp{}", i), fmt::format("04:90:81:00:00:{:02x}", i),
                       fmt::format("ionic_{}", i));
        builder.host.netInterfaces.back().addresses = {fmt::format("10.20{}.0.12/24", i)};
    }
    return builder.finish();
}

/// A topology file of GPU-NIC pairs, each below an invented switch.
inline std::string fileOf(const std::array<unsigned, 3> &nics) {
    std::string text = "<system version=\"2\">\n  <cpu numaid=\"0\" arch=\"x86_64\" vendor=\"AuthenticAMD\" "
                       "familyid=\"191\" "
                       "modelid=\"2\">\n";
    for (unsigned i = 0; i < 3; ++i)
        text += fmt::format(
            "    <pci busid=\"ffff:ff:{:02x}.0\" class=\"0x060400\" link_speed=\"32.0 GT/s PCIe\" "
            "link_width=\"16\">\n"
            "      <pci busid=\"0002:00:{:02x}.0\" class=\"0x120000\" link_speed=\"32.0 GT/s PCIe\" "
            "link_width=\"16\"/>\n"
            "      <pci busid=\"0002:00:{:02x}.0\" class=\"0x020000\" link_speed=\"32.0 GT/s PCIe\" "
            "link_width=\"16\"/>\n"
            "    </pci>\n",
            i + 1, 1 + i, 9 + nics[i]);
    return text + "  </cpu>\n</system>\n";
}

/// A question about that VM with this file in use.
inline affinity::Question withFile(std::string file) {
    affinity::Question question;
    question.fileText = std::move(file);
    question.fileName = "/etc/rccl/topo.xml";
    question.environment = {{"NCCL_IB_MERGE_VFS", "0"}};
    return question;
}

/// Maps the VM of the question to this hypervisor. Both must outlive the question.
inline void attachHypervisor(affinity::Question &question, const topology::Topology &hypervisor,
                             const topology::Topology &vm) {
    question.hypervisor = &hypervisor;
    question.onHypervisor = hostvm::onHypervisor(hypervisor, vm);
}

} // namespace fabricscope::samples
