// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is muted, in each format of `check`; and SARIF and JUnit XML against what their schemas allow.
#include "core/json/FindingsJson.h"
#include "core/report/TextChecks.h"
#include "tests/core/site/SiteHost.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace fabricscope::site {
namespace {

using checks::CheckedSample;
using checks::HostReport;
using checks::Status;
using json = nlohmann::json;
using testing::HasSubstr;

host::Host faulty() {
    host::Host host = siteServer();
    host.limits["max locked memory (kbytes, -l)"] = samples::text("8192");
    host.function(samples::address(checks::kGpu))->currentWidth = samples::fact(std::uint8_t{8});
    host.function(samples::address(checks::kOtherGpu))->driver = {};
    return host;
}

constexpr std::string_view kSite = "[expect]\ngpus = 8\nmtu = 9000\nbusbw_gbytes_per_s = 300\n"
                                   "[[mute]]\nrule = \"pcie.width\"\nreason = \"RMA <7> & \\\"more\\\"\"\n"
                                   "until = 2027-01-31\n"
                                   "[[mute]]\nrule = \"site.gpus\"\nreason = \"a lab\"\n";

/// With two muted findings, and a host without any.
std::vector<HostReport> reports() {
    return {reportWith(CheckedSample(faulty()), kSite), CheckedSample(samples::flatVm()).report};
}

/// Members of objects of SARIF 2.1.0, as its JSON schema has them; those that are required begin with "!".
/// The schema allows no others.
const std::map<std::string, std::set<std::string>> kSarif = {
    {"log", {"$schema", "!version", "!runs", "inlineExternalProperties", "properties"}},
    {"run", {"!tool", "results", "columnKind", "invocations", "properties"}},
    {"tool", {"!driver", "extensions", "properties"}},
    {"driver", {"!name", "version", "semanticVersion", "informationUri", "fullName", "rules", "properties"}},
    {"rule", {"!id", "name", "shortDescription", "fullDescription", "help", "helpUri", "properties"}},
    {"text", {"!text", "markdown", "properties"}},
    {"result",
     {"ruleId", "ruleIndex", "kind", "level", "!message", "locations", "suppressions", "fingerprints",
      "properties"}},
    {"location", {"id", "physicalLocation", "logicalLocations", "message", "properties"}},
    {"logicalLocation", {"name", "fullyQualifiedName", "decoratedName", "kind", "properties"}},
    {"suppression", {"guid", "!kind", "justification", "location", "properties"}},
};

void expectMembers(const json &object, const std::string &type) {
    ASSERT_TRUE(object.is_object()) << type << ": " << object;
    const std::set<std::string> &allowed = kSarif.at(type);
    for (const auto &[key, value] : object.items())
        EXPECT_TRUE(allowed.contains(key) || allowed.contains("!" + key)) << type << " has " << key;
    for (const std::string &key : allowed)
        if (key.starts_with('!')) {
            EXPECT_TRUE(object.contains(key.substr(1))) << type << " lacks " << key;
        }
}

void expectResult(const json &result) {
    expectMembers(result, "result");
    expectMembers(result["message"], "text");
    for (const json &location : result["locations"]) {
        expectMembers(location, "location");
        for (const json &logical : location["logicalLocations"])
            expectMembers(logical, "logicalLocation");
    }
    for (const json &suppression : result["suppressions"]) {
        expectMembers(suppression, "suppression");
        EXPECT_THAT(suppression["kind"].get<std::string>(), testing::AnyOf("inSource", "external"));
        EXPECT_EQ(result["kind"], "fail");
    }
}

TEST(SarifOfMutedFindings, HasSuppressionsAndNothingTheSchemaForbids) {
    const std::vector<HostReport> all = reports();
    json log = json::parse(fabricscope::json::sarifDocument(all, "0.1.0"));
    expectMembers(log, "log");
    expectMembers(log["runs"][0], "run");
    expectMembers(log["runs"][0]["tool"], "tool");
    json &driver = log["runs"][0]["tool"]["driver"];
    expectMembers(driver, "driver");
    std::set<std::string> ids;
    for (const json &rule : driver["rules"]) {
        expectMembers(rule, "rule");
        expectMembers(rule["shortDescription"], "text");
        EXPECT_TRUE(ids.insert(rule["id"]).second) << rule["id"];
    }
    EXPECT_TRUE(ids.contains("site.gpus"));
    std::size_t suppressed = 0;
    for (json &result : log["runs"][0]["results"]) {
        // Section 3.27.23: if one result has the property, each one has it.
        ASSERT_TRUE(result.contains("suppressions"));
        expectResult(result);
        EXPECT_EQ(driver["rules"][result["ruleIndex"].get<std::size_t>()]["id"], result["ruleId"]);
        suppressed += result["suppressions"].size();
        if (result["ruleId"] == "pcie.width" && !result["suppressions"].empty()) {
            EXPECT_EQ(result["suppressions"][0]["justification"], "RMA <7> & \"more\" (until 2027-01-31)");
            EXPECT_NE(result["level"], "none");
        }
    }
    EXPECT_EQ(suppressed, all.front().counts().mutedFindings);
    EXPECT_EQ(suppressed, 2U);
}

TEST(SarifWithoutMutes, HasNoSuppressions) {
    const std::vector<HostReport> all = {CheckedSample(faulty()).report};
    const json log = json::parse(fabricscope::json::sarifDocument(all, "0.1.0"));
    for (const json &result : log["runs"][0]["results"])
        EXPECT_FALSE(result.contains("suppressions"));
}

/// Attributes and children of elements, as the schema of Jenkins' xUnit plugin (junit-10.xsd) allows them;
/// those that are required begin with "!".
struct Element {
    std::set<std::string> attributes, children;
};
const std::map<std::string, Element> kJunit = {
    {"testsuites", {{"name", "time", "tests", "failures", "errors"}, {"testsuite"}}},
    {"testsuite",
     {{"!name", "!tests", "failures", "errors", "skipped", "time", "timestamp", "hostname", "id", "package"},
      {"testsuite", "properties", "testcase", "system-out", "system-err"}}},
    {"testcase",
     {{"!name", "classname", "time", "assertions", "status"},
      {"skipped", "error", "failure", "system-out", "system-err"}}},
    {"skipped", {{"type", "message"}, {}}},
    {"failure", {{"type", "message"}, {}}},
    {"system-out", {}},
};

void expectElement(const pugi::xml_node &node) {
    const auto known = kJunit.find(node.name());
    ASSERT_NE(known, kJunit.end()) << node.name();
    const Element &element = known->second;
    for (const pugi::xml_attribute attribute : node.attributes())
        EXPECT_TRUE(element.attributes.contains(attribute.name()) ||
                    element.attributes.contains("!" + std::string(attribute.name())))
            << node.name() << " has " << attribute.name();
    for (const std::string &name : element.attributes)
        if (name.starts_with('!')) {
            EXPECT_TRUE(node.attribute(name.c_str() + 1)) << node.name() << " lacks " << name;
        }
    for (const pugi::xml_node child : node.children())
        if (child.type() == pugi::node_element) {
            EXPECT_TRUE(element.children.contains(child.name())) << node.name() << " has " << child.name();
            expectElement(child);
        }
}

TEST(JunitOfMutedFindings, SkipsThemAndHasNothingTheSchemaForbids) {
    const std::vector<HostReport> all = reports();
    const std::vector<report::CheckedHost> hosts = {{all[0]}, {all[1]}};
    pugi::xml_document document;
    ASSERT_TRUE(document.load_string(report::checksJunit(hosts).c_str(), pugi::parse_full));
    const pugi::xml_node root = document.child("testsuites");
    expectElement(root);
    std::size_t failures = 0, tests = 0, suites = 0;
    for (const pugi::xml_node suite : root.children("testsuite")) {
        const checks::Counts counts = all[suites++].counts();
        std::size_t skipped = 0;
        for (const pugi::xml_node each : suite.children("testcase"))
            skipped += each.child("skipped") ? 1 : 0;
        EXPECT_EQ(suite.attribute("skipped").as_uint(), skipped);
        EXPECT_EQ(skipped, counts.unknown + counts.notApplicable + counts.muted);
        EXPECT_EQ(suite.attribute("failures").as_uint(), counts.failed);
        failures += counts.failed;
        tests += suite.attribute("tests").as_uint();
    }
    EXPECT_EQ(root.attribute("failures").as_uint(), failures);
    EXPECT_EQ(root.attribute("tests").as_uint(), tests);
    const pugi::xml_node muted =
        root.child("testsuite").find_child_by_attribute("testcase", "classname", "pcie.width");
    EXPECT_STREQ(muted.child("skipped").attribute("message").value(),
                 "muted: RMA <7> & \"more\" (until 2027-01-31)");
    EXPECT_THAT(muted.child("system-out").child_value(), HasSubstr("8 of 16 lanes"));
}

TEST(FindingsDocumentOfMutedFindings, ListsThemApart) {
    const std::vector<HostReport> all = reports();
    const json document = json::parse(fabricscope::json::findingsDocument(all));
    ASSERT_EQ(document["muted"].size(), 2U);
    EXPECT_EQ(document["muted"][0]["check"], "pcie.width");
    EXPECT_EQ(document["muted"][0]["mute"]["until"], "2027-01-31");
    EXPECT_EQ(document["muted"][1]["check"], "site.gpus");
    EXPECT_TRUE(document["muted"][1]["mute"]["until"].is_null());
    EXPECT_EQ(document["hosts"][0]["counts"]["muted"], 2);
    EXPECT_EQ(document["hosts"][0]["counts"]["muted_findings"], 2);
    for (const json &finding : document["findings"])
        EXPECT_NE(finding["check"], "pcie.width");
}

TEST(TextOfMutedFindings, StatesTheReason) {
    const std::vector<HostReport> all = reports();
    const std::vector<report::CheckedHost> hosts = {{all[0]}};
    const std::string text = report::checksText(hosts, {});
    EXPECT_THAT(text, HasSubstr("[site.gpus] Muted: a lab\n"));
    EXPECT_THAT(text, HasSubstr(", 2 muted findings; "));
    EXPECT_THAT(text, HasSubstr(" not applicable, 2 muted\n"));
    const std::string markdown = report::checksMarkdown(hosts);
    EXPECT_THAT(markdown, HasSubstr("### Muted\n"));
    EXPECT_THAT(markdown, HasSubstr("| a lab | `site.gpus` |"));
}

} // namespace
} // namespace fabricscope::site
