// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/Report.h"

#include "core/affinity/Examine.h"
#include "core/base/HostText.h"
#include "core/base/Plural.h"
#include "core/checks/Claims.h"
#include "core/checks/Context.h"
#include "core/checks/Contradictions.h"
#include "core/checks/Needs.h"
#include "core/findings/WorstFirst.h"

#include <algorithm>

namespace fabricscope::checks {

namespace {

using findings::Finding;
using findings::Severity;

/// A text may have a part of the log only.
std::string seenText(const Context &context, const Check &check) {
    std::string text(check.seen);
    const bool needsLog = std::find(check.needs.begin(), check.needs.end(), Need::Log) != check.needs.end();
    if (needsLog && context.subject.capture != nullptr && !context.isCollected)
        text += " (of the kernel log, only the part in this source was read)";
    return text;
}

/// Without the claimed findings.
Answer answerOf(const Context &context, const Check &check) {
    if (auto answer = answerWithoutJudging(context, check))
        return *std::move(answer);
    return check.judge != nullptr ? check.judge(context) : passed(seenText(context, check));
}

/// A claimed warning is an answer, whatever else is known. Notes do not change the answer.
Answer answerWith(const Context &context, const Check &check, std::vector<Finding> claimed) {
    findings::sortWorstFirst(claimed);
    if (!claimed.empty() && claimed.front().severity > Severity::Note && check.judge == nullptr)
        return found(std::move(claimed));
    Answer answer = answerOf(context, check);
    if (claimed.empty())
        return answer;
    const bool wasFailed = answer.status == Status::Failed;
    for (Finding &finding : answer.findings)
        claimed.push_back(std::move(finding));
    if (wasFailed || std::any_of(claimed.begin(), claimed.end(),
                                 [](const Finding &finding) { return finding.severity > Severity::Note; }))
        return found(std::move(claimed));
    answer.findings = std::move(claimed);
    if (answer.status == Status::Passed && check.judge == nullptr)
        answer.text.clear(); // "no ... is pending" is not so beside a note that one is
    // A note about what does not apply shows that it does.
    if (answer.status == Status::NotApplicable)
        answer = {.status = Status::Passed, .text = {}, .findings = std::move(answer.findings)};
    if (answer.status == Status::Passed && answer.text.empty())
        answer.text = plural(answer.findings.size(), "note", "notes") + ", no warning or error";
    return answer;
}

} // namespace

Counts HostReport::counts() const {
    Counts counts;
    for (const CheckResult &result : results) {
        switch (result.answer.status) {
        case Status::Passed:
            ++counts.passed;
            break;
        case Status::Failed:
            ++counts.failed;
            break;
        case Status::NotApplicable:
            ++counts.notApplicable;
            break;
        case Status::Unknown:
            ++counts.unknown;
            break;
        case Status::Muted:
            ++counts.muted;
            break;
        }
        counts.mutedFindings += result.muted.size();
        for (const Finding &finding : result.answer.findings)
            ++(finding.severity == Severity::Error     ? counts.errors
               : finding.severity == Severity::Warning ? counts.warnings
                                                       : counts.notes);
    }
    return counts;
}

HostReport check(const Subject &subject) {
    const Context context(subject);
    HostReport report;
    report.host = HostText(!subject.host.empty() ? subject.host : context.topology.node(0).name).line(256);
    report.simulated = HostText(context.host.simulated).line(256);
    std::vector<std::vector<Finding>> claimed = claimedFindings(context);
    const auto &checks = allChecks();
    report.results.reserve(checks.size());
    for (std::size_t i = 0; i < checks.size(); ++i) {
        // Finding::host stays empty: {host} of some rules is an argument.
        report.results.push_back({checks[i], answerWith(context, *checks[i], std::move(claimed[i]))});
    }
    applyContradictions(context, report.results);
    return report;
}

std::vector<ReportedFinding> findingsOf(const HostReport &report) {
    std::vector<ReportedFinding> listed;
    for (const CheckResult &result : report.results)
        for (const Finding &finding : result.answer.findings)
            listed.push_back({result.check, &finding});
    std::stable_sort(listed.begin(), listed.end(),
                     [](const ReportedFinding &left, const ReportedFinding &right) {
                         return left.finding->severity > right.finding->severity;
                     });
    return listed;
}

std::string subjectOf(const Finding &finding) {
    if (!finding.device.empty())
        return finding.device;
    const std::string *devices = finding.argument("devices");
    return devices != nullptr ? *devices : finding.place.address;
}

} // namespace fabricscope::checks
