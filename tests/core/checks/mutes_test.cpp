// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/Mutes.h"
#include "core/checks/Pattern.h"
#include "tests/core/checks/CheckedHost.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::checks {
namespace {

constexpr Date day(int year, unsigned month, unsigned number) {
    return {std::chrono::year(year), std::chrono::month(month), std::chrono::day(number)};
}
constexpr Date kToday = day(2026, 11, 30);

/// GPU0's link is narrow, GPU1 has no driver, and locked memory is limited.
host::Host faulty() {
    host::Host host = soundServer();
    host.limits["max locked memory (kbytes, -l)"] = samples::text("8192");
    host.function(samples::address(kGpu))->currentWidth = samples::fact(std::uint8_t{8});
    host.function(samples::address(kOtherGpu))->driver = {};
    return host;
}

Mute muteOf(std::string rule) {
    return {.rule = std::move(rule), .host = "*", .device = "*", .reason = "known, ticket 7", .until = {}};
}

const CheckResult &resultOf(const HostReport &report, std::string_view id) {
    for (const CheckResult &result : report.results)
        if (result.check->id == id)
            return result;
    ADD_FAILURE() << id;
    return report.results.front();
}

bool hasResult(const HostReport &report, std::string_view id) {
    return std::any_of(report.results.begin(), report.results.end(),
                       [id](const CheckResult &result) { return result.check->id == id; });
}

/// By each name of a device that its title shows, and by both ids.
TEST(Mutes, OfADeviceMatchEachNameThatTheFindingShows) {
    for (const char *argument : {"at", "nic", "netdev", "switches", "interfaces", "devices"}) {
        findings::Finding finding("way.acs_redirect");
        finding.set(argument, "switch 0000:81:00.0 and switch 0000:01:00.0");
        Mute mute = muteOf("pcie.acs");
        const std::vector<std::string> hosts = {"a"};
        for (const auto &[device, isMuted] : {std::pair<const char *, bool>{"*", true},
                                              {"switch 0000:81:00.0 and switch 0000:01:00.0", true},
                                              {"switch *", true},
                                              {"switch 0000:81:00.0", false},
                                              {"GPU*", false}}) {
            mute.device = device;
            EXPECT_EQ(matches(mute, "pcie.acs", finding, hosts), isMuted) << argument << " " << device;
        }
        mute.rule = "way.acs_redirect";
        mute.device = "*";
        EXPECT_TRUE(matches(mute, "pcie.acs", finding, hosts));
    }
}

/// As lspci prints them: without domain 0, of either case, and beside a name.
TEST(Mutes, OfAnAddressMatchEachFormOfIt) {
    const std::vector<std::string> hosts = {"a"};
    Mute mute = muteOf("pcie.speed");
    const auto isMuted = [&](const char *device, const char *subject, const char *address) {
        findings::Finding finding("link.slow");
        finding.device = subject;
        finding.place.address = address;
        mute.device = device;
        return matches(mute, "pcie.speed", finding, hosts);
    };
    for (const char *device : {"1a:00.0", "0000:1a:00.0", "1A:00.0", "1a:00.*", "*:1a:00.0"})
        for (const auto &[subject, address] : {std::pair("NIC 0000:1a:00.0", "0000:1a:00.0"),
                                               {"GPU3", "0000:1a:00.0"},
                                               {"0000:1a:00.0 (GPU3)", ""},
                                               {"0000:1a:00.0 (GPU3), NIC 0000:1a:00.0", ""}})
            EXPECT_TRUE(isMuted(device, subject, address)) << device << " of " << subject;
    for (const char *device : {"a:00.0", "1a:00", "1b:00.0", "0001:1a:00.0", "NIC"})
        EXPECT_FALSE(isMuted(device, "NIC 0000:1a:00.0", "0000:1a:00.0")) << device;
    EXPECT_FALSE(isMuted("1a:00.0", "GPU3", "0001:1a:00.0")) << "of another domain";
    EXPECT_FALSE(isMuted("1a:00.0", "0000:1a:00.0 (GPU3), 0000:1b:00.0 (GPU4)", "0000:1a:00.0"));
    EXPECT_TRUE(isMuted("GPU*", "0000:1a:00.0 (GPU3), 0000:1b:00.0 (GPU4)", "0000:1a:00.0"));
}

/// That a mute ended is a finding like others.
TEST(Mutes, OfRemindersMuteThem) {
    const CheckedSample sample(faulty());
    Mute ended = muteOf("pcie.width");
    ended.until = day(2020, 1, 1);
    HostReport report = sample.report;
    applyMutes(report, std::vector{ended, muteOf("site.mutes")}, kToday);
    const CheckResult &result = resultOf(report, "site.mutes");
    EXPECT_TRUE(result.answer.findings.empty());
    ASSERT_EQ(result.muted.size(), 1U);
    EXPECT_EQ(result.muted.front().reason, "known, ticket 7");
    EXPECT_EQ(resultOf(report, "pcie.width").answer.status, Status::Failed);
}

TEST(Mutes, OfSeveralWithoutAllNamesMatchAsAWhole) {
    findings::Finding finding("pcie.payload");
    finding.set("devices", "GPU0, GPU1, GPU2, GPU3 and 4 more");
    const std::vector<std::string> hosts = {"a"};
    Mute mute = muteOf("pcie.payload");
    mute.device = "GPU?";
    EXPECT_FALSE(matches(mute, "pcie.payload", finding, hosts));
    mute.device = "GPU0, GPU1, GPU2, GPU3 and 4 more";
    EXPECT_TRUE(matches(mute, "pcie.payload", finding, hosts));
}

TEST(Mutes, NameThoseThatAreAboutAFinding) {
    const CheckedSample sample(faulty());
    HostReport report = sample.report;
    std::vector<Mute> mutes = {muteOf("pcie.width"), muteOf("rdma.mtu"), muteOf("link.narrow"),
                               muteOf("gpu.no_driver")};
    mutes.back().until = day(2020, 1, 31); // ended, and still about a finding
    EXPECT_THAT(applyMutes(report, mutes, kToday), testing::ElementsAre(0U, 2U, 3U));
}

TEST(Mutes, ForAFindingAreAboutItOnItsHostAlone) {
    const CheckedSample sample(faulty());
    std::size_t tried = 0;
    for (const CheckResult &result : sample.report.results) {
        for (const findings::Finding &finding : result.answer.findings) {
            const auto mute = muteFor(finding, "gpu-01");
            ASSERT_TRUE(mute) << finding.rule;
            EXPECT_TRUE(matches(*mute, result.check->id, finding, std::vector<std::string>{"gpu-01"}));
            EXPECT_FALSE(matches(*mute, result.check->id, finding, std::vector<std::string>{"gpu-011"}));
            findings::Finding other = finding;
            other.device = "GPU77";
            other.place.address = "0000:77:00.0";
            if (!subjectOf(finding).empty()) {
                EXPECT_FALSE(matches(*mute, result.check->id, other, std::vector<std::string>{"gpu-01"}))
                    << finding.rule;
            }
            ++tried;
        }
    }
    EXPECT_GE(tried, 3U);
}

/// A name of a host must not become a pattern that mutes more.
TEST(Mutes, AreNotMadeOfNamesWithStarsNorOfVeryLongOnes) {
    findings::Finding finding("link.narrow");
    finding.device = "GPU5";
    EXPECT_TRUE(muteFor(finding, "gpu-01"));
    for (const std::string &host :
         {std::string("*"), std::string("gpu-*"), std::string(), std::string(2000, 'a')})
        EXPECT_FALSE(muteFor(finding, host)) << host;
    for (const std::string &device : {std::string("*"), std::string("mlx5_*"), std::string(2000, 'a')}) {
        finding.device = device;
        EXPECT_FALSE(muteFor(finding, "gpu-01")) << device;
    }
    EXPECT_FALSE(muteFor(findings::Finding("site.mutes"), "gpu-01")) << "it is about a mute";
}

TEST(Mutes, WithoutAReasonOrOfAPastDateAreRefused) {
    Mute mute = muteOf("link.narrow");
    mute.reason = "  known  ";
    mute.until = kToday;
    ASSERT_TRUE(checkedMute(mute, kToday)) << "the last day counts";
    EXPECT_EQ(checkedMute(mute, kToday)->reason, "known");
    mute.until = day(2026, 11, 29);
    ASSERT_FALSE(checkedMute(mute, kToday));
    EXPECT_EQ(checkedMute(mute, kToday).error().what, "2026-11-29 has passed");
    mute.until.reset();
    for (const std::string &reason :
         {std::string(), std::string("  "), std::string(513, 'a'), std::string("two\nlines"),
          std::string("\x1b[31m"), std::string("a\xff")}) {
        mute.reason = reason;
        EXPECT_FALSE(checkedMute(mute, kToday)) << reason;
    }
}

TEST(Mutes, ThatHaveEndedAreNamedAtTheirFindingAlone) {
    const CheckedSample sample(faulty());
    HostReport report = sample.report;
    std::vector<Mute> mutes = {muteOf("pcie.width")};
    mutes.front().until = day(2026, 11, 29);
    mutes.front().from = "site.toml, line 3";
    applyMutes(report, mutes, kToday);
    const CheckResult &width = resultOf(report, "pcie.width");
    EXPECT_EQ(width.answer.status, Status::Failed);
    ASSERT_EQ(width.ended.size(), width.answer.findings.size());
    EXPECT_EQ(width.ended.front().finding, 0U);
    EXPECT_EQ(endOf(width.ended.front()), "2026-11-29; its reason was: known, ticket 7");
    EXPECT_EQ(width.ended.front().from, "site.toml, line 3");
    for (const CheckResult &result : report.results)
        if (result.check->id != width.check->id) {
            EXPECT_TRUE(result.ended.empty()) << result.check->id;
        }
    HostReport inForce = sample.report;
    mutes.front().until = kToday;
    applyMutes(inForce, mutes, kToday);
    EXPECT_TRUE(resultOf(inForce, "pcie.width").ended.empty());
    EXPECT_EQ(resultOf(inForce, "pcie.width").muted.front().from, "site.toml, line 3");
}

TEST(Patterns, HaveStarsForAnyText) {
    EXPECT_TRUE(matchesPattern("gpu-*", "gpu-01"));
    EXPECT_TRUE(matchesPattern("gpu-*", "gpu-"));
    EXPECT_TRUE(matchesPattern("*-01", "gpu-01"));
    EXPECT_TRUE(matchesPattern("*a*b*", "xxaybz"));
    EXPECT_TRUE(matchesPattern("*", ""));
    EXPECT_TRUE(matchesPattern("", ""));
    EXPECT_FALSE(matchesPattern("", "a"));
    EXPECT_FALSE(matchesPattern("gpu-*", "login-01"));
    EXPECT_FALSE(matchesPattern("gpu-?", "gpu-1"));
    EXPECT_FALSE(matchesPattern("*a*b", "ab_"));
    EXPECT_FALSE(matchesPattern("GPU*", "gpu-1"));
}

TEST(Dates, AreDaysThatExist) {
    EXPECT_EQ(parseDate("2026-11-30"), kToday);
    EXPECT_EQ(toString(kToday), "2026-11-30");
    for (const char *text :
         {"", "2026-02-30", "2026-13-01", "2026-1-01", "26-01-01", "2026/01/01", "2026-+1-01"})
        EXPECT_EQ(parseDate(text), std::nullopt) << text;
}

TEST(Mutes, OfACheckMoveItsFindingsAway) {
    const CheckedSample sample(faulty());
    const CheckResult &before = resultOf(sample.report, "pcie.width");
    ASSERT_EQ(before.answer.status, Status::Failed);
    HostReport report = sample.report;
    applyMutes(report, std::vector{muteOf("pcie.width")}, kToday);
    const CheckResult &after = resultOf(report, "pcie.width");
    EXPECT_EQ(after.answer.status, Status::Muted);
    EXPECT_EQ(after.answer.text, "known, ticket 7");
    EXPECT_EQ(after.muted.size(), before.answer.findings.size());
    EXPECT_TRUE(after.answer.findings.empty());
    const Counts counts = report.counts(), were = sample.report.counts();
    EXPECT_EQ(counts.mutedFindings, after.muted.size());
    EXPECT_EQ(counts.muted, 1U);
    EXPECT_EQ(counts.failed, were.failed - 1);
    EXPECT_EQ(counts.warnings + counts.errors + counts.mutedFindings, were.warnings + were.errors);
    EXPECT_EQ(counts.passed, were.passed + 1); // "site.mutes"
    EXPECT_EQ(resultOf(report, "site.mutes").answer.text, "1 finding is muted");
    EXPECT_EQ(findingsOf(report).size(), findingsOf(sample.report).size() - 1);
}

TEST(Mutes, NameTheRuleOfAFindingToo) {
    HostReport report = CheckedSample(faulty()).report;
    applyMutes(report, std::vector{muteOf("link.narrow")}, kToday);
    EXPECT_EQ(resultOf(report, "pcie.width").answer.status, Status::Muted);
}

TEST(Mutes, AreOfHostsAndDevices) {
    const CheckedSample sample(faulty());
    const auto isMuted = [&](Mute mute) {
        HostReport report = sample.report;
        applyMutes(report, std::vector{std::move(mute)}, kToday, std::vector<std::string>{"alias-7"});
        return resultOf(report, "pcie.width").answer.status == Status::Muted;
    };
    Mute mute = muteOf("pcie.width");
    for (const char *host : {"sound-01", "sound-*", "alias-*", "*"}) {
        mute.host = host;
        EXPECT_TRUE(isMuted(mute)) << host;
    }
    mute.host = "sound";
    EXPECT_FALSE(isMuted(mute));
    mute.host = "*";
    for (const char *device : {"GPU0", "GPU*", "0000:03:00.0", "0000:03:*"}) {
        mute.device = device;
        EXPECT_TRUE(isMuted(mute)) << device;
    }
    for (const char *device : {"GPU1", "ionic_0", "0000:83:00.0"}) {
        mute.device = device;
        EXPECT_FALSE(isMuted(mute)) << device;
    }
}

/// Of a finding about several devices, each has to be meant: the others still count.
TEST(Mutes, OfOneDeviceKeepFindingsAboutMore) {
    HostReport report;
    report.host = "h";
    static constexpr Check kCheck{.id = "rdma.gid", .title = "GIDs", .group = Group::Rdma};
    findings::Finding finding("rdma.gid");
    finding.set("devices", "mlx5_0, mlx5_1").set("count", std::size_t{2}).set("actual", "none");
    finding.place.address = "0000:03:00.0";
    const auto isMuted = [&](const char *device, const char *devices) {
        HostReport copy = report;
        findings::Finding about = finding;
        about.set("devices", devices);
        copy.results.push_back({&kCheck, {.status = Status::Failed, .findings = {about}}, {}});
        Mute mute = muteOf("rdma.gid");
        mute.device = device;
        applyMutes(copy, std::vector{mute}, kToday);
        return copy.results.front().answer.status == Status::Muted;
    };
    EXPECT_FALSE(isMuted("mlx5_0", "mlx5_0, mlx5_1"));
    EXPECT_FALSE(isMuted("0000:03:00.0", "mlx5_0, mlx5_1"));
    EXPECT_TRUE(isMuted("mlx5_*", "mlx5_0, mlx5_1"));
    EXPECT_FALSE(isMuted("mlx5_*", "mlx5_0, mlx5_1, mlx5_2, mlx5_3 and 4 more"));
    EXPECT_TRUE(isMuted("*", "mlx5_0, mlx5_1, mlx5_2, mlx5_3 and 4 more"));
}

TEST(Mutes, CountUpToTheirLastDayAndAreNamedAfterIt) {
    const CheckedSample sample(faulty());
    Mute mute = muteOf("pcie.width");
    mute.until = kToday;
    HostReport last = sample.report;
    applyMutes(last, std::vector{mute}, kToday);
    EXPECT_EQ(resultOf(last, "pcie.width").answer.text, "known, ticket 7 (until 2026-11-30)");
    HostReport after = sample.report;
    applyMutes(after, std::vector{mute}, day(2026, 12, 1));
    EXPECT_EQ(resultOf(after, "pcie.width").answer.status, Status::Failed);
    const Answer &answer = resultOf(after, "site.mutes").answer;
    EXPECT_EQ(answer.status, Status::Passed);
    ASSERT_EQ(answer.findings.size(), 1U);
    EXPECT_EQ(answer.findings.front().severity, findings::Severity::Note);
    EXPECT_EQ(findings::title(answer.findings.front()),
              "the mute of pcie.width ended on 2026-11-30; what it muted counts again");
    EXPECT_EQ(findings::sentence(answer.findings.front()), "Its reason was: known, ticket 7.");
}

/// Of two equal ones, the second is not needed; one that counts longer is.
TEST(Mutes, ThatRepeatAnotherAreNotUsed) {
    const CheckedSample sample(faulty());
    const Mute first = muteOf("pcie.width");
    Mute shorter = first, other = first, forGood = first;
    shorter.until = day(2099, 1, 1);
    other.device = "GPU*";
    HostReport report = sample.report;
    EXPECT_EQ(applyMutes(report, std::vector{first, first, shorter, other}, kToday),
              (std::set<std::size_t>{0, 3}));
    report = sample.report;
    EXPECT_EQ(applyMutes(report, std::vector{shorter, forGood}, kToday), (std::set<std::size_t>{0, 1}));
}

/// Another mute may still count; one that has ended and would mute nothing is not worth a note.
TEST(Mutes, ThatHaveEndedMatterOnlyWhereNothingElseMutes) {
    const CheckedSample sample(faulty());
    Mute ended = muteOf("pcie.width");
    ended.until = day(2020, 1, 1);
    HostReport report = sample.report;
    applyMutes(report, std::vector{ended, muteOf("pcie.width")}, kToday);
    EXPECT_EQ(resultOf(report, "pcie.width").answer.status, Status::Muted);
    EXPECT_TRUE(resultOf(report, "site.mutes").answer.findings.empty());
    ended.rule = "rdma.mtu";
    report = sample.report;
    applyMutes(report, std::vector{ended}, kToday);
    EXPECT_FALSE(hasResult(report, "site.mutes"));
    EXPECT_EQ(report.counts(), sample.report.counts());
}

TEST(Mutes, OfANoteLeaveTheAnswer) {
    const CheckedSample sample(samples::mi355xServer());
    for (const CheckResult &result : sample.report.results) {
        if (result.answer.status != Status::Passed || result.answer.findings.empty())
            continue;
        HostReport report = sample.report;
        applyMutes(report, std::vector{muteOf(std::string(result.check->id))}, kToday);
        EXPECT_EQ(resultOf(report, result.check->id).answer.status, Status::Passed);
        EXPECT_EQ(resultOf(report, result.check->id).muted.size(), result.answer.findings.size());
        return;
    }
    FAIL() << "no check passes with a note";
}

} // namespace
} // namespace fabricscope::checks
