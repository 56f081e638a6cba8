// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/MatrixFabric.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::affinity {

namespace {

using host::MatrixDevice;
using topology::PathWord;
using topology::Reach;

constexpr std::size_t kMaxText = 200;
/// The only tool whose matrix has the RDMA devices, if there are any.
constexpr std::string_view kListsNics = "nvidia-smi topo";

struct CellWord {
    std::string_view cell;
    PathWord word;
};
constexpr std::array kCellWords = {
    CellWord{"X", PathWord::Self},  CellWord{"XGMI", PathWord::Xgmi}, CellWord{"PIX", PathWord::Pix},
    CellWord{"PXB", PathWord::Pxb}, CellWord{"PHB", PathWord::Phb},   CellWord{"NODE", PathWord::Node},
    CellWord{"SYS", PathWord::Sys},
};

Reach reachOf(std::string_view cell) {
    Reach reach;
    for (const CellWord &row : kCellWords)
        if (row.cell == cell)
            reach.word = row.word;
    constexpr int kMaxLinks = 1024;
    const auto links = cell.starts_with("NV") ? parseInteger<int>(cell.substr(2)) : std::nullopt;
    if (links && *links > 0 && *links <= kMaxLinks) {
        reach.word = PathWord::NvLink;
        reach.count = *links;
    }
    if (reach.word == PathWord::Unknown)
        reach.why = "the tool's matrix does not state it";
    return reach;
}

/// Of the row; several nodes ("0-1") are no place.
template<typename Device> void place(Device &device, const MatrixDevice &from) {
    device.name = from.name;
    if (from.row == nullptr)
        return;
    device.bdf = from.row->address;
    if (device.bdf)
        device.busIdText = device.bdf->toString();
    const auto numa = from.row->numaNodes ? parseInteger<int>(*from.row->numaNodes) : std::nullopt;
    if (numa && *numa >= 0)
        device.numa = NumaNode{*numa};
}

void noteOmitted(std::size_t all, std::size_t most, std::string_view what, Fabric &fabric) {
    if (all > most)
        fabric.notes.push_back(
            fmt::format("{} {} beyond the first {} are not checked", all - most, what, most));
}

} // namespace

Fabric fabricOf(const host::MatrixDevices &devices) {
    Fabric fabric;
    if (devices.empty())
        return fabric;
    const std::size_t gpus = std::min(devices.gpus().size(), Fabric::kMaxGpus);
    const std::size_t nics = std::min(devices.nics().size(), Fabric::kMaxNics);
    fabric.nicsListed = nics > 0 || devices.tool().starts_with(kListsNics);
    for (std::size_t i = 0; i < gpus; ++i)
        place(fabric.gpus.emplace_back(), devices.gpus()[i]);
    for (std::size_t i = 0; i < nics; ++i) {
        Nic &nic = fabric.nics.emplace_back();
        place(nic, devices.nics()[i]);
        nic.rdma = true; // these tools list RDMA devices
    }
    for (std::size_t gpu = 0; gpu < gpus; ++gpu) {
        const MatrixDevice &from = devices.gpus()[gpu];
        for (std::size_t nic = 0; nic < nics; ++nic)
            fabric.gpuNic.push_back(reachOf(devices.cell(from, devices.nics()[nic])));
        for (std::size_t other = 0; other < gpus; ++other) {
            fabric.gpuGpu.push_back(reachOf(devices.cell(from, devices.gpus()[other])));
            if (gpu == other)
                fabric.gpuGpu.back() = {PathWord::Self, 0, {}, {}};
        }
    }
    const auto isKnown = [](const topology::Reach &reach) {
        return reach.word != PathWord::Unknown && reach.word != PathWord::Self;
    };
    if (std::any_of(fabric.gpuNic.begin(), fabric.gpuNic.end(), isKnown) ||
        std::any_of(fabric.gpuGpu.begin(), fabric.gpuGpu.end(), isKnown)) // `nvidia-smi -L` has no distances
        fabric.source = HostText(devices.tool()).plain(kMaxText);
    noteOmitted(devices.gpus().size(), gpus, "GPUs", fabric);
    noteOmitted(devices.nics().size(), nics, "NICs", fabric);
    fabric.notes.push_back(devices.summary());
    return fabric;
}

} // namespace fabricscope::affinity
