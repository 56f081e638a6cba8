// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/collectives/CollectiveTable.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <algorithm>
#include <cmath>

namespace fabricscope::bench::output {

namespace {

constexpr std::size_t kLongestPiece = 1024;
constexpr double kLargestWhole = 1e15; ///< read exactly by scanPlainNumber()

/// Decides by the first character, before parsing.
bool mayBeValue(std::string_view cell) {
    return (cell[0] >= '0' && cell[0] <= '9') || cell[0] == '-' || cell[0] == 'N' || cell[0] == 'n' ||
           cell[0] == 'i';
}

bool hasWord(const Cells &cells, std::string_view word) {
    return std::find(cells.begin(), cells.end(), word) != cells.end();
}

/// Resets the row and keeps its memory.
void clear(CollectiveRow &row) {
    row.sizeBytes = 0;
    row.count.reset();
    row.type.clear();
    row.redop.clear();
    row.root.reset();
    row.outOfPlace.reset();
    row.inPlace.reset();
    row.more.clear();
}

std::size_t endIn(std::string_view line, std::string_view part) {
    return static_cast<std::size_t>(part.data() + part.size() - line.data());
}

} // namespace

/// The column names of all versions: 1.x has "bytes N type op time algbw busbw res".
const std::array<CollectiveTable::ColumnKeyword, 17> CollectiveTable::kKinds = {{
    {"size", Kind::Size},
    {"bytes", Kind::Size},
    {"count", Kind::Count},
    {"N", Kind::Count},
    {"type", Kind::Type},
    {"redop", Kind::Redop},
    {"op", Kind::Redop},
    {"root", Kind::Root},
    {"time", Kind::Time},
    {"cputime", Kind::Time},
    {"hipevt", Kind::Event},
    {"algbw", Kind::Algbw},
    {"busbw", Kind::Busbw},
    {"#wrong", Kind::Wrong},
    {"wrong", Kind::Wrong},
    {"error", Kind::Wrong},
    {"res", Kind::Wrong},
}};

SlimOptional<double> CollectiveHalf::*CollectiveTable::cellOf(Kind kind) {
    switch (kind) {
    case Kind::Time:
        return &CollectiveHalf::timeUs;
    case Kind::Event:
        return &CollectiveHalf::eventUs;
    case Kind::Algbw:
        return &CollectiveHalf::algbw;
    case Kind::Busbw:
        return &CollectiveHalf::busbw;
    case Kind::Wrong:
        return &CollectiveHalf::wrong;
    default:
        return nullptr;
    }
}

/// Size, count or root, which are integers; false if the value is not one.
bool CollectiveTable::setWhole(Kind kind, double value, CollectiveRow &row) {
    if (value != std::floor(value) || std::abs(value) > kLargestWhole)
        return false;
    if (kind == Kind::Root) {
        row.root = static_cast<int>(std::clamp(value, -1e9, 1e9));
        return std::abs(value) <= 1e9;
    }
    if (value < 0)
        return false;
    if (kind == Kind::Size)
        row.sizeBytes = static_cast<std::uint64_t>(value);
    else
        row.count = static_cast<std::uint64_t>(value);
    return true;
}

bool CollectiveTable::isHeader(std::string_view body) {
    if (!body.starts_with("size") && !body.starts_with("bytes"))
        return false;
    Cells cells;
    splitCells(body, cells);
    return hasWord(cells, "algbw") && hasWord(cells, "busbw");
}

void CollectiveTable::takeHeader(std::string_view line, std::string_view above) {
    *this = {};
    Cells cells;
    splitCells(line, cells);
    std::vector<std::size_t> times; // a half begins with its time
    for (std::string_view word : cells) {
        if (m_columns.empty() && word.starts_with('#'))
            word.remove_prefix(1);
        if (word.empty())
            continue;
        const auto known = std::find_if(kKinds.begin(), kKinds.end(),
                                        [&](const ColumnKeyword &kind) { return kind.word == word; });
        const Kind kind = known != kKinds.end() ? known->kind : Kind::Other;
        if (kind == Kind::Time)
            times.push_back(m_columns.size());
        m_countsWrong = m_countsWrong || word == "#wrong";
        m_columns.push_back({kind, std::string(word), endIn(line, word)});
    }
    if (times.empty()) {
        m_columns.clear();
        return;
    }
    m_preamble = times[0];
    m_firstHalf = (times.size() > 1 ? times[1] : m_columns.size()) - m_preamble;
    m_secondHalf = m_columns.size() - m_preamble - m_firstHalf;
    // A second "size", after the times, is not the message size.
    for (std::size_t i = m_preamble; i < m_columns.size(); ++i)
        if (cellOf(m_columns[i].kind) == nullptr)
            m_columns[i].kind = Kind::Other;
    m_inPlaceOnly = m_secondHalf == 0 && above.find("in-place") != std::string_view::npos &&
                    above.find("out-of-place") == std::string_view::npos;
    // Version 1 prints milliseconds and has no line of units.
    m_timeScale = m_columns[0].name == "bytes" ? 1000 : 1;
    plan();
}

void CollectiveTable::takeUnits(std::string_view line) {
    if (line.find("(us)") != std::string_view::npos)
        m_timeScale = 1;
    else if (line.find("(ms)") != std::string_view::npos)
        m_timeScale = 1000;
}

bool CollectiveTable::take(Place &place, const Column &column, std::optional<double> &value) const {
    if (place.glued || place.at == place.cells->count)
        return false;
    const std::string_view cell = (*place.cells)[place.at];
    value = numberOf(cell);
    if (value || isNoNumber(cell)) {
        ++place.at;
        return true;
    }
    // A log line may begin directly after the value, sometimes with a digit: the header's column shows where.
    const std::size_t begin = static_cast<std::size_t>(cell.data() - place.line.data());
    std::size_t length = valueLength(cell);
    if (place.columnsAligned && column.end > begin && column.end < begin + length)
        length = column.end - begin;
    if (length == 0)
        return false;
    place.noise = place.line.substr(begin + length);
    place.glued = cell.substr(length) != "*"; // rccl-tests marks a value with it
    ++place.at;
    value = numberOf(cell.substr(0, length));
    return true;
}

bool CollectiveTable::readPreamble(Place &place, CollectiveRow &row) const {
    for (std::size_t i = 0; i < m_preamble; ++i) {
        const Column &column = m_columns[i];
        if (place.at == place.cells->count)
            return false;
        const std::string_view next = (*place.cells)[place.at];
        switch (column.kind) {
        case Kind::Size:
        case Kind::Count: {
            const auto count = countOf(next);
            if (!count)
                return false;
            if (column.kind == Kind::Size)
                row.sizeBytes = *count;
            else
                row.count = count;
            ++place.at;
            break;
        }
        case Kind::Type:
        case Kind::Redop: {
            // Before 2.13 alltoall names the column and leaves the cell blank.
            if (isValue(next))
                break;
            std::string &word = column.kind == Kind::Type ? row.type : row.redop;
            if (next.size() > 32)
                return false;
            word = isPlainAscii(next) ? std::string(next) : HostText(next).plain();
            ++place.at;
            break;
        }
        case Kind::Root: {
            std::optional<double> root;
            if (!take(place, column, root) || !root || std::abs(*root) > 1e9)
                return false;
            row.root = static_cast<int>(*root);
            break;
        }
        default:
            row.more.push_back({column.name, {}, numberOf(next), HostText(next).plain(64)});
            ++place.at;
        }
    }
    return true;
}

void CollectiveTable::setCell(Kind kind, std::optional<double> value, CollectiveHalf &half) const {
    if (value && kind == Kind::Time)
        *value *= m_timeScale;
    half.*cellOf(kind) = value;
}

bool CollectiveTable::readHalf(Place &place, std::size_t first, std::size_t count, CollectiveRow &row,
                               CollectiveHalf &half) const {
    for (std::size_t i = first; i < first + count; ++i) {
        const Column &column = m_columns[i];
        if (column.kind == Kind::Other) { // "algo" is a word, "i_p99" a number
            if (place.glued || place.at == place.cells->count)
                return false;
            const std::string_view cell = (*place.cells)[place.at++];
            const auto number = numberOf(cell);
            const auto same = [&](const Column &one) {
                return one.name == column.name;
            };
            const auto half1 = m_columns.begin() + static_cast<std::ptrdiff_t>(m_preamble);
            const bool again = first > m_preamble &&
                               std::any_of(half1, half1 + static_cast<std::ptrdiff_t>(m_firstHalf), same);
            row.more.push_back({column.name + (again ? " in place" : ""),
                                {},
                                number,
                                number ? std::string() : HostText(cell).plain(64)});
            continue;
        }
        std::optional<double> value;
        if (!take(place, column, value))
            return false;
        setCell(column.kind, value, half);
    }
    return true;
}

CollectiveTable::Part CollectiveTable::readFrom(Place &place, CollectiveRow &row) const {
    if (!readPreamble(place, row))
        return Part::None;
    const std::size_t afterPreamble = place.at;
    if (place.glued || place.at == place.cells->count || !mayBeValue((*place.cells)[place.at]))
        return Part::Preamble;
    auto &first = m_inPlaceOnly ? row.inPlace : row.outOfPlace;
    if (!readHalf(place, m_preamble, m_firstHalf, row, first.emplace())) {
        first.reset();
        // A log line began within the half, directly behind a value: the rest of the row follows it.
        if (place.glued)
            return Part::Preamble;
        place.at = afterPreamble;
        return Part::None;
    }
    if (m_secondHalf == 0)
        return Part::Whole;
    Place before = place;
    if (!readHalf(place, m_preamble + m_firstHalf, m_secondHalf, row, row.inPlace.emplace())) {
        row.inPlace.reset();
        place = before;
        return Part::FirstHalf;
    }
    return Part::Whole;
}

/// The steps of readPlain(); none if a column may contain any words.
void CollectiveTable::plan() {
    m_steps.clear();
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const Kind kind = m_columns[i].kind;
        const auto cell = cellOf(kind);
        if (kind == Kind::Other || (cell == nullptr) != (i < m_preamble)) {
            m_steps.clear();
            return;
        }
        m_steps.push_back({kind, i >= m_preamble + m_firstHalf, cell});
    }
}

bool CollectiveTable::readPlain(std::string_view line, CollectiveRow &row) const {
    const char *at = line.data();
    const char *const end = at + line.size();
    CollectiveHalf *const halves[2] = {&(m_inPlaceOnly ? row.inPlace : row.outOfPlace).emplace(),
                                       m_secondHalf > 0 ? &row.inPlace.emplace() : nullptr};
    for (const Step &step : m_steps) {
        skipBlanks(at, end);
        if (step.kind == Kind::Type || step.kind == Kind::Redop) {
            const char *const begin = at;
            while (at != end && ((*at >= 'a' && *at <= 'z') || (at != begin && *at >= '0' && *at <= '9')))
                ++at;
            if (at == begin || at - begin > 15)
                return false;
            (step.kind == Kind::Type ? row.type : row.redop).assign(begin, at);
        } else {
            double value = 0;
            if (!scanPlainNumber(at, end, value))
                return false;
            if (step.cell != nullptr)
                halves[step.second ? 1 : 0]->*step.cell =
                    step.kind == Kind::Time ? value * m_timeScale : value;
            else if (!setWhole(step.kind, value, row))
                return false;
        }
        if (at != end && *at != ' ')
            return false;
    }
    skipBlanks(at, end);
    return at == end;
}

void CollectiveTable::read(std::string_view line, Read &read) {
    read.part = Part::None;
    read.continues = false;
    const std::size_t begin = line.find_first_not_of(" \t");
    if (!known() || begin == std::string_view::npos || !mayBeValue(line.substr(begin)))
        return;
    clear(read.row);
    if (!m_steps.empty() && readPlain(line, read.row)) {
        read.part = Part::Whole;
        read.noise = {};
        m_piecePart = Part::None;
        return;
    }
    Cells &cells = m_cells;
    splitCells(line, cells);
    Place place{line, &cells, 0, {}, false, true};
    clear(read.row);
    read.part = readFrom(place, read.row);
    std::string joined;
    // A log line may begin with a digit: what continues a row begins with a value.
    if (read.part == Part::None && m_piecePart != Part::None && cells.count > 0 && isValue(cells[0])) {
        joined = m_piece + ' ' + std::string(line);
        splitCells(joined, cells);
        place = {joined, &cells, 0, {}, false, false};
        clear(read.row);
        read.part = readFrom(place, read.row);
        if (read.part <= m_piecePart) {
            read.part = Part::None;
            return;
        }
        read.continues = m_piecePart == Part::FirstHalf;
    }
    if (read.part == Part::None)
        return;
    const std::string_view text = joined.empty() ? line : std::string_view(joined);
    if (!place.glued)
        place.noise = place.at < cells.count
                          ? text.substr(static_cast<std::size_t>(cells[place.at].data() - text.data()))
                          : std::string_view();
    // Within the line, even if a joined text was parsed: noise is at the end of both.
    read.noise = line.substr(line.size() - std::min(place.noise.size(), line.size()));
    m_piecePart = read.part == Part::Whole ? Part::None : read.part;
    if (m_piecePart != Part::None)
        m_piece = text.substr(0, std::min(text.size() - place.noise.size(), kLongestPiece));
}

} // namespace fabricscope::bench::output
