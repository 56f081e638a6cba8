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

/// A log on disk or on standard input ("-"), given piece by piece, so that a log of any size needs no memory
/// of its size.
class LogFile {
public:
    /// `again`: it will be read more than once. What cannot be read twice (a pipe) is then copied, while it
    /// is read, into a file without a name in the temporary folder. An error where it cannot be opened.
    [[nodiscard]] static Result<LogFile> open(const std::string &path, bool again);
    LogFile(LogFile &&other) noexcept;
    LogFile &operator=(LogFile &&) = delete;
    ~LogFile();

    /// Takes a piece in UTF-8 where the byte order mark says UTF-16; false ends the reading.
    using Take = std::function<bool(std::string_view)>;
    /// From its beginning to where the last reading to the end found it. An error where it cannot be read.
    [[nodiscard]] Result<> read(const Take &take);
    /// Whether read() may be called once more. Where the copy finds no room it may not.
    [[nodiscard]] bool isRepeatable() const { return !m_isPipe || m_copy >= 0; }

private:
    LogFile(std::string path, int file) : m_path(std::move(path)), m_file(file) {}
    void copyFrom(std::uint64_t at, std::string_view bytes);

    std::string m_path;
    int m_file, m_copy = -1;
    bool m_isPipe = false, m_isRead = false;
    std::uint64_t m_copied = 0;          ///< bytes of a pipe that are in the copy
    std::optional<std::uint64_t> m_size; ///< once it was read to its end
};

/// Reads a log once, to its end.
Result<> readLog(const std::string &path, const std::function<void(std::string_view)> &take);

/// Columns of the terminal on standard output; 0 where it is none.
[[nodiscard]] std::size_t terminalWidth();

} // namespace fabricscope::app::cli
