// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/checks/CheckedHost.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::checks {
namespace {

using findings::Severity;
using testing::HasSubstr;

const std::string &argumentOf(const Answer &answer, std::string_view name) {
    static const std::string kAbsent = "absent";
    const std::string *value = answer.findings.empty() ? nullptr : answer.findings.front().argument(name);
    return value != nullptr ? *value : kAbsent;
}

TEST(PcieChecks, PassOnASoundServer) {
    const CheckedSample sample(soundServer());
    for (const std::string_view id : {"pcie.width", "pcie.speed", "pcie.tree", "pcie.acs", "pcie.payload",
                                      "pcie.read_request", "pcie.relaxed_ordering"}) {
        EXPECT_EQ(sample.answer(id).status, Status::Passed) << id << ": " << sample.answer(id).text;
        EXPECT_FALSE(sample.answer(id).text.empty()) << id;
        EXPECT_TRUE(sample.answer(id).findings.empty()) << id;
    }
}

TEST(PcieChecks, OfALinkThatLacksLanesUseTheFindingOfTheTree) {
    host::Host host = soundServer();
    host.function(samples::address(kGpu))->currentWidth = samples::fact(std::uint8_t{8});
    const CheckedSample sample(std::move(host));
    const Answer &answer = sample.answer("pcie.width");
    ASSERT_EQ(answer.status, Status::Failed);
    ASSERT_EQ(answer.findings.size(), 1U);
    EXPECT_EQ(answer.findings.front().rule, "link.narrow");
    EXPECT_EQ(answer.findings.front().place.address, kGpu);
    ASSERT_FALSE(answer.findings.front().evidence.empty());
    EXPECT_EQ(sample.answer("pcie.speed").status, Status::Passed);
}

/// "(downgraded)" is normal while a GPU is idle: a note, and no failure.
TEST(PcieChecks, OfSpeedPassForAnIdleGpu) {
    host::Host host = soundServer();
    host.function(samples::address(kGpu))->currentSpeed = samples::fact(*pci::LinkSpeed::fromCode(1));
    const CheckedSample sample(std::move(host));
    const Answer &answer = sample.answer("pcie.speed");
    EXPECT_EQ(answer.status, Status::Passed);
    ASSERT_EQ(answer.findings.size(), 1U);
    EXPECT_EQ(answer.findings.front().severity, Severity::Note);
}

TEST(PcieChecks, OfSpeedFailForANicOfTheFabric) {
    host::Host host = soundServer();
    host.function(samples::address(kNic))->currentSpeed = samples::fact(*pci::LinkSpeed::fromCode(3));
    EXPECT_EQ(CheckedSample(std::move(host)).answer("pcie.speed").status, Status::Failed);
}

TEST(PcieChecks, OfADeadDeviceFail) {
    const CheckedSample sample(samples::deadGpu());
    const Answer &answer = sample.answer("pcie.present");
    ASSERT_EQ(answer.status, Status::Failed);
    EXPECT_EQ(answer.findings.front().severity, Severity::Error);
    EXPECT_EQ(answer.findings.front().rule, "device.dead");
}

/// SrcValid alone does not redirect: soundServer() has it. RR and CR at the ports of GPU and NIC do.
TEST(PcieChecks, OfAcsFailOnlyForBitsThatRedirect) {
    host::Host host = soundServer();
    for (const std::string_view port : {"0000:02:00.0", "0000:02:01.0"})
        configOf(host, port).acs->enabled = 0x1D;
    const CheckedSample sample(std::move(host));
    const Answer &answer = sample.answer("pcie.acs");
    ASSERT_EQ(answer.status, Status::Failed);
    EXPECT_EQ(answer.findings.front().rule, "way.acs_redirect");
    ASSERT_FALSE(answer.findings.front().evidence.empty());
    EXPECT_THAT(answer.findings.front().evidence.front().text, HasSubstr("RR+"));
}

TEST(PcieChecks, AreUnknownWithoutConfigSpace) {
    host::Host host = soundServer();
    for (host::PciFunction &function : host.functions) {
        function.config = pci::ConfigSpace{};
        (*function.config).bytesRead = 64;
    }
    const CheckedSample sample(std::move(host));
    for (const std::string_view id :
         {"pcie.acs", "pcie.payload", "pcie.read_request", "pcie.relaxed_ordering"}) {
        EXPECT_EQ(sample.answer(id).status, Status::Unknown) << id;
        EXPECT_THAT(sample.answer(id).text, HasSubstr("config space")) << id;
    }
}

TEST(PcieChecks, OfPayloadFailBelowWhatTheWholePathSupports) {
    host::Host host = soundServer();
    configOf(host, kNic).express->maxPayload = 128;
    const CheckedSample sample(host);
    const Answer &answer = sample.answer("pcie.payload");
    ASSERT_EQ(answer.status, Status::Failed);
    EXPECT_EQ(argumentOf(answer, "actual"), "128");
    EXPECT_EQ(argumentOf(answer, "expected"), "256");
    EXPECT_EQ(argumentOf(answer, "devices"), "ionic_0");
    // A port on the way supports no more.
    configOf(host, "0000:00:01.0").express->maxPayloadSupported = 128;
    EXPECT_EQ(CheckedSample(std::move(host)).answer("pcie.payload").status, Status::Passed);
}

TEST(PcieChecks, OfPayloadAreUnknownWhereAPortWasNotRead) {
    host::Host host = soundServer();
    configOf(host, "0000:00:01.0").express.reset();
    EXPECT_EQ(CheckedSample(std::move(host)).answer("pcie.payload").status, Status::Unknown);
}

TEST(PcieChecks, OfReadRequestsNoteSmallOnes) {
    host::Host host = soundServer();
    configOf(host, kNic).express->maxReadRequest = 512;
    const CheckedSample sample(std::move(host));
    const Answer &answer = sample.answer("pcie.read_request");
    EXPECT_EQ(answer.status, Status::Passed);
    ASSERT_EQ(answer.findings.size(), 1U);
    EXPECT_EQ(argumentOf(answer, "actual"), "512");
}

TEST(PcieChecks, OfRelaxedOrderingFailWhereItIsOff) {
    host::Host host = soundServer();
    configOf(host, kNic).express->relaxedOrdering = false;
    const CheckedSample sample(std::move(host));
    const Answer &answer = sample.answer("pcie.relaxed_ordering");
    ASSERT_EQ(answer.status, Status::Failed);
    EXPECT_EQ(argumentOf(answer, "devices"), "ionic_0");
}

TEST(PcieChecks, OfGuestsAreNotAskedForRegistersThatTheHypervisorSets) {
    const CheckedSample sample(samples::flatVm());
    for (const std::string_view id : {"pcie.payload", "pcie.read_request", "pcie.relaxed_ordering"})
        EXPECT_EQ(sample.answer(id).status, Status::NotApplicable) << id;
}

TEST(PcieChecks, OfTheKernelLogAreUnknownWithoutIt) {
    const CheckedSample sample(soundServer());
    for (const std::string_view id : {"pcie.errors", "pcie.bars", "pcie.slots"}) {
        EXPECT_EQ(sample.answer(id).status, Status::Unknown) << id;
        EXPECT_EQ(sample.answer(id).reason, Reason::NotCollected) << id;
    }
}

} // namespace
} // namespace fabricscope::checks
