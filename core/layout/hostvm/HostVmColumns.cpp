// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/hostvm/HostVmColumns.h"

#include "core/draw/TextColumn.h"
#include "core/layout/scene/Scene.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::layout {

using draw::Align;
using draw::Font;
using draw::Glyph;
using draw::Item;
using draw::kNoPaint;
using draw::Paint;
using draw::Rect;
using draw::Sketch;
using draw::TextColumn;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
namespace style = draw::style;
using present::HostVmBand;
using present::HostVmBox;
using present::HostVmBus;
using present::HostVmRow;
using present::HostVmTable;
using topology::NodeKind;

namespace {

constexpr double kStrip = 3, kPad = 8, kGap = 10, kLock = 9;
constexpr double kBoxInset = 15, kGuestInset = 10;
constexpr double kPairChip = 28, kPairHeight = 15, kGlyph = 12;
constexpr double kMaxName = 128, kPlaceholderWidth = 190;

constexpr TextStyle kName{Font::SansSemibold, 12, Token::Text};
constexpr TextStyle kThinName{Font::Sans, 12, Token::Text2};
constexpr TextStyle kMono{Font::Mono, 11, Token::Text};
constexpr TextStyle kThinMono{Font::Mono, 11, Token::Text2};
constexpr TextStyle kRole{Font::Sans, 10.5F, Token::Text2};
constexpr TextStyle kVfio{Font::Mono, 10.5F, Token::Text2};
constexpr TextStyle kTitle{Font::Sans, 11.5F, Token::Text2};
constexpr TextStyle kDim{Font::Sans, 10.5F, Token::Text3};
constexpr TextStyle kDetail{Font::Mono, 10.5F, Token::Text3};
constexpr TextStyle kBandTitle{Font::SansSemibold, 12.5F, Token::Text};
constexpr TextStyle kBusNote{Font::Sans, 11.5F, Token::Text3};
constexpr TextStyle kPlaceholder{Font::Sans, 12.5F, Token::Text2};

Paint outlineOf(const HostVmRow &row) {
    if (row.wrong)
        return solid(Token::Error);
    if (row.conflict)
        return solid(Token::Warning);
    return outline(hostVmToken(row));
}

void paintFrame(Sketch &sketch, const HostVmRow &row, const Rect &rect) {
    if (isDimmed(row) && !row.wrong && !row.conflict) {
        sketch.box(level::kAlways, {rect.x, rect.y + 1, kStrip, rect.height - 2}, solid(hostVmToken(row)));
        return;
    }
    Item &box = sketch.box(level::kAlways, rect, row.alone ? kNoPaint : tint(hostVmToken(row), 13),
                           outlineOf(row), 2);
    if (row.alone) { // nothing of the other side is known of it
        box.dash = 3;
        box.gap = 3;
    }
    sketch.box(level::kAlways, {rect.x, rect.y, kStrip, rect.height}, solid(hostVmToken(row)));
}

/// For a row of the guest: device and function, since the bus is shown above it.
std::string addressBelow(const HostVmBus &bus, const HostVmRow &row, const HostVmDetail &detail) {
    const bool isBelow = !bus.prefix.empty() && row.address.starts_with(bus.prefix);
    return detail.domains || !isBelow ? row.address : row.address.substr(bus.prefix.size());
}

/// Draws name and address; returns the x after them.
double paintNames(Sketch &sketch, const HostVmRow &row, const std::string &address,
                  const HostVmColumn &column, const Rect &rect) {
    const bool thin = isDimmed(row);
    double x = rect.x + kPad;
    sketch.words(level::kAlways, {x, rect.y, column.name, rect.height}, row.name, thin ? kThinName : kName);
    x += column.name + kGap;
    sketch.text(level::kAlways, {x, rect.y, column.address, rect.height}, address, thin ? kThinMono : kMono);
    return x + column.address + kGap;
}

void measureRow(Sketch &sketch, const HostVmRow &row, const std::string &address, HostVmColumn &column) {
    column.name =
        std::max(column.name, std::min(kMaxName, sketch.width(row.name, isDimmed(row) ? kThinName : kName)));
    column.address = std::max(column.address, sketch.width(address, kMono));
    if (column.detail.role)
        column.role = std::max(column.role, sketch.width(row.role, kRole));
}

/// Draws the severity glyphs of a row from the right; returns the x left of them.
double paintSeverity(Sketch &sketch, const HostVmRow &row, double right, double middle) {
    if (!row.misplaced && !row.conflict)
        return right;
    sketch.glyph(level::kAlways, right - kGlyph, middle, kGlyph,
                 row.misplaced ? Glyph::Error : Glyph::Warning,
                 row.misplaced ? Token::Error : Token::Warning);
    return right - kGlyph - 6;
}

/// A lock, and the word next to it.
double vfioWidth(Sketch &sketch, const HostVmDetail &detail) {
    return kLock + (detail.vfio ? 4 + sketch.width("vfio", kVfio) : 0);
}

void paintHostRow(Sketch &sketch, const HostVmRow &row, const HostVmColumn &column, const Rect &rect) {
    sketch.setNode(row.id.encoded());
    sketch.area(row.id.encoded(), rect, row.label, 2);
    paintFrame(sketch, row, rect);
    double x = paintNames(sketch, row, row.address, column, rect);
    if (!row.role.empty() && column.detail.role)
        sketch.text(level::kAlways, {x, rect.y, column.role, rect.height}, row.role, kRole);
    x += column.role;
    double right = rect.right() - kPad;
    const double middle = rect.y + rect.height / 2;
    right = paintSeverity(sketch, row, right, middle);
    const double width = vfioWidth(sketch, column.detail);
    if (row.vfio && row.kind != NodeKind::Nvme && right - width >= x) {
        sketch.glyph(level::kAlways, right - width, middle, kLock, Glyph::Lock, Token::Text3);
        if (column.detail.vfio)
            sketch.text(level::kAlways, {right - width + kLock + 4, rect.y, width - kLock - 4, rect.height},
                        "vfio", kVfio);
    }
    sketch.setNode(Item::kNoNode);
}

void paintBand(Sketch &sketch, const std::string &title, const std::string &note, Token strip,
               const Rect &rect) {
    sketch.box(level::kAlways, rect, solid(Token::Raised));
    sketch.box(level::kAlways, {rect.x, rect.y, kStrip, rect.height}, solid(strip));
    const double width = std::min(sketch.width(title, kBandTitle), rect.width - 2 * kPad - 2);
    sketch.words(level::kAlways, {rect.x + kPad + 2, rect.y, width, rect.height}, title, kBandTitle);
    const double left = rect.x + kPad + 2 + width + kGap;
    const double room = rect.right() - kPad - left;
    if (const double noteWidth = sketch.width(note, kBusNote); !note.empty() && noteWidth <= room)
        sketch.text(level::kAlways, {rect.right() - kPad - noteWidth, rect.y, noteWidth, rect.height}, note,
                    kBusNote);
}

double hostRowHeight(const HostVmRow &row, const HostVmSpacing &spacing) {
    return isDimmed(row) ? spacing.hostThinRow : spacing.hostRow;
}

double headHeight(const HostVmBox &box, const HostVmSpacing &spacing) {
    return box.title.empty() ? spacing.boxTop : spacing.boxTitle;
}

double boxHeight(const HostVmTable &table, const HostVmBox &box, const HostVmSpacing &spacing) {
    double height = headHeight(box, spacing) + spacing.note * static_cast<double>(box.others.size());
    for (const std::size_t index : box.rows)
        height += hostRowHeight(table.hostRows()[index], spacing);
    return height + spacing.boxEnd;
}

/// The owner of the box is shown in preference to its parent.
void paintBoxHead(Sketch &sketch, const HostVmBox &box, const Rect &rect, double height) {
    const TextStyle &style = box.rows.empty() ? kDim : kTitle;
    const double all = rect.width - 2 * kPad - 2, detail = sketch.width(box.detail, kDetail);
    const bool hasRoom = sketch.width(box.title, style) + kPad + detail <= all;
    sketch.words(level::kAlways,
                 {rect.x + kPad + 2, rect.y + 1, hasRoom ? all - kPad - detail : all, height - 2}, box.title,
                 style);
    if (hasRoom)
        sketch.text(level::kAlways, {rect.right() - kPad - detail, rect.y + 1, detail, height - 2},
                    box.detail, kDetail);
}

void paintBox(Sketch &sketch, const HostVmTable &table, const HostVmBox &box, const HostVmColumn &column,
              const HostVmSpacing &spacing, const Rect &rect, HostVmPorts &ports) {
    const bool empty = box.rows.empty(); // of another VM: drawn faint
    Item &frame = sketch.box(level::kAlways, rect, empty ? kNoPaint : tint(Token::Switch, 6),
                             box.wrong ? solid(Token::Error)
                             : empty   ? solid(Token::Line)
                                       : solid(Token::Line2),
                             3);
    frame.strokeWidth = 1;
    sketch.box(level::kAlways, {rect.x, rect.y, kStrip, rect.height},
               solid(empty ? Token::Line2 : Token::Switch));
    if (!box.title.empty())
        paintBoxHead(sketch, box, rect, spacing.boxTitle);
    double y = rect.y + headHeight(box, spacing);
    for (const std::size_t index : box.rows) {
        const HostVmRow &shown = table.hostRows()[index];
        const double pitch = hostRowHeight(shown, spacing);
        const Rect row{rect.x + kBoxInset, y, rect.width - kBoxInset - 6, std::min(pitch, spacing.hostBody)};
        paintHostRow(sketch, shown, column, row);
        ports[index] = {row.right(), row.y + row.height / 2};
        y += pitch;
    }
    for (const std::string &other : box.others) {
        sketch.words(level::kAlways, {rect.x + kBoxInset, y, rect.width - kBoxInset - kPad, spacing.note},
                     other, kDim);
        y += spacing.note;
    }
}

void paintGuestRow(Sketch &sketch, const HostVmRow &row, const std::string &address,
                   const HostVmColumn &column, const Rect &rect) {
    sketch.setNode(row.id.encoded());
    sketch.area(row.id.encoded(), rect, row.label, 2);
    paintFrame(sketch, row, rect);
    paintNames(sketch, row, address, column, rect);
    double right = rect.right() - 5;
    const double middle = rect.y + rect.height / 2;
    if (!row.pair.empty()) {
        const Rect chip{right - kPairChip, middle - kPairHeight / 2, kPairChip, kPairHeight};
        sketch.box(level::kAlways, chip, row.misplaced ? tint(Token::Error, 22) : solid(Token::Surface),
                   solid(row.misplaced ? Token::Error : Token::Line2), 2);
        sketch.text(level::kAlways, chip, row.pair,
                    row.misplaced ? TextStyle{Font::Mono, 10.5F, Token::Text} : kVfio, Align::Centre);
        right -= kPairChip + 6;
    }
    paintSeverity(sketch, row, right, middle);
    sketch.setNode(Item::kNoNode);
}

/// In place of a side without data: what is missing, and how to get it.
double paintPlaceholder(Sketch &sketch, const HostVmColumn &column, double y, const std::string &title,
                        const std::string &text) {
    TextColumn words{sketch, column.x + 16, y + 14, column.width - 32, {}};
    words.paragraph(title, style::kTitle, 18);
    words.gap(4);
    words.paragraph(text, kPlaceholder, 18);
    Item &box = sketch.box(level::kAlways, {column.x, y, column.width, words.y + 14 - y}, kNoPaint,
                           solid(Token::Line2), 3);
    box.dash = 4;
    box.gap = 4;
    return words.y + 14;
}

} // namespace

bool isDimmed(const HostVmRow &row) {
    return row.kind == NodeKind::Nvme || row.frontEnd;
}

Token hostVmToken(const HostVmRow &row) {
    return kindToken(row.kind, row.frontEnd);
}

HostVmColumn measureHostColumn(Sketch &sketch, const HostVmTable &table, const HostVmDetail &detail) {
    HostVmColumn column;
    column.detail = detail;
    for (const HostVmRow &row : table.hostRows())
        measureRow(sketch, row, row.address, column);
    const double role = detail.role ? column.role + kGap : 0;
    const double row =
        kPad + column.name + kGap + column.address + kGap + role + vfioWidth(sketch, detail) + kPad;
    column.width = std::max(table.hostRows().empty() ? std::max(detail.host, kPlaceholderWidth) : detail.host,
                            kBoxInset + row + 6);
    return column;
}

HostVmColumn measureGuestColumn(Sketch &sketch, const HostVmTable &table, const HostVmDetail &detail) {
    HostVmColumn column;
    column.detail = detail;
    for (const HostVmBus &bus : table.buses())
        for (const std::size_t index : bus.rows) {
            const HostVmRow &row = table.guestRows()[index];
            measureRow(sketch, row, addressBelow(bus, row, detail), column);
        }
    const double row = kPad + column.name + kGap + column.address + kGap + kGlyph + 6 + kPairChip + 5;
    column.width =
        std::max(table.guestRows().empty() ? std::max(detail.guest, kPlaceholderWidth) : detail.guest,
                 kGuestInset + row);
    for (const HostVmBus &bus : table.buses())
        column.width =
            std::max(column.width, 2 * kPad + 2 + sketch.width(bus.title, kBandTitle) +
                                       (detail.notes ? kGap + sketch.width(bus.note, kBusNote) : 0.0));
    return column;
}

double paintHostColumn(Sketch &sketch, const HostVmTable &table, const HostVmColumn &column,
                       const HostVmSpacing &spacing, double y, HostVmPorts &ports) {
    ports.assign(table.hostRows().size(), {});
    if (!table.hasHost())
        return paintPlaceholder(sketch, column, y, "Host unknown",
                                "Connect to the hypervisor or open its capture. The VM is matched by UUID or "
                                "name.");
    if (table.bands().empty())
        return paintPlaceholder(sketch, column, y, "No passthrough devices",
                                "No GPU, NIC or NVMe drive of this host is bound to vfio-pci.");
    for (const HostVmBand &band : table.bands()) {
        paintBand(sketch, band.title, band.note, band.frontEnd ? Token::FrontEndNic : Token::Numa,
                  {column.x, y, column.width, spacing.band});
        y += spacing.band + spacing.bandGap;
        for (const HostVmBox &box : band.boxes) {
            const Rect rect{column.x, y, column.width, boxHeight(table, box, spacing)};
            paintBox(sketch, table, box, column, spacing, rect, ports);
            y = rect.bottom() + spacing.boxGap;
        }
        y += spacing.bandEnd;
    }
    return y;
}

double paintGuestColumn(Sketch &sketch, const HostVmTable &table, const HostVmColumn &column,
                        const HostVmSpacing &spacing, double y, HostVmPorts &ports) {
    ports.assign(table.guestRows().size(), {});
    if (!table.hasGuest())
        return paintPlaceholder(sketch, column, y,
                                table.guestName().empty() ? "No VM selected"
                                                          : table.guestName() + " was not collected",
                                "Connect to the VM or open its capture to see its buses.");
    if (table.guestRows().empty())
        return paintPlaceholder(sketch, column, y, "No passthrough devices",
                                "The VM has only emulated GPUs, NICs and NVMe drives.");
    for (const HostVmBus &bus : table.buses()) {
        paintBand(sketch, bus.title, bus.note, Token::RootPort, {column.x, y, column.width, spacing.band});
        y += spacing.band + spacing.busGap;
        for (const std::size_t index : bus.rows) {
            const HostVmRow &row = table.guestRows()[index];
            const double height = isDimmed(row) ? spacing.thinBody : spacing.guestBody;
            const Rect rect{column.x + kGuestInset, y, column.width - kGuestInset, height};
            paintGuestRow(sketch, row, addressBelow(bus, row, column.detail), column, rect);
            ports[index] = {rect.x, rect.y + height / 2};
            y += isDimmed(row) ? spacing.thinRow : spacing.guestRow;
        }
        y += spacing.busEnd;
    }
    return y;
}

} // namespace fabricscope::layout
