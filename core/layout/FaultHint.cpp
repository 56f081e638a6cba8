// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/FaultHint.h"

#include "core/affinity/UpstreamPaths.h"
#include "core/layout/AffinityCellPainter.h"

#include <fmt/format.h>

#include <cctype>

namespace fabricscope::layout {
namespace {

using topology::Link;

/// As a sentence of its own, behind others.
std::string andFix(std::string text, std::string_view fix) {
    if (fix.empty())
        return text;
    text += fmt::format(" Fix: {}", fix);
    if (text.back() != '.')
        text += '.';
    return text;
}

std::string asSentence(std::string text) {
    if (text.empty())
        return text;
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    if (text.back() != '.')
        text += '.';
    return text;
}

std::string lanesMissing(const topology::Node &node) {
    const Link &link = *node.link;
    std::string text =
        link.width && link.maxWidth
            ? fmt::format("The link of {} has {} of {} lanes", node.name, *link.width, *link.maxWidth)
            : fmt::format("The link of {} is missing lanes", node.name);
    const auto now = affinity::rateOf(link, link.width), could = affinity::rateOf(link, link.maxWidth);
    if (now && could)
        text += fmt::format(": {} instead of {} each way", toString(now->bandwidth()),
                            toString(could->bandwidth()));
    return andFix(text + ".", fmt::format("reseat {}, or its riser and cables", node.name));
}

/// The command that mends a port of this switch.
std::string_view commandFor(const topology::Node &box, const affinity::Judgement &judgement) {
    for (const affinity::PathFault &fault : judgement.fabric.upstreamPaths.faults)
        if (fault.kind == affinity::PathFault::Kind::Redirect && fault.box == box.name)
            for (const affinity::HostFinding &hostFinding : judgement.findings)
                for (const std::string &line : hostFinding.fix)
                    if (line.find(fault.address) != std::string::npos)
                        return line;
    return {};
}

} // namespace

std::string linkFault(const topology::Node &node) {
    if (!node.link)
        return {};
    if (node.link->state == Link::State::Narrow)
        return lanesMissing(node);
    for (const topology::Finding &finding : node.findings) // the builder's own words
        if (finding.rule.starts_with("link."))
            return asSentence(fmt::format("{}: {}", node.name, finding.text));
    return {};
}

std::string pairFault(const affinity::Pair &pair) {
    return andFix(asSentence(pair.reason), pair.fix.empty() ? std::string_view() : pair.fix.front());
}

std::string pairHint(const std::string &gpu, const std::string &nic, const topology::Reach &reach,
                     bool nearest) {
    const PathStyle *look = pathStyleOf(reach.word);
    std::string text =
        nearest ? fmt::format("The nearest NIC of {} is {}", gpu, nic) : fmt::format("{} uses {}", gpu, nic);
    text += fmt::format(": {}", toString(reach));
    if (look != nullptr)
        text += fmt::format(", {}", look->meaning);
    if (reach.bandwidth)
        text += fmt::format(", {} each way", toString(*reach.bandwidth));
    return text + ".";
}

std::string redirectFault(const topology::Node &box, const affinity::Judgement *judgement) {
    std::string text =
        fmt::format("ACS of {} redirects traffic between its devices through the CPU", box.name);
    if (box.link)
        if (const auto rate = affinity::rateOf(*box.link, box.link->width))
            text += fmt::format(", over its uplink ({})", toString(rate->bandwidth()));
    text += ".";
    const std::string_view command = judgement != nullptr ? commandFor(box, *judgement) : std::string_view();
    return andFix(text, command.empty() ? "enable direct translated requests (ACS DT) on its ports, or "
                                          "disable redirection if one owner has all devices below it"
                                        : command);
}

} // namespace fabricscope::layout
