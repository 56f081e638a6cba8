// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/checks/CheckDetail.h"

#include "core/base/HostText.h"
#include "core/findings/Rules.h"
#include "core/present/affinity/AffinityTable.h"

#include <algorithm>
#include <string_view>

namespace fabricscope::present {

namespace {

using checks::Answer;
using checks::Check;
using checks::Status;
using findings::Evidence;
using findings::Finding;

/// Where the check applies, what it needs, and the rule itself.
std::vector<CheckCondition> conditionsOf(const Check &check, const Answer &answer) {
    std::vector<CheckCondition> conditions;
    const bool applies = answer.status != Status::NotApplicable;
    conditions.push_back(
        {applies, applies ? "It applies to this host" : "It does not apply: " + answer.text});
    if (!applies)
        return conditions;
    if (answer.status == Status::Unknown) {
        conditions.push_back({false, "Its evidence is missing: " + answer.text});
        return conditions;
    }
    conditions.push_back({true, "Its evidence was read"});
    const bool passed = answer.status == Status::Passed;
    conditions.push_back({passed, std::string(check.title) +
                                      (passed && !answer.text.empty() ? ": " + answer.text : std::string())});
    return conditions;
}

void setFinding(CheckDetail &detail, const Finding &finding) {
    detail.severity = finding.severity;
    detail.title = findings::capitalized(findings::headline(finding), finding);
    if (!finding.device.empty())
        detail.subject += ", " + finding.device;
    detail.rule = finding.rule;
    const std::string cost = findings::withFullStop(findings::cost(finding));
    detail.why = findings::sentence(finding);
    if (!cost.empty())
        detail.why += (detail.why.empty() ? "" : " ") + findings::capitalized(cost, finding);
    detail.remedy = findings::withFullStop(findings::capitalized(findings::remedy(finding), finding));
    detail.commands = finding.commands;
    detail.evidence = finding.evidence;
    if (const findings::Rule *rule = findings::findRule(finding.rule, finding.variant))
        detail.source = rule->source;
}

/// A run of backticks longer than any in the text.
std::string fenceFor(std::string_view text) {
    std::size_t longest = 0;
    std::size_t run = 0;
    for (const char c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    constexpr std::size_t kFence = 3;
    return std::string(std::max(kFence, longest + 1), '`');
}

std::string fenced(std::string_view text) {
    const std::string fence = fenceFor(text);
    std::string block = fence + '\n' + std::string(text);
    if (!text.ends_with('\n'))
        block += '\n';
    return block + fence + '\n';
}

std::string escaped(std::string_view text) {
    return HostText(text).markdown();
}

/// Commands in blocks, and sentences between them as they are.
std::string stepsOf(const std::vector<std::string> &steps) {
    std::string text, commands;
    const auto endBlock = [&] {
        if (!commands.empty())
            text += '\n' + fenced(commands);
        commands.clear();
    };
    for (const std::string &step : steps) {
        if (isCommand(step)) {
            commands += step + '\n';
            continue;
        }
        endBlock();
        text += '\n' + escaped(findings::withFullStop(step)) + '\n';
    }
    endBlock();
    return text;
}

} // namespace

CheckDetail detailOf(const ChecksRow &row, const std::vector<CheckedHost> &hosts) {
    const CheckedHost &host = hosts[row.host];
    const checks::CheckResult &result = host.report->results[*row.result];
    CheckDetail detail;
    detail.status = result.answer.status;
    detail.subject = host.name;
    detail.simulated = host.report->simulated;
    detail.takenMs = host.takenMs;
    detail.conditions = conditionsOf(*result.check, result.answer);
    if (const Finding *finding = findingOf(row, hosts)) {
        setFinding(detail, titled(*finding, host));
        detail.canMute = !row.isMuted && checks::muteFor(*finding, host.report->host);
        if (row.isMuted) {
            detail.severity.reset();
            detail.status = Status::Muted;
            detail.muted = checks::reasonOf(result.muted[*row.finding]);
            detail.mutedBy = result.muted[*row.finding].from;
        }
        for (const checks::EndedMute &ended : result.ended)
            if (!row.isMuted && ended.finding == *row.finding) {
                detail.muteEnded = checks::endOf(ended);
                detail.endedIn = ended.from;
            }
        detail.canUnmute = !detail.muted.empty() ? detail.mutedBy.empty()
                                                 : !detail.muteEnded.empty() && detail.endedIn.empty();
        return detail;
    }
    detail.title = result.check->title;
    detail.rule = result.check->id;
    if (result.answer.status == Status::Unknown && !result.answer.decides.empty())
        detail.remedy = "To decide it: " + result.answer.decides + '.';
    if (const findings::Rule *rule = findings::findRule(result.check->id))
        detail.source = rule->source;
    return detail;
}

std::string markdownOf(const CheckDetail &detail) {
    std::string text = "**" + escaped(detail.title) + "** (" + escaped(detail.rule) + ")\n\n";
    text += escaped(detail.subject);
    if (!detail.simulated.empty())
        text += " (simulated)";
    text += '\n';
    if (!detail.muted.empty())
        text += "\nMuted: " + escaped(detail.muted) + '\n';
    if (!detail.muteEnded.empty())
        text += "\nMute ended " + escaped(detail.muteEnded) + '\n';
    if (!detail.why.empty())
        text += '\n' + escaped(detail.why) + '\n';
    if (!detail.remedy.empty())
        text += "\nRemedy: " + escaped(detail.remedy) + '\n';
    text += stepsOf(detail.commands);
    for (const Evidence &evidence : detail.evidence)
        text += '\n' + escaped(evidence.source) + ":\n\n" + fenced(evidence.text);
    return text;
}

} // namespace fabricscope::present
