// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/Decide.h"
#include "core/nccl/Decision.h"

#include <string>
#include <vector>

namespace fabricscope::nccl {

/// Features of the library that this program does not model, where they could affect these decisions, and
/// which of its machine models matches (Decisions::ringText): sentences without a full stop, each with the
/// variable that disables the feature, if there is one. `gpuModels`: names of the host's GPUs as far as they
/// are known.
[[nodiscard]] std::vector<std::string> notModelled(const Decisions &decisions, const Options &options,
                                                   const std::vector<std::string> &gpuModels = {});

/// The same for NICs that differ only in the function number, or are ports of one function, which the
/// library may fuse into one. For a machine merge() reports it (MergeNoteKind::NicsFused). Empty: no
/// such NICs.
[[nodiscard]] std::string fusionNotModelled(const Decisions &decisions, const Options &options);

} // namespace fabricscope::nccl
