// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Descriptor.h"

#include <string>
#include <string_view>

namespace fabricscope::app::cli {

/// The file of --log: private to its user, and written while a run goes on. After the first failure nothing
/// more is written, so that it has no gap. A file that got no byte because the disk is full is removed, and
/// one that did not exist before and got none because nothing was started.
class LogCopy {
public:
    /// Replaces the contents of an existing file. `path` empty: no file.
    explicit LogCopy(std::string path);
    ~LogCopy();
    LogCopy(const LogCopy &) = delete;
    LogCopy &operator=(const LogCopy &) = delete;

    [[nodiscard]] const std::string &path() const { return m_path; }
    /// Whether the file was requested and cannot be opened.
    [[nodiscard]] bool hasFailed() const { return !m_path.empty() && !m_wasOpened; }
    /// False once, with errno set: when the first bytes are lost.
    [[nodiscard]] bool write(std::string_view bytes);

private:
    std::string m_path;
    Descriptor m_descriptor{-1};
    bool m_wasOpened = false, m_isNew = false;
};

} // namespace fabricscope::app::cli
