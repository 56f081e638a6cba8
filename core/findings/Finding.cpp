// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/Finding.h"

#include "core/base/HostText.h"
#include "core/base/Print.h"
#include "core/findings/Rules.h"
#include "core/findings/Template.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace fabricscope::findings {

namespace {

constexpr std::size_t kMaxValue = 1024; ///< maximum number of bytes shown of an argument

const Rule &ruleOf(std::string_view id, std::string_view variant) {
    const Rule *rule = findRule(id, variant);
    if (rule == nullptr) {
        printText(stderr, "fabricscope: no rule \"{}\" (variant \"{}\")\n", id, variant);
        std::abort();
    }
    return *rule;
}

/// `withDevice`: {device} is the finding's device; otherwise it is absent.
std::string text(const Finding &finding, std::string_view Rule::*of, bool withDevice = true) {
    const Rule *rule = findRule(finding.rule, finding.variant);
    if (rule == nullptr || (rule->*of).empty())
        return {};
    Filled result = filled(rule->*of, [&](std::string_view name) -> std::optional<std::string> {
        const std::string *value = finding.argument(name);
        if (name == "device")
            value = withDevice && !finding.device.empty() ? &finding.device : nullptr;
        if (name == "host" && !finding.host.empty())
            value = &finding.host;
        return value != nullptr ? std::optional(HostText(*value).line(kMaxValue)) : std::nullopt;
    });
    // Any text except the title is left out if an argument is missing.
    return result.isWhole || of == &Rule::title ? std::move(result.text) : std::string();
}

std::string withCost(std::string text, const Finding &finding) {
    const std::string lost = cost(finding);
    return lost.empty() ? text : text + ": " + lost;
}

} // namespace

Finding::Finding(std::string_view ruleId, std::string_view ruleVariant)
    : rule(ruleId), variant(ruleVariant), severity(ruleOf(ruleId, ruleVariant).severity) {}

Finding &Finding::set(std::string_view name, std::string_view value) {
    for (Argument &argument : arguments)
        if (argument.name == name) {
            argument.value = value;
            return *this;
        }
    arguments.push_back({std::string(name), std::string(value)});
    return *this;
}

Finding &Finding::set(std::string_view name, std::size_t value) {
    return set(name, std::to_string(value));
}

Finding &Finding::set(std::string_view name) {
    return set(name, std::string_view());
}

const std::string *Finding::argument(std::string_view name) const {
    const auto found = std::find_if(arguments.begin(), arguments.end(),
                                    [name](const Argument &one) { return one.name == name; });
    return found == arguments.end() ? nullptr : &found->value;
}

std::string title(const Finding &finding) {
    return text(finding, &Rule::title, false);
}

std::string headline(const Finding &finding) {
    const std::string alone = title(finding);
    std::string full = text(finding, &Rule::title);
    if (!finding.device.empty() && full == alone)
        full.insert(0, HostText(finding.device).line(kMaxValue) + ": ");
    return full;
}

std::string sentence(const Finding &finding) {
    return text(finding, &Rule::sentence);
}

std::string cost(const Finding &finding) {
    return text(finding, &Rule::cost);
}

std::string remedy(const Finding &finding) {
    return text(finding, &Rule::remedy);
}

std::string titleWithCost(const Finding &finding) {
    return withCost(title(finding), finding);
}

std::string claim(const Finding &finding) {
    return withFullStop(capitalized(withCost(headline(finding), finding), finding));
}

std::string statement(const Finding &finding) {
    std::string all = claim(finding);
    if (const std::string more = sentence(finding); !more.empty())
        all += ' ' + more;
    return all;
}

std::vector<std::string> steps(const Finding &finding) {
    std::vector<std::string> lines;
    if (std::string first = remedy(finding); !first.empty())
        lines.push_back(std::move(first));
    lines.insert(lines.end(), finding.commands.begin(), finding.commands.end());
    return lines;
}

std::string capitalized(std::string text, const Finding &finding) {
    const auto begins = [&text](const std::string &value) {
        return !value.empty() && text.starts_with(HostText(value).line(kMaxValue));
    };
    const auto &arguments = finding.arguments;
    const bool isValue = begins(finding.device) || begins(finding.host) ||
                         std::any_of(arguments.begin(), arguments.end(),
                                     [&](const Argument &one) { return begins(one.value); });
    if (!text.empty() && !isValue)
        text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text;
}

std::string withFullStop(std::string text) {
    if (!text.empty() && text.back() != '.')
        text += '.';
    return text;
}

} // namespace fabricscope::findings
