// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TextDiff.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/report/TextParts.h"
#include "core/report/TextTable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::report {

namespace {

constexpr std::size_t kIndent = 4;
/// Maximum number of facts listed that could not be compared.
constexpr std::size_t kShownUnknown = 12;

/// A line of a block, indented by two blanks.
std::string entry(std::string_view text, const TextOptions &options) {
    return "  " + wrapped(text, options.width > 2 ? options.width - 2 : 0, kIndent);
}

std::string sideText(std::string_view word, const fleet::Side &side, const TextOptions &options) {
    std::string header = textHeader(side.topology, {0, side.capture});
    if (!side.source.empty())
        header = fmt::format("{}\n{}", HostText(side.source).plain(500), header);
    while (!header.empty() && header.back() == '\n')
        header.pop_back();
    std::string text;
    for (std::string_view rest = header; !rest.empty();) {
        const std::string_view line = takeUntil(rest, '\n');
        const std::string head = text.empty() ? fmt::format("{:<7}", word) : std::string(7, ' ');
        // wrapped() drops leading blanks.
        std::string body = wrapped(line, options.width > 20 ? options.width - 7 : 0, 2);
        std::string out;
        for (std::string_view lines = body; !lines.empty();)
            out += (out.empty() ? head : std::string(7, ' ')) + std::string(takeUntil(lines, '\n')) + "\n";
        text += out;
    }
    return text;
}

/// Whether the host was restarted between the two.
std::string bootText(const fleet::Side &before, const fleet::Side &after) {
    const host::HostId &left = before.topology.host().id;
    const host::HostId &right = after.topology.host().id;
    if (!left.machineId.empty() && !right.machineId.empty() && left.machineId != right.machineId)
        return "Two hosts: machine ids differ.\n";
    if (left.bootId.empty() || right.bootId.empty())
        return {};
    return left.bootId == right.bootId ? "Same boot.\n" : "The host was rebooted in between.\n";
}

std::string differencesText(const fleet::Comparison &comparison,
                            const std::vector<fleet::DifferenceGroup> &groups, const TextOptions &options) {
    std::array<std::string, fleet::kCategories> blocks;
    for (const fleet::DifferenceGroup &group : groups) {
        const fleet::Difference &difference = comparison.differences[group.members.front()];
        static constexpr std::array<std::string_view, 3> kGlyphs = {"·", "▲", "✕"};
        blocks[static_cast<std::size_t>(difference.category)] +=
            entry(fmt::format("{} {}", kGlyphs[static_cast<std::size_t>(difference.severity)],
                              HostText(group.text).plain(2000)),
                  options);
    }
    std::string text;
    for (std::size_t i = 0; i < blocks.size(); ++i)
        if (!blocks[i].empty())
            text += fmt::format("\n{}\n{}", fleet::titleOf(static_cast<fleet::Category>(i)), blocks[i]);
    return text;
}

std::string unknownText(const fleet::Comparison &comparison, const TextOptions &options) {
    if (comparison.notCompared.empty())
        return {};
    std::string text = "\nNot compared\n";
    std::size_t shown = 0;
    for (const fleet::NotCompared &fact : comparison.notCompared) {
        if (++shown > kShownUnknown)
            break;
        std::string line = fact.what;
        if (fact.count > 1)
            line += fmt::format(" ({} times, first {})", fact.count, HostText(fact.example).plain(200));
        else if (!fact.example.empty())
            line += fmt::format(" ({})", HostText(fact.example).plain(200));
        line += fact.unknownBefore ? ": unknown before" : ": unknown after";
        text += entry("? " + line, options);
    }
    if (comparison.notCompared.size() > kShownUnknown)
        text += fmt::format("  and {} more facts\n", comparison.notCompared.size() - kShownUnknown);
    return text;
}

/// Facts missing on one side only: the reason why something could not be compared.
std::string missingText(std::string_view word, const fleet::Side &side, const fleet::Side &other,
                        const TextOptions &options) {
    std::string text;
    const auto &there = other.topology.host().missing;
    for (const host::Missing &missing : side.topology.host().missing)
        if (std::find(there.begin(), there.end(), missing) == there.end())
            text += entry(fmt::format("{}: {}: {}{}{}", word, HostText(missing.what).plain(500),
                                      HostText(missing.why).plain(500),
                                      missing.remedy.empty() ? "" : "; to get it: ",
                                      HostText(missing.remedy).plain(500)),
                          options);
    return text;
}

} // namespace

std::string diffText(const fleet::Side &before, const fleet::Side &after, const fleet::Comparison &comparison,
                     const TextOptions &options) {
    const auto groups = fleet::grouped(comparison);
    std::string text = sideText("before", before, options) + sideText("after", after, options) +
                       bootText(before, after) + "\n";
    if (groups.empty())
        text += comparison.notCompared.empty() ? "Nothing changed.\n"
                                               : "Nothing changed in the compared facts.\n";
    else
        text += fmt::format("{} change{}: {}\n", groups.size(), groups.size() == 1 ? "" : "s",
                            fleet::countsText(fleet::countOf(comparison, groups)));
    text += differencesText(comparison, groups, options);
    const std::string unknown = unknownText(comparison, options);
    if (!unknown.empty())
        text += unknown + missingText("before", before, after, options) +
                missingText("after", after, before, options);
    return text;
}

} // namespace fabricscope::report
