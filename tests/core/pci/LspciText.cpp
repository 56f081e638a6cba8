// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/pci/LspciText.h"

#include "tests/support/Shell.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

namespace fabricscope::pci {

std::optional<std::string> LspciText::between(std::string_view line, std::string_view before,
                                              std::string_view after) const {
    const std::string text = paragraph(line);
    const auto begin = text.find(before);
    if (text.empty() || begin == std::string::npos)
        return std::nullopt;
    const auto from = begin + before.size();
    return text.substr(from, text.find_first_of(after, from) - from);
}

std::optional<bool> LspciText::flag(std::string_view line, std::string_view word) const {
    const std::string text = paragraph(line);
    for (const char sign : {'+', '-'})
        if (text.find(' ' + std::string(word) + sign) != std::string::npos ||
            text.find('\t' + std::string(word) + sign) != std::string::npos)
            return sign == '+';
    return std::nullopt;
}

// The line that starts, after tabs, with `line`, and its continuation lines, indented one tab more.
std::string LspciText::paragraph(std::string_view line) const {
    std::size_t at = 0;
    std::string found;
    std::size_t depth = 0;
    while (at < m_text.size()) {
        const auto end = std::min(m_text.find('\n', at), m_text.size());
        const std::string_view here = std::string_view(m_text).substr(at, end - at);
        const auto tabs = std::min(here.find_first_not_of('\t'), here.size());
        if (found.empty()) {
            if (here.substr(tabs, line.size()) == line) {
                found = here;
                depth = tabs;
            }
        } else if (tabs > depth) {
            found += '\n';
            found += here;
        } else {
            break;
        }
        at = end + 1;
    }
    return found;
}

namespace {

std::string gigatransfers(const std::optional<LinkSpeed> &speed) {
    return speed ? fmt::format("{:g}GT/s", speed->gigatransfersPerSecond()) : std::string("unknown");
}

std::string width(const std::optional<std::uint8_t> &lanes) {
    return fmt::format("x{}", lanes ? *lanes : 0);
}

std::string signs(std::uint8_t bits) {
    static constexpr const char *kWords[] = {"SrcValid",    "TransBlk",   "ReqRedir",   "CmpltRedir",
                                             "UpstreamFwd", "EgressCtrl", "DirectTrans"};
    std::string text;
    for (unsigned i = 0; i < std::size(kWords); ++i)
        text += fmt::format("{}{}{}", i > 0 ? " " : "", kWords[i], (bits >> i) & 1U ? '+' : '-');
    return text;
}

void expectSameExpress(const Express &express, const LspciText &lspci) {
    EXPECT_EQ(lspci.between("DevCap:", "MaxPayload ", " "),
              std::to_string(express.maxPayloadSupported.value_or(0)));
    EXPECT_EQ(lspci.between("DevCtl:", "MaxPayload ", " "), std::to_string(express.maxPayload.value_or(0)));
    EXPECT_EQ(lspci.between("DevCtl:", "MaxReadReq ", " "),
              std::to_string(express.maxReadRequest.value_or(0)));
    EXPECT_EQ(lspci.flag("DevCtl:", "RlxdOrd"), express.relaxedOrdering);
    EXPECT_EQ(lspci.flag("DevCtl:", "ExtTag"), express.extendedTags);
    EXPECT_EQ(lspci.flag("DevCtl:", "NoSnoop"), express.noSnoop);
    EXPECT_EQ(lspci.flag("DevSta:", "CorrErr"), (express.deviceErrors.value_or(0) & 1) != 0);
    EXPECT_EQ(lspci.flag("DevSta:", "NonFatalErr"), (express.deviceErrors.value_or(0) & 2) != 0);
    EXPECT_EQ(lspci.flag("DevSta:", "FatalErr"), (express.deviceErrors.value_or(0) & 4) != 0);
    EXPECT_EQ(lspci.flag("DevSta:", "UnsupReq"), (express.deviceErrors.value_or(0) & 8) != 0);
    if (const auto reset = lspci.flag("DevCap:", "FLReset")) { // printed for endpoints
        EXPECT_EQ(reset, express.functionLevelReset);
    }
    if (const auto slot = lspci.between("SltCap:", "Slot #", ",")) {
        ASSERT_TRUE(express.slotNumber);
        EXPECT_EQ(*slot, std::to_string(*express.slotNumber));
    } else {
        EXPECT_FALSE(express.slotNumber);
    }
    if (const auto speed = lspci.between("LnkCap:", "Speed ", ",")) {
        EXPECT_EQ(*speed, gigatransfers(express.maxSpeed));
        EXPECT_EQ(lspci.between("LnkCap:", "Width ", ","), width(express.maxWidth));
        EXPECT_EQ(lspci.between("LnkSta:", "Speed ", ", ("), gigatransfers(express.currentSpeed));
        EXPECT_EQ(lspci.between("LnkSta:", "Width ", " \n"), width(express.currentWidth));
        EXPECT_EQ(lspci.flag("LnkSta:", "Train"), express.linkTraining);
        EXPECT_EQ(lspci.flag("LnkSta:", "DLActive"), express.linkActive);
    } else {
        EXPECT_FALSE(express.maxSpeed);
    }
    // A register that is not implemented reads 0: lspci prints it as 2.5GT/s, we treat it as unknown.
    if (const auto target = lspci.between("LnkCtl2:", "Target Link Speed: ", ",");
        target && (express.targetSpeed || *target != "2.5GT/s")) {
        EXPECT_EQ(*target, gigatransfers(express.targetSpeed));
    }
    if (const auto forwarding = lspci.flag("DevCtl2:", "ARIFwd")) {
        EXPECT_EQ(forwarding, express.ariForwarding);
    }
    if (const auto tags = lspci.flag("DevCtl2:", "10BitTagReq")) {
        EXPECT_EQ(tags, express.tenBitTags);
    }
}

void expectSameSrIov(const SrIov &sriov, const LspciText &lspci) {
    EXPECT_EQ(lspci.flag("IOVCtl:", "Enable"), sriov.vfEnable);
    EXPECT_EQ(lspci.between("Initial VFs:", "Initial VFs: ", ","), std::to_string(sriov.initialVfs));
    EXPECT_EQ(lspci.between("Initial VFs:", "Total VFs: ", ","), std::to_string(sriov.totalVfs));
    EXPECT_EQ(lspci.between("Initial VFs:", "Number of VFs: ", ","), std::to_string(sriov.numVfs));
    EXPECT_EQ(lspci.between("VF offset:", "VF offset: ", ","), std::to_string(sriov.firstVfOffset));
    EXPECT_EQ(lspci.between("VF offset:", "stride: ", ","), std::to_string(sriov.vfStride));
    EXPECT_EQ(lspci.between("VF offset:", "Device ID: ", "\n"), fmt::format("{:04x}", sriov.vfDeviceId));
}

} // namespace

bool lspciIsThere() {
    return !test::outputOf("lspci --version 2>/dev/null").empty();
}

std::map<std::string, LspciText> lspciOf(const std::string &file) {
    std::map<std::string, LspciText> functions;
    std::string text = test::outputOf("lspci -F '" + file + "' -D -n -vvv 2>/dev/null");
    while (!text.empty()) {
        const auto end = text.find("\n\n");
        const std::string block = text.substr(0, end);
        functions.emplace(block.substr(0, block.find(' ')), LspciText(block));
        text.erase(0, end == std::string::npos ? end : end + 2);
    }
    return functions;
}

std::map<std::string, Bytes> bytesOfDump(const std::string &file) {
    std::map<std::string, Bytes> functions;
    std::ifstream input(file);
    std::string slot;
    for (std::string line; std::getline(input, line);) {
        const auto colon = line.find(": ");
        const bool isHex = colon != std::string::npos && colon >= 2 && colon <= 3 &&
                           line.find_first_not_of("0123456789abcdef") == colon;
        if (isHex) {
            for (std::size_t at = colon + 2; at + 1 < line.size(); at += 3)
                functions[slot].push_back(
                    static_cast<std::uint8_t>(std::stoul(line.substr(at, 2), nullptr, 16)));
        } else if (!line.empty() && line[0] != '\t' && line[0] != ' ') {
            slot = line.substr(0, line.find(' '));
            if (slot.size() == 7)
                slot = "0000:" + slot;
        }
    }
    return functions;
}

std::string dumpOf(const std::string &slot, const Bytes &bytes) {
    std::string text = slot + " Device";
    for (std::size_t i = 0; i < bytes.size(); ++i)
        text += i % 16 == 0 ? fmt::format("\n{:03x}: {:02x}", i, bytes[i]) : fmt::format(" {:02x}", bytes[i]);
    return text + "\n\n";
}

void expectSameAsLspci(const ConfigSpace &config, const LspciText &lspci) {
    SCOPED_TRACE(lspci.text());
    EXPECT_EQ(lspci.flag("Control:", "BusMaster"), config.busMaster);
    EXPECT_EQ(lspci.has("Express (v"), config.express.has_value());
    if (config.express)
        expectSameExpress(*config.express, lspci);
    EXPECT_EQ(lspci.has("ACSCap:"), config.acs.has_value());
    if (config.acs) {
        EXPECT_EQ(lspci.between("ACSCap:", "ACSCap:\t", "\n"), signs(config.acs->supported));
        EXPECT_EQ(lspci.between("ACSCtl:", "ACSCtl:\t", "\n"), signs(config.acs->enabled));
    }
    EXPECT_EQ(lspci.has("ATSCap:"), config.ats.has_value());
    if (config.ats) {
        EXPECT_EQ(lspci.flag("ATSCtl:", "Enable"), config.ats->enabled);
        EXPECT_EQ(lspci.between("ATSCtl:", "Smallest Translation Unit: ", "\n"),
                  fmt::format("{:02x}", config.ats->smallestTranslationUnit));
    }
    EXPECT_EQ(lspci.has("IOVCap:"), config.sriov.has_value());
    if (config.sriov)
        expectSameSrIov(*config.sriov, lspci);
    EXPECT_EQ(lspci.has("ARICap:"), config.ari.has_value());
    if (config.ari) {
        EXPECT_EQ(lspci.between("ARICap:", "Next Function: ", "\n"),
                  std::to_string(config.ari->nextFunction));
    }
    EXPECT_EQ(lspci.has("PASIDCap:"), config.pasid.has_value());
    if (config.pasid) {
        EXPECT_EQ(lspci.flag("PASIDCtl:", "Enable"), config.pasid->enabled);
        EXPECT_EQ(lspci.between("PASIDCap:", "Max PASID Width: ", "\n"),
                  fmt::format("{:02x}", config.pasid->maxWidthBits));
    }
    EXPECT_EQ(lspci.has("UESta:"), config.aer.has_value());
    if (config.aer) {
        EXPECT_EQ(lspci.flag("UESta:", "CmpltTO"), (config.aer->uncorrectableStatus >> 14 & 1U) != 0);
        EXPECT_EQ(lspci.flag("UESta:", "UnsupReq"), (config.aer->uncorrectableStatus >> 20 & 1U) != 0);
        EXPECT_EQ(lspci.flag("CESta:", "RxErr"), (config.aer->correctableStatus & 1U) != 0);
        EXPECT_EQ(lspci.flag("CESta:", "AdvNonFatalErr"), (config.aer->correctableStatus >> 13 & 1U) != 0);
    }
    if (config.serialNumber) {
        std::string text;
        for (int i = 7; i >= 0; --i)
            text += fmt::format("{:02x}{}", *config.serialNumber >> (8 * i) & 0xFFU, i > 0 ? "-" : "");
        EXPECT_TRUE(lspci.has("Device Serial Number " + text)) << text;
    }
    for (const CapabilityRef &capability : config.capabilities)
        EXPECT_TRUE(lspci.has(capability.extended ? fmt::format("Capabilities: [{:03x} v{}]",
                                                                capability.offset, capability.version)
                                                  : fmt::format("Capabilities: [{:02x}]", capability.offset)))
            << capability.offset;
}

} // namespace fabricscope::pci
