// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The formats of `check`: JSON, SARIF, JUnit, Markdown and text.
#include "core/json/FindingsJson.h"
#include "core/report/TextChecks.h"
#include "tests/core/checks/CheckedHost.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

namespace fabricscope::checks {
namespace {

using json = nlohmann::json;
using testing::HasSubstr;
using testing::Not;

host::Host faultyServer() {
    host::Host host = soundServer();
    host.hostname = samples::text("rack<1>&\"a\"");
    host.limits["max locked memory (kbytes, -l)"] = samples::text("8192");
    host.limits["open files (-n)"] = samples::text("1024");
    host.function(samples::address(kGpu))->currentWidth = samples::fact(std::uint8_t{8});
    host.function(samples::address(kOtherGpu))->driver = {};
    return host;
}

TEST(FindingsDocument, HoldsFindingsAndTheOtherAnswers) {
    const CheckedSample sample(faultyServer());
    const auto document = json::parse(fabricscope::json::findingsDocument(std::span(&sample.report, 1)));
    EXPECT_EQ(document["schema"], "fabricscope.findings/0");
    const Counts counts = sample.report.counts();
    EXPECT_EQ(document["findings"].size(), counts.errors + counts.warnings + counts.notes);
    EXPECT_EQ(document["passed"].size(), counts.passed);
    EXPECT_EQ(document["unknown"].size(), counts.unknown);
    EXPECT_EQ(document["not_applicable"].size(), counts.notApplicable);
    EXPECT_EQ(document["hosts"][0]["counts"]["failed"], counts.failed);
    const auto &first = document["findings"][0];
    EXPECT_EQ(first["severity"], "error");
    EXPECT_EQ(first["check"], "gpu.no_driver");
    for (const auto &finding : document["findings"])
        for (const char *key : {"check", "rule", "severity", "host", "subject", "title", "evidence",
                                "expected", "actual", "remedy", "reference"})
            EXPECT_TRUE(finding.contains(key)) << key << finding;
    for (const auto &unknown : document["unknown"]) {
        EXPECT_FALSE(unknown["rule"].get<std::string>().empty());
        EXPECT_FALSE(unknown["why"].get<std::string>().empty());
    }
}

/// The required properties of SARIF 2.1.0: sarifLog 3.13, run 3.14, tool 3.18, toolComponent 3.19, result
/// 3.27, message 3.11, reportingDescriptor 3.49, logicalLocation 3.33; and the values of their enumerations.
TEST(SarifDocument, HasWhatTheStandardRequires) {
    const CheckedSample sample(faultyServer()), other(samples::flatVm());
    const std::vector<HostReport> reports = {sample.report, other.report};
    const auto log = json::parse(fabricscope::json::sarifDocument(reports, "0.1.0"));
    EXPECT_EQ(log["version"], "2.1.0");
    EXPECT_TRUE(log["$schema"].is_string());
    ASSERT_EQ(log["runs"].size(), 1U);
    const auto &run = log["runs"][0];
    const auto &driver = run["tool"]["driver"];
    EXPECT_EQ(driver["name"], "fabricscope");
    EXPECT_EQ(driver["version"], "0.1.0");
    const auto &rules = driver["rules"];
    ASSERT_EQ(rules.size(), allChecks().size());
    for (const auto &rule : rules) {
        EXPECT_TRUE(rule["id"].is_string());
        EXPECT_TRUE(rule["shortDescription"]["text"].is_string());
    }
    std::size_t findings = 0;
    for (const auto &result : run["results"]) {
        ASSERT_TRUE(result["message"]["text"].is_string());
        EXPECT_FALSE(result["message"]["text"].get<std::string>().empty());
        const std::size_t index = result["ruleIndex"];
        ASSERT_LT(index, rules.size());
        EXPECT_EQ(rules[index]["id"], result["ruleId"]);
        EXPECT_THAT(result["kind"].get<std::string>(),
                    testing::AnyOf("fail", "open", "pass", "notApplicable"));
        EXPECT_THAT(result["level"].get<std::string>(), testing::AnyOf("none", "note", "warning", "error"));
        EXPECT_EQ(result["kind"] != "fail", result["level"] == "none") << result;
        ASSERT_EQ(result["locations"].size(), 1U);
        EXPECT_TRUE(result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"].is_string());
        findings += result["kind"] == "fail" ? 1 : 0;
    }
    EXPECT_EQ(findings, findingsOf(sample.report).size() + findingsOf(other.report).size());
}

/// As the schema of Jenkins' xUnit plugin requires: names, and numbers that are those of the cases.
TEST(JunitDocument, IsWellFormedAndCountsItsCases) {
    const CheckedSample sample(faultyServer());
    const std::vector<report::CheckedHost> hosts = {{sample.report}, {sample.report}};
    pugi::xml_document document;
    ASSERT_TRUE(document.load_string(report::checksJunit(hosts).c_str(), pugi::parse_full));
    const pugi::xml_node all = document.child("testsuites");
    std::size_t suites = 0;
    for (const pugi::xml_node suite : all.children("testsuite")) {
        ++suites;
        EXPECT_STREQ(suite.attribute("name").value(), "rack<1>&\"a\"");
        std::size_t cases = 0, failures = 0, skipped = 0;
        for (const pugi::xml_node each : suite.children()) {
            ASSERT_STREQ(each.name(), "testcase");
            ++cases;
            EXPECT_STRNE(each.attribute("name").value(), "");
            EXPECT_STRNE(each.attribute("classname").value(), "");
            failures += each.child("failure") ? 1 : 0;
            skipped += each.child("skipped") ? 1 : 0;
            EXPECT_FALSE(each.child("failure") && each.child("skipped"));
            if (const pugi::xml_node failure = each.child("failure")) {
                EXPECT_STRNE(failure.attribute("message").value(), "");
                EXPECT_STRNE(failure.child_value(), "");
            }
        }
        EXPECT_EQ(suite.attribute("tests").as_uint(), cases);
        EXPECT_EQ(suite.attribute("failures").as_uint(), failures);
        EXPECT_EQ(suite.attribute("skipped").as_uint(), skipped);
        EXPECT_EQ(failures, sample.report.counts().failed);
    }
    EXPECT_EQ(suites, 2U);
    EXPECT_EQ(all.attribute("tests").as_uint(), 2 * allChecks().size());
}

TEST(ChecksText, IsQuietForASoundHost) {
    const CheckedSample sample(soundServer());
    const std::vector<report::CheckedHost> hosts = {{sample.report}};
    const std::string text = report::checksText(hosts, {});
    EXPECT_THAT(text, Not(HasSubstr("✕")));
    EXPECT_THAT(text, Not(HasSubstr("▲")));
    EXPECT_THAT(text, HasSubstr("checks passed, 0 failed"));
    EXPECT_THAT(text, HasSubstr("kernel log: not in this source"));
    EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 15) << text;
}

TEST(ChecksText, BeginsWithTheWorstAndStatesWhyAndWhatToDo) {
    const CheckedSample sample(faultyServer());
    const std::vector<report::CheckedHost> hosts = {{sample.report, sample.topology.get(), nullptr}};
    const std::string text = report::checksText(hosts, {});
    const auto error = text.find("✕"), warning = text.find("▲"), note = text.find("·", text.find("▲"));
    EXPECT_LT(error, warning);
    EXPECT_LT(warning, note);
    EXPECT_NE(note, std::string::npos);
    EXPECT_THAT(text, HasSubstr("[system.memlock]"));
    EXPECT_THAT(text, HasSubstr("Fix: "));
    EXPECT_THAT(text, HasSubstr("    ulimit -a: max locked memory (kbytes, -l) 8192\n"));
}

TEST(ChecksText, JoinsEqualFindingsOfSeveralDevices) {
    host::Host host = soundServer();
    for (const std::string_view gpu : {kGpu, kOtherGpu})
        host.function(samples::address(gpu))->currentWidth = samples::fact(std::uint8_t{8});
    const CheckedSample sample(std::move(host));
    const std::vector<report::CheckedHost> hosts = {{sample.report}};
    const std::string text = report::checksText(hosts, {});
    EXPECT_THAT(text, HasSubstr("GPU0, GPU1 (each): the link has 8 of 16 lanes"));
}

TEST(ChecksText, FitsTheTerminal) {
    const CheckedSample sample(samples::mi355xServer());
    const std::vector<report::CheckedHost> hosts = {{sample.report, sample.topology.get(), nullptr}};
    EXPECT_THAT(report::checksText(hosts, {60, nullptr}), HasSubstr("\n    "));
}

TEST(ChecksMarkdown, ListsEverythingAndEscapesNames) {
    host::Host host = faultyServer();
    host.hostname = samples::text("a|b`c`");
    const CheckedSample sample(std::move(host));
    const std::vector<report::CheckedHost> hosts = {{sample.report}};
    const std::string text = report::checksMarkdown(hosts);
    EXPECT_THAT(text, testing::StartsWith("## a\\|b\\`c\\`\n"));
    for (const Check *check : allChecks())
        EXPECT_THAT(text, HasSubstr("`" + std::string(check->id) + "`"));
    for (const char *heading : {"### Unknown", "### Passed", "### Not applicable", "| severity |"})
        EXPECT_THAT(text, HasSubstr(heading));
}

} // namespace
} // namespace fabricscope::checks
