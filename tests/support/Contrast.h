// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/draw/Contrast.h"

namespace fabricscope::test {

using draw::contrast;
using draw::linear;
using draw::luminance;

} // namespace fabricscope::test
