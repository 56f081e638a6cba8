// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `amd-smi` without a command, `amd-smi version` and `amd-smi bad-pages`, in the forms that AMD SMI's
// documentation (rocm.docs.amd.com/projects/amdsmi, "AMD SMI CLI tool") and its CHANGELOG show.
#include "core/base/Text.h"
#include "core/formats/Readers.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/tools/GpuTable.h"
#include "core/formats/tools/ToolText.h"
#include "core/formats/tools/amd/AmdHealth.h"
#include "core/formats/tools/amd/AmdPartitions.h"

#include <array>
#include <set>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;

/// The words of a cell, those with less than two blanks between them together: "37 °C", "126/1000 W".
std::vector<std::string_view> columnsOf(std::string_view cell) {
    constexpr std::size_t kMost = 16;
    std::vector<std::string_view> columns;
    for (cell = trimmed(cell); !cell.empty() && columns.size() < kMost; cell = trimmed(cell)) {
        const auto gap = std::min(cell.find("  "), cell.size());
        columns.push_back(trimmed(cell.substr(0, gap)));
        cell.remove_prefix(gap);
    }
    return columns;
}

/// The value behind "amdgpu version:".
std::string_view behind(std::string_view line, std::string_view words) {
    const auto at = line.find(words);
    if (at == std::string_view::npos)
        return {};
    std::string_view rest = line.substr(at + words.size());
    return takeWord(rest);
}

class TableReader {
public:
    TableReader(const SectionText &text, HostBuilder &builder) : m_text(text), m_builder(builder) {}

    void read() {
        for (PastedLines lines = toolLines(m_text); lines.next();) {
            std::string_view line = lines.line().text;
            if (!line.starts_with('|'))
                continue;
            m_evidence = m_text.evidence(lines.line().source);
            if (line.starts_with("| Processes:")) {
                m_inProcesses = true;
                continue;
            }
            if (m_inProcesses) {
                readProcess(line.substr(1));
                continue;
            }
            readVersions(line);
            line.remove_prefix(1);
            const std::string_view left = trimmed(takeUntil(line, '|'));
            const std::string_view right = trimmed(takeUntil(line, '|'));
            std::string_view rest = left;
            if (const auto address = Address::parse(takeWord(rest)))
                readFirst(*address, trimmed(rest), right);
            else if (m_gpu.gpu)
                readSecond(left, right);
        }
        m_partitions.deliver(m_builder);
        m_health.deliver(m_builder, m_addresses);
    }

private:
    void readVersions(std::string_view line) {
        for (const auto &[words, name] :
             {std::pair("AMD-SMI ", "AMD-SMI"), std::pair("ROCm version:", "ROCm"),
              std::pair("VBIOS version:", "VBIOS"), std::pair("amdgpu version:", "amdgpu")})
            addToolFact(m_builder, "amd-smi", {}, name, behind(line, words), m_evidence);
        const std::string_view driver = behind(line, "amdgpu version:");
        // The kernel's own driver has no version: "Linuxver".
        if (!isPlaceholder(driver) && driver[0] >= '0' && driver[0] <= '9')
            m_builder.moduleParameter("amdgpu", "version", driver, m_evidence);
    }

    /// "  GPU   PID  Process Name   GTT_MEM  VRAM_MEM  MEM_USAGE   CU % |", "   0   2427396  rvs   2.0
    /// MB   2.0 GB   2.5 GB   0.0 % |"
    void readProcess(std::string_view line) {
        const auto columns = columnsOf(takeUntil(line, '|'));
        if (columns.size() > 4 && columns[0] == "GPU")
            m_hasVram = columns[2] == "Process Name" && columns[4] == "VRAM_MEM";
        const auto gpu = columns.size() > 4 && m_hasVram ? parseInteger<unsigned>(columns[0]) : std::nullopt;
        if (!gpu || *gpu >= HostLimits::kGpus || !parseInteger<unsigned>(columns[1]))
            return;
        std::string what(columns[2]);
        if (!isPlaceholder(columns[4]))
            what.append(", ").append(columns[4]).append(" of VRAM");
        addToolFact(m_builder, "amd-smi", "GPU" + std::to_string(*gpu), "Process " + std::string(columns[1]),
                    what, m_evidence);
    }

    /// "0000:01:00.0   AMD Instinct MI325X | 0 %   37 °C   0   126/1000 W"
    void readFirst(const Address &address, std::string_view name, std::string_view right) {
        m_gpu = toolGpu(m_builder, address, kAmdVendor, m_evidence);
        if (!m_gpu.gpu)
            return;
        setTextIfUnknown(m_gpu.function->driver, "amdgpu", m_evidence); // it reads the driver's files
        if (!name.starts_with("0x"))
            setTextIfUnknown(m_gpu.gpu->model, name, m_evidence);
        const auto columns = columnsOf(right);
        m_figures.clear();
        for (const std::string_view column : columns)
            m_figures.push_back(isKnown(column));
        const auto errors = columns.size() > 2 ? parseInteger<std::uint64_t>(columns[2]) : std::nullopt;
        if (errors.value_or(0) > 0)
            addToolFault(m_builder, {"ecc_uncorrected", {}, address, *errors, {}, m_evidence});
        for (const std::string_view column : columns)
            if (!column.starts_with("N/A") && (column.ends_with("\u00b0C") || column.ends_with(" W")))
                addToolFact(m_builder, "amd-smi", address.toString(),
                            column.ends_with('W') ? "Power and its limit" : "Temperature", column,
                            m_evidence);
    }

    /// "0   0   4   SPX/NPS1 | 0 %   N/A   283/262128 MB"
    void readSecond(std::string_view left, std::string_view right) {
        const auto columns = columnsOf(left);
        if (columns.size() < 4)
            return;
        constexpr int kMost = 4095;
        const auto number = [&](std::size_t column) {
            const auto value = parseInteger<int>(columns[column]);
            return value && *value >= 0 && *value <= kMost ? value : std::nullopt;
        };
        if (const auto index = number(0))
            setIfUnknown(m_gpu.gpu->smiIndex, *index, m_evidence);
        if (const auto index = number(1))
            setIfUnknown(m_gpu.gpu->hipIndex, *index, m_evidence);
        if (const auto oam = number(2))
            setIfUnknown(m_gpu.gpu->oam, *oam, m_evidence);
        std::string_view memory = columns[3];
        const std::string_view compute = takeUntil(memory, '/');
        if (!memory.empty() && compute != "N") {
            setTextIfUnknown(m_gpu.gpu->computePartition, compute, m_evidence);
            setTextIfUnknown(m_gpu.gpu->memoryPartition, memory, m_evidence);
            addToolFact(m_builder, "amd-smi", m_gpu.gpu->address.toString(), "Partition mode", columns[3],
                        m_evidence);
            m_partitions.add(compute, memory, m_evidence);
        }
        const auto figures = columnsOf(right);
        addFigures(number(0), compute, figures);
        const auto slash = figures.empty() ? std::string_view::npos : figures.back().find('/');
        if (slash != std::string_view::npos)
            if (const auto size = parseMemorySize(figures.back().substr(slash + 1)))
                setIfUnknown(m_gpu.gpu->vram, *size, m_evidence);
        m_gpu = {};
    }

    /// "N/A", "N/A/N/A W" and "N/A/N/A MB" are not.
    static bool isKnown(std::string_view column) {
        return !isPlaceholder(column) && !column.starts_with("N/A/N/A");
    }

    /// Partitions other than the first of a GPU are functions above 0: some figures are of the whole GPU.
    void addFigures(std::optional<int> gpu, std::string_view compute,
                    const std::vector<std::string_view> &columns) {
        if (!gpu)
            return;
        const auto index = static_cast<unsigned>(*gpu);
        const Address address = m_gpu.gpu->address;
        m_addresses.try_emplace(index, address);
        Address whole = address;
        whole.function = 0;
        if (address.function == 0 && isPartitionMode(compute))
            m_divided.insert(whole.key());
        if (address.function > 0 && (isPartitionMode(compute) || m_divided.contains(whole.key())))
            m_health.partition(index);
        for (const std::string_view column : columns)
            m_figures.push_back(isKnown(column));
        for (const bool isKnownOne : m_figures)
            m_health.figure(index, "amd-smi", isKnownOne, m_evidence);
    }

    const SectionText &m_text;
    HostBuilder &m_builder;
    EvidenceRef m_evidence;
    AmdPartitions m_partitions;
    AmdHealth m_health;
    AmdHealth::Addresses m_addresses;
    std::set<std::uint64_t> m_divided; ///< GPUs whose first partition states a mode of several
    std::vector<bool> m_figures;       ///< of the GPU whose second line follows: which are known
    ToolGpu m_gpu;                     ///< whose second line follows
    bool m_inProcesses = false;
    bool m_hasVram = false; ///< the columns of the processes are those that are known
};

bool hasVersion(std::string_view line) {
    return line.starts_with("AMDSMI Tool:") && line.find("AMDSMI Library version:") != std::string_view::npos;
}

/// How many pages of one kind are listed.
struct BadPages {
    std::string_view heading, kind, name;
};
constexpr BadPages kBadPages[] = {
    {"RETIRED", "bad_pages", "Retired pages"},
    {"PENDING", "bad_pages_pending", "Pending pages"},
    {"UN_RES", "bad_pages_unreservable", "Unreservable pages"},
    {"UNRES", "bad_pages_unreservable", "Unreservable pages"},
};

} // namespace

bool isAmdSmiTable(const FileSample &sample) {
    return sample.head.find("| AMD-SMI ") != std::string_view::npos;
}

void readAmdSmiTable(const SectionText &text, HostBuilder &builder) {
    TableReader(text, builder).read();
}

bool isAmdSmiVersion(const FileSample &sample) {
    if (sample.head.find("AMDSMI Tool:") == std::string_view::npos)
        return false;
    for (PastedLines lines(sample.head); lines.next();)
        if (hasVersion(lines.line().text))
            return true;
    return false;
}

// "AMDSMI Tool: 25.1.0+41065f9 | AMDSMI Library version: 25.1.0 | ROCm version: 6.4.0 | ..."
void readAmdSmiVersion(const SectionText &text, HostBuilder &builder) {
    for (PastedLines lines = toolLines(text); lines.next();) {
        std::string_view line = lines.line().text;
        if (!hasVersion(line))
            continue;
        const EvidenceRef evidence = text.evidence(lines.line().source);
        while (!line.empty()) {
            const auto parts = splitKeyValue(trimmed(takeUntil(line, '|')));
            if (!parts)
                continue;
            addToolFact(builder, "amd-smi version", {}, parts->key, parts->value, evidence);
            if (parts->key == "amdgpu version" && !isPlaceholder(parts->value))
                builder.moduleParameter("amdgpu", "version", parts->value, evidence);
        }
    }
}

namespace {

/// Of the driver for hosts with virtual functions: "    BAD_PAGE_1:", "        RETIRED_BAD_PAGE:
/// 0x7FFF12345000".
constexpr std::string_view kOnePage = "RETIRED_BAD_PAGE:";

} // namespace

bool isAmdSmiBadPages(const FileSample &sample) {
    if (sample.head.find("RETIRED:") == std::string_view::npos &&
        sample.head.find(kOnePage) == std::string_view::npos && !mayNeedCleaning(sample.head))
        return false;
    bool isGpu = false, isRetired = false;
    for (PastedLines lines(sample.head); lines.next();) {
        const std::string_view line = lines.line().text;
        isGpu = isGpu || line.starts_with("GPU: ");
        isRetired = isRetired || (isGpu && line.starts_with("RETIRED:"));
        if (isGpu && line.starts_with(kOnePage))
            return true;
        if (isRetired && line.starts_with("PENDING:"))
            return true;
    }
    return false;
}

// "GPU: 0", then "    RETIRED: No bad pages found.", or pages below it, each with its address.
void readAmdSmiBadPages(const SectionText &text, HostBuilder &builder) {
    GpuTable table("amd-smi bad-pages");
    std::optional<unsigned> gpu;
    const BadPages *pages = nullptr;
    std::array<std::uint64_t, std::size(kBadPages)> counts{};
    EvidenceRef evidence;
    const auto deliver = [&] {
        for (std::size_t i = 0; gpu && i < counts.size(); ++i)
            if (counts[i] > 0) {
                table.add(*gpu, kBadPages[i].name, std::to_string(counts[i]), evidence);
                addToolFault(builder,
                             {kBadPages[i].kind, "GPU" + std::to_string(*gpu), {}, counts[i], {}, evidence});
            }
        counts = {};
        pages = nullptr;
    };
    for (PastedLines lines = toolLines(text); lines.next();) {
        const std::string_view line = lines.line().text;
        const auto parts = splitKeyValue(line);
        if (parts && parts->key == "GPU") {
            deliver();
            gpu = parseInteger<unsigned>(parts->value);
            evidence = text.evidence(lines.line().source);
            if (gpu && *gpu < HostLimits::kGpus)
                table.add(*gpu, evidence);
            else
                gpu.reset();
            continue;
        }
        for (const BadPages &known : kBadPages)
            if (parts && parts->key == known.heading) {
                pages = &known;
                if (gpu && parts->value.starts_with("No bad pages"))
                    table.add(*gpu, known.name, "0", evidence);
            }
        if (line.starts_with(kOnePage))
            ++counts[0];
        else if (pages != nullptr && line.find("0x") != std::string_view::npos &&
                 line.find("SIZE") == std::string_view::npos)
            ++counts[static_cast<std::size_t>(pages - kBadPages)];
    }
    deliver();
    if (!table.empty())
        addMatrix(builder, table.take());
}

} // namespace fabricscope::formats
