// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/DeviceBox.h"

#include "core/layout/LinkPainter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricscope::layout {
namespace {

constexpr double kMinWidth = 80, kMinHeight = 70, kMaxNameWidth = 124, kMaxElasticWidth = 88;
constexpr double kLeft = 10, kRight = 4;
constexpr double kNameMiddle = 13, kNameHeight = 18;
constexpr double kFirstLine = 30, kLineStep = 15, kBottom = 10;
constexpr double kGlyph = 13, kLock = 9, kGap = 3;
constexpr std::size_t kShownFunctions = 2; ///< VFs beyond two are a count
constexpr double kCell = 15, kCellHeight = 12, kCellGap = 2;

/// A line of a box below its name. What may be cut when there is no room is elastic; addresses and numbers
/// are not.
struct Line {
    std::string label = {}; ///< "PF", "VF"
    std::string text = {};
    TextStyle style = style::kAddress;
    Level level = level::kWords;
    bool elastic = false, lock = false, ruleAbove = false;
    std::optional<IommuGroup> tag = {};
    std::vector<NodeId> areas = {}; ///< nodes that this line stands for
};

class Lines {
public:
    Lines(const Scene &scene, const Node &node) : m_scene(scene), m_node(node) {
        const auto functions = scene.virtualFunctions(node.id);
        if (node.dead)
            deadLines(functions);
        else if (functions.empty())
            ownLines();
        else
            functionLines(functions);
    }

    std::vector<Line> lines;

private:
    [[nodiscard]] std::optional<IommuGroup> tagOf(const Node &node) const {
        return m_scene.options.groupTags ? node.iommuGroup : std::nullopt;
    }

    void deadLines(std::span<const NodeId> functions) {
        lines.push_back({.text = m_scene.address(m_node)});
        lines.push_back(
            {.text = "off the bus", .style = style::kSmall, .level = level::kDetails, .elastic = true});
        lines.push_back({.text = functions.empty() ? std::string{} : countText(functions.size()),
                         .style = style::kSmallMono,
                         .tag = tagOf(m_node),
                         .areas = {functions.begin(), functions.end()}});
    }

    static std::string countText(std::size_t count) {
        return fmt::format("+{} VF{}", count, count == 1 ? "" : "s");
    }

    void ownLines() {
        lines.push_back({.text = m_scene.address(m_node)});
        lines.push_back({.text = m_node.driver.value_or("no driver"),
                         .style = m_node.driver ? style::kSmallMono : style::kSmall,
                         .level = level::kDetails,
                         .elastic = true,
                         .lock = Scene::isVfio(m_node)});
        lines.push_back({.text = place(m_node),
                         .style = style::kSmall,
                         .level = level::kDetails,
                         .elastic = true,
                         .tag = tagOf(m_node)});
    }

    /// Labels are words ("OAM 5"), names of physical slots mostly numbers.
    static std::string slotText(const std::string &label) {
        const bool number = label.find_first_not_of("0123456789-") == std::string::npos;
        return number && !label.empty() ? "slot " + label : label;
    }

    /// Who has it; else where it is plugged in; else, where no line above it could say so, its link.
    [[nodiscard]] std::string place(const Node &node) const {
        if (node.owner && *node.owner != node.driver.value_or(""))
            return *node.owner;
        if (const host::PciFunction *function = m_scene.function(node); function && function->slotLabel)
            return slotText(*function->slotLabel);
        const bool onRootBus = node.parent && m_scene.node(*node.parent).kind == NodeKind::RootComplex;
        return onRootBus && node.link ? linkText(*node.link) : std::string{};
    }

    void functionLines(std::span<const NodeId> functions) {
        lines.push_back({.label = "PF", .text = m_scene.address(m_node), .style = style::kQuietAddress});
        const std::size_t shown = std::min(kShownFunctions, functions.size());
        const bool several = functions.size() > 1;
        for (std::size_t i = 0; i < shown; ++i) {
            const Node &function = m_scene.node(functions[i]);
            lines.push_back({.label = "VF",
                             .text = m_scene.address(function),
                             .ruleAbove = i == 0,
                             .tag = several ? tagOf(function) : std::nullopt,
                             .areas = {function.id}});
        }
        const Node &first = m_scene.node(functions.front());
        const bool owned = first.owner && *first.owner != first.driver.value_or("");
        Line last{.text = owned ? *first.owner : shortDriver(first),
                  .style = style::kSmall,
                  .level = level::kDetails,
                  .elastic = true,
                  .lock = Scene::isVfio(first) && !owned,
                  .tag = several ? std::nullopt : tagOf(first)};
        if (functions.size() > shown) {
            last = {.text = countText(functions.size() - shown),
                    .style = style::kSmallMono,
                    .level = level::kWords,
                    .areas = {functions.begin() + static_cast<std::ptrdiff_t>(shown), functions.end()}};
        }
        lines.push_back(std::move(last));
    }

    static std::string shortDriver(const Node &node) {
        if (!node.driver)
            return "no driver";
        return *node.driver == "vfio-pci" ? "vfio" : *node.driver;
    }

    const Scene &m_scene;
    const Node &m_node;
};

std::vector<NodeId> partitionsOf(const Scene &scene, const Node &node) {
    std::vector<NodeId> partitions;
    for (const NodeId child : node.children)
        if (scene.node(child).kind == NodeKind::Partition && scene.isFolded(child))
            partitions.push_back(child);
    return partitions;
}

double labelWidth(Scene &scene, const Line &line) {
    return line.label.empty() ? 0 : scene.sketch.width(line.label, style::kSmall) + kGap;
}

/// The width that a line needs with its text uncut.
double lineWidth(Scene &scene, const Line &line) {
    double width = kLeft + labelWidth(scene, line) + (line.lock ? kLock + kGap : 0);
    if (!line.text.empty())
        width += scene.sketch.width(line.text, line.style) + kGap;
    if (line.tag)
        width += groupTagWidth(scene, *line.tag);
    return width + kRight;
}

std::size_t cellsInRow(double width) {
    return static_cast<std::size_t>(
        std::max(1.0, std::floor((width - kLeft - kRight + kCellGap) / (kCell + kCellGap))));
}

double partitionHeight(std::size_t count, double width) {
    if (count == 0)
        return 0;
    const std::size_t inRow = cellsInRow(width);
    return static_cast<double>((count + inRow - 1) / inRow) * (kCellHeight + kCellGap) + 4;
}

double severityRoom(const Scene &scene, const Node &node) {
    const auto severity = scene.worst(node);
    return severity && *severity != topology::Severity::Note ? kGlyph + 2 : 0;
}

void paintLine(Scene &scene, const Line &line, const Rect &box, double middle, const Paint &rule) {
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
    if (line.text.empty())
        return;
    const double room = std::max(0.0, right - left);
    sketch.text(line.level, {left, row.y, room, row.height},
                line.elastic ? sketch.elided(line.text, line.style, room) : line.text, line.style);
}

void paintPartitions(Scene &scene, std::span<const NodeId> partitions, const Rect &box, double top) {
    Sketch &sketch = scene.sketch;
    const std::size_t inRow = cellsInRow(box.width);
    for (std::size_t i = 0; i < partitions.size(); ++i) {
        const Node &partition = scene.node(partitions[i]);
        const Rect cell{box.x + kLeft + static_cast<double>(i % inRow) * (kCell + kCellGap),
                        top + static_cast<double>(i / inRow) * (kCellHeight + kCellGap), kCell, kCellHeight};
        sketch.setNode(partition.id);
        sketch.box(level::kWords, cell, tint(Token::Gpu, 25), outline(Token::Gpu), 2);
        const std::size_t number = partition.partition.value_or(static_cast<std::uint32_t>(i));
        sketch.text(level::kDetails, cell, fmt::format("{}", number), {Font::Mono, 9, Token::Text},
                    Align::Centre);
    }
}

/// Below half size, the name stands alone and large; severity keeps its place beside it.
void paintLargeName(Scene &scene, const Node &node, const Rect &rect) {
    constexpr float kLargest = 22;
    constexpr double kLargeGlyph = 34;
    const std::string title = scene.title(node);
    TextStyle large{Font::SansSemibold, kLargest, Token::Text};
    const double room = rect.width - kLeft - kRight;
    if (const double width = scene.sketch.width(title, large); width > room)
        large.size = std::max(12.0F, static_cast<float>(std::floor(kLargest * room / width)));
    scene.sketch.text(level::kNamesOnly, {rect.x + kLeft, rect.y + 4, room, 26}, title, large);
    if (severityRoom(scene, node) > 0)
        scene.sketch.glyph(
            level::kNamesOnly, rect.right() - kLargeGlyph - 3, rect.bottom() - kLargeGlyph / 2 - 3,
            kLargeGlyph, Scene::severityGlyph(*scene.worst(node)), Scene::severityToken(*scene.worst(node)));
}

} // namespace

Size deviceBoxSize(Scene &scene, const Node &node) {
    const Lines content(scene, node);
    const double name =
        kLeft + scene.sketch.width(scene.title(node), style::kBoxName) + severityRoom(scene, node) + kRight;
    double width = std::max(kMinWidth, std::min(name, kMaxNameWidth));
    for (const Line &line : content.lines) {
        const double needed = lineWidth(scene, line);
        width = std::max(width, line.elastic ? std::min(needed, kMaxElasticWidth) : needed);
    }
    const double lines = kFirstLine + kLineStep * (static_cast<double>(content.lines.size()) - 1) + kBottom;
    return {width, std::max(kMinHeight, lines) + partitionHeight(partitionsOf(scene, node).size(), width)};
}

void paintDeviceBox(Scene &scene, const Node &node, const Rect &rect) {
    Sketch &sketch = scene.sketch;
    sketch.setNode(node.id);
    sketch.area(node.id, rect, scene.label(node));
    scene.wiring.boxes[node.id] = rect;
    paintDeviceFrame(scene, node, rect, 13);
    paintLargeName(scene, node, rect);

    const double nameRoom = rect.width - kLeft - kRight - severityRoom(scene, node);
    sketch.text(level::kWords,
                {rect.x + kLeft, rect.y + kNameMiddle - kNameHeight / 2, nameRoom, kNameHeight},
                scene.title(node), style::kBoxName);
    if (severityRoom(scene, node) > 0)
        sketch.glyph(level::kWords, rect.right() - kGlyph - 4, rect.y + kNameMiddle, kGlyph,
                     Scene::severityGlyph(*scene.worst(node)), Scene::severityToken(*scene.worst(node)));

    const Lines content(scene, node);
    double middle = rect.y + kFirstLine;
    std::vector<std::pair<NodeId, Rect>> functions;
    for (const Line &line : content.lines) {
        middle += line.ruleAbove ? 1 : 0;
        sketch.setNode(line.areas.size() == 1 ? line.areas.front() : node.id);
        paintLine(scene, line, rect, middle, scene.tone(node).outline());
        // The first of several folded ones comes last: it is the one that is hit.
        for (auto id = line.areas.rbegin(); id != line.areas.rend(); ++id)
            functions.emplace_back(
                *id, Rect{rect.x + kLeft - 2, middle - kLineStep / 2, rect.width - kLeft, kLineStep});
        middle += kLineStep;
    }
    for (const auto &[id, area] : functions)
        sketch.area(id, area, scene.label(scene.node(id)));
    const std::vector<NodeId> partitions = partitionsOf(scene, node);
    if (partitions.empty())
        return;
    const double top = std::max(rect.y + kMinHeight, middle - kLineStep + kBottom) - 1;
    paintPartitions(scene, partitions, rect, top);
    const std::size_t inRow = cellsInRow(rect.width);
    for (std::size_t i = 0; i < partitions.size(); ++i)
        sketch.area(partitions[i],
                    {rect.x + kLeft + static_cast<double>(i % inRow) * (kCell + kCellGap),
                     top + static_cast<double>(i / inRow) * (kCellHeight + kCellGap), kCell, kCellHeight},
                    scene.label(scene.node(partitions[i])));
}

} // namespace fabricscope::layout
