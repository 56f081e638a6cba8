// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Host.h"

#include <cstdint>
#include <set>
#include <string_view>

namespace fabricscope::host {

/// The name of the tool fact of a GPU whose number a text of nvidia-smi does not state: it lists some of the
/// GPUs only (`nvidia-smi -q -i 6`), or names a lost one by its address. Its place in the text is then not
/// its number.
inline constexpr std::string_view kUnstatedNumber = "Number of the GPU";

/// The addresses (Address::key()) of these GPUs, without those that another source numbers.
[[nodiscard]] std::set<std::uint64_t> gpusOfUnstatedNumber(const Host &host);

} // namespace fabricscope::host
