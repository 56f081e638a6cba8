// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Affinity.h"
#include "core/affinity/Fabric.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>

#include <initializer_list>
#include <string>
#include <vector>

namespace fabricscope::affinity {

/// GPUs and NICs at these distances: one row per GPU, one word per NIC.
inline Fabric buildFabric(std::initializer_list<std::initializer_list<PathWord>> rows) {
    Fabric fabric;
    const std::size_t nics = rows.size() == 0 ? 0 : rows.begin()->size();
    for (std::size_t nic = 0; nic < nics; ++nic) {
        Nic &made = fabric.nics.emplace_back();
        made.name = fmt::format("ionic_{}", nic);
        made.busIdText = fmt::format("0000:{:02x}:01.0", nic);
        made.bdf = pci::Address::parse(made.busIdText);
        made.rate = GigabitsPerSecond{400};
        made.state = host::NicEntry::State::Active;
        made.rdma = true;
    }
    for (const auto &row : rows) {
        Gpu &gpu = fabric.gpus.emplace_back();
        gpu.name = fmt::format("GPU{}", fabric.gpus.size() - 1);
        gpu.busIdText = fmt::format("0000:{:02x}:00.0", fabric.gpus.size() - 1);
        gpu.bdf = pci::Address::parse(gpu.busIdText);
        for (const PathWord word : row) {
            Reach reach;
            reach.word = word;
            if (word == PathWord::Unknown)
                reach.why = "nobody said";
            else
                reach.bandwidth = GigabytesPerSecond{63};
            fabric.gpuNic.push_back(reach);
        }
    }
    fabric.gpuGpu.resize(fabric.gpus.size() * fabric.gpus.size());
    return fabric;
}

inline Fabric fabricOfHost(host::Host host) {
    const auto topology = samples::topologyOf(std::move(host));
    return fabricOf(*topology, host::gpuTable(topology->host()));
}

/// samples::mi355xServer() with all lanes up, and with switches that redirect nothing.
inline host::Host healthyServer() {
    host::Host host = samples::mi355xServer();
    for (host::PciFunction &function : host.functions) {
        if (function.classCode.valueOr(0) == 0x120000)
            function.currentWidth = function.maxWidth;
        if (function.config && function.config->acs)
            function.config->acs->enabled = 0;
    }
    return host;
}

inline std::vector<const Pair *> pairsOf(const Judgement &judgement, Basis basis) {
    std::vector<const Pair *> found;
    for (const Pair &pair : judgement.pairs)
        if (pair.basis == basis)
            found.push_back(&pair);
    return found;
}

} // namespace fabricscope::affinity
