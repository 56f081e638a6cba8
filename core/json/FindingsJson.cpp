// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/FindingsJson.h"

#include "core/base/HostText.h"
#include "core/findings/Rules.h"
#include "core/json/Json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace fabricscope::json {

namespace {

using checks::CheckResult;
using checks::HostReport;
using checks::ReportedFinding;
using findings::Finding;

Value argumentOrNull(const Finding &finding, std::string_view name) {
    const std::string *value = finding.argument(name);
    return value != nullptr ? Value(HostText(*value).plain(1024)) : Value(nullptr);
}

Value countsValue(const checks::Counts &counts) {
    return {{"error", counts.errors},   {"warning", counts.warnings},
            {"note", counts.notes},     {"muted_findings", counts.mutedFindings},
            {"passed", counts.passed},  {"failed", counts.failed},
            {"muted", counts.muted},    {"not_applicable", counts.notApplicable},
            {"unknown", counts.unknown}};
}

Value evidenceValue(const Finding &finding) {
    Value list = Value::array();
    for (const findings::Evidence &evidence : finding.evidence)
        list.push_back({{"source", HostText(evidence.source).plain(1024)},
                        {"text", HostText(evidence.text).plain(1024)}});
    return list;
}

Value commandsValue(const Finding &finding) {
    Value list = Value::array();
    for (const std::string &command : finding.commands)
        list.push_back(HostText(command).plain());
    return list;
}

std::string_view referenceOf(const Finding &finding) {
    const findings::Rule *rule = findings::findRule(finding.rule, finding.variant);
    return rule != nullptr ? rule->source : std::string_view();
}

Value findingValue(const HostReport &host, const ReportedFinding &reported) {
    const Finding &finding = *reported.finding;
    Value value;
    value["check"] = reported.check->id;
    value["rule"] = finding.rule;
    value["severity"] = findings::toString(finding.severity);
    value["host"] = host.host;
    value["subject"] = textOrNull(checks::subjectOf(finding));
    value["bdf"] = textOrNull(finding.place.address);
    value["title"] = findings::capitalized(findings::titleWithCost(finding), finding);
    value["why"] = textOrNull(findings::sentence(finding));
    value["evidence"] = evidenceValue(finding);
    value["expected"] = argumentOrNull(finding, "expected");
    value["actual"] = argumentOrNull(finding, "actual");
    value["remedy"] = {{"text", textOrNull(findings::remedy(finding))}, {"commands", commandsValue(finding)}};
    value["reference"] = referenceOf(finding);
    return value;
}

Value answerValue(const HostReport &host, const CheckResult &result) {
    const checks::Answer &answer = result.answer;
    Value value;
    value["rule"] = result.check->id;
    value["group"] = checks::toString(result.check->group);
    value["host"] = host.host;
    value["title"] = result.check->title;
    value[answer.status == checks::Status::Passed ? "seen" : "why"] = HostText(answer.text).plain();
    if (answer.status == checks::Status::Unknown) {
        value["reason"] = checks::toString(answer.reason);
        value["decided_by"] = textOrNull(answer.decides);
    }
    return value;
}

void addMuted(Value &document, std::span<const HostReport> hosts) {
    Value &list = document["muted"] = Value::array();
    for (const HostReport &host : hosts)
        for (const CheckResult &result : host.results)
            for (const checks::MutedFinding &muted : result.muted) {
                Value value = findingValue(host, {result.check, &muted.finding});
                value["mute"] = {
                    {"reason", HostText(muted.reason).plain()},
                    {"until", muted.until ? Value(checks::toString(*muted.until)) : Value(nullptr)}};
                list.push_back(std::move(value));
            }
}

void addAnswers(Value &document, const char *key, std::span<const HostReport> hosts, checks::Status status) {
    Value &list = document[key] = Value::array();
    for (const HostReport &host : hosts)
        for (const CheckResult &result : host.results)
            if (result.answer.status == status)
                list.push_back(answerValue(host, result));
}

/// SARIF 2.1.0: what this program reads is not a source file, so places are logical locations.
Value locationValue(const HostReport &host, const std::string &subject) {
    Value logical = {
        {"name", subject.empty() ? host.host : HostText(subject).plain(1024)},
        {"fullyQualifiedName", subject.empty() ? host.host : host.host + "/" + HostText(subject).plain(1024)},
        {"kind", "resource"}};
    return {{"logicalLocations", Value::array({std::move(logical)})}};
}

Value messageValue(std::string text) {
    return {{"text", std::move(text)}};
}

std::string messageOf(const Finding &finding) {
    std::string text = findings::statement(finding);
    for (const std::string &step : findings::steps(finding))
        text += "\n" + HostText(step).plain();
    return text;
}

/// The table of checks, then what else is in the reports: the expectations of a site.
std::vector<const checks::Check *> checksOf(std::span<const HostReport> hosts) {
    std::vector<const checks::Check *> all = checks::allChecks();
    std::set<const checks::Check *> known(all.begin(), all.end());
    for (const HostReport &host : hosts)
        for (const CheckResult &result : host.results)
            if (known.insert(result.check).second)
                all.push_back(result.check);
    return all;
}

Value rulesValue(std::span<const checks::Check *const> checks) {
    Value rules = Value::array();
    for (const checks::Check *check : checks)
        rules.push_back({{"id", check->id},
                         {"shortDescription", messageValue(std::string(check->title))},
                         {"properties", {{"tags", Value::array({checks::toString(check->group)})}}}});
    return rules;
}

/// kind and level: section 3.27.9 and 3.27.10; any kind but "fail" has the level "none".
Value sarifResult(const HostReport &host, std::size_t rule, const CheckResult &result, const char *kind) {
    Value value = {{"ruleId", result.check->id}, {"ruleIndex", rule}, {"kind", kind}, {"level", "none"}};
    std::string text = result.answer.text.empty() ? std::string(result.check->title) : result.answer.text;
    if (!result.answer.decides.empty())
        text += "; what decides it: " + result.answer.decides;
    value["message"] = messageValue(HostText(text).plain());
    value["locations"] = Value::array({locationValue(host, {})});
    return value;
}

Value sarifFinding(const HostReport &host, std::size_t rule, const CheckResult &result,
                   const Finding &finding) {
    Value value = {{"ruleId", result.check->id},
                   {"ruleIndex", rule},
                   {"kind", "fail"},
                   {"level", findings::toString(finding.severity)},
                   {"message", messageValue(messageOf(finding))}};
    value["locations"] = Value::array({locationValue(host, checks::subjectOf(finding))});
    value["properties"] = {
        {"rule", finding.rule}, {"evidence", evidenceValue(finding)}, {"reference", referenceOf(finding)}};
    return value;
}

/// Section 3.35: by a decision that is not in what was examined. Without `status`, which early schemas of the
/// standard lack, it is accepted.
Value suppressionValue(const checks::MutedFinding &muted) {
    return {{"kind", "external"}, {"justification", checks::reasonOf(muted)}};
}

void addResults(Value &results, const HostReport &host,
                const std::map<const checks::Check *, std::size_t> &indices) {
    for (const CheckResult &result : host.results) {
        const std::size_t i = indices.at(result.check);
        for (const checks::MutedFinding &muted : result.muted) {
            Value value = sarifFinding(host, i, result, muted.finding);
            value["suppressions"] = Value::array({suppressionValue(muted)});
            results.push_back(std::move(value));
        }
        for (const Finding &finding : result.answer.findings)
            results.push_back(sarifFinding(host, i, result, finding));
        if (result.answer.status == checks::Status::Unknown)
            results.push_back(sarifResult(host, i, result, "open"));
        if (result.answer.status == checks::Status::Passed)
            results.push_back(sarifResult(host, i, result, "pass"));
        if (result.answer.status == checks::Status::NotApplicable)
            results.push_back(sarifResult(host, i, result, "notApplicable"));
    }
}

} // namespace

std::string findingsDocument(std::span<const HostReport> hosts) {
    Value document;
    document["schema"] = "fabricscope.findings/0";
    Value &list = document["hosts"] = Value::array();
    for (const HostReport &host : hosts) {
        Value value;
        value["host"] = host.host;
        if (!host.simulated.empty())
            value["simulated"] = host.simulated;
        value["counts"] = countsValue(host.counts());
        list.push_back(std::move(value));
    }
    Value &found = document["findings"] = Value::array();
    for (const HostReport &host : hosts)
        for (const ReportedFinding &reported : checks::findingsOf(host))
            found.push_back(findingValue(host, reported));
    addMuted(document, hosts);
    addAnswers(document, "passed", hosts, checks::Status::Passed);
    addAnswers(document, "unknown", hosts, checks::Status::Unknown);
    addAnswers(document, "not_applicable", hosts, checks::Status::NotApplicable);
    return dump(document);
}

std::string sarifDocument(std::span<const HostReport> hosts, std::string_view version) {
    const std::vector<const checks::Check *> checks = checksOf(hosts);
    std::map<const checks::Check *, std::size_t> indices;
    for (std::size_t i = 0; i < checks.size(); ++i)
        indices.emplace(checks[i], i);
    Value driver = {{"name", "fabricscope"}, {"version", version}, {"rules", rulesValue(checks)}};
    Value results = Value::array();
    for (const HostReport &host : hosts)
        addResults(results, host, indices);
    // Section 3.27.23: in a run either all results have this property, or none.
    const bool isAnyMuted = std::any_of(results.begin(), results.end(),
                                        [](const Value &result) { return result.contains("suppressions"); });
    for (Value &result : results)
        if (isAnyMuted && !result.contains("suppressions"))
            result["suppressions"] = Value::array();
    Value run = {{"tool", {{"driver", std::move(driver)}}}, {"results", std::move(results)}};
    Value document;
    document["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
    document["version"] = "2.1.0";
    document["runs"] = Value::array({std::move(run)});
    return dump(document);
}

} // namespace fabricscope::json
