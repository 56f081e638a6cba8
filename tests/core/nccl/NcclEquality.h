// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/Equality.h"

namespace fabricscope::test {

/// As expectEquality(), with a page of its own: tests/nccl-equality.md holds what the real libraries decide,
/// and what core/nccl does.
inline void expectNcclEquality(const Equality &table) {
    std::cout << table.text();
    for (const std::string &problem : table.problems())
        ADD_FAILURE() << problem;
    const std::string file = FABRICSCOPE_SOURCE_DIR "/tests/nccl-equality.md";
    std::ostringstream page;
    page << std::ifstream(file, std::ios::binary).rdbuf();
    if (std::getenv("FABRICSCOPE_UPDATE_GOLDEN") != nullptr)
        std::ofstream(file, std::ios::binary) << table.inPage(page.str());
    else
        EXPECT_EQ(table.chapterText(), table.outOfPage(page.str()))
            << file << "; update with FABRICSCOPE_UPDATE_GOLDEN=1 and review the difference";
}

} // namespace fabricscope::test
