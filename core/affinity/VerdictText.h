// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Sentences.h"
#include "core/base/Plural.h"

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::affinity {

// Parts of the verdict. For .cpp files of this folder.

/// "GPU2 uses ionic_3 and GPU3 uses ionic_2"; each GPU once, with all its NICs: "GPU0 and GPU1 use mlx5_0".
[[nodiscard]] std::string usesText(const Fabric &fabric, const std::vector<const Pair *> &pairs);

/// "GPU0 and GPU1 share ionic_0 while ionic_4 idles"; empty if no NIC is shared.
struct Sharing {
    std::string text;
    bool idles = false; ///< another candidate is idle
};
[[nodiscard]] Sharing sharingOf(const Fabric &fabric, const std::vector<const Pair *> &pairs);

/// Without peers on other hosts, NICs matter only if the GPUs cannot reach each other otherwise: if they do
/// not matter, the verdict says so; if they do, returns false.
bool setSingleHostVerdict(const Judgement &judgement, const Inputs &inputs, Verdict &verdict);

/// Adds findings after those about pairs; in the headline if they are more severe.
void addFindings(const Judgement &judgement, Verdict &verdict);

} // namespace fabricscope::affinity
