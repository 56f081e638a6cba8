// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/topology/Block.h"

#include "core/layout/devices/DeviceBox.h"
#include "core/layout/scene/FoldMark.h"
#include "core/layout/scene/LinkPainter.h"
#include "core/layout/topology/AcsSummary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

namespace fabricscope::layout {

using draw::Sketch;
namespace style = draw::style;
using present::Pairing;

namespace {

using Form = Block::Form;

constexpr unsigned kMaxDepth = 10;
constexpr double kPortHeader = 22, kBridgeHeader = 19, kSwitchHeader = 24, kSwitchLeft = 10, kSwitchRight = 8,
                 kSwitchBottom = 7;
constexpr double kRowsTop = 8; ///< from boxes down to rows
constexpr double kRowGap = 6, kRowIndent = 11, kMaxRow = 264;
constexpr double kTextLeft = 11;
constexpr double kMaxSpread = 16;   ///< by which gaps grow to fill a row
constexpr double kUsualWidth = 384; ///< four boxes side by side
constexpr double kAspect = 1.8;
constexpr double kLinkHeight = 18; ///< of the link below a root port
constexpr double kTrunkHeight = 8; ///< of the same down to a bus bar

/// The order on a flat bus: the fabric first, each kind on its own lines.
constexpr std::array<std::pair<NodeKind, bool>, 5> kGroupOrder{{{NodeKind::Gpu, false},
                                                                {NodeKind::NvSwitch, false},
                                                                {NodeKind::Nic, false},
                                                                {NodeKind::Gpu, true},
                                                                {NodeKind::Nic, true}}};

constexpr std::size_t kOneLine = 4; ///< as few boxes share a line, whatever their kinds

bool isFrame(Form form) {
    return form == Form::Switch || form == Form::Port;
}

Form formOf(const Node &node, bool hasContent) {
    if (node.kind == NodeKind::Switch)
        return Form::Switch;
    if (hasContent)
        return Form::Port;
    const bool boxed =
        node.kind == NodeKind::Gpu || node.kind == NodeKind::Nic || node.kind == NodeKind::NvSwitch;
    return boxed ? Form::Device : Form::Row;
}

/// Functions of one device share its link; VFs count as separate devices.
bool sameDevice(const Node &a, const Node &b) {
    return a.bdf && b.bdf && !a.physfn && !b.physfn && a.bdf->domain == b.bdf->domain &&
           a.bdf->bus == b.bdf->bus && a.bdf->device == b.bdf->device && b.bdf->function != 0;
}

double headerWidth(Scene &scene, const Node &node, Form form) {
    Sketch &sketch = scene.sketch;
    double width = kTextLeft + std::min(kMaxTitle, sketch.width(scene.title(node), style::kTitle)) + 6 +
                   sketch.width(scene.address(node), style::kAddress) + kSwitchRight;
    if (form == Form::Switch) {
        const AcsSummary acs = acsSummary(scene, node);
        width += kRowGap + (acs.highlighted ? chipWidth(scene, shortAcsChip())
                                            : sketch.width(acs.text, style::kSmallMono));
    }
    if (severityOf(node, scene.options.muted.get()))
        width += 18;
    if (scene.tree.openBridges(node.id) > 0)
        width += kChevron + kFoldGap;
    return width;
}

double headerHeight(const Node &node, Form form) {
    return form == Form::Switch              ? kSwitchHeader
           : node.kind == NodeKind::RootPort ? kPortHeader
                                             : kBridgeHeader;
}

double contentInset(const Block &block) {
    if (block.form == Form::Switch)
        return kSwitchLeft + kSwitchRight;
    return block.form == Form::Port && (block.bus || block.boxes.empty()) ? kRowIndent : 0;
}

/// The number of rows for these boxes at this width; `longest`: width of the longest row.
std::size_t countRows(const std::vector<Block> &boxes, double width, double &longest) {
    std::size_t rows = 0;
    double line = 0;
    longest = 0;
    for (const Block &box : boxes) {
        if (rows == 0 || line + kBoxGap + box.natural > width) {
            ++rows;
            line = box.natural;
        } else {
            line += kBoxGap + box.natural;
        }
        longest = std::max(longest, line);
    }
    return rows;
}

/// A width near `wanted` that leaves no row with only one or two boxes: slightly wider if that saves a row,
/// and not wider than its rows need.
double evenWidth(const std::vector<Block> &boxes, double preferred, double maxWidth) {
    constexpr double kGrace = 1.3, kStep = 8;
    double longest = 0, wider = 0;
    std::size_t rows = countRows(boxes, preferred, longest);
    if (const std::size_t fewer = countRows(boxes, std::min(preferred * kGrace, maxWidth), wider);
        fewer < rows) {
        rows = fewer;
        longest = wider;
    }
    for (double width = longest - kStep; width > 0 && rows > 1; width -= kStep) {
        double narrower = 0;
        if (countRows(boxes, width, narrower) > rows)
            break;
        longest = narrower;
        width = std::min(width, narrower);
    }
    return longest;
}

/// Many minor devices are arranged in columns.
double rowsWidth(const Block &block, double widest, double maxWidth) {
    constexpr double kFewRows = 4, kRowStep = 30;
    const auto count = static_cast<double>(block.rows.size());
    if (count <= kFewRows)
        return widest;
    const double step = widest + kBlockGap;
    const double columns = std::clamp(std::round(std::sqrt(count * kRowStep * kAspect / step)), 1.0,
                                      std::max(1.0, std::floor((maxWidth + kBlockGap) / step)));
    return columns * step - kBlockGap;
}

/// The width that gives a balanced shape: four usual boxes, or two of any kind, before it wraps.
double preferredContent(const Block &block, double maxWidth) {
    double area = 0, widest = 0, widestRow = 0;
    for (const Block &box : block.boxes) {
        area += (box.natural + kBlockGap) * (box.height + kBlockGap + kStubHeight);
        widest = std::max(widest, box.natural);
    }
    for (const Block &row : block.rows)
        widestRow = std::max(widestRow, row.natural);
    const double preferred =
        std::min(std::max({std::sqrt(area * kAspect), kUsualWidth, 2 * widest + kBoxGap}), maxWidth);
    return std::max(
        {evenWidth(block.boxes, preferred, maxWidth), widest, rowsWidth(block, widestRow, maxWidth)});
}

/// Places boxes in rows from left to right, one row below another. Returns the lower end.
class Placer {
public:
    Placer(Block &block, double left, double width) : m_block(block), m_left(left), m_width(width) {}

    double place(double top) {
        double y = top;
        for (std::size_t begin = 0; begin < m_block.boxes.size();) {
            const std::size_t end = endOfRow(begin);
            if (begin > 0)
                y += std::max(kBlockGap, m_lane);
            if (m_block.bus) {
                m_block.bars.push_back(y);
                y += kBarHeight + kStubHeight + extraLink(begin, end);
            }
            y += placeRow(begin, end, y);
            begin = end;
        }
        if (m_block.boxes.empty() && m_block.bus)
            m_block.bars.push_back(y);
        if (m_block.rows.empty())
            return y + std::max(0.0, m_lane - kSwitchBottom);
        y += !m_block.boxes.empty() ? std::max(kRowsTop, m_lane)
             : m_block.bus          ? kBarHeight + kRowGap
                                    : kRowGap;
        return placeRows(y);
    }

private:
    /// Places rows one below another; side by side if there is space.
    double placeRows(double y) {
        double widest = 0, highest = 0;
        for (const Block &row : m_block.rows)
            widest = std::max(widest, row.natural);
        const std::size_t count = m_block.rows.size();
        const auto fit =
            static_cast<std::size_t>(std::max(1.0, std::floor((m_width + kBlockGap) / (widest + kBlockGap))));
        const std::size_t lines = (count + fit - 1) / fit;
        const std::size_t columns = (count + lines - 1) / lines; // as even as can be
        const double each = columns > 1
                                ? std::floor((m_width + kBlockGap) / static_cast<double>(columns)) - kBlockGap
                                : std::min(m_width, std::max(widest, kMaxRow));
        for (std::size_t i = 0; i < count; ++i) {
            Block &row = m_block.rows[i];
            const std::size_t column = i % columns;
            if (column == 0 && i > 0) {
                y += highest + kRowGap;
                highest = 0;
            }
            settle(row, std::max(row.natural, std::min(each, std::max(widest, kMaxRow))));
            row.x = m_left + static_cast<double>(column) * (each + kBlockGap);
            row.y = y;
            highest = std::max(highest, row.height);
        }
        return y + highest;
    }

    [[nodiscard]] double extraLink(std::size_t begin, std::size_t end) const {
        double height = m_block.boxes[begin].link;
        for (std::size_t i = begin; i < end; ++i)
            height = std::max(height, m_block.boxes[i].link);
        return height;
    }

    [[nodiscard]] std::size_t endOfRow(std::size_t begin) const {
        double used = m_block.boxes[begin].natural;
        std::size_t end = begin + 1;
        for (; end < m_block.boxes.size(); ++end) {
            const Block &box = m_block.boxes[end];
            if (box.startsRow || used + kBoxGap + box.natural > m_width)
                break;
            used += kBoxGap + box.natural;
        }
        // Functions of one device stay together if they fit one row.
        std::size_t lead = end;
        while (lead > begin && lead < m_block.boxes.size() && !m_block.boxes[lead].isFirst)
            --lead;
        return lead > begin ? lead : end;
    }

    double placeRow(std::size_t begin, std::size_t end, double y) {
        const std::size_t count = end - begin;
        double used = kBoxGap * static_cast<double>(count - 1), devices = 0;
        std::size_t frames = 0;
        for (std::size_t i = begin; i < end; ++i) {
            used += m_block.boxes[i].natural;
            frames += isFrame(m_block.boxes[i].form) ? 1 : 0;
            if (m_block.boxes[i].form == Form::Device)
                devices = std::max(devices, m_block.boxes[i].height);
        }
        const double spare = std::max(0.0, m_width - used);
        const double growth = frames > 0 ? std::floor(spare / static_cast<double>(frames)) : 0;
        const bool spreads = frames == 0 && count > 1 && m_block.form != Form::Group;
        const double spread =
            spreads ? std::min(kMaxSpread, std::floor(spare / static_cast<double>(count - 1))) : 0;
        double x = m_left, height = 0;
        m_lane = 0;
        for (std::size_t i = begin; i < end; ++i) {
            Block &box = m_block.boxes[i];
            m_lane = std::max(m_lane, box.lane);
            settle(box, box.natural + (isFrame(box.form) ? growth : 0));
            if (box.form == Form::Device)
                box.height = devices;
            box.x = x;
            box.y = y;
            x += box.width + kBoxGap + spread;
            height = std::max(height, box.height);
        }
        return height;
    }

    Block &m_block;
    double m_left, m_width;
    double m_lane = 0; ///< below the row that was placed last
};

void measureContent(Scene &scene, Block &block, const std::vector<NodeId> &content, unsigned depth,
                    double maxWidth) {
    const Node *previous = nullptr;
    std::size_t devices = 0;
    for (const NodeId id : content) {
        const Node &node = scene.node(id);
        Block child = measure(scene, id, depth + 1, maxWidth - kSwitchLeft - kSwitchRight);
        child.isFirst = !(previous && sameDevice(*previous, node)) || !scene.tree.passedAbove(id).empty();
        devices += child.isFirst ? 1 : 0;
        previous = &node;
        // A label next to its stub may extend into the gap, but not into the next stub.
        if (child.form == Form::Device)
            child.natural = std::max(child.natural, kStubX + linkColumnWidth(scene, node) - kBoxGap);
        (child.form == Form::Row ? block.rows : block.boxes).push_back(std::move(child));
    }
    block.bus = block.form == Form::Switch || (devices > 1 && !block.boxes.empty());
}

} // namespace

Block measure(Scene &scene, NodeId id, unsigned depth, double maxWidth) {
    const Node &node = scene.node(id);
    Block block;
    block.node = id;
    block.link = extraLinkHeight(scene, id);
    const std::vector<NodeId> content = scene.tree.content(id);
    block.form = depth > kMaxDepth ? Form::Row : formOf(node, !content.empty());
    if (block.form == Form::Device || block.form == Form::Row) {
        const Size size =
            block.form == Form::Device ? deviceBoxSize(scene, node) : deviceRowSize(scene, node);
        block.natural = block.width = size.width;
        block.height = size.height;
        if (block.form == Form::Device && scene.needsLanes(node))
            block.lane = kLane;
        return block;
    }
    block.header = headerHeight(node, block.form);
    measureContent(scene, block, depth == kMaxDepth ? scene.tree.descendants(id) : content, depth, maxWidth);
    const double inset = contentInset(block);
    block.natural =
        std::max(preferredContent(block, maxWidth - inset) + inset, headerWidth(scene, node, block.form));
    if (!block.bus && !block.boxes.empty()) // the label next to the link that leads to a single device
        block.natural =
            std::max(block.natural, kTrunkX + linkColumnWidth(scene, scene.node(block.boxes.front().node)));
    settle(block, block.natural);
    return block;
}

namespace {

/// NICs below their GPUs, as far as known; other NICs follow in their order.
std::vector<NodeId> byPartner(const Scene &scene, std::vector<NodeId> nodes) {
    std::map<NodeId, std::ptrdiff_t> places;
    for (const Pairing::Drawn &pair : scene.pairing().drawn()) {
        const auto gpu = std::find(nodes.begin(), nodes.end(), pair.gpu);
        if (gpu != nodes.end())
            places.emplace(pair.expected.value_or(pair.nic), gpu - nodes.begin());
    }
    const auto isNic = [&scene](NodeId id) {
        return scene.node(id).kind == NodeKind::Nic;
    };
    const auto placeOf = [&](NodeId id) {
        const auto known = places.find(id);
        return known == places.end() ? std::numeric_limits<std::ptrdiff_t>::max() : known->second;
    };
    const auto nics = std::stable_partition(nodes.begin(), nodes.end(), std::not_fn(isNic));
    std::stable_sort(nics, nodes.end(), [&](NodeId a, NodeId b) { return placeOf(a) < placeOf(b); });
    return nodes;
}

} // namespace

Block measureGroup(Scene &scene, const std::vector<NodeId> &devices, double maxWidth) {
    const std::vector<NodeId> nodes = byPartner(scene, devices);
    Block group;
    group.form = Form::Group;
    std::vector<std::size_t> kindBegins;
    double widest = 0;
    for (const auto &[kind, frontEnd] : kGroupOrder) {
        kindBegins.push_back(group.boxes.size());
        for (const NodeId id : nodes)
            if (const Node &node = scene.node(id); node.kind == kind && node.frontEnd == frontEnd)
                widest = std::max(widest, group.boxes.emplace_back(measure(scene, id, 0, maxWidth)).natural);
    }
    kindBegins.push_back(group.boxes.size());
    const auto fit =
        static_cast<std::size_t>(std::max(1.0, std::floor((maxWidth + kBoxGap) / (widest + kBoxGap))));
    for (Block &box : group.boxes) {
        box.natural = widest;
        box.lane = box.lane > 0 ? kGroupLane : 0;
    }
    for (std::size_t kind = 0; kind + 1 < kindBegins.size(); ++kind) {
        const std::size_t count = kindBegins[kind + 1] - kindBegins[kind];
        group.longestRow = std::max(group.longestRow, count);
        if (group.boxes.size() <= kOneLine) {
            group.longestRow = group.boxes.size();
            break;
        }
        const std::size_t lines = (count + fit - 1) / fit;
        const std::size_t inLine = lines == 0 ? 1 : (count + lines - 1) / lines; // as even as can be
        for (std::size_t i = 0; i < count; i += inLine)
            group.boxes[kindBegins[kind] + i].startsRow = true;
    }
    group.natural = widest;
    settle(group, maxWidth);
    return group;
}

double groupRowWidth(const Block &group) {
    return static_cast<double>(group.longestRow) * (group.natural + kBoxGap) - kBoxGap;
}

void settle(Block &block, double width) {
    block.width = width;
    if (block.form == Form::Device || block.form == Form::Row)
        return;
    block.bars.clear();
    block.contentX = block.form == Form::Switch ? kSwitchLeft : contentInset(block);
    const double right = block.form == Form::Switch ? kSwitchRight : 0;
    double top = block.header;
    if (block.form == Form::Port && !block.boxes.empty())
        top += block.bus ? kTrunkHeight : kLinkHeight + block.boxes.front().link;
    block.height = Placer(block, block.contentX, width - block.contentX - right).place(top);
    if (block.form == Form::Switch)
        block.height += kSwitchBottom;
}

} // namespace fabricscope::layout
