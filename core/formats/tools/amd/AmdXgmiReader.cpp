// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `amd-smi xgmi`, as text and with --json. Its tables, each with a row for each GPU that begins with its name
// and address: the rates of its links, and below them what was read and written over the link to the GPU of
// each column ("N/A": there is none); the state of its ports; the state of its links to each GPU. The columns
// are named by addresses, in newer releases GPU0, GPU1, ...
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/tools/JsonWalk.h"
#include "core/formats/tools/ToolText.h"
#include "core/formats/tools/amd/XgmiLinks.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;

constexpr std::size_t kMostColumns = 512;

std::optional<unsigned> gpuNumber(std::string_view word) {
    return numberAfter(word, "GPU", HostLimits::kGpus - 1);
}

/// "05:00.0 26:00.0", "GPU0 GPU1"; empty if another word is among them, or two GPUs have one address: where
/// the domain is left out, they differ in it.
std::vector<std::string> columnsOf(std::string_view line) {
    std::vector<std::string> columns;
    std::set<std::uint64_t> seen;
    for (std::string_view word = takeWord(line); !word.empty(); word = takeWord(line)) {
        const auto number = gpuNumber(word);
        const auto address = number ? std::nullopt : Address::parse(word);
        if ((!number && !address) || columns.size() >= kMostColumns ||
            !seen.insert(number ? *number : address->key()).second)
            return {};
        columns.emplace_back(word);
    }
    return columns;
}

/// "bdf bit_rate max_bandwidth link_type", then the columns.
std::vector<std::string> metricColumns(std::string_view line) {
    for (const std::string_view word : {"bdf", "bit_rate", "max_bandwidth", "link_type"})
        if (takeWord(line) != word)
            return {};
    return columnsOf(line);
}

/// "bdf GPU0 GPU1", of the state of the links to each GPU; no "bdf" before addresses of other tables.
std::vector<std::string> stateColumns(std::string_view line) {
    if (takeWord(line) != "bdf" || !gpuNumber(trimmed(line).substr(0, trimmed(line).find(' '))))
        return {};
    return columnsOf(line);
}

/// "bdf   link_status", "bdf   port_num": columns are ports.
bool isPortHeading(std::string_view line) {
    if (takeWord(line) != "bdf")
        return false;
    const std::string_view name = takeWord(line);
    return (name == "link_status" || name == "port_num") && trimmed(line).empty();
}

/// The title of a table of states; its heading may have any words.
bool isStateTitle(std::string_view line) {
    return line == "XGMI LINK STATUS:" || line == "GPU LINK PORT STATUS:";
}

/// "512"; std::nullopt for the largest numbers, which the tool prints where it has none.
std::optional<double> gigabits(std::string_view number, std::string_view unit) {
    constexpr double kMost = 65000;
    double value = 0;
    const auto [end, error] =
        std::from_chars(number.data(), number.data() + number.size(), value, std::chars_format::fixed);
    if (error != std::errc{} || end != number.data() + number.size() || unit != "Gb/s" || value <= 0 ||
        value > kMost)
        return std::nullopt;
    return value;
}

XgmiLinks::Rates ratesOf(std::optional<double> lane, std::optional<double> link) {
    return {lane, link ? std::optional(GigabytesPerSecond{*link / 8}) : std::nullopt};
}

/// "1259", "1.123"
bool isAmount(std::string_view word) {
    return !word.empty() && word.front() >= '0' && word.front() <= '9' &&
           word.find_first_not_of("0123456789.") == word.npos;
}

bool isState(std::string_view word) {
    return !word.empty() && word.find_first_not_of("UDX/") == word.npos;
}

/// The JSON of `amd-smi topology` has "link_status", too, with one value.
bool isXgmiJson(std::string_view json) {
    if (json.find("\"xgmi_metric\"") != json.npos)
        return true;
    constexpr std::string_view kKey = "\"link_status\"";
    const auto at = json.find(kKey);
    if (at == json.npos)
        return false;
    json.remove_prefix(at + kKey.size());
    json = trimmed(json.substr(0, 64));
    if (!json.starts_with(':'))
        return false;
    json.remove_prefix(1);
    return json.substr(std::min(json.find_first_not_of(" \r\n\t"), json.size())).starts_with('[');
}

class XgmiReader {
public:
    XgmiReader(const SectionText &text, HostBuilder &builder) : m_text(text), m_builder(builder) {}

    void read() {
        // "[output truncated]" begins no JSON
        if (const std::string_view json = jsonIn(m_text.bytes); isXgmiJson(json))
            readJson(json);
        else
            for (PastedLines lines = toolLines(m_text); lines.next();)
                readLine(lines.line().text, m_text.evidence(lines.line().source));
        m_links.deliver(m_builder);
    }

private:
    enum class Table { None, Metrics, Ports, Peers };

    void readLine(std::string_view line, EvidenceRef evidence) {
        if (auto metrics = metricColumns(line); !metrics.empty()) {
            begin(Table::Metrics, std::move(metrics));
            for (const std::string &column : m_columns)
                if (const auto address = Address::parse(column))
                    (void)toolGpu(m_builder, *address, kAmdVendor, evidence);
        } else if (auto states = stateColumns(line); !states.empty()) {
            begin(Table::Peers, std::move(states));
        } else if (isPortHeading(line) || isStateTitle(line)) {
            begin(Table::Ports, {});
        } else if (line.starts_with("GPU")) {
            readGpu(line, evidence);
        } else if (line.starts_with("Read ") || line.starts_with("Write ")) {
            readTraffic(line);
        }
    }

    void begin(Table table, std::vector<std::string> columns) {
        m_table = table;
        m_columns = std::move(columns);
        m_from.reset();
    }

    /// "GPU0   05:00.0      32 Gb/s  512 Gb/s      XGMI", "GPU0   0000:05:00.0  U  U  D  X",
    /// "GPU0   0000:05:00.0  SELF  U  U/D"
    void readGpu(std::string_view line, EvidenceRef evidence) {
        m_from.reset();
        const auto number = gpuNumber(takeWord(line));
        const auto address = Address::parse(takeWord(line));
        if (!number || !address || m_table == Table::None)
            return;
        const auto words = splitWords(line, kMostColumns);
        const bool isMetrics = m_table == Table::Metrics;
        if (isMetrics && !hasColumn(*number, *address))
            return;
        m_links.gpu(*number, *address, evidence);
        if (isMetrics) {
            m_from = number;
            const bool isWhole = words.size() == 5;
            m_links.metrics(*number, words.empty() ? std::string_view() : words.back(),
                            isWhole ? ratesOf(gigabits(words[0], words[1]), gigabits(words[2], words[3]))
                                    : XgmiLinks::Rates{});
        }
        for (std::size_t i = 0; !isMetrics && i < words.size(); ++i) {
            if (!isState(words[i]))
                continue;
            if (m_table == Table::Ports)
                m_links.port(*number, static_cast<unsigned>(i), words[i]);
            else if (i < m_columns.size())
                m_links.peer(*number, m_columns[i], words[i]);
        }
    }

    /// Columns that are addresses are those of the rows.
    [[nodiscard]] bool hasColumn(unsigned number, const Address &address) const {
        return std::any_of(m_columns.begin(), m_columns.end(), [&](const std::string &column) {
            const auto named = gpuNumber(column);
            return named ? *named == number : Address::parse(column) == address;
        });
    }

    /// "Read N/A 1259 KB 1.123 PB"
    void readTraffic(std::string_view line) {
        (void)takeWord(line);
        for (std::size_t column = 0; m_from && column < m_columns.size(); ++column) {
            const std::string_view value = takeWord(line);
            if (isPlaceholder(value))
                continue;
            if (!isAmount(value) || !takeWord(line).ends_with('B')) // its unit
                return;
            m_links.traffic(*m_from, m_columns[column]);
        }
    }

    /// {"xgmi_metric": [{"gpu": 0, "bdf": "...", "link_metrics": {"bit_rate": {"value": 32, "unit": "Gb/s"},
    /// "link_type": "XGMI", "links": [{"gpu": 1, "bdf": "...", "read": {"value": 1, "unit": "KB"}}]}}],
    /// "link_status": [{"gpu": 0, "bdf": "...", "link_status": ["SELF", "U"]}]}
    void readJson(std::string_view json);

    const SectionText &m_text;
    HostBuilder &m_builder;
    XgmiLinks m_links;
    Table m_table = Table::None;
    std::vector<std::string> m_columns;
    std::optional<unsigned> m_from; ///< whose traffic follows
};

/// A GPU of the JSON, up to the end of its object.
struct JsonGpu {
    std::optional<unsigned> number;
    std::string bdf, type, measured;
    std::optional<double> lane, link;
    std::vector<std::string> peers, states;
    std::string peer;
    EvidenceRef evidence;
};

void XgmiReader::readJson(std::string_view json) {
    using Event = JsonWalk::Event;
    JsonGpu gpu;
    JsonWalk walk(json);
    const auto parent = [&](std::size_t up) {
        const auto &path = walk.path();
        return path.size() >= up ? std::string_view(path[path.size() - up]) : std::string_view();
    };
    const auto takeGpu = [&] {
        const auto address = Address::parse(gpu.bdf);
        if (gpu.number && address) {
            m_links.gpu(*gpu.number, *address, gpu.evidence);
            if (!gpu.type.empty())
                m_links.metrics(*gpu.number, gpu.type, ratesOf(gpu.lane, gpu.link));
            for (const std::string &peer : gpu.peers)
                m_links.traffic(*gpu.number, peer);
            // In the order of the GPUs where the GPU itself is one of them, else in the order of its ports.
            const bool arePeers = std::find(gpu.states.begin(), gpu.states.end(), "SELF") != gpu.states.end();
            for (std::size_t i = 0; i < gpu.states.size(); ++i)
                if (arePeers && isState(gpu.states[i]))
                    m_links.peer(*gpu.number, "GPU" + std::to_string(i), gpu.states[i]);
                else if (isState(gpu.states[i]))
                    m_links.port(*gpu.number, static_cast<unsigned>(i), gpu.states[i]);
        }
        gpu = {};
    };
    const auto takeValue = [&] {
        const std::string &key = walk.key();
        const bool isPeer = parent(2) == "links" || parent(3) == "links";
        if (key == "gpu" && !isPeer) {
            gpu.number = parseInteger<unsigned>(walk.value());
            gpu.evidence = m_text.evidence(walk.source());
        } else if (key == "bdf") {
            (isPeer ? gpu.peer : gpu.bdf) = walk.value();
        } else if (key == "link_type") {
            gpu.type = walk.value();
        } else if (key == "value") {
            gpu.measured = walk.value();
            if ((parent(1) == "read" || parent(1) == "write") && !gpu.peer.empty() &&
                gpu.peers.size() < kMostColumns)
                gpu.peers.push_back(gpu.peer);
        } else if (key == "unit" && parent(1) == "bit_rate") {
            gpu.lane = gigabits(gpu.measured, walk.value());
        } else if (key == "unit" && parent(1) == "max_bandwidth") {
            gpu.link = gigabits(gpu.measured, walk.value());
        } else if (key.empty() && parent(1) == "link_status" && gpu.states.size() < kMostColumns) {
            gpu.states.push_back(walk.value());
        }
    };
    for (Event event = walk.next(); event != Event::End; event = walk.next()) {
        if (event == Event::Value)
            takeValue();
        else if (event == Event::CloseObject && parent(1) == "links")
            gpu.peer.clear();
        else if (event == Event::CloseObject && walk.path().size() == 2)
            takeGpu();
    }
}

} // namespace

bool isAmdSmiXgmi(const FileSample &sample) {
    if (isXgmiJson(jsonIn(sample.head)))
        return true;
    if (sample.head.find("bdf") == std::string_view::npos &&
        sample.head.find("LINK STATUS:") == std::string_view::npos && !mayNeedCleaning(sample.head))
        return false;
    for (PastedLines lines(sample.head); lines.next();) {
        const std::string_view line = lines.line().text;
        if (!metricColumns(line).empty() || !stateColumns(line).empty() || isPortHeading(line) ||
            isStateTitle(line))
            return true;
    }
    return false;
}

void readAmdSmiXgmi(const SectionText &text, HostBuilder &builder) {
    XgmiReader(text, builder).read();
}

} // namespace fabricscope::formats
