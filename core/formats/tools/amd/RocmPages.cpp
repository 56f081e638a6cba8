// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tools/amd/RocmPages.h"

#include "core/base/Text.h"
#include "core/formats/tools/ToolText.h"

namespace fabricscope::formats {

void RocmPages::feed(const PastedLine &line) {
    std::string_view rest = line.text;
    if (constexpr std::string_view kBegin = "GPU["; rest.starts_with(kBegin)) {
        rest.remove_prefix(kBegin.size());
        m_gpu = parseInteger<unsigned>(takeUntil(rest, ']'));
        return;
    }
    if (!m_gpu || *m_gpu >= HostLimits::kGpus)
        return;
    const auto words = splitWords(line.text, 4);
    if (words.size() != 3 || !words[0].starts_with("0x") || !words[1].starts_with("0x"))
        return;
    const std::string_view status = words[2];
    const bool isRetired = sameIgnoringCase(status, "reserved") || sameIgnoringCase(status, "retired");
    const bool isPending = sameIgnoringCase(status, "pending");
    if (!isRetired && !isPending && !sameIgnoringCase(status, "unreservable"))
        return;
    Pages &pages = m_gpus[*m_gpu];
    if (pages.retired + pages.pending + pages.unreservable == 0)
        pages.evidence = m_text.evidence(line.source);
    ++(isRetired ? pages.retired : isPending ? pages.pending : pages.unreservable);
}

void RocmPages::finish(HostBuilder &builder, GpuTable &table,
                       const std::map<unsigned, std::pair<Address, host::EvidenceRef>> &addresses) const {
    for (const auto &[gpu, pages] : m_gpus) {
        table.add(gpu, "Retired pages", std::to_string(pages.retired), pages.evidence);
        table.add(gpu, "Pending pages", std::to_string(pages.pending), pages.evidence);
        table.add(gpu, "Unreservable pages", std::to_string(pages.unreservable), pages.evidence);
        const auto at = addresses.find(gpu);
        const auto address = at == addresses.end() ? std::nullopt : std::optional(at->second.first);
        const std::string name = "GPU" + std::to_string(gpu);
        if (pages.retired > 0)
            addToolFault(builder, {"bad_pages", name, address, pages.retired, {}, pages.evidence});
        if (pages.pending > 0)
            addToolFault(builder, {"bad_pages_pending", name, address, pages.pending, {}, pages.evidence});
        if (pages.unreservable > 0)
            addToolFault(builder,
                         {"bad_pages_unreservable", name, address, pages.unreservable, {}, pages.evidence});
    }
}

} // namespace fabricscope::formats
