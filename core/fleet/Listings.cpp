// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/Listings.h"

#include <string_view>

namespace fabricscope::fleet {

bool isInListing(const capture::Capture &capture, host::EvidenceRef evidence) {
    if (evidence.section >= capture.sections.size())
        return false;
    const std::string_view name = capture.sections[evidence.section].meta().name;
    return name == "lspci-text" || name == "lspci-machine" || name == "tool-lspci";
}

} // namespace fabricscope::fleet
