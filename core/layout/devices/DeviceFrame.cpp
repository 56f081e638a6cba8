// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/devices/DeviceBox.h"

#include <fmt/format.h>

namespace fabricscope::layout {

using draw::Item;
using draw::kNoPaint;
using draw::Rect;
using draw::Sketch;
using draw::Token;
namespace level = draw::level;
namespace style = draw::style;

namespace {

constexpr float kRadius = 3;
constexpr double kStrip = 3;
constexpr double kTagHeight = 13, kTagPadding = 4;

bool isFault(std::optional<findings::Severity> severity) {
    return severity && *severity != findings::Severity::Note;
}

} // namespace

void paintDeviceFrame(Scene &scene, const Node &node, const Rect &rect, std::uint8_t tintPercent) {
    Sketch &sketch = scene.sketch;
    const Tone tone = scene.tone(node);
    const auto severity = scene.worst(node);
    const Token mini = isFault(severity) ? severityToken(*severity)
                       : tone.neutral    ? Token::Line2
                                         : tone.token;
    if (isFault(severity))
        scene.wiring.faults.push_back({node.id, rect, *severity});
    sketch.box(level::kMini, rect, solid(mini), kNoPaint, kRadius);
    if (node.dead) {
        Item &frame = sketch.box(level::kShapes, rect, tint(Token::Error, 6), solid(Token::Error), kRadius);
        frame.dash = 4;
        frame.gap = 3;
        return;
    }
    sketch.box(level::kShapes, rect, tone.fill(tintPercent),
               isFault(severity) ? solid(severityToken(*severity)) : tone.outline(), kRadius);
    sketch.box(level::kShapes, {rect.x, rect.y, kStrip, rect.height}, solid(tone.token));
}

double groupTagWidth(Scene &scene, IommuGroup group) {
    return scene.sketch.width(fmt::format("g{}", group.value), style::kTag) + 2 * kTagPadding;
}

void paintGroupTag(Scene &scene, IommuGroup group, double right, double middle) {
    std::string text = fmt::format("g{}", group.value);
    const double width = scene.sketch.width(text, style::kTag) + 2 * kTagPadding;
    const Rect rect{right - width, middle - (kTagHeight - 1) / 2, width, kTagHeight};
    const Token token = groupToken(group);
    scene.sketch.box(level::kDetails, rect, {token, 30, Token::Surface, 25}, solid(token), 2);
    scene.sketch.text(level::kDetails, {rect.x + kTagPadding, rect.y, width - 2 * kTagPadding, rect.height},
                      std::move(text), style::kTag);
}

} // namespace fabricscope::layout
