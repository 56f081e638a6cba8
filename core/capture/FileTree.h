// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/capture/DiskPath.h"
#include "core/capture/DiskReader.h"
#include "core/capture/FolderMembers.h"
#include "core/capture/OmittedMembers.h"

#include <cstdint>
#include <deque>
#include <filesystem>
#include <limits>
#include <memory>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::capture {

/// Folders, files and symbolic links that someone packed or copied: an archive unpacked in memory, or a
/// folder on disk. Nothing is ever written, and no name or link leads out of it: members that try are left
/// out, links that lead outside resolve to nothing. Names contain neither control characters nor "." or "..".
class FileTree {
public:
    using Id = std::uint32_t;
    static constexpr Id kTop = 0;
    enum class Kind : std::uint8_t { Folder, File, Link };

    /// What exceeds them is left out and reported in notes().
    struct Limits {
        std::size_t members = 500000;
        std::size_t fileBytes = std::size_t{64} << 20;   ///< of one file; the rest is dropped
        std::size_t totalBytes = std::size_t{512} << 20; ///< unpacked, kept or not: limits the time too
    };
    static constexpr std::size_t kDeepest = 64; ///< nesting depth of folders
    using Children = FolderMembers;

    FileTree();

    /// A folder on disk; links leading out of it are not followed. Folder contents, link targets and file
    /// contents are read on demand, so that a tree of /sys costs only what is looked at.
    [[nodiscard]] static Result<FileTree> ofFolder(const std::filesystem::path &folder, const Limits &limits);
    /// tar (in gzip, bzip2, xz, zstd, lzip or lz4), cpio, zip, or one file in one of these compressions; then
    /// `name` without its last suffix is that file's name. std::nullopt if the bytes are none of these. What
    /// comes before damage is kept, and notes() report it. In memory: about the bytes kept; no other program
    /// is started.
    [[nodiscard]] static std::optional<FileTree> ofArchive(std::string_view bytes, std::string_view name,
                                                           const Limits &limits);

    /// By path from the top ("a/b/c"; a leading "./" or '/' is ignored). Missing folders on the path are
    /// created. A later file or link replaces an earlier one of the same name; a folder is not replaced.
    /// False if it is not allowed there.
    bool addFolder(std::string_view path);
    bool addFile(std::string_view path, std::string bytes, bool whole = true);
    bool addLink(std::string_view path, std::string_view target);
    /// Another name of an earlier file: shares its content.
    bool addHardLink(std::string_view path, std::string_view target);
    /// Reports in notes() what is not in the tree.
    void omit(OmittedMembers::Reason reason, std::string_view name) { m_omitted.add(reason, name); }

    /// For a folder on disk: the entries read so far.
    [[nodiscard]] std::size_t size() const { return m_entries.size(); }
    [[nodiscard]] Kind kind(Id id) const { return m_entries[id].kind; }
    [[nodiscard]] std::string_view name(Id id) const { return m_entries[id].name; } ///< empty for the top
    [[nodiscard]] Id parent(Id id) const { return m_entries[id].parent; } ///< the top is its own parent
    [[nodiscard]] std::string path(Id id) const;                          ///< "a/b/c"
    [[nodiscard]] const Children &children(Id id) {
        read(id);
        m_entries[id].children.sort();
        return m_entries[id].children;
    }
    /// Whether the children are known without reading the folder.
    [[nodiscard]] bool isListed(Id folder) const { return !m_entries[folder].unread; }
    /// One child by its name (no "." or ".."), without reading the others: a folder on disk may have
    /// thousands. std::nullopt if there is none.
    [[nodiscard]] std::optional<Id> child(Id folder, std::string_view name) {
        const auto known = m_entries[folder].children.known(name);
        return known || !m_entries[folder].unread ? known : lookUp(folder, name);
    }
    /// The target as written in the link.
    [[nodiscard]] std::string_view target(Id id) {
        read(id);
        return m_entries[id].text;
    }
    /// False if the file was truncated.
    [[nodiscard]] bool whole(Id id) const { return m_entries[id].whole; }
    /// Not an archive, but a single compressed file.
    [[nodiscard]] bool isSingle() const { return m_single; }

    /// The entry at the path, following links; an absolute link starts at `root`. std::nullopt if there is no
    /// entry, it is outside, or there are too many links.
    [[nodiscard]] std::optional<Id> find(Id base, std::string_view path, Id root = kTop);
    [[nodiscard]] std::optional<Id> findFolder(Id base, std::string_view path, Id root = kTop);
    /// The final target of a link; anything else is returned unchanged.
    [[nodiscard]] std::optional<Id> follow(Id id, Id root = kTop);

    /// The first `most` bytes of a file. Valid until the next call: files of a folder on disk are read now.
    [[nodiscard]] std::string_view bytes(Id file, std::size_t most = std::numeric_limits<std::size_t>::max());

    /// The first `most` bytes of a file by its name (no "." or ".."), for callers that read thousands of
    /// files once: a file in a folder on disk that is not listed is read without adding an entry. Empty if
    /// the file does not exist, is empty, or was truncated. std::nullopt: it is something else, use child().
    /// Valid until the next call.
    [[nodiscard]] std::optional<std::string_view> bytesOnDisk(Id folder, std::string_view name,
                                                              std::size_t most);

    /// Bytes unpacked or read so far, kept or not.
    [[nodiscard]] std::size_t bytesRead() const { return m_readTotal; }

    /// What was in the source but is not in the tree, as text.
    [[nodiscard]] std::vector<std::string> notes() const;

private:
    struct Entry {
        std::string_view name; ///< owned by the arena
        std::string_view text; ///< of links: the target; owned by the arena
        Id parent = kTop;
        Kind kind = Kind::Folder;
        bool whole = true;
        bool unread = false; ///< a folder or link on disk that was not read yet
        std::uint32_t depth = 0;
        std::uint32_t content = kNoContent; ///< of files, in m_contents
        Children children;
    };
    static constexpr std::uint32_t kNoContent = 0xFFFFFFFF;

    std::optional<Id> place(std::string_view path, Kind kind);
    std::optional<Id> makeChild(Id folder, std::string_view name, Kind kind);
    std::string_view store(std::string_view text);
    void read(Id id) {
        if (m_entries[id].unread)
            readFromDisk(id);
    }
    void readFromDisk(Id id);
    void listFolder(Id folder);
    std::optional<Id> lookUp(Id folder, std::string_view name);
    std::optional<Id> makeChildOnDisk(Id folder, std::string_view name, unsigned char type);
    void readLink(Id link);
    /// For system calls; valid until the next call.
    const char *pathOnDisk(Id id) {
        return id == kTop ? m_diskPath.top().c_str() : pathOnDisk(parent(id), name(id));
    }
    const char *pathOnDisk(Id folder, std::string_view name);
    void enterOnDisk(Id folder);
    std::optional<Id> walk(Id base, std::string_view path, Id root, int &steps);

    Limits m_limits;
    /// Storage of all names and targets, never moved.
    std::unique_ptr<std::pmr::monotonic_buffer_resource> m_nameArena =
        std::make_unique<std::pmr::monotonic_buffer_resource>();
    std::deque<Entry> m_entries; ///< references stay valid while more is read
    std::vector<std::string> m_contents;
    bool m_single = false;
    OmittedMembers m_omitted;
    std::vector<std::string> m_notes;
    DiskPath m_diskPath;
    DiskReader m_disk;
    std::size_t m_readTotal = 0;
};

} // namespace fabricscope::capture
