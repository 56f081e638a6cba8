// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fabricscope::findings {

/// How much a finding matters: the program's single scale, in ascending order. A note is informative, a
/// warning costs performance or may, an error does not work or costs most of the performance.
enum class Severity : std::uint8_t { Note, Warning, Error };

/// In the order of Severity, as on the command line and in JSON.
inline constexpr std::array<std::string_view, 3> kSeverityNames = {"note", "warning", "error"};

[[nodiscard]] std::string_view toString(Severity severity);
/// Nothing if it is not one of kSeverityNames.
[[nodiscard]] std::optional<Severity> severityFromName(std::string_view name);

} // namespace fabricscope::findings
