// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/files/Import.h"

#include <gtest/gtest.h>

namespace fabricscope::formats {

/// Fails the test if the import fails.
inline capture::Capture imported(std::vector<Piece> pieces, const ImportLimits &limits = {}) {
    auto capture = importPieces(std::move(pieces), limits);
    EXPECT_TRUE(capture) << (capture ? "" : capture.error().toString());
    return capture ? std::move(*capture) : capture::Capture{};
}

} // namespace fabricscope::formats
