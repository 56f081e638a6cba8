// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/scene/Scene.h"

#include <optional>
#include <string>
#include <vector>

namespace fabricscope::layout {

/// Functions that are rarely of interest, in one line that unfolds: "4 host bridges · 4 IOMMUs · 1 VGA".
class MinorSummary {
public:
    /// `nodes`: on root buses, none of them notable; `numa`: whose band it is.
    MinorSummary(Scene &scene, const std::vector<NodeId> &nodes, std::optional<NumaNode> numa,
                 bool openByDefault);

    [[nodiscard]] bool isOpen() const { return m_open; }
    /// The width in which every kind is named.
    [[nodiscard]] double width() const;
    /// The minimum useful width.
    [[nodiscard]] double minimumWidth() const;
    /// As many kinds as fit into `room`, the rest as a number; from the left of `x`, or ending at
    /// `x + room`.
    void paint(Scene &scene, double x, double middle, double room,
               draw::Align align = draw::Align::Left) const;

private:
    struct Kind {
        std::string title; ///< as the nodes are named
        std::string text;  ///< "4 host bridges"
        std::vector<NodeId> nodes;
        double width = 0;
    };
    void add(const Scene &scene, NodeId id);
    [[nodiscard]] std::string rest(std::size_t from) const;
    [[nodiscard]] static std::string counted(std::size_t count, const std::string &title);

    std::vector<Kind> m_kinds;
    std::string m_id, m_hint;
    bool m_open = false;
    std::size_t m_count = 0;
    double m_separator = 0, m_rest = 0;
};

} // namespace fabricscope::layout
