// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/PastedLines.h"
#include "core/formats/lspci/CapabilityText.h"
#include "core/formats/lspci/HexRows.h"
#include "core/formats/lspci/Keys.h"
#include "core/formats/lspci/ParsedFunction.h"

#include <string>

namespace fabricscope::formats::lspci {

/// The block of one function, from its first line to the next function's: extracts its data for any
/// combination of -v, -vv, -vvv, -n, -nn, -k, -x.
class FunctionText {
public:
    FunctionText(const SectionText &text, const pci::Address &address, std::string_view afterAddress,
                 const PastedLine &line);

    void line(const PastedLine &line);
    /// A line that ends a paragraph and belongs to none: blank, or a prompt.
    void interrupt();
    /// Returns the collected data. `problem`: hex rows that were not consecutive, empty if there were none.
    [[nodiscard]] ParsedFunction finish(std::string_view &problem);

    // Header keys (Keys.cpp).
    static void subsystem(FunctionText &self, std::string_view text);
    static void deviceName(FunctionText &self, std::string_view text);
    static void physicalSlot(FunctionText &self, std::string_view text);
    static void control(FunctionText &self, std::string_view text);
    static void status(FunctionText &self, std::string_view text);
    static void flagsLine(FunctionText &self, std::string_view text);
    static void numaNode(FunctionText &self, std::string_view text);
    static void iommuGroup(FunctionText &self, std::string_view text);
    static void region(FunctionText &self, std::string_view text);
    static void memoryAt(FunctionText &self, std::string_view text);
    static void portsAt(FunctionText &self, std::string_view text);
    static void rom(FunctionText &self, std::string_view text);
    static void buses(FunctionText &self, std::string_view text);
    static void portWindow(FunctionText &self, std::string_view text);
    static void memoryWindow(FunctionText &self, std::string_view text);
    static void prefetchableWindow(FunctionText &self, std::string_view text);
    static void capability(FunctionText &self, std::string_view text);
    static void driver(FunctionText &self, std::string_view text);
    static void unknownHeader(FunctionText &self, std::string_view text);
    static void denied(FunctionText &self, std::string_view text);
    static void nothing(FunctionText &self, std::string_view text);

private:
    void endParagraph();
    void append(const PastedLine &line);
    [[nodiscard]] host::EvidenceRef evidence() const { return m_text.evidence(m_source); }
    void addBar(unsigned index, std::string_view text, std::uint64_t flags);
    void finishText();
    void applyLooseFields();
    void finishHex();

    const SectionText &m_text;
    ParsedFunction m_parsed;
    pci::ConfigSpace m_config;
    CapabilityText m_capabilities{m_config};
    HexRows m_hex;
    std::string_view m_block;    ///< from the first line to the last one
    std::string_view m_source;   ///< the lines of the current paragraph
    std::string m_paragraph;     ///< their text
    const Key *m_key = nullptr;  ///< nullptr: the first line, or nothing (m_open)
    bool m_open = true;          ///< a paragraph that may be continued
    bool m_first = true;         ///< it is the first line
    bool m_inCapability = false; ///< behind the first "Capabilities:"
    bool m_verbose = false;      ///< the block has more than its first line
    bool m_detailed = false;     ///< -vv: registers are shown
    bool m_listed = false;       ///< capabilities were listed, or there are none
    bool m_denied = false;
    bool m_hexBroken = false;
    bool m_labelled = false; ///< the firmware names the slot
    std::optional<unsigned> m_headerType;
    unsigned m_nextBar = 0;      ///< -v leaves out the numbers
    std::size_t m_lastWidth = 0; ///< of the last line added, in bytes
};

} // namespace fabricscope::formats::lspci
