// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TextParts.h"

#include "core/base/HostText.h"
#include "core/fleet/CutDevices.h"
#include "core/fleet/Listings.h"
#include "core/report/TextTable.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::report {

namespace {

constexpr std::size_t kShownWarnings = 5;
constexpr std::size_t kIndent = 4;

/// Empty if it is not known.
std::string timeText(std::int64_t milliseconds) {
    constexpr std::int64_t kLatest = 253402300799; // the end of the year 9999
    const std::int64_t seconds = milliseconds / 1000;
    if (seconds <= 0 || seconds > kLatest)
        return {};
    return fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(static_cast<std::time_t>(seconds)));
}

/// Empty if it is not known.
std::string userText(const host::Host &host) {
    if (host.user)
        return HostText(*host.user).plain(64);
    return host.uid ? fmt::format("user {}", *host.uid) : "";
}

/// "collected 2026-01-20 20:50:11 UTC as anna from gpu-07 by fabricscope 1.0": what is known of it.
std::string collectedText(const host::Host &host, const capture::Capture *capture) {
    std::string text;
    const auto add = [&](std::string_view before, const std::string &value) {
        if (!value.empty())
            text.append(" ").append(before).append(value);
    };
    if (capture != nullptr)
        add("", timeText(capture->takenMs));
    add("as ", userText(host));
    if (capture != nullptr) {
        add("from ", HostText(capture->target).plain(120));
        add("by ", HostText(capture->takenBy).plain(120));
    }
    return text.empty() ? text : "collected" + text;
}

std::string speedText(const std::optional<pci::LinkSpeed> &speed) {
    return speed ? fmt::format("Gen{}", speed->generation()) : "Gen?";
}

std::string widthText(const std::optional<std::uint8_t> &width) {
    return width ? fmt::format("x{}", *width) : "x?";
}

/// A heading and its entries; nothing if there are no entries.
class Block {
public:
    Block(std::string heading, std::size_t width)
        : m_text("\n" + std::move(heading) + "\n"), m_width(width) {}
    void add(std::string_view entry) {
        m_text += "  " + wrapped(HostText(entry).plain(2000), m_width, kIndent);
        m_any = true;
    }
    [[nodiscard]] std::string text() const { return m_any ? m_text : std::string(); }

private:
    std::string m_text;
    std::size_t m_width;
    bool m_any = false;
};

} // namespace

std::string textHeader(const topology::Topology &topology, const TextOptions &options) {
    const host::Host &host = topology.host();
    std::string text = topology.node(0).name;
    if (!host.simulated.empty())
        text += host.simulated.find("simulated") == std::string::npos
                    ? fmt::format(" (simulated: {})", HostText(host.simulated).plain(120))
                    : fmt::format(" ({})", HostText(host.simulated).plain(120));
    if (!topology.node(0).model->empty())
        text += " · " + *topology.node(0).model;
    if (host.osName)
        text += " · " + HostText(*host.osName).plain(120);
    if (host.kernel)
        text += " · kernel " + HostText(*host.kernel).plain(120);
    std::string out = wrapped(text, options.width, kIndent);
    if (const std::string collected = collectedText(host, options.capture); !collected.empty())
        out += wrapped(collected, options.width, kIndent);
    if (options.capture != nullptr && options.capture->redacted)
        out += "redacted: names, addresses, serial numbers and GUIDs were replaced\n";
    return out + "\n";
}

namespace {

/// Such a note says what was changed in a text that was read in full: "sys.log: 1 line break was missing and
/// was restored" (formats/files/LineBreaks.h).
bool isOfLineBreaks(std::string_view note) {
    const std::size_t what = note.rfind(": ");
    note.remove_prefix(what == std::string_view::npos ? 0 : what + 2);
    return note.find(" line break") != std::string_view::npos &&
           (note.ends_with("restored") || note.ends_with("removed"));
}

} // namespace

std::string textFooter(const topology::Topology &topology, const TextOptions &options) {
    const host::Host &host = topology.host();
    Block missing("Missing:", options.width);
    for (const host::Missing &what : host.missing)
        missing.add(fmt::format("{}: {}{}{}", what.what, what.why,
                                what.remedy.empty() ? "" : "; to get it: ", what.remedy));
    Block damaged("Not read in full:", options.width), changed("Changed:", options.width),
        together("Read together:", options.width);
    if (options.capture != nullptr) {
        for (const capture::Section &section : options.capture->sections)
            if (section.meta().damage != capture::Damage::None)
                damaged.add(
                    fmt::format("{}: {}{}{}", section.meta().name, capture::toString(section.meta().damage),
                                section.meta().damageText.empty() ? "" : ", ", section.meta().damageText));
        for (const std::string &note : options.capture->notes)
            (isOfLineBreaks(note)                          ? changed
             : note.ends_with("read as those of one host") ? together
                                                           : damaged)
                .add(note);
    }
    Block warnings("Not understood:", options.width);
    for (std::size_t i = 0; i < std::min(host.warnings.size(), kShownWarnings); ++i)
        warnings.add(host.warnings[i]);
    if (host.warnings.size() > kShownWarnings)
        warnings.add(fmt::format("and {} more", host.warnings.size() - kShownWarnings));
    return missing.text() + damaged.text() + changed.text() + together.text() + warnings.text();
}

namespace {

bool isUnknown(const topology::Link &link) {
    return !link.speed && !link.width && !link.maxSpeed && !link.maxWidth;
}

} // namespace

std::string linkText(const topology::Node &node, const host::PciFunction &function) {
    const bool silent =
        !node.link || (isUnknown(*node.link) && node.link->state != topology::Link::State::Down);
    if (silent && function.rare->linkBandwidth)
        return toString(*function.rare->linkBandwidth);
    return node.link ? linkText(*node.link) : "";
}

std::string linkText(const topology::Link &link) {
    if (link.state == topology::Link::State::Down)
        return "down";
    if (isUnknown(link))
        return "unknown";
    std::string text = link.state == topology::Link::State::Narrow ? "▲ " : "";
    text += link.speed || link.width ? speedText(link.speed) + " " + widthText(link.width) : "unknown";
    if (!link.maxSpeed && !link.maxWidth)
        return text + " (of unknown)";
    const bool sameSpeed = link.speed && link.speed == link.maxSpeed;
    return fmt::format("{} (of {}{})", text, sameSpeed ? "" : speedText(link.maxSpeed) + " ",
                       widthText(link.maxWidth));
}

std::string findingText(const findings::Finding &finding) {
    static constexpr std::array<std::string_view, 3> kHeads = {"· note", "▲ warning", "✕ error"};
    return fmt::format("{}: {}", kHeads[static_cast<std::size_t>(finding.severity)],
                       findings::titleWithCost(finding));
}

void addHostFindings(TextTable &table, const topology::Topology &topology) {
    for (const findings::Finding &finding : topology.node(0).findings) {
        table.addLine(findingText(finding));
        if (const std::string remedy = findings::remedy(finding); !remedy.empty())
            table.addLine("    " + remedy);
    }
}

std::string numaText(const std::optional<NumaNode> &numa) {
    return numa ? std::to_string(numa->value) : "unknown";
}

std::string groupText(const std::optional<IommuGroup> &group) {
    return group ? fmt::format("g{}", group->value) : "unknown";
}

Absent::Absent(const topology::Topology &topology, const TextOptions &options) {
    const auto &functions = topology.host().functions;
    if (options.capture == nullptr) {
        m_driversRead =
            std::any_of(functions.begin(), functions.end(), [](const auto &f) { return f.driver.known(); });
        m_groupsRead = std::any_of(functions.begin(), functions.end(),
                                   [](const auto &f) { return f.iommuGroup.known(); });
        return;
    }
    const capture::Capture &capture = *options.capture;
    m_driversRead = capture.find("pci-links") != nullptr;
    m_groupsRead = capture.find("iommu-devices") != nullptr;
    m_cut = fleet::cutDevices(capture, topology.host());
    for (const host::PciFunction &function : functions) {
        m_driversRead =
            m_driversRead || (function.driver && fleet::isInListing(capture, function.driver.evidence()));
        const host::EvidenceRef evidence = function.iommuGroup.evidence();
        if (!function.iommuGroup || evidence.section >= capture.sections.size())
            continue;
        m_groupsRead = m_groupsRead || capture.sections[evidence.section].meta().name == "pci-links";
        if (fleet::isInListing(capture, evidence))
            m_listings.insert(evidence.section);
    }
}

// `lspci` has groups with -v.
bool Absent::isListed(const host::PciFunction &function) const {
    const auto isIn = [&](bool isKnown, host::EvidenceRef evidence) {
        return isKnown && m_listings.contains(evidence.section);
    };
    return isIn(bool(function.config), function.configEvidence) ||
           isIn(function.driver.known(), function.driver.evidence()) ||
           isIn(function.numaNode.known(), function.numaNode.evidence()) ||
           isIn(function.subsystemVendor.known(), function.subsystemVendor.evidence());
}

std::string Absent::driver(const host::PciFunction &function) const {
    if (function.driver)
        return HostText(*function.driver).plain(40);
    return m_driversRead && !isUnread(function) ? "none" : "unknown";
}

std::string Absent::group(const host::PciFunction &function, const std::optional<IommuGroup> &group) const {
    const bool isRead = (m_groupsRead || isListed(function)) && !isUnread(function);
    return group || !isRead ? groupText(group) : "none";
}

bool Absent::isUnread(const host::PciFunction &function) const {
    return function.dead || std::binary_search(m_cut.begin(), m_cut.end(), function.address);
}

} // namespace fabricscope::report
