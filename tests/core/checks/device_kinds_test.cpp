// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Hosts as lspci -vvv prints them, of several kinds of devices, one of which alone has a fault.
#include "core/formats/HostReader.h"
#include "core/formats/files/Import.h"
#include "tests/core/checks/CheckedHost.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace fabricscope::checks {
namespace {

using testing::HasSubstr;
using testing::Not;

/// One function; `acs` below 0: no such capability.
struct Function {
    std::string at, header, kind = "Endpoint", bridge = {};
    double speed = 32, best = 32;
    int lanes = 16, most = 16, payload = 256, request = 4096, acs = -1;
    std::string ordering = "+", driver = {};
    bool isDead = false;
};

std::string textOf(const Function &function) {
    if (function.isDead)
        return fmt::format("{} {} (rev ff) (prog-if ff)\n\t!!! Unknown header type 7f\n\n", function.at,
                           function.header);
    std::string text =
        fmt::format("{} {} (rev a1)\n\tControl: I/O- Mem+ BusMaster+\n", function.at, function.header);
    if (!function.bridge.empty())
        text += fmt::format("\tBus: primary=00, secondary={0}, subordinate={0}, sec-latency=0\n",
                            function.bridge);
    text += fmt::format("\tCapabilities: [64] Express (v2) {}, IntMsgNum 0\n"
                        "\t\tDevCap:\tMaxPayload 512 bytes, PhantFunc 0\n"
                        "\t\tDevCtl:\tCorrErr- NonFatalErr- FatalErr- UnsupReq-\n"
                        "\t\t\tRlxdOrd{} ExtTag+ PhantFunc- AuxPwr- NoSnoop+\n"
                        "\t\t\tMaxPayload {} bytes, MaxReadReq {} bytes\n"
                        "\t\tLnkCap:\tPort #0, Speed {}GT/s, Width x{}, ASPM not supported\n"
                        "\t\tLnkSta:\tSpeed {}GT/s, Width x{}\n",
                        function.kind, function.ordering, function.payload, function.request, function.best,
                        function.most, function.speed, function.lanes);
    if (function.acs >= 0) {
        text +=
            "\tCapabilities: [2a0 v1] Access Control Services\n"
            "\t\tACSCap:\tSrcValid+ TransBlk+ ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl+ DirectTrans+\n"
            "\t\tACSCtl:\t";
        constexpr const char *kBits[] = {"SrcValid",    "TransBlk",   "ReqRedir",   "CmpltRedir",
                                         "UpstreamFwd", "EgressCtrl", "DirectTrans"};
        for (int i = 0; i < 7; ++i)
            text +=
                fmt::format("{}{}{}", i > 0 ? " " : "", kBits[i], (function.acs >> i & 1) != 0 ? "+" : "-");
        text += "\n";
    }
    if (!function.driver.empty())
        text += fmt::format("\tKernel driver in use: {}\n", function.driver);
    return text + "\n";
}

Function port(int number, double best = 32, int most = 16) {
    return {.at = fmt::format("00:{:02x}.1", number),
            .header = "PCI bridge [0604]: Advanced Micro Devices, Inc. [AMD] Root Port [1022:14ab]",
            .kind = "Root Port (Slot-)",
            .bridge = fmt::format("{:02x}", number),
            .speed = best,
            .best = best,
            .lanes = most,
            .most = most,
            .acs = 1,
            .driver = "pcieport"};
}

Function gpu(int bus) {
    return {.at = fmt::format("{:02x}:00.0", bus),
            .header = "3D controller [0302]: NVIDIA Corporation GH100 [H100 SXM5 80GB] [10de:2330]",
            .driver = "nvidia"};
}

Function nic(int bus) {
    return {.at = fmt::format("{:02x}:00.0", bus),
            .header =
                "Ethernet controller [0200]: Mellanox Technologies MT2910 Family [ConnectX-7] [15b3:1021]",
            .driver = "mlx5_core"};
}

Function nvme(int bus) {
    return {.at = fmt::format("{:02x}:00.0", bus),
            .header =
                "Non-Volatile memory controller [0108]: Samsung Electronics Co Ltd NVMe SSD [144d:a80a]",
            .speed = 16,
            .best = 16,
            .lanes = 4,
            .most = 4,
            .driver = "nvme"};
}

enum Place : std::size_t { Port1, Gpu0, Port2, Gpu1, Port3, Nic, Port4, Nvme };

std::vector<Function> sound() {
    return {port(1), gpu(1), port(2), gpu(2), port(3), nic(3), port(4, 16, 4), nvme(4)};
}

CheckedSample checkedText(const std::vector<Function> &functions) {
    std::string text;
    for (const Function &function : functions)
        text += textOf(function);
    const auto capture = formats::importPieces({{"lspci.txt", text}});
    EXPECT_TRUE(capture);
    return CheckedSample(capture ? formats::readHost(*capture) : host::Host());
}

template<class Change> CheckedSample withFault(Place place, const Change &change) {
    std::vector<Function> functions = sound();
    change(functions[place]);
    return checkedText(functions);
}

struct Fault {
    std::string name;
    void (*change)(Function &);
    std::string_view check;
    std::vector<Place> fails;  ///< the kinds of devices that the check is about
    std::vector<Place> passes; ///< those that it is not about
};

const std::vector<Fault> kFaults = {
    {"relaxed ordering off",
     [](Function &at) { at.ordering = "-"; },
     "pcie.relaxed_ordering",
     {Gpu0, Nic},
     {Port1, Nvme}},
    {"small payload", [](Function &at) { at.payload = 128; }, "pcie.payload", {Gpu0, Nic}, {Port4, Nvme}},
    {"few lanes", [](Function &at) { at.lanes /= 2; }, "pcie.width", {Gpu0, Nic, Nvme}, {}},
    {"Gen1", [](Function &at) { at.speed = 2.5; }, "pcie.speed", {Nic, Nvme}, {}},
};

TEST(DeviceKinds, AreAllJudgedFromOneText) {
    const CheckedSample sample = checkedText(sound());
    for (const std::string_view id : {"pcie.relaxed_ordering", "pcie.payload", "pcie.read_request",
                                      "pcie.width", "pcie.speed", "pcie.acs"})
        EXPECT_EQ(sample.answer(id).status, Status::Passed) << id << ": " << sample.answer(id).text;
    EXPECT_THAT(sample.answer("pcie.relaxed_ordering").text, HasSubstr("3 GPUs and NICs"));
    EXPECT_THAT(sample.answer("pcie.width").text, HasSubstr("both ends"));
    EXPECT_THAT(sample.answer("pcie.width").text, Not(HasSubstr("not visible")));
    EXPECT_THAT(sample.answer("pcie.speed").text, Not(HasSubstr("not visible")));
}

TEST(DeviceKinds, FailAlone) {
    for (const Fault &fault : kFaults) {
        SCOPED_TRACE(fault.name);
        for (const Place place : fault.fails) {
            const Answer answer = withFault(place, fault.change).answer(fault.check);
            EXPECT_EQ(answer.status, Status::Failed) << place << ": " << answer.text;
        }
        for (const Place place : fault.passes) {
            const Answer answer = withFault(place, fault.change).answer(fault.check);
            EXPECT_EQ(answer.status, Status::Passed) << place << ": " << answer.text;
        }
    }
}

TEST(DeviceKinds, OfSmallReadRequestsAreNics) {
    const auto change = [](Function &at) {
        at.request = 512;
    };
    EXPECT_EQ(withFault(Nic, change).answer("pcie.read_request").findings.size(), 1U);
    EXPECT_TRUE(withFault(Gpu0, change).answer("pcie.read_request").findings.empty());
}

/// A NIC of 10 Gb/s beside GPUs is none of a fabric.
TEST(DeviceKinds, OfTheFabricAreFast) {
    const CheckedSample sample = withFault(Nic, [](Function &at) {
        at.header = "Ethernet controller [0200]: Vendor NIC [1fc9:4027]";
        at.most = at.lanes = 4;
        at.best = at.speed = 8;
        at.ordering = "-";
    });
    EXPECT_EQ(sample.answer("pcie.relaxed_ordering").status, Status::Passed);
}

TEST(DeviceKinds, WithAPortThatIsSlowerAreNotFaulty) {
    std::vector<Function> functions = sound();
    functions[Port4].best = functions[Port4].speed = functions[Nvme].speed = 8;
    EXPECT_EQ(checkedText(functions).answer("pcie.speed").status, Status::Passed);
}

/// A GPU that fell off the bus is a GPU: what the others have, or what is not asked without one, is no pass.
TEST(SilentGpus, LeaveNoCheckOfGpusPassed) {
    const auto kill = [](Function &at) {
        at.isDead = true;
    };
    const CheckedSample one = withFault(Gpu0, kill);
    EXPECT_EQ(one.answer("pcie.present").status, Status::Failed);
    for (const std::string_view id :
         {"gpu.no_driver", "pcie.width", "pcie.speed", "pcie.relaxed_ordering", "pcie.payload", "pcie.acs"}) {
        EXPECT_EQ(one.answer(id).status, Status::Unknown) << id << ": " << one.answer(id).text;
        EXPECT_FALSE(one.answer(id).decides.empty()) << id;
    }
    std::vector<Function> functions = sound();
    functions[Gpu0].isDead = functions[Gpu1].isDead = true;
    const CheckedSample all = checkedText(functions);
    for (const CheckResult &result : all.report.results)
        if (result.check->group == Group::Gpu) {
            EXPECT_NE(result.answer.status, Status::Passed) << result.check->id << result.answer.text;
            EXPECT_THAT(result.answer.text, Not(HasSubstr("no GPU for computing"))) << result.check->id;
        }
}

TEST(Isolation, PassesOnlyBelowPortsThatIsolate) {
    const auto held = [](int acs) {
        std::vector<Function> functions = sound();
        for (const Place place : {Gpu0, Gpu1})
            functions[place].driver = "vfio-pci";
        for (const Place place : {Port1, Port2})
            functions[place].acs = acs;
        return checkedText(functions).answer("iommu.isolation");
    };
    constexpr int kIsolates = 0x1D;
    EXPECT_EQ(held(kIsolates).status, Status::Passed) << held(kIsolates).text;
    for (const int acs : {0, 0x01, 0x1C, 0x0D, -1}) {
        const Answer answer = held(acs);
        EXPECT_NE(answer.status, Status::Passed) << acs << ": " << answer.text;
        EXPECT_FALSE(answer.status == Status::Unknown && answer.decides.empty()) << acs;
    }
}

TEST(Isolation, IsUnknownWhereThePortIsNotInTheSource) {
    std::vector<Function> functions = {gpu(1), nic(3)};
    functions[0].driver = "vfio-pci";
    EXPECT_EQ(checkedText(functions).answer("iommu.isolation").status, Status::Unknown);
}

/// Of InfiniBand, only a subnet manager makes a port active: the finding is of another check.
TEST(Ports, OfRdmaAreUnknownWhereOneLacksASubnetManager) {
    for (const char *const state : {"INIT", "ARMED"}) {
        host::Host host = soundServer();
        host::RdmaPort &port = host.rdmaDevices.front().ports.front();
        port.linkLayer = samples::text("InfiniBand");
        port.state = samples::text(state);
        port.physicalState = samples::text("LinkUp");
        const CheckedSample sample(std::move(host));
        EXPECT_EQ(sample.answer("rdma.subnet_manager").status, Status::Failed) << state;
        EXPECT_EQ(sample.answer("rdma.ports").status, Status::Unknown) << sample.answer("rdma.ports").text;
        EXPECT_THAT(sample.answer("rdma.ports").text, HasSubstr("rdma.subnet_manager"));
    }
}

/// What has only the name of its kind is named with its address.
TEST(Sentences, NameTheDevice) {
    for (const auto &[place, address] : {std::pair(Nic, "0000:03:00.0"), {Nvme, "0000:04:00.0"}}) {
        const Answer answer = withFault(place, [](Function &at) { at.speed = 2.5; }).answer("pcie.speed");
        ASSERT_FALSE(answer.findings.empty());
        EXPECT_THAT(findings::claim(answer.findings.front()), HasSubstr(address));
    }
}

TEST(Sentences, NameTheMakerOfTheGpus) {
    EXPECT_EQ(checkedText(sound()).answer("gpu.partition").text, "no AMD GPU");
    EXPECT_EQ(CheckedSample(soundServer()).answer("gpu.mig").text, "no NVIDIA GPU");
}

} // namespace
} // namespace fabricscope::checks
