// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/FrontEndChip.h"

#include "core/layout/LinkPainter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricscope::layout {
namespace {

constexpr double kHeight = 18, kStrip = 3, kGap = 7, kLink = 10, kLinkGap = 5, kMaxName = 110;
constexpr TextStyle kPortText{Font::Mono, 10.5F, Token::Text3};
constexpr TextStyle kHint{Font::Sans, 10.5F, Token::Text3};

} // namespace

std::optional<FrontEndChip> FrontEndChip::of(Scene &scene, NodeId portId) {
    const Node &port = scene.node(portId);
    const std::vector<NodeId> nics = scene.content(portId);
    if (port.kind != NodeKind::RootPort || Scene::severity(port) || nics.empty())
        return std::nullopt;
    for (const NodeId id : nics) {
        const Node &nic = scene.node(id);
        if (nic.kind != NodeKind::Nic || !nic.frontEnd || nic.dead || (nic.link && isLoud(*nic.link)) ||
            !scene.content(id).empty())
            return std::nullopt;
    }
    FrontEndChip chip;
    chip.m_port = portId;
    chip.m_portWidth = scene.sketch.width(scene.address(port), kPortText);
    chip.m_width = chip.m_portWidth + kLinkGap + kLink + kStrip + kGap;
    for (const NodeId id : nics)
        chip.addNic(scene, id, nics.size() == 1);
    chip.m_nics.back().parts.push_back({"front end", kHint, scene.sketch.width("front end", kHint), false});
    for (const Nic &nic : chip.m_nics)
        for (const Part &part : nic.parts)
            chip.m_width += part.width + kGap;
    return chip;
}

void FrontEndChip::addNic(Scene &scene, NodeId id, bool alone) {
    const Node &node = scene.node(id);
    Nic &nic = m_nics.emplace_back(Nic{id, {}});
    const auto add = [&](std::string text, const TextStyle &style, bool standsForFunctions = false) {
        const double width = std::min(kMaxName, scene.sketch.width(text, style));
        if (width > 0)
            nic.parts.push_back({std::move(text), style, width, standsForFunctions});
    };
    add(scene.title(node), style::kTitle);
    add(scene.address(node), style::kQuietAddress);
    if (alone)
        add(node.driver.value_or(""), style::kSmallMono);
    if (const std::size_t functions = scene.virtualFunctions(id).size(); functions > 0)
        add(fmt::format("+{} VF{}", functions, functions == 1 ? "" : "s"), kHint, true);
}

void FrontEndChip::paint(Scene &scene, double x, double middle) const {
    Sketch &sketch = scene.sketch;
    const Rect port{x, middle - kHeight / 2, m_portWidth, kHeight};
    sketch.setNode(m_port);
    sketch.area(m_port, port, scene.label(scene.node(m_port)), 2);
    sketch.text(level::kWords, port, scene.address(scene.node(m_port)), kPortText);

    const Node &first = scene.node(m_nics.front().node);
    const double line = lanePixels(first.link ? first.link->width : std::nullopt);
    sketch.setNode(first.id);
    sketch.box(level::kShapes, {port.right() + kLinkGap, middle - std::floor(line / 2), kLink, line},
               solid(Token::RootPort));
    const double left = port.right() + kLinkGap + kLink;
    const Rect chip{left, port.y, x + m_width - left, kHeight};
    sketch.box(level::kAlways, chip, tint(Token::FrontEndNic, 8), solid(Token::Line2), 2);
    sketch.box(level::kAlways, {chip.x, chip.y, kStrip, chip.height}, solid(Token::FrontEndNic));

    double begin = chip.x, end = chip.x + kStrip + kGap;
    for (const Nic &nic : m_nics) {
        std::vector<Rect> functions;
        sketch.setNode(nic.node);
        for (const Part &part : nic.parts) {
            const Rect cell{end, chip.y, part.width, chip.height};
            sketch.text(level::kWords, cell, part.text, part.style);
            if (part.standsForFunctions)
                functions.push_back(cell);
            end += part.width + kGap;
        }
        sketch.area(nic.node, {begin, chip.y, end - begin, chip.height}, scene.label(scene.node(nic.node)),
                    2);
        const auto ids = scene.virtualFunctions(nic.node);
        for (auto id = ids.rbegin(); id != ids.rend() && !functions.empty(); ++id)
            sketch.area(*id, functions.front(), scene.label(scene.node(*id)), 2);
        begin = end;
    }
}

} // namespace fabricscope::layout
