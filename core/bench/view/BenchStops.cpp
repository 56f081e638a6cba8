// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/view/BenchStops.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/bench/catalogue/Tools.h"
#include "core/bench/pairs/PairLog.h"

#include <algorithm>
#include <array>

namespace fabricscope::bench {

namespace {

/// What the output of a run contains, as needed by the rules.
enum Prints : unsigned char {
    kCollective = 1, ///< busbw by size, with #wrong
    kBySize = 2,     ///< perftest's bandwidth by size
    kOther = 4,      ///< lines of which one may be an error
    kPairs = 8,      ///< cells: failures are shown in their cell
    kAny = kCollective | kBySize | kOther,
};

/// In the order in which they are offered, one per line.
struct Row {
    const char *key, *words;
    bool enabled;
    double percent;   ///< 0: none to choose
    unsigned char of; ///< kinds of run to which it applies
    void (*put)(StopConditions &, const BelowRule &);
};
constexpr std::array kRows{
    Row{"wrong", "#wrong > 0", true, 0, kCollective,
        [](StopConditions &to, const BelowRule &) {
            to.wrong = true;
        }},
    Row{"below_baseline", "below the baseline", false, 95, kCollective,
        [](StopConditions &to, const BelowRule &rule) {
            to.baseline = rule;
        }},
    Row{"below_ceiling", "below the ceiling", false, 50, kCollective | kBySize,
        [](StopConditions &to, const BelowRule &rule) {
            to.ceiling = rule;
        }},
    Row{"error", "first error line", false, 0, kAny,
        [](StopConditions &to, const BelowRule &) {
            to.errorLine = true;
        }},
};
constexpr int kRowsInARow = 3;
constexpr std::string_view kNone = "none";

/// A custom command may print anything.
unsigned char printsOf(const RunSpec &spec) {
    if (spec.tool == kPairsTool)
        return kPairs;
    const Tool *tool = toolOf(spec.tool);
    if (tool == nullptr || spec.tool == "custom")
        return kAny;
    return tool->drawing == Drawing::BusBandwidth ? kCollective : spec.tool == "perftest" ? kBySize : kOther;
}

StopRule *find(std::vector<StopRule> &rules, std::string_view key) {
    const auto found =
        std::find_if(rules.begin(), rules.end(), [&](const StopRule &rule) { return rule.key == key; });
    return found == rules.end() ? nullptr : &*found;
}

} // namespace

std::vector<StopRule> standardStopRules() {
    std::vector<StopRule> rules;
    for (const Row &row : kRows) {
        StopRule rule{row.key, row.words, row.enabled};
        if (row.percent > 0) {
            rule.percent = row.percent;
            rule.rows = kRowsInARow;
        }
        rules.push_back(std::move(rule));
    }
    return rules;
}

std::vector<StopRule> rulesFor(const RunSpec &spec, const std::vector<StopRule> &rules) {
    const unsigned char prints = printsOf(spec);
    std::vector<StopRule> fitting;
    for (const StopRule &rule : rules)
        for (const Row &row : kRows)
            if (rule.key == row.key && (row.of & prints) != 0)
                fitting.push_back(rule);
    return fitting;
}

void setStopRule(std::vector<StopRule> &rules, std::string_view key, bool enabled) {
    if (StopRule *rule = find(rules, key))
        rule->enabled = enabled;
}

void setStopLimits(std::vector<StopRule> &rules, std::string_view key, double percent, int rows) {
    StopRule *rule = find(rules, key);
    if (rule == nullptr || !rule->percent)
        return;
    rule->percent = std::clamp(percent, 1.0, 100.0);
    rule->rows = std::clamp(rows, 1, 99);
}

Result<std::vector<StopRule>> stopRulesFrom(std::span<const std::string> texts) {
    std::vector<StopRule> rules = standardStopRules();
    if (texts.size() == 1 && texts.front() == kNone) {
        for (StopRule &rule : rules)
            rule.enabled = false;
        return rules;
    }
    for (const std::string &text : texts) {
        const std::string_view all(text);
        const std::size_t equals = std::min(all.find('='), all.size());
        std::string key(all.substr(0, equals));
        std::replace(key.begin(), key.end(), '-', '_');
        StopRule *rule = find(rules, key);
        if (text == kNone)
            return failure("stands alone: it disables all rules", std::string(kNone), "omit the others");
        if (rule == nullptr)
            return failure("unknown stop rule", HostText(text).line(64), "use " + stopRuleNames());
        rule->enabled = true;
        if (equals == all.size())
            continue;
        const std::string_view limits = all.substr(equals + 1);
        const std::size_t comma = std::min(limits.find(','), limits.size());
        const auto percent = parseInteger<int>(limits.substr(0, comma));
        const auto rows =
            comma == limits.size() ? std::optional(rule->rows) : parseInteger<int>(limits.substr(comma + 1));
        if (!rule->percent)
            return failure("this rule has no limits", HostText(text).line(64), "write " + key + " alone");
        if (!percent || *percent < 1 || *percent > 100 || !rows || *rows < 1 || *rows > 99)
            return failure("expected PERCENT or PERCENT,ROWS after below-baseline= or below-ceiling=",
                           HostText(text).line(64), "1 to 100 percent, 1 to 99 rows: below-ceiling=60,3");
        setStopLimits(rules, key, *percent, *rows);
    }
    return rules;
}

std::string stopRuleNames() {
    std::string names;
    for (const Row &row : kRows)
        names += std::string(row.key) + ", ";
    std::replace(names.begin(), names.end(), '_', '-');
    return names + std::string(kNone);
}

StopConditions stopConditions(const std::vector<StopRule> &rules) {
    StopConditions conditions;
    for (const StopRule &rule : rules)
        for (const Row &row : kRows)
            if (rule.enabled && rule.key == row.key)
                row.put(conditions,
                        {rule.percent.value_or(row.percent), static_cast<unsigned>(std::max(rule.rows, 1))});
    return conditions;
}

} // namespace fabricscope::bench
