// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/devices/DeviceBox.h"
#include "core/layout/scene/FoldMark.h"
#include "core/layout/scene/LinkPainter.h"
#include "core/layout/topology/AcsSummary.h"
#include "core/layout/topology/Block.h"
#include "core/present/affinity/FaultHint.h"

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
using draw::Wiring;
namespace level = draw::level;
namespace style = draw::style;
using present::redirectFault;

namespace {

using Form = Block::Form;

constexpr double kStrip = 3, kTextLeft = 11, kRight = 8, kTextHeight = 16, kGlyph = 12;
constexpr double kLegX = 7;      ///< of the line that NVMe hangs on, and of the trunk between bus bars
constexpr double kRowLegX = 4;   ///< the same below a root port
constexpr double kTrunkLeft = 5; ///< line that joins several bus bars: distance from the boxes
constexpr double kTie = 2;
constexpr double kAcsGap = 6;      ///< from the address to the chip
constexpr double kLargeGlyph = 36; ///< 9 px on the screen at least

class BlockPainter {
public:
    BlockPainter(Scene &scene, const Block &block, double x, double y)
        : m_scene(scene), m_sketch(scene.sketch), m_block(block), m_x(x), m_y(y) {}

    void paint() {
        switch (m_block.form) {
        case Form::Device:
            return paintDeviceBox(m_scene, node(), rect());
        case Form::Row:
            return paintDeviceRow(m_scene, node(), rect());
        case Form::Group:
            return paintContent();
        case Form::Switch:
            m_line = Token::Switch;
            paintSwitch();
            break;
        case Form::Port:
            m_line = Token::RootPort;
            paintPort();
            break;
        }
        m_sketch.setNode(m_block.node);
        paintBars();
        paintLegs();
        paintTies();
        paintContent();
    }

private:
    [[nodiscard]] const Node &node() const { return m_scene.node(m_block.node); }
    [[nodiscard]] Rect rect() const { return {m_x, m_y, m_block.width, m_block.height}; }

    void frame(const Rect &frame, const Paint &fill, float radius) {
        m_sketch.setNode(m_block.node);
        m_sketch.area(m_block.node, frame, m_scene.label(node()));
        const auto severity = severityOf(node(), m_scene.options.muted.get());
        const bool fault = severity && *severity != findings::Severity::Note;
        if (fault)
            m_scene.wiring.faults.push_back(
                {m_block.node, {frame.x, frame.y, frame.width, m_block.header}, *severity});
        m_sketch.box(level::kAlways, frame, fill,
                     fault ? solid(severityToken(*severity)) : solid(Token::Line2), radius);
        m_sketch.box(level::kAlways, {frame.x, frame.y, kStrip, frame.height}, solid(m_line));
    }

    /// Draws title and address; returns their end.
    double heading(const Rect &line, const TextStyle &title, const TextStyle &address) {
        m_scene.wiring.obstacles.push_back({line.x, m_y, line.width, m_block.header});
        double left = line.x + kTextLeft;
        const std::string text = m_scene.title(node());
        const double width = std::min(kMaxTitle, m_sketch.width(text, title));
        m_sketch.words(level::kWords, {left, line.y, width, line.height}, text, title);
        left += width + 6;
        if (node().bdf) {
            const double addressWidth = m_sketch.width(m_scene.address(node()), address);
            m_sketch.text(level::kWords, {left, line.y, addressWidth, line.height}, m_scene.address(node()),
                          address);
            left += addressWidth;
        }
        const auto severity = severityOf(node(), m_scene.options.muted.get());
        if (severity && *severity != findings::Severity::Note) {
            m_sketch.glyph(level::kShapes, left + 6, line.y + line.height / 2, kGlyph,
                           severityGlyph(*severity), severityToken(*severity));
            left += 6 + kGlyph;
        }
        if (const auto bridges = openBridgesLabel(m_scene, node())) {
            paintFoldLabel(m_scene, *bridges, left + kFoldGap, line.y + line.height / 2);
            left += kFoldGap + kChevron;
        }
        return left;
    }

    void paintSwitch() {
        frame(rect(), tint(Token::Switch, 6), 3);
        const Rect line{m_x, m_y + 4, m_block.width, kTextHeight};
        double left = heading(line, style::kTitle, style::kDimAddress);
        m_sketch.words(level::kNamesOnly, {m_x + kTextLeft, m_y + 3, m_block.width - kTextLeft - kRight, 22},
                       m_scene.title(node()), {Font::SansSemibold, 18, Token::Text2});
        const AcsSummary acs = acsSummary(m_scene, node());
        const double middle = line.y + line.height / 2;
        double right = m_x + m_block.width - kRight;
        if (acs.highlighted) {
            Chip chip = acsChip(acs);
            if (left + kAcsGap + chipWidth(m_scene, chip) > right)
                chip = shortAcsChip();
            right -= chipWidth(m_scene, chip);
            chip.hint = redirectFault(node(), m_scene.options.judgement);
            paintChip(m_scene, chip, right, middle);
            m_sketch.glyph(level::kNamesOnly, m_x + m_block.width - kRight - kLargeGlyph,
                           m_y + 2 + kLargeGlyph / 2, kLargeGlyph, Glyph::Warning, Token::Warning);
            m_scene.wiring.faults.push_back({m_block.node,
                                             {right, middle, m_x + m_block.width - kRight - right, 0},
                                             findings::Severity::Warning});
        } else {
            TextStyle style = style::kSmallMono;
            style.token = acs.known ? Token::Text2 : Token::Text3;
            const double width = m_sketch.width(acs.text, style);
            right -= width;
            m_sketch.text(level::kDetails, {right, line.y, width, line.height}, acs.text, style);
        }
        left += 8; // the model if it fits completely
        TextStyle model{Font::Sans, 11, Token::Text3};
        if (const double width = m_sketch.width(*node().model, model);
            !node().model->empty() && left + width + kBlockGap <= right)
            m_sketch.text(level::kDetails, {left, line.y, width, line.height}, *node().model, model);
    }

    void paintPort() {
        const Rect header{m_x, m_y, m_block.width, m_block.header};
        frame(header, solid(Token::Surface), 3);
        heading(header, style::kCaption, style::kAddress);
        if (m_block.boxes.empty())
            return;
        const Block &first = m_block.boxes.front();
        const double x = m_x + kTrunkX, top = m_y + m_block.header;
        if (m_block.bus) {
            const Rect trunk{x, top, lanePixels(16), m_block.bars.front() - m_block.header};
            m_sketch.box(level::kShapes, trunk, solid(m_line));
            m_scene.wiring.buses[m_block.node].trunk = trunk;
        } else {
            link(first.node, x, top, m_y + first.y);
        }
    }

    void link(NodeId below, double x, double top, double bottom) {
        paintLink(m_scene, m_scene.node(below), x, top, bottom, m_line);
        const Rect place{x, top, lanePixels(16), bottom - top};
        m_scene.wiring.links[below] = place;
        for (const NodeId bridge : m_scene.tree.passedAbove(below))
            m_scene.wiring.links[bridge] = place;
    }

    [[nodiscard]] bool hasLegs() const {
        return m_block.bus && (!m_block.rows.empty() || m_block.bars.size() > 1);
    }

    void paintBars() {
        if (m_block.bars.empty())
            return;
        const double left = m_x + (hasLegs() ? m_block.contentX - kTrunkLeft : m_block.contentX);
        const double right = m_x + m_block.width - (m_block.form == Form::Switch ? kRight : 0);
        Wiring::Bus &bus = m_scene.wiring.buses[m_block.node];
        bus.left = left;
        for (const double bar : m_block.bars)
            bus.bars.push_back(m_y + bar);
        for (const double bar : m_block.bars)
            m_sketch.box(level::kShapes, {left, m_y + bar, right - left, kBarHeight}, solid(m_line));
        if (m_block.bars.size() > 1)
            m_sketch.box(
                level::kShapes,
                {left, m_y + m_block.bars.front(), kBarHeight, m_block.bars.back() - m_block.bars.front()},
                solid(m_line));
        std::size_t bar = 0;
        for (const Block &box : m_block.boxes) {
            while (bar + 1 < m_block.bars.size() && m_block.bars[bar + 1] < box.y)
                ++bar;
            if (!box.isFirst)
                continue;
            m_sketch.setNode(box.node);
            link(box.node, m_x + box.x + kStubX, m_y + m_block.bars[bar] + kBarHeight, m_y + box.y);
            m_sketch.setNode(m_block.node);
        }
    }

    /// Rows are connected by one thin line: from the bus bar, from the root port, or from the device whose
    /// functions they are.
    void paintLegs() {
        if (m_block.rows.empty())
            return;
        const double last = m_y + m_block.rows.back().y + std::floor(m_block.rows.back().height / 2) + 0.5;
        double x = m_x + (m_block.form == Form::Switch ? kLegX : kRowLegX) + 0.5;
        double top = m_y + m_block.header;
        if (!m_block.bars.empty()) {
            x = m_x + m_block.contentX - kTrunkLeft + 0.5;
            top = m_y + m_block.bars.back() + kBarHeight;
        } else if (!m_block.boxes.empty()) {
            return paintTail();
        }
        m_sketch.line(level::kShapes, {{x, top}, {x, last}}, solid(m_line));
        for (const Block &row : m_block.rows) {
            const double middle = m_y + row.y + std::floor(row.height / 2) + 0.5;
            m_sketch.line(level::kShapes, {{x - 0.5, middle}, {m_x + row.x, middle}}, solid(m_line));
        }
    }

    /// Functions of one device in rows below its box: short lines from one to the next.
    void paintTail() {
        const double x = m_x + kTrunkX + 0.5;
        double from = 0;
        for (const Block &box : m_block.boxes)
            if (box.x <= kTrunkX)
                from = box.y + box.height;
        for (const Block &row : m_block.rows) {
            m_sketch.line(level::kShapes, {{x, m_y + from}, {x, m_y + row.y}}, solid(m_line));
            from = row.y + row.height;
        }
    }

    /// Functions of one device side by side: a line between their boxes.
    void paintTies() {
        for (std::size_t i = 1; i < m_block.boxes.size(); ++i) {
            const Block &left = m_block.boxes[i - 1], &box = m_block.boxes[i];
            if (box.isFirst)
                continue;
            if (left.y == box.y)
                m_sketch.box(level::kShapes,
                             {m_x + left.x + left.width, m_y + box.y + std::floor(box.height / 2),
                              box.x - left.x - left.width, kTie},
                             solid(m_line));
            else if (!m_block.bus)
                m_sketch.box(level::kShapes, {m_x + kTrunkX, m_y + box.y - kBlockGap, kTie, kBlockGap},
                             solid(m_line));
        }
    }

    void paintContent() {
        for (const Block &box : m_block.boxes)
            paintBlock(m_scene, box, m_x + box.x, m_y + box.y);
        for (const Block &row : m_block.rows)
            paintBlock(m_scene, row, m_x + row.x, m_y + row.y);
    }

    Scene &m_scene;
    Sketch &m_sketch;
    const Block &m_block;
    double m_x, m_y;
    Token m_line = Token::RootPort;
};

} // namespace

void paintBlock(Scene &scene, const Block &block, double x, double y) {
    BlockPainter(scene, block, x, y).paint();
}

} // namespace fabricscope::layout
