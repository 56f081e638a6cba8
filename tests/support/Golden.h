// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/Places.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace fabricscope::test {

/// Compares the text with a reviewed file (path relative to the source root). If FABRICSCOPE_UPDATE_GOLDEN is
/// set in the environment, writes the file instead, for review by `git diff`. Header only, because each test
/// defines its own FABRICSCOPE_SOURCE_DIR.
inline void expectGolden(const std::string &text, const std::string &file) {
    const std::filesystem::path path = std::filesystem::path(FABRICSCOPE_SOURCE_DIR) / file;
    if (std::getenv("FABRICSCOPE_UPDATE_GOLDEN") != nullptr) {
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << text;
        return;
    }
    std::ifstream stream(path, std::ios::binary);
    ASSERT_TRUE(stream) << file << " is not there; write it with FABRICSCOPE_UPDATE_GOLDEN=1";
    std::ostringstream expected;
    expected << stream.rdbuf();
    EXPECT_EQ(text, expected.str()) << file
                                    << "; update with FABRICSCOPE_UPDATE_GOLDEN=1 and review the difference";
}

} // namespace fabricscope::test
