// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/scene/Scene.h"

#include <optional>
#include <string>
#include <vector>

namespace fabricscope::layout {

/// A fold in the picture: a chevron and a few words.
struct FoldLabel {
    std::string id; ///< of Folds
    bool opens = true;
    std::string text;               ///< "+62 VFs"
    std::string label;              ///< what a click does: "Show 62 more VFs of ionic_0"
    std::vector<NodeId> nodes = {}; ///< folded into it while it is closed
};

inline constexpr double kChevron = 7; ///< px, wide and high
/// Pointing right while it is closed, down while it is open. Its left edge at x.
void paintChevron(draw::Sketch &sketch, double x, double middle, bool open,
                  draw::Level level = draw::level::kWords);

[[nodiscard]] double foldLabelWidth(Scene &scene, const FoldLabel &word);
/// With the areas of its content, and the place to click. 14 px high.
void paintFoldLabel(Scene &scene, const FoldLabel &word, double x, double middle);

/// "+1 VF", "+62 VFs".
[[nodiscard]] std::string moreFunctions(std::size_t count);
/// `hidden`: VFs of `physical` that are not shown, or would not be.
[[nodiscard]] FoldLabel virtualFunctionsLabel(const Scene &scene, const Node &physical, std::size_t hidden,
                                              bool opens);
/// Bridges folded into the link above this node: "2 bridges".
[[nodiscard]] std::optional<FoldLabel> bridgesLabel(const Scene &scene, const Node &node);
/// For folding again the bridges that begin with this one.
[[nodiscard]] std::optional<FoldLabel> openBridgesLabel(const Scene &scene, const Node &topmost);

} // namespace fabricscope::layout
