// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/Contrast.h"

namespace fabricscope::test {

using layout::contrast;
using layout::linear;
using layout::luminance;

} // namespace fabricscope::test
