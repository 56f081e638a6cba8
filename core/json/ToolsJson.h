// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/catalogue/Tools.h"

#include <span>
#include <string>

namespace fabricscope::json {

/// The document fabricscope.tools: the catalogue, or a part of it.
[[nodiscard]] std::string toolsDocument(std::span<const bench::Tool> tools);

} // namespace fabricscope::json
