// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace fabricscope::nccl {

/// What CUDA or HIP would report about a GPU, by its PCI id.
struct GpuModel {
    std::uint16_t vendor;
    std::uint16_t first, last; ///< device ids
    std::string_view gcn;      ///< AMD: "gfx942"
    int sm;                    ///< NVIDIA: compute capability * 10; AMD: compute units of its largest model
};

/// Null where the id is not in the table.
[[nodiscard]] const GpuModel *gpuModel(std::uint16_t vendor, std::uint16_t device);

} // namespace fabricscope::nccl
