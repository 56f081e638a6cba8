// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/affinity/AffinityMatrix.h"

#include "core/layout/affinity/AffinityCellPainter.h"
#include "core/layout/affinity/AffinityLegend.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricscope::layout {

using draw::Align;
using draw::DisplayList;
using draw::Font;
using draw::Item;
using draw::Rect;
using draw::Sketch;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
namespace style = draw::style;
using present::AffinityCell;
using present::AffinityTable;

namespace {

constexpr double kMargin = 16, kTitleHeight = 30, kCellGap = 2, kGroupGap = 10;
constexpr double kRowHead = kAffinityRowHeads - kMargin, kCellHeight = 31, kPeerHeight = 25, kWideCell = 80,
                 kMinCell = 70, kNarrowCell = 62;
constexpr double kStrip = 3, kNameHeight = 17, kAddressHeight = 14, kWordHeight = 13;
constexpr unsigned kPartShift = 24, kRowShift = 12, kFieldMask = 0xFFF;
constexpr TextStyle kColumnName{Font::SansSemibold, 11, Token::Text};
constexpr TextStyle kDimName{Font::Sans, 11, Token::Text2};
constexpr TextStyle kColumnAddress{Font::Mono, 10, Token::Text3};
constexpr TextStyle kRowName{Font::SansSemibold, 12, Token::Text};
constexpr TextStyle kWord{Font::Sans, 10, Token::Text3};

/// The positions of the rows or columns of a matrix, with a gap before each NUMA node and before separate
/// devices.
struct Track {
    std::vector<std::size_t> devices; ///< indices in Fabric
    std::vector<double> at;
    struct Group {
        std::size_t first, last; ///< places in `devices`
        std::optional<NumaNode> numa;
    };
    std::vector<Group> groups;
    double end = 0;
};

/// The group of a row or column: the NUMA node, and true for separate devices.
using GroupOf = std::pair<std::optional<NumaNode>, bool>;

template<class Of>
Track trackOf(const std::vector<std::size_t> &devices, std::size_t most, double start, double size,
              const Of &groupOf) {
    Track track;
    double at = start;
    GroupOf before;
    for (std::size_t i = 0; i < std::min(devices.size(), most); ++i) {
        const GroupOf group = groupOf(i);
        if (i > 0 && group != before)
            at += kGroupGap - kCellGap;
        if (i == 0 || group != before)
            track.groups.push_back({i, i, group.second ? std::nullopt : group.first});
        track.groups.back().last = i;
        before = group;
        track.devices.push_back(devices[i]);
        track.at.push_back(at);
        at += size + kCellGap;
    }
    track.end = devices.empty() ? start : at - kCellGap;
    return track;
}

class Matrices {
public:
    Matrices(const AffinityTable &table, const AffinityMatrixOptions &options, DisplayList &list)
        : m_table(table)
        , m_options(options)
        , m_list(list)
        , m_sketch(list, options.measure)
        , m_drawn(drawnNics(table, options)) {}

    void paint() {
        const double left = kMargin + kRowHead;
        const auto &gpus = m_table.fabric().gpus;
        const auto &nics = m_table.fabric().nics;
        const auto gpuGroup = [&](std::size_t i) {
            return GroupOf{gpus[m_table.rows()[i]].numa, false};
        };
        const auto nicGroup = [&](std::size_t i) {
            const bool apart = i >= m_table.columnsInFabric();
            return GroupOf{apart ? std::nullopt : nics[m_drawn[i]].numa, apart};
        };
        const double cell = m_options.values == AffinityValues::PathAndBandwidth ? kWideCell : kNarrowCell;
        // Long addresses are split into two lines if they would push columns out of view.
        double width = std::max(fitting(cell), widestAddress());
        const auto track = [&] {
            m_columns = trackOf(m_drawn, AffinityMatrixOptions::kMaxColumns, left, width, nicGroup);
        };
        track();
        if (m_columns.end + kMargin > m_options.width) {
            m_splitAddresses = true;
            if (const double narrower = std::max(fitting(cell), widestAddress()); narrower < width)
                width = narrower;
            else
                m_splitAddresses = false;
            track();
        }
        double y = 6;
        y = paintTitle(y, "GPU to NIC", nicCaption());
        if (!m_table.columns().empty())
            y = paintNicMatrix(y, width, gpuGroup);
        y += paintAffinityLegend(m_sketch, m_table, m_options, kMargin + 12, y + 8,
                                 std::max(m_options.width - 2 * kMargin, 320.0)) +
             20;
        m_list.width = std::max(m_options.width, m_columns.end + kMargin);
        if (gpus.size() > 1)
            y = paintPeers(y, width, gpuGroup);
        m_list.height = std::ceil(y + 8);
    }

private:
    /// A smaller cell width if all columns then fit, limited by their texts.
    [[nodiscard]] double fitting(double cell) const {
        const auto columns = static_cast<double>(std::max<std::size_t>(1, m_drawn.size()));
        const double room = m_options.width - kAffinityRowHeads - kMargin - 3 * kGroupGap;
        return std::clamp(std::floor(room / columns) - kCellGap, std::min(cell, kMinCell), cell);
    }

    /// The address of a NIC; if addresses are split, its domain is separate: "0002:" and "00:0b.0".
    [[nodiscard]] std::pair<std::string, std::string> addressLines(std::size_t nic) const {
        std::string address = m_table.nicAddress(nic);
        const std::size_t colon = address.find(':');
        if (!m_splitAddresses || colon == address.rfind(':'))
            return {{}, std::move(address)};
        return {address.substr(0, colon + 1), address.substr(colon + 1)};
    }

    double widestAddress() {
        double widest = 0;
        for (std::size_t i = 0; i < std::min(m_drawn.size(), AffinityMatrixOptions::kMaxColumns); ++i)
            widest = std::max(widest, m_sketch.width(addressLines(m_drawn[i]).second, kColumnAddress));
        return widest + 4;
    }

    /// Whether the bandwidth of a path to a drawn NIC is known.
    [[nodiscard]] bool hasRate(std::size_t gpu) const {
        return std::any_of(m_drawn.begin(), m_drawn.end(), [&](std::size_t nic) {
            const AffinityCell cell = m_table.cell(gpu, nic);
            return cell.reach.bandwidth || cell.measured != nullptr;
        });
    }

    [[nodiscard]] std::string nicCaption() const {
        if (m_table.columns().empty())
            return "no NICs in the data";
        std::string text = std::any_of(m_table.rows().begin(), m_table.rows().end(),
                                       [this](std::size_t gpu) { return hasRate(gpu); })
                               ? "GB/s of the narrowest PCIe link, one direction"
                               : "path type";
        if (m_table.decisions() != nullptr)
            text += "; small: path type of " + m_table.libraryCaption();
        if (m_table.fabric().claimOnly)
            text = "from the NCCL file; no host data";
        return text;
    }

    [[nodiscard]] std::string peerCaption() const {
        const auto &reaches = m_table.fabric().gpuGpu;
        const bool hasRate = std::any_of(reaches.begin(), reaches.end(),
                                         [](const topology::Reach &reach) { return bool(reach.bandwidth); });
        std::string text = hasRate ? "GB/s in one direction" : "path type";
        if (m_table.decisions() != nullptr)
            text += "; small: transport of " + m_table.libraryCaption();
        return text;
    }

    double paintTitle(double y, std::string title, const std::string &caption) {
        m_sketch.setNode(Item::kNoNode);
        const double width = m_sketch.width(title, style::kBandName);
        m_sketch.text(level::kWords, {kMargin, y, width, kTitleHeight}, std::move(title), style::kBandName);
        double left = kMargin + width + 10;
        if (m_options.before != nullptr) {
            const Rect chip{left, y + 6, 52, 18};
            m_sketch.box(level::kShapes, chip, tint(Token::Accent, 16, Token::Canvas), solid(Token::Accent),
                         2);
            m_sketch.text(level::kWords, chip, "what-if", {Font::SansSemibold, 11, Token::Text},
                          Align::Centre);
            left = chip.right() + 10;
        }
        const double room = std::max(0.0, m_options.width - kMargin - left);
        m_sketch.text(level::kWords, {left, y, room, kTitleHeight},
                      m_sketch.elided(caption, style::kCaption, room), style::kCaption);
        return y + kTitleHeight;
    }

    /// A strip in the colour of each NUMA node above (or left of) its columns (or rows).
    void paintStrips(const Track &track, double size, double across, bool horizontal) {
        m_sketch.setNode(Item::kNoNode);
        for (const Track::Group &group : track.groups) {
            if (!group.numa)
                continue;
            const double from = track.at[group.first], length = track.at[group.last] + size - from;
            m_sketch.box(level::kShapes,
                         horizontal ? Rect{from, across, length, kStrip} : Rect{across, from, kStrip, length},
                         solid(Token::Numa));
        }
    }

    double paintColumnHeads(double y, double width) {
        const bool numaShown = std::any_of(m_columns.groups.begin(), m_columns.groups.end(),
                                           [](const Track::Group &group) { return group.numa.has_value(); });
        if (numaShown) {
            for (const Track::Group &group : m_columns.groups)
                if (group.numa)
                    m_sketch.text(level::kDetails, {m_columns.at[group.first], y, width, 12},
                                  fmt::format("NUMA {}", group.numa->value), kWord);
            y += 13;
            paintStrips(m_columns, width, y, true);
            y += kStrip + 3;
        }
        const bool words = m_columns.devices.size() > m_table.columnsInFabric();
        const bool hasAddress =
            std::any_of(m_columns.devices.begin(), m_columns.devices.end(),
                        [this](std::size_t nic) { return !m_table.nicAddress(nic).empty(); });
        const double addresses = hasAddress ? (m_splitAddresses ? 2 : 1) * kAddressHeight : 0;
        for (std::size_t i = 0; i < m_columns.devices.size(); ++i) {
            const std::size_t nic = m_columns.devices[i];
            const AffinityId id{AffinityId::Part::Nic, 0, nic};
            const Rect head{m_columns.at[i], y, width, kNameHeight + addresses + (words ? kWordHeight : 0)};
            m_sketch.setNode(id.encoded());
            m_sketch.area(id.encoded(), head, m_table.nicLabel(nic), 2);
            const TextStyle &name = i < m_table.columnsInFabric() ? kColumnName : kDimName;
            m_sketch.text(level::kWords, {head.x, y, width, kNameHeight},
                          m_sketch.elided(m_table.fabric().nics[nic].name, name, width - 2), name,
                          Align::Centre);
            const auto [domain, rest] = addressLines(nic);
            if (!domain.empty())
                m_sketch.text(level::kDetails, {head.x, y + kNameHeight, width, kAddressHeight}, domain,
                              kColumnAddress, Align::Centre);
            m_sketch.text(level::kDetails,
                          {head.x, y + kNameHeight + addresses - kAddressHeight, width, kAddressHeight}, rest,
                          kColumnAddress, Align::Centre);
            if (const std::string_view word = m_table.separateReason(nic); !word.empty())
                m_sketch.text(level::kDetails, {head.x, y + kNameHeight + addresses, width, kWordHeight},
                              std::string(word), kWord, Align::Centre);
        }
        return y + kNameHeight + addresses + (words ? kWordHeight : 0) + 2;
    }

    void paintRowHead(std::size_t gpu, double y, double height, bool address) {
        const AffinityId id{AffinityId::Part::Gpu, gpu, 0};
        const Rect head{kMargin + kStrip + 6, y, kRowHead - kStrip - 10, height};
        m_sketch.setNode(id.encoded());
        if (address)
            m_sketch.area(id.encoded(), head, m_table.gpuLabel(gpu), 2);
        address = address && !m_table.gpuAddress(gpu).empty();
        const double nameHeight = address ? 17 : height;
        m_sketch.text(level::kWords, {head.x, y + (address ? 1 : 0), head.width, nameHeight},
                      m_sketch.elided(m_table.fabric().gpus[gpu].name, kRowName, head.width), kRowName);
        if (address)
            m_sketch.text(level::kDetails, {head.x, y + 17, head.width, 12}, m_table.gpuAddress(gpu),
                          kColumnAddress);
    }

    template<class Of> double paintNicMatrix(double y, double width, const Of &gpuGroup) {
        y = paintColumnHeads(y, width);
        const Track rows = trackOf(m_table.rows(), AffinityMatrixOptions::kMaxRows, y, kCellHeight, gpuGroup);
        paintStrips(rows, kCellHeight, kMargin, false);
        const std::optional<AffinityTable> before =
            m_options.before != nullptr
                ? std::optional<AffinityTable>(std::in_place, *m_options.before, nullptr)
                : std::nullopt;
        for (std::size_t row = 0; row < rows.devices.size(); ++row) {
            const std::size_t gpu = rows.devices[row];
            paintRowHead(gpu, rows.at[row], kCellHeight, true);
            for (std::size_t column = 0; column < m_columns.devices.size(); ++column) {
                const std::size_t nic = m_columns.devices[column];
                const AffinityId id{AffinityId::Part::Cell, gpu, nic};
                const AffinityCell cell = m_table.cell(gpu, nic);
                const bool wasPair = before && before->cell(gpu, nic).pair != nullptr;
                m_sketch.setNode(id.encoded());
                const Rect rect{m_columns.at[column], rows.at[row], width, kCellHeight};
                m_sketch.area(id.encoded(), rect, m_table.label(gpu, nic), 2);
                paintAffinityCell(m_sketch, rect, cell,
                                  {m_options.values, before && wasPair != (cell.pair != nullptr)});
            }
        }
        m_sketch.setNode(Item::kNoNode);
        return rows.end;
    }

    template<class Of> double paintPeers(double y, double width, const Of &gpuGroup) {
        m_sketch.setNode(Item::kNoNode);
        m_sketch.line(level::kShapes, {{0, y}, {m_list.width, y}}, solid(Token::Line));
        y = paintTitle(y + 4, "GPU to GPU", peerCaption());
        const double left = kMargin + kRowHead;
        const Track columns = trackOf(m_table.rows(), AffinityMatrixOptions::kMaxRows, left, width, gpuGroup);
        for (std::size_t i = 0; i < columns.devices.size(); ++i)
            m_sketch.text(level::kWords, {columns.at[i], y, width, kNameHeight},
                          m_sketch.elided(m_table.fabric().gpus[columns.devices[i]].name, kDimName, width),
                          kDimName, Align::Centre);
        y += kNameHeight + 2;
        const double height = m_table.decisions() != nullptr ? kCellHeight : kPeerHeight;
        const Track rows = trackOf(m_table.rows(), AffinityMatrixOptions::kMaxRows, y, height, gpuGroup);
        paintStrips(rows, height, kMargin, false);
        for (std::size_t row = 0; row < rows.devices.size(); ++row) {
            paintRowHead(rows.devices[row], rows.at[row], height, false);
            for (std::size_t column = 0; column < columns.devices.size(); ++column) {
                const AffinityId id{AffinityId::Part::Peer, rows.devices[row], columns.devices[column]};
                m_sketch.setNode(id.encoded());
                const Rect rect{columns.at[column], rows.at[row], width, height};
                m_sketch.area(id.encoded(), rect, m_table.peerLabel(id.row, id.column), 2);
                paintAffinityCell(m_sketch, rect, m_table.peer(id.row, id.column), {m_options.values, false});
            }
        }
        m_sketch.setNode(Item::kNoNode);
        m_list.width = std::max(m_list.width, columns.end + kMargin);
        return rows.end + 12;
    }

    const AffinityTable &m_table;
    const AffinityMatrixOptions &m_options;
    DisplayList &m_list;
    Sketch m_sketch;
    std::vector<std::size_t> m_drawn; ///< NICs, in the order of the table's columns
    bool m_splitAddresses = false;
    Track m_columns;
};

} // namespace

std::uint32_t AffinityId::encoded() const {
    return static_cast<std::uint32_t>(part) << kPartShift |
           static_cast<std::uint32_t>(row & kFieldMask) << kRowShift |
           static_cast<std::uint32_t>(column & kFieldMask);
}

std::optional<AffinityId> AffinityId::decoded(std::uint32_t number) {
    const std::uint32_t part = number >> kPartShift;
    if (part < static_cast<std::uint32_t>(Part::Cell) || part > static_cast<std::uint32_t>(Part::Nic))
        return std::nullopt;
    return AffinityId{static_cast<Part>(part), number >> kRowShift & kFieldMask, number & kFieldMask};
}

std::vector<std::size_t> drawnNics(const AffinityTable &table, const AffinityMatrixOptions &options) {
    return options.separateIdle ? table.columns() : table.usedColumns();
}

DisplayList layoutAffinity(const AffinityTable &table, const AffinityMatrixOptions &options) {
    DisplayList list;
    Matrices(table, options, list).paint();
    return list;
}

} // namespace fabricscope::layout
