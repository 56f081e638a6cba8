// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `amd-smi topology`, as text and with --json.
#include "core/base/Text.h"
#include "core/formats/Readers.h"
#include "core/formats/tools/JsonWalk.h"
#include "core/formats/tools/MatrixText.h"
#include "core/formats/tools/ToolText.h"
#include "core/formats/tools/amd/XgmiWords.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
using host::GpuLink;

/// The pairs' facts come from several tables, in any order.
class Pairs {
public:
    explicit Pairs(HostBuilder &builder) : m_builder(builder) {}

    void weight(const Address &from, const Address &to, std::string_view value) {
        if (const auto number = parseInteger<int>(value))
            if (Pair *pair = find(from, to))
                pair->weight = *number;
    }

    /// "50000-50000": the least and the most, in MB/s.
    void bandwidth(const Address &from, const Address &to, std::string_view value) {
        const auto dash = value.find('-');
        const auto most =
            dash == std::string_view::npos ? std::nullopt : parseInteger<unsigned>(value.substr(dash + 1));
        if (most && *most > 0)
            if (Pair *pair = find(from, to))
                pair->megabytes = *most;
    }

    void type(const Address &from, const Address &to, std::string_view value, EvidenceRef evidence) {
        if (value == "XGMI")
            if (Pair *pair = find(from, to)) {
                pair->xgmi = true;
                pair->evidence = evidence;
            }
    }

    void deliver() {
        constexpr int kHopWeight = 15;
        for (const auto &[key, pair] : m_pairs) {
            if (!pair.xgmi)
                continue;
            GpuLink link{GpuLink::Kind::Xgmi, pair.from, pair.to, {}, {}, pair.evidence};
            if (pair.weight >= kHopWeight)
                link.count = pair.weight / kHopWeight;
            if (pair.megabytes > 0)
                link.bandwidth = GigabytesPerSecond{pair.megabytes / 1000.0};
            m_builder.gpuLink(link);
        }
    }

    /// The tool lists GPUs only: where it is the only source, the host has these.
    /// Partitions of a GPU appear as functions that PCI does not know.
    void gpu(const Address &address, EvidenceRef evidence) {
        if (address.function == 0)
            std::ignore = toolGpu(m_builder, address, kAmdVendor, evidence);
        else
            std::ignore = m_builder.gpu(address);
    }

private:
    struct Pair {
        Address from, to;
        int weight = 0;
        unsigned megabytes = 0;
        bool xgmi = false;
        EvidenceRef evidence;
    };

    Pair *find(const Address &from, const Address &to) {
        const std::pair key{from.key(), to.key()};
        if (const auto known = m_pairs.find(key); known != m_pairs.end())
            return &known->second;
        if (m_pairs.size() >= HostLimits::kGpuLinks)
            return nullptr;
        Pair &made = m_pairs[key];
        made.from = from;
        made.to = to;
        return &made;
    }

    HostBuilder &m_builder;
    std::map<std::pair<std::uint64_t, std::uint64_t>, Pair> m_pairs;
};

/// The tables as they are, by what they state: "Weight", "Hops", "Link type".
class Tables {
public:
    explicit Tables(HostBuilder &builder) : m_builder(builder) {}

    void add(std::string_view what, const std::string &from, const std::string &to, std::string_view value,
             EvidenceRef evidence) {
        if (m_cells >= HostLimits::kMatrixCells || value.empty())
            return;
        Table &table = tableOf(what);
        if (table.columns.emplace(to, table.columns.size()).second)
            table.names.push_back(to);
        Row &row = table.rows.try_emplace(from, Row{evidence, {}, table.rows.size()}).first->second;
        m_cells += row.cells.emplace(to, shown(value, 64)).second ? 1 : 0;
    }

    void deliver() {
        for (Table &table : m_tables) {
            host::DeviceMatrix matrix;
            matrix.tool = "amd-smi topology";
            matrix.what = table.what;
            matrix.columns = table.names;
            matrix.rows.resize(table.rows.size());
            for (const auto &[name, from] : table.rows) {
                host::DeviceMatrix::Row &row = matrix.rows[from.number];
                row.name = shown(name, 64);
                row.address = Address::parse(name);
                row.evidence = from.evidence;
                for (const std::string &column : table.names) {
                    const auto cell = from.cells.find(column);
                    row.cells.push_back(cell == from.cells.end() ? std::string() : cell->second);
                }
            }
            if (matrix.what == "Link type")
                addLinkFaults(m_builder, matrix, kXgmiWords);
            else if (matrix.what == "Access")
                addAccessFaults(m_builder, matrix);
            addMatrix(m_builder, std::move(matrix));
        }
    }

private:
    struct Row {
        EvidenceRef evidence;
        std::map<std::string, std::string, std::less<>> cells;
        std::size_t number = 0;
    };
    struct Table {
        std::string what;
        std::map<std::string, std::size_t, std::less<>> columns;
        std::vector<std::string> names;
        std::map<std::string, Row, std::less<>> rows;
    };

    Table &tableOf(std::string_view what) {
        for (Table &table : m_tables)
            if (table.what == what)
                return table;
        m_tables.emplace_back().what = what;
        return m_tables.back();
    }

    HostBuilder &m_builder;
    std::vector<Table> m_tables;
    std::size_t m_cells = 0;
};

/// The titles of the text, and the keys of --json.
struct Title {
    std::string_view text, json, what;
};
constexpr Title kTitles[] = {
    {"ACCESS", "link_status", "Access"},
    {"WEIGHT", "weight", "Weight"},
    {"HOPS", "num_hops", "Hops"},
    {"LINK TYPE", "link_type", "Link type"},
    {"NUMA BW", "bandwidth", "Bandwidth (min-max MB/s)"},
    {"CACHE COHERANCY", "coherent", "Coherent"},
    {"ATOMICS", "atomics", "Atomics"},
    {"DMA", "dma", "DMA"},
    {"BI-DIRECTIONAL", "bi_dir", "Both directions"},
};

bool isAddress(std::string_view word) {
    return Address::parse(word).has_value();
}

void readTable(const SectionText &text, std::string_view title, const MatrixText::Table &table, Pairs &pairs,
               Tables &tables) {
    const auto *known = std::find_if(std::begin(kTitles), std::end(kTitles),
                                     [&](const Title &each) { return each.text == title; });
    for (const MatrixText::Row &row : table.rows) {
        const auto from = Address::parse(row.name);
        if (from)
            pairs.gpu(*from, text.evidence(row.source));
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const auto to = Address::parse(table.columns[i]);
            if (!from || !to)
                continue;
            if (known != std::end(kTitles))
                tables.add(known->what, row.name, table.columns[i], row.cells[i], text.evidence(row.source));
            if (title == "WEIGHT")
                pairs.weight(*from, *to, row.cells[i]);
            else if (title == "LINK TYPE")
                pairs.type(*from, *to, row.cells[i], text.evidence(row.source));
            else if (title == "NUMA BW")
                pairs.bandwidth(*from, *to, row.cells[i]);
        }
    }
}

void readTables(const SectionText &text, Pairs &pairs, Tables &tables) {
    MatrixText table(isAddress);
    std::string title;
    for (PastedLines lines = toolLines(text); lines.next();) {
        const PastedLine &line = lines.line();
        if (table.feed(line,
                       [&](const MatrixText::Table &ended) { readTable(text, title, ended, pairs, tables); }))
            continue;
        if (const auto named = withoutEnding(line.text, " TABLE:"))
            title = named->substr(0, 64);
    }
    readTable(text, title, table.take(), pairs, tables);
}

/// [{"gpu": 0, "bdf": "...", "links": [{"bdf": "...", "weight": 15, "link_type": "XGMI", "bandwidth":
/// "50000-50000"}]}]
void readJson(const SectionText &text, std::string_view json, Pairs &pairs, Tables &tables) {
    std::optional<Address> from;
    std::string fromName;
    struct Link {
        std::string bdf, weight, type, bandwidth;
        std::string_view source;
        std::vector<std::pair<std::string_view, std::string>> cells; ///< by table
    } link;
    JsonWalk walk(json);
    const auto inLinks = [&] {
        const auto &path = walk.path();
        return path.size() >= 2 && path[path.size() - 2] == "links";
    };
    for (auto event = walk.next(); event != JsonWalk::Event::End; event = walk.next()) {
        if (event == JsonWalk::Event::CloseObject && !walk.path().empty() && walk.path().back() == "links") {
            const auto to = Address::parse(link.bdf);
            if (from && to) {
                pairs.weight(*from, *to, link.weight);
                pairs.bandwidth(*from, *to, link.bandwidth);
                for (const auto &[what, value] : link.cells)
                    tables.add(what, fromName, link.bdf, value, text.evidence(walk.source()));
                if (link.source.data() != nullptr)
                    pairs.type(*from, *to, link.type, text.evidence(link.source));
            }
            link = {};
        } else if (event == JsonWalk::Event::Value && inLinks()) {
            for (const Title &title : kTitles)
                if (walk.key() == title.json && link.cells.size() < std::size(kTitles))
                    link.cells.emplace_back(title.what, walk.value());
            if (walk.key() == "bdf")
                link.bdf = walk.value();
            else if (walk.key() == "weight")
                link.weight = walk.value();
            else if (walk.key() == "bandwidth")
                link.bandwidth = walk.value();
            else if (walk.key() == "link_type") {
                link.type = walk.value();
                link.source = walk.source();
            }
        } else if (event == JsonWalk::Event::Value && walk.key() == "bdf") {
            from = Address::parse(walk.value());
            fromName = shown(walk.value(), 64);
            if (from)
                pairs.gpu(*from, text.evidence(walk.source()));
        }
    }
}

} // namespace

// Tables with a title line, a row of BDFs, and a row for each GPU that begins with its own.
void readAmdSmiTopology(const SectionText &text, HostBuilder &builder) {
    Pairs pairs(builder);
    Tables tables(builder);
    if (const std::string_view json = jsonIn(text.bytes); !json.empty())
        readJson(text, json, pairs, tables);
    else
        readTables(text, pairs, tables);
    pairs.deliver();
    tables.deliver();
}

} // namespace fabricscope::formats
