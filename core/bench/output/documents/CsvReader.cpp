// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/documents/CsvReader.h"

#include "core/base/Text.h"
#include "core/bench/output/documents/JsonForms.h"
#include "core/bench/output/text/Cells.h"

#include <algorithm>
#include <array>

namespace fabricscope::bench::output {

namespace {

constexpr std::size_t kMaxGpus = 1024;

bool oneOf(const std::vector<std::string_view> &cells, std::string_view word) {
    return std::find(cells.begin(), cells.end(), word) != cells.end();
}

/// The header's column names and the JSON keys of the same cells.
struct RecordColumn {
    std::string_view word, key;
};
constexpr std::array kRecordColumns = {
    RecordColumn{"collective", "name"}, RecordColumn{"inplace", "inPlace"}, RecordColumn{"algbw", "algBw"},
    RecordColumn{"busbw", "busBw"},     RecordColumn{"#wrong", "wrong"},
};

std::string_view keyOfColumn(std::string_view word) {
    for (const RecordColumn &known : kRecordColumns)
        if (known.word == word)
            return known.key;
    return word;
}

/// A tool's header: its column for the GPU, and the prefixes of its other columns.
struct CsvForm {
    std::string_view tool, gpu;
    std::array<std::string_view, 10> own;
};
constexpr std::array kForms = {
    CsvForm{"nvidia-smi",
            "index",
            {"power.", "utilization.", "temperature.", "memory.", "clocks.", "pcie.link.", "fan.speed",
             "enforced.power", "ecc.", "clocks_"}},
    CsvForm{"amd-smi",
            "gpu",
            {"power_usage", "hotspot_temperature", "memory_temperature", "gfx", "mem", "vram_used", "pcie_bw",
             "encoder", "socket_power", "max_power"}},
    CsvForm{"rocm-smi",
            "device",
            {"Temperature", "Average Graphics", "Current Socket", "GPU use", "GPU Memory", "VRAM",
             "Estimated", "sclk", "mclk", "Max Graphics"}},
};

/// "power.draw [W]", "Temperature (Sensor edge) (C)".
NameAndUnit nameAndUnit(std::string_view title) {
    return title.ends_with(']')   ? splitUnit(title)
           : title.ends_with(')') ? splitUnit(title, '(', ')')
                                  : NameAndUnit{title, {}};
}

/// "timestamp, index, power.draw [W]": names and units, no numbers; nvidia-smi's names are single words.
const CsvForm *formOf(const std::vector<std::string_view> &cells) {
    const auto isName = [](std::string_view cell) {
        return !cell.empty() && cell.size() < 80 && !isValue(cell);
    };
    if (cells.size() < 2 || !std::all_of(cells.begin(), cells.end(), isName))
        return nullptr;
    for (const CsvForm &form : kForms) {
        const auto own = [&](std::string_view cell) {
            return std::any_of(form.own.begin(), form.own.end(),
                               [&](std::string_view begin) { return cell.starts_with(begin); });
        };
        const auto isWord = [](std::string_view cell) {
            return nameAndUnit(cell).name.find(' ') == std::string_view::npos;
        };
        // nvidia-smi prints only the requested columns, with or without the GPU's number.
        const bool fits =
            form.gpu == "index" ? std::all_of(cells.begin(), cells.end(), isWord) : oneOf(cells, form.gpu);
        if (fits && std::any_of(cells.begin(), cells.end(), own))
            return &form;
    }
    return nullptr;
}

} // namespace

bool RecordsCsvReader::begins(std::string_view line) {
    if (line.find(',') == std::string_view::npos || line.find("busbw") == std::string_view::npos)
        return false;
    const std::vector<std::string_view> cells = commaCells(line);
    return oneOf(cells, "size") && oneOf(cells, "inplace") && oneOf(cells, "busbw");
}

bool RecordsCsvReader::line(std::string_view text) {
    if (begins(text)) {
        m_columns.clear();
        for (const std::string_view word : commaCells(text))
            m_columns.emplace_back(keyOfColumn(word));
        return true;
    }
    if (m_columns.empty() || text.find(',') == std::string_view::npos)
        return false;
    const std::vector<std::string_view> cells = commaCells(text);
    // With MPI each record has the number of nodes, which the header of some versions omits: the columns that
    // match in both are the last ones, and the name.
    const bool more = cells.size() == m_columns.size() + 1;
    if (cells.size() != m_columns.size() && !more)
        return false;
    const bool taken = m_records.take([&](std::string_view key) {
        const auto at =
            static_cast<std::size_t>(std::find(m_columns.begin(), m_columns.end(), key) - m_columns.begin());
        if (at == m_columns.size())
            return std::string_view();
        return cells[at + (more && key != "name" ? 1 : 0)];
    });
    m_run = m_records.run();
    return taken;
}

bool TelemetryCsvReader::begins(std::string_view line) {
    return line.find(',') != std::string_view::npos && line.size() < 4096 &&
           formOf(commaCells(line)) != nullptr;
}

bool TelemetryCsvReader::takeHeader(std::string_view text) {
    const std::vector<std::string_view> cells = commaCells(text);
    const CsvForm *form = formOf(cells);
    if (form == nullptr)
        return false;
    std::vector<Column> columns;
    for (const std::string_view cell : cells) {
        const NameAndUnit title = nameAndUnit(cell);
        columns.push_back({form->tool == "amd-smi" ? amdColumnOf(title.name) : std::string(title.name),
                           std::string(title.unit)});
    }
    const auto same = [](const Column &left, const Column &right) {
        return left.name == right.name;
    };
    if (std::equal(columns.begin(), columns.end(), m_columns.begin(), m_columns.end(), same))
        return true; // a repeated header
    begin(form->tool);
    m_columns = std::move(columns);
    m_described.clear();
    m_gpu = static_cast<std::size_t>(std::find(cells.begin(), cells.end(), form->gpu) - cells.begin());
    m_time = static_cast<std::size_t>(std::find(cells.begin(), cells.end(), "timestamp") - cells.begin());
    return true;
}

/// "0" and "card0" are "GPU 0"; empty if the line does not name it.
std::string TelemetryCsvReader::subjectOf(const std::vector<std::string_view> &cells) const {
    if (m_gpu >= cells.size())
        return {};
    std::string_view gpu = cells[m_gpu];
    if (gpu.starts_with("card"))
        gpu.remove_prefix(4);
    return "GPU " + std::string(gpu);
}

bool TelemetryCsvReader::line(std::string_view text) {
    if (text.find(',') == std::string_view::npos)
        return false;
    if (takeHeader(text))
        return true;
    const std::vector<std::string_view> cells = commaCells(text);
    if (m_columns.empty() || cells.size() != m_columns.size())
        return false;
    const std::string subject = subjectOf(cells);
    if (m_gpu < cells.size() && !countOf(std::string_view(subject).substr(4)))
        return false;
    const bool first = m_described.size() < kMaxGpus &&
                       std::find(m_described.begin(), m_described.end(), subject) == m_described.end();
    if (first)
        m_described.push_back(subject);
    // A time as text cannot be used as an axis.
    const auto seconds = m_time < cells.size() ? numberOf(cells[m_time]) : std::nullopt;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i == m_gpu || i == m_time)
            continue;
        std::string_view unit = cells[i]; // "131.17 W", "[N/A]", "NVIDIA H100"
        const std::string_view value = takeUntil(unit, ' ');
        const bool missing = isNoNumber(value) || value.starts_with('[');
        if (numberOf(value) || missing)
            m_builder.addSample(m_run, (subject.empty() ? "" : subject + " ") + m_columns[i].name, subject,
                                m_columns[i].unit.empty() && !missing ? unit : m_columns[i].unit,
                                numberOf(value), seconds);
        else if (first)
            m_builder.fact(m_run, keyOf(subject + " " + m_columns[i].name), cells[i]);
    }
    return true;
}

} // namespace fabricscope::bench::output
