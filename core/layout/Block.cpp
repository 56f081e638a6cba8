// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/Block.h"

#include "core/layout/AcsSummary.h"
#include "core/layout/DeviceBox.h"
#include "core/layout/LinkPainter.h"

#include <algorithm>
#include <cmath>

namespace fabricscope::layout {
namespace {

using Form = Block::Form;

constexpr unsigned kMaxDepth = 10;
constexpr double kPortHeader = 24, kSwitchHeader = 28, kSwitchLeft = 11, kSwitchRight = 9, kSwitchBottom = 10;
constexpr double kRowGap = 6, kRowIndent = 11;
constexpr double kMaxSpread = 12; ///< by which gaps grow to fill a row
constexpr double kUsualWidth = 384; ///< four boxes side by side
constexpr double kAspect = 1.8;

bool isFrame(Form form) { return form == Form::Switch || form == Form::Port; }

Form formOf(const Scene &scene, const Node &node, bool hasContent) {
    if (node.kind == NodeKind::Switch)
        return Form::Switch;
    if (hasContent)
        return Form::Port;
    const bool boxed =
        node.kind == NodeKind::Gpu || node.kind == NodeKind::Nic || node.kind == NodeKind::NvSwitch;
    return boxed && !scene.isFolded(node.id) ? Form::Device : Form::Row;
}

/// Functions of one device share its link; VFs count as devices of their own.
bool sameDevice(const Node &a, const Node &b) {
    return a.bdf && b.bdf && !a.physfn && !b.physfn && a.bdf->domain == b.bdf->domain && a.bdf->bus == b.bdf->bus &&
           a.bdf->device == b.bdf->device && b.bdf->function != 0;
}

double headerWidth(Scene &scene, const Node &node, Form form) {
    Sketch &sketch = scene.sketch;
    double width = 10 + sketch.width(scene.title(node), style::kTitle) + 6 +
                   sketch.width(scene.address(node), style::kAddress) + 10;
    if (form == Form::Switch) {
        const AcsSummary acs = acsSummary(scene, node);
        width += kGap + (acs.loud ? chipWidth(scene, acs.text, Glyph::Warning)
                                  : sketch.width(acs.text, style::kSmallMono));
    }
    if (Scene::severity(node))
        width += 18;
    return width;
}

double contentInset(const Block &block) {
    if (block.form == Form::Switch)
        return kSwitchLeft + kSwitchRight;
    return block.form == Form::Port && (block.bus || block.boxes.empty()) ? kRowIndent : 0;
}

/// As wide as makes a pleasant shape of its area; the widest box at least, and four usual ones before it wraps.
double preferredContent(const Block &block, double maxWidth) {
    double area = 0, sum = -kGap, widest = 0, widestRow = 0;
    for (const Block &box : block.boxes) {
        area += (box.width + kGap) * (box.height + kGap + kStubHeight);
        sum += box.width + kGap;
        widest = std::max(widest, box.width);
    }
    for (const Block &row : block.rows)
        widestRow = std::max(widestRow, row.width);
    const double wanted = std::min(std::max(std::sqrt(area * kAspect), kUsualWidth), maxWidth);
    double line = -kGap, longest = 0; // the longest row of boxes that this width gives
    for (const Block &box : block.boxes) {
        if (line > 0 && line + kGap + box.width > wanted)
            line = -kGap;
        line += kGap + box.width;
        longest = std::max(longest, line);
    }
    return std::max({longest, widest, widestRow});
}

/// Boxes in rows from left to right, and rows below. Returns where it ends.
class Placer {
public:
    Placer(Block &block, double left, double width) : m_block(block), m_left(left), m_width(width) {}

    double place(double top) {
        double y = top;
        for (std::size_t begin = 0; begin < m_block.boxes.size();) {
            const std::size_t end = endOfRow(begin);
            if (begin > 0)
                y += kGap;
            if (m_block.bus) {
                m_block.bars.push_back(y);
                y += kBarHeight + kStubHeight;
            }
            y += placeRow(begin, end, y);
            begin = end;
        }
        if (m_block.boxes.empty() && m_block.bus)
            m_block.bars.push_back(y);
        for (Block &row : m_block.rows) {
            y += m_block.boxes.empty() && &row == &m_block.rows.front() ? kRowGap + (m_block.bus ? kBarHeight : 0)
                 : &row == &m_block.rows.front()                        ? kGap
                                                                        : kRowGap;
            settle(row, m_width);
            row.x = m_left;
            row.y = y;
            y += row.height;
        }
        return y;
    }

private:
    [[nodiscard]] std::size_t endOfRow(std::size_t begin) const {
        const bool grid = m_block.form == Form::Group;
        double used = m_block.boxes[begin].width;
        std::size_t end = begin + 1;
        for (; end < m_block.boxes.size(); ++end) {
            const Block &box = m_block.boxes[end];
            if (used + kGap + box.width > m_width || (grid && !box.leads))
                break;
            used += kGap + box.width;
        }
        return end;
    }

    double placeRow(std::size_t begin, std::size_t end, double y) {
        const std::size_t count = end - begin;
        double used = kGap * static_cast<double>(count - 1), devices = 0;
        std::size_t frames = 0;
        for (std::size_t i = begin; i < end; ++i) {
            used += m_block.boxes[i].width;
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
        for (std::size_t i = begin; i < end; ++i) {
            Block &box = m_block.boxes[i];
            settle(box, box.width + (isFrame(box.form) ? growth : 0));
            if (box.form == Form::Device)
                box.height = devices;
            box.x = x;
            box.y = y;
            x += box.width + kGap + spread;
            height = std::max(height, box.height);
        }
        return height;
    }

    Block &m_block;
    double m_left, m_width;
};

double linkZone(const Block &block) { return block.bus ? 10 : 26; }

void measureContent(Scene &scene, Block &block, const std::vector<NodeId> &content, unsigned depth, double maxWidth) {
    const Node *previous = nullptr;
    bool previousLeads = true;
    std::size_t devices = 0;
    for (const NodeId id : content) {
        Block child = measure(scene, id, depth + 1, maxWidth - kSwitchLeft - kSwitchRight);
        child.leads = !(previous && sameDevice(*previous, scene.node(id)));
        devices += child.leads ? 1 : 0;
        previous = &scene.node(id);
        previousLeads = child.leads;
        if (child.form == Form::Device)
            child.width = std::max(child.width, std::min(kLinkX + linkWidth(scene, scene.node(id)), child.width + 16));
        (child.form == Form::Row ? block.rows : block.boxes).push_back(std::move(child));
    }
    static_cast<void>(previousLeads);
    block.bus = block.form == Form::Switch || (devices > 1 && !block.boxes.empty());
}

} // namespace

double headerHeight(const Block &block) { return block.form == Form::Switch ? kSwitchHeader : kPortHeader; }

Block measure(Scene &scene, NodeId id, unsigned depth, double maxWidth) {
    const Node &node = scene.node(id);
    Block block;
    block.node = id;
    const std::vector<NodeId> content = scene.content(id);
    block.form = depth > kMaxDepth ? Form::Row : formOf(scene, node, !content.empty());
    if (block.form == Form::Device || block.form == Form::Row) {
        const Size size = block.form == Form::Device ? deviceBoxSize(scene, node) : deviceRowSize(scene, node);
        block.width = size.width;
        block.height = size.height;
        return block;
    }
    const std::vector<NodeId> shown = depth == kMaxDepth ? scene.descendants(id) : content;
    measureContent(scene, block, shown, depth, maxWidth);
    const double inner = preferredContent(block, maxWidth - contentInset(block)) + contentInset(block);
    double link = 0; // the label beside the link that leads to a single device
    if (!block.bus && !block.boxes.empty())
        link = 28 + linkWidth(scene, scene.node(block.boxes.front().node));
    settle(block, std::max({inner, headerWidth(scene, node, block.form), link}));
    return block;
}

Block measureGroup(Scene &scene, const std::vector<NodeId> &nodes, double maxWidth) {
    Block group;
    group.form = Form::Group;
    double widest = 0;
    for (const NodeKind kind : {NodeKind::Gpu, NodeKind::NvSwitch, NodeKind::Nic, NodeKind::Nvme})
        for (bool first = true; const NodeId id : nodes)
            if (scene.node(id).kind == kind) {
                Block block = measure(scene, id, 0, maxWidth);
                block.leads = std::exchange(first, false) ? false : true;
                widest = std::max(widest, block.width);
                (block.form == Form::Device ? group.boxes : group.rows).push_back(std::move(block));
            }
    for (Block &box : group.boxes)
        box.width = widest;
    settle(group, maxWidth);
    return group;
}

void settle(Block &block, double width) {
    if (block.form == Form::Device || block.form == Form::Row) {
        block.width = width;
        return;
    }
    block.bars.clear();
    block.width = width;
    const double header = block.form == Form::Group ? 0 : headerHeight(block);
    double top = header;
    double right = 0;
    block.contentX = 0;
    if (block.form == Form::Switch) {
        block.contentX = kSwitchLeft;
        right = kSwitchRight;
    } else if (block.form == Form::Port) {
        block.contentX = contentInset(block);
        top += block.boxes.empty() ? 0 : linkZone(block);
    }
    const double bottom = Placer(block, block.contentX, width - block.contentX - right).place(top);
    block.height = bottom + (block.form == Form::Switch ? kSwitchBottom : 0);
}

} // namespace fabricscope::layout
