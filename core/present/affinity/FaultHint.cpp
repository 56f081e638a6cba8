// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/affinity/FaultHint.h"

#include "core/affinity/UpstreamPaths.h"
#include "core/present/affinity/PathStyle.h"
#include "core/topology/Links.h"

#include <fmt/format.h>

namespace fabricscope::present {
namespace {

using topology::Link;

/// Adds the fix as a separate sentence.
std::string andFix(std::string text, std::string_view fix) {
    if (fix.empty())
        return text;
    text += fmt::format(" Fix: {}", fix);
    if (text.back() != '.')
        text += '.';
    return text;
}

std::string stated(const findings::Finding &finding) {
    return andFix(findings::statement(finding), findings::remedy(finding));
}

/// The command that fixes a port of this switch.
std::string_view commandFor(const topology::Node &box, const affinity::Judgement &judgement) {
    for (const affinity::PathFault &fault : judgement.fabric.upstreamPaths.faults)
        if (fault.kind == affinity::PathFault::Kind::Redirect && fault.box == box.name)
            for (const findings::Finding &finding : judgement.findings)
                for (const std::string &line : finding.commands)
                    if (line.find(fault.address) != std::string::npos)
                        return line;
    return {};
}

} // namespace

std::string linkFault(const topology::Node &node) {
    if (!node.link)
        return {};
    const auto stateLink = [&node](findings::Finding finding) {
        finding.device = node.name;
        return stated(finding);
    };
    for (const findings::Finding &finding : node.findings)
        if (finding.rule.starts_with("link."))
            return stateLink(finding);
    // Further functions of a card share the link of the first one, which has the finding.
    return node.link->state == Link::State::Narrow
               ? stateLink(topology::linkFinding(*node.link, "link.narrow"))
               : std::string();
}

std::string pairFault(const affinity::Pair &pair) {
    return andFix(findings::withFullStop(pair.reason),
                  pair.fix.empty() ? std::string_view() : pair.fix.front());
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
    findings::Finding finding("way.acs_redirect");
    finding.set("switches", box.name).set("count", 1).set("isolates");
    if (box.link)
        if (const auto rate = box.link->rateWith(box.link->width))
            finding.set("uplink", toString(rate->bandwidth()));
    const std::string_view command = judgement != nullptr ? commandFor(box, *judgement) : std::string_view();
    return command.empty() ? stated(finding) : andFix(findings::statement(finding), command);
}

} // namespace fabricscope::present
