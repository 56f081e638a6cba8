// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/CutDevices.h"

#include <algorithm>
#include <cstdint>

namespace fabricscope::fleet {

namespace {

bool isCut(const capture::Section &section) {
    const capture::Section::Meta &meta = section.meta();
    if (meta.part != capture::Part::Import || (meta.name != "lspci-text" && meta.name != "lspci-machine"))
        return false;
    const capture::Section::Bytes bytes = section.content();
    return meta.damage != capture::Damage::None || (!bytes.view().empty() && bytes.view().back() != '\n');
}

} // namespace

std::vector<host::Address> cutDevices(const capture::Capture &capture, const host::Host &host) {
    struct Last {
        const host::PciFunction *function = nullptr;
        std::uint32_t place = 0;
    };
    std::vector<Last> last(capture.sections.size());
    for (const host::PciFunction &function : host.functions)
        for (const host::EvidenceRef &evidence : {function.vendor.evidence(), function.classCode.evidence()})
            if (evidence.section < last.size() && (last[evidence.section].function == nullptr ||
                                                   evidence.offset >= last[evidence.section].place))
                last[evidence.section] = {&function, evidence.offset};
    std::vector<host::Address> cut;
    for (std::size_t i = 0; i < last.size(); ++i)
        if (last[i].function != nullptr && isCut(capture.sections[i]))
            cut.push_back(last[i].function->address);
    std::sort(cut.begin(), cut.end());
    return cut;
}

} // namespace fabricscope::fleet
