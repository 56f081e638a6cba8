// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/lspci/CapabilityText.h"

#include "core/base/Text.h"
#include "core/formats/Hex.h"
#include "core/formats/lspci/CapabilityNames.h"
#include "core/formats/lspci/Words.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace fabricscope::formats::lspci {

namespace {

using pci::Express;
using pci::LinkSpeed;
using pci::PortType;

template<class T> void set(std::optional<T> &to, const std::optional<T> &value) {
    if (value)
        to = value;
}

std::optional<std::uint16_t> bytesAfter(std::string_view text, std::string_view label) {
    const auto value = valueAfter(text, label);
    const auto number = value ? leadingNumber(*value) : std::nullopt;
    const bool plausible = number && *number >= 128 && *number <= 16384 && std::has_single_bit(*number);
    return plausible ? std::optional(static_cast<std::uint16_t>(*number)) : std::nullopt;
}

/// "Speed 16GT/s (downgraded), ...", "Speed unknown"; pciutils 2 says "2.5Gb/s" for 2.5 GT/s.
std::optional<LinkSpeed> speedAfter(std::string_view text, std::string_view label) {
    const auto value = valueAfter(text, label, ", (");
    constexpr std::string_view kOld = "Gb/s";
    if (value && value->ends_with(kOld))
        return LinkSpeed::parse(std::string(value->substr(0, value->size() - kOld.size())) + "GT/s");
    return value ? LinkSpeed::parse(*value) : std::nullopt;
}

std::optional<std::uint8_t> widthAfter(std::string_view text, std::string_view label) {
    const auto value = valueAfter(text, label, ", (");
    if (!value || (*value)[0] != 'x')
        return std::nullopt;
    const auto number = leadingNumber(value->substr(1));
    return number ? pci::validWidth(*number) : std::nullopt;
}

std::optional<std::uint16_t> numberAfter(std::string_view text, std::string_view label, int base = 10) {
    const auto value = valueAfter(text, label);
    const auto number = value ? leadingNumber(*value, base) : std::nullopt;
    return number && *number <= 0xFFFF ? std::optional(static_cast<std::uint16_t>(*number)) : std::nullopt;
}

struct Port {
    std::string_view words;
    PortType type;
};
// Longer ones above shorter ones; old wording below new.
constexpr Port kPorts[] = {
    {"Legacy Endpoint", PortType::LegacyEndpoint},
    {"Endpoint", PortType::Endpoint},
    {"Root Port", PortType::RootPort},
    {"Upstream Port", PortType::UpstreamPort},
    {"Downstream Port", PortType::DownstreamPort},
    {"PCI-Express to PCI", PortType::PcieToPci},
    {"PCI/PCI-X to PCI-Express", PortType::PciToPcie},
    {"PCI/PCI-X Bridge", PortType::PcieToPci},
    {"PCI/PCI-X to PCI Express", PortType::PciToPcie},
    {"PCI Bridge", PortType::PcieToPci},
    {"Root Complex Integrated Endpoint", PortType::RootComplexEndpoint},
    {"Root Complex Endpoint", PortType::RootComplexEndpoint},
    {"Root Complex Event Collector", PortType::EventCollector},
};

constexpr std::string_view kAcsFlags[] = {"SrcValid",    "TransBlk",   "ReqRedir",   "CmpltRedir",
                                          "UpstreamFwd", "EgressCtrl", "DirectTrans"};

// Bits of the AER status registers (PCIe 6.0, 7.8.4.2 and 7.8.4.5) in lspci's words.
constexpr std::string_view kUncorrectable[] = {"",
                                               "",
                                               "",
                                               "",
                                               "DLP",
                                               "SDES",
                                               "",
                                               "",
                                               "",
                                               "",
                                               "",
                                               "",
                                               "TLP",
                                               "FCP",
                                               "CmpltTO",
                                               "CmpltAbrt",
                                               "UnxCmplt",
                                               "RxOF",
                                               "MalfTLP",
                                               "ECRC",
                                               "UnsupReq",
                                               "ACSViol",
                                               "UncorrIntErr",
                                               "BlockedTLP",
                                               "AtomicOpBlocked",
                                               "TLPBlockedErr",
                                               "PoisonTLPBlocked",
                                               "DMWrReqBlocked",
                                               "IDECheck",
                                               "MisIDETLP",
                                               "PCRC_CHECK",
                                               "TLPXlatBlocked"};
constexpr std::string_view kCorrectable[] = {
    "RxErr",      "",         "", "", "", "",        "BadTLP",
    "BadDLLP",    "Rollover", "", "", "", "Timeout", "AdvNonFatalErr",
    "CorrIntErr", "HeaderOF"};
constexpr std::string_view kDeviceStatus[] = {"CorrErr", "NonFatalErr", "FatalErr", "UnsupReq"};
constexpr std::string_view kOldDeviceStatus[] = {"CorrErr", "UncorrErr", "FatalErr",
                                                 "UnsuppReq"}; // before 3.6

} // namespace

/// One function for each paragraph below a heading.
struct CapabilityKeys {
    static void deviceCapabilities(CapabilityText &self, std::string_view text) {
        if (Express *express = self.currentExpress()) {
            set(express->maxPayloadSupported, bytesAfter(text, "MaxPayload "));
            set(express->functionLevelReset, flag(text, "FLReset"));
        }
    }
    static void deviceControl(CapabilityText &self, std::string_view text) {
        if (Express *express = self.currentExpress()) {
            set(express->relaxedOrdering, flag(text, "RlxdOrd"));
            set(express->extendedTags, flag(text, "ExtTag"));
            set(express->noSnoop, flag(text, "NoSnoop"));
            set(express->maxPayload, bytesAfter(text, "MaxPayload "));
            set(express->maxReadRequest, bytesAfter(text, "MaxReadReq "));
        }
    }
    static void deviceStatus(CapabilityText &self, std::string_view text) {
        auto bits = flags(text, kDeviceStatus);
        if (const auto old = flags(text, kOldDeviceStatus))
            bits = bits.value_or(0) | *old;
        if (Express *express = self.currentExpress(); express && bits)
            express->deviceErrors = static_cast<std::uint8_t>(*bits);
    }
    static void linkCapabilities(CapabilityText &self, std::string_view text) {
        if (Express *express = self.currentExpress()) {
            set(express->maxSpeed, speedAfter(text, "Speed "));
            set(express->maxWidth, widthAfter(text, "Width "));
        }
    }
    static void linkControl(CapabilityText &self, std::string_view text) {
        Express *express = self.currentExpress();
        const auto words = valueAfter(text, "ASPM ", ";");
        if (!express || !words)
            return;
        const bool l0s = findWord(*words, "L0s") != std::string_view::npos;
        const bool l1 = findWord(*words, "L1") != std::string_view::npos;
        if (l0s || l1 || beginsWith(*words, "Disabled"))
            express->aspm = static_cast<std::uint8_t>((l0s ? 1U : 0U) | (l1 ? 2U : 0U));
    }
    static void linkStatus(CapabilityText &self, std::string_view text) {
        if (Express *express = self.currentExpress()) {
            set(express->currentSpeed, speedAfter(text, "Speed "));
            set(express->currentWidth, widthAfter(text, "Width "));
            if (valueAfter(text, "Width ", ", (") == "x0" && express->currentSpeed && express->maxWidth)
                express->currentWidth = std::uint8_t{0}; // a link that is down; VFs state no speed, either
            set(express->linkTraining, flag(text, "Train"));
            set(express->linkActive, flag(text, "DLActive"));
        }
    }
    static void slotCapabilities(CapabilityText &self, std::string_view text) {
        if (Express *express = self.currentExpress())
            set(express->slotNumber, numberAfter(text, "Slot #"));
    }
    static void deviceControl2(CapabilityText &self, std::string_view text) {
        if (Express *express = self.currentExpress()) {
            set(express->ariForwarding, flag(text, "ARIFwd"));
            set(express->tenBitTags, flag(text, "10BitTagReq"));
        }
    }
    /// "Supported Link Speeds: 2.5-16GT/s": all rates up to the highest one (PCIe 5.0, 8.2.1).
    static void linkCapabilities2(CapabilityText &self, std::string_view text) {
        Express *express = self.currentExpress();
        auto speeds = valueAfter(text, "Supported Link Speeds:", ", ");
        if (!express || !speeds)
            return;
        speeds->remove_prefix(speeds->rfind('-') + 1); // npos + 1 is 0
        if (const auto highest = LinkSpeed::parse(*speeds))
            express->supportedSpeeds = static_cast<std::uint8_t>((1U << highest->generation()) - 1U);
    }
    static void linkControl2(CapabilityText &self, std::string_view text) {
        if (Express *express = self.currentExpress())
            set(express->targetSpeed, speedAfter(text, "Target Link Speed: "));
    }
    static void acsCapabilities(CapabilityText &self, std::string_view text) {
        self.m_acsSupported = flags(text, kAcsFlags);
    }
    static void acsControl(CapabilityText &self, std::string_view text) {
        self.m_acsEnabled = flags(text, kAcsFlags);
    }
    static void atsControl(CapabilityText &self, std::string_view text) {
        const auto enabled = flag(text, "Enable");
        const auto unit = numberAfter(text, "Smallest Translation Unit:", 16);
        if (enabled && unit)
            self.m_config.ats = pci::Ats{*enabled, static_cast<std::uint8_t>(*unit & 0x1FU)};
    }
    static void iovControl(CapabilityText &self, std::string_view text) {
        self.m_vfEnable = flag(text, "Enable");
    }
    static void initialVfs(CapabilityText &self, std::string_view text) {
        const auto initial = leadingNumber(trimmed(text));
        const auto total = numberAfter(text, "Total VFs:");
        const auto number = numberAfter(text, "Number of VFs:");
        if (!initial || !total || !number || *initial > 0xFFFF)
            return;
        if (!self.m_vfs)
            self.m_vfs.emplace();
        self.m_vfs->initialVfs = static_cast<std::uint16_t>(*initial);
        self.m_vfs->totalVfs = *total;
        self.m_vfs->numVfs = *number;
    }
    static void vfOffset(CapabilityText &self, std::string_view text) {
        const auto offset = leadingNumber(trimmed(text));
        if (!offset || *offset > 0xFFFF || !self.m_vfs)
            return;
        self.m_vfs->firstVfOffset = static_cast<std::uint16_t>(*offset);
        self.m_vfs->vfStride = numberAfter(text, "stride:").value_or(0);
        self.m_vfs->vfDeviceId = numberAfter(text, "Device ID:", 16).value_or(0);
    }
    static void ariCapabilities(CapabilityText &self, std::string_view text) {
        if (const auto next = numberAfter(text, "Next Function:"); next && *next <= 0xFF)
            self.m_config.ari = pci::Ari{static_cast<std::uint8_t>(*next)};
    }
    static void uncorrectable(CapabilityText &self, std::string_view text) {
        self.m_uncorrectable = flags(text, kUncorrectable);
    }
    static void correctable(CapabilityText &self, std::string_view text) {
        self.m_correctable = flags(text, kCorrectable);
    }
    static void pasidCapabilities(CapabilityText &self, std::string_view text) {
        if (const auto width = numberAfter(text, "Max PASID Width:", 16))
            self.m_pasidWidth = static_cast<std::uint8_t>(*width & 0x1FU);
    }
    static void pasidControl(CapabilityText &self, std::string_view text) {
        self.m_pasidEnabled = flag(text, "Enable");
    }
    // pciutils before 3.0 begins several lines with the same word.
    static void oldDevice(CapabilityText &self, std::string_view text) {
        text = trimmed(text);
        if (beginsWith(text, "Supported:"))
            deviceCapabilities(self, text);
        else if (!beginsWith(text, "Latency") && !beginsWith(text, "Errors:")) // which are reported
            deviceControl(self, text);
    }
    static void oldLink(CapabilityText &self, std::string_view text) {
        text = trimmed(text);
        if (beginsWith(text, "Supported Speed"))
            linkCapabilities(self, text);
        else if (beginsWith(text, "ASPM"))
            linkControl(self, text);
        else if (beginsWith(text, "Speed"))
            linkStatus(self, text);
    }
    static void oldSlot(CapabilityText &self, std::string_view text) {
        if (Express *express = self.currentExpress())
            set(express->slotNumber, numberAfter(text, "Number "));
    }
    /// "LaneErrStat: 0", "LaneErrStat: LaneErr at lane: 0 3".
    static void laneErrors(CapabilityText &self, std::string_view text) {
        std::uint32_t lanes = 0;
        std::string_view list;
        if (const auto named = valueAfter(text, "LaneErr at lane:", "\n"))
            list = *named;
        else if (firstWord(trimmed(text)) != "0")
            return;
        while (!list.empty()) {
            const auto lane = leadingNumber(list);
            if (!lane || *lane > 31)
                break;
            lanes |= 1U << *lane;
            list.remove_prefix(firstWord(list).size());
            list = trimmed(list);
        }
        self.m_config.laneErrors = lanes;
    }
};

Express *CapabilityText::currentExpress() {
    if (m_config.express)
        return &*m_config.express;
    if (m_anyHeading) // of a port of unknown type
        return nullptr;
    return m_loose ? &*m_loose : &m_loose.emplace();
}

CapabilityText::Read CapabilityText::readerOf(std::string_view key) {
    struct Row {
        std::string_view key;
        Read read;
    };
    static constexpr Row kRows[] = {
        {"DevCap:", CapabilityKeys::deviceCapabilities},
        {"DevCtl:", CapabilityKeys::deviceControl},
        {"DevSta:", CapabilityKeys::deviceStatus},
        {"LnkCap:", CapabilityKeys::linkCapabilities},
        {"LnkCtl:", CapabilityKeys::linkControl},
        {"LnkSta:", CapabilityKeys::linkStatus},
        {"SltCap:", CapabilityKeys::slotCapabilities},
        {"DevCtl2:", CapabilityKeys::deviceControl2},
        {"LnkCap2:", CapabilityKeys::linkCapabilities2},
        {"LnkCtl2:", CapabilityKeys::linkControl2},
        {"ACSCap:", CapabilityKeys::acsCapabilities},
        {"ACSCtl:", CapabilityKeys::acsControl},
        {"ATSCtl:", CapabilityKeys::atsControl},
        {"IOVCtl:", CapabilityKeys::iovControl},
        {"Initial VFs:", CapabilityKeys::initialVfs},
        {"VF offset:", CapabilityKeys::vfOffset},
        {"ARICap:", CapabilityKeys::ariCapabilities},
        {"UESta:", CapabilityKeys::uncorrectable},
        {"CESta:", CapabilityKeys::correctable},
        {"PASIDCap:", CapabilityKeys::pasidCapabilities},
        {"PASIDCtl:", CapabilityKeys::pasidControl},
        {"LaneErrStat:", CapabilityKeys::laneErrors},
        {"Device:", CapabilityKeys::oldDevice},
        {"Link:", CapabilityKeys::oldLink},
        {"Slot:", CapabilityKeys::oldSlot},
    };
    for (const Row &row : kRows)
        if (row.key == key)
            return row.read;
    return nullptr;
}

void CapabilityText::express(std::string_view words) {
    Express express;
    const auto version = valueAfter(words, "(v", ")");
    words.remove_prefix(std::min(words.find(' '), words.size()));
    words = trimmed(words);
    if (words.substr(0, 2) == "(v")
        words = trimmed(words.substr(std::min(words.find(')'), words.size() - 1) + 1));
    bool known = false;
    for (const Port &port : kPorts)
        if (!known && beginsWith(words, port.words)) {
            express.portType = port.type;
            known = true;
        }
    if (!known)
        return;
    // Registers that the first version of the capability does not have.
    if (version && leadingNumber(*version) == 1U)
        express.ariForwarding = express.tenBitTags = false;
    m_config.express = express;
}

void CapabilityText::addRef(std::uint16_t offset, std::optional<std::uint8_t> version,
                            std::string_view words) {
    constexpr std::size_t kMost = 1024; // a config space has no room for more
    constexpr std::uint16_t kExtended = 0x100, kLast = 0xFFC, kExpress = 0x10, kSerial = 0x03;
    if (offset > kLast || m_config.capabilities.size() >= kMost)
        return;
    const bool extended = offset >= kExtended;
    pci::CapabilityRef ref{capabilityId(words, extended), offset, version.value_or(0), extended};
    m_extended |= extended;
    if (!extended && ref.id == kExpress) {
        express(words);
        const auto shownVersion = valueAfter(words, "(v", ")");
        ref.version = static_cast<std::uint8_t>(shownVersion ? leadingNumber(*shownVersion).value_or(0) : 0);
    }
    if (extended && ref.id == kSerial) {
        std::uint64_t serial = 0;
        std::size_t digits = 0;
        for (const char c : words.substr(words.rfind(' ') + 1))
            if (hexDigit(c) <= 0xF && ++digits <= 16)
                serial = serial << 4 | hexDigit(c);
        if (digits == 16)
            m_config.serialNumber = serial;
    }
    m_config.capabilities.push_back(ref);
}

void CapabilityText::heading(std::string_view text) {
    text = trimmed(text);
    m_anyHeading = true;
    if (beginsWith(text, "<access denied>") || beginsWith(text, "<available only to root>")) {
        m_denied = true;
        return;
    }
    if (beginsWith(text, "<chain")) // "<chain looped>", "<chain broken>"
        m_config.problems.emplace_back(text.find("loop") != std::string_view::npos
                                           ? "capability list loops"
                                           : "capability list is broken");
    const auto end = text.find(']');
    if (text.substr(0, 1) != "[" || end == std::string_view::npos || end > 16)
        return;
    const std::string_view place = text.substr(1, end - 1);
    const auto offset = leadingNumber(place, 16);
    if (!offset || *offset > 0xFFF)
        return;
    const auto at = place.find(" v");
    const auto version = at == std::string_view::npos ? std::nullopt : leadingNumber(place.substr(at + 2));
    addRef(static_cast<std::uint16_t>(*offset),
           version && *version <= 15 ? std::optional(static_cast<std::uint8_t>(*version)) : std::nullopt,
           trimmed(text.substr(end + 1)));
}

void CapabilityText::finish() {
    if (m_acsEnabled) // enabled implies supported, in case the line above is missing
        m_config.acs = pci::Acs{static_cast<std::uint8_t>(m_acsSupported.value_or(*m_acsEnabled)),
                                static_cast<std::uint8_t>(*m_acsEnabled)};
    if (m_vfEnable && m_vfs) {
        m_config.sriov = m_vfs;
        m_config.sriov->vfEnable = *m_vfEnable;
    }
    if (m_pasidEnabled && m_pasidWidth)
        m_config.pasid = pci::Pasid{*m_pasidEnabled, *m_pasidWidth};
    if (m_uncorrectable && m_correctable)
        m_config.aer = pci::Aer{*m_uncorrectable, *m_correctable};
}

} // namespace fabricscope::formats::lspci
