// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/hwloc/LstopoMemory.h"

#include "core/formats/tools/ToolText.h"

namespace fabricscope::formats {

void addRoundedMemory(HostBuilder &builder, unsigned node, std::string_view attributes,
                      host::EvidenceRef evidence) {
    for (const std::string_view word : splitWords(attributes, 8))
        if (parseMemorySize(word)) {
            addToolFact(builder, "lstopo", "NUMA node " + std::to_string(node), "Memory (rounded)", word,
                        evidence);
            return;
        }
}

} // namespace fabricscope::formats
