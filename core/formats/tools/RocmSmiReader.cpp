// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `rocm-smi --showtopo`, and what its other options say beside it: --showbus, --showproductname, --showvbios
// ...
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/tools/MatrixText.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>
#include <map>

namespace fabricscope::formats {

namespace {

using host::DeviceMatrix;
using host::EvidenceRef;
using host::GpuFacts;
using host::GpuLink;

struct Title {
    std::string_view banner, what;
};
constexpr Title kTitles[] = {
    {"Weight between two GPUs", "Weight"},
    {"Hops between two GPUs", "Hops"},
    {"Link Type between two GPUs", "Link type"},
};

template<auto Member> void gpuText(const ToolGpu &at, std::string_view value, EvidenceRef evidence) {
    setTextIfUnknown(at.gpu->*Member, value, evidence);
}

void uniqueId(const ToolGpu &at, std::string_view value, EvidenceRef evidence) {
    if (value.starts_with("0x"))
        value.remove_prefix(2);
    setTextIfUnknown(at.gpu->uniqueId, value, evidence);
}

void numaNode(const ToolGpu &at, std::string_view value, EvidenceRef evidence) {
    const auto node = parseInteger<int>(value);
    if (node && *node >= 0 && at.function->numaNode.valueOr(-1) < 0)
        at.function->numaNode = {*node, evidence};
}

void memory(const ToolGpu &at, std::string_view value, EvidenceRef evidence) {
    if (const auto bytes = parseInteger<std::uint64_t>(value))
        setIfUnknown(at.gpu->vram, ByteCount{*bytes}, evidence);
}

struct Row {
    std::string_view name;
    void (*read)(const ToolGpu &at, std::string_view value, EvidenceRef evidence);
};
// "GPU[0]		: Card Series: 		AMD Instinct MI300X"; one line adds a fact.
constexpr Row kRows[] = {
    {"Card Series", gpuText<&GpuFacts::model>},
    {"Card series", gpuText<&GpuFacts::model>},
    {"Unique ID", uniqueId},
    {"VBIOS version", gpuText<&GpuFacts::vbios>},
    {"Compute Partition", gpuText<&GpuFacts::computePartition>},
    {"Memory Partition", gpuText<&GpuFacts::memoryPartition>},
    {"VRAM Total Memory (B)", memory},
    {"(Topology) Numa Node", numaNode},
};

bool isName(std::string_view word) {
    return numberAfter(word, "GPU", HostLimits::kGpus).has_value();
}

class TopoReading {
public:
    TopoReading(const SectionText &text, HostBuilder &builder) : m_text(text), m_builder(builder) {}

    void read() {
        MatrixText table(isName);
        for (PastedLines lines = toolLines(m_text); lines.next();) {
            const PastedLine &line = lines.line();
            if (table.feed(line))
                continue;
            if (table.begun()) {
                take(table.take());
                if (table.feed(line))
                    continue;
            }
            readTitle(line.text);
            readGpuLine(line);
        }
        take(table.take());
        place();
    }

private:
    struct Said {
        unsigned gpu = 0;
        std::string_view name;
        std::string value;
        EvidenceRef evidence;
    };

    /// "===== Hops between two GPUs ====="
    void readTitle(std::string_view line) {
        if (line.empty() || line.front() != '=')
            return;
        m_what = {};
        for (const Title &title : kTitles)
            if (line.find(title.banner) != std::string_view::npos)
                m_what = title.what;
    }

    /// "GPU[0]		: PCI Bus: 0000:05:00.0"
    void readGpuLine(const PastedLine &line) {
        std::string_view rest = line.text;
        constexpr std::string_view kBegin = "GPU[";
        if (!rest.starts_with(kBegin))
            return;
        rest.remove_prefix(kBegin.size());
        const auto gpu = parseInteger<unsigned>(takeUntil(rest, ']'));
        (void)takeUntil(rest, ':');
        const auto parts = splitKeyValue(rest);
        if (!gpu || !parts || *gpu >= HostLimits::kGpus)
            return;
        const EvidenceRef evidence = m_text.evidence(line.source);
        if (parts->key == "PCI Bus") {
            if (const auto address = Address::parse(parts->value))
                m_addresses.insert_or_assign(*gpu, std::pair(*address, evidence));
        } else if (parts->key == "(Topology) Numa Affinity") {
            m_affinity.insert_or_assign(*gpu, textFact(parts->value, evidence, 64));
        }
        for (const Row &row : kRows)
            if (row.name == parts->key && m_said.size() < HostLimits::kNames && !saysNothing(parts->value))
                m_said.push_back({*gpu, row.name, shown(parts->value, 256), evidence});
    }

    void take(const MatrixText::Table &table) {
        if (table.rows.empty() || m_what.empty() || matrix(m_what))
            return;
        DeviceMatrix &matrix = m_matrices.emplace_back();
        matrix.tool = "rocm-smi --showtopo";
        matrix.what = m_what;
        m_what = {};
        for (const std::string &column : table.columns)
            matrix.columns.push_back(shown(column, 64));
        for (const MatrixText::Row &row : table.rows) {
            DeviceMatrix::Row &kept = matrix.rows.emplace_back();
            kept.name = shown(row.name, 64);
            kept.evidence = m_text.evidence(row.source);
            for (const std::string &cell : row.cells)
                kept.cells.push_back(shown(cell, 64));
            kept.cells.resize(table.columns.size());
        }
    }

    [[nodiscard]] std::optional<Address> address(std::string_view name) const {
        const auto number = numberAfter(name, "GPU", HostLimits::kGpus);
        const auto at = number ? m_addresses.find(*number) : m_addresses.end();
        return at == m_addresses.end() ? std::nullopt : std::optional(at->second.first);
    }

    void place() {
        for (const Said &said : m_said) {
            const auto at = m_addresses.find(said.gpu);
            if (at == m_addresses.end())
                continue;
            const ToolGpu gpu = toolGpu(m_builder, at->second.first, kAmdVendor, at->second.second);
            const auto *row = std::find_if(std::begin(kRows), std::end(kRows),
                                           [&](const Row &r) { return r.name == said.name; });
            if (gpu.gpu)
                row->read(gpu, said.value, said.evidence);
        }
        for (const auto &[number, where] : m_addresses)
            if (const ToolGpu gpu = toolGpu(m_builder, where.first, kAmdVendor, where.second); gpu.function)
                setTextIfUnknown(gpu.function->driver, "amdgpu", where.second); // it reads amdgpu's files
        placeLinks();
        for (DeviceMatrix &matrix : m_matrices) {
            for (DeviceMatrix::Row &row : matrix.rows) {
                row.address = address(row.name);
                const auto number = numberAfter(row.name, "GPU", HostLimits::kGpus);
                if (const auto node = m_affinity.find(number.value_or(HostLimits::kGpus));
                    node != m_affinity.end())
                    row.numaNodes = node->second;
            }
            addMatrix(m_builder, std::move(matrix));
        }
    }

    [[nodiscard]] const DeviceMatrix *matrix(std::string_view what) const {
        const auto at = std::find_if(m_matrices.begin(), m_matrices.end(),
                                     [&](const DeviceMatrix &m) { return m.what == what; });
        return at == m_matrices.end() ? nullptr : &*at;
    }

    /// XGMI where the type says so, with its hops from the weight (15 a hop).
    void placeLinks() {
        constexpr int kHopWeight = 15;
        const DeviceMatrix *types = matrix("Link type");
        const DeviceMatrix *weights = matrix("Weight");
        if (!types || m_addresses.empty())
            return;
        for (std::size_t i = 0; i < types->rows.size(); ++i) {
            const DeviceMatrix::Row &row = types->rows[i];
            for (std::size_t j = 0; j < row.cells.size(); ++j) {
                const auto from = address(row.name);
                const auto to = address(types->columns[j]);
                if (row.cells[j] != "XGMI" || !from || !to || m_builder.hasGpuLink(*from, *to))
                    continue;
                GpuLink link{GpuLink::Kind::Xgmi, *from, *to, {}, {}, row.evidence};
                const bool same = weights && i < weights->rows.size() && weights->rows[i].name == row.name &&
                                  weights->columns == types->columns;
                if (const auto weight = same ? parseInteger<int>(weights->rows[i].cells[j]) : std::nullopt;
                    weight && *weight >= kHopWeight)
                    link.count = *weight / kHopWeight;
                m_builder.gpuLink(link);
            }
        }
    }

    const SectionText &m_text;
    HostBuilder &m_builder;
    std::string_view m_what; ///< of the table that comes
    std::vector<DeviceMatrix> m_matrices;
    std::map<unsigned, std::pair<Address, EvidenceRef>> m_addresses;
    std::map<unsigned, host::Fact<std::string>> m_affinity;
    std::vector<Said> m_said;
};

} // namespace

// Its numbers are its own: only the bus lines (--showbus) in the same text tell which function is GPU0.
void readRocmSmi(const SectionText &text, HostBuilder &builder) {
    TopoReading(text, builder).read();
}

} // namespace fabricscope::formats
