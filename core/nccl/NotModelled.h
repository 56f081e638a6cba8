// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/Decide.h"
#include "core/nccl/Decision.h"

#include <string>
#include <vector>

namespace fabricscope::nccl {

/// What the library may do on top of these decisions that this program does not work out, where something
/// here could be touched by it: sentences without a full stop, each with the variable that keeps the library
/// from it, if there is one. `gpuModels`: names of the host's GPUs as far as they are known.
[[nodiscard]] std::vector<std::string> notModelled(const Decisions &decisions, const Options &options,
                                                   const std::vector<std::string> &gpuModels = {});

/// The same of NICs that differ in the function's number alone, or are ports of one function, which the
/// library may fuse into one. For a machine merge() reports it (MergeNoteKind::NicsFused). Empty: there is
/// none.
[[nodiscard]] std::string fusionNotModelled(const Decisions &decisions, const Options &options);

} // namespace fabricscope::nccl
