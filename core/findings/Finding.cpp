// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/Finding.h"

#include "core/base/HostText.h"
#include "core/findings/Rules.h"
#include "core/findings/Template.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <map>

namespace fabricscope::findings {

namespace {

constexpr std::size_t kMaxValue = 1024; ///< bytes of an argument that are shown

const Rule &ruleOf(std::string_view id, std::string_view variant) {
    const Rule *rule = findRule(id, variant);
    if (rule == nullptr) {
        std::fprintf(stderr, "fabricscope: no rule \"%.*s\" (variant \"%.*s\")\n",
                     static_cast<int>(id.size()), id.data(), static_cast<int>(variant.size()),
                     variant.data());
        std::abort();
    }
    return *rule;
}

std::string text(const Finding &finding, std::string_view Rule::*of) {
    const Rule *rule = findRule(finding.rule, finding.variant);
    if (rule == nullptr || (rule->*of).empty())
        return {};
    std::map<std::string, std::string, std::less<>> values;
    const auto shown = [](const std::string &value) {
        return HostText(value).line(kMaxValue);
    };
    for (const Argument &argument : finding.arguments)
        values.insert_or_assign(argument.name, shown(argument.value));
    if (!finding.device.empty())
        values.insert_or_assign("device", shown(finding.device));
    if (!finding.host.empty())
        values.insert_or_assign("host", shown(finding.host));
    // All but the title is left out where it would have a gap.
    const std::string shownText =
        of == &Rule::title ? std::string((*rule).*of) : "[" + std::string((*rule).*of) + "]";
    return filled(shownText, [&values](std::string_view name) -> const std::string * {
        const auto found = values.find(name);
        return found == values.end() ? nullptr : &found->second;
    });
}

} // namespace

Finding::Finding(std::string_view ruleId, std::string_view ruleVariant)
    : rule(ruleId), variant(ruleVariant), severity(ruleOf(ruleId, ruleVariant).severity) {}

Finding &Finding::set(std::string_view name, std::string value) {
    for (Argument &argument : arguments)
        if (argument.name == name) {
            argument.value = std::move(value);
            return *this;
        }
    arguments.push_back({std::string(name), std::move(value)});
    return *this;
}

Finding &Finding::set(std::string_view name, std::size_t value) {
    return set(name, std::to_string(value));
}

Finding &Finding::set(std::string_view name) {
    return set(name, std::string());
}

const std::string *Finding::argument(std::string_view name) const {
    const auto found = std::find_if(arguments.begin(), arguments.end(),
                                    [name](const Argument &one) { return one.name == name; });
    return found == arguments.end() ? nullptr : &found->value;
}

std::string title(const Finding &finding) {
    return text(finding, &Rule::title);
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

std::string statement(const Finding &finding) {
    std::string all = title(finding);
    if (!finding.device.empty())
        all.insert(0, HostText(finding.device).line(kMaxValue) + ": ");
    if (const std::string lost = cost(finding); !lost.empty())
        all += ", " + lost;
    all = asSentence(std::move(all));
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

std::string asSentence(std::string text) {
    if (text.empty())
        return text;
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    if (text.back() != '.')
        text += '.';
    return text;
}

} // namespace fabricscope::findings
