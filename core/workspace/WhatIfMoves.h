// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affinity/Affinity.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::workspace {

/// "This GPU shall use this NIC", as the user set it: by the device's name, so that it still holds for
/// a newer reading of the same host.
struct WhatIfMove {
    std::string gpu, gpuAddress, nic, nicAddress;
    friend bool operator==(const WhatIfMove &, const WhatIfMove &) = default;
};
/// In the order in which they were made.
using WhatIfMoves = std::vector<WhatIfMove>;
/// For History: with all its texts.
[[nodiscard]] std::size_t bytesOf(const WhatIfMoves &moves);

[[nodiscard]] WhatIfMove moveOf(const affinity::Fabric &fabric, std::size_t gpu, std::size_t nic);

/// A judgement as it would be after these moves.
struct Hypothesis {
    std::optional<affinity::WhatIf>
        last; ///< of the last move that could be made; its judgement is the whole one
    std::vector<std::string> sentences; ///< one per move
    std::size_t impossible = 0;         ///< moves whose GPU or NIC is missing
};
[[nodiscard]] Hypothesis hypothesisOf(const affinity::Judgement &judgement, const affinity::Inputs &inputs,
                                      affinity::Basis basis, const WhatIfMoves &moves);

} // namespace fabricscope::workspace
