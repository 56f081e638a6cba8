// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `nvidia-smi topo -m`.
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/tools/GpuPairs.h"
#include "core/formats/tools/MatrixText.h"
#include "core/formats/tools/ToolText.h"
#include "core/formats/tools/nvidia/NvidiaNumbers.h"

#include <algorithm>
#include <array>
#include <map>

namespace fabricscope::formats {

namespace {

using host::DeviceMatrix;
using host::GpuLink;

constexpr unsigned kMaxDevices = 65535;

/// If nvidia-smi reported no address: its numbers follow the bus (CUDA_DEVICE_ORDER=PCI_BUS_ID).
std::vector<Address> gpusByBus(HostBuilder &builder) {
    std::vector<Address> addresses;
    for (const host::PciFunction &f : builder.functions())
        if (f.driver && *f.driver == "nvidia" && f.classCode && (*f.classCode >> 16) == 0x03)
            addresses.push_back(f.address);
    std::sort(addresses.begin(), addresses.end(),
              [](const Address &a, const Address &b) { return a.key() < b.key(); });
    return addresses;
}

/// GPU0, NIC3; drivers before 525 name NICs as the RDMA devices: mlx5_0, bnxt_re1, and names that udev gave
/// them.
bool isName(std::string_view word) {
    if (numberAfter(word, "GPU", kMaxDevices) || numberAfter(word, "NIC", kMaxDevices))
        return true;
    static constexpr std::array<std::string_view, 10> kNics = {"mlx",  "bnxt_", "ib",    "roce", "irdma",
                                                               "qedr", "efa",   "ionic", "rdma", "hns_"};
    return word.size() > 2 && word.back() >= '0' && word.back() <= '9' &&
           std::any_of(kNics.begin(), kNics.end(), [&](auto begin) { return word.starts_with(begin); });
}

/// Length of one cell's value at the front of `word`, 0 if there is none.
std::size_t pathLength(std::string_view word) {
    static constexpr std::array<std::string_view, 6> kPaths = {"NODE", "SYS", "PHB", "PXB", "PIX", "X"};
    for (const std::string_view path : kPaths)
        if (word.starts_with(path))
            return path.size();
    if (!word.starts_with("NV"))
        return 0;
    const auto end = std::min(word.find_first_not_of("0123456789", 2), word.size());
    return end > 2 ? end : 0;
}

/// "NODENODESYS", as wrapped and squeezed tables have it; nothing where it is anything else.
std::vector<std::string> splitPaths(std::string_view word) {
    std::vector<std::string> paths;
    while (!word.empty()) {
        const std::size_t length = pathLength(word);
        if (length == 0)
            return {};
        paths.emplace_back(word.substr(0, length));
        word.remove_prefix(length);
    }
    return paths;
}

unsigned nvlinksOf(std::string_view cell) {
    return static_cast<unsigned>(numberAfter(cell, "NV", 1024).value_or(0));
}

bool isNvlink(std::string_view cell) {
    return nvlinksOf(cell) > 0;
}

bool isPcie(std::string_view cell) {
    return cell != "X" && !isNvlink(cell) && !cell.empty() && pathLength(cell) == cell.size();
}

struct Affinity {
    std::string_view cpus, numa;
};

/// Behind the paths: CPU affinity, NUMA affinity, GPU NUMA ID. With tabs each has its place, empty or not;
/// with blanks only what is on the screen tells an empty CPU affinity (GB200) from one that is there.
Affinity affinityOf(const MatrixText::Table &table, const MatrixText::Row &row) {
    std::string_view tail = row.tail;
    if (tail.find('\t') != std::string_view::npos) {
        (void)takeUntil(tail, '\t');
        const std::string_view cpus = trimmed(takeUntil(tail, '\t'));
        return {cpus, trimmed(takeUntil(tail, '\t'))};
    }
    const auto words = splitWords(tail, 4);
    const auto numaAt = table.headerTail.find("NUMA Affinity");
    if (words.empty() || numaAt == std::string::npos)
        return {words.empty() ? std::string_view{} : words[0], {}};
    constexpr std::size_t kTab = 8; // width of an empty cell, while its heading needs two
    const bool cpusAreEmpty =
        words.size() <= 2 && numaAt > 0 && row.tailColumn >= table.headerTailColumn + kTab;
    if (cpusAreEmpty)
        return {{}, words[0]};
    return {words[0], words.size() > 1 ? words[1] : std::string_view{}};
}

class TopoReader {
public:
    TopoReader(const SectionText &text, HostBuilder &builder)
        : m_text(text), m_builder(builder), m_known(builder) {
        if (m_known.empty())
            m_byBus = gpusByBus(builder);
    }

    void read() {
        MatrixText table(isName, splitPaths);
        for (PastedLines lines = toolLines(m_text); lines.next();) {
            const PastedLine &line = lines.line();
            if (table.feed(line, [this](MatrixText::Table ended) { take(std::move(ended)); }))
                continue;
            readLegend(line.text);
        }
        take(table.take());
        place();
    }

private:
    void take(const MatrixText::Table &table) {
        if (table.rows.empty() || !m_matrix.rows.empty())
            return; // only the first table is used; a second one repeats it
        m_matrix.tool = "nvidia-smi topo -m";
        m_matrix.what = "Path";
        for (const std::string &column : table.columns)
            m_matrix.columns.push_back(shown(column, 64));
        for (const MatrixText::Row &row : table.rows) {
            DeviceMatrix::Row &kept = m_matrix.rows.emplace_back();
            kept.name = shown(row.name, 64);
            kept.evidence = m_text.evidence(row.source);
            for (const std::string &cell : row.cells)
                kept.cells.push_back(shown(cell, 64));
            kept.cells.resize(table.columns.size());
            const Affinity affinity = affinityOf(table, row);
            setTextIfUnknown(kept.cpus, affinity.cpus, kept.evidence, 4096);
            setTextIfUnknown(kept.numaNodes, affinity.numa, kept.evidence, 64);
        }
    }

    /// "  NIC0: mlx5_0"
    void readLegend(std::string_view line) {
        const auto parts = splitKeyValue(line);
        const auto number = parts ? numberAfter(parts->key, "NIC", kMaxDevices) : std::nullopt;
        if (number && parts->value.find_first_of(" \t") == std::string_view::npos &&
            m_nics.size() < HostLimits::kRdmaDevices)
            m_nics.emplace(*number, shown(parts->value, 64));
    }

    [[nodiscard]] std::optional<Address> gpuAddress(std::string_view name) const {
        const auto number = numberAfter(name, "GPU", kMaxDevices);
        if (!number || !m_known.empty())
            return number ? m_known.at(static_cast<unsigned>(*number)) : std::nullopt;
        return *number < m_byBus.size() ? std::optional(m_byBus[*number]) : std::nullopt;
    }

    /// The function of an RDMA device, where another source told it.
    [[nodiscard]] std::optional<Address> nicAddress(std::string_view device) const {
        for (const host::RdmaDevice &known : m_builder.rdmaDevices())
            if (known.name == device)
                return known.device;
        return std::nullopt;
    }

    void place() {
        for (DeviceMatrix::Row &row : m_matrix.rows) {
            row.address = gpuAddress(row.name);
            if (const auto number = numberAfter(row.name, "NIC", kMaxDevices)) {
                if (const auto nic = m_nics.find(*number); nic != m_nics.end())
                    row.device = nic->second;
            } else if (!row.name.starts_with("GPU")) {
                row.device = row.name;
            }
            if (!row.device.empty())
                row.address = nicAddress(row.device);
            else if (row.address)
                placeGpu(row);
        }
        addLinkFaults(m_builder, m_matrix, {isNvlink, isPcie, "nvlink_none", "nvlink_none_other", {}});
        addFewerLinks(m_builder, m_matrix, nvlinksOf, "nvlink_fewer");
        addMatrix(m_builder, std::move(m_matrix));
    }

    void placeGpu(const DeviceMatrix::Row &row) {
        const auto number = *numberAfter(row.name, "GPU", kMaxDevices);
        for (std::size_t i = 0; i < m_matrix.columns.size(); ++i) {
            const auto other = gpuAddress(m_matrix.columns[i]);
            const auto count = numberAfter(row.cells[i], "NV", 1024);
            if (!other || !count || *count == 0)
                continue;
            GpuLink link{GpuLink::Kind::NvLink,    *row.address, *other,
                         static_cast<int>(*count), {},           row.evidence};
            const auto rate = m_builder.notes.nvlinkRates.find(number);
            if (rate != m_builder.notes.nvlinkRates.end())
                link.bandwidth = GigabytesPerSecond{rate->second * *count};
            m_builder.gpuLink(link);
        }
        host::PciFunction *function = m_builder.knownFunction(*row.address);
        if (!function)
            return;
        if (row.cpus)
            setTextIfUnknown(function->localCpus, *row.cpus, row.evidence, 4096);
        const auto node = row.numaNodes ? parseInteger<int>(*row.numaNodes) : std::nullopt;
        if (node && *node >= 0 && function->numaNode.valueOr(-1) < 0)
            function->numaNode = {*node, row.evidence};
    }

    const SectionText &m_text;
    HostBuilder &m_builder;
    NvidiaNumbers m_known;
    std::vector<Address> m_byBus; ///< where no number is known
    std::map<unsigned, std::string> m_nics;
    DeviceMatrix m_matrix;
};

} // namespace

// A header with the names of the columns, then a row for each device with "NV18" where so many NVLinks lead
// to the one of that column, "PIX" and the like for paths over PCIe; then the legends.
void readNvidiaTopo(const SectionText &text, HostBuilder &builder) {
    TopoReader(text, builder).read();
}

} // namespace fabricscope::formats
