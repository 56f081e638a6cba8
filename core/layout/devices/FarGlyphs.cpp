// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/devices/FarGlyphs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace fabricscope::layout {

using draw::Item;
using draw::Level;
using draw::Wiring;

namespace {

constexpr float kSmallest = 9; ///< px on the screen

/// For each level the glyphs are as large as its smallest zoom requires; the minimum zoom is 5 %.
constexpr std::array kFarLevels{Level{0.15F, 0.25F}, Level{0.1F, 0.15F}, Level{0.0F, 0.1F}};
constexpr float kMinZoom = 0.05F;

} // namespace

void paintFarGlyphs(Scene &scene, double width, double height) {
    std::vector<Wiring::Fault> faults = scene.wiring.faults;
    std::stable_sort(faults.begin(), faults.end(),
                     [](const Wiring::Fault &a, const Wiring::Fault &b) { return a.severity > b.severity; });
    for (const Level &level : kFarLevels) {
        const double preferred = std::ceil(kSmallest / std::max(level.min, kMinZoom));
        const double size = std::min({preferred, width, height});
        std::set<std::pair<int, int>> taken; // of a grid as wide as a glyph: no more than one in each field
        for (const Wiring::Fault &fault : faults) {
            const double x = fault.rect.x + fault.rect.width / 2, y = fault.rect.y + fault.rect.height / 2;
            if (!taken.emplace(static_cast<int>(x / size), static_cast<int>(y / size)).second)
                continue;
            scene.sketch.setNode(fault.node);
            scene.sketch.glyph(level, std::clamp(x - size / 2, 0.0, width - size),
                               std::clamp(y, size / 2, height - size / 2), size,
                               severityGlyph(fault.severity), severityToken(fault.severity));
        }
    }
    scene.sketch.setNode(Item::kNoNode);
}

} // namespace fabricscope::layout
