// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/FileTree.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct archive;
struct archive_entry;

namespace fabricscope::capture {

/// Whether the bytes may be an archive. Called for each file of each archive, so it is fast; libarchive
/// decides.
[[nodiscard]] bool mayBePacked(std::string_view bytes);

/// Unpacks one archive into a tree.
class Unpacker {
public:
    /// Both must outlive it.
    Unpacker(FileTree &tree, const FileTree::Limits &limits);

    /// False: not an archive.
    [[nodiscard]] bool run(std::string_view bytes, std::string_view name);

    [[nodiscard]] bool isSingle() const { return m_isSingle; }          ///< one file, only compressed
    [[nodiscard]] std::size_t bytesRead() const { return m_bytesRead; } ///< unpacked, kept or not
    [[nodiscard]] std::vector<std::string> takeNotes() {
        return std::move(m_notes);
    } ///< of damage and limits

private:
    archive *get() { return m_archive.get(); }
    [[nodiscard]] std::string reason();
    bool members(int filter, std::string_view name);
    bool single(std::string_view name);
    bool member(archive_entry *entry);
    bool read(std::string_view name, std::string &bytes);
    template<class... Values> void note(fmt::format_string<Values...> text, Values &&...values) {
        constexpr std::size_t kMost = 20;
        if (m_notes.size() < kMost)
            m_notes.push_back(fmt::format(text, std::forward<Values>(values)...));
    }

    FileTree &m_tree;
    const FileTree::Limits &m_limits;
    std::unique_ptr<archive, int (*)(archive *)> m_archive;
    std::string m_buffer = std::string(std::size_t{64} << 10, '\0');
    std::vector<std::string> m_notes;
    std::size_t m_bytesRead = 0;
    bool m_isSingle = false;
    bool m_stopped = false;
};

} // namespace fabricscope::capture
