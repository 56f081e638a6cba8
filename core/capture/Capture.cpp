// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/Capture.h"

#include <algorithm>

namespace fabricscope::capture {

namespace {

// The later one of two sections with the same name; but an empty or damaged one never replaces a better one.
bool isBetter(const Section &candidate, const Section &current) {
    const bool candidateComplete = candidate.size() > 0 && candidate.meta().damage == Damage::None;
    const bool currentComplete = current.size() > 0 && current.meta().damage == Damage::None;
    if (candidateComplete != currentComplete)
        return candidateComplete;
    if ((candidate.size() > 0) != (current.size() > 0))
        return candidate.size() > 0;
    return candidate.meta().part > current.meta().part;
}

} // namespace

const Section *Capture::find(std::string_view name) const {
    const Section *found = nullptr;
    for (const Section &section : sections)
        if (section.meta().name == name && (!found || isBetter(section, *found)))
            found = &section;
    return found;
}

bool isFromCollector(const Capture *capture) {
    return capture != nullptr &&
           std::any_of(capture->sections.begin(), capture->sections.end(),
                       [](const Section &section) { return section.meta().part == Part::Safe; });
}

} // namespace fabricscope::capture
