// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/Links.h"

#include "core/pci/LargeBarGpus.h"
#include "core/topology/Classes.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::topology {

namespace {

template<class T> std::optional<T> either(const host::Fact<T> &fact, const std::optional<T> *decoded) {
    if (fact)
        return *fact;
    return decoded != nullptr ? *decoded : std::nullopt;
}

template<class T> std::optional<T> lesser(std::optional<T> a, std::optional<T> b) {
    if (a && b)
        return std::min(*a, *b);
    return a ? a : b;
}

/// No source reported anything about its link.
bool hasNoLinkData(const host::PciFunction &function) {
    return !function.config && !hasLinkFacts(function);
}

/// The port reports that its link is down: data link layer inactive, and no width.
bool reportsDown(const host::PciFunction &port) {
    if (!port.config || port.config->dead || !port.config->express)
        return false;
    const pci::Express &express = *port.config->express;
    return express.linkActive == false && express.currentWidth.value_or(0) == 0;
}

/// A link is narrow or slow only if both ends are known to be capable of more.
Link::State stateOf(const Link &link, bool bothEnds) {
    const bool known = link.speed && link.maxSpeed && link.width && link.maxWidth;
    const bool narrow = link.width && link.maxWidth && *link.width < *link.maxWidth;
    const bool slow = link.speed && link.maxSpeed && *link.speed < *link.maxSpeed;
    if (!bothEnds)
        return known && !narrow && !slow ? Link::State::Full : Link::State::Unknown;
    if (narrow)
        return Link::State::Narrow;
    if (slow)
        return Link::State::Slow;
    return known ? Link::State::Full : Link::State::Unknown;
}

std::string rateText(const std::optional<pci::LinkSpeed> &speed, const std::optional<std::uint8_t> &width) {
    if (speed && width)
        return pci::LinkRate{*speed, *width}.toString();
    if (width)
        return fmt::format("x{}", *width);
    return speed ? fmt::format("Gen{}", speed->generation()) : "unknown";
}

} // namespace

std::optional<pci::LinkRate> Link::rate() const {
    if (!speed || !width)
        return std::nullopt;
    return pci::LinkRate{*speed, *width};
}

std::optional<pci::LinkRate> Link::rateWith(std::optional<std::uint8_t> lanes) const {
    const auto full = std::max(speed, maxSpeed);
    return full && lanes ? std::optional(pci::LinkRate{*full, *lanes}) : std::nullopt;
}

std::optional<pci::LinkRate> Link::maxRate() const {
    if (!maxSpeed || !maxWidth)
        return std::nullopt;
    return pci::LinkRate{*maxSpeed, *maxWidth};
}

LinkEnd linkEndOf(const host::PciFunction &function) {
    const bool decoded = function.config && !function.config->dead && function.config->express;
    const pci::Express *express = decoded ? &*function.config->express : nullptr;
    LinkEnd end = {either(function.currentSpeed, express ? &express->currentSpeed : nullptr),
                   either(function.maxSpeed, express ? &express->maxSpeed : nullptr),
                   either(function.currentWidth, express ? &express->currentWidth : nullptr),
                   either(function.maxWidth, express ? &express->maxWidth : nullptr)};
    end.noLanes = end.width == 0;
    if (end.noLanes)
        end.width.reset();
    end.noLanes = end.noLanes && end.speed && end.maxWidth && !function.physfn && !function.dead;
    return end;
}

bool hasLinkFacts(const host::PciFunction &function) {
    return function.maxSpeed || function.maxWidth || function.currentSpeed || function.currentWidth ||
           (function.config && function.config->express && function.config->express->maxSpeed);
}

std::optional<Link> linkOf(const host::PciFunction &lower, const host::PciFunction *upper) {
    if (lower.physfn)
        return std::nullopt; // a virtual function shares the link of its PF
    if (upper == nullptr && !hasLinkFacts(lower))
        return std::nullopt;
    if (hasNoLinkData(lower) && (upper == nullptr || hasNoLinkData(*upper)))
        return Link{};
    const LinkEnd below = linkEndOf(lower);
    const LinkEnd above = upper != nullptr ? linkEndOf(*upper) : LinkEnd{};
    Link link;
    link.maxSpeed = lesser(below.maxSpeed, above.maxSpeed);
    link.maxWidth = lesser(below.maxWidth, above.maxWidth);
    // What a port states of itself is about the link below it, where there may be no device.
    const bool isDown =
        !isPciBridge(lower) && ((below.noLanes && !above.width) || (above.noLanes && !below.width));
    if (isDown || (upper != nullptr && reportsDown(*upper))) {
        link.state = Link::State::Down;
        return link;
    }
    link.speed = below.speed ? below.speed : above.speed;
    link.width = below.width ? below.width : above.width;
    const bool bothEnds = below.maxSpeed && below.maxWidth && above.maxSpeed && above.maxWidth;
    if (!lower.dead)
        link.state = stateOf(link, bothEnds);
    return link;
}

findings::Finding downFinding(const host::PciFunction &lower, const host::PciFunction *upper) {
    if (upper == nullptr || (linkEndOf(lower).noLanes && !reportsDown(*upper)))
        return findings::Finding("link.down", "no_lanes");
    findings::Finding finding("link.down");
    finding.set("port", upper->address.toString());
    return finding;
}

std::optional<findings::Finding> endsFinding(const host::PciFunction &lower, const host::PciFunction &upper) {
    const LinkEnd below = linkEndOf(lower), above = linkEndOf(upper);
    const auto lanes = [](const LinkEnd &end) {
        return end.noLanes ? std::optional<unsigned>(0) : std::optional<unsigned>(end.width);
    };
    // More than both ends support is no value of this link.
    const auto isPossible = [](const auto &value, const auto &own, const auto &other) {
        return (!own || *value <= *own) && (!other || *value <= *other);
    };
    const bool isWidth = lanes(below) && lanes(above) && *lanes(below) != *lanes(above) &&
                         isPossible(lanes(above), below.maxWidth, above.maxWidth);
    const bool isSpeed = below.speed && above.speed && *below.speed != *above.speed &&
                         isPossible(above.speed, below.maxSpeed, above.maxSpeed);
    if (!isWidth && !isSpeed)
        return std::nullopt;
    const auto text = [&](const LinkEnd &end) {
        return isWidth ? fmt::format("x{}", *lanes(end)) : fmt::format("Gen{}", end.speed->generation());
    };
    findings::Finding finding("link.ends", isWidth ? "" : "speed");
    finding.set("current", text(below)).set("other", text(above)).set("port", upper.address.toString());
    return finding;
}

findings::Finding linkFinding(const Link &link, std::string_view rule, std::string_view variant) {
    findings::Finding finding(rule, variant);
    finding.set("current", rateText(link.speed, link.width));
    finding.set("possible", rateText(link.maxSpeed, link.maxWidth));
    if (link.width && link.maxWidth)
        finding.set("lanes", *link.width).set("possible_lanes", *link.maxWidth);
    const auto now = link.speed ? link.rate() : link.rateWith(link.width);
    const auto could = link.rateWith(link.maxWidth);
    if (!now || !could)
        return finding;
    // Where the speed is lower, too, a figure without its generation would be of another link.
    const bool isNamed = now->speed != could->speed;
    const auto text = [isNamed](const pci::LinkRate &rate) {
        return toString(rate.bandwidth()) + (isNamed ? " at " + rate.toString() : "");
    };
    finding.set("bandwidth", text(*now)).set("possible_bandwidth", text(*could));
    return finding;
}

bool hasAllLanes(const host::PciFunction &function, const host::Host &host) {
    const bool isVm = host.virtualization ? *host.virtualization != "none" : hasEmulatedDevices(host);
    return !isVm && function.vendor && function.device &&
           pci::hasLargeBar(*function.vendor, *function.device);
}

findings::Finding oneEndFinding(const Link &link, std::optional<pci::LinkSpeed> above, bool isWide) {
    const bool isNarrow = link.width && link.maxWidth && *link.width < *link.maxWidth;
    findings::Finding finding = linkFinding(link, "link.one_end",
                                            isNarrow ? (isWide ? "narrow_gpu" : "narrow")
                                            : above  ? "host"
                                                     : "");
    if (above)
        finding.set("host", rateText(*above, std::nullopt));
    return finding;
}

std::optional<Severity> linkSeverity(const Node &node) {
    std::optional<Severity> worst;
    for (const findings::Finding &finding : node.findings)
        if (finding.rule.starts_with("link."))
            worst = worst ? std::max(*worst, finding.severity) : finding.severity;
    return worst;
}

} // namespace fabricscope::topology
