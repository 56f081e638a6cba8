// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/Rules.h"
#include "core/site/Expectation.h"
#include "tests/core/site/SiteHost.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <set>

namespace fabricscope::site {
namespace {

using checks::CheckedSample;
using checks::CheckResult;
using checks::Status;
using testing::HasSubstr;

/// What siteServer() meets, what it does not, and what it has.
struct Case {
    std::string_view key, met, missed, actual;
    std::string_view devices = "GPU0, GPU1"; ///< that a finding names; empty: the host
};
constexpr std::string_view kNics = "ionic_0, ionic_1";
constexpr Case kCases[] = {
    {"gpus", "2", "8", "2", ""},
    {"gpu_model", "\"mi355x\"", "\"MI300X\"", "AMD Instinct MI355X"},
    {"gpu_model", "\"amd*mi3*x\"", "\"MI3*H\"", "AMD Instinct MI355X"},
    {"gpu_vbios", "[\"a\", \"113-*-103\"]", "\"113-M3000100-102\"", "113-M3000100-103"},
    {"gpu_driver", "\"6.14.*\"", "\"6.12.12\"", "6.14.14", ""},
    {"gpu_link_generation", "5", "6", "5"},
    {"gpu_link_lanes", "16", "32", "16"},
    {"nics", "2", "8", "2", ""},
    {"nic_model", "\"pollara\"", "\"ConnectX-7\"", "Pollara", kNics},
    {"nic_firmware", "\"1.117.5\"", "\"1.117.1\"", "1.117.5", kNics},
    {"nic_driver", "\"25.08.*\"", "\"25.0\"", "25.08.4", ""},
    {"nic_link_generation", "5", "6", "5", kNics},
    {"nic_link_lanes", "8", "32", "16", kNics},
    {"port_gbits_per_s", "400", "800", "400", kNics},
    {"mtu", "9000", "4200", "9000", kNics},
    {"gid_index", "1", "3", "1", kNics},
    {"roce_version", "2", "", "2", kNics}, // there is no higher one
    {"kernel", "\"6.8.0-*\"", "\"5.15.*\"", "6.8.0-60-generic", ""},
    {"bios", "\"3.4a\"", "\"3.4\"", "3.4a", ""},
    {"os", "\"Ubuntu 24.04*\"", "\"Ubuntu 22.04*\"", "Ubuntu 24.04.1 LTS", ""},
    {"huge_pages", "1000", "2048", "1024", ""},
};

std::string fileWith(std::string_view key, std::string_view value) {
    return fmt::format("[expect]\n{} = {}\n", key, value);
}

CheckResult resultWith(const CheckedSample &sample, std::string_view key, std::string_view value) {
    const checks::HostReport report = reportWith(sample, fileWith(key, value));
    const CheckResult *result = resultOf(report, "site." + std::string(key));
    EXPECT_NE(result, nullptr) << key;
    return result != nullptr ? *result : CheckResult{};
}

TEST(Expectations, ArePassedOrFailedEach) {
    const CheckedSample sample(siteServer());
    std::set<std::string_view> tried;
    for (const Case &each : kCases) {
        tried.insert(each.key);
        const CheckResult met = resultWith(sample, each.key, each.met);
        EXPECT_EQ(met.answer.status, Status::Passed) << each.key << " " << met.answer.text;
        EXPECT_THAT(met.answer.text, HasSubstr(std::string(each.actual))) << each.key;
        if (each.missed.empty())
            continue;
        const CheckResult missed = resultWith(sample, each.key, each.missed);
        ASSERT_EQ(missed.answer.status, Status::Failed) << each.key << " " << missed.answer.text;
        ASSERT_EQ(missed.answer.findings.size(), 1U) << each.key;
        const findings::Finding &finding = missed.answer.findings.front();
        EXPECT_THAT(*finding.argument("actual"), HasSubstr(std::string(each.actual))) << each.key;
        EXPECT_EQ(checks::subjectOf(finding), each.devices) << each.key;
        EXPECT_FALSE(finding.evidence.empty()) << each.key;
        EXPECT_FALSE(findings::remedy(finding).empty()) << each.key;
        EXPECT_THAT(findings::title(finding), HasSubstr(std::string(each.actual))) << each.key;
        EXPECT_THAT(findings::title(finding), HasSubstr(*finding.argument("expected"))) << each.key;
    }
    for (const Expectation &row : allExpectations())
        EXPECT_TRUE(tried.contains(row.key) || row.check.needs.front() == checks::Need::Elsewhere) << row.key;
}

TEST(Expectations, HaveACheckAndTextsOfTheirName) {
    std::set<std::string_view> keys;
    for (const Expectation &row : allExpectations()) {
        EXPECT_TRUE(keys.insert(row.key).second) << row.key;
        EXPECT_EQ(row.check.id, "site." + std::string(row.key));
        EXPECT_EQ(row.check.group, checks::Group::Site);
        EXPECT_EQ(findExpectation(row.key), &row);
        const bool isElsewhere = row.check.needs.front() == checks::Need::Elsewhere;
        EXPECT_EQ(row.seen == nullptr, isElsewhere) << row.key;
        EXPECT_EQ(findings::findRule(row.check.id) == nullptr, isElsewhere) << row.key;
    }
    EXPECT_EQ(findExpectation("gpu"), nullptr);
}

TEST(Expectations, OfBandwidthAreUnknownWithoutARun) {
    const CheckResult result = resultWith(CheckedSample(siteServer()), "busbw_gbytes_per_s", "350");
    EXPECT_EQ(result.answer.status, Status::Unknown);
    EXPECT_THAT(result.answer.decides, HasSubstr("all_reduce_perf"));
}

TEST(Expectations, OfTheRoceVersionFailWithVersion1Alone) {
    host::Host host = siteServer();
    for (host::RdmaDevice &device : host.rdmaDevices)
        device.ports.front().gids.pop_back();
    const CheckResult result = resultWith(CheckedSample(host), "roce_version", "2");
    ASSERT_EQ(result.answer.status, Status::Failed) << result.answer.text;
    EXPECT_EQ(*result.answer.findings.front().argument("actual"), "1");
}

/// On a host of which nothing was read each expectation is unknown or does not apply: none passes or fails.
TEST(Expectations, OfAbsentEvidenceNeitherPassNorFail) {
    samples::SampleHostBuilder builder("empty");
    host::Host host = builder.finish();
    host.kernel = {};
    host.osName = {};
    const CheckedSample sample(std::move(host));
    for (const Case &each : kCases) {
        const CheckResult result = resultWith(sample, each.key, each.met);
        EXPECT_TRUE(result.answer.status == Status::Unknown || result.answer.status == Status::NotApplicable)
            << each.key << " " << checks::toString(result.answer.status) << " " << result.answer.text;
        EXPECT_FALSE(result.answer.text.empty()) << each.key;
    }
}

TEST(Expectations, NameTheDevicesThatDifferAndNoOther) {
    host::Host host = siteServer();
    host.rdmaDevices[1].firmware = samples::text("1.110.0");
    const CheckResult result = resultWith(CheckedSample(host), "nic_firmware", "\"1.117.5\"");
    ASSERT_EQ(result.answer.findings.size(), 1U);
    EXPECT_EQ(checks::subjectOf(result.answer.findings.front()), "ionic_1");
    EXPECT_EQ(findings::headline(result.answer.findings.front()),
              "the firmware of ionic_1 is 1.110.0; expected: 1.117.5");
}

TEST(Expectations, AreUnknownWhereOneDeviceWasNotRead) {
    host::Host host = siteServer();
    host.gpus[1].vbios = {};
    const CheckResult result = resultWith(CheckedSample(host), "gpu_vbios", "\"113-M3000100-103\"");
    EXPECT_EQ(result.answer.status, Status::Unknown);
    EXPECT_EQ(result.answer.text, "not known of GPU1");
}

/// "(downgraded)" at idle is no fault: what the link can do counts.
TEST(Expectations, OfAGpusSpeedAreNotAboutIdleLinks) {
    host::Host host = siteServer();
    host.function(samples::address(checks::kGpu))->currentSpeed = samples::fact(*pci::LinkSpeed::fromCode(1));
    const CheckResult idle = resultWith(CheckedSample(host), "gpu_link_generation", "5");
    EXPECT_EQ(idle.answer.status, Status::Passed) << idle.answer.text;
    host.function(samples::address(checks::kNic))->currentSpeed = samples::fact(*pci::LinkSpeed::fromCode(1));
    const CheckResult nic = resultWith(CheckedSample(host), "nic_link_generation", "5");
    EXPECT_EQ(nic.answer.status, Status::Failed);
}

TEST(Expectations, OfCountsAreUnknownWhereClassesAreNotKnown) {
    host::Host host = siteServer();
    host.functions.front().classCode = {};
    EXPECT_EQ(resultWith(CheckedSample(host), "gpus", "8").answer.status, Status::Unknown);
    host = siteServer();
    host.rdmaDevices.front().device.reset();
    EXPECT_EQ(resultWith(CheckedSample(host), "nics", "8").answer.status, Status::Unknown);
}

TEST(Expectations, CountADeadGpuAsMissing) {
    host::Host host = siteServer();
    host.function(samples::address(checks::kGpu))->dead = true;
    const CheckResult result = resultWith(CheckedSample(host), "gpus", "2");
    ASSERT_EQ(result.answer.status, Status::Failed);
    EXPECT_EQ(findings::title(result.answer.findings.front()), "the number of GPUs is 1; expected: 2");
}

TEST(Sites, KeepTheTableOfChecksAndAddTheirOwn) {
    const CheckedSample sample(siteServer());
    const checks::HostReport report =
        reportWith(sample, "[expect]\ngpus = 8\nmtu = 9000\n[[hosts]]\nmatch = \"sound-*\"\ngpus = 2\n"
                           "[[hosts]]\nmatch = \"other\"\nnics = 8\n");
    ASSERT_EQ(report.results.size(), sample.report.results.size() + 2);
    EXPECT_EQ(resultOf(report, "site.gpus")->answer.status, Status::Passed);
    EXPECT_EQ(report.counts().passed, sample.report.counts().passed + 2);
    EXPECT_EQ(resultOf(report, "site.nics"), nullptr);
}

TEST(Sites, MuteTheirOwnExpectations) {
    const CheckedSample sample(siteServer());
    const checks::HostReport report = reportWith(
        sample,
        "[expect]\ngpus = 8\n[[mute]]\nrule = \"site.gpus\"\nhost = \"sound-01\"\nreason = \"a lab\"\n");
    EXPECT_EQ(resultOf(report, "site.gpus")->answer.status, Status::Muted);
    EXPECT_EQ(report.counts().errors, sample.report.counts().errors);
}

TEST(Sites, OfHostsMatchTheirOwnNameAndTheirTarget) {
    host::Host host = siteServer();
    host.id.target = "root@bmc-name-7";
    const CheckedSample sample(host);
    for (const char *name : {"sound-01", "bmc-name-*"}) {
        const auto report = reportWith(sample, fmt::format("[[hosts]]\nmatch = \"{}\"\ngpus = 2\n", name));
        EXPECT_NE(resultOf(report, "site.gpus"), nullptr) << name;
    }
    EXPECT_EQ(resultOf(reportWith(sample, "[[hosts]]\nmatch = \"root*\"\ngpus = 2\n"), "site.gpus"), nullptr);
}

} // namespace
} // namespace fabricscope::site
