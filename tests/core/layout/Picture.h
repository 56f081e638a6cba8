// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/topology/TopologyLayout.h"

#include <string>
#include <vector>

/// Helpers of tests for display lists.
namespace fabricscope::layout {

struct Picture {
    std::shared_ptr<const topology::Topology> topology;
    draw::DisplayList list;

    /// Items that are painted at this zoom.
    [[nodiscard]] std::vector<const draw::Item *> at(double zoom) const;
    /// Texts that are painted at this zoom, in painting order.
    [[nodiscard]] std::vector<std::string> texts(double zoom = 1) const;
    [[nodiscard]] bool hasText(const std::string &text, double zoom = 1) const;
    /// The first item with this text at 100 %; nullptr if there is none.
    [[nodiscard]] const draw::Item *textItem(const std::string &text) const;
    /// Whether a text contains this part.
    [[nodiscard]] bool mentions(const std::string &part, double zoom = 1) const;
    /// nullptr if there is none.
    [[nodiscard]] const draw::Area *area(topology::NodeId node) const;
    [[nodiscard]] const draw::Area *area(const std::string &bdf) const;
    [[nodiscard]] const topology::Node &node(const std::string &bdf) const;
    [[nodiscard]] std::vector<const draw::Item *> glyphs(draw::Glyph glyph, double zoom = 1) const;
};

[[nodiscard]] bool isInside(const draw::Rect &inner, const draw::Rect &outer);

/// Two switches in series (0000:41:00.0, 0000:43:00.0), each with one path through it; the GPU is
/// 0000:45:00.0.
[[nodiscard]] host::Host gpuBehindTwoSwitches();

[[nodiscard]] Picture pictureOf(host::Host host, const TopologyOptions &options = {});

} // namespace fabricscope::layout
