// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/checks/Pattern.h"
#include "core/findings/Rules.h"
#include "core/site/Expectation.h"
#include "core/site/NearestName.h"
#include "core/site/Site.h"
#include "core/site/Toml.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <tuple>
#include <utility>

namespace fabricscope::site {

namespace {

using Kind = TomlValue::Kind;

std::string quoted(std::string_view text) {
    return fmt::format("\"{}\"", HostText(text).line(64));
}

std::string didYouMean(std::string_view name, const std::vector<std::string_view> &known) {
    const std::string_view nearest = nearestName(name, known);
    return nearest.empty() ? std::string() : fmt::format("did you mean {}?", quoted(nearest));
}

std::vector<std::string_view> expectationKeys() {
    std::vector<std::string_view> keys;
    for (const Expectation &each : allExpectations())
        keys.push_back(each.key);
    return keys;
}

/// Ids that a mute may name.
std::vector<std::string_view> ruleIds() {
    std::vector<std::string_view> ids;
    for (const checks::Check *check : checks::allChecks())
        ids.push_back(check->id);
    for (const findings::Rule *rule : findings::allRules())
        if (rule->variant.empty())
            ids.push_back(rule->id);
    return ids;
}

class Reader {
public:
    explicit Reader(std::string_view text) : m_document(readToml(text)) {
        m_site.problems = m_document.problems;
    }

    Site read() {
        for (const TomlEntry &entry : m_document.root.entries)
            readTop(entry);
        // [expect] counts first, wherever it is.
        if (m_everywhere)
            m_site.hosts.insert(m_site.hosts.begin(), std::move(*m_everywhere));
        finishProblems();
        return std::move(m_site);
    }

private:
    void add(const TomlValue &at, std::string what, std::string hint = {}) {
        m_site.problems.push_back({at.line, at.column, std::move(what), std::move(hint)});
    }
    void addUnknownKey(const TomlEntry &entry, const std::vector<std::string_view> &known) {
        m_site.problems.push_back(
            {entry.line, entry.column, "unknown key " + quoted(entry.key), didYouMean(entry.key, known)});
    }

    /// A text in which * is any text. The first character that other patterns have, and these do not:
    /// `refused`.
    bool isPattern(const TomlEntry &entry, const std::string &text, std::string_view refused = "?[") {
        const auto at = text.find_first_of(refused);
        if (at == std::string::npos)
            return true;
        add(entry.value,
            fmt::format("{} has \"{}\", which patterns here do not have", quoted(entry.key), text[at]),
            text[at] == '[' ? "list the names, or use *" : "use * for any text");
        return false;
    }

    void readTop(const TomlEntry &entry) {
        if (entry.key == "expect")
            readEverywhere(entry);
        else if (entry.key == "hosts")
            readTables(entry, SiteLimits::kHosts, [this](const TomlValue &table) { readHosts(table); });
        else if (entry.key == "mute")
            readTables(entry, SiteLimits::kMutes, [this](const TomlValue &table) { readMute(table); });
        else if (const std::string_view expectation = nearestName(entry.key, expectationKeys());
                 !expectation.empty() && nearestName(entry.key, kTables).empty())
            m_site.problems.push_back({entry.line, entry.column, "unknown key " + quoted(entry.key),
                                       fmt::format("write {} below [expect]", expectation)});
        else
            addUnknownKey(entry, kTables);
    }

    void readEverywhere(const TomlEntry &entry) {
        if (entry.value.kind != Kind::Table)
            return add(entry.value, "\"expect\" must be a table", "write [expect]");
        m_everywhere = HostExpectations{{"*"}, {}, 0};
        for (const TomlEntry &each : entry.value.entries)
            readExpected(each, *m_everywhere, {});
    }

    void readTables(const TomlEntry &entry, std::size_t most,
                    const std::function<void(const TomlValue &)> &read) {
        if (entry.value.kind != Kind::List)
            return add(entry.value, quoted(entry.key) + " must be a list of tables",
                       fmt::format("write [[{}]]", entry.key));
        std::size_t count = 0;
        for (const TomlValue &table : entry.value.items) {
            if (table.kind != Kind::Table)
                add(table, quoted(entry.key) + " must be a list of tables",
                    fmt::format("write [[{}]]", entry.key));
            else if (++count <= most)
                read(table);
        }
        if (count > most)
            add(entry.value, fmt::format("more than {} tables [[{}]]", most, entry.key),
                "the others are left out");
    }

    void readHosts(const TomlValue &table) {
        HostExpectations hosts;
        hosts.line = table.line;
        bool hasMatch = false;
        for (const TomlEntry &entry : table.entries) {
            if (entry.key == "match") {
                hasMatch = true;
                hosts.match = patternsOf(entry);
            } else {
                readExpected(entry, hosts, {"match"});
            }
        }
        if (Problem *fault = hasMatch ? nullptr : faultOfMatch(table)) {
            fault->hint +=
                (fault->hint.empty() ? "" : "; ") + std::string("without \"match\", the table is left out");
            return;
        }
        if (!hasMatch)
            return add(table, "this table has no \"match\"", "write match = \"gpu-*\", or use [expect]");
        if (!hosts.match.empty())
            m_site.hosts.push_back(std::move(hosts));
    }

    /// What already states why the table has no "match": a fault of syntax in it, or a key with a wrong name.
    Problem *faultOfMatch(const TomlValue &table) {
        std::uint32_t next = UINT32_MAX; // the line of the next table
        const auto consider = [&](const TomlValue &value) {
            if (value.line > table.line)
                next = std::min(next, value.line);
        };
        for (const TomlEntry &entry : m_document.root.entries) {
            if (entry.value.kind == Kind::Table)
                consider(entry.value);
            for (const TomlValue &item : entry.value.items)
                consider(item);
        }
        const auto isCause = [&](const Problem &problem) {
            const auto &faults = m_document.problems;
            return problem.line > table.line && problem.line < next &&
                   (std::find(faults.begin(), faults.end(), problem) != faults.end() ||
                    problem.hint == "did you mean \"match\"?");
        };
        const auto at = std::find_if(m_site.problems.begin(), m_site.problems.end(), isCause);
        return at == m_site.problems.end() ? nullptr : &*at;
    }

    void readExpected(const TomlEntry &entry, HostExpectations &hosts,
                      const std::vector<std::string_view> &otherKeys) {
        Expected expected;
        expected.expectation = findExpectation(entry.key);
        if (expected.expectation == nullptr) {
            std::vector<std::string_view> known = expectationKeys();
            known.insert(known.end(), otherKeys.begin(), otherKeys.end());
            return addUnknownKey(entry, known);
        }
        if (isOfTexts(expected.expectation->comparison)) {
            // Names of models have brackets: "GH100 [H100 SXM5 80GB]".
            expected.texts =
                patternsOf(entry, expected.expectation->comparison == Comparison::Pattern ? "?[" : "?");
            if (expected.texts.empty())
                return;
        } else {
            const Range &range = expected.expectation->range;
            const double number = entry.value.number;
            if (entry.value.kind != Kind::Number || number < range.least || number > range.most ||
                (range.isWhole && std::floor(number) != number))
                return add(entry.value,
                           fmt::format("{} must be a {} from {:.0f} to {:.0f}", quoted(entry.key),
                                       range.isWhole ? "whole number" : "number", range.least, range.most));
            expected.number = number;
        }
        hosts.expected.push_back(std::move(expected));
    }

    /// A text, or a list of texts; empty: a problem was added.
    std::vector<std::string> textsOf(const TomlEntry &entry) {
        const TomlValue &value = entry.value;
        const bool isList = value.kind == Kind::List;
        std::vector<std::string> texts;
        const std::size_t count = isList ? value.items.size() : 1;
        if (count == 0 || count > SiteLimits::kTexts) {
            add(value, fmt::format("{} must have 1 to {} texts", quoted(entry.key), SiteLimits::kTexts));
            return {};
        }
        for (std::size_t i = 0; i < count; ++i) {
            auto text = textOf(entry.key, isList ? value.items[i] : value, SiteLimits::kText);
            if (!text)
                return {};
            texts.push_back(std::move(*text));
        }
        return texts;
    }

    /// Texts that are patterns; empty: a problem was added.
    std::vector<std::string> patternsOf(const TomlEntry &entry, std::string_view refused = "?[") {
        std::vector<std::string> texts = textsOf(entry);
        for (const std::string &text : texts)
            if (!isPattern(entry, text, refused))
                return {};
        return texts;
    }

    std::optional<std::string> textOf(std::string_view key, const TomlValue &value, std::size_t most) {
        if (value.kind == Kind::Text && !trimmed(value.text).empty() && value.text.size() <= most)
            return value.text;
        add(value, fmt::format("{} must be a text of 1 to {} bytes", quoted(key), most),
            value.kind == Kind::Number ? "put it in quotation marks" : "");
        return std::nullopt;
    }

    void readMute(const TomlValue &table) {
        constexpr std::array<std::string_view, 5> kKeys = {"rule", "host", "device", "reason", "until"};
        checks::Mute mute;
        bool isSound = true;
        const auto set = [&](const TomlEntry &entry, std::string &text, std::size_t most) {
            auto read = textOf(entry.key, entry.value, most);
            isSound = isSound && read;
            text = read ? std::move(*read) : std::string();
        };
        for (const TomlEntry &entry : table.entries) {
            if (entry.key == "rule") {
                set(entry, mute.rule, SiteLimits::kText);
                isSound = isKnownRule(entry, mute.rule) && isSound;
            } else if (entry.key == "host") {
                set(entry, mute.host, SiteLimits::kText);
                isSound = isPattern(entry, mute.host) && isSound;
            } else if (entry.key == "device") {
                set(entry, mute.device, SiteLimits::kText);
                isSound = isPattern(entry, mute.device) && isSound;
            } else if (entry.key == "reason") {
                set(entry, mute.reason, SiteLimits::kReason);
            } else if (entry.key == "until") {
                isSound = readDate(entry, mute) && isSound;
            } else {
                // It may restrict the mute: without it, too much would be muted.
                isSound = false;
                addUnknownKey(entry, {kKeys.begin(), kKeys.end()});
            }
        }
        if (isSound && mute.rule.empty())
            return add(table, "this mute has no \"rule\"",
                       "name a check, as `fabricscope check` does in [ ]");
        if (isSound && mute.reason.empty())
            return add(table, "this mute has no \"reason\"", "state why what it mutes is accepted");
        if (!isSound)
            return;
        m_site.mutes.push_back(std::move(mute));
        m_site.muteLines.push_back(table.line);
    }

    bool isKnownRule(const TomlEntry &entry, const std::string &rule) {
        const auto expectations = allExpectations();
        const bool isExpectation =
            std::any_of(expectations.begin(), expectations.end(),
                        [&](const Expectation &each) { return each.check.id == rule; });
        if (rule.empty() || isExpectation || checks::isRuleOrCheck(rule))
            return !rule.empty();
        add(entry.value, "no check and no rule is named " + quoted(rule), didYouMean(rule, ruleIds()));
        return false;
    }

    bool readDate(const TomlEntry &entry, checks::Mute &mute) {
        if (entry.value.kind == Kind::Date && entry.value.date.ok()) {
            mute.until = entry.value.date;
            return true;
        }
        add(entry.value, "\"until\" must be a date", "write until = 2026-12-31, without quotation marks");
        return false;
    }

    void finishProblems() {
        auto &problems = m_site.problems;
        std::stable_sort(problems.begin(), problems.end(), [](const Problem &left, const Problem &right) {
            return std::tie(left.line, left.column) < std::tie(right.line, right.column);
        });
        if (problems.size() <= SiteLimits::kProblems)
            return;
        const std::size_t more = problems.size() - SiteLimits::kProblems + 1;
        problems.resize(SiteLimits::kProblems - 1);
        problems.push_back({0, 0, fmt::format("{} more errors", more), {}});
    }

    inline static const std::vector<std::string_view> kTables = {"expect", "hosts", "mute"};

    TomlDocument m_document;
    Site m_site;
    std::optional<HostExpectations> m_everywhere;
};

} // namespace

bool HostExpectations::isFor(const std::vector<std::string> &names) const {
    return std::any_of(match.begin(), match.end(), [&](const std::string &pattern) {
        return std::any_of(names.begin(), names.end(),
                           [&](const std::string &name) { return checks::matchesPattern(pattern, name); });
    });
}

std::vector<const Expected *> Site::of(const std::vector<std::string> &names) const {
    std::vector<const Expected *> found(allExpectations().size(), nullptr);
    for (const HostExpectations &each : hosts) {
        if (each.isFor(names))
            for (const Expected &expected : each.expected)
                found[static_cast<std::size_t>(expected.expectation - allExpectations().data())] = &expected;
    }
    std::erase(found, nullptr);
    return found;
}

Site readSite(std::string_view text) {
    return Reader(text).read();
}

std::string toString(const Problem &problem) {
    std::string text = problem.what;
    if (!problem.hint.empty())
        text += "; " + problem.hint;
    return problem.line > 0 ? fmt::format("{}:{}: {}", problem.line, problem.column, text) : text;
}

} // namespace fabricscope::site
