// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The text of `lspci` with any of -v -vv -vvv -n -nn -k -D -b -x -xxx -xxxx.
#include "core/formats/Readers.h"
#include "core/formats/lspci/FunctionText.h"

#include <optional>

namespace fabricscope::formats {

namespace {

using lspci::FunctionText;
using lspci::MergePolicy;
using lspci::ParsedFunction;

class TextReader {
public:
    TextReader(const SectionText &text, MergePolicy policy, HostBuilder &builder)
        : m_text(text), m_policy(policy), m_builder(builder) {}

    void read() {
        for (PastedLines lines(m_text.bytes, m_text.meta.damage != capture::Damage::None); lines.next();)
            take(lines.line());
        deliver();
    }

private:
    void take(const PastedLine &line) {
        if (line.blank() || line.text == "--") { // grep's, between pieces
            if (m_function)
                m_function->interrupt();
            m_afterBlank |= line.blank();
            return;
        }
        std::string_view behind;
        if (const auto address = lspci::headerAddress(line.text, behind)) {
            deliver();
            m_function.emplace(m_text, *address, behind, line);
            m_first = line.source;
        } else if (m_function) {
            // Pages that double their lines keep the indents; without one, a blank line ends a function.
            const bool other = (m_afterBlank && line.indent == 0) || isPrompt(line.text);
            if (other)
                deliver();
            else
                m_function->line(line);
        }
        m_afterBlank = false;
    }

    void deliver() {
        if (!m_function)
            return;
        std::string_view problem;
        ParsedFunction parsed = m_function->finish(problem);
        if (!problem.empty())
            m_builder.warn(m_text, m_first, problem);
        const host::PciFunction &facts = parsed.facts;
        if (facts.classCode || facts.device || facts.driver || facts.config)
            lspci::mergeFunction(std::move(parsed), m_policy, m_builder);
        m_function.reset();
    }

    const SectionText &m_text;
    MergePolicy m_policy;
    HostBuilder &m_builder;
    std::optional<FunctionText> m_function;
    std::string_view m_first; ///< the function's first line
    bool m_afterBlank = false;
};

/// Virtual functions by the numbers of their physical one: the first is `offset` behind it, each next one
/// `stride` (SR-IOV 1.1, 2.1.2).
void assignVirtualFunctions(HostBuilder &builder) {
    constexpr std::size_t kMost = HostLimits::kFunctions;
    std::size_t looked = 0;
    std::vector<std::pair<Address, pci::SrIov>> physical;
    for (const host::PciFunction &f : builder.functions())
        if (f.config && f.config->sriov && f.config->sriov->vfEnable && f.config->sriov->numVfs > 0)
            physical.emplace_back(f.address, *f.config->sriov);
    for (const auto &[address, sriov] : physical) {
        if (sriov.firstVfOffset == 0 || (sriov.vfStride == 0 && sriov.numVfs > 1))
            continue;
        std::uint64_t routing = (address.key() & 0xFFFF) + sriov.firstVfOffset;
        for (unsigned i = 0; i < sriov.numVfs && routing <= 0xFFFF && looked < kMost; ++i, ++looked) {
            const Address at{address.domain, static_cast<std::uint8_t>(routing >> 8),
                             static_cast<std::uint8_t>(routing >> 3 & 0x1F),
                             static_cast<std::uint8_t>(routing & 7)};
            routing += sriov.vfStride;
            host::PciFunction *function = builder.knownFunction(at);
            if (function == nullptr || function->physfn)
                continue;
            const host::EvidenceRef evidence = builder.knownFunction(address)->configEvidence;
            function->physfn = {address, evidence};
            builder.virtualFunction(address, i, at);
        }
    }
}

} // namespace

void readLspciText(const SectionText &text, HostBuilder &builder) {
    TextReader(text, MergePolicy::Replace, builder).read();
    assignVirtualFunctions(builder);
}

// `lspci -Dvvvnn`, brought only where config space cannot be read.
void readLspci(const SectionText &text, HostBuilder &builder) {
    TextReader(text, MergePolicy::FillMissing, builder).read();
}

} // namespace fabricscope::formats
