// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::capture {

/// Reads folders, links and small files of a disk, thousands of them: its buffers are used again. Links are
/// not followed.
class DiskReader {
public:
    /// DT_* of the entry; DT_UNKNOWN if there is none.
    [[nodiscard]] static unsigned char typeOf(const char *path);

    struct Found {
        std::uint64_t beginning; ///< of the name, for sorting
        std::size_t at, size;    ///< of the name, see nameOf()
        unsigned char type;      ///< DT_*
    };
    /// The contents of a folder, sorted by name, without "." and ".."; nullptr if it cannot be read. Valid
    /// until the next call.
    [[nodiscard]] const std::vector<Found> *list(const char *path);
    [[nodiscard]] std::string_view nameOf(const Found &found) const {
        return {m_names.data() + found.at, found.size};
    }

    /// The first `most` bytes of a regular file, valid until the next call; std::nullopt if it cannot be
    /// read.
    [[nodiscard]] std::optional<std::string_view> read(const char *path, std::size_t most);
    /// The target of a link, valid until the next call; empty if it cannot be read.
    [[nodiscard]] std::string_view linkTarget(const char *path);

private:
    void grow(std::size_t to);

    std::string m_names; ///< all names of the last folder in sequence
    std::vector<Found> m_found;
    std::string m_target;            ///< of a link
    std::unique_ptr<char[]> m_bytes; ///< not zeroed first
    std::size_t m_size = 0;
};

} // namespace fabricscope::capture
