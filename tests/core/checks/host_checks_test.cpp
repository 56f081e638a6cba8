// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The IOMMU, the system and the library.
#include "tests/core/checks/CheckedHost.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::checks {
namespace {

using findings::Severity;
using testing::HasSubstr;

void setGroupTypes(host::Host &host, std::string_view type) {
    for (host::IommuGroupFacts &group : host.iommuGroups)
        group.type = type.empty() ? host::Fact<std::string>() : samples::text(type);
}

TEST(HostChecks, PassOnASoundServer) {
    const CheckedSample sample(soundServer());
    for (const std::string_view id :
         {"iommu.passthrough", "system.numa", "system.numa_off", "system.numa_balancing",
          "system.isolated_cpus", "system.memlock", "system.open_files", "library.pairs"}) {
        EXPECT_EQ(sample.answer(id).status, Status::Passed) << id << ": " << sample.answer(id).text;
        EXPECT_TRUE(sample.answer(id).findings.empty()) << id;
    }
    EXPECT_EQ(sample.report.counts().errors + sample.report.counts().warnings, 0U);
}

/// The type of the groups decides, not the command line: soundServer() has iommu=pt.
TEST(HostChecks, OfTheIommuJudgeGroupsBeforeTheCommandLine) {
    host::Host host = soundServer();
    setGroupTypes(host, "DMA-FQ");
    const CheckedSample sample(std::move(host));
    const Answer &answer = sample.answer("iommu.passthrough");
    ASSERT_EQ(answer.status, Status::Failed);
    EXPECT_EQ(answer.findings.front().severity, Severity::Warning);
    EXPECT_EQ(*answer.findings.front().argument("actual"), "DMA-FQ");
    EXPECT_EQ(*answer.findings.front().argument("count"), "4");
}

TEST(HostChecks, OfTheIommuTakeTheCommandLineWhereTypesAreUnknown) {
    host::Host host = soundServer();
    setGroupTypes(host, {});
    EXPECT_EQ(CheckedSample(host).answer("iommu.passthrough").status, Status::Passed);
    host.commandLine = samples::text("root=/dev/sda1 amd_iommu=on");
    EXPECT_EQ(CheckedSample(host).answer("iommu.passthrough").status, Status::Unknown);
    host.commandLine = samples::text("root=/dev/sda1 -- iommu=pt");
    EXPECT_EQ(CheckedSample(host).answer("iommu.passthrough").status, Status::Unknown)
        << "words for init are none for the kernel";
    host.kernelMessages.push_back(messageOf(host::KernelMessage::Kind::Iommu, std::nullopt,
                                            "iommu: Default domain type: Passthrough (set via kernel command "
                                            "line)"));
    EXPECT_EQ(CheckedSample(std::move(host)).answer("iommu.passthrough").status, Status::Passed);
}

TEST(HostChecks, OfTheIommuAreUnknownWhereNothingShowsThatGroupsWereRead) {
    host::Host host = soundServer();
    host.iommuGroups.clear();
    host.iommuUnits.clear();
    for (host::PciFunction &function : host.functions)
        function.iommuGroup = {};
    EXPECT_EQ(CheckedSample(std::move(host)).answer("iommu.passthrough").status, Status::Unknown);
}

TEST(HostChecks, AskNoGuestForPassthrough) {
    const CheckedSample sample(samples::flatVm());
    EXPECT_EQ(sample.answer("iommu.passthrough").status, Status::NotApplicable);
    EXPECT_THAT(sample.answer("iommu.passthrough").text, HasSubstr("VM"));
}

TEST(HostChecks, OfAGuestsOwnIommu) {
    host::Host host = soundServer();
    host.virtualization = samples::text("kvm");
    EXPECT_EQ(CheckedSample(host).answer("iommu.guest").status, Status::Passed);
    setGroupTypes(host, "DMA");
    const CheckedSample sample(std::move(host));
    EXPECT_EQ(sample.answer("iommu.guest").status, Status::Failed);
    EXPECT_EQ(sample.answer("iommu.passthrough").status, Status::NotApplicable);
}

TEST(HostChecks, OfAHypervisorWithoutAnIommu) {
    host::Host host = samples::mi355xServer();
    EXPECT_EQ(CheckedSample(host).answer("iommu.off").status, Status::Passed);
    host.iommuGroups.clear();
    for (host::PciFunction &function : host.functions)
        function.iommuGroup = {};
    EXPECT_EQ(CheckedSample(host).answer("iommu.off").status, Status::Passed) << "units show that it is on";
    EXPECT_EQ(CheckedSample(soundServer()).answer("iommu.off").status, Status::NotApplicable);
}

TEST(HostChecks, OfPassthroughUseItsFindings) {
    const CheckedSample sample(samples::mi355xServer());
    std::size_t found = 0;
    for (const CheckResult &result : sample.report.results)
        for (const findings::Finding &finding : result.answer.findings)
            found += finding.rule.starts_with("passthrough.") ? 1 : 0;
    EXPECT_GT(found, 0U);
    EXPECT_EQ(CheckedSample(soundServer()).answer("iommu.vfio").status, Status::NotApplicable);
}

TEST(HostChecks, OfNumaBalancing) {
    host::Host host = soundServer();
    host.numaBalancing = samples::text("1");
    const CheckedSample sample(host);
    ASSERT_EQ(sample.answer("system.numa_balancing").status, Status::Failed);
    EXPECT_THAT(sample.answer("system.numa_balancing").findings.front().commands,
                testing::Contains(HasSubstr("kernel.numa_balancing=0")));
    host.numaBalancing = samples::text("2"); // memory tiering only
    EXPECT_EQ(CheckedSample(host).answer("system.numa_balancing").status, Status::Passed);
    host.numaBalancing = samples::text("1");
    host.numaNodes.pop_back();
    EXPECT_EQ(CheckedSample(host).answer("system.numa_balancing").status, Status::NotApplicable);
    host = soundServer();
    host.numaBalancing = {};
    EXPECT_EQ(CheckedSample(std::move(host)).answer("system.numa_balancing").status, Status::Unknown);
}

TEST(HostChecks, OfNumaThatIsOff) {
    host::Host host = soundServer();
    host.commandLine = samples::text("root=/dev/sda1 numa=off");
    EXPECT_EQ(CheckedSample(host).answer("system.numa_off").status, Status::Failed);
    host.cpuPackages = samples::fact(1);
    EXPECT_EQ(CheckedSample(host).answer("system.numa_off").status, Status::Passed);
    host.cpuPackages = {};
    EXPECT_EQ(CheckedSample(std::move(host)).answer("system.numa_off").status, Status::Unknown);
}

TEST(HostChecks, NoteIsolatedCpus) {
    host::Host host = soundServer();
    host.commandLine = samples::text("root=/dev/sda1 isolcpus=2-63 nohz_full=2-63");
    const CheckedSample sample(std::move(host));
    EXPECT_EQ(sample.answer("system.isolated_cpus").status, Status::Passed);
    ASSERT_EQ(sample.answer("system.isolated_cpus").findings.size(), 1U);
}

TEST(HostChecks, OfLockedMemory) {
    host::Host host = soundServer();
    host.limits["max locked memory (kbytes, -l)"] = samples::text("8192");
    const CheckedSample sample(host);
    ASSERT_EQ(sample.answer("system.memlock").status, Status::Failed);
    EXPECT_EQ(*sample.answer("system.memlock").findings.front().argument("actual"), "8192 KiB");
    host.uid = samples::fact(0); // CAP_IPC_LOCK
    EXPECT_EQ(CheckedSample(host).answer("system.memlock").status, Status::Unknown);
    EXPECT_EQ(CheckedSample(host, true).answer("system.memlock").status, Status::Failed)
        << "root in a container may lack the capability";
    host.uid = samples::fact(1000);
    host.limits["max locked memory (kbytes, -l)"] = samples::text("2147483648"); // 2 TiB
    EXPECT_EQ(CheckedSample(host).answer("system.memlock").status, Status::Passed);
    host.limits = {{"locked memory(kbytes)", samples::text("64")}}; // dash
    EXPECT_EQ(CheckedSample(host).answer("system.memlock").status, Status::Failed);
    host.limits = {{"file locks (-x)", samples::text("64")}};
    EXPECT_EQ(CheckedSample(std::move(host)).answer("system.memlock").status, Status::Unknown);
}

TEST(HostChecks, OfOpenFilesNoteSmallLimits) {
    host::Host host = soundServer();
    host.limits["open files (-n)"] = samples::text("1024");
    const CheckedSample sample(std::move(host));
    EXPECT_EQ(sample.answer("system.open_files").status, Status::Passed);
    EXPECT_EQ(sample.answer("system.open_files").findings.size(), 1U);
}

TEST(HostChecks, OfALibraryInAFlatVm) {
    const CheckedSample sample(samples::flatVm());
    EXPECT_EQ(sample.answer("library.flat_guest").status, Status::Failed);
    EXPECT_EQ(CheckedSample(soundServer()).answer("library.flat_guest").status, Status::NotApplicable);
    host::Host guest = soundServer(); // a VM with switches of its own
    guest.virtualization = samples::text("kvm");
    EXPECT_EQ(CheckedSample(std::move(guest)).answer("library.flat_guest").status, Status::Passed);
}

} // namespace
} // namespace fabricscope::checks
