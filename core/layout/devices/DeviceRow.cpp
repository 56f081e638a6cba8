// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/devices/CellGrid.h"
#include "core/layout/devices/DeviceBox.h"
#include "core/layout/scene/FoldMark.h"
#include "core/layout/scene/LinkPainter.h"

#include <algorithm>

namespace fabricscope::layout {

using draw::Font;
using draw::Glyph;
using draw::Rect;
using draw::Sketch;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
namespace style = draw::style;

namespace {

constexpr double kLeft = 10, kRight = 6, kGap = 8, kHeight = 22, kMaxName = 150, kGlyph = 12, kLock = 9;
constexpr std::uint8_t kDimTint = 10;

TextStyle nameStyle(const Node &node) {
    return node.kind == NodeKind::Other ? style::kCaption : style::kTitle;
}

constexpr double kCellsBottom = 6;

/// Folded into the row: VFs of the device, bridges above it.
std::vector<FoldLabel> foldLabels(const Scene &scene, const Node &node) {
    std::vector<FoldLabel> words;
    if (const auto functions = scene.tree.virtualFunctions(node.id); !functions.empty() && node.bdf) {
        const bool open = scene.options.folds.isOpen(virtualFunctionsFold(*node.bdf), false);
        words.push_back(virtualFunctionsLabel(scene, node, functions.size(), !open));
        if (!open)
            words.back().nodes.assign(functions.begin(), functions.end());
    }
    if (auto bridges = bridgesLabel(scene, node))
        words.push_back(std::move(*bridges));
    return words;
}

/// VFs of an NVMe drive, if the user unfolded them.
CellGrid openFunctions(Scene &scene, const Node &node) {
    const auto functions = scene.tree.virtualFunctions(node.id);
    const bool open = node.bdf && scene.options.folds.isOpen(virtualFunctionsFold(*node.bdf), false);
    return {scene, open ? functions : std::span<const NodeId>{}};
}

bool showsGroup(const Scene &scene, const Node &node) {
    return node.iommuGroup && scene.options.groupTags && scene.options.colourBy == ColourBy::IommuGroup;
}

/// Further functions of a device share the link of the first one, which shows it. In the view of groups,
/// their numbers take the place of healthy links.
bool showsLink(const Scene &scene, const Node &node) {
    if (!node.link || !isLabelled(scene, *node.link) ||
        (node.kind == NodeKind::Other && node.bdf && node.bdf->function != 0))
        return false;
    if (isHighlighted(*node.link))
        return true;
    return !showsGroup(scene, node) &&
           scene.seenBy(node) == nullptr; // there the guest's address has its room
}

/// A chip for the link already shows the fault.
bool showsGlyph(const Scene &scene, const Node &node) {
    const auto severity = scene.worst(node);
    const bool fault = severity && *severity != findings::Severity::Note;
    return fault && !(showsLink(scene, node) && isHighlighted(*node.link));
}

/// Optional parts, as far as there is space: lock, driver, group.
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
                    {Font::Mono, 10.5F, Token::Text2});
}

} // namespace

Size deviceRowSize(Scene &scene, const Node &node) {
    Sketch &sketch = scene.sketch;
    double width = kLeft + std::min(kMaxName, sketch.width(scene.title(node), nameStyle(node))) + kRight;
    if (node.bdf)
        width += kGap + sketch.width(scene.address(node), style::kDimAddress);
    if (const auto *seen = scene.seenBy(node))
        width += kGap + sketch.width(seen->shortAddress(), style::kGuestAddress);
    for (const FoldLabel &word : foldLabels(scene, node))
        width += kGap + foldLabelWidth(scene, word);
    if (showsLink(scene, node))
        width += kGap + linkLabelWidth(scene, *node.link);
    if (showsGroup(scene, node))
        width += kGap + groupTagWidth(scene, *node.iommuGroup);
    if (showsGlyph(scene, node))
        width += kGap + kGlyph;
    const CellGrid cells = openFunctions(scene, node);
    width = std::max(width, kLeft + cells.naturalWidth() + kRight);
    const double below = cells.height(width - kLeft - kRight);
    return {width, kHeight + (below > 0 ? below + kCellsBottom : 0)};
}

void paintDeviceRow(Scene &scene, const Node &node, const Rect &rect) {
    Sketch &sketch = scene.sketch;
    sketch.setNode(node.id);
    sketch.area(node.id, rect, scene.label(node));
    scene.wiring.obstacles.push_back(rect);
    paintDeviceFrame(scene, node, rect, kDimTint);
    const double middle = rect.y + kHeight / 2;
    double right = rect.right() - kRight;
    if (showsLink(scene, node)) {
        const double width = linkLabelWidth(scene, *node.link);
        paintLinkLabel(scene, node, right - width, middle);
        right -= width + kGap;
    }
    if (showsGlyph(scene, node)) {
        sketch.glyph(level::kShapes, right - kGlyph, middle, kGlyph, severityGlyph(*scene.worst(node)),
                     severityToken(*scene.worst(node)));
        right -= kGlyph + kGap;
    }

    const double nameWidth = std::min(kMaxName, sketch.width(scene.title(node), nameStyle(node)));
    double left = rect.x + kLeft;
    sketch.words(level::kNamesOnly, {left, rect.y, rect.width - kLeft - kRight, kHeight}, scene.title(node),
                 {Font::SansSemibold, 18, Token::Text});
    sketch.words(level::kWords, {left, rect.y, nameWidth, kHeight}, scene.title(node), nameStyle(node));
    left += nameWidth + kGap;
    if (node.bdf) {
        const double width = sketch.width(scene.address(node), style::kDimAddress);
        sketch.text(level::kWords, {left, rect.y, width, kHeight}, scene.address(node), style::kDimAddress);
        left += width + kGap;
    }
    if (const auto *seen = scene.seenBy(node)) {
        const double width = sketch.width(seen->shortAddress(), style::kGuestAddress);
        sketch.text(level::kWords, {left, rect.y, width, kHeight}, seen->shortAddress(),
                    style::kGuestAddress);
        left += width + kGap;
    }
    for (const FoldLabel &word : foldLabels(scene, node)) {
        paintFoldLabel(scene, word, left, middle);
        left += foldLabelWidth(scene, word) + kGap;
    }
    paintExtras(scene, node, left, right, middle);
    openFunctions(scene, node).paint(scene, rect.x + kLeft, rect.y + kHeight, rect.width - kLeft - kRight);
}

} // namespace fabricscope::layout
