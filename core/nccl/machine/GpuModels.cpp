// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/machine/GpuModels.h"

#include <algorithm>
#include <array>

namespace fabricscope::nccl {

namespace {

constexpr std::uint16_t kNvidia = 0x10de;
constexpr std::uint16_t kAmd = 0x1002;

/// The first matching row counts.
constexpr std::array kModels = {
    GpuModel{kNvidia, 0x15f0, 0x15ff, "", 60},  // GP100
    GpuModel{kNvidia, 0x1b00, 0x1d7f, "", 61},  // GP102 to GP108
    GpuModel{kNvidia, 0x1d80, 0x1dff, "", 70},  // GV100
    GpuModel{kNvidia, 0x1e00, 0x1fff, "", 75},  // TU102 to TU106
    GpuModel{kNvidia, 0x2080, 0x20ff, "", 80},  // GA100
    GpuModel{kNvidia, 0x2180, 0x21ff, "", 75},  // TU116, TU117
    GpuModel{kNvidia, 0x2200, 0x22ff, "", 86},  // GA102
    GpuModel{kNvidia, 0x2300, 0x23ff, "", 90},  // GH100
    GpuModel{kNvidia, 0x2480, 0x25ff, "", 86},  // GA104 to GA107
    GpuModel{kNvidia, 0x2600, 0x28ff, "", 89},  // AD102 to AD107
    GpuModel{kNvidia, 0x2900, 0x29ff, "", 100}, // GB100
    GpuModel{kNvidia, 0x2b80, 0x2fff, "", 120}, // GB202 to GB207
    GpuModel{kNvidia, 0x3180, 0x31ff, "", 103}, // GB110
    GpuModel{kAmd, 0x66a0, 0x66af, "gfx906", 64},  GpuModel{kAmd, 0x7388, 0x738e, "gfx908", 120},
    GpuModel{kAmd, 0x7408, 0x7410, "gfx90a", 110}, GpuModel{kAmd, 0x74a0, 0x74bf, "gfx942", 304},
    GpuModel{kAmd, 0x75a0, 0x75bf, "gfx950", 256},
};

} // namespace

const GpuModel *gpuModel(std::uint16_t vendor, std::uint16_t device) {
    const auto *row = std::find_if(kModels.begin(), kModels.end(), [&](const GpuModel &model) {
        return model.vendor == vendor && device >= model.first && device <= model.last;
    });
    return row == kModels.end() ? nullptr : row;
}

} // namespace fabricscope::nccl
