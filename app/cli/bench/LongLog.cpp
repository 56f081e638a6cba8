// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench/LongLog.h"

#include <algorithm>

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

Result<> LongLog::survey(const bench::RowSink &measure) {
    m_parser = m_makeParser();
    std::size_t latest = 0;
    m_parser->setRowSink([&](std::size_t run, const bench::CollectiveRow &row) {
        m_rows.resize(std::max(m_rows.size(), run + 1));
        ++m_rows[run];
        m_isMixed = m_isMixed || run < latest;
        latest = run;
        measure(run, row);
    });
    auto read = pass(*m_parser);
    m_parser->setRowSink({});
    return read;
}

std::vector<bool> LongLog::haveRows() const {
    std::vector<bool> have(results().size());
    for (std::size_t run = 0; run < std::min(have.size(), m_rows.size()); ++run)
        have[run] = m_rows[run] > 0;
    return have;
}

Result<> LongLog::print(const std::vector<std::size_t> &runs, const Printer &printer) {
    for (std::size_t from = 0; from < runs.size();) {
        // The number of lines that one pass finds in this order.
        std::size_t until = from + 1;
        while (!m_isMixed && until < runs.size() && runs[until] > runs[until - 1])
            ++until;
        std::size_t place = from;
        printer.begin(place);
        const auto parser = m_makeParser();
        parser->setRowSink([&](std::size_t run, const bench::CollectiveRow &row) {
            while (place + 1 < until && run >= runs[place + 1]) {
                printer.end(place);
                printer.begin(++place);
            }
            if (run == runs[place])
                printer.row(place, row);
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
