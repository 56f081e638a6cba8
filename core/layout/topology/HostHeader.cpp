// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/topology/HostHeader.h"

#include "core/draw/Facts.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::layout {

using draw::Fact;
using draw::FittedFacts;
using draw::Font;
using draw::Rect;
using draw::Sketch;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
namespace style = draw::style;

namespace {

constexpr double kFactGap = 12, kMaxName = 420, kChipHeight = 18, kChipPadding = 6;
constexpr TextStyle kChipText{Font::Sans, 11, Token::Text3};

std::vector<Fact> hostFacts(const host::Host &host) {
    std::vector<Fact> facts;
    std::string machine = host.vendor.valueOr("");
    if (host.product)
        machine += (machine.empty() ? "" : " ") + *host.product;
    if (!machine.empty())
        facts.push_back({machine, 2});
    if (host.kernel)
        facts.push_back({"Linux " + *host.kernel, 1});
    if (host.uid) // data that an ordinary user may not read is missing
        facts.push_back({*host.uid == 0 ? std::string("read as root")
                                        : fmt::format("read as uid {}, without root", *host.uid),
                         3});
    return facts;
}

/// As in the window: a dashed frame, neither a finding nor a badge.
double paintSimulated(Scene &scene, double x, double y) {
    constexpr std::string_view kWord = "simulated";
    Sketch &sketch = scene.sketch;
    const double width = sketch.width(kWord, kChipText) + 2 * kChipPadding;
    const Rect rect{x, y + (kHostHeaderHeight - kChipHeight) / 2, width, kChipHeight};
    draw::Item &frame = sketch.box(level::kAlways, rect, draw::kNoPaint, solid(Token::Line2), 2);
    frame.dash = 3;
    frame.gap = 2;
    sketch.text(level::kAlways, {x + kChipPadding, rect.y, width - 2 * kChipPadding, rect.height},
                std::string(kWord), kChipText);
    return width;
}

} // namespace

void paintHostHeader(Scene &scene, double x, double y, double width) {
    Sketch &sketch = scene.sketch;
    const host::Host &host = scene.topology.host();
    const Node &node = scene.node(0);
    const std::string name = host.hostname && !host.hostname->empty() ? *host.hostname
                             : !host.id.target.empty()                ? host.id.target
                                                                      : scene.title(node);
    sketch.setNode(node.id);
    sketch.area(node.id, {x, y, width, kHostHeaderHeight},
                scene.label(node) + (host.simulated.empty() ? "" : ", simulated"), 3);
    double left = x;
    const double nameWidth = std::min(kMaxName, sketch.width(name, style::kHostName));
    sketch.words(level::kAlways, {left, y, nameWidth, kHostHeaderHeight}, name, style::kHostName);
    left += nameWidth + kFactGap;
    if (!host.simulated.empty())
        left += paintSimulated(scene, left, y) + kFactGap;
    const double room = std::max(0.0, x + width - left);
    FittedFacts facts = fittingFacts(sketch, hostFacts(host), style::kHostFacts, room);
    if (!facts.whole.empty())
        sketch.hint({left, y, room, kHostHeaderHeight}, facts.whole);
    if (!facts.text.empty())
        sketch.text(level::kWords, {left, y, room, kHostHeaderHeight}, std::move(facts.text),
                    style::kHostFacts);
}

} // namespace fabricscope::layout
