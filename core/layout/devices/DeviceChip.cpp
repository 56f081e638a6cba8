// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/devices/DeviceChip.h"

#include "core/layout/scene/FoldMark.h"
#include "core/layout/scene/LinkPainter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricscope::layout {

using draw::Font;
using draw::Rect;
using draw::Sketch;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
namespace style = draw::style;

namespace {

constexpr double kStrip = 3, kGap = 7, kLink = 10, kLinkGap = 5, kMaxName = 110;
constexpr std::size_t kMaxDevices = 4;
constexpr TextStyle kPortText{Font::Mono, 10.5F, Token::Text3};
constexpr TextStyle kHint{Font::Sans, 10.5F, Token::Text3};
constexpr TextStyle kLinkText{Font::Mono, 10.5F, Token::Text3};

bool isHealthy(const Scene &scene, const Node &node) {
    const auto severity = scene.worst(node);
    return !node.dead && (!severity || *severity == findings::Severity::Note) &&
           !(node.link && isHighlighted(*node.link));
}

/// Whether all of it fits one line.
bool fitsOneLine(const Scene &scene, const Node &node) {
    const bool minor = node.kind == NodeKind::Nvme || node.kind == NodeKind::Other ||
                       (node.kind == NodeKind::Nic && node.frontEnd);
    const bool opened = !scene.tree.virtualFunctions(node.id).empty() && node.bdf &&
                        scene.options.folds.isOpen(virtualFunctionsFold(*node.bdf), false);
    return minor && !opened && isHealthy(scene, node) && scene.tree.content(node.id).empty() &&
           scene.tree.passedAbove(node.id).empty();
}

} // namespace

std::optional<DeviceChip> DeviceChip::of(Scene &scene, NodeId id) {
    const Node &node = scene.node(id);
    DeviceChip chip;
    std::vector<NodeId> devices{id};
    if (node.kind == NodeKind::RootPort) {
        chip.m_port = id;
        devices = scene.tree.content(id);
        if (!isHealthy(scene, node))
            return std::nullopt;
    }
    if (devices.empty() || devices.size() > kMaxDevices ||
        !std::all_of(devices.begin(), devices.end(),
                     [&scene](NodeId device) { return fitsOneLine(scene, scene.node(device)); }))
        return std::nullopt;
    chip.m_frontEnd = std::all_of(devices.begin(), devices.end(), [&scene](NodeId device) {
        return scene.node(device).kind == NodeKind::Nic;
    });
    if (chip.m_port) {
        chip.m_portWidth = scene.sketch.width(scene.address(node), kPortText);
        chip.m_width = chip.m_portWidth + kLinkGap + kLink;
    }
    chip.m_width += kStrip + kGap;
    for (const NodeId device : devices)
        chip.add(scene, device, devices.size() == 1);
    if (chip.m_frontEnd && chip.m_port)
        chip.m_devices.back().parts.push_back(
            {"front end", kHint, scene.sketch.width("front end", kHint), false});
    for (const Device &device : chip.m_devices)
        for (const Part &part : device.parts)
            chip.m_width += part.width + kGap;
    return chip;
}

void DeviceChip::add(Scene &scene, NodeId id, bool alone) {
    const Node &node = scene.node(id);
    Device &device = m_devices.emplace_back(Device{id, {}});
    const auto add = [&](std::string text, const TextStyle &style, bool isFunctionCount = false) {
        const double width = std::min(kMaxName, scene.sketch.width(text, style));
        if (width > 0)
            device.parts.push_back({std::move(text), style, width, isFunctionCount});
    };
    add(scene.title(node), node.kind == NodeKind::Other ? style::kCaption : style::kTitle);
    add(scene.address(node), style::kDimAddress);
    if (alone && m_frontEnd && m_port)
        add(node.driver.value_or(""), style::kSmallMono);
    if (const std::size_t functions = scene.tree.virtualFunctions(id).size(); functions > 0)
        add(moreFunctions(functions), kHint, true);
    if (scene.options.colourBy == ColourBy::IommuGroup) {
        if (node.iommuGroup && scene.options.groupTags)
            add(fmt::format("g{}", node.iommuGroup->value), style::kTag);
    } else if (!m_frontEnd && m_port && node.link && isLabelled(scene, *node.link) && node.bdf &&
               (node.bdf->function == 0 || alone)) {
        add(linkText(*node.link), kLinkText);
    }
}

/// Draws the port and the link to the chip; returns the left edge of the chip.
double DeviceChip::paintPort(Scene &scene, double x, double middle) const {
    if (!m_port)
        return x;
    Sketch &sketch = scene.sketch;
    const Rect port{x, middle - kChipHeight / 2, m_portWidth, kChipHeight};
    sketch.setNode(*m_port);
    sketch.area(*m_port, port, scene.label(scene.node(*m_port)), 2);
    sketch.text(level::kWords, port, scene.address(scene.node(*m_port)), kPortText);
    const Node &first = scene.node(m_devices.front().node);
    const double line = lanePixels(first.link ? first.link->width : std::nullopt);
    sketch.setNode(first.id);
    sketch.box(level::kShapes, {port.right() + kLinkGap, middle - std::floor(line / 2), kLink, line},
               solid(Token::RootPort));
    return port.right() + kLinkGap + kLink;
}

void DeviceChip::paint(Scene &scene, double x, double middle) const {
    Sketch &sketch = scene.sketch;
    const double left = paintPort(scene, x, middle);
    const Rect chip{left, middle - kChipHeight / 2, x + m_width - left, kChipHeight};
    const Tone tone = scene.tone(scene.node(m_devices.front().node));
    scene.wiring.obstacles.push_back({x, chip.y, m_width, chip.height});
    sketch.setNode(m_devices.front().node);
    sketch.box(level::kAlways, chip, tone.fill(8), solid(Token::Line2), 2);
    sketch.box(level::kAlways, {chip.x, chip.y, kStrip, chip.height}, solid(tone.token));

    double begin = chip.x, end = chip.x + kStrip + kGap;
    for (const Device &device : m_devices) {
        std::vector<Rect> functions;
        sketch.setNode(device.node);
        for (const Part &part : device.parts) {
            const Rect cell{end, chip.y, part.width, chip.height};
            sketch.words(level::kWords, cell, part.text, part.style);
            if (part.isFunctionCount)
                functions.push_back(cell);
            end += part.width + kGap;
        }
        const Node &node = scene.node(device.node);
        sketch.area(device.node, {begin, chip.y, end - begin, chip.height}, scene.label(node), 2);
        const auto ids = scene.tree.virtualFunctions(device.node);
        for (auto id = ids.rbegin(); id != ids.rend() && !functions.empty(); ++id)
            sketch.area(*id, functions.front(), scene.label(scene.node(*id)), 2);
        if (!ids.empty() && !functions.empty()) {
            const FoldLabel word = virtualFunctionsLabel(scene, node, ids.size(), true);
            sketch.action(word.id, word.opens, functions.front(), word.label);
        }
        begin = end;
    }
}

} // namespace fabricscope::layout
