// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"
#include "core/formats/HostReader.h"
#include "core/formats/files/Import.h"
#include "tests/Places.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace fabricscope::test {

inline const std::filesystem::path kCorpus = FABRICSCOPE_SOURCE_DIR "/../shared/corpus";

inline Result<capture::Capture> import(const std::filesystem::path &path) {
    return formats::importFiles(std::span(&path, 1));
}

/// The facts of a file; fails the test if it cannot be opened.
inline host::Host hostOf(const std::filesystem::path &path) {
    const auto capture = import(path);
    EXPECT_TRUE(capture) << path << (capture ? "" : ": " + capture.error().toString());
    return capture ? formats::readHost(*capture) : host::Host{};
}

} // namespace fabricscope::test
