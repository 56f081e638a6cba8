// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/checks/ChecksList.h"

#include "core/present/affinity/Pairing.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace fabricscope::present {

namespace {

using checks::Answer;
using checks::CheckResult;
using checks::Status;
using findings::Finding;
using findings::Severity;

constexpr std::array<std::string_view, kChecksFilters> kFilterTitles = {
    "Open", "Errors", "Warnings", "Notes", "Passed", "Muted", "Unknown", "Not applicable"};

constexpr std::string_view kUngrouped = "Other hosts";

ChecksFilter filterOf(Severity severity) {
    return severity == Severity::Error     ? ChecksFilter::Errors
           : severity == Severity::Warning ? ChecksFilter::Warnings
                                           : ChecksFilter::Notes;
}

/// Of a check as a whole; nothing where its findings stand for it.
std::optional<ChecksFilter> filterOf(Status status) {
    switch (status) {
    case Status::Passed:
        return ChecksFilter::Passed;
    case Status::Unknown:
        return ChecksFilter::Unknown;
    case Status::NotApplicable:
        return ChecksFilter::NotApplicable;
    case Status::Failed:
    case Status::Muted:
        break;
    }
    return std::nullopt;
}

bool shows(ChecksFilter filter, ChecksFilter row) {
    return row == filter ||
           (filter == ChecksFilter::Open && (row == ChecksFilter::Errors || row == ChecksFilter::Warnings));
}

/// A row that may be listed, before its group is known.
struct Entry {
    ChecksRow row;
    ChecksFilter filter = ChecksFilter::Open;
};

std::vector<Entry> entriesOf(const checks::HostReport &report, std::size_t host) {
    std::vector<Entry> entries;
    for (std::size_t result = 0; result < report.results.size(); ++result) {
        const Answer &answer = report.results[result].answer;
        for (std::size_t finding = 0; finding < answer.findings.size(); ++finding)
            entries.push_back({{host, result, finding}, filterOf(answer.findings[finding].severity)});
        for (std::size_t finding = 0; finding < report.results[result].muted.size(); ++finding)
            entries.push_back({{host, result, finding, {}, 0, 0, true}, ChecksFilter::Muted});
        if (const auto filter = filterOf(answer.status))
            entries.push_back({{host, result, std::nullopt}, *filter});
    }
    return entries;
}

std::string groupOf(const Entry &entry, const std::vector<CheckedHost> &hosts, ChecksGrouping grouping) {
    const CheckedHost &host = hosts[entry.row.host];
    switch (grouping) {
    case ChecksGrouping::Host:
        return host.name;
    case ChecksGrouping::Topic:
        return std::string(titleOf(host.report->results[*entry.row.result].check->group));
    case ChecksGrouping::FleetGroup:
        break;
    }
    return host.group.empty() ? std::string(kUngrouped) : host.group;
}

struct Group {
    std::string title;
    std::vector<Entry> entries;
    std::size_t errors = 0, warnings = 0;
};

/// In the order in which they first occur; those of topics in the order of the table.
class Groups {
public:
    void add(Entry entry, std::string title, std::size_t order, bool isShown) {
        const auto [place, isNew] = m_places.try_emplace(std::pair(order, std::move(title)), m_groups.size());
        if (isNew)
            m_groups.push_back({place->first.second, {}});
        Group &group = m_groups[place->second];
        group.errors += entry.filter == ChecksFilter::Errors ? 1 : 0;
        group.warnings += entry.filter == ChecksFilter::Warnings ? 1 : 0;
        if (isShown)
            group.entries.push_back(std::move(entry));
    }

    /// Those with rows, in their order.
    [[nodiscard]] std::vector<Group *> shown() {
        std::vector<Group *> groups;
        for (const auto &[key, place] : m_places)
            if (!m_groups[place].entries.empty())
                groups.push_back(&m_groups[place]);
        return groups;
    }

private:
    std::map<std::pair<std::size_t, std::string>, std::size_t> m_places;
    std::vector<Group> m_groups;
};

std::size_t orderOf(const Entry &entry, const std::vector<CheckedHost> &hosts, ChecksGrouping grouping) {
    switch (grouping) {
    case ChecksGrouping::Host:
        return entry.row.host;
    case ChecksGrouping::Topic:
        return static_cast<std::size_t>(
            hosts[entry.row.host].report->results[*entry.row.result].check->group);
    case ChecksGrouping::FleetGroup:
        break;
    }
    const auto first = std::find_if(hosts.begin(), hosts.end(), [&](const CheckedHost &host) {
        return host.group == hosts[entry.row.host].group;
    });
    return static_cast<std::size_t>(first - hosts.begin());
}

std::string firstLine(const std::string &text) {
    return text.substr(0, text.find('\n'));
}

} // namespace

std::string_view titleOf(ChecksFilter filter) {
    return kFilterTitles[static_cast<std::size_t>(filter)];
}

ChecksList checksList(const std::vector<CheckedHost> &hosts, ChecksFilter filter, ChecksGrouping grouping) {
    ChecksList list;
    Groups groups;
    for (std::size_t host = 0; host < hosts.size(); ++host) {
        if (!hosts[host].report) {
            list.notChecked.push_back(hosts[host].name + ": " + hosts[host].unread);
            continue;
        }
        for (Entry &entry : entriesOf(*hosts[host].report, host)) {
            for (std::size_t each = 0; each < kChecksFilters; ++each)
                list.counts[each] += shows(static_cast<ChecksFilter>(each), entry.filter) ? 1 : 0;
            std::string title = groupOf(entry, hosts, grouping);
            const std::size_t order = orderOf(entry, hosts, grouping);
            const bool isShown = shows(filter, entry.filter);
            groups.add(std::move(entry), std::move(title), order, isShown);
        }
    }
    const std::vector<Group *> shown = groups.shown();
    for (Group *group : shown) {
        if (shown.size() > 1)
            list.rows.push_back({0, {}, {}, group->title, group->errors, group->warnings});
        std::stable_sort(group->entries.begin(), group->entries.end(),
                         [](const Entry &a, const Entry &b) { return a.filter < b.filter; });
        for (Entry &entry : group->entries)
            list.rows.push_back(std::move(entry.row));
    }
    return list;
}

const Finding *findingOf(const ChecksRow &row, const std::vector<CheckedHost> &hosts) {
    const CheckResult &result = hosts[row.host].report->results[*row.result];
    if (!row.finding)
        return nullptr;
    return row.isMuted ? &result.muted[*row.finding].finding : &result.answer.findings[*row.finding];
}

Finding titled(const Finding &finding, const CheckedHost &host) {
    Finding shown = finding;
    if (const auto pair = pairOf(host.judgement.get(), finding))
        describePair(shown, *host.judgement, host.judgement->pairs[*pair]);
    return shown;
}

ChecksRowText textOf(const ChecksRow &row, const std::vector<CheckedHost> &hosts) {
    const CheckedHost &host = hosts[row.host];
    const CheckResult &result = host.report->results[*row.result];
    ChecksRowText text;
    text.status = result.answer.status;
    text.target = host.name;
    const Finding *about = findingOf(row, hosts);
    if (about == nullptr) {
        text.title = result.check->title;
        text.line = firstLine(result.answer.text);
        text.rule = result.check->id;
        return text;
    }
    const Finding finding = titled(*about, host);
    text.severity = finding.severity;
    text.title = findings::capitalized(findings::headline(finding), finding);
    text.line = firstLine(!finding.evidence.empty()          ? finding.evidence.front().text
                          : !findings::cost(finding).empty() ? findings::cost(finding)
                                                             : findings::sentence(finding));
    if (row.isMuted) {
        text.severity.reset();
        text.status = Status::Muted;
        text.line = "Muted: " + checks::reasonOf(result.muted[*row.finding]);
    }
    text.rule = finding.rule;
    return text;
}

} // namespace fabricscope::present
