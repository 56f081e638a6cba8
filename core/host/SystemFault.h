// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/KernelFault.h"

#include <string_view>

namespace fabricscope::host {

/// What a message of KernelMessage::Kind::System states, without its notes: rule and variant, the part that
/// it names (a drive, the cause of a panic), and whether it is no fault.
[[nodiscard]] KernelFault systemFaultOf(std::string_view text);

} // namespace fabricscope::host
