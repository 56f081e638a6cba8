// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `amd-smi list --csv` and `amd-smi static --csv`: a line of names, and a row for each GPU, of which a
// partition is one, too.
#include "core/base/Text.h"
#include "core/formats/tools/GpuTable.h"
#include "core/formats/tools/ToolText.h"
#include "core/formats/tools/amd/AmdLists.h"
#include "core/formats/tools/amd/AmdPartitions.h"

#include <algorithm>
#include <set>
#include <vector>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;

constexpr std::size_t kMostCells = 512;

/// Cells in quotes hold commas.
std::vector<std::string_view> csvCells(std::string_view line) {
    std::vector<std::string_view> cells;
    while (cells.size() < kMostCells) {
        line = trimmed(line);
        std::size_t end = 0;
        if (line.starts_with('"')) {
            const std::size_t quote = std::min(line.find('"', 1), line.size());
            cells.push_back(line.substr(1, quote - std::min<std::size_t>(quote, 1)));
            end = line.find(',', quote);
        } else {
            end = line.find(',');
            cells.push_back(trimmed(line.substr(0, end)));
        }
        if (end == std::string_view::npos)
            return cells;
        line.remove_prefix(end + 1);
    }
    return cells;
}

/// "gpu,gpu_bdf,gpu_uuid": names that no other program's table has.
bool isHeader(std::string_view line) {
    static constexpr std::string_view kKnown[] = {"gpu_bdf", "gpu_uuid", "market_name"};
    if (!line.starts_with("gpu,"))
        return false;
    const auto cells = csvCells(line);
    return std::any_of(cells.begin(), cells.end(), [](std::string_view cell) {
        return std::find(std::begin(kKnown), std::end(kKnown), cell) != std::end(kKnown);
    });
}

class CsvReader {
public:
    CsvReader(const SectionText &text, HostBuilder &builder) : m_text(text), m_builder(builder) {}

    void read() {
        for (PastedLines lines = toolLines(m_text); lines.next();) {
            if (isHeader(lines.line().text)) {
                m_heads.clear();
                for (const std::string_view head : csvCells(lines.line().text))
                    m_heads.push_back(shown(head, 64));
                continue;
            }
            const auto cells = csvCells(lines.line().text);
            if (m_heads.size() > 1 && cells.size() + 1 >= 2 * m_heads.size())
                m_builder.warn(m_text, lines.line().source, "several rows in one line; they are left out");
            else if (cells.size() == m_heads.size())
                readRow(cells, m_text.evidence(lines.line().source));
        }
        m_partitions.deliver(m_builder);
        if (!m_unplaced.empty())
            addMatrix(m_builder, m_unplaced.take());
    }

private:
    [[nodiscard]] std::string_view cell(const std::vector<std::string_view> &cells,
                                        std::initializer_list<std::string_view> names) const {
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (std::find(names.begin(), names.end(), m_heads[i]) != names.end())
                return cells[i];
        return {};
    }

    void readRow(const std::vector<std::string_view> &cells, EvidenceRef evidence) {
        const auto gpu = parseInteger<unsigned>(cells.front());
        if (!gpu || *gpu >= HostLimits::kGpus)
            return;
        const auto address = Address::parse(cell(cells, {"gpu_bdf", "bdf"}));
        if (!address) {
            m_unplaced.add(*gpu, evidence);
            for (std::size_t i = 1; i < cells.size(); ++i)
                m_unplaced.add(*gpu, m_heads[i], cells[i], evidence);
            return;
        }
        const std::string_view partition = cell(cells, {"partition_id"});
        if (parseInteger<unsigned>(partition).value_or(0) > 0 && address->function > 0)
            return m_partitions.addPart(*address, evidence);
        // Rows of one address are the partitions of that GPU, or its virtual functions.
        if (!m_seen.insert(address->key()).second)
            return;
        const ToolGpu at = toolGpu(m_builder, *address, kAmdVendor, evidence);
        if (at.gpu == nullptr)
            return;
        setIfUnknown(at.gpu->smiIndex, static_cast<int>(*gpu), evidence);
        setTextIfUnknown(at.gpu->model, cell(cells, {"market_name"}), evidence);
        setTextIfUnknown(at.function->driver, "amdgpu", evidence); // it reads the driver's files
        for (std::size_t i = 1; i < cells.size(); ++i)
            if (!isPlaceholder(cells[i]) && m_heads[i] != "gpu_bdf" && m_heads[i] != "bdf" &&
                m_heads[i] != "market_name")
                addToolFact(m_builder, "amd-smi --csv", address->toString(), m_heads[i], cells[i], evidence);
    }

    const SectionText &m_text;
    HostBuilder &m_builder;
    std::vector<std::string> m_heads;
    std::set<std::uint64_t> m_seen; ///< addresses
    AmdPartitions m_partitions;
    GpuTable m_unplaced{"amd-smi --csv"};
};

} // namespace

bool isAmdSmiCsv(const FileSample &sample) {
    if (sample.head.find("gpu,") == std::string_view::npos)
        return false;
    for (PastedLines lines(sample.head); lines.next();)
        if (isHeader(lines.line().text))
            return true;
    return false;
}

void readAmdSmiCsv(const SectionText &text, HostBuilder &builder) {
    CsvReader(text, builder).read();
}

} // namespace fabricscope::formats
