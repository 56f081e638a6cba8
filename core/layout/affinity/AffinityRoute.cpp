// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/affinity/AffinityRoute.h"

#include "core/base/HostText.h"
#include "core/draw/TextColumn.h"
#include "core/layout/affinity/AffinityCellPainter.h"
#include "core/layout/affinity/AffinityHops.h"
#include "core/nccl/Version.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::layout {

using draw::Align;
using draw::Font;
using draw::Glyph;
using draw::kNoPaint;
using draw::Rect;
using draw::Sketch;
using draw::TextColumn;
using draw::TextStyle;
using draw::Token;
namespace level = draw::level;
namespace style = draw::style;
using present::AffinityCell;
using present::AffinityTable;
using present::bandwidthText;
using present::CellMark;
using present::isCommand;
using present::PathStyle;
using present::pathStyleOf;
using present::wordsOf;

namespace {

using affinity::Pair;
using findings::Severity;
using topology::PathWord;

constexpr double kMargin = 14;
constexpr std::size_t kMaxOthers = 4;
constexpr TextStyle kTitle{Font::SansSemibold, 14, Token::Text};
constexpr TextStyle kCaption{Font::Sans, 11.5F, Token::Text2};
constexpr TextStyle kText{Font::Sans, 12, Token::Text};
constexpr TextStyle kDim{Font::Sans, 11.5F, Token::Text2};
constexpr TextStyle kCode{Font::Mono, 11, Token::Text};
constexpr TextStyle kValue{Font::Mono, 12, Token::Text};

Glyph glyphOf(Severity severity) {
    return severity == Severity::Error     ? Glyph::Error
           : severity == Severity::Warning ? Glyph::Warning
                                           : Glyph::Note;
}
Token tokenOf(Severity severity) {
    return severity == Severity::Error     ? Token::Error
           : severity == Severity::Warning ? Token::Warning
                                           : Token::Note;
}

/// "0-7 12": ascending, with runs shortened.
std::string channelsText(const std::vector<int> &channels) {
    std::string text;
    for (std::size_t first = 0; first < channels.size();) {
        std::size_t last = first;
        while (last + 1 < channels.size() && channels[last + 1] == channels[last] + 1)
            ++last;
        text += (text.empty() ? "" : " ") + std::to_string(channels[first]);
        if (last > first)
            text += "-" + std::to_string(channels[last]);
        first = last + 1;
    }
    return text;
}

class Panel {
public:
    Panel(const AffinityTable &table, const AffinityId &id, const AffinityRouteOptions &options)
        : m_table(table)
        , m_id(id)
        , m_options(options)
        , m_isPeer(id.part == AffinityId::Part::Peer)
        , m_sketch(m_route.list, options.measure)
        , m_column{m_sketch, kMargin, 12, options.width - 2 * kMargin, {}} {
        m_cell = m_isPeer ? table.peer(id.row, id.column) : table.cell(id.row, id.column);
        m_route.list.background = solid(Token::Panel);
    }

    AffinityRoute paint() {
        findPath();
        paintHead();
        paintPath();
        paintVerdictOfPair();
        paintMeasured();
        paintExpected();
        paintLibrary();
        paintOthers();
        m_route.list.width = m_options.width;
        m_route.list.height = m_column.y + kMargin;
        m_route.accessibleText = std::move(m_column.accessibleText);
        return std::move(m_route);
    }

private:
    [[nodiscard]] const affinity::Gpu &gpu() const { return m_table.fabric().gpus[m_id.row]; }
    [[nodiscard]] std::string partner() const {
        return m_isPeer ? m_table.fabric().gpus[m_id.column].name : m_table.fabric().nics[m_id.column].name;
    }
    [[nodiscard]] std::optional<topology::NodeId> partnerNode() const {
        return m_isPeer ? m_table.fabric().gpus[m_id.column].node : m_table.fabric().nics[m_id.column].node;
    }

    /// The judgement may use the hypervisor's data: then the path goes through its hardware.
    void findPath() {
        if (takePath(m_options.host, gpu().node, partnerNode()))
            return;
        const GuestEnd from{gpu().name, gpu().busIdText, gpu().onHypervisor};
        const GuestEnd to = partnerEnd();
        if (takePath(m_options.hypervisor, nodeThere(from), nodeThere(to)))
            m_ends.emplace(from, to);
    }

    bool takePath(const RouteMachine &machine, std::optional<topology::NodeId> from,
                  std::optional<topology::NodeId> to) {
        if (machine.topology == nullptr || machine.paths == nullptr || !from || !to)
            return false;
        m_path = machine.paths->route(*from, *to);
        if (m_path.reach.word != m_cell.reach.word)
            m_path = {};
        return !m_path.hops.empty();
    }

    [[nodiscard]] GuestEnd partnerEnd() const {
        const auto end = [](const auto &device) {
            return GuestEnd{device.name, device.busIdText, device.onHypervisor};
        };
        return m_isPeer ? end(m_table.fabric().gpus[m_id.column]) : end(m_table.fabric().nics[m_id.column]);
    }

    /// The path of a virtual function is that of its physical function.
    [[nodiscard]] std::optional<topology::NodeId> nodeThere(const GuestEnd &end) const {
        const auto address = pci::Address::parse(end.onHypervisor);
        if (!address || m_options.hypervisor.topology == nullptr)
            return std::nullopt;
        const topology::Topology &there = *m_options.hypervisor.topology;
        const auto node = there.find(*address);
        if (!node)
            return std::nullopt;
        const auto &physical = there.node(*node).physfn;
        return physical ? there.find(*physical) : node;
    }

    void paintHead() {
        m_route.title = gpu().name + " to " + partner();
        const Rect chip{m_column.x + m_column.width - 44, m_column.y + 2, 44, 18};
        const double room = m_column.width - 52;
        m_sketch.text(level::kAlways, {m_column.x, m_column.y, room, 22},
                      m_sketch.elided(m_route.title, kTitle, room), kTitle);
        paintPathChip(m_sketch, chip, m_cell.reach);
        m_column.accessibleText = m_route.title + ", " + topology::toString(m_cell.reach) + "\n";
        m_column.y += 24;
    }

    void paintPath() {
        if (m_cell.self)
            return m_column.paragraph("The GPU itself.", kCaption, 16);
        if (m_cell.reach.word == PathWord::Unknown) {
            m_column.paragraph("Distance unknown" + (m_cell.reach.why.empty()
                                                         ? std::string(".")
                                                         : ": " + std::string(m_cell.reach.why) + "."),
                               kCaption, 16);
            return;
        }
        if (m_path.hops.empty()) {
            std::string text = "Path unknown";
            if (m_table.fabric().claimOnly)
                text = "From the NCCL file; no host data";
            else if (!m_table.fabric().source.empty())
                text = "Distance: " + m_table.fabric().source;
            m_column.paragraph(text + ".", kCaption, 16);
            return;
        }
        m_column.paragraph(hopsText(m_path) + (m_ends ? ", on " + m_table.fabric().source : ""), kCaption,
                           16);
        m_column.gap(6);
        const RouteMachine &machine = m_ends ? m_options.hypervisor : m_options.host;
        paintHops(m_column, {*machine.topology, m_path, markOf(m_cell) == CellMark::Error, m_ends}, m_table);
    }

    void paintVerdictOfPair() {
        const Pair *pair = m_cell.pair;
        if (pair == nullptr || !pair->severity)
            return;
        std::string title(wordsOf(pair->kind));
        if (!title.empty() && title[0] >= 'a' && title[0] <= 'z')
            title[0] = static_cast<char>(title[0] - 'a' + 'A');
        m_column.section(title);
        m_sketch.glyph(level::kAlways, m_column.x + m_column.width - 14, m_column.y - 10, 14,
                       glyphOf(*pair->severity), tokenOf(*pair->severity));
        m_column.paragraph(pair->reason, kText, 17);
        for (const std::string &fix : pair->fix) {
            m_column.gap(4);
            if (isCommand(fix))
                paintCode(fix);
            else
                m_column.paragraph(fix, kDim, 16);
        }
    }

    void paintCode(const std::string &text) {
        const auto lines = wrapped(m_sketch, text, kCode, m_column.width - 16);
        m_sketch.box(level::kAlways,
                     {m_column.x, m_column.y, m_column.width, static_cast<double>(lines.size()) * 15 + 8},
                     solid(Token::Window), solid(Token::Line2), 4);
        m_column.y += 4;
        for (const std::string &line : lines) {
            m_sketch.text(level::kAlways, {m_column.x + 8, m_column.y, m_column.width - 16, 15}, line, kCode);
            m_column.y += 15;
        }
        m_column.y += 4;
        m_column.accessibleText += text + "\n";
    }

    /// The measured value of this pair, next to the expected one.
    void paintMeasured() {
        if (m_cell.measured == nullptr)
            return paintNotMeasurable();
        const bench::MeasuredPair &measured = *m_cell.measured;
        const Token token = !measured.isLoss()                  ? Token::PathPix
                            : markOf(m_cell) == CellMark::Error ? Token::Error
                                                                : Token::Warning;
        m_column.section("Measured");
        if (measured.expected) {
            const double most = std::max(measured.expected->value, measured.measured.value);
            paintBar("Expected", measured.expected, most, Token::PathPix);
            paintBar("Measured", measured.measured, most, token);
        }
        m_column.paragraph(gpu().name + " to " + partner() + ": " + bench::measuredText(measured) + ".",
                           kText, 17);
        std::string source = fmt::format("GB/s of {}{}", measured.test, whenPart(measured));
        if (!measured.source.empty())
            source += "; expected: " + measured.source;
        m_column.paragraph(source + ".", kDim, 15);
    }

    /// The pairing may have changed since the host was read, so an earlier loss may be fixed.
    [[nodiscard]] std::string whenPart(const bench::MeasuredPair &measured) const {
        if (measured.whenMs == 0)
            return {};
        const std::string when =
            m_options.timeText ? ", " + m_options.timeText(measured.whenMs) : std::string();
        return measured.whenMs < m_options.readMs ? when + ", before the last collection" : when;
    }

    /// perftest for a GPU that the host does not have uses host memory, which measures only the NIC.
    void paintNotMeasurable() {
        const topology::Topology *topology = m_options.host.topology;
        if (!m_options.isMeasurable || m_isPeer || topology == nullptr || !gpu().node)
            return;
        const host::OptionalText &owner = topology->node(*gpu().node).owner;
        if (!owner)
            return;
        m_column.section("Measured");
        const std::string name = HostText(*owner).plain(64);
        const bool isVmKnown = name != "vfio-pci";
        m_column.paragraph(fmt::format("{} is {}: a run on this host measures host memory "
                                       "to {}, not this pair. To measure the pair, open {}.",
                                       gpu().name,
                                       isVmKnown ? "passed through to " + name : "bound to " + name,
                                       partner(), isVmKnown ? name : "the VM that uses it"),
                           kDim, 16);
    }

    void paintBar(const std::string &label, const std::optional<GigabytesPerSecond> &rate, double most,
                  Token token) {
        const Rect line{m_column.x, m_column.y, m_column.width, 20};
        m_sketch.text(level::kAlways, {line.x, line.y, 100, line.height}, label, kDim);
        const double left = line.x + 104, room = std::max(20.0, line.width - 104 - 48);
        m_sketch.box(level::kAlways, {left, line.y + 5, room, 10}, solid(Token::Raised));
        if (rate)
            m_sketch.box(level::kAlways, {left, line.y + 5, room * std::min(1.0, rate->value / most), 10},
                         solid(token));
        m_sketch.text(level::kAlways, line, rate ? bandwidthText(rate) : std::string("unknown"), kValue,
                      Align::Right);
        m_column.accessibleText += label + " " + (rate ? toString(*rate) : "unknown") + "\n";
        m_column.y += line.height;
    }

    /// The pair of this GPU that contains the best choice for it.
    [[nodiscard]] const Pair *judged() const {
        if (m_isPeer)
            return nullptr;
        if (m_cell.pair != nullptr)
            return m_cell.pair;
        const auto &pairs = m_table.pairsOf(m_id.row);
        return pairs.empty() ? nullptr : pairs.front();
    }

    void paintExpected() {
        const Pair *pair = judged();
        if (pair == nullptr || pair->idealNics.empty() || m_cell.reach.word == PathWord::Unknown)
            return;
        const std::size_t ideal = pair->idealNics.front();
        if (ideal >= m_table.fabric().nics.size())
            return;
        const topology::Reach &best = m_table.fabric().reach(m_id.row, ideal);
        if (ideal == m_id.column) { // the pair is the best one
            if (m_cell.measured != nullptr || longestBar(best) <= 0)
                return;
            m_column.section("Bandwidth");
            return paintBars(best, false);
        }
        m_column.section("Expected");
        const Rect box{m_column.x, m_column.y, m_column.width, 28};
        const PathStyle *look = pathStyleOf(best.word);
        m_sketch.box(level::kAlways, box, look != nullptr ? tint(look->token, 13) : kNoPaint,
                     solid(look != nullptr ? look->token : Token::Line2), 3);
        const std::string text = gpu().name + "  –  " + m_table.fabric().nics[ideal].name;
        m_sketch.text(level::kAlways, {box.x + 10, box.y, box.width - 60, box.height},
                      m_sketch.elided(text, style::kTitle, box.width - 60), style::kTitle);
        m_sketch.text(level::kAlways, {box.x, box.y, box.width - 10, box.height}, topology::toString(best),
                      style::kTitle, Align::Right);
        m_column.accessibleText += "Expected: " + text + ", " + topology::toString(best) + "\n";
        m_column.y += box.height + 8;
        paintBars(best, true);
    }

    /// Hardware reports no bandwidth between two CPUs: there the library's figure is used, if it is lower.
    [[nodiscard]] std::optional<GigabytesPerSecond> counted(const topology::Reach &reach) const {
        const auto &crossing = m_table.fabric().crossing;
        if (reach.word != PathWord::Sys || !crossing || !reach.bandwidth ||
            reach.bandwidth->value <= *crossing)
            return reach.bandwidth;
        return GigabytesPerSecond{*crossing};
    }

    /// Explains the length of the bar of a path over the CPU.
    void explainBars(const topology::Reach &best) {
        const topology::Reach &here = m_cell.reach;
        if (!topology::isBelowSwitch(best.word) || topology::isBelowSwitch(here.word) || !here.bandwidth)
            return;
        m_column.gap(4);
        if (const auto rate = counted(here); *rate != *here.bandwidth)
            m_column.paragraph(
                fmt::format("{} is the library's estimate between sockets; the links carry {}.",
                            toString(*rate), toString(*here.bandwidth)),
                kDim, 16);
        else if (best.bandwidth && *best.bandwidth == *here.bandwidth)
            m_column.paragraph("Links are equally fast; the cost is the shared path through the CPU.", kDim,
                               16);
    }

    /// The rate of the NIC's port, which is given in bits.
    [[nodiscard]] std::optional<GigabytesPerSecond> portRate() const {
        constexpr double kBits = 8;
        if (m_isPeer || !m_table.fabric().nics[m_id.column].rate)
            return std::nullopt;
        return GigabytesPerSecond{m_table.fabric().nics[m_id.column].rate->value / kBits};
    }

    /// 0: no rate is known.
    [[nodiscard]] double longestBar(const topology::Reach &best) const {
        const auto here = m_cell.reach.bandwidth, port = portRate();
        return std::max(
            {here ? here->value : 0, best.bandwidth ? best.bandwidth->value : 0, port ? port->value : 0});
    }

    /// If a measured value is shown, the figures of the links are omitted, since they would be confused with
    /// it.
    void paintBars(const topology::Reach &best, bool two) {
        if (m_cell.measured != nullptr)
            return two ? explainBars(best) : void();
        const auto port = portRate();
        const double most = longestBar(best);
        if (most <= 0)
            return;
        const auto bar = [&](const std::string &label, const topology::Reach &reach, Token token) {
            paintBar(reach.word == PathWord::Unknown ? label : label + ", " + topology::toString(reach),
                     counted(reach), most, token);
        };
        bar(two ? "Expected" : "This pair", best, Token::PathPix);
        if (two) {
            bar("This pair", m_cell.reach, markOf(m_cell) == CellMark::Error ? Token::Error : Token::Text3);
            explainBars(best);
        }
        if (port) {
            topology::Reach reach;
            reach.bandwidth = port;
            bar("NIC port", reach, Token::Nic);
        }
        m_column.paragraph("GB/s of the narrowest PCIe link, one direction; CPU-internal bandwidth is not "
                           "included.",
                           {Font::Sans, 11, Token::Text3}, 15);
    }

    void paintLibrary() {
        if (m_cell.library == nullptr && m_cell.libraryPeer == nullptr)
            return;
        m_column.section("As " + m_table.libraryName() + " sees it");
        m_column.row("Path", m_cell.libraryPath, kText);
        const double bandwidth =
            m_cell.library != nullptr ? m_cell.library->bandwidth : m_cell.libraryPeer->bandwidth;
        m_column.row("Estimate", fmt::format("{:.1f} GB/s by the library", bandwidth), kText);
        m_column.row(
            "Hops",
            std::to_string(m_cell.library != nullptr ? m_cell.library->hops : m_cell.libraryPeer->hops),
            kText);
        const nccl::Decisions &decisions = *m_table.decisions();
        if (m_cell.libraryPeer != nullptr) {
            m_column.row("Transport", nccl::p2pText(decisions, *m_cell.libraryPeer), kText);
            return;
        }
        const nccl::GpuNic &pair = *m_cell.library;
        const auto gdr = [&](const nccl::GdrDecision &decision) {
            return (decision.on() ? "yes: " : "no: ") + nccl::gdrText(decisions, decision);
        };
        const std::string send = gdr(pair.gdrSend), recv = gdr(pair.gdrRecv);
        if (send == recv) {
            m_column.row("GDR", send, kText);
        } else {
            m_column.row("GDR send", send, kText);
            m_column.row("GDR recv", recv, kText);
        }
        if (pair.relayGpu && static_cast<std::size_t>(*pair.relayGpu) < decisions.gpus.size())
            m_column.row("Relay", relayName(static_cast<std::size_t>(*pair.relayGpu)), kText);
        if (m_cell.pair != nullptr && !m_cell.pair->channels.empty())
            m_column.row("Channels", channelsText(m_cell.pair->channels), kText);
    }

    [[nodiscard]] std::string relayName(std::size_t libraryGpu) const {
        for (const affinity::Gpu &each : m_table.fabric().gpus)
            if (each.library == libraryGpu)
                return each.name;
        return m_table.decisions()->gpus[libraryGpu].busIdText;
    }

    void paintOthers() {
        std::vector<const Pair *> others;
        for (const std::size_t row : m_table.rows())
            for (const Pair *pair : m_table.pairsOf(row))
                if (pair != m_cell.pair && pair->severity && *pair->severity >= Severity::Warning)
                    others.push_back(pair);
        if (others.empty())
            return;
        m_column.section("Other findings");
        for (std::size_t i = 0; i < std::min(others.size(), kMaxOthers); ++i) {
            const Pair &pair = *others[i];
            m_sketch.glyph(level::kAlways, m_column.x, m_column.y + 9, 13, glyphOf(*pair.severity),
                           tokenOf(*pair.severity));
            TextColumn inner{m_sketch, m_column.x + 22, m_column.y, m_column.width - 22, {}};
            inner.paragraph(pair.reason, kDim, 16);
            m_column.accessibleText += inner.accessibleText;
            m_column.y = inner.y + 4;
        }
        if (others.size() > kMaxOthers)
            m_column.line(fmt::format("and {} more", others.size() - kMaxOthers), kDim, 16);
    }

    const AffinityTable &m_table;
    AffinityId m_id;
    const AffinityRouteOptions &m_options;
    bool m_isPeer;
    AffinityRoute m_route;
    Sketch m_sketch;
    TextColumn m_column;
    AffinityCell m_cell;
    topology::HardwarePath m_path;
    std::optional<std::pair<GuestEnd, GuestEnd>> m_ends; ///< set: the path is in the hypervisor's hardware
};

} // namespace

AffinityRoute layoutAffinityRoute(const AffinityTable &table, const AffinityId &cell,
                                  const AffinityRouteOptions &options) {
    const std::size_t columns =
        cell.part == AffinityId::Part::Peer ? table.fabric().gpus.size() : table.fabric().nics.size();
    const bool exists = (cell.part == AffinityId::Part::Peer || cell.part == AffinityId::Part::Cell) &&
                        cell.row < table.fabric().gpus.size() && cell.column < columns;
    if (!exists)
        return {};
    return Panel(table, cell, options).paint();
}

} // namespace fabricscope::layout
