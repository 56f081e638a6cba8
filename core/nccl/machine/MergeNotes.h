// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/machine/Merge.h"
#include "core/nccl/machine/NicFusion.h"

#include <span>
#include <vector>

namespace fabricscope::nccl {

/// Parts of the file with no effect on this machine, or an unexpected one, and why; by line. `file`
/// null: only what is about the machine. Linear, and at most kMaxMergeNotes.
[[nodiscard]] std::vector<MergeNote> mergeNotes(const XmlTree *file, const Machine &machine,
                                                std::span<const PluginNet> nets,
                                                std::span<const FusedNic> fused, const Version &version);

inline constexpr std::size_t kMaxMergeNotes = 256;

} // namespace fabricscope::nccl
