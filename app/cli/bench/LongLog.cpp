// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench/LongLog.h"

#include <utility>

namespace fabricscope::app::cli {

Result<> LongLog::pass(bench::OutputParser &parser) {
    auto read = m_log.read([&](std::string_view bytes) {
        parser.feed(bytes);
        return true;
    });
    if (read)
        parser.end();
    return read;
}

void LongLog::note(const bench::StreamedList &list) {
    const auto [known, isNew] = m_extents.try_emplace(list);
    if (isNew)
        known->second.first = m_count;
    known->second.last = m_count++;
}

Result<> LongLog::survey(const bench::RowSink &measureRow, const bench::PointSink &measurePoint) {
    m_parser = m_makeParser();
    m_parser->setRowSink([&](std::size_t run, const bench::CollectiveRow &row) {
        note({run, {}});
        measureRow(run, row);
    });
    m_parser->setPointSink([&](std::size_t run, std::size_t series, const bench::Point &point) {
        note({run, series});
        measurePoint(run, series, point);
    });
    auto read = pass(*m_parser);
    m_parser->setRowSink({});
    m_parser->setPointSink({});
    return read;
}

std::vector<bench::StreamedList> LongLog::lists() const {
    std::vector<bench::StreamedList> lists;
    for (const auto &[list, extent] : m_extents)
        lists.push_back(list);
    return lists;
}

/// One pass finds lists that follow each other in the log.
std::size_t LongLog::endOfPass(const std::vector<bench::StreamedList> &lists, std::size_t from) const {
    std::size_t end = from + 1;
    while (end < lists.size() && m_extents.at(lists[end]).first > m_extents.at(lists[end - 1]).last)
        ++end;
    return end;
}

std::size_t LongLog::passes(const std::vector<bench::StreamedList> &lists) const {
    std::size_t count = 0;
    for (std::size_t from = 0; from < lists.size(); from = endOfPass(lists, from))
        ++count;
    return count;
}

Result<> LongLog::print(const std::vector<bench::StreamedList> &lists, const Printer &printer) {
    for (std::size_t from = 0; from < lists.size();) {
        const std::size_t until = endOfPass(lists, from);
        std::size_t place = from;
        printer.begin(place);
        const auto isPlaced = [&](const bench::StreamedList &list) {
            if (place + 1 < until && list == lists[place + 1]) {
                printer.end(place);
                printer.begin(++place);
            }
            return list == lists[place];
        };
        const auto parser = m_makeParser();
        parser->setRowSink([&](std::size_t run, const bench::CollectiveRow &row) {
            if (isPlaced({run, {}}))
                printer.row(place, row);
        });
        parser->setPointSink([&](std::size_t run, std::size_t series, const bench::Point &point) {
            if (isPlaced({run, series}))
                printer.point(place, point);
        });
        if (auto read = pass(*parser); !read)
            return read;
        for (; place + 1 < until; printer.begin(++place))
            printer.end(place);
        printer.end(place);
        from = until;
    }
    return {};
}

} // namespace fabricscope::app::cli
