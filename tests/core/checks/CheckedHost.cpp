// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/checks/CheckedHost.h"

#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::checks {

CheckedSample::CheckedSample(host::Host host, bool isContainer)
    : topology(samples::topologyOf(std::move(host))), examination(affinity::examine(*topology, {})) {
    Subject subject;
    subject.topology = topology.get();
    subject.examination = &examination;
    subject.isContainer = isContainer;
    report = check(subject);
}

const Answer &CheckedSample::answer(std::string_view id) const {
    static const Answer kNone;
    const auto at = std::find_if(report.results.begin(), report.results.end(),
                                 [id](const CheckResult &result) { return result.check->id == id; });
    EXPECT_NE(at, report.results.end()) << id;
    return at == report.results.end() ? kNone : at->answer;
}

namespace {

void addSide(samples::SampleHostBuilder &builder, unsigned bus) {
    const auto at = [bus](unsigned offset, unsigned device = 0) {
        return fmt::format("0000:{:02x}:{:02x}.0", bus + offset, device);
    };
    builder.add(at(0, 1), samples::shapes::kRootPort);
    builder.add(at(1), at(0, 1), samples::shapes::kUpstream);
    builder.add(at(2, 0), at(1), samples::shapes::kDownstream).config->acs = pci::Acs{0x5F, 0x01};
    builder.add(at(2, 1), at(1), samples::shapes::kDownstream).config->acs = pci::Acs{0x5F, 0x01};
    builder.add(at(3), at(2, 0), samples::shapes::kGpu);
    builder.add(at(4), at(2, 1), samples::shapes::kFabricNic);
    builder.addNet(at(4), fmt::format("ens{}", bus), fmt::format("04:90:81:00:{:02x}:00", bus),
                   fmt::format("ionic_{}", bus >> 7U));
    host::GpuFacts gpu;
    gpu.address = samples::address(at(3));
    gpu.computePartition = samples::text("SPX");
    gpu.memoryPartition = samples::text("NPS1");
    gpu.vbios = samples::text("113-M3000100-103");
    gpu.vram = samples::fact(ByteCount{std::uint64_t{192} << 30});
    gpu.renderMinors = {static_cast<int>(128 + (bus >> 7U))};
    builder.host.gpus.push_back(std::move(gpu));
}

} // namespace

host::Host soundServer() {
    samples::SampleHostBuilder builder("sound-01");
    builder.configBytes = 4096;
    builder.host.virtualization = samples::text("none");
    builder.host.iommuUnits = {"ivhd0"};
    builder.host.cpuPackages = samples::fact(2);
    builder.host.cpuVendor = samples::text("AuthenticAMD");
    builder.host.numaBalancing = samples::text("0");
    builder.host.kernel = samples::text("6.5.0-45-generic");
    builder.host.memory = samples::fact(ByteCount{std::uint64_t{1} << 40});
    builder.host.uid = samples::fact(1000);
    builder.host.limits = {{"max locked memory (kbytes, -l)", samples::text("unlimited")},
                           {"open files (-n)", samples::text("1048576")}};
    builder.addNumaNode(0, "0-63", 512);
    builder.addNumaNode(1, "64-127", 512);
    addSide(builder, 0x00);
    builder.numa = 1;
    addSide(builder, 0x80);
    host::Host host = builder.finish();
    for (host::RdmaDevice &device : host.rdmaDevices) {
        device.hcaType = samples::text("Pollara-400");
        device.ports.front().gids = {
            {0, "fe80:0000:0000:0000:0690:81ff:fe00:0000", "IB/RoCE v1", *device.ports.front().netdev},
            {1, "0000:0000:0000:0000:0000:ffff:0a01:0203", "RoCE v2", *device.ports.front().netdev}};
    }
    return host;
}

host::KernelMessage messageOf(host::KernelMessage::Kind kind, const std::optional<pci::Address> &device,
                              std::string text) {
    host::KernelMessage message;
    message.kind = kind;
    message.device = device;
    message.text = std::move(text);
    return message;
}

pci::ConfigSpace &configOf(host::Host &host, std::string_view bdf) {
    return *host.function(samples::address(bdf))->config;
}

} // namespace fabricscope::checks
