// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/perftest/PairLogReader.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/bench/output/text/Cells.h"
#include "core/bench/output/text/LogFinding.h"
#include "core/bench/pairs/PairLog.h"

#include <fmt/format.h>

namespace fabricscope::bench::output {

namespace {

using namespace pairlog;

/// Removes the key and keeps the rest.
bool takeKey(std::string_view &text, std::string_view key) {
    if (!text.starts_with(key))
        return false;
    text.remove_prefix(key.size());
    return true;
}

} // namespace

bool PairLogReader::begins(std::string_view line) {
    return line.starts_with(kFirst);
}

bool PairLogReader::line(std::string_view text) {
    if (takeKey(text, kFirst)) {
        begin("perftest-mesh");
        results().test = HostText(text).plain(ResultsBuilder::kLongestText);
        m_title = results().test;
        m_unit.clear();
        m_rows.clear();
        m_columns.clear();
        m_isOpen = false;
        return true;
    }
    if (m_run == ResultsBuilder::kNoRun)
        return false;
    if (takeKey(text, kServer) || takeKey(text, kClient)) {
        takePrinted(text);
        return true;
    }
    if (takeKey(text, kCell)) {
        takeCell(text);
        return true;
    }
    if (takeKey(text, kEnd)) {
        m_builder.setFact(m_run, "pairs", text);
        m_builder.ended(m_run);
        return true;
    }
    if (takeKey(text, kTitle))
        m_title = text;
    else if (takeKey(text, kUnit))
        m_unit = text;
    else if (takeKey(text, kRow) && !m_isOpen && m_rows.size() < kMaxPairDevices)
        m_rows.push_back(HostText(text).plain(ResultsBuilder::kLongestText));
    else if (takeKey(text, kColumn) && !m_isOpen && m_columns.size() < kMaxPairDevices)
        m_columns.push_back(HostText(text).plain(ResultsBuilder::kLongestText));
    else if (takeKey(text, kNote))
        m_builder.fact(m_run, "note", text);
    else if (takeKey(text, kRound))
        m_builder.setFact(m_run, "round", text);
    else if (takeKey(text, kBegin))
        open(text);
    else
        return text.starts_with(kPair);
    return true;
}

/// All names are known before the first value.
void PairLogReader::open(std::string_view planned) {
    if (std::exchange(m_isOpen, true))
        return;
    m_done = 0;
    m_builder.setFact(m_run, "pairs_planned", planned);
    m_matrix = m_builder.matrix(m_run, m_title, m_unit, m_columns);
    for (const std::string &row : m_rows)
        m_builder.addMatrixRow(m_run, m_matrix, row, {});
}

/// The note of a demo host's tool applies to the whole log.
void PairLogReader::takePrinted(std::string_view text) {
    text = trimmed(text);
    if (text.starts_with("simulated: ") && results().version.empty())
        results().version = HostText(text).plain(ResultsBuilder::kLongestText);
}

void PairLogReader::takeCell(std::string_view text) {
    const auto row = countOf(takeUntil(text, ' ')), column = countOf(takeUntil(text, ' '));
    if (!m_isOpen || !row || !column || *row >= m_rows.size() || *column >= m_columns.size())
        return;
    m_builder.setFact(m_run, "pairs_done", std::to_string(++m_done));
    const std::string &from = m_rows[*row], &to = m_columns[*column];
    if (const auto value = numberOf(trimmed(text)))
        m_builder.addMatrixCell(m_run, m_matrix, from, to, *value);
    else if (takeKey(text, pairlog::kNone))
        m_builder.diagnostic(
            m_run,
            logFinding("log.warning_line", fmt::format("{} to {}: {}", from, to, text), m_builder.line()));
}

} // namespace fabricscope::bench::output
