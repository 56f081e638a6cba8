// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/DeviceBox.h"
#include "core/layout/LinkPainter.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::layout {
namespace {

constexpr double kLeft = 10, kRight = 6, kGap = 8, kHeight = 24, kMaxName = 150, kGlyph = 12, kLock = 9;
constexpr std::uint8_t kQuietTint = 10;

TextStyle nameStyle(const Node &node) {
    return node.kind == NodeKind::Other ? style::kCaption : style::kTitle;
}

std::string functionsText(const Scene &scene, const Node &node) {
    const std::size_t count = scene.virtualFunctions(node.id).size();
    return count == 0 ? std::string{} : fmt::format("+{} VF{}", count, count == 1 ? "" : "s");
}

bool showsGroup(const Scene &scene, const Node &node) {
    return node.iommuGroup && scene.options.groupTags && scene.options.colourBy == ColourBy::IommuGroup;
}

/// Further functions of a device share the link of its first one, which says it.
/// Where groups are the question, their numbers stand in the place of healthy links.
bool showsLink(const Scene &scene, const Node &node) {
    if (!node.link || (node.kind == NodeKind::Other && node.bdf && node.bdf->function != 0))
        return false;
    return isLoud(*node.link) || !showsGroup(scene, node);
}

/// A chip for the link says the fault already.
bool showsGlyph(const Scene &scene, const Node &node) {
    const auto severity = scene.worst(node);
    const bool fault = severity && *severity != topology::Severity::Note;
    return fault && !(showsLink(scene, node) && isLoud(*node.link));
}

/// What is nice to have, as far as there is room: lock, driver, group.
void paintExtras(Scene &scene, const Node &node, double left, double right, double middle) {
    Sketch &sketch = scene.sketch;
    if (Scene::isVfio(node) && left + kLock <= right) {
        sketch.glyph(level::kDetails, left, middle, kLock, Glyph::Lock, Token::Text3);
        left += kLock + kGap;
    }
    if (scene.options.groupTags && node.iommuGroup && (Scene::isVfio(node) || showsGroup(scene, node))) {
        const double width = groupTagWidth(scene, *node.iommuGroup);
        if (left + width <= right) {
            paintGroupTag(scene, *node.iommuGroup, right, middle);
            right -= width + kGap;
        }
    }
    const std::string driver = node.driver.value_or("");
    if (const double width = sketch.width(driver, style::kSmallMono); width > 0 && left + width <= right)
        sketch.text(level::kDetails, {left, middle - kHeight / 2, width, kHeight}, driver,
                    {Font::Mono, 10.5F, Token::Text3});
}

} // namespace

Size deviceRowSize(Scene &scene, const Node &node) {
    Sketch &sketch = scene.sketch;
    double width = kLeft + std::min(kMaxName, sketch.width(scene.title(node), nameStyle(node))) + kRight;
    if (node.bdf)
        width += kGap + sketch.width(scene.address(node), style::kQuietAddress);
    if (const std::string functions = functionsText(scene, node); !functions.empty())
        width += kGap + sketch.width(functions, style::kSmallMono);
    if (showsLink(scene, node))
        width += kGap + linkLabelWidth(scene, *node.link);
    if (showsGroup(scene, node))
        width += kGap + groupTagWidth(scene, *node.iommuGroup);
    if (showsGlyph(scene, node))
        width += kGap + kGlyph;
    return {width, kHeight};
}

void paintDeviceRow(Scene &scene, const Node &node, const Rect &rect) {
    Sketch &sketch = scene.sketch;
    sketch.setNode(node.id);
    sketch.area(node.id, rect, scene.label(node));
    paintDeviceFrame(scene, node, rect, kQuietTint);
    const double middle = rect.y + rect.height / 2;
    double right = rect.right() - kRight;
    if (showsLink(scene, node)) {
        const double width = linkLabelWidth(scene, *node.link);
        paintLinkLabel(scene, *node.link, right - width, middle);
        right -= width + kGap;
    }
    if (showsGlyph(scene, node)) {
        sketch.glyph(level::kShapes, right - kGlyph, middle, kGlyph, Scene::severityGlyph(*scene.worst(node)),
                     Scene::severityToken(*scene.worst(node)));
        right -= kGlyph + kGap;
    }

    const double nameWidth = std::min(kMaxName, sketch.width(scene.title(node), nameStyle(node)));
    double left = rect.x + kLeft;
    sketch.text(level::kNamesOnly, {left, rect.y, rect.width - kLeft - kRight, rect.height},
                scene.title(node), {Font::SansSemibold, 18, Token::Text});
    sketch.text(level::kWords, {left, rect.y, nameWidth, rect.height}, scene.title(node), nameStyle(node));
    left += nameWidth + kGap;
    if (node.bdf) {
        const double width = sketch.width(scene.address(node), style::kQuietAddress);
        sketch.text(level::kWords, {left, rect.y, width, rect.height}, scene.address(node),
                    style::kQuietAddress);
        left += width + kGap;
    }
    if (std::string functions = functionsText(scene, node); !functions.empty()) {
        const double width = sketch.width(functions, style::kSmallMono);
        const Rect cell{left, rect.y, width, rect.height};
        sketch.text(level::kWords, cell, std::move(functions), style::kSmallMono);
        const auto virtualFunctions = scene.virtualFunctions(node.id);
        for (auto id = virtualFunctions.rbegin(); id != virtualFunctions.rend(); ++id)
            sketch.area(*id, cell, scene.label(scene.node(*id)));
        left += width + kGap;
    }
    paintExtras(scene, node, left, right, middle);
}

} // namespace fabricscope::layout
