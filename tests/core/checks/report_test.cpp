// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/Capture.h"
#include "core/checks/SameKind.h"
#include "core/search/Findings.h"
#include "tests/core/checks/CheckedHost.h"
#include "tests/support/CorpusHosts.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <set>
#include <tuple>

namespace fabricscope::checks {
namespace {

using findings::Finding;
using findings::Severity;
using Key = std::tuple<std::string, std::string, Severity, std::string, std::string>;

Key keyOf(const Finding &finding) {
    return {finding.rule, finding.variant, finding.severity, finding.place.address, findings::title(finding)};
}

/// What the tree, the pairs and the sidebar's totals show is in the report, as often.
void expectSameFindings(const topology::Topology &topology, const affinity::Judgement &judgement,
                        const HostReport &report, const std::string &name) {
    std::map<Key, int> listed;
    for (const search::LocatedFinding &located : search::findingsOf(topology, &judgement))
        ++listed[keyOf(located.finding)];
    std::map<Key, int> reported;
    for (const ReportedFinding &each : findingsOf(report))
        if (listed.contains(keyOf(*each.finding)))
            ++reported[keyOf(*each.finding)];
    EXPECT_EQ(listed, reported) << name;
}

void expectConsistent(const HostReport &report, const std::string &name) {
    EXPECT_EQ(report.results.size(), allChecks().size());
    for (std::size_t i = 0; i < report.results.size(); ++i) {
        const CheckResult &result = report.results[i];
        const Answer &answer = result.answer;
        EXPECT_EQ(result.check, allChecks()[i]);
        const bool hasFault = std::any_of(answer.findings.begin(), answer.findings.end(),
                                          [](const Finding &each) { return each.severity > Severity::Note; });
        EXPECT_EQ(hasFault, answer.status == Status::Failed) << name << " " << result.check->id;
        const bool isExplained =
            answer.status == Status::Failed || (answer.status == Status::Passed && !answer.findings.empty());
        EXPECT_TRUE(isExplained || !answer.text.empty()) << name << " " << result.check->id;
        EXPECT_EQ(answer.reason != Reason::None, answer.status == Status::Unknown)
            << name << " " << result.check->id;
        for (const Finding &finding : answer.findings)
            EXPECT_FALSE(findings::title(finding).empty()) << name << " " << finding.rule;
    }
}

TEST(HostReports, HoldEachFindingOfTheHostOnce) {
    for (const auto &[name, host] :
         {std::pair("mi355x", samples::mi355xServer()), std::pair("vm", samples::flatVm()),
          std::pair("laptop", samples::laptop()), std::pair("dead", samples::deadGpu()),
          std::pair("narrow", samples::narrowGpu()), std::pair("cycles", samples::cycles()),
          std::pair("micro", samples::microVm()), std::pair("sound", soundServer())}) {
        const CheckedSample sample(host);
        expectSameFindings(*sample.topology, sample.examination.judgement, sample.report, name);
        expectConsistent(sample.report, name);
    }
}

TEST(HostReports, ShowTheDistancesThatAPairIsJudgedBy) {
    const auto topology = samples::topologyOf(soundServer());
    affinity::Question question;
    question.run = {{samples::address(std::string(kGpu)), samples::address(std::string(kOtherNic))},
                    {samples::address(std::string(kOtherGpu)), samples::address(std::string(kNic))}};
    const affinity::Examination examination = affinity::examine(*topology, question);
    Subject subject;
    subject.topology = topology.get();
    subject.examination = &examination;
    const HostReport report = check(subject);
    int pairs = 0;
    for (const ReportedFinding &each : findingsOf(report)) {
        const Finding &finding = *each.finding;
        if (!finding.rule.starts_with("pair."))
            continue;
        ++pairs;
        ASSERT_FALSE(finding.evidence.empty()) << finding.rule;
        EXPECT_FALSE(finding.evidence.back().source.empty());
        EXPECT_NE(finding.evidence.back().text.find(finding.device), std::string::npos)
            << finding.evidence.back().text;
        EXPECT_NE(finding.evidence.back().text.find("ionic_"), std::string::npos);
    }
    EXPECT_EQ(pairs, 2);
}

TEST(HostReports, OfDamagedHostsAreConsistent) {
    for (std::uint32_t seed = 1; seed <= 50; ++seed) {
        const CheckedSample sample(samples::randomHost(seed, 40));
        expectSameFindings(*sample.topology, sample.examination.judgement, sample.report,
                           std::to_string(seed));
        expectConsistent(sample.report, std::to_string(seed));
    }
}

TEST(HostReports, CountFindingsAndAnswers) {
    const CheckedSample sample(samples::deadGpu());
    const Counts counts = sample.report.counts();
    EXPECT_EQ(counts.passed + counts.failed + counts.notApplicable + counts.unknown, allChecks().size());
    EXPECT_GE(counts.errors, 1U);
    EXPECT_EQ(findingsOf(sample.report).size(), counts.errors + counts.warnings + counts.notes);
}

TEST(HostReports, ListTheWorstFirst) {
    host::Host host = soundServer();
    host.limits["max locked memory (kbytes, -l)"] = samples::text("8192");
    host.limits["open files (-n)"] = samples::text("1024");
    host.function(samples::address(kOtherGpu))->driver = {};
    const CheckedSample sample(std::move(host));
    const auto listed = findingsOf(sample.report);
    ASSERT_GE(listed.size(), 3U);
    EXPECT_TRUE(std::is_sorted(listed.begin(), listed.end(), [](const auto &left, const auto &right) {
        return left.finding->severity > right.finding->severity;
    }));
    EXPECT_EQ(listed.front().finding->severity, Severity::Error);
}

/// A device that fell off the bus is a finding of the tree and one of passthrough: it counts once.
TEST(HostReports, StateADeadDeviceOfAVmOnce) {
    host::Host host = samples::mi355xServer();
    host::PciFunction &gpu = *host.function(samples::address("0000:05:00.0"));
    gpu.dead = true;
    const CheckedSample sample(std::move(host));
    const Answer &answer = sample.answer("pcie.present");
    EXPECT_EQ(std::count_if(answer.findings.begin(), answer.findings.end(),
                            [](const Finding &each) {
                                return each.rule == "device.dead" || each.rule == "passthrough.fell_off";
                            }),
              1);
}

TEST(HostReports, NameTheReasonOfWhatIsUnknown) {
    host::Host host = soundServer();
    host.missing.push_back({"names", "amdgpu drives devices here, but amd-smi is not installed",
                            "install amd-smi-lib (ROCm)", "amd-smi"});
    const CheckedSample sample(std::move(host));
    EXPECT_EQ(sample.answer("gpu.memory").reason, Reason::ToolAbsent);
    EXPECT_EQ(sample.answer("gpu.memory").decides, "install amd-smi-lib (ROCm)");
    EXPECT_EQ(CheckedSample(samples::microVm()).answer("pcie.width").reason, Reason::HiddenInGuest);
    EXPECT_EQ(sample.answer("gpu.access").reason, Reason::NotCollected);
    EXPECT_FALSE(sample.answer("gpu.access").decides.empty());
}

/// Without root, a capture shows why; a file of somebody else does not hold the section at all.
TEST(HostReports, AskForRootWhereOnlyItMayRead) {
    host::Host host = soundServer();
    for (host::PciFunction &function : host.functions) {
        function.config = pci::ConfigSpace{};
        (*function.config).bytesRead = 64;
    }
    const capture::Capture capture = samples::toCapture(host);
    const auto topology = samples::topologyOf(std::move(host));
    Subject subject;
    subject.topology = topology.get();
    subject.capture = &capture;
    const HostReport report = check(subject);
    const auto at = std::find_if(report.results.begin(), report.results.end(), [](const CheckResult &result) {
        return result.check->id == "pcie.payload";
    });
    ASSERT_NE(at, report.results.end());
    EXPECT_EQ(at->answer.reason, Reason::NoPermission);
    EXPECT_EQ(at->answer.decides, "collect with --sudo");
}

/// The reports of hosts as one call of `check` makes them.
struct ComparedHosts {
    explicit ComparedHosts(const std::vector<std::string> &kernels, bool areOneMachine = false) {
        for (const std::string &kernel : kernels) {
            host::Host host = soundServer();
            host.kernel = samples::text(kernel);
            host.id.machineId = areOneMachine ? "5f0c" : std::to_string(topologies.size());
            topologies.push_back(samples::topologyOf(std::move(host)));
            Subject subject;
            subject.topology = topologies.back().get();
            reports.push_back(check(subject));
            subjects.push_back(subject);
        }
        compareHosts(subjects, reports);
    }
    [[nodiscard]] const Answer &answer(std::size_t host) const {
        const auto &results = reports[host].results;
        return std::find_if(results.begin(), results.end(),
                            [](const CheckResult &result) { return result.check->id == "system.versions"; })
            ->answer;
    }

    std::vector<std::shared_ptr<const topology::Topology>> topologies;
    std::vector<Subject> subjects;
    std::vector<HostReport> reports;
};

TEST(HostReports, OfSeveralHostsNameTheOneThatDeviates) {
    const ComparedHosts hosts({"6.5.0", "6.5.0", "6.8.0"});
    EXPECT_EQ(hosts.answer(0).status, Status::Passed);
    EXPECT_EQ(hosts.answer(1).status, Status::Passed);
    ASSERT_EQ(hosts.answer(2).status, Status::Failed);
    ASSERT_EQ(hosts.answer(2).findings.size(), 1U);
    EXPECT_EQ(findings::title(hosts.answer(2).findings.front()),
              "the kernel is 6.8.0, on 2 other hosts of its kind 6.5.0");
}

TEST(HostReports, OfTwoHostsThatDifferNameBoth) {
    const ComparedHosts hosts({"6.5.0", "6.8.0"});
    for (const std::size_t host : {0U, 1U})
        EXPECT_EQ(hosts.answer(host).status, Status::Failed);
    EXPECT_EQ(*hosts.answer(0).findings.front().argument("expected"), "6.8.0");
    EXPECT_EQ(*hosts.answer(1).findings.front().argument("expected"), "6.5.0");
}

TEST(HostReports, OfOneHostCompareNothing) {
    EXPECT_EQ(ComparedHosts({"6.5.0", "6.8.0"}, true).answer(1).status, Status::Unknown);
    EXPECT_EQ(ComparedHosts({"6.5.0"}).answer(0).status, Status::Unknown);
    EXPECT_EQ(CheckedSample(samples::microVm()).answer("system.versions").status, Status::NotApplicable);
}

/// Errors of machines that somebody published, each looked at: what is listed here is true of the machine.
const std::set<std::string> kTrueErrors = {};

TEST(HostReports, OfRealMachinesHaveNoErrorThatIsNotTrue) {
    const auto hosts = test::corpusHosts(test::kCorpusFolder);
    if (hosts.empty())
        GTEST_SKIP() << "no corpus beside the project";
    for (const test::CorpusHost &each : hosts) {
        const affinity::Examination examination = affinity::examine(*each.topology, {});
        Subject subject;
        subject.topology = each.topology.get();
        subject.capture = each.capture.get();
        subject.examination = &examination;
        subject.host = each.name;
        const HostReport report = check(subject);
        expectConsistent(report, each.name);
        expectSameFindings(*each.topology, examination.judgement, report, each.name);
        for (const ReportedFinding &reported : findingsOf(report)) {
            const Finding &finding = *reported.finding;
            const std::string line =
                each.name + ": " + std::string(reported.check->id) + ": " + findings::claim(finding);
            if (finding.severity > Severity::Note)
                std::cout << findings::toString(finding.severity) << " " << line << "\n";
            EXPECT_TRUE(finding.severity < Severity::Error || kTrueErrors.contains(line)) << line;
        }
    }
}

} // namespace
} // namespace fabricscope::checks
