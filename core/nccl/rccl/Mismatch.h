// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/Version.h"
#include "core/nccl/rccl/HostShape.h"

#include <string>

namespace fabricscope::nccl::rccl {

/// Why no model matches the host: what it lacks of the one that it is closest to, as a sentence without a
/// full stop. Empty where no model is for such GPUs.
[[nodiscard]] std::string mismatchText(const HostShape &host, const Version &version);

} // namespace fabricscope::nccl::rccl
