// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/Mutes.h"

#include "core/base/HostText.h"
#include "core/base/Plural.h"
#include "core/base/Text.h"
#include "core/checks/Pattern.h"
#include "core/checks/Report.h"
#include "core/findings/Rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <utility>
#include <vector>

namespace fabricscope::checks {

namespace {

using findings::Finding;
using findings::Severity;

constexpr std::size_t kMaxReason = MuteLimits::kReason;

constexpr Check kMutes = {.id = "site.mutes", .title = "Mutes of findings", .group = Group::Site};

/// "GPU3 and 4 more": the others are not known here.
bool namesAll(std::string_view devices) {
    return !devices.ends_with(" more");
}

/// Patterns of addresses may be in upper case, and without the domain where that is 0: "18:00.0", as lspci
/// prints it.
bool matchesAddress(std::string_view pattern, std::string_view address) {
    constexpr std::string_view kDomain = "0000:";
    std::string lower(pattern);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return matchesPattern(lower, address) ||
           (address.starts_with(kDomain) && matchesPattern(lower, address.substr(kDomain.size())));
}

/// "GPU0", "0000:18:00.0", or both: "NIC 0000:18:00.0", "0000:18:00.0 (GPU0)".
bool matchesName(std::string_view pattern, std::string_view name) {
    if (matchesPattern(pattern, name))
        return true;
    const std::size_t bracket = name.find(" (");
    const std::size_t blank = name.rfind(' ');
    return bracket != name.npos
               ? matchesAddress(pattern, name.substr(0, bracket)) ||
                     matchesPattern(pattern, name.substr(bracket + 2, name.size() - bracket - 3))
               : matchesAddress(pattern, blank == name.npos ? name : name.substr(blank + 1));
}

/// Each of "GPU0, GPU1", "switch 1 and switch 2".
bool matchesEach(std::string_view pattern, std::string_view devices) {
    constexpr std::string_view kAnd = " and ";
    while (!devices.empty()) {
        std::string_view some = trimmed(takeUntil(devices, ','));
        while (!some.empty()) {
            const auto end = std::min(some.find(kAnd), some.size());
            if (!matchesName(pattern, some.substr(0, end)))
                return false;
            some.remove_prefix(std::min(end + kAnd.size(), some.size()));
        }
    }
    return true;
}

/// The arguments by which titles name what a finding is about.
constexpr std::array<std::string_view, 6> kNames = {"at",       "nic",        "netdev",
                                                    "switches", "interfaces", "interface"};

bool isAbout(std::string_view pattern, const Finding &finding) {
    const std::string subject = subjectOf(finding);
    // The address of a finding about several devices is that of the first.
    const bool isOfOne = subject.find(',') == std::string::npos && subject.find(" and ") == std::string::npos;
    if (pattern == "*" || pattern == subject ||
        (isOfOne && !finding.place.address.empty() && matchesAddress(pattern, finding.place.address)))
        return true;
    if (!subject.empty() && namesAll(subject) && matchesEach(pattern, subject))
        return true;
    return std::any_of(kNames.begin(), kNames.end(), [&](std::string_view name) {
        const std::string *shown = finding.argument(name);
        return shown != nullptr && !shown->empty() &&
               (pattern == *shown || (namesAll(*shown) && matchesEach(pattern, *shown)));
    });
}

/// The mute that counts for a finding, and the one that would if it had not ended.
struct Match {
    const Mute *inForce = nullptr;
    const Mute *ended = nullptr;
};

class Muting {
public:
    Muting(HostReport &report, std::span<const Mute> mutes, Date today, std::span<const std::string> names)
        : m_report(report), m_mutes(mutes), m_today(today), m_names(names.begin(), names.end()) {
        m_names.push_back(report.host);
    }

    std::set<std::size_t> apply() {
        for (CheckResult &result : m_report.results)
            applyTo(result);
        if (m_muted == 0 && m_ended.empty())
            return std::move(m_used);
        CheckResult result{&kMutes, passed(), {}};
        for (const Mute *mute : m_ended)
            result.answer.findings.push_back(endOf(*mute));
        applyTo(result); // a reminder is a finding, too
        m_report.results.push_back(std::move(result));
        return std::move(m_used);
    }

private:
    void applyTo(CheckResult &result) {
        std::vector<Finding> &findings = result.answer.findings;
        std::vector<Finding> kept;
        for (Finding &finding : findings) {
            const Match match = matchOf(*result.check, finding);
            if (match.inForce != nullptr) {
                ++m_muted;
                result.muted.push_back(
                    {std::move(finding), match.inForce->reason, match.inForce->until, match.inForce->from});
                continue;
            }
            if (match.ended != nullptr) {
                result.ended.push_back(
                    {kept.size(), match.ended->reason, *match.ended->until, match.ended->from});
                if (m_named.insert(match.ended).second)
                    m_ended.push_back(match.ended);
            }
            kept.push_back(std::move(finding));
        }
        findings = std::move(kept);
        if (result.answer.status == Status::Failed && !result.muted.empty() &&
            std::none_of(findings.begin(), findings.end(),
                         [](const Finding &each) { return each.severity > Severity::Note; })) {
            result.answer.status = Status::Muted;
            result.answer.text = reasonOf(result.muted.front());
        }
    }

    [[nodiscard]] Match matchOf(const Check &check, const Finding &finding) {
        Match match;
        for (std::size_t i = 0; i < m_mutes.size(); ++i) {
            const Mute &mute = m_mutes[i];
            if ((match.inForce != nullptr && m_used.contains(i)) ||
                !matches(mute, check.id, finding, m_names))
                continue;
            if (match.inForce != nullptr && repeats(mute, *match.inForce))
                continue; // it is about nothing that the other one is not about
            m_used.insert(i);
            if (match.inForce != nullptr)
                continue;
            if (!mute.until || m_today <= *mute.until)
                match.inForce = &mute;
            else
                match.ended = &mute;
        }
        return match;
    }

    [[nodiscard]] Answer passed() const {
        return {.status = Status::Passed, .text = plural(m_muted, "finding is muted", "findings are muted")};
    }

    static Finding endOf(const Mute &mute) {
        Finding finding(kMutes.id);
        finding.set("muted", HostText(mute.rule).line(128)).set("until", toString(*mute.until));
        finding.set("reason", HostText(mute.reason).line(kMaxReason));
        return finding;
    }

    HostReport &m_report;
    std::span<const Mute> m_mutes;
    Date m_today;
    std::vector<std::string> m_names;
    std::size_t m_muted = 0;
    std::set<std::size_t> m_used;
    std::set<const Mute *> m_named;
    std::vector<const Mute *> m_ended; ///< in the order of the findings
};

} // namespace

std::string toString(Date date) {
    return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

std::optional<Date> parseDate(std::string_view text) {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-')
        return std::nullopt;
    const auto year = parseInteger<std::uint16_t>(text.substr(0, 4));
    const auto month = parseInteger<std::uint8_t>(text.substr(5, 2));
    const auto day = parseInteger<std::uint8_t>(text.substr(8, 2));
    if (!year || !month || !day)
        return std::nullopt;
    const Date date{std::chrono::year(*year), std::chrono::month(*month), std::chrono::day(*day)};
    return date.ok() ? std::optional(date) : std::nullopt;
}

std::string reasonOf(const MutedFinding &muted) {
    std::string text = HostText(muted.reason).line(kMaxReason);
    return muted.until ? fmt::format("{} (until {})", text, toString(*muted.until)) : text;
}

std::string endOf(const EndedMute &ended) {
    return fmt::format("{}; its reason was: {}", toString(ended.until),
                       HostText(ended.reason).line(kMaxReason));
}

std::optional<Mute> muteFor(const Finding &finding, std::string_view host) {
    const auto isPlain = [](std::string_view name) {
        return !name.empty() && name.size() <= MuteLimits::kName && name.find('*') == std::string_view::npos;
    };
    if (finding.rule == kMutes.id || !isPlain(finding.rule) || !isPlain(host))
        return std::nullopt;
    Mute mute{.rule = finding.rule, .host = std::string(host), .reason = {}, .until = {}};
    std::string device = subjectOf(finding);
    for (std::size_t i = 0; device.empty() && i < kNames.size(); ++i)
        if (const std::string *shown = finding.argument(kNames[i]))
            device = *shown;
    if (device.empty())
        return mute;
    if (!isPlain(device))
        return std::nullopt;
    mute.device = std::move(device);
    return mute;
}

Result<Mute> checkedMute(Mute mute, Date today) {
    mute.reason = std::string(trimmed(mute.reason));
    if (mute.reason.empty())
        return failure("a reason is required");
    if (mute.reason.size() > kMaxReason)
        return failure(fmt::format("the reason is longer than {} bytes", kMaxReason));
    if (HostText(mute.reason).plain() != mute.reason ||
        mute.reason.find_first_of("\t\n") != std::string::npos)
        return failure("the reason contains unprintable characters");
    if (mute.until && *mute.until < today)
        return failure(fmt::format("{} has passed", toString(*mute.until)));
    return mute;
}

bool isRuleOrCheck(std::string_view id) {
    return findCheck(id) != nullptr || findings::findRule(id) != nullptr;
}

bool matches(const Mute &mute, std::string_view check, const Finding &finding,
             std::span<const std::string> hosts) {
    return (mute.rule == check || mute.rule == finding.rule) && isAbout(mute.device, finding) &&
           std::any_of(hosts.begin(), hosts.end(),
                       [&](const std::string &host) { return matchesPattern(mute.host, host); });
}

bool repeats(const Mute &mute, const Mute &before) {
    return mute.rule == before.rule && mute.host == before.host && mute.device == before.device &&
           (!before.until || (mute.until && *mute.until <= *before.until));
}

std::set<std::size_t> applyMutes(HostReport &report, std::span<const Mute> mutes, Date today,
                                 std::span<const std::string> names) {
    return mutes.empty() ? std::set<std::size_t>() : Muting(report, mutes, today, names).apply();
}

} // namespace fabricscope::checks
