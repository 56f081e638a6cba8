// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace fabricscope::bench {

/// Whether the tool (a key of the table of tools) prints an end by which a log that was cut off can be told
/// from a whole one: a footer, or the number of its rows in its header. False for an empty key.
[[nodiscard]] bool printsEnd(std::string_view tool);

} // namespace fabricscope::bench
