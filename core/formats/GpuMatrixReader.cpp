// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The matrices that the vendors' tools print of their GPUs, as far as they tell of direct links.
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace fabricscope::formats {

namespace {

using host::GpuLink;

/// Cells of a row, separated by tabs, without blanks and the underlining (ESC [ 4 m) of nvidia-smi's header.
std::vector<std::string_view> tabbedCells(std::string_view line) {
    constexpr std::size_t kMost = 1024;
    std::vector<std::string_view> cells;
    while (!line.empty() && cells.size() < kMost) {
        std::string_view cell = trimmed(takeUntil(line, '\t'));
        while (cell.substr(0, 1) == "\x1b")
            cell = trimmed(cell.substr(std::min(cell.find('m'), cell.size() - 1) + 1));
        cells.push_back(cell);
    }
    return cells;
}

/// Words of a row, separated by blanks.
std::vector<std::string_view> words(std::string_view line) {
    constexpr std::size_t kMost = 1024;
    std::vector<std::string_view> found;
    for (line = trimmed(line); !line.empty() && found.size() < kMost; line = trimmed(line)) {
        const std::string_view word = line.substr(0, line.find_first_of(" \t"));
        found.push_back(word);
        line.remove_prefix(word.size());
    }
    return found;
}

/// Where nvidia-smi did not tell the addresses: its numbers follow the bus (CUDA_DEVICE_ORDER=PCI_BUS_ID).
std::vector<Address> nvidiaGpus(HostBuilder &builder) {
    if (!builder.notes.nvidiaGpus.empty())
        return builder.notes.nvidiaGpus;
    std::vector<Address> addresses;
    for (const host::PciFunction &f : builder.functions())
        if (f.driver && *f.driver == "nvidia" && f.classCode && (*f.classCode >> 16) == 0x03)
            addresses.push_back(f.address);
    std::sort(addresses.begin(), addresses.end());
    return addresses;
}

} // namespace

// `nvidia-smi nvlink -s`: "GPU 0: NVIDIA H100 ... (UUID: ...)", then "\t Link 0: 26.562 GB/s" for each link
// that is up.
void readNvidiaNvlink(const SectionText &text, HostBuilder &builder) {
    std::optional<unsigned> gpu;
    for (LineCursor lines(text); lines.next();) {
        std::string_view line = trimmed(lines.line());
        const std::string_view head = takeUntil(line, ':');
        if (const auto number = numberAfter(head, "GPU ", HostLimits::kGpus))
            gpu = number;
        if (!gpu || head.substr(0, 5) != "Link ")
            continue;
        line = trimmed(line);
        double rate = 0;
        const auto [end, error] =
            std::from_chars(line.data(), line.data() + line.size(), rate, std::chars_format::fixed);
        const bool isRate =
            error == std::errc{} && std::string_view(end, line.data() + line.size()) == " GB/s";
        if (isRate && rate > 0 && rate < 1e6)
            builder.notes.nvlinkRates.insert_or_assign(*gpu, rate);
    }
}

// `nvidia-smi topo -m`: a header with the names of the columns, then a row for each GPU with "NV18" where so
// many NVLinks lead to the GPU of that column. Columns that are no GPUs come behind them.
void readNvidiaTopo(const SectionText &text, HostBuilder &builder) {
    const std::vector<Address> gpus = nvidiaGpus(builder);
    std::vector<unsigned> columns; // number of the GPU of each
    for (LineCursor lines(text); lines.next();) {
        const auto cells = tabbedCells(lines.line());
        const auto row = cells.empty() ? std::nullopt : numberAfter(cells[0], "GPU", HostLimits::kGpus);
        if (columns.empty()) {
            for (const std::string_view cell : cells) {
                if (const auto number = numberAfter(cell, "GPU", HostLimits::kGpus))
                    columns.push_back(*number);
                else if (!cell.empty())
                    break;
            }
            continue;
        }
        if (!row || *row >= gpus.size())
            continue;
        for (std::size_t i = 0; i < columns.size() && i + 1 < cells.size(); ++i) {
            const auto count = numberAfter(cells[i + 1], "NV", 1024);
            if (!count || *count == 0 || columns[i] >= gpus.size())
                continue;
            GpuLink link{GpuLink::Kind::NvLink,    gpus[*row], gpus[columns[i]],
                         static_cast<int>(*count), {},         text.evidence(lines.line())};
            if (const auto rate = builder.notes.nvlinkRates.find(*row);
                rate != builder.notes.nvlinkRates.end())
                link.bandwidth = GigabytesPerSecond{rate->second * *count};
            builder.gpuLink(link);
        }
    }
}

// `amd-smi topology`: tables with a title line, a row of BDFs, and a row for each GPU that begins with its
// own.
void readAmdSmiTopology(const SectionText &text, HostBuilder &builder) {
    enum class Table : std::uint8_t { Other, Weight, Type };
    Table table = Table::Other;
    std::vector<Address> columns;
    std::map<std::pair<Address, Address>, int> weights;
    for (LineCursor lines(text); lines.next();) {
        const std::string_view line = trimmed(lines.line());
        constexpr std::string_view kTitle = " TABLE:";
        if (line.size() > kTitle.size() && line.substr(line.size() - kTitle.size()) == kTitle) {
            table = line == "WEIGHT TABLE:"      ? Table::Weight
                    : line == "LINK TYPE TABLE:" ? Table::Type
                                                 : Table::Other;
            columns.clear();
            continue;
        }
        const auto cells = table == Table::Other ? std::vector<std::string_view>{} : words(line);
        if (columns.empty()) {
            for (const std::string_view cell : cells)
                if (const auto address = Address::parse(cell))
                    columns.push_back(*address);
            continue;
        }
        const auto row = cells.empty() ? std::nullopt : Address::parse(cells[0]);
        for (std::size_t i = 0; row && i < columns.size() && i + 1 < cells.size(); ++i) {
            const std::pair pair{*row, columns[i]};
            if (table == Table::Weight) {
                if (const auto weight = parseInteger<int>(cells[i + 1]);
                    weight && weights.size() < HostLimits::kGpuLinks)
                    weights.insert_or_assign(pair, *weight);
            } else if (cells[i + 1] == "XGMI") {
                constexpr int kHopWeight = 15;
                GpuLink link{GpuLink::Kind::Xgmi, *row, columns[i], {}, {}, text.evidence(lines.line())};
                if (const auto weight = weights.find(pair);
                    weight != weights.end() && weight->second >= kHopWeight)
                    link.count = weight->second / kHopWeight;
                builder.gpuLink(link);
            }
        }
    }
}

} // namespace fabricscope::formats
