// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TextChecks.h"

#include "core/base/HostText.h"
#include "core/base/Plural.h"
#include "core/report/TextParts.h"
#include "core/report/TextTable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace fabricscope::report {

namespace {

using checks::CheckResult;
using checks::HostReport;
using checks::Status;
using findings::Finding;
using findings::Severity;

constexpr std::size_t kIndent = 4;
constexpr std::array<std::string_view, 3> kGlyphs = {"·", "▲", "✕"};

/// Findings with the same text about several devices.
struct Entry {
    const checks::Check *check = nullptr;
    const Finding *first = nullptr;
    std::vector<std::string> subjects;
};

std::vector<Entry> entriesOf(const HostReport &report) {
    std::vector<Entry> entries;
    std::map<std::string, std::size_t> known;
    for (const checks::ReportedFinding &reported : checks::findingsOf(report)) {
        const Finding &finding = *reported.finding;
        const std::string key =
            fmt::format("{}\n{}\n{}", reported.check->id, findings::titleWithCost(finding),
                        findings::toString(finding.severity));
        const auto [at, isNew] = known.emplace(key, entries.size());
        if (isNew)
            entries.push_back({reported.check, &finding, {}});
        if (!finding.device.empty())
            entries[at->second].subjects.push_back(finding.device);
    }
    return entries;
}

std::string listedSubjects(const std::vector<std::string> &subjects) {
    constexpr std::size_t kMost = 6;
    std::string text;
    for (std::size_t i = 0; i < std::min(subjects.size(), kMost); ++i)
        text += (i == 0 ? "" : ", ") + subjects[i];
    return subjects.size() > kMost ? fmt::format("{} and {} more", text, subjects.size() - kMost) : text;
}

std::string titleOf(const Entry &entry) {
    if (entry.subjects.size() < 2)
        return findings::claim(*entry.first);
    return findings::withFullStop(
        fmt::format("{} (each): {}", listedSubjects(entry.subjects), findings::titleWithCost(*entry.first)));
}

/// Indented lines below an entry.
std::string below(std::string_view text, std::size_t width) {
    const std::string lines = wrapped(HostText(text).line(), width > kIndent ? width - kIndent : 0, 2);
    std::string out;
    for (std::string_view rest = lines; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size() - 1);
        out.append(kIndent, ' ').append(rest.substr(0, end + 1));
        rest.remove_prefix(end + 1);
    }
    return out;
}

std::string entryText(const Entry &entry, std::size_t width) {
    const Finding &finding = *entry.first;
    std::string text = wrapped(fmt::format("{} {} [{}]", kGlyphs[static_cast<std::size_t>(finding.severity)],
                                           HostText(titleOf(entry)).line(), entry.check->id),
                               width, kIndent);
    if (finding.severity == Severity::Note)
        return text;
    if (const std::string why = findings::sentence(finding); !why.empty())
        text += below(why, width);
    constexpr std::size_t kMostEvidence = 4;
    for (std::size_t i = 0; i < std::min(finding.evidence.size(), kMostEvidence); ++i)
        text += below(fmt::format("{}: {}", finding.evidence[i].source, finding.evidence[i].text), width);
    if (const std::string remedy = findings::remedy(finding); !remedy.empty())
        text += below("Fix: " + findings::withFullStop(remedy), width);
    for (const std::string &command : finding.commands)
        text += below("  " + command, 0);
    return text;
}

std::string mutedText(const CheckResult &result, const checks::MutedFinding &muted, std::size_t width) {
    return wrapped(fmt::format("– {} [{}] Muted: {}", HostText(findings::claim(muted.finding)).line(),
                               result.check->id, checks::reasonOf(muted)),
                   width, kIndent);
}

std::string countsText(const checks::Counts &counts) {
    std::string text;
    const auto add = [&](std::size_t count, std::string_view one, std::string_view many) {
        if (count > 0)
            text += (text.empty() ? "" : ", ") + plural(count, one, many);
    };
    add(counts.errors, "error", "errors");
    add(counts.warnings, "warning", "warnings");
    add(counts.notes, "note", "notes");
    add(counts.mutedFindings, "muted finding", "muted findings");
    if (!text.empty())
        text += "; ";
    text += fmt::format("{} passed, {} failed, {} unknown, {} not applicable",
                        plural(counts.passed, "check", "checks"), counts.failed, counts.unknown,
                        counts.notApplicable);
    if (counts.muted > 0)
        text += fmt::format(", {} muted", counts.muted);
    return text;
}

/// By what is missing, the first few reasons; the others, and what no source of fabricscope shows, are
/// counted.
std::string unknownText(const HostReport &report, std::size_t width) {
    std::map<std::string, std::size_t> reasons;
    std::vector<std::string> order;
    std::size_t elsewhere = 0;
    for (const CheckResult &result : report.results) {
        if (result.answer.status != Status::Unknown)
            continue;
        if (result.check->needs.front() == checks::Need::Elsewhere) {
            ++elsewhere;
            continue;
        }
        std::string reason = result.answer.text;
        if (!result.answer.decides.empty())
            reason += "; what decides it: " + result.answer.decides;
        if (++reasons[reason] == 1)
            order.push_back(reason);
    }
    constexpr std::size_t kMostReasons = 6;
    std::string text;
    std::size_t others = 0;
    for (std::size_t i = 0; i < order.size(); ++i)
        if (i < kMostReasons)
            text += wrapped(fmt::format("? {}: {}", plural(reasons[order[i]], "check", "checks"),
                                        HostText(order[i]).line()),
                            width, kIndent);
        else
            others += reasons[order[i]];
    if (others > 0)
        text += wrapped(fmt::format("? {}: --format markdown lists what is missing",
                                    plural(others, "more check", "more checks")),
                        width, kIndent);
    if (elsewhere > 0)
        text +=
            wrapped(fmt::format("? {}: not collected by fabricscope; --format markdown lists what decides "
                                "them",
                                plural(elsewhere, "check", "checks")),
                    width, kIndent);
    return text;
}

std::string hostText(const CheckedHost &host, std::size_t width) {
    std::string text = host.topology != nullptr ? textHeader(*host.topology, {width, host.capture})
                                                : host.report.host + "\n\n";
    for (const Entry &entry : entriesOf(host.report))
        text += entryText(entry, width);
    for (const CheckResult &result : host.report.results)
        for (const checks::MutedFinding &muted : result.muted)
            text += mutedText(result, muted, width);
    const checks::Counts counts = host.report.counts();
    if (counts.errors + counts.warnings + counts.notes + counts.mutedFindings > 0)
        text += "\n";
    text += wrapped(countsText(counts), width, kIndent);
    return text + unknownText(host.report, width);
}

/// A row of a table in Markdown.
std::string row(std::initializer_list<std::string> cells) {
    std::string text = "|";
    for (const std::string &cell : cells)
        text += " " + cell + " |";
    return text + "\n";
}

std::string marked(std::string_view text) {
    return HostText(text).markdown();
}

/// Inline code; a text with a backquote is escaped instead.
std::string code(std::string_view text) {
    return text.find('`') == std::string_view::npos && text.find('|') == std::string_view::npos
               ? "`" + HostText(text).line() + "`"
               : marked(text);
}

std::string remedyCell(const Finding &finding) {
    std::string text = marked(findings::remedy(finding));
    for (const std::string &command : finding.commands)
        text += (text.empty() ? "" : "<br>") + code(command);
    return text;
}

std::string evidenceCell(const Finding &finding) {
    std::string text;
    for (const findings::Evidence &evidence : finding.evidence)
        text += (text.empty() ? "" : "<br>") + marked(evidence.source) + ": " + code(evidence.text);
    return text;
}

std::string answersTable(const HostReport &report, Status status, std::string_view heading) {
    std::string rows;
    for (const CheckResult &result : report.results)
        if (result.answer.status == status)
            rows +=
                status == Status::Unknown
                    ? row({code(result.check->id), marked(result.check->title), marked(result.answer.text),
                           marked(result.answer.decides)})
                    : row({code(result.check->id), marked(result.check->title), marked(result.answer.text)});
    if (rows.empty())
        return {};
    const std::string head = status == Status::Unknown
                                 ? row({"check", "what", "why", "what decides it"}) + "|---|---|---|---|\n"
                             : status == Status::Passed ? row({"check", "what", "seen"}) + "|---|---|---|\n"
                                                        : row({"check", "what", "why"}) + "|---|---|---|\n";
    return fmt::format("\n### {}\n\n{}{}", heading, head, rows);
}

std::string mutedTable(const HostReport &report) {
    std::string rows;
    for (const CheckResult &result : report.results)
        for (const checks::MutedFinding &muted : result.muted)
            rows += row({std::string(findings::toString(muted.finding.severity)),
                         marked(findings::statement(muted.finding)), evidenceCell(muted.finding),
                         marked(checks::reasonOf(muted)), code(result.check->id)});
    if (rows.empty())
        return {};
    return "\n### Muted\n\n" + row({"severity", "finding", "evidence", "reason", "check"}) +
           "|---|---|---|---|---|\n" + rows;
}

std::string hostMarkdown(const CheckedHost &host) {
    const HostReport &report = host.report;
    std::string text = "## " + marked(report.host) + "\n\n";
    if (!report.simulated.empty())
        text += "Simulated: " + marked(report.simulated) + "\n\n";
    text += countsText(report.counts()) + ".\n";
    std::string rows;
    for (const checks::ReportedFinding &reported : checks::findingsOf(report)) {
        const Finding &finding = *reported.finding;
        rows += row({std::string(findings::toString(finding.severity)), marked(findings::statement(finding)),
                     evidenceCell(finding), remedyCell(finding), code(reported.check->id)});
    }
    if (!rows.empty())
        text += "\n" + row({"severity", "finding", "evidence", "remedy", "check"}) +
                "|---|---|---|---|---|\n" + rows;
    return text + mutedTable(report) + answersTable(report, Status::Unknown, "Unknown") +
           answersTable(report, Status::Passed, "Passed") +
           answersTable(report, Status::NotApplicable, "Not applicable");
}

std::string escaped(std::string_view text) {
    return HostText(text).markup(16384);
}

std::string detailOf(const Finding &finding) {
    std::string text = findings::statement(finding);
    for (const findings::Evidence &evidence : finding.evidence)
        text += fmt::format("\n{}: {}", evidence.source, evidence.text);
    for (const std::string &step : findings::steps(finding))
        text += "\n" + step;
    return text;
}

/// Why a case is skipped.
std::string_view wordOf(Status status) {
    return status == Status::NotApplicable ? "not applicable" : checks::toString(status);
}

std::string junitBody(const CheckResult &result) {
    std::string details;
    for (const Finding &finding : result.answer.findings)
        details += (details.empty() ? "" : "\n\n") + detailOf(finding);
    for (const checks::MutedFinding &muted : result.muted)
        details += (details.empty() ? "" : "\n\n") +
                   fmt::format("muted: {}\n{}", checks::reasonOf(muted), detailOf(muted.finding));
    if (result.answer.status == Status::Failed)
        return fmt::format("      <failure message=\"{}\" type=\"{}\">{}</failure>\n",
                           escaped(findings::claim(result.answer.findings.front())),
                           findings::toString(result.answer.findings.front().severity), escaped(details));
    std::string body;
    if (result.answer.status != Status::Passed) {
        std::string why = fmt::format("{}: {}", wordOf(result.answer.status), result.answer.text);
        if (!result.answer.decides.empty())
            why += "; what decides it: " + result.answer.decides;
        body += fmt::format("      <skipped message=\"{}\"/>\n", escaped(why));
    }
    const std::string output = !details.empty()                         ? details
                               : result.answer.status == Status::Passed ? result.answer.text
                                                                        : std::string();
    if (!output.empty())
        body += fmt::format("      <system-out>{}</system-out>\n", escaped(output));
    return body;
}

std::string hostJunit(const HostReport &report) {
    const checks::Counts counts = report.counts();
    std::string text = fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" "
                                   "skipped=\"{}\">\n",
                                   escaped(report.host), report.results.size(), counts.failed,
                                   counts.unknown + counts.notApplicable + counts.muted);
    for (const CheckResult &result : report.results)
        text += fmt::format("    <testcase name=\"{}\" classname=\"{}\">\n{}    </testcase>\n",
                            escaped(result.check->title), escaped(result.check->id), junitBody(result));
    return text + "  </testsuite>\n";
}

} // namespace

std::string checksText(std::span<const CheckedHost> hosts, const TextOptions &options) {
    std::string text;
    for (const CheckedHost &host : hosts)
        text += (text.empty() ? "" : "\n") + hostText(host, options.width);
    return text;
}

std::string checksMarkdown(std::span<const CheckedHost> hosts) {
    std::string text;
    for (const CheckedHost &host : hosts)
        text += (text.empty() ? "" : "\n") + hostMarkdown(host);
    return text;
}

std::string checksJunit(std::span<const CheckedHost> hosts) {
    std::size_t tests = 0, failures = 0;
    for (const CheckedHost &host : hosts) {
        const checks::Counts counts = host.report.counts();
        tests += host.report.results.size();
        failures += counts.failed;
    }
    // Jenkins' schema has "skipped" at suites only.
    std::string text =
        fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"fabricscope "
                    "check\" tests=\"{}\" failures=\"{}\" errors=\"0\">\n",
                    tests, failures);
    for (const CheckedHost &host : hosts)
        text += hostJunit(host.report);
    return text + "</testsuites>\n";
}

} // namespace fabricscope::report
