// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/scene/Scene.h"

#include <map>
#include <vector>

namespace fabricscope::layout {

/// Flags below the boxes of pairs whose ribbon would run over text, or next to too many others: the distance,
/// and the other end.
class RibbonFlags {
public:
    void add(const present::Pairing::Drawn &pair);
    /// Returns the areas that they cover.
    std::vector<draw::Rect> paint(Scene &scene) const;

private:
    struct Flag {
        std::vector<const present::Pairing::Drawn *> pairs;
        bool ofGpu = false;
    };
    [[nodiscard]] std::optional<draw::Rect> paint(Scene &scene, const Flag &flag,
                                                  const draw::Rect &box) const;
    std::map<NodeId, Flag> m_flags; ///< by the box that they hang on
};

/// The colour of a distance.
[[nodiscard]] draw::Token pathToken(topology::PathWord word);

} // namespace fabricscope::layout
