// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/redact/KnownWords.h"

namespace fabricscope::capture {

/// A name that the kernel, udev or a library gave by counting: "eth0", "enp65s0f1np1", "mlx5_3", "card2". A
/// number has at most five digits and no leading zero: "gpu07" is someone's machine.
[[nodiscard]] bool isDeviceName(std::string_view token, Topics topics);

} // namespace fabricscope::capture
