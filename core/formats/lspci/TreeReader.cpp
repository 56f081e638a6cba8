// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// `lspci -t`, -tv, -tvnn: which function hangs below which.
//
// An element is a root bus, "[0000:00]", or a function, "01.1", which as a bridge is followed by its buses,
// "-[02-05]-". Several of them on one level are below each other: the first behind '+' on the line of what
// they hang on, the next ones behind '+' on lines of their own, the last one behind '\'. So a '\' closes the
// level that was opened last, and as many '|' precede a line as there are levels open around its own: no
// column is needed to say whose a line is, and trees are read that lost their indent or were wrapped.
#include "core/base/Text.h"
#include "core/formats/Hex.h"
#include "core/formats/PastedLines.h"
#include "core/formats/Readers.h"
#include "core/formats/lspci/ClassNames.h"
#include "core/formats/lspci/ParsedFunction.h"
#include "core/formats/lspci/TreeLine.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace fabricscope::formats {

namespace {

using lspci::MergePolicy;
using lspci::ParsedFunction;

struct Bus {
    std::uint32_t domain = 0;
    std::uint8_t number = 0;
};

/// Where elements hang: on a bus, below a bridge or a root.
struct TreeLevel {
    std::optional<Address> bridge;
    std::optional<Bus> bus; ///< unknown if the level lists buses
    std::optional<Bus> root;
};

/// A level with more elements to come.
struct Level {
    TreeLevel place;
    std::size_t column = 0;
};

class TreeReader {
public:
    TreeReader(const SectionText &text, HostBuilder &builder) : m_text(text), m_builder(builder) {}

    void read() {
        for (PastedLines lines(m_text.bytes, m_text.meta.damage != capture::Damage::None); lines.next();) {
            const PastedLine &line = lines.line();
            if (line.blank() || isPrompt(line.text)) {
                flush();
            } else if (m_open && line.afterFullLine && line.indent == 0 && mayContinue(line.text)) {
                continueLine(line);
            } else if (line.text.find_first_not_of("| ") ==
                       std::string_view::npos) { // wrapped before its branch
                flush();
                m_carried += barsOf(line.text);
                m_wrapped = true;
            } else if (lspci::beginsAsBranch(line.text)) {
                flush();
                m_line = line.text.substr(0, kLongest);
                m_indent = line.indent;
                m_source = line.source;
                m_open = true;
            } else if (m_open && !lspci::isRegionOfTree(line.text)) {
                continueLine(line);
            }
        }
        flush();
    }

private:
    static constexpr std::size_t kLongest = std::size_t{16} << 10;
    static constexpr std::size_t kDeepest = 1024; ///< open levels; a domain has 256 buses

    /// Behind a line that fills the terminal: before a bar is a blank, before a branch a dash.
    [[nodiscard]] bool mayContinue(std::string_view text) const {
        if (text.substr(0, 1) == "|" || lspci::isTreeLine(text))
            return m_line.back() == '-' && text[0] != '|';
        return true;
    }

    void continueLine(const PastedLine &line) {
        if (m_line.size() + line.text.size() >= kLongest)
            return;
        const bool joined = line.afterFullLine && line.indent == 0;
        if (!joined && !(lspci::isBroken(m_line) && line.indent == 0))
            m_line += ' ';
        m_line += line.text;
    }

    void flush() {
        if (!m_open)
            return;
        readLine(m_line);
        m_open = m_wrapped = false;
        m_carried = 0;
    }

    static std::size_t barsOf(std::string_view text) {
        return static_cast<std::size_t>(std::count(text.begin(), text.end(), '|'));
    }

    void readLine(std::string_view line) {
        const auto at = std::min(line.find_first_not_of(" |\t"), line.size());
        std::string_view rest = line.substr(at);
        TreeLevel place;
        if (const auto root = lspci::takeAddressOfSubtree(rest)) { // `lspci -t -s`
            m_levels.clear();
            place.bus = place.root = Bus{root->domain, root->number};
        } else if (!rest.empty() && (rest[0] == '+' || rest[0] == '\\')) {
            const bool last = rest[0] == '\\';
            if (!continueLevel(m_indent + at, m_carried + barsOf(line.substr(0, at)), last, place)) {
                m_builder.warn(m_text, m_source, "tree branch without a parent");
                return;
            }
            rest.remove_prefix(1);
        } else {
            m_levels.clear(); // a new tree
        }
        readElements(rest, place, line);
    }

    /// The level that a line continues: that of its column; where columns got lost, by the bars before it.
    bool continueLevel(std::size_t column, std::size_t bars, bool last, TreeLevel &place) {
        std::size_t depth = m_wrapped ? 0 : m_levels.size();
        while (depth > 0 && m_levels[depth - 1].column != column)
            --depth;
        if (depth == 0)
            depth = std::min(bars + 1, m_levels.size());
        m_levels.resize(depth);
        if (m_levels.empty())
            return false;
        place = m_levels.back().place;
        if (last)
            m_levels.pop_back();
        else if (!m_wrapped)
            m_levels.back().column = column;
        return true;
    }

    void readElements(std::string_view rest, TreeLevel place, std::string_view line) {
        while (!rest.empty()) {
            const char c = rest[0];
            if (c == '-') {
                rest.remove_prefix(1);
            } else if (c == '+') {
                if (m_levels.size() >= kDeepest) {
                    m_builder.warn(m_text, m_source, "bus tree too deep");
                    return;
                }
                const auto column = static_cast<std::size_t>(rest.data() - line.data());
                m_levels.push_back({place, m_indent + column});
                rest.remove_prefix(1);
            } else if (c == '[') {
                const auto bus = lspci::takeBus(rest);
                if (!bus)
                    return;
                place.bus = Bus{bus->domain, bus->number};
                if (!place.bridge)
                    place.root = place.bus;
            } else {
                readFunction(rest, place);
                if (rest.empty())
                    return;
            }
        }
    }

    /// Where the next lines of the tree begin in a name, to which a copy glued them.
    static std::size_t glueIn(std::string_view name) {
        std::size_t at = name.size();
        for (const std::string_view begin : {" \\-", " +-", " |  ", " -["})
            at = std::min(at, name.find(begin));
        return at;
    }

    /// "01.1-[02-05]-..." leaves what hangs below; "00.0  NAME" ends the line.
    void readFunction(std::string_view &rest, TreeLevel &place) {
        const auto slot = lspci::takeSlot(rest);
        if (!slot || !place.bus) {
            m_builder.warn(m_text, m_source, "not a function of the tree");
            rest = {};
            return;
        }
        ParsedFunction parsed;
        host::PciFunction &facts = parsed.facts;
        facts.address = {place.bus->domain, place.bus->number, slot->device, slot->function};
        facts.parent = place.bridge == facts.address ? std::nullopt : place.bridge;
        if (place.root)
            facts.rootBus = std::pair{place.root->domain, place.root->number};
        const host::EvidenceRef evidence = m_text.evidence(m_source);
        if (const auto range = lspci::takeRange(rest)) {
            constexpr std::uint32_t kPciBridge = 0x060400;
            facts.classCode = {kPciBridge, evidence};
            parsed.classByName = true;
            facts.rare.edit().secondaryBus = {range->first, evidence};
            facts.rare.edit().subordinateBus = {range->last, evidence};
            place.bridge = facts.address;
            place.bus = Bus{facts.address.domain, range->first};
        } else {
            if (const std::size_t glue = glueIn(rest); glue < rest.size()) {
                m_builder.warn(m_text, m_source, "several lines in one; the later ones are left out");
                rest = rest.substr(0, glue);
            }
            const lspci::ParsedDevice words = lspci::parseDevice(trimmed(rest));
            lspci::applyDevice(words, evidence, parsed);
            if (words.vendor)
                lspci::applyClass({lspci::classByDevice(*words.vendor, words.name), true}, {}, evidence,
                                  parsed);
            rest = {};
        }
        lspci::mergeFunction(std::move(parsed), MergePolicy::Replace, m_builder);
    }

    const SectionText &m_text;
    HostBuilder &m_builder;
    std::vector<Level> m_levels;
    std::string m_line;
    std::size_t m_indent = 0;
    std::string_view m_source;
    bool m_open = false;
    bool m_wrapped = false;    ///< bars stood on a line of their own before this one
    std::size_t m_carried = 0; ///< so many
};

} // namespace

void readLspciTree(const SectionText &text, HostBuilder &builder) {
    TreeReader(text, builder).read();
}

} // namespace fabricscope::formats
