// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/WhatIfMoves.h"

#include <algorithm>

namespace fabricscope::workspace {
namespace {

template<class Device>
std::optional<std::size_t> placeOf(const std::vector<Device> &devices, const std::string &name,
                                   const std::string &address) {
    const auto found = std::find_if(devices.begin(), devices.end(), [&](const Device &device) {
        return device.name == name && device.busIdText == address;
    });
    if (found == devices.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - devices.begin());
}

} // namespace

std::size_t bytesOf(const WhatIfMoves &moves) {
    std::size_t bytes = sizeof moves + moves.capacity() * sizeof(WhatIfMove);
    for (const WhatIfMove &move : moves)
        bytes += move.gpu.capacity() + move.gpuAddress.capacity() + move.nic.capacity() +
                 move.nicAddress.capacity();
    return bytes;
}

WhatIfMove moveOf(const affinity::Fabric &fabric, std::size_t gpu, std::size_t nic) {
    return {fabric.gpus[gpu].name, fabric.gpus[gpu].busIdText, fabric.nics[nic].name,
            fabric.nics[nic].busIdText};
}

Hypothesis hypothesisOf(const affinity::Judgement &judgement, const affinity::Inputs &inputs,
                        affinity::Basis basis, const WhatIfMoves &moves) {
    Hypothesis result;
    for (const WhatIfMove &move : moves) {
        const affinity::Judgement &now = result.last ? result.last->judgement : judgement;
        const auto gpu = placeOf(now.fabric.gpus, move.gpu, move.gpuAddress);
        const auto nic = placeOf(now.fabric.nics, move.nic, move.nicAddress);
        if (!gpu || !nic) {
            ++result.impossible;
            continue;
        }
        // After a move the judgement uses the moved pairs, whatever the basis.
        const affinity::Basis by = result.last ? now.leading() : basis;
        affinity::WhatIf next = affinity::whatIf(now, inputs, by, *gpu, *nic);
        result.sentences.push_back(next.sentence);
        result.last = std::move(next);
    }
    return result;
}

} // namespace fabricscope::workspace
