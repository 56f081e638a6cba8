// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/log/DebugLog.h"

#include <string>

namespace fabricscope::json {

/// The document fabricscope.nccl_log/0. What the log does not state is null or absent.
[[nodiscard]] std::string ncclLogDocument(const nccl::log::DebugLog &log);

} // namespace fabricscope::json
