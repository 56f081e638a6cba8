// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/devices/DeviceBox.h"

#include "core/layout/devices/CellGrid.h"
#include "core/layout/devices/DeviceLines.h"
#include "core/layout/scene/FoldMark.h"

#include <algorithm>
#include <cmath>

namespace fabricscope::layout {

using draw::Font;
using draw::Glyph;
using draw::Paint;
using draw::Rect;
using draw::Sketch;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
namespace style = draw::style;

namespace {

constexpr double kMinWidth = 80, kMinHeight = 70, kPlainHeight = 46, kMaxNameWidth = 124,
                 kMaxElasticWidth = 88;
constexpr double kLeft = 10, kRight = 4;
constexpr double kNameMiddle = 13, kNameHeight = 18;
constexpr double kFirstLine = 30, kLineStep = 15, kBottom = 10;
constexpr double kGlyph = 13, kLock = 9, kGap = 3;
constexpr double kCellsTop = 3, kCellsBottom = 6; ///< from the last line to the cells, and below those

double labelWidth(Scene &scene, const DeviceLine &line) {
    return line.label.empty() ? 0 : scene.sketch.width(line.label, style::kSmall) + kGap;
}

/// The width that a line needs without cutting its text.
double lineWidth(Scene &scene, const DeviceLine &line) {
    double width =
        kLeft + labelWidth(scene, line) + (line.lock ? kLock + kGap : 0) + (line.fold ? kChevron + kGap : 0);
    if (!line.text.empty())
        width += scene.sketch.width(line.text, line.style);
    if (line.tag)
        width += kGap + groupTagWidth(scene, *line.tag);
    return width + kRight;
}

/// The lower end of the last line, from the top of the box.
double linesBottom(std::size_t lines) {
    return kFirstLine + kLineStep * (static_cast<double>(lines) - 0.5) + 1;
}

double severitySpace(const Scene &scene, const Node &node) {
    const auto severity = scene.worst(node);
    return severity && *severity != findings::Severity::Note ? kGlyph + 2 : 0;
}

void paintLine(Scene &scene, const DeviceLine &line, const Rect &box, double middle, const Paint &rule) {
    Sketch &sketch = scene.sketch;
    const Rect row{box.x + kLeft, middle - kLineStep / 2, box.width - kLeft - kRight, kLineStep};
    double left = row.x, right = box.right() - kRight;
    if (line.ruleAbove)
        sketch.box(level::kDetails, {row.x - 2, std::floor(row.y) - 1, row.width, 1}, rule);
    if (line.tag) {
        paintGroupTag(scene, *line.tag, right, middle);
        right -= groupTagWidth(scene, *line.tag) + kGap;
    }
    if (!line.label.empty()) {
        const double width = labelWidth(scene, line);
        sketch.text(line.level, {left, row.y, width - kGap, row.height}, line.label, style::kSmall);
        left += width;
    }
    if (line.lock) {
        sketch.glyph(line.level, left, middle, kLock, Glyph::Lock, Token::Text3);
        left += kLock + kGap;
    }
    if (line.fold) {
        paintChevron(sketch, left, middle, !line.fold->opens);
        left += kChevron + kGap;
        sketch.action(line.fold->id, line.fold->opens,
                      {box.x + kLeft - 2, row.y, box.width - kLeft, row.height}, line.fold->label);
    }
    if (line.text.empty())
        return;
    const double room = std::max(0.0, right - left);
    sketch.text(line.level, {left, row.y, room, row.height},
                line.elastic ? sketch.elided(line.text, line.style, room) : line.text, line.style);
}

/// Below half size, only the name is shown, enlarged; the severity glyph stays next to it.
void paintLargeName(Scene &scene, const Node &node, const Rect &rect) {
    constexpr float kLargest = 22;
    constexpr double kLargeGlyph = 34;
    const std::string title = scene.title(node);
    TextStyle large{Font::SansSemibold, kLargest, Token::Text};
    const double room = rect.width - kLeft - kRight;
    if (const double width = scene.sketch.width(title, large); width > room)
        large.size = std::max(12.0F, static_cast<float>(std::floor(kLargest * room / width)));
    scene.sketch.words(level::kNamesOnly, {rect.x + kLeft, rect.y + 4, room, 26}, title, large);
    if (severitySpace(scene, node) > 0)
        scene.sketch.glyph(level::kNamesOnly, rect.right() - kLargeGlyph - 3,
                           rect.bottom() - kLargeGlyph / 2 - 3, kLargeGlyph,
                           severityGlyph(*scene.worst(node)), severityToken(*scene.worst(node)));
}

} // namespace

Size deviceBoxSize(Scene &scene, const Node &node) {
    const DeviceContent content = deviceContent(scene, node);
    const CellGrid cells(scene, content.cells);
    const double name =
        kLeft + scene.sketch.width(scene.title(node), style::kBoxName) + severitySpace(scene, node) + kRight;
    double width =
        std::max({kMinWidth, std::min(name, kMaxNameWidth), kLeft + cells.naturalWidth() + kRight});
    for (const DeviceLine &line : content.lines) {
        const double needed = lineWidth(scene, line);
        width = std::max(width, line.elastic ? std::min(needed, kMaxElasticWidth) : needed);
    }
    const double least = scene.knowsDrivers() ? kMinHeight : kPlainHeight;
    double height =
        std::max(least, kFirstLine + kLineStep * (static_cast<double>(content.lines.size()) - 1) + kBottom);
    if (!content.cells.empty())
        height = linesBottom(content.lines.size()) + kCellsTop + cells.height(width - kLeft - kRight) +
                 kCellsBottom;
    return {width, std::max(least, height)};
}

void paintDeviceBox(Scene &scene, const Node &node, const Rect &rect) {
    Sketch &sketch = scene.sketch;
    sketch.setNode(node.id);
    sketch.area(node.id, rect, scene.label(node));
    scene.wiring.boxes[node.id] = rect;
    paintDeviceFrame(scene, node, rect, 13);
    paintLargeName(scene, node, rect);

    const double nameSpace = rect.width - kLeft - kRight - severitySpace(scene, node);
    sketch.words(level::kWords,
                 {rect.x + kLeft, rect.y + kNameMiddle - kNameHeight / 2, nameSpace, kNameHeight},
                 scene.title(node), style::kBoxName);
    if (severitySpace(scene, node) > 0)
        sketch.glyph(level::kWords, rect.right() - kGlyph - 4, rect.y + kNameMiddle, kGlyph,
                     severityGlyph(*scene.worst(node)), severityToken(*scene.worst(node)));

    const DeviceContent content = deviceContent(scene, node);
    double middle = rect.y + kFirstLine;
    std::vector<std::pair<NodeId, Rect>> functions;
    for (const DeviceLine &line : content.lines) {
        middle += line.ruleAbove ? 1 : 0;
        sketch.setNode(line.areas.size() == 1 ? line.areas.front() : node.id);
        paintLine(scene, line, rect, middle, scene.tone(node).outline());
        // The first of several folded devices is added last, so that a click selects it.
        for (auto id = line.areas.rbegin(); id != line.areas.rend(); ++id)
            functions.emplace_back(
                *id, Rect{rect.x + kLeft - 2, middle - kLineStep / 2, rect.width - kLeft, kLineStep});
        middle += kLineStep;
    }
    for (const auto &[id, area] : functions)
        sketch.area(id, area, scene.label(scene.node(id)));
    CellGrid(scene, content.cells)
        .paint(scene, rect.x + kLeft, rect.y + linesBottom(content.lines.size()) + kCellsTop,
               rect.width - kLeft - kRight);
}

} // namespace fabricscope::layout
