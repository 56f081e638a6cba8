// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/scene/LinkPainter.h"
#include "core/layout/topology/CpuList.h"
#include "core/layout/topology/NumaBand.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::layout {

using draw::Align;
using draw::Fact;
using draw::FittedFacts;
using draw::Font;
using draw::Item;
using draw::kNoPaint;
using draw::Sketch;
using draw::Token;
namespace level = draw::level;
namespace style = draw::style;

namespace {

constexpr double kStrip = 3, kTextLeft = 13, kRight = 14, kFactGap = 12, kGlyph = 13;
constexpr double kFrontEndShare = 0.55; ///< of the header's width

struct Counted {
    NodeKind kind;
    bool frontEnd;
    std::string_view one, many;
    int weight; ///< entries of lowest weight are dropped first if there is no space
};
constexpr std::array kCounted{
    Counted{NodeKind::RootPort, false, "root port", "root ports", 2},
    Counted{NodeKind::Switch, false, "switch", "switches", 1},
    Counted{NodeKind::Gpu, false, "GPU", "GPU", 6},
    Counted{NodeKind::NvSwitch, false, "NVSwitch", "NVSwitch", 4},
    Counted{NodeKind::Nic, false, "NIC", "NIC", 5},
    Counted{NodeKind::Nic, true, "front-end NIC", "front-end NIC", 0},
    Counted{NodeKind::Nvme, false, "NVMe", "NVMe", 4},
};
constexpr int kSentenceWeight = 9, kCpuWeight = 7, kMemoryWeight = 3;

const host::NumaNodeFacts *factsOf(const Scene &scene, const Node &node) {
    for (const host::NumaNodeFacts &facts : scene.topology.host().numaNodes)
        if (node.numa && facts.node == *node.numa)
            return &facts;
    return nullptr;
}

std::string cpuText(std::string_view cpus) {
    const auto count = cpuCount(cpus);
    if (!count)
        return "CPUs unknown";
    return *count == 0 ? "no CPUs" : fmt::format("{} CPU{}", *count, *count == 1 ? "" : "s");
}

} // namespace

/// The front-end NICs that fit the header.
void NumaBand::chooseFrontEnds(double inner) {
    m_frontEnds.clear();
    double room = inner * kFrontEndShare;
    for (std::size_t i = 0; i < m_chips.size(); ++i)
        if (m_chips[i].isFrontEnd() && m_chips[i].width() <= room) {
            room -= m_chips[i].width() + kFactGap;
            m_frontEnds.push_back(i);
        }
}

std::string NumaBand::name(const Scene &scene) const {
    const Node *node = m_node == Item::kNoNode ? nullptr : &scene.node(m_node);
    return node && node->numa ? fmt::format("NUMA {}", node->numa->value) : "NUMA unknown:";
}

std::vector<Fact> NumaBand::facts(const Scene &scene) const {
    std::vector<Fact> facts;
    const Node *node = m_node == Item::kNoNode ? nullptr : &scene.node(m_node);
    if (!node || !node->numa) {
        const bool hypervisor = m_flat && scene.topology.host().virtualization.valueOr("none") != "none";
        const auto isUnread = [](const findings::Finding &finding) {
            return finding.rule == "numa.not_told" || finding.variant == "unstated";
        };
        const bool read = node && std::none_of(node->findings.begin(), node->findings.end(), isUnread);
        facts.push_back({hypervisor ? "the hypervisor shows no topology"
                         : read     ? "kernel reports no node (numa_node = -1)"
                                    : "not in the data",
                         kSentenceWeight});
    } else if (const host::NumaNodeFacts *known = factsOf(scene, *node)) {
        facts.push_back({known->cpus ? cpuText(*known->cpus) : "CPUs unknown", kCpuWeight});
        if (known->memory)
            facts.push_back({toString(*known->memory), kMemoryWeight});
    }
    std::array<std::size_t, kCounted.size()> counts{};
    const auto count = [&](NodeId id) {
        const Node &counted = scene.node(id);
        for (std::size_t i = 0; i < kCounted.size(); ++i)
            if (counted.kind == kCounted[i].kind && counted.frontEnd == kCounted[i].frontEnd)
                counts[i] += scene.tree.isNotable(id) ? 1 : 0;
    };
    for (const NodeId id : m_nodes) {
        count(id);
        for (const NodeId below : scene.tree.descendants(id))
            count(below);
    }
    for (std::size_t i = 0; i < kCounted.size(); ++i)
        if (counts[i] > 0)
            facts.push_back(
                {fmt::format("{} {}", counts[i], counts[i] == 1 ? kCounted[i].one : kCounted[i].many),
                 kCounted[i].weight});
    return facts;
}

void NumaBand::paintHeader(Scene &scene, double x, double y) const {
    Sketch &sketch = scene.sketch;
    const double width = m_inner + 2 * kBandInset, middle = y + kBandHeader / 2;
    sketch.box(level::kAlways, {x + 1, y + 1, width - 2, kBandHeader - 1}, solid(Token::Raised), kNoPaint, 3);
    sketch.box(level::kAlways, {x, y, kStrip, kBandHeader}, solid(Token::Numa));

    double right = x + width - kRight;
    scene.wiring.obstacles.push_back({x + kBandInset, y, width - 2 * kBandInset, kBandHeader});
    for (auto frontEnd = m_frontEnds.rbegin(); frontEnd != m_frontEnds.rend(); ++frontEnd) {
        const DeviceChip &chip = m_chips[*frontEnd];
        chip.paint(scene, right - chip.width(), middle);
        right -= chip.width() + kFactGap;
    }

    sketch.setNode(m_node);
    const Node *node = m_node == Item::kNoNode ? nullptr : &scene.node(m_node);
    const std::string name = this->name(scene);
    double left = x + kTextLeft;
    const double nameWidth = sketch.width(name, style::kBandName);
    sketch.text(level::kWords, {left, y, nameWidth, kBandHeader}, name, style::kBandName);
    sketch.text(level::kNamesOnly, {left, y, right - left, kBandHeader}, name,
                {Font::SansSemibold, 20, Token::Text});
    left += nameWidth + kFactGap;
    const auto severity = node ? severityOf(*node, scene.options.muted.get()) : std::nullopt;
    if (severity && *severity != findings::Severity::Note) {
        sketch.glyph(level::kShapes, left, middle, kGlyph, severityGlyph(*severity),
                     severityToken(*severity));
        left += kGlyph + kFactGap;
    }
    const bool showsSummary = m_summary && isLine();
    const double room = right - left - (showsSummary ? m_summary->minimumWidth() + kFactGap : 0);
    FittedFacts facts = fittingFacts(sketch, this->facts(scene), style::kBandFacts, room);
    if (!facts.whole.empty()) // beneath the chips, which have hints of their own
        sketch.hint({x, y, right - x, kBandHeader}, fmt::format("{} {}", name, facts.whole));
    if (!facts.text.empty()) {
        const double used = std::min(room, sketch.width(facts.text, style::kBandFacts));
        sketch.text(level::kWords, {left, y, used, kBandHeader}, std::move(facts.text), style::kBandFacts);
        left += used + kFactGap;
    }
    if (showsSummary)
        m_summary->paint(scene, left, middle, right - left, Align::Right);
}

} // namespace fabricscope::layout
