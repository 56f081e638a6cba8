// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/text/Cells.h"
#include "core/bench/output/text/LineReader.h"

#include <optional>
#include <string>
#include <vector>

namespace fabricscope::bench::output {

/// perftest (ib_write_bw and similar): a banner of pairs, a header, a row for each size.
class PerftestReader : public LineReader {
public:
    using LineReader::LineReader;

    static bool begins(std::string_view line);
    bool line(std::string_view text) override;
    /// A row is flushed before its line feed, which comes with the next row.
    bool tail(std::string_view text) override;
    [[nodiscard]] bool isWhole(std::string_view text) const override;

private:
    struct Column {
        std::string name, unit;
    };
    struct Row {
        Point point;
        std::string_view noise;
    };

    enum HeaderPart : unsigned { kWaits = 1, kTitle = 2, kTable = 4 };

    void noteHeaderPart(HeaderPart what);
    void firstFact(std::string_view key, std::string_view value);
    [[nodiscard]] bool isOtherEnd(unsigned parts) const;
    bool noteOtherEnd();
    void addPoint(Point &&point);
    bool takeHeader(std::string_view text);
    std::optional<Row> rowOf(std::string_view text) const;
    bool takeRow(std::string_view text);
    bool takeTitle(std::string_view text);
    bool takeBanner(std::string_view text);
    bool takeAddress(std::string_view text);

    enum class Place : unsigned char { None, Banner, Table };

    std::vector<Column> m_columns;
    std::size_t m_y = 0; ///< the column that is drawn
    std::size_t m_series = 0;
    Place m_place = Place::None;
    unsigned m_headerParts = 0;
    bool m_remote = false;
    bool m_bothEnds = false; ///< server and client wrote to one log
    bool m_early = false;    ///< the last point was read from a line that had not ended yet
};

} // namespace fabricscope::bench::output
