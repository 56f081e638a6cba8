// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/collectives/RasReader.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/bench/output/text/Cells.h"
#include "core/bench/output/text/LogFinding.h"

#include <algorithm>

namespace fabricscope::bench::output {

namespace {

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

bool isRule(std::string_view text) {
    return text.size() > 3 && text.find_first_not_of('=') == std::string_view::npos;
}

/// "RCCL version 2.28.3 compiled with ROCm ..." and NCCL's own.
bool isTitle(std::string_view text) {
    return (text.starts_with("RCCL version ") || text.starts_with("NCCL version ")) &&
           has(text, " compiled with ");
}

/// "8", and "7-8" where nodes or processes differ.
bool isCountOrRange(std::string_view cell) {
    std::string_view rest = cell;
    const bool first = countOf(takeUntil(rest, '-')).has_value();
    return first && (cell.find('-') == std::string_view::npos || countOf(rest));
}

} // namespace

bool RasReader::begins(std::string_view line) {
    return isTitle(line);
}

/// The numbers of "Job summary" and of "Communicators", whose headers have two lines.
bool RasReader::takeRow(std::string_view text) {
    Cells cells;
    splitCells(text, cells);
    if (cells.count < 5 || !std::all_of(cells.begin(), cells.begin() + 5, isCountOrRange))
        return has(text, "(total)") || has(text, "in group") || has(text, "Processes") || has(text, "Comms");
    if (m_place == Place::Job) {
        m_builder.setFact(m_run, "nodes", cells[0]);
        m_builder.setFact(m_run, "processes", cells[3]);
        m_builder.setFact(m_run, "gpus", cells[4]);
    } else if (cells.count >= 7) {
        m_builder.fact(m_run, "group_" + std::string(cells[0]), collapsed(text));
        m_builder.setFact(m_run, "ranks", cells[4]);
        m_builder.setFact(m_run, "ranks_seen", cells[5]);
        const bool good = cells.count < 8 || cells[7] == "OK";
        m_builder.setFact(m_run, "status", cells[cells.count - 1]);
        results().summary.passed = results().summary.passed.value_or(true) && good;
    }
    return true;
}

bool RasReader::line(std::string_view text) {
    const std::string_view body = trimmed(text);
    if (isTitle(text)) {
        begin("rcclras");
        std::string_view rest = text.substr(13);
        results().version = HostText(takeUntil(rest, ' ')).plain(100);
        m_builder.fact(m_run, "built", rest);
        m_place = Place::None;
        return true;
    }
    if (m_run == ResultsBuilder::kNoRun || body.empty())
        return false;
    if (body.starts_with("```")) { // the end of the block in a page
        m_place = Place::None;
        return true;
    }
    if (isRule(body)) {
        m_place = m_title.starts_with("Job")     ? Place::Job
                  : m_title.starts_with("Comm")  ? Place::Communicators
                  : m_title.starts_with("Error") ? Place::Errors
                  : m_title.starts_with("Warn")  ? Place::Warnings
                                                 : Place::None;
        if (m_place == Place::Warnings)
            m_builder.ended(m_run);
        return true;
    }
    for (const std::string_view title : {std::string_view("Job summary"), std::string_view("Communicators"),
                                         std::string_view("Errors"), std::string_view("Warnings")})
        if (body.starts_with(title)) {
            m_title = title;
            return true;
        }
    if (m_place == Place::Errors || m_place == Place::Warnings) {
        const bool rank = body.starts_with("Rank ") || body.starts_with("Process ");
        const bool isError = m_place == Place::Errors;
        Finding finding = logFinding(rank      ? "log.ras_rank"
                                     : isError ? "log.error_line"
                                               : "log.warning_line",
                                     body, m_builder.line());
        finding.severity = isError ? Severity::Error : Severity::Warning;
        m_builder.diagnostic(m_run, std::move(finding));
        return true;
    }
    if (body.starts_with("HIP runtime") || body.starts_with("CUDA runtime")) {
        m_builder.fact(m_run, "runtime", body);
        return true;
    }
    return (m_place == Place::Job || m_place == Place::Communicators) && takeRow(body);
}

} // namespace fabricscope::bench::output
