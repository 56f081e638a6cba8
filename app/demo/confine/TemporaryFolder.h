// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <filesystem>
#include <memory>

namespace fabricscope::app::demo {

/// A temporary folder (0700) that is removed with the object. In $TMPDIR if that is set; otherwise in memory,
/// if scripts may run there and there is space (thousands of small files take seconds on disk); otherwise in
/// /tmp.
class TemporaryFolder {
public:
    [[nodiscard]] static Result<std::unique_ptr<TemporaryFolder>> make();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder &) = delete;
    TemporaryFolder &operator=(const TemporaryFolder &) = delete;

    [[nodiscard]] const std::filesystem::path &path() const { return m_path; }

private:
    explicit TemporaryFolder(std::filesystem::path path) : m_path(std::move(path)) {}
    std::filesystem::path m_path;
};

} // namespace fabricscope::app::demo
