// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/lspci/FunctionText.h"

#include "core/base/Text.h"
#include "core/formats/lspci/Words.h"

namespace fabricscope::formats::lspci {

namespace {

constexpr std::size_t kLongestParagraph = std::size_t{16} << 10;
constexpr std::size_t kNarrowestMail = 60; ///< columns; shorter lines are not wrapped

std::string_view spanned(std::string_view first, std::string_view last) {
    return {first.data(), static_cast<std::size_t>(last.data() + last.size() - first.data())};
}

constexpr std::uint16_t kHeaderBytes = 64, kStandardBytes = 256, kAllBytes = 4096;

} // namespace

FunctionText::FunctionText(const SectionText &text, const pci::Address &address,
                           std::string_view afterAddress, const PastedLine &line)
    : m_text(text)
    , m_block(line.source)
    , m_source(line.source)
    , m_paragraph(afterAddress.substr(0, kLongestParagraph))
    , m_lastWidth(line.source.size()) {
    m_parsed.facts.address = address;
    m_config.fromText = true;
}

void FunctionText::append(const PastedLine &line) {
    if (m_paragraph.size() + line.text.size() > kLongestParagraph)
        return;
    if (!line.afterFullLine || line.indent > 0)
        m_paragraph += ' ';
    m_paragraph += line.text;
    m_source = spanned(m_source, line.source);
}

void FunctionText::line(const PastedLine &line) {
    if (HexRows::isRow(line.text)) {
        endParagraph();
        m_hexBroken |= !m_hex.add(line.text);
        m_block = spanned(m_block, line.source);
        return;
    }
    const Key *key = keyOf(line.text);
    if (key == nullptr) {
        const bool wrapped = line.afterFullLine || m_lastWidth >= kNarrowestMail;
        const bool oneLine = m_first || (m_key != nullptr && m_key->oneLine);
        if (!m_open || (oneLine && !wrapped)) {
            endParagraph();
            return;
        }
        append(line);
    } else {
        endParagraph();
        m_open = true;
        m_key = key;
        m_verbose = true;
        m_source = line.source;
        m_paragraph.assign(line.text.substr(key->words.size(), kLongestParagraph));
    }
    m_block = spanned(m_block, line.source);
    m_lastWidth = line.source.size();
}

void FunctionText::interrupt() {
    endParagraph();
}

void FunctionText::endParagraph() {
    if (!m_open)
        return;
    m_open = false;
    if (m_first) {
        m_first = false;
        applyHeader(parseHeaderLine(m_paragraph), evidence(), m_parsed);
        return;
    }
    const std::string_view text = trimmed(m_paragraph);
    if (m_key->capability)
        m_key->capability(m_capabilities, text);
    else if (m_key->header && (!m_inCapability || m_key->where == Key::Where::Anywhere))
        m_key->header(*this, text);
}

void FunctionText::capability(FunctionText &self, std::string_view text) {
    self.m_inCapability = true;
    self.m_capabilities.heading(text);
    self.m_denied |= self.m_capabilities.accessDenied();
    self.m_listed = true;
}

ParsedFunction FunctionText::finish(std::string_view &problem) {
    endParagraph();
    m_capabilities.finish();
    finishText();
    finishHex();
    problem = m_hexBroken ? "rows of the hex dump are not contiguous" : std::string_view{};
    return std::move(m_parsed);
}

/// How far the text shows the config space; see pci::ConfigSpace::fromText.
void FunctionText::finishText() {
    host::PciFunction &facts = m_parsed.facts;
    constexpr std::uint8_t kAllOnes = 0xFF;
    const bool isAllOnes = facts.revision && *facts.revision == kAllOnes;
    const bool bare = !m_verbose && m_hex.bytes().empty();
    m_config.dead = m_headerType == 0x7FU || (isAllOnes && bare);
    if (m_config.dead) {
        facts.revision = {};
        m_config = {};
        m_config.fromText = m_config.dead = true;
        m_config.bytesRead = kHeaderBytes;
    } else if (!m_config.busMaster && !m_listed && !facts.rare->secondaryBus) {
        applyLooseFields();
        if (!m_config.acs && !m_config.sriov && !m_config.ats && !m_config.aer)
            return; // `lspci` and `lspci -k` show nothing of it
    } else if (m_denied) {
        m_config.bytesRead = kHeaderBytes;
    } else if (m_listed) {
        m_config.bytesRead = m_capabilities.anyExtended() && m_detailed ? kAllBytes : kStandardBytes;
    } else {
        // -vv says "Status: Cap-" where there are none.
        const bool none = m_detailed && (m_config.status & 0x10U) == 0;
        m_config.bytesRead = none ? kStandardBytes : kHeaderBytes;
    }
    m_config.classCode = facts.classCode.valueOr(0);
    m_config.vendor = facts.vendor.valueOr(0);
    m_config.device = facts.device.valueOr(0);
    m_config.revision = facts.revision.valueOr(0);
    if (m_config.sriov) {
        facts.rare.edit().sriovNumVfs = {m_config.sriov->numVfs, m_text.evidence(m_block)};
        facts.rare.edit().sriovTotalVfs = {m_config.sriov->totalVfs, m_text.evidence(m_block)};
    }
    facts.dead = m_config.dead;
    facts.configEvidence = m_text.evidence(m_block);
    facts.config = std::move(m_config);
}

/// "grep -E 'LnkSta|^[0-9a-f]'" keeps the links and not the headings above them.
void FunctionText::applyLooseFields() {
    const auto &loose = m_capabilities.loose();
    if (!loose)
        return;
    const host::EvidenceRef evidence = m_text.evidence(m_block);
    host::PciFunction &facts = m_parsed.facts;
    if (loose->maxSpeed)
        facts.maxSpeed = {*loose->maxSpeed, evidence};
    if (loose->maxWidth)
        facts.maxWidth = {*loose->maxWidth, evidence};
    if (loose->currentSpeed)
        facts.currentSpeed = {*loose->currentSpeed, evidence};
    if (loose->currentWidth)
        facts.currentWidth = {*loose->currentWidth, evidence};
}

/// What the registers of the dump say wins over the words.
void FunctionText::finishHex() {
    constexpr std::size_t kSubsystem = 0x2C;
    const auto bytes = m_hex.bytes();
    if (bytes.size() < kHeaderBytes)
        return;
    host::PciFunction &facts = m_parsed.facts;
    const host::EvidenceRef evidence = m_text.evidence(m_block);
    pci::ConfigSpace decoded = pci::decodeConfigSpace(bytes);
    if (!decoded.dead) {
        constexpr std::uint16_t kVirtualFunction = 0xFFFF;
        if (decoded.vendor != kVirtualFunction) {
            facts.vendor = {decoded.vendor, evidence};
            facts.device = {decoded.device, evidence};
            m_parsed.vendorByName = false;
        }
        facts.classCode = {decoded.classCode, evidence};
        m_parsed.classByName = false;
        facts.revision = {decoded.revision, evidence};
        const auto word = [&](std::size_t at) {
            return static_cast<std::uint16_t>(bytes[at] | bytes[at + 1] << 8);
        };
        if (decoded.headerType == 0 && word(kSubsystem) != 0 && word(kSubsystem) != kVirtualFunction) {
            facts.subsystemVendor = {word(kSubsystem), evidence};
            facts.subsystemDevice = {word(kSubsystem + 2), evidence};
        }
        if (decoded.secondaryBus) {
            facts.rare.edit().secondaryBus = {*decoded.secondaryBus, evidence};
            facts.rare.edit().subordinateBus = {*decoded.subordinateBus, evidence};
        }
        if (decoded.sriov) {
            facts.rare.edit().sriovNumVfs = {decoded.sriov->numVfs, evidence};
            facts.rare.edit().sriovTotalVfs = {decoded.sriov->totalVfs, evidence};
        }
    } else {
        facts.revision = {};
    }
    facts.config = facts.config && !decoded.dead ? betterConfig(std::move(*facts.config), std::move(decoded))
                                                 : std::move(decoded);
    facts.dead = facts.config->dead;
    facts.configEvidence = evidence;
}

} // namespace fabricscope::formats::lspci
