// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/hostvm/HostVmLayout.h"

#include "core/base/Plural.h"
#include "core/draw/Facts.h"
#include "core/draw/TextColumn.h"
#include "core/layout/hostvm/HostVmColumns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::layout {

using draw::DisplayList;
using draw::Fact;
using draw::Font;
using draw::Glyph;
using draw::Item;
using draw::kNoPaint;
using draw::MeasureText;
using draw::Paint;
using draw::Rect;
using draw::Sketch;
using draw::TextColumn;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
using present::HostVmBus;
using present::HostVmCurve;
using present::HostVmRow;
using present::HostVmTable;
using topology::NodeKind;

namespace {

constexpr double kMargin = 14, kMaxColumn = 330;
constexpr double kLegendRow = 22, kLegendLine = 22, kLegendGap = 8, kLegendEntryGap = 18;
constexpr double kSentencePad = 10, kSentenceGlyph = 16;
constexpr TextStyle kColumnTitle{Font::SansSemibold, 13, Token::Text};
constexpr TextStyle kColumnFacts{Font::Sans, 12, Token::Text3};
constexpr TextStyle kEntry{Font::Sans, 11.5F, Token::Text2};
constexpr TextStyle kHint{Font::Sans, 11.5F, Token::Text3};
constexpr TextStyle kSentence{Font::SansSemibold, 14, Token::Text};
constexpr TextStyle kDetail{Font::Sans, 12.5F, Token::Text2};

/// Draws a machine as two drawers, or a guest as a box within a box.
void paintSideIcon(Sketch &sketch, double x, double middle, bool guest) {
    const Paint ink = solid(Token::Text2);
    if (guest) {
        sketch.box(level::kAlways, {x + 0.5, middle - 5.5, 11, 11}, kNoPaint, ink, 2);
        sketch.box(level::kAlways, {x + 4, middle - 2, 4, 4}, ink);
        return;
    }
    for (const double y : {middle - 5.5, middle + 0.5})
        sketch.box(level::kAlways, {x + 0.5, y, 12, 5}, kNoPaint, ink, 1.5F);
}

/// `end`: right limit of the facts.
void paintTitle(Sketch &sketch, const HostVmColumn &column, double end, const Rect &row,
                const std::string &title, std::vector<Fact> facts, const std::string &right, bool guest) {
    const double y = row.y, height = row.height;
    paintSideIcon(sketch, column.x, y + height / 2, guest);
    double x = column.x + 22;
    const double width = sketch.width(title, kColumnTitle);
    sketch.text(level::kAlways, {x, y, width, height}, title, kColumnTitle);
    x += width + 8;
    const double textWidth = right.empty() ? 0 : sketch.width(right, kColumnFacts);
    const bool hasRight = textWidth > 0 && x + textWidth <= column.x + column.width;
    const double rightWidth = hasRight ? textWidth : 0;
    const double room = std::max(0.0, end - rightWidth - 6 - x);
    const std::string fitting = fittingFacts(sketch, std::move(facts), kColumnFacts, room).text;
    if (fitting != "…") // a lone ellipsis is useless
        sketch.text(level::kAlways, {x, y, room, height}, fitting, kColumnFacts);
    if (hasRight)
        sketch.text(level::kAlways, {column.x + column.width - rightWidth, y, rightWidth, height}, right,
                    kColumnFacts);
}

std::vector<Fact> hostFacts(const HostVmTable &table) {
    if (!table.hasHost())
        return {};
    return {{plural(table.switches(), "switch", "switches"), 2},
            {plural(table.numaNodes(), "NUMA node", "NUMA nodes"), 1}};
}

std::vector<Fact> guestFacts(const HostVmTable &table) {
    if (table.buses().empty())
        return {};
    const bool flat = std::all_of(table.buses().begin(), table.buses().end(),
                                  [](const HostVmBus &bus) { return bus.flat; });
    std::vector<Fact> facts{{plural(table.buses().size(), "root", "roots"), 1}};
    if (flat)
        facts.insert(facts.begin(), {"flat", 2});
    return facts;
}

struct Columns {
    HostVmColumn host, guest;
    double least = 0; ///< px that both take, with their curves
};

Columns columnsWith(Sketch &sketch, const HostVmTable &table, const HostVmDetail &detail) {
    const HostVmColumn host = measureHostColumn(sketch, table, detail),
                       guest = measureGuestColumn(sketch, table, detail);
    return {host, guest, host.width + guest.width + detail.curves + 2 * kMargin};
}

/// With as much detail as `width` allows.
Columns columnsFor(Sketch &sketch, const HostVmTable &table, double width) {
    Columns columns;
    for (const HostVmDetail &detail : kHostVmDetails) {
        columns = columnsWith(sketch, table, detail);
        if (columns.least <= width)
            break;
    }
    return columns;
}

/// Draws host, curves and guest from y on; returns the y below.
double paintPicture(Sketch &sketch, const HostVmTable &table, const HostVmSpacing &spacing, double y,
                    double &width) {
    auto [host, guest, least] = columnsFor(sketch, table, width);
    width = std::max(width, least);
    // A quarter of the extra width goes to each column, the rest to the curves.
    const double more = std::max(0.0, (width - least) / 4);
    for (HostVmColumn *column : {&host, &guest})
        column->width = std::max(column->width, std::min(kMaxColumn, std::floor(column->width + more)));
    host.x = kMargin;
    guest.x = width - kMargin - guest.width;
    paintTitle(sketch, host, guest.x - 40, {host.x, y, host.width, spacing.title}, "Host hierarchy",
               hostFacts(table), "", false);
    const bool paired = std::any_of(table.guestRows().begin(), table.guestRows().end(),
                                    [](const HostVmRow &row) { return !row.pair.empty(); });
    paintTitle(sketch, guest, guest.x + guest.width, {guest.x, y, guest.width, spacing.title}, "Guest buses",
               guestFacts(table), paired ? "file pair" : "", true);
    HostVmPorts hostPorts, guestPorts;
    const double hostEnd = paintHostColumn(sketch, table, host, spacing, y + spacing.title, hostPorts);
    const double guestEnd = paintGuestColumn(sketch, table, guest, spacing, y + spacing.title, guestPorts);
    paintHostVmCurves(sketch, table, hostPorts, guestPorts);
    double end = std::max(hostEnd, guestEnd);
    if (table.notDrawn() > 0) {
        sketch.text(level::kAlways, {kMargin, end, width - 2 * kMargin, kLegendRow},
                    plural(table.notDrawn(), "more device is", "more devices are") +
                        " not drawn; see the text view.",
                    kColumnFacts);
        end += kLegendRow;
    }
    return end + 4;
}

struct Entry {
    Token token;
    float width, dash, gap;
    const char *text;
    bool (*isThere)(const HostVmTable &table);
};

template<class Predicate> bool anyCurve(const HostVmTable &table, Predicate predicate) {
    return std::any_of(table.curves().begin(), table.curves().end(), [&](const HostVmCurve &curve) {
        return predicate(table.hostRows()[curve.host], table.guestRows()[curve.guest]);
    });
}

template<NodeKind kind> bool hasKind(const HostVmTable &table) {
    return anyCurve(table, [](const HostVmRow &, const HostVmRow &guest) { return guest.kind == kind; });
}

/// Whether there are NICs of the fabric that are (or are not) virtual functions. The colour of the front end
/// is labelled where it is drawn.
template<bool isVf> bool hasNic(const HostVmTable &table) {
    return anyCurve(table, [](const HostVmRow &host, const HostVmRow &guest) {
        return guest.kind == NodeKind::Nic && !guest.frontEnd && host.vf == isVf;
    });
}

constexpr std::array kEntries{
    Entry{Token::Gpu, 1.5F, 0, 0, "GPU", hasKind<NodeKind::Gpu>},
    Entry{Token::Nic, 1.5F, 0, 0, "NIC VF", hasNic<true>},
    Entry{Token::Nic, 1.5F, 0, 0, "NIC", hasNic<false>},
    Entry{Token::Nvme, 1, 0, 0, "NVMe", hasKind<NodeKind::Nvme>},
    Entry{Token::Error, 3, 0, 0, "NCCL file",
          [](const HostVmTable &table) {
              return table.compared() > 0;
          }},
    Entry{Token::Text2, 1.5F, 2, 4, "hardware",
          [](const HostVmTable &table) {
              return table.compared() > 0;
          }},
    Entry{Token::Text2, 1.5F, 6, 4, "guess",
          [](const HostVmTable &table) {
              return std::any_of(table.curves().begin(), table.curves().end(), [](const HostVmCurve &curve) {
                  return curve.confidence == hostvm::Confidence::Guess;
              });
          }},
};

/// Returns the y below it. The hint is right-aligned in the last line if there is space.
double paintLegend(Sketch &sketch, const HostVmTable &table, double y, double width,
                   const std::string &hint) {
    double x = kMargin;
    for (const Entry &entry : kEntries) {
        if (!entry.isThere(table))
            continue;
        const double text = sketch.width(entry.text, kEntry), needed = kLegendLine + kLegendGap + text;
        if (x > kMargin && x + needed > width - kMargin) {
            x = kMargin;
            y += kLegendRow;
        }
        const double middle = std::floor(y + kLegendRow / 2) + 0.5;
        Item &line = sketch.line(level::kAlways, {{x, middle}, {x + kLegendLine, middle}}, solid(entry.token),
                                 entry.width);
        line.dash = entry.dash;
        line.gap = entry.gap;
        sketch.text(level::kAlways, {x + kLegendLine + kLegendGap, y, text, kLegendRow}, entry.text, kEntry);
        x += needed + kLegendEntryGap;
    }
    if (x <= kMargin)
        return y;
    const double needed = hint.empty() ? 0 : sketch.width(hint, kHint);
    if (needed > 0 && x + needed <= width - kMargin)
        sketch.text(level::kAlways, {width - kMargin - needed, y, needed, kLegendRow}, hint, kHint);
    return y + kLegendRow;
}

struct Look {
    Token token;
    Glyph glyph;
};
Look lookOf(const HostVmTable &table) {
    if (!table.severity())
        return {Token::Ok, Glyph::Ok};
    constexpr std::array kLooks{Look{Token::Note, Glyph::Note}, Look{Token::Warning, Glyph::Warning},
                                Look{Token::Error, Glyph::Error}};
    return kLooks[static_cast<std::size_t>(*table.severity())];
}

double paintSentence(Sketch &sketch, DisplayList &list, const HostVmTable &table, double y, double width) {
    const std::size_t background = list.items.size();
    sketch.box(level::kAlways, {}, kNoPaint);
    const Look look = lookOf(table);
    sketch.glyph(level::kAlways, kMargin, y + kSentencePad + 9, kSentenceGlyph, look.glyph, look.token);
    TextColumn column{sketch,
                      kMargin + kSentenceGlyph + 10,
                      y + kSentencePad,
                      width - 2 * kMargin - kSentenceGlyph - 10,
                      {}};
    column.paragraph(table.sentence(), kSentence, 19);
    std::string detail = table.detail();
    if (table.compared() > 0)
        detail += fmt::format("{}{} of {} devices agree.", detail.empty() ? "" : " ", table.agreeing(),
                              table.compared());
    if (!detail.empty())
        column.paragraph(detail, kDetail, 18);
    const double end = column.y + kSentencePad;
    list.items[background].rect = {0, y, width, end - y};
    list.items[background].fill =
        table.severity() ? tint(look.token, 10, Token::Panel) : solid(Token::Chrome);
    return end;
}

} // namespace

double minimumHostVmWidth(const HostVmTable &table, const MeasureText &measure) {
    DisplayList list;
    Sketch sketch(list, measure);
    return columnsFor(sketch, table, 0).least;
}

DisplayList layoutHostVm(const HostVmTable &table, const HostVmOptions &options) {
    const auto spaced = [&](const HostVmSpacing &spacing) {
        DisplayList list;
        Sketch sketch(list, options.measure);
        list.width = options.width;
        list.height = paintPicture(sketch, table, spacing, spacing.top, list.width);
        return list;
    };
    DisplayList comfortable = spaced(kComfortable);
    if (options.height <= 0 || comfortable.height <= options.height)
        return comfortable;
    DisplayList tight = spaced(kTight);
    // If it must be scrolled anyway, use the comfortable spacing.
    return tight.height <= options.height ? tight : comfortable;
}

DisplayList layoutHostVmLegend(const HostVmTable &table, const HostVmOptions &options) {
    DisplayList list;
    Sketch sketch(list, options.measure);
    list.width = options.width;
    list.height = paintLegend(sketch, table, 2, options.width, options.hint) + 2;
    return list;
}

DisplayList layoutHostVmPicture(const HostVmTable &table, const std::string &simulated,
                                const HostVmOptions &options) {
    DisplayList list;
    Sketch sketch(list, options.measure);
    list.width = std::max(options.width, columnsWith(sketch, table, kHostVmDetails[0]).least);
    std::string title = table.hasHost() ? table.hostName() : std::string("unknown host");
    title += " and " + (table.guestName().empty() ? std::string("no VM") : table.guestName());
    if (!simulated.empty())
        title += "  (simulated)";
    sketch.text(level::kAlways, {kMargin, 8, list.width - 2 * kMargin, 22},
                sketch.elided(title, kSentence, list.width - 2 * kMargin), kSentence);
    double y = paintSentence(sketch, list, table, 36, list.width);
    y = paintPicture(sketch, table, kComfortable, y + kComfortable.top, list.width);
    y = paintLegend(sketch, table, y, list.width, {});
    if (!table.status().empty()) {
        sketch.words(level::kAlways, {kMargin, y, list.width - 2 * kMargin, kLegendRow}, table.status(),
                     kColumnFacts);
        y += kLegendRow;
    }
    list.height = y + 8;
    return list;
}

} // namespace fabricscope::layout
