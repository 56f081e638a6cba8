// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hostvm/verify/Verify.h"

#include <string>
#include <string_view>

namespace fabricscope::json {

/// The document fabricscope.topo_verify/0 (design/cli.md). `gpu`, `nic` and `ideal_nics` of pairs refer to
/// `id` of `gpus` and `nics`, as in fabricscope.affinity.
[[nodiscard]] std::string topoVerifyDocument(const hostvm::Verification &verification, std::string_view file,
                                             const topology::Topology &guest);

} // namespace fabricscope::json
