// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::app::cli {

/// A log on disk or on standard input ("-"), delivered in pieces, so that memory use does not depend on its
/// size.
class LogFile {
public:
    /// `again`: it will be read more than once. A pipe, which cannot be read twice, is then copied while it
    /// is read into an unnamed file in the temporary folder. An error if it cannot be opened.
    [[nodiscard]] static Result<LogFile> open(const std::string &path, bool again);
    LogFile(LogFile &&other) noexcept;
    LogFile &operator=(LogFile &&) = delete;
    ~LogFile();

    /// Receives a piece, converted to UTF-8 if the byte order mark indicates UTF-16; returning false ends the
    /// reading.
    using Take = std::function<bool(std::string_view)>;
    /// From its beginning to where the previous complete read ended. An error if it cannot be read.
    [[nodiscard]] Result<> read(const Take &take);
    /// Whether read() may be called again. It may not if there was no space for the copy.
    [[nodiscard]] bool isRepeatable() const { return !m_isPipe || m_copy >= 0; }

private:
    LogFile(std::string path, int file) : m_path(std::move(path)), m_file(file) {}
    void copyFrom(std::uint64_t at, std::string_view bytes);

    std::string m_path;
    int m_file, m_copy = -1;
    bool m_isPipe = false, m_isRead = false;
    std::uint64_t m_copied = 0;          ///< bytes of a pipe that are in the copy
    std::optional<std::uint64_t> m_size; ///< after it was read to its end
};

/// Reads a log once, to its end.
Result<> readLog(const std::string &path, const std::function<void(std::string_view)> &take);

/// Columns of the terminal on standard output; 0 if it is not a terminal.
[[nodiscard]] std::size_t terminalWidth();

} // namespace fabricscope::app::cli
