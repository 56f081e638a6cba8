// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/log/DebugLog.h"

#include <cstddef>
#include <string>

namespace fabricscope::report {

/// `fabricscope nccl-log FILE` as text: library, network, how the connections travel, NICs, rings, and
/// each warning with what it means and what to do. Like the other text views.
[[nodiscard]] std::string ncclLogText(const nccl::log::DebugLog &log, std::size_t width);

} // namespace fabricscope::report
