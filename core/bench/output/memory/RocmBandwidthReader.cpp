// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/memory/RocmBandwidthReader.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/bench/output/text/Cells.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace fabricscope::bench::output {

namespace {

constexpr std::string_view kTitle = "RocmBandwidthTest Version:", kAccess = "Inter-Device Access";

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// "1 KB": powers of 1024.
std::optional<double> bytesOf(std::string_view number, std::string_view unit) {
    static constexpr std::array kUnits = {std::string_view("B"), std::string_view("KB"),
                                          std::string_view("MB"), std::string_view("GB"),
                                          std::string_view("TB")};
    const auto value = numberOf(number);
    const auto found = std::find(kUnits.begin(), kUnits.end(), unit);
    if (!value || found == kUnits.end())
        return std::nullopt;
    return *value *
           static_cast<double>(std::uint64_t{1} << (10 * static_cast<unsigned>(found - kUnits.begin())));
}

/// The text between the "=" of a frame: "================ Src Device Id: 0 Src Device Type: Cpu ====".
std::string_view framed(std::string_view text) {
    if (!text.starts_with("===="))
        return {};
    const std::size_t begin = std::min(text.find_first_not_of("= "), text.size());
    const std::size_t end = text.find_last_not_of("= ");
    return end == std::string_view::npos || end < begin ? std::string_view()
                                                        : text.substr(begin, end - begin + 1);
}

/// Spreadsheets end each row with the commas of its empty cells.
std::string_view withoutTrailing(std::string_view text) {
    const std::size_t last = text.find_last_not_of(", \t\r");
    return last == text.npos ? std::string_view() : trimmed(text.substr(0, last + 1));
}

/// A row of a table that was saved as CSV, as columns again; other lines hold commas, too ("Device: 0,  AMD
/// EPYC").
std::string withoutCommas(std::string_view text) {
    std::string columns;
    const std::string_view body = trimmed(text);
    const bool isTable = body.starts_with("D/D,") || body.starts_with("Data Size,") ||
                         body.substr(0, body.find(',')).find_first_not_of("0123456789. KMGTB\"") == body.npos;
    if (!isTable || body.find(',') == body.npos)
        return columns;
    for (const char c : body)
        columns += c == ',' ? "  " : c == '"' ? "" : std::string(1, c);
    return columns;
}

/// The line above a matrix of all pairs: "Bidirectional copy peak bandwidth GB/s".
bool isMatrixTitle(std::string_view body) {
    return body == "Unidirectional copy peak bandwidth GB/s" ||
           body == "Bidirectional copy peak bandwidth GB/s";
}

} // namespace

/// The version, "Bidirectional copy peak bandwidth GB/s": parts of a log begin with a matrix.
bool RocmBandwidthReader::begins(std::string_view line) {
    const std::string_view body = withoutTrailing(line);
    return body.starts_with(kTitle) || isMatrixTitle(body);
}

bool RocmBandwidthReader::takeTitle(std::string_view text) {
    const std::string_view body = withoutTrailing(text);
    const bool title = body.starts_with(kTitle);
    if (!title && (m_run != ResultsBuilder::kNoRun || !isMatrixTitle(body)))
        return false;
    reportClosed();
    m_closed = {};
    begin("rocm-bandwidth-test");
    m_title = m_pair = m_device = {};
    m_sweep.clear();
    m_columns.clear();
    m_cpus.clear();
    if (!title)
        return takeMatrix(text);
    results().version = HostText(trimmed(body.substr(kTitle.size()))).plain(100);
    return true;
}

/// With -e a device is several lines: "Device Index: 2", "Device Type: GPU", "Device Name: ...", "Device
/// BDF".
bool RocmBandwidthReader::takeDeviceLine(std::string_view body) {
    const std::size_t colon = body.find(':');
    if (colon == std::string_view::npos)
        return false;
    const std::string_view value = trimmed(body.substr(colon + 1));
    const std::string key = collapsed(body.substr(0, colon));
    if (key == "Device Index") {
        m_device = countOf(value) ? "device_" + std::string(value) : std::string();
        return true;
    }
    if (m_device.empty() ||
        !(key == "Device Type" || key == "Device Name" || key == "Device BDF" || key == "Device UUID"))
        return false;
    if (key == "Device Type" && value == "CPU" && m_cpus.size() < Cells::kMost)
        m_cpus.push_back(m_device.substr(m_device.find('_') + 1));
    m_builder.fact(m_run, key == "Device Name" ? m_device : m_device + '_' + keyOf(key.substr(7)), value);
    return true;
}

bool RocmBandwidthReader::takeDevices(std::string_view text) {
    const std::string_view body = trimmed(text);
    if (body.starts_with("Launch Command is:")) {
        m_builder.fact(m_run, "command", body.substr(body.find(':') + 1));
        return true;
    }
    if (body.starts_with("Device:")) { // "Device: 0,  AMD EPYC ..."
        std::string_view rest = trimmed(body.substr(7));
        const std::string number(takeUntil(rest, ','));
        // A GPU has its UUID and its address behind the name: "Device: 2,  AMD Instinct,  GPU-1f,  c1:0.0".
        if (countOf(number) && rest.find(',') == rest.npos && m_cpus.size() < Cells::kMost)
            m_cpus.push_back(number);
        m_builder.fact(m_run, "device_" + number, rest);
        return true;
    }
    if (body.starts_with("Device ") && takeDeviceLine(body))
        return true;
    const std::string_view title = framed(body);
    if (title.empty())
        return false;
    for (const std::string_view end :
         {std::string_view("Src Device Id:"), std::string_view("Dst Device Id:")})
        if (title.starts_with(end)) {
            Cells cells;
            splitCells(title.substr(end.size()), cells);
            if (cells.count > 0)
                m_pair =
                    end.starts_with("Src") ? std::string(cells[0]) : m_pair + " to " + std::string(cells[0]);
            return true;
        }
    m_title = title;
    return true;
}

/// "Data Size      Avg Time(us)   Avg BW(GB/s)   Min Time(us)   Peak BW(GB/s)" and "1 KB  5.400 ...".
bool RocmBandwidthReader::takeSweep(std::string_view text) {
    if (trimmed(text).starts_with("Data Size")) {
        m_sweep.clear();
        for (std::string_view rest = trimmed(text).substr(9); !(rest = trimmed(rest)).empty();) {
            const std::string_view title = rest.substr(0, rest.find("  "));
            rest.remove_prefix(title.size());
            const NameAndUnit parts = splitUnit(title, '(', ')');
            m_sweep.push_back({std::string(parts.name), std::string(parts.unit)});
        }
        return true;
    }
    Cells cells;
    splitCells(text, cells);
    if (m_sweep.empty() || cells.count != m_sweep.size() + 2)
        return false;
    const auto size = bytesOf(cells[0], cells[1]);
    if (!size || !std::all_of(cells.begin() + 2, cells.end(), isValue))
        return false;
    Point point{*size, std::nullopt, {}};
    std::size_t drawn = 0;
    while (drawn + 1 < m_sweep.size() && !m_sweep[drawn].name.starts_with("Avg BW"))
        ++drawn;
    for (std::size_t i = 0; i < m_sweep.size(); ++i) {
        const auto value = numberOf(cells[i + 2]);
        if (i == drawn)
            point.y = value;
        else
            point.fields.push_back({m_sweep[i].name, m_sweep[i].unit, value, {}});
    }
    const std::string name = m_sweep[drawn].name + (m_pair.empty() ? "" : " " + m_pair);
    m_builder.addPoint(m_run, m_builder.series(m_run, name, m_pair, m_sweep[drawn].unit, Axis::Bytes),
                       std::move(point));
    return true;
}

/// CPUs and GPUs are numbered together, CPUs first: "CPU 0", "2".
std::string RocmBandwidthReader::nameOf(std::string_view number) const {
    const bool isCpu = std::find(m_cpus.begin(), m_cpus.end(), number) != m_cpus.end();
    return (isCpu ? "CPU " : "") + std::string(number);
}

/// "D/D       0           1 ..." below a title of its own line, rows with the device's number first.
bool RocmBandwidthReader::takeMatrix(std::string_view text) {
    Cells cells;
    splitCells(text, cells);
    if (cells.count == 0)
        return !m_columns.empty(); // an empty line between rows
    if (cells[0] == "D/D" && cells.count > 1) {
        m_columns.clear();
        std::transform(cells.begin() + 1, cells.end(), std::back_inserter(m_columns),
                       [this](std::string_view cell) { return nameOf(cell); });
        const std::size_t unit = m_title.rfind(' ');
        const bool rate = unit != std::string::npos && m_title.ends_with("/s");
        m_matrix = m_builder.matrix(m_run, rate ? m_title.substr(0, unit) : m_title,
                                    rate ? m_title.substr(unit + 1) : std::string(), m_columns);
        return true;
    }
    const auto isLink = [](std::string_view cell) {
        return cell.find('-') != std::string_view::npos;
    };
    if (!m_columns.empty() && cells.count == m_columns.size() + 1 && countOf(cells[0]) &&
        std::all_of(cells.begin() + 1, cells.end(),
                    [&](std::string_view cell) { return isValue(cell) || isLink(cell); })) {
        auto values = numbersOf(cells, 1, cells.count);
        m_builder.addMatrixRow(m_run, m_matrix, nameOf(cells[0]), std::move(values));
        if (m_title == kAccess)
            takeAccess(text);
        return true;
    }
    const std::string_view body = withoutTrailing(text);
    if (has(body, "copy peak bandwidth") || body.starts_with("Inter-Device ")) {
        reportClosed();
        m_title = body;
        m_columns.clear();
        return true;
    }
    return false;
}

/// "2         1         1         1         0": device 2 cannot reach the memory of device 3. Without the
/// list of devices it is not known which of them are GPUs; a CPU that cannot reach a GPU has another cause.
void RocmBandwidthReader::takeAccess(std::string_view row) {
    Cells cells;
    splitCells(row, cells);
    const auto isGpu = [](std::string_view name) {
        return countOf(name).has_value();
    };
    for (std::size_t i = 1; i < cells.count && !m_cpus.empty() && isGpu(nameOf(cells[0])); ++i)
        if (cells[i] == "0" && isGpu(m_columns[i - 1]))
            m_closed.add(cells[0], m_columns[i - 1], row, m_builder.line());
        else if (cells[i] == "1" && isGpu(m_columns[i - 1]) && cells[0] != m_columns[i - 1])
            m_closed.addOpen();
    if (nameOf(cells[0]) == m_columns.back())
        reportClosed();
}

void RocmBandwidthReader::reportClosed() {
    if (m_run != ResultsBuilder::kNoRun)
        m_closed.report(m_builder, m_run, "device ", "0 in the table Inter-Device Access");
}

bool RocmBandwidthReader::line(std::string_view text) {
    if (takeTitle(text))
        return true;
    if (m_run == ResultsBuilder::kNoRun)
        return false;
    const std::string columns = withoutCommas(text);
    const std::string_view row = columns.empty() ? text : std::string_view(columns);
    return takeDevices(row) || takeSweep(row) || takeMatrix(row);
}

/// The test prints no end: it is over with the last row of its last table. Without options that is the matrix
/// of both directions at once; a sweep ends at 512 MB unless other sizes are asked for.
void RocmBandwidthReader::end() {
    reportClosed();
    if (m_run == ResultsBuilder::kNoRun)
        return;
    constexpr double kLargest = 512.0 * 1024 * 1024;
    const auto &matrices = results().matrices;
    const auto &series = results().series;
    const auto hasOptions = [](const ContextFact &fact) {
        return fact.key == "command" && fact.value.find(" -") != std::string::npos;
    };
    const bool isLastMatrix = m_title.starts_with("Bidirectional") ||
                              std::any_of(results().context.begin(), results().context.end(), hasOptions);
    const bool isWholeMatrix = !m_columns.empty() && !matrices.empty() &&
                               matrices.back().values.size() == m_columns.size() && isLastMatrix;
    const bool isWholeSweep = !m_sweep.empty() && !series.empty() && !series.back().points.empty() &&
                              series.back().points.back().x == kLargest;
    if (isWholeMatrix || isWholeSweep)
        m_builder.ended(m_run);
}

} // namespace fabricscope::bench::output
