// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `rocm-smi --showtopo`, also with --json, and what its other options say next to it: --showbus,
// --showproductname, --showvbios
// ...
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/tools/GpuTable.h"
#include "core/formats/tools/JsonWalk.h"
#include "core/formats/tools/MatrixText.h"
#include "core/formats/tools/NumberedLines.h"
#include "core/formats/tools/ToolText.h"
#include "core/formats/tools/amd/AmdHealth.h"
#include "core/formats/tools/amd/RasBlocks.h"
#include "core/formats/tools/amd/RocmPages.h"
#include "core/formats/tools/amd/XgmiWords.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

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
    {"Link accessibility between two GPUs", "Access"},
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

bool isModelKey(std::string_view key) {
    static constexpr std::string_view kKeys[] = {"Card Series", "Card series", "Card Model",  "Card model",
                                                 "Device ID",   "GPU ID",      "Device Name", "Device name"};
    return std::find(std::begin(kKeys), std::end(kKeys), key) != std::end(kKeys);
}

bool isName(std::string_view word) {
    return numberAfter(word, "GPU", HostLimits::kGpus).has_value();
}

class TopoReader {
public:
    TopoReader(const SectionText &text, HostBuilder &builder) : m_text(text), m_builder(builder) {}

    /// {"card0": {"PCI Bus": "0000:05:00.0", ...}, "system": {"(Topology) Weight between DRM devices 0 and
    /// 1": "15", ...}}: each pair once, since both directions are alike.
    void readJson(std::string_view json) {
        using Event = JsonWalk::Event;
        JsonWalk walk(json);
        for (Event event = walk.next(); event != Event::End; event = walk.next()) {
            if (event != Event::Value || walk.path().size() != 2)
                continue;
            const std::string &where = walk.path()[1];
            const EvidenceRef evidence = m_text.evidence(walk.source());
            if (const auto gpu = numberAfter(where, "card", HostLimits::kGpus))
                readGpuFact(static_cast<unsigned>(*gpu), walk.key(), walk.value(), evidence);
            else if (where == "system")
                readPair(walk.key(), walk.value(), evidence);
        }
        takePairs();
        place();
    }

    void read() {
        MatrixText table(isName);
        NumberedLines numbered(m_text, m_unplaced);
        RasBlocks blocks(m_text);
        RocmPages pages(m_text);
        numbered.observe([this](unsigned gpu, std::string_view column, std::string_view cell,
                                EvidenceRef evidence) { readFigure(gpu, column, cell, evidence); });
        for (PastedLines lines = toolLines(m_text); lines.next();) {
            const PastedLine &line = lines.line();
            if (table.feed(line, [this](MatrixText::Table ended) { take(std::move(ended)); }))
                continue;
            readTitle(line.text);
            readGpuLine(line);
            numbered.feed(line);
            blocks.feed(line);
            pages.feed(line);
            m_isJunction = m_isJunction || line.text.find("(Junction)") != std::string_view::npos;
        }
        if (!numbered.leftOut().empty())
            m_builder.warn(m_text, numbered.leftOut(), "several rows in one line; they are left out");
        take(table.take());
        blocks.finish(m_builder, m_unplaced, m_addresses);
        pages.finish(m_builder, m_unplaced, m_addresses);
        place();
    }

private:
    struct GpuValue {
        unsigned gpu = 0;
        std::string_view name;
        std::string value;
        EvidenceRef evidence;
    };

    /// A cell of the table that `rocm-smi` prints without options.
    void readFigure(unsigned gpu, std::string_view column, std::string_view cell, EvidenceRef evidence) {
        static constexpr std::string_view kFigures[] = {"Temp", "Power", "SCLK", "MCLK", "PwrCap"};
        if (column == "Partitions" && !cell.ends_with(", 0")) // "NPS1, CPX, 3"
            m_health.partition(gpu);
        if (column == "IDs") // "0x74a1,   11111"
            m_health.model(gpu, amdModelNamed(cell));
        if (column == "Temp" && m_isJunction)
            m_health.add(gpu, AmdHealth::kHotspot, cell, evidence);
        if (std::find(std::begin(kFigures), std::end(kFigures), column) != std::end(kFigures))
            m_health.figure(gpu, "rocm-smi", !isPlaceholder(cell), evidence);
    }

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
        readGpuFact(*gpu, parts->key, parts->value, m_text.evidence(line.source));
    }

    void readGpuFact(unsigned gpu, std::string_view key, std::string_view value, EvidenceRef evidence) {
        m_unplaced.add(gpu, key, value, evidence);
        if (key == "PCI Bus") {
            if (const auto address = Address::parse(value))
                m_addresses.insert_or_assign(gpu, std::pair(*address, evidence));
        } else if (key == "(Topology) Numa Affinity") {
            m_affinity.insert_or_assign(gpu, textFact(value, evidence, 64));
        } else if (isModelKey(key)) {
            m_health.model(gpu, amdModelNamed(value));
        } else if (key == "Temperature (Sensor junction) (C)") {
            m_health.add(gpu, AmdHealth::kHotspot, value, evidence);
        } else if (key == "Temperature (Sensor memory) (C)") {
            m_health.add(gpu, AmdHealth::kMemory, value, evidence);
        } else if (key == "XGMI Error count") {
            addXgmiErrors(gpu, value, evidence);
        }
        for (const Row &row : kRows)
            if (row.name == key && m_values.size() < HostLimits::kNames && !isPlaceholder(value))
                m_values.push_back({gpu, row.name, shown(value, 256), evidence});
    }

    /// "0", "1", "2" for none, one, several errors; as text "2 (Multiple errors detected since last read)".
    void addXgmiErrors(unsigned gpu, std::string_view value, EvidenceRef evidence) {
        const std::string_view digit = value.substr(0, value.find(' '));
        if (digit == "1" || digit == "2")
            m_xgmiErrors.try_emplace(gpu, digit == "1" ? "one" : "several", evidence);
    }

    /// "(Topology) Link type between DRM devices 0 and 1"
    void readPair(std::string_view key, const std::string &value, EvidenceRef evidence) {
        constexpr std::string_view kBegin = "(Topology) ", kBetween = " between DRM devices ", kAnd = " and ";
        const auto between = key.find(kBetween);
        if (!key.starts_with(kBegin) || between == std::string_view::npos || between < kBegin.size())
            return;
        const std::string_view what = key.substr(kBegin.size(), between - kBegin.size());
        const std::string_view pair = key.substr(between + kBetween.size());
        const auto split = pair.find(kAnd);
        if (split == std::string_view::npos)
            return;
        const auto from = parseInteger<unsigned>(pair.substr(0, split));
        const auto to = parseInteger<unsigned>(pair.substr(split + kAnd.size()));
        if (!from || !to || *from >= MatrixText::kMost || *to >= MatrixText::kMost)
            return;
        for (const Title &title : kTitles)
            if (what == title.what) {
                m_pairs[title.what].insert_or_assign({*from, *to}, std::pair(shown(value, 64), evidence));
                m_numbers.insert({*from, *to});
            }
    }

    void takePairs() {
        for (const Title &title : kTitles) {
            const auto pairs = m_pairs.find(title.what);
            if (pairs == m_pairs.end())
                continue;
            DeviceMatrix &matrix = m_matrices.emplace_back();
            matrix.tool = "rocm-smi --showtopo --json";
            matrix.what = title.what;
            for (const unsigned column : m_numbers)
                matrix.columns.push_back("GPU" + std::to_string(column));
            for (const unsigned from : m_numbers) {
                DeviceMatrix::Row &row = matrix.rows.emplace_back();
                row.name = "GPU" + std::to_string(from);
                for (const unsigned to : m_numbers) {
                    auto cell = pairs->second.find({from, to});
                    if (cell == pairs->second.end())
                        cell = pairs->second.find({to, from});
                    const bool entry = cell != pairs->second.end();
                    row.cells.push_back(entry ? cell->second.first : std::string());
                    if (entry && !row.evidence.exists())
                        row.evidence = cell->second.second;
                }
            }
        }
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

    [[nodiscard]] std::optional<Address> addressOf(unsigned number) const {
        const auto at = m_addresses.find(number);
        return at == m_addresses.end() ? std::nullopt : std::optional(at->second.first);
    }

    [[nodiscard]] std::optional<Address> address(std::string_view name) const {
        const auto number = numberAfter(name, "GPU", HostLimits::kGpus);
        return number ? addressOf(*number) : std::nullopt;
    }

    /// Several numbers at one address are the partitions of that GPU. They get the names that hwloc gives
    /// ROCm SMI's devices.
    void placePartitions() {
        std::map<std::uint64_t, int> numbers;
        for (const auto &[number, where] : m_addresses)
            ++numbers[where.first.key()];
        auto &devices = m_builder.host.osDevices;
        for (const auto &[number, where] : m_addresses)
            if (numbers[where.first.key()] > 1)
                devices.push_back(
                    {fmt::format("rsmi{}", number), host::OsDevice::Kind::Gpu, where.first, where.second});
            else if (host::GpuFacts *gpu = m_builder.gpu(where.first))
                setIfUnknown(gpu->smiIndex, static_cast<int>(number), where.second);
        std::stable_sort(devices.begin(), devices.end(),
                         [](const auto &left, const auto &right) { return left.name < right.name; });
    }

    void place() {
        for (const GpuValue &entry : m_values) {
            const auto at = m_addresses.find(entry.gpu);
            if (at == m_addresses.end())
                continue;
            const ToolGpu gpu = toolGpu(m_builder, at->second.first, kAmdVendor, at->second.second);
            const auto *row = std::find_if(std::begin(kRows), std::end(kRows),
                                           [&](const Row &r) { return r.name == entry.name; });
            if (gpu.gpu)
                row->read(gpu, entry.value, entry.evidence);
        }
        for (const auto &[number, where] : m_addresses)
            if (const ToolGpu gpu = toolGpu(m_builder, where.first, kAmdVendor, where.second); gpu.function)
                setTextIfUnknown(gpu.function->driver, "amdgpu", where.second); // it reads amdgpu's files
        placePartitions();
        placeLinks();
        AmdHealth::Addresses addresses;
        for (const auto &[number, where] : m_addresses)
            addresses.emplace(number, where.first);
        m_health.deliver(m_builder, addresses);
        for (const auto &[number, errors] : m_xgmiErrors)
            addToolFault(m_builder, {"xgmi_errors", "GPU" + std::to_string(number), addressOf(number), 0,
                                     std::string(errors.first), errors.second});
        for (DeviceMatrix &matrix : m_matrices) {
            for (DeviceMatrix::Row &row : matrix.rows) {
                row.address = address(row.name);
                const auto number = numberAfter(row.name, "GPU", HostLimits::kGpus);
                if (const auto node = m_affinity.find(number.value_or(HostLimits::kGpus));
                    node != m_affinity.end())
                    row.numaNodes = node->second;
            }
            if (matrix.what == "Link type")
                addLinkFaults(m_builder, matrix, kXgmiWords);
            else if (matrix.what == "Access")
                addAccessFaults(m_builder, matrix);
            addMatrix(m_builder, std::move(matrix));
        }
        for (const auto &[number, where] : m_addresses)
            m_unplaced.erase(number);
        if (m_matrices.empty() && !m_unplaced.empty())
            addMatrix(m_builder, m_unplaced.take());
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
    std::string_view m_what; ///< of the following table
    std::vector<DeviceMatrix> m_matrices;
    /// Of the JSON: what -> the pair -> its cell.
    std::map<std::string_view, std::map<std::pair<unsigned, unsigned>, std::pair<std::string, EvidenceRef>>>
        m_pairs;
    std::set<unsigned> m_numbers;
    std::map<unsigned, std::pair<Address, EvidenceRef>> m_addresses;
    std::map<unsigned, host::Fact<std::string>> m_affinity;
    std::vector<GpuValue> m_values;
    std::map<unsigned, std::pair<std::string_view, EvidenceRef>> m_xgmiErrors;
    AmdHealth m_health;
    bool m_isJunction = false;       ///< what the column Temp is of
    GpuTable m_unplaced{"rocm-smi"}; ///< until their addresses are known
};

} // namespace

// Its numbers are its own: only the bus lines (--showbus) in the same text tell which function is GPU0.
void readRocmSmi(const SectionText &text, HostBuilder &builder) {
    if (const std::string_view json = jsonIn(text.bytes); json.find("\"card") != json.npos)
        return TopoReader(text, builder).readJson(json);
    TopoReader(text, builder).read();
}

} // namespace fabricscope::formats
