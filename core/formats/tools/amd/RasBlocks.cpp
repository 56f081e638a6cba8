// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tools/amd/RasBlocks.h"

#include "core/base/Text.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>

namespace fabricscope::formats {

namespace {

void addTo(std::uint64_t &sum, std::string &in, std::string_view block, std::uint64_t count) {
    sum += std::min(count, UINT64_MAX - sum);
    if (count > 0)
        addCount(in, block, count);
}

} // namespace

void RasBlocks::feed(const PastedLine &line) {
    std::string_view rest = line.text;
    if (constexpr std::string_view kBegin = "GPU["; rest.starts_with(kBegin)) {
        rest.remove_prefix(kBegin.size());
        const auto gpu = parseInteger<unsigned>(takeUntil(rest, ']'));
        m_gpu = rest.find("RAS INFO") != std::string_view::npos && gpu && *gpu < HostLimits::kGpus
                    ? gpu
                    : std::nullopt;
        return;
    }
    if (!m_gpu)
        return;
    const auto words = splitWords(line.text, 8);
    if (words.size() != 4 || words[1] != "ENABLED")
        return;
    const auto corrected = parseInteger<std::uint64_t>(words[2]);
    const auto uncorrectable = parseInteger<std::uint64_t>(words[3]);
    if (!corrected || !uncorrectable)
        return;
    Errors &errors = m_gpus[*m_gpu];
    if (errors.blocks++ == 0 || *uncorrectable > 0)
        errors.evidence = m_text.evidence(line.source);
    addTo(errors.corrected, errors.correctedIn, words[0], *corrected);
    addTo(errors.uncorrectable, errors.uncorrectableIn, words[0], *uncorrectable);
}

void RasBlocks::finish(HostBuilder &builder, GpuTable &table,
                       const std::map<unsigned, std::pair<Address, host::EvidenceRef>> &addresses) const {
    for (const auto &[gpu, errors] : m_gpus) {
        table.add(gpu, "Corrected errors", std::to_string(errors.corrected), errors.evidence);
        table.add(gpu, "Uncorrectable errors", std::to_string(errors.uncorrectable), errors.evidence);
        const auto at = addresses.find(gpu);
        const auto address = at == addresses.end() ? std::nullopt : std::optional(at->second.first);
        const std::string name = "GPU" + std::to_string(gpu);
        if (errors.uncorrectable > 0)
            addToolFault(builder, {"ecc_uncorrected", name, address, errors.uncorrectable,
                                   errors.uncorrectableIn, errors.evidence});
        if (errors.corrected > 0)
            addToolFault(builder, {"ecc_corrected", name, address, errors.corrected, errors.correctedIn,
                                   errors.evidence});
    }
}

} // namespace fabricscope::formats
