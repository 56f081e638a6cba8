// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/capture/FolderMembers.h"

#include <array>
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
/// out, links that lead outside lead nowhere. Names hold neither control characters nor "." or "..".
class FileTree {
public:
    using Id = std::uint32_t;
    static constexpr Id kTop = 0;
    enum class Kind : std::uint8_t { Folder, File, Link };

    /// What is over is left out, and told in notes().
    struct Limits {
        std::size_t members = 500000;
        std::size_t fileBytes = std::size_t{64} << 20;   ///< of one file; its rest is dropped
        std::size_t totalBytes = std::size_t{512} << 20; ///< unpacked, kept or not: bounds the time too
    };
    static constexpr std::size_t kDeepest = 64; ///< folders in folders
    using Children = FolderMembers;

    FileTree();

    /// A folder, not followed beyond its own links. What is in its folders, where its links lead and what its
    /// files hold is read when asked for, so that a tree of /sys costs what is looked at in it.
    [[nodiscard]] static Result<FileTree> ofFolder(const std::filesystem::path &folder, const Limits &limits);
    /// tar (in gzip, bzip2, xz, zstd, lzip or lz4), cpio, zip, or one file in one of these compressions;
    /// `name` without its last suffix is that file's name then. std::nullopt where the bytes are nothing of
    /// the kind. What comes before damage is kept, and notes() report it. In memory: about the bytes kept;
    /// no other program is started.
    [[nodiscard]] static std::optional<FileTree> ofArchive(std::string_view bytes, std::string_view name,
                                                           const Limits &limits);

    /// By path from the top ("a/b/c"; "./" and '/' in front mean nothing). Folders on the way are made. A
    /// later file or link of one name replaces an earlier one; a folder stays. False where it may not be
    /// there.
    bool addFolder(std::string_view path);
    bool addFile(std::string_view path, std::string bytes, bool whole = true);
    bool addLink(std::string_view path, std::string_view target);

    /// So far, where it is a folder on disk.
    [[nodiscard]] std::size_t size() const { return m_entries.size(); }
    [[nodiscard]] Kind kind(Id id) const { return m_entries[id].kind; }
    [[nodiscard]] std::string_view name(Id id) const { return m_entries[id].name; } ///< empty for the top
    [[nodiscard]] Id parent(Id id) const { return m_entries[id].parent; }           ///< the top's is itself
    [[nodiscard]] std::string path(Id id) const;                                    ///< "a/b/c"
    [[nodiscard]] const Children &children(Id id) {
        read(id);
        m_entries[id].children.sort();
        return m_entries[id].children;
    }
    /// Whether they are known without asking for them.
    [[nodiscard]] bool isListed(Id folder) const { return !m_entries[folder].unread; }
    /// One of them by its name (no "." or ".."), without asking for the others: those of a folder on disk may
    /// be thousands. std::nullopt where there is none.
    [[nodiscard]] std::optional<Id> child(Id folder, std::string_view name) {
        const auto known = m_entries[folder].children.known(name);
        return known || !m_entries[folder].unread ? known : lookUp(folder, name);
    }
    /// Where a link leads, as it says.
    [[nodiscard]] std::string_view target(Id id) {
        read(id);
        return m_entries[id].text;
    }
    /// False where the file was cut short.
    [[nodiscard]] bool whole(Id id) const { return m_entries[id].whole; }
    /// No archive, but one file that was compressed.
    [[nodiscard]] bool isSingle() const { return m_single; }

    /// What is there, links followed; a link that is absolute begins at `root`. std::nullopt where
    /// nothing does, where it is outside, or behind too many links.
    [[nodiscard]] std::optional<Id> find(Id base, std::string_view path, Id root = kTop);
    [[nodiscard]] std::optional<Id> findFolder(Id base, std::string_view path, Id root = kTop);
    /// What a link leads to in the end; anything else is itself.
    [[nodiscard]] std::optional<Id> follow(Id id, Id root = kTop);

    /// A file's bytes, its first `most`. Valid until the next call: those of a folder on disk are read now.
    [[nodiscard]] std::string_view bytes(Id file, std::size_t most = std::numeric_limits<std::size_t>::max());

    /// The first `most` bytes of a file by its name (no "." or ".."), for those who look at thousands of them
    /// once: one of a folder on disk that is not listed is read without becoming known here. Empty where
    /// there is none, where it is empty, or was cut short. std::nullopt: ask child(), it is something else.
    /// Valid until the next call.
    [[nodiscard]] std::optional<std::string_view> bytesOnDisk(Id folder, std::string_view name,
                                                              std::size_t most);

    /// Unpacked or read so far, kept or not.
    [[nodiscard]] std::size_t bytesRead() const { return m_readTotal; }

    /// What is not in the tree though it was in the source, in words, for people.
    [[nodiscard]] std::vector<std::string> notes() const;

private:
    struct Entry {
        std::string_view name; ///< kept
        std::string_view text; ///< of links: where they lead; kept
        Id parent = kTop;
        Kind kind = Kind::Folder;
        bool whole = true;
        bool unread = false; ///< a folder or link on disk that nobody asked for yet
        std::uint32_t depth = 0;
        std::uint32_t content = kNoContent; ///< of files, in m_contents
        Children children;
    };
    /// Bytes to read into, which nobody fills with zeros first.
    struct ReadBuffer {
        std::unique_ptr<char[]> bytes;
        std::size_t size = 0;
        void grow(std::size_t to);
    };
    /// What a folder on disk holds, while it is read; kept for the next one.
    struct Listing {
        struct Found {
            std::uint64_t beginning; ///< of its name, for sorting
            std::size_t at, size;    ///< of its name, in `text`
            unsigned char type;      ///< DT_*
        };
        std::string text; ///< all names, one after the other
        std::vector<Found> found;
    };
    static std::optional<std::size_t> readAttribute(const char *path, std::size_t most, ReadBuffer &room);
    enum class OmitReason : std::uint8_t {
        Outside,
        BadName,
        TooDeep,
        Conflict,
        Special,
        Unreadable,
        TooMany
    };
    static constexpr std::uint32_t kNoContent = 0xFFFFFFFF;

    friend class Unpacker;
    std::optional<Id> place(std::string_view path, Kind kind);
    std::optional<Id> makeChild(Id folder, std::string_view name, Kind kind);
    bool addHardLink(std::string_view path, std::string_view target);
    void omit(OmitReason reason, std::string_view name);
    static bool mayBeTarget(std::string_view target);
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
    /// For the system; valid until the next call.
    const char *pathOnDisk(Id id) { return id == kTop ? m_folder.c_str() : pathOnDisk(parent(id), name(id)); }
    const char *pathOnDisk(Id folder, std::string_view name);
    void enterOnDisk(Id folder);
    std::optional<Id> walk(Id base, std::string_view path, Id root, int &steps);

    Limits m_limits;
    /// Where all names and targets are, never moved.
    std::unique_ptr<std::pmr::monotonic_buffer_resource> m_nameArena =
        std::make_unique<std::pmr::monotonic_buffer_resource>();
    std::deque<Entry> m_entries; ///< references stay while more is read
    std::vector<std::string> m_contents;
    bool m_single = false;
    struct Count {
        std::size_t count = 0;
        std::string first;
    };
    std::array<Count, 7> m_omitted;
    std::vector<std::string> m_notes;
    std::string m_folder; ///< on disk; empty for archives
    std::string m_path;   ///< what pathOnDisk() made last
    /// A folder that is part of it, and where its own part ends.
    struct Entered {
        Id folder;
        std::size_t length;
    };
    std::vector<Entered> m_entered; ///< from the top down
    ReadBuffer m_readBuffer;        ///< of what was read last
    Listing m_listing;
    std::size_t m_readTotal = 0;
};

} // namespace fabricscope::capture
