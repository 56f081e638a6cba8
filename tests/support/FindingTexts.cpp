// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/FindingTexts.h"

#include "core/topology/Topology.h"

#include <cctype>
#include <string_view>

namespace fabricscope::test {

namespace {

using findings::Finding;

struct Text {
    const char *name;
    std::string (*make)(const Finding &);
};
/// The longer ones first: they contain the others.
constexpr Text kTexts[] = {{"statement", findings::statement},
                           {"claim", findings::claim},
                           {"titleWithCost", findings::titleWithCost},
                           {"headline", findings::headline},
                           {"title", findings::title},
                           {"sentence", findings::sentence},
                           {"remedy", findings::remedy},
                           {"cost", findings::cost}};

std::string escaped(std::string_view text) {
    std::string all;
    for (const char c : text) {
        if (c == '"' || c == '\\')
            all += '\\';
        all += c;
    }
    return all;
}

std::string shortMark(const Finding &finding, const char *name) {
    return "<" + finding.rule + (finding.variant.empty() ? "" : ' ' + finding.variant) + ' ' + name + '>';
}

/// Or a byte of the line that a tree draws before wrapped text: "│".
bool isBlank(char c) {
    return c == ' ' || c == '\n' || c == '\xE2' || c == '\x94' || c == '\x82';
}

/// The end of `words` at this place, where a blank stands for any number of blanks and line ends; npos: it is
/// not there.
std::size_t endOf(std::string_view words, std::string_view document, std::size_t at) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (at >= document.size() || (isBlank(words[i]) ? !isBlank(document[at]) : words[i] != document[at]))
            return std::string_view::npos;
        ++at;
        while (isBlank(words[i]) && at < document.size() && isBlank(document[at]))
            ++at;
    }
    return at;
}

void replaceAll(std::string &document, std::string_view words, const std::string &mark) {
    for (std::size_t at = 0; (at = document.find(words.front(), at)) != std::string::npos;) {
        const std::size_t end = endOf(words, document, at);
        if (end == std::string::npos) {
            ++at;
            continue;
        }
        document.replace(at, end - at, mark);
        at += mark.size();
    }
}

/// Calls replace(words, finding, name of the text) for each text of each finding.
template<class Replace> void eachText(std::span<const Finding> findings, const Replace &replace) {
    for (const Text &text : kTexts)
        for (const Finding &finding : findings)
            if (const std::string words = text.make(finding); !words.empty())
                replace(words, finding, text.name);
}

/// With device and arguments. The values of arguments may contain texts of findings, too.
std::string markOf(const Finding &finding, const char *name, std::span<const Finding> all) {
    std::string mark = shortMark(finding, name);
    mark.pop_back();
    if (!finding.device.empty())
        mark += ' ' + finding.device;
    for (const findings::Argument &argument : finding.arguments) {
        std::string value = argument.value;
        eachText(all, [&value](const std::string &words, const Finding &inner, const char *innerName) {
            if (words != value)
                replaceAll(value, words, shortMark(inner, innerName));
        });
        mark += ' ' + argument.name + (value.empty() ? "" : '=' + value);
    }
    return mark + '>';
}

} // namespace

std::vector<Finding> findingsOf(const topology::Topology &topology) {
    std::vector<Finding> all;
    for (const topology::Node &node : topology.nodes())
        all.insert(all.end(), node.findings.begin(), node.findings.end());
    return all;
}

std::string withRules(std::string document, std::span<const Finding> findings) {
    const bool isJson = document.starts_with('{');
    std::vector<std::string> marks; // inserted last: what they contain is not replaced
    const auto token = [](std::size_t index) {
        return '\x01' + std::to_string(index) + '\x01';
    };
    eachText(findings, [&](const std::string &words, const Finding &finding, const char *name) {
        replaceAll(document, isJson ? escaped(words) : words, token(marks.size()));
        marks.push_back(markOf(finding, name, findings));
    });
    for (std::size_t i = 0; i < marks.size(); ++i)
        replaceAll(document, token(i), isJson ? escaped(marks[i]) : marks[i]);
    return document;
}

} // namespace fabricscope::test
