// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/SectionText.h"
#include "core/formats/tools/JsonWalk.h"

#include <string>
#include <string_view>

namespace fabricscope::formats {

/// One value of `amd-smi --json`: {"bus": {"max_pcie_speed": {"value": 32, "unit": "GT/s"}}} is
/// "bus", "max_pcie_speed", "32", "GT/s".
struct AmdJsonValue {
    std::string_view group; ///< empty: of the GPU itself
    std::string_view key, value;
    std::string_view unit; ///< empty: none
    host::EvidenceRef evidence;

    /// The number with which a GPU begins.
    [[nodiscard]] bool beginsGpu() const { return group.empty() && key == "gpu"; }
};

/// Gives each value of the text to `take`: [{"gpu": 0, ...}, ...], in newer releases inside {"gpu_data":
/// [...]}. As far as the text is JSON: one that is cut holds what is before the cut.
template<class Take>
void forEachAmdJsonValue(const SectionText &text, std::string_view json, const Take &take) {
    JsonWalk walk(json);
    std::string measured; // a number whose unit follows
    for (auto event = walk.next(); event != JsonWalk::Event::End; event = walk.next()) {
        if (event != JsonWalk::Event::Value)
            continue;
        const auto &path = walk.path();
        const std::string_view inner = path.empty() ? std::string_view() : path.back();
        const host::EvidenceRef evidence = text.evidence(walk.source());
        if (walk.key() == "value")
            measured = walk.value();
        else if (walk.key() == "unit" && path.size() >= 2)
            take(AmdJsonValue{path[path.size() - 2], inner, measured, walk.value(), evidence});
        else
            take(AmdJsonValue{
                inner == "gpu_data" ? std::string_view() : inner, walk.key(), walk.value(), {}, evidence});
    }
}

} // namespace fabricscope::formats
