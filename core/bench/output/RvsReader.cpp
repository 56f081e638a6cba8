// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/RvsReader.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/bench/output/text/Cells.h"
#include "core/bench/output/text/Diagnostics.h"
#include "core/bench/output/text/LogFinding.h"

#include <algorithm>
#include <array>

namespace fabricscope::bench::output {

namespace {

constexpr std::array kLevels = {std::string_view("RESULT"), std::string_view("ERROR"),
                                std::string_view("INFO"), std::string_view("DEBUG"),
                                std::string_view("TRACE")};

/// A quantity whose name precedes its value: "GFLOPS 25123", "Power(W) 741.0".
struct Quantity {
    std::string_view word, name, unit;
};
constexpr std::array kQuantities = {Quantity{"GFLOPS ", "GFLOPS", "GFLOPS"},
                                    Quantity{"Power(W) ", "power", "W"},
                                    Quantity{"TFLOPS ", "TFLOPS", "TFLOPS"}};

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// "[RESULT] rest" gives "RESULT"; the text keeps its rest.
std::string_view takeBrackets(std::string_view &text) {
    text = trimmed(text);
    if (!text.starts_with('['))
        return {};
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos)
        return {};
    const std::string_view inside = trimmed(text.substr(1, end - 1));
    text.remove_prefix(end + 1);
    return inside;
}

/// "301995.91241": seconds and microseconds without their leading zeros, so that it is 301995.091241.
std::optional<double> timeOf(std::string_view text) {
    const std::string_view seconds = takeUntil(text, '.');
    const auto whole = countOf(seconds), micro = countOf(trimmed(text));
    if (!whole || !micro || *micro > 999999)
        return std::nullopt;
    return static_cast<double>(*whole) + static_cast<double>(*micro) * 1e-6;
}

/// "mem Test 2 : FAIL": the words after the last colon; without a time it is what tells that a line is RVS's.
std::optional<bool> verdictOf(std::string_view text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos || colon == 0)
        return std::nullopt;
    const std::string_view verdict = trimmed(text.substr(colon + 1));
    if (verdict == "PASS" || verdict == "PASSED")
        return true;
    return verdict == "FAIL" || verdict == "FAILED" ? std::optional(false) : std::nullopt;
}

/// "2 - 42583 - 0000:05:00.0" is shown by its address where it has one.
std::string deviceOf(std::string_view kind, std::string_view text) {
    const std::size_t last = text.rfind(" - ");
    return std::string(kind) + " " +
           std::string(trimmed(last == std::string_view::npos ? text : text.substr(last + 3)));
}

} // namespace

std::optional<RvsReader::Line> RvsReader::split(std::string_view text) {
    Line line;
    line.level = takeBrackets(text);
    bool known = false;
    for (const std::string_view level : kLevels)
        known = known || level == line.level;
    if (!known)
        return std::nullopt;
    std::string_view timed = text;
    line.seconds = timeOf(takeBrackets(timed));
    if (line.seconds) {
        text = timed;
        line.action = takeBrackets(text);
    } else if (line.level != "RESULT" || !verdictOf(trimmed(text))) {
        return std::nullopt; // other programs print "[INFO] text", too
    }
    line.text = trimmed(text);
    if (line.text.starts_with("[GPU::")) {
        const std::string_view inside = takeBrackets(text);
        line.gpu = trimmed(inside.substr(std::min<std::size_t>(5, inside.size())));
        line.text = trimmed(text);
    }
    return line;
}

bool RvsReader::begins(std::string_view line) {
    return split(line).has_value() || (line.starts_with('|') && has(line, "ROCm Validation Suite"));
}

double RvsReader::since(double seconds) {
    if (!m_first)
        m_first = seconds;
    return seconds - *m_first;
}

/// "Action name :gst-Tflops-2K2K2K-trig-fp4", "Module name :gst".
bool RvsReader::takeName(const Line &line) {
    const bool action = line.text.starts_with("Action name"), module = line.text.starts_with("Module name");
    if (!action && !module)
        return false;
    const std::string_view name = trimmed(line.text.substr(line.text.find(':') + 1));
    if (action) {
        m_action = name;
        m_builder.fact(m_run, "action", name);
    } else {
        m_builder.fact(m_run, "module", name);
        results().test = results().test.empty() ? HostText(name).plain(100) : results().test;
    }
    return true;
}

/// The test's own verdict on this GPU: "met: TRUE", "pass: FALSE", "mem Test 2 : FAIL".
void RvsReader::takeVerdict(const Line &line, std::string_view text) {
    if (const auto verdict = verdictOf(text)) {
        results().summary.passed = results().summary.passed.value_or(true) && *verdict;
        m_builder.summary(m_run, collapsed(text.substr(0, text.rfind(':'))), {},
                          trimmed(text.substr(text.rfind(':') + 1)));
        return;
    }
    for (const std::string_view word :
         {std::string_view("met:"), std::string_view("met :"), std::string_view("pass:")})
        if (const std::size_t at = text.find(word); at != std::string_view::npos) {
            const std::string_view verdict = trimmed(text.substr(at + word.size()));
            const bool passed = verdict.starts_with("TRUE");
            results().summary.passed = results().summary.passed.value_or(true) && passed;
            m_builder.summary(
                m_run, collapsed("GPU " + std::string(line.gpu) + " " + std::string(word.substr(0, 4))), {},
                verdict.substr(0, verdict.find(' ')));
            return;
        }
}

bool RvsReader::takeRate(const Line &line) {
    for (const Quantity &quantity : kQuantities) {
        const std::size_t at = line.text.find(quantity.word);
        if (at != 0)
            continue;
        std::string_view rest = line.text.substr(quantity.word.size());
        const auto value = numberOf(takeUntil(rest, ' '));
        if (!value)
            return false;
        const std::string subject = "GPU " + std::string(line.gpu);
        Point point{since(line.seconds.value_or(0)), value, {}};
        if (const std::size_t target = rest.find("Target"); target != std::string_view::npos)
            point.fields.push_back({"verdict", {}, std::nullopt, HostText(rest.substr(target)).plain(100)});
        m_builder.addPoint(m_run,
                           m_builder.series(m_run, subject + " " + std::string(quantity.name), subject,
                                            quantity.unit, Axis::Seconds),
                           std::move(point));
        takeVerdict(line, rest);
        return true;
    }
    return false;
}

/// "pcie-bandwidth [ 1/16] [CPU:: 0] [GPU:: 2 - 42583 - 0000:05:00.0] h2d::true d2h::false 57.678 GBps
/// duration: ..." and "p2p-bandwidth[48/56] [GPU:: ...] [GPU:: ...] bidirectional: false 61.370 GBps".
bool RvsReader::takePair(const Line &line) {
    const std::size_t unit = line.text.find(" GBps");
    if (const std::size_t peers = line.text.find(" peers:");
        line.text.starts_with("p2p ") && peers != std::string_view::npos) {
        m_builder.summary(m_run, collapsed(line.text.substr(0, peers)), {}, trimmed(line.text.substr(peers)));
        return true;
    }
    if (unit == std::string_view::npos)
        return has(line.text, "pcie-bandwidth") || has(line.text, "p2p ");
    const std::string_view before = line.text.substr(0, unit);
    const auto value = numberOf(before.substr(before.rfind(' ') + 1));
    std::vector<std::string> ends;
    for (std::size_t at = before.find("::"); at != std::string_view::npos; at = before.find("::", at + 2)) {
        const std::size_t open = before.rfind('[', at), close = before.find(']', at);
        if (open != std::string_view::npos && close != std::string_view::npos &&
            before.find(']', open) == close)
            ends.push_back(
                deviceOf(before.substr(open + 1, at - open - 1), before.substr(at + 2, close - at - 2)));
    }
    if (!value || ends.size() != 2)
        return false;
    std::string title = m_action.empty() ? std::string("bandwidth") : m_action;
    if (has(before, "h2d::"))
        title += has(before, "h2d::true") ? has(before, "d2h::true") ? " both ways" : " host to device"
                                          : " device to host";
    else if (has(before, "bidirectional:"))
        title += has(before, "bidirectional: true") ? " both ways" : " one way";
    std::size_t matrix = 0;
    while (matrix < results().matrices.size() && results().matrices[matrix].title != title)
        ++matrix;
    if (matrix == results().matrices.size())
        matrix = m_builder.matrix(m_run, title, "GBps", {});
    m_builder.addMatrixCell(m_run, matrix, ends[0], ends[1], *value);
    return true;
}

/// "| RVS version                      | 1.6.75                           |" and the results below.
bool RvsReader::takeSummary(std::string_view text) {
    if (text.starts_with("+==") || text.starts_with("+--")) {
        m_box = m_run != ResultsBuilder::kNoRun;
        return m_box;
    }
    if (!text.starts_with('|'))
        return false;
    std::vector<std::string_view> cells;
    std::string_view rest = text.substr(1);
    while (!rest.empty() && cells.size() < 8)
        cells.push_back(trimmed(takeUntil(rest, '|')));
    while (!cells.empty() && cells.back().empty())
        cells.pop_back();
    if (cells.size() == 2 && cells[0] == "RVS version")
        results().version = HostText(cells[1]).plain(100);
    // The names of GPUs take two columns: "AMD Instinct MI355X - 42583".
    if (cells.size() == 2 && cells[0].find(" - ") == std::string_view::npos)
        m_builder.fact(m_run, keyOf(cells[0]), cells[1]);
    if (cells.size() == 3 && cells[0] == "Action Name") {
        m_results = true;
    } else if (cells.size() == 3 && m_results) {
        m_builder.summary(m_run, std::string(cells[0]) + " (" + std::string(cells[1]) + ")", {}, cells[2]);
        results().summary.passed = results().summary.passed.value_or(true) && cells[2].starts_with("PASS");
        m_builder.ended(m_run);
    }
    return true;
}

bool RvsReader::line(std::string_view text) {
    if (m_box && takeSummary(text))
        return true;
    m_box = false;
    const auto line = split(text);
    if (!line)
        return m_run != ResultsBuilder::kNoRun && takeSummary(text);
    if (m_run == ResultsBuilder::kNoRun || results().complete) {
        begin("rvs");
        m_first.reset();
        m_results = false;
        m_resultLines = m_failed = 0;
    }
    if (line->level == "ERROR") {
        if (auto diagnostic = diagnosticOf(text, m_builder.line()))
            m_builder.diagnostic(m_run, std::move(*diagnostic));
        return true;
    }
    const auto verdict = verdictOf(line->text);
    if (line->level == "RESULT")
        m_builder.setFact(m_run, "result_lines", std::to_string(++m_resultLines));
    if (verdict)
        m_builder.setFact(m_run, "failed_tests", std::to_string(m_failed += *verdict ? 0 : 1));
    if (!takeName(*line) && !takeRate(*line) && !takePair(*line))
        takeVerdict(*line, line->text);
    if (verdict == false)
        m_builder.diagnostic(m_run, logFinding("log.gpu_test_failed", text, m_builder.line()));
    else if (has(text, "FALSE") || has(text, "peqt false"))
        takeOther(m_builder, m_run, text);
    return true;
}

} // namespace fabricscope::bench::output
