// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/site/SiteChecks.h"

#include "core/base/HostText.h"
#include "core/checks/Needs.h"
#include "core/checks/Pattern.h"
#include "core/site/Expectation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace fabricscope::site {

namespace {

using checks::Answer;
using checks::Context;
using findings::Finding;

std::string lower(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

/// `part` may have *, which is any text.
bool contains(std::string_view text, std::string_view part) {
    return checks::matchesPattern("*" + lower(part) + "*", lower(text));
}

bool meets(const Seen &seen, const Expected &expected) {
    const auto anyText = [&](auto &&predicate) {
        return std::any_of(expected.texts.begin(), expected.texts.end(), predicate);
    };
    switch (expected.expectation->comparison) {
    case Comparison::Equal:
        return seen.number == expected.number;
    case Comparison::AtLeast:
        return *seen.number >= *expected.number;
    case Comparison::Pattern:
        return anyText([&](const std::string &each) { return checks::matchesPattern(each, seen.text); });
    case Comparison::Contains:
        return anyText([&](const std::string &each) { return contains(seen.text, each); });
    }
    return false;
}

std::string valueOf(const Seen &seen) {
    return seen.number ? fmt::format("{:.12g}", *seen.number) : seen.text;
}

std::string textOf(const Expected &expected) {
    if (expected.number)
        return expected.expectation->comparison == Comparison::AtLeast
                   ? fmt::format("at least {:.12g}", *expected.number)
                   : fmt::format("{:.12g}", *expected.number);
    std::string text;
    for (const std::string &each : expected.texts)
        text += (text.empty() ? "" : " or ") + HostText(each).line(SiteLimits::kText);
    return HostText(text).line(SiteLimits::kReason);
}

/// Devices with the same value.
struct Differing {
    std::string value;
    std::vector<const Seen *> devices;
};

Finding findingOf(const Expected &expected, const Differing &differing) {
    Finding finding(expected.expectation->check.id);
    std::vector<std::string> names;
    constexpr std::size_t kMostEvidence = 4;
    for (const Seen *seen : differing.devices) {
        if (!seen->device.empty())
            names.push_back(seen->device);
        if (seen->evidence && finding.evidence.size() < kMostEvidence)
            finding.evidence.push_back(*seen->evidence);
    }
    if (!names.empty())
        finding.set("devices", checks::listed(names));
    finding.set("count", std::max<std::size_t>(names.size(), 1));
    finding.set("actual", differing.value).set("expected", textOf(expected));
    finding.place.address = differing.devices.front()->address;
    return finding;
}

Answer judged(const Expected &expected, const std::vector<Seen> &all) {
    std::vector<Differing> differing;
    std::vector<std::string> unknown;
    std::string values;
    std::size_t known = 0;
    for (const Seen &seen : all) {
        if (!seen.isKnown()) {
            unknown.push_back(seen.device);
            continue;
        }
        ++known;
        const std::string value = valueOf(seen);
        if (values.empty())
            values = value;
        if (meets(seen, expected))
            continue;
        auto at = std::find_if(differing.begin(), differing.end(),
                               [&](const Differing &each) { return each.value == value; });
        if (at == differing.end())
            at = differing.insert(at, {value, {}});
        at->devices.push_back(&seen);
    }
    if (!differing.empty()) {
        std::vector<Finding> findings;
        for (const Differing &each : differing)
            findings.push_back(findingOf(expected, each));
        return checks::found(std::move(findings));
    }
    if (known == all.size() && known > 0)
        return checks::passed(fmt::format("{}; expected: {}", values, textOf(expected)));
    const bool isOfDevices = !unknown.empty() && !unknown.front().empty();
    return checks::unknown(isOfDevices ? fmt::format("not known of {}", checks::listed(unknown))
                                       : "the value was not read, or the source does not state it",
                           std::string(expected.expectation->check.decides));
}

Answer answerOf(const Context &context, const Expected &expected) {
    const Expectation &row = *expected.expectation;
    if (auto answer = checks::answerWithoutJudging(context, row.check))
        return *std::move(answer);
    return judged(expected, row.seen(context));
}

} // namespace

std::vector<std::string> namesOf(const checks::Subject &subject, const checks::HostReport &report) {
    const host::Host &host = subject.topology->host();
    std::vector<std::string> names = {report.host};
    if (host.hostname)
        names.push_back(*host.hostname);
    std::string target = host.id.target;
    target.erase(0, target.rfind('@') == std::string::npos ? 0 : target.rfind('@') + 1);
    if (!target.empty())
        names.push_back(std::move(target));
    return names;
}

Applied applySite(const Site &site, const checks::Subject &subject, checks::Date today,
                  checks::HostReport &report) {
    const std::vector<std::string> names = namesOf(subject, report);
    const std::vector<const Expected *> expected = site.of(names);
    if (!expected.empty()) {
        const Context context(subject);
        for (const Expected *each : expected)
            report.results.push_back({&each->expectation->check, answerOf(context, *each), {}});
    }
    Applied applied{expected.size(), checks::applyMutes(report, site.mutes, today, names)};
    for (std::size_t i = 0; i < site.hosts.size(); ++i)
        if (site.hosts[i].isFor(names))
            applied.hosts.insert(i);
    return applied;
}

} // namespace fabricscope::site
