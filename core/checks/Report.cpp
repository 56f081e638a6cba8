// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/Report.h"

#include "core/affinity/Examine.h"
#include "core/base/HostText.h"
#include "core/checks/Claims.h"
#include "core/checks/Context.h"
#include "core/checks/Needs.h"
#include "core/findings/WorstFirst.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::checks {

namespace {

using findings::Finding;
using findings::Severity;

std::string kernelText(const Kernel &kernel) {
    return fmt::format("{}.{}", kernel.major, kernel.minor);
}

/// Why the check does not apply to this host; empty: it does.
std::string outOfScope(const Context &context, const Scope &scope) {
    if ((scope.machines & static_cast<std::uint8_t>(context.machine)) == 0)
        return fmt::format("not asked of a {}", context.machine == Machine::BareMetal
                                                    ? "host on bare metal without VMs"
                                                    : toString(context.machine));
    if (scope.gpuVendor != 0 && !context.hasGpu(scope.gpuVendor))
        return "no GPU of this maker";
    if (context.kernel && scope.from != Kernel{} && *context.kernel < scope.from)
        return fmt::format("kernel older than {}", kernelText(scope.from));
    if (context.kernel && scope.below != Kernel{} && *context.kernel >= scope.below)
        return fmt::format("kernel {} or later", kernelText(scope.below));
    return scope.unless != nullptr ? std::string(scope.unless(context)) : std::string();
}

/// Without the claimed findings.
Answer answerOf(const Context &context, const Check &check) {
    if (std::string why = outOfScope(context, check.scope); !why.empty())
        return notApplicable(std::move(why));
    for (const Need need : check.needs)
        if (auto absence = absenceOf(context, need))
            return {.status = Status::Unknown,
                    .text = std::move(absence->why),
                    .decides =
                        check.decides.empty() ? std::move(absence->decides) : std::string(check.decides),
                    .reason = absence->reason};
    return check.judge != nullptr ? check.judge(context) : passed(std::string(check.seen));
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
    // A note about what does not apply shows that it does.
    if (answer.status == Status::NotApplicable)
        answer = {.status = Status::Passed, .text = {}, .findings = std::move(answer.findings)};
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
        }
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
