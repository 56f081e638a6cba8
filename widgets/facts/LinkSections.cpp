// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Link, ACS and ATS, and parameters of transfers.
#include "widgets/facts/FactRows.h"

#include <optional>

namespace fabricscope::widgets {

namespace {

/// The row of a capability if the config space beyond its header was not read; Linux gives 64 bytes to users
/// other than root (drivers/pci/pci-sysfs.c). A file of an unknown user, such as hwloc's XML, does not
/// contain it at all.
std::optional<FactRow> unreadRow(const topology::Topology &topology, const host::PciFunction &function,
                                 const QString &label) {
    if (function.config && function.config->bytesRead > 64)
        return std::nullopt;
    const host::Fact<int> &uid = topology.host().uid;
    FactRow unread = unknownRow(label, uid && *uid != 0);
    if (!uid)
        unread.value = FactText::tr("not in this file");
    return unread;
}

QString speedText(const pci::LinkSpeed &speed) {
    return QStringLiteral("%1 GT/s").arg(speed.gigatransfersPerSecond(), 0, 'f', 1);
}

FactRow rateRow(const QString &label, const host::Fact<pci::LinkSpeed> &speed,
                const host::Fact<std::uint8_t> &width) {
    if (!speed && !width)
        return unknownRow(label);
    const QString lanes = width ? QStringLiteral("x%1").arg(*width) : QStringLiteral("x?");
    return row(label, (speed ? speedText(*speed) : QStringLiteral("? GT/s")) + QLatin1Char(' ') + lanes,
               width ? width.evidence() : speed.evidence());
}

void judge(FactRow &status, const std::optional<topology::Link> &link) {
    if (!link)
        return;
    switch (link->state) {
    case topology::Link::State::Full:
        status.glyph = draw::Glyph::Ok;
        break;
    case topology::Link::State::Slow:
        status.glyph = draw::Glyph::Note;
        break;
    case topology::Link::State::Narrow:
        status.glyph = draw::Glyph::Warning;
        status.look = FactRow::Look::Warning;
        break;
    case topology::Link::State::Down:
        status.glyph = draw::Glyph::Error;
        status.look = FactRow::Look::Error;
        break;
    case topology::Link::State::Unknown:
        break;
    }
}

constexpr struct {
    const char *name;
    std::uint8_t bit;
} kAcsBits[] = {{"SV", 0x01}, {"TB", 0x02}, {"RR", 0x04}, {"CR", 0x08},
                {"UF", 0x10}, {"EC", 0x20}, {"DT", 0x40}};

std::vector<FactChip> acsChips(const pci::Acs &acs) {
    std::vector<FactChip> chips;
    for (const auto &[name, bit] : kAcsBits) {
        const bool on = (acs.enabled & bit) != 0;
        chips.push_back({QLatin1String(name) + QLatin1Char(on ? '+' : '-'), on, (acs.supported & bit) != 0});
    }
    return chips;
}

/// The path of a transfer to a neighbour (PCIe 6.0, 6.12.3): redirection sends untranslated requests up,
/// direct translated P2P lets requests through that a device with ATS has translated.
FactRow peerRow(const pci::Acs &acs, bool translates, host::EvidenceRef evidence) {
    constexpr std::uint8_t kDirectTranslated = 0x40;
    const bool direct = translates && (acs.enabled & kDirectTranslated) != 0;
    return row(FactText::tr("Peer DMA"),
               !acs.redirectsPeers() ? FactText::tr("direct, below the switch")
               : direct              ? FactText::tr("direct if the address is already translated (ATS)")
                                     : FactText::tr("up to the root complex"),
               evidence, FactRow::Look::Plain);
}

void addAcs(FactSection &section, const topology::Topology &topology, const host::PciFunction &port,
            const host::PciFunction &below) {
    if (port.config && port.config->acs) {
        section.chips = acsChips(*port.config->acs);
        section.chipsEvidence = port.configEvidence;
        const bool translates = below.config && below.config->ats && below.config->ats->enabled;
        section.rows.push_back(peerRow(*port.config->acs, translates, port.configEvidence));
    } else if (const auto unread = unreadRow(topology, port, FactText::tr("ACS"))) {
        section.rows.push_back(*unread);
    } else {
        section.rows.push_back(row(FactText::tr("ACS"), FactText::tr("not supported"), port.configEvidence,
                                   FactRow::Look::Plain));
    }
}

} // namespace

FactSection linkSection(const topology::Topology &topology, const topology::Node &node,
                        const host::PciFunction &function) {
    FactSection section{FactText::tr("Link"), {}, {}, {}, {}};
    if (!node.link && !function.currentSpeed && !function.currentWidth && !function.maxSpeed)
        return section;
    if (const host::PciFunction *port = portAbove(topology, node))
        section.note = FactText::tr("up %1").arg(shortBdf(topology, port->address));
    section.rows.push_back(rateRow(QStringLiteral("LnkCap"), function.maxSpeed, function.maxWidth));
    FactRow status = rateRow(QStringLiteral("LnkSta"), function.currentSpeed, function.currentWidth);
    judge(status, node.link);
    section.rows.push_back(status);
    if (node.link && node.link->maxRate())
        section.rows.push_back(row(FactText::tr("Link maximum"),
                                   toQString(node.link->maxRate()->toString()) + QLatin1String(", ") +
                                       toQString(toString(node.link->maxRate()->bandwidth())),
                                   function.maxSpeed.evidence()));
    if (node.link && node.link->rate())
        section.rows.push_back(row(FactText::tr("Bandwidth now"),
                                   toQString(toString(node.link->rate()->bandwidth())),
                                   function.currentSpeed.evidence()));
    return section;
}

FactSection acsSection(const topology::Topology &topology, const topology::Node &node,
                       const host::PciFunction &function) {
    FactSection section{FactText::tr("ACS and ATS"), {}, {}, {}, {}};
    const bool isPort = node.kind == topology::NodeKind::RootPort || node.kind == topology::NodeKind::Bridge;
    const host::PciFunction *port = isPort ? &function : portAbove(topology, node);
    if (port != nullptr) {
        const bool belowSwitch =
            node.parent && topology.node(*node.parent).kind == topology::NodeKind::Switch;
        const QString at = shortBdf(topology, port->address);
        section.note = isPort        ? QString()
                       : belowSwitch ? FactText::tr("downstream %1").arg(at)
                                     : FactText::tr("port %1").arg(at);
        addAcs(section, topology, *port, function);
    }
    if (isPort)
        return section;
    if (function.config && function.config->ats)
        section.rows.push_back(
            row(QStringLiteral("ATS"),
                function.config->ats->enabled
                    ? FactText::tr("enabled, STU %1").arg(function.config->ats->smallestTranslationUnit)
                    : FactText::tr("off"),
                function.configEvidence));
    else if (const auto unread = unreadRow(topology, function, QStringLiteral("ATS")))
        section.rows.push_back(*unread);
    else
        section.rows.push_back(
            row(QStringLiteral("ATS"), FactText::tr("none"), function.configEvidence, FactRow::Look::Plain));
    return section;
}

FactSection transfersSection(const topology::Topology &topology, const topology::Node &,
                             const host::PciFunction &function) {
    FactSection section{FactText::tr("Transfers"), {}, {}, {}, {}};
    if (!function.config || !function.config->express) {
        if (const auto unread = unreadRow(topology, function, FactText::tr("Payload, read"));
            unread && function.maxSpeed)
            section.rows.push_back(*unread);
        return section;
    }
    const pci::Express &express = *function.config->express;
    const host::EvidenceRef evidence = function.configEvidence;
    const auto bytes = [](const std::optional<std::uint16_t> &count) {
        return count ? QString::number(*count) : QStringLiteral("?");
    };
    const auto add = [&](const QString &label, bool known, const QString &text) {
        section.rows.push_back(known ? row(label, text, evidence) : unknownRow(label));
    };
    const auto onOff = [](const std::optional<bool> &on) {
        return on.value_or(false) ? FactText::tr("on") : FactText::tr("off");
    };
    add(FactText::tr("Max payload"), express.maxPayload.has_value(),
        FactText::tr("%1 of %2 bytes").arg(bytes(express.maxPayload), bytes(express.maxPayloadSupported)));
    add(FactText::tr("Read request"), express.maxReadRequest.has_value(),
        FactText::tr("%1 bytes").arg(bytes(express.maxReadRequest)));
    add(FactText::tr("Relaxed order"), express.relaxedOrdering.has_value(), onOff(express.relaxedOrdering));
    add(FactText::tr("Bus master"), function.config->busMaster.has_value(),
        onOff(function.config->busMaster));
    return section;
}

} // namespace fabricscope::widgets
