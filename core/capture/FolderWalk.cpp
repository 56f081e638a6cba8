// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/capture/FileTree.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <climits>
#include <cstring>
#include <memory>
#include <system_error>
#include <utility>

namespace fabricscope::capture {

namespace {

struct CloseFolder {
    void operator()(DIR *folder) const { ::closedir(folder); }
};

unsigned char typeOf(int directory, const char *path) {
    struct stat status {};
    if (::fstatat(directory, path, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return DT_UNKNOWN;
    return static_cast<unsigned char>(IFTODT(status.st_mode));
}
// Not every file system reports the type with the name.
unsigned char typeOf(int directory, const dirent &entry) {
    return entry.d_type != DT_UNKNOWN ? entry.d_type : typeOf(directory, entry.d_name);
}

/// The first eight bytes as a number with the same sort order. Names contain no zero byte.
std::uint64_t beginningOf(std::string_view name) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, name.data(), std::min(name.size(), sizeof bytes));
    return __builtin_bswap64(bytes);
}
static_assert(std::endian::native == std::endian::little, "beginningOf() swaps");

std::optional<FileTree::Kind> kindOf(unsigned char type) {
    switch (type) {
    case DT_DIR:
        return FileTree::Kind::Folder;
    case DT_REG:
        return FileTree::Kind::File;
    case DT_LNK:
        return FileTree::Kind::Link;
    default:
        return std::nullopt;
    }
}

} // namespace

Result<FileTree> FileTree::ofFolder(const std::filesystem::path &folder, const Limits &limits) {
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error))
        return failure("is not a folder", folder.string());
    FileTree tree;
    tree.m_limits = limits;
    tree.m_folder = folder.string();
    tree.m_entries[kTop].unread = true;
    return tree;
}

// Consecutive requests are near each other: only the names below the common part are written.
void FileTree::enterOnDisk(Id folder) {
    const std::size_t depth = m_entries[folder].depth;
    if (depth < m_entered.size() && m_entered[depth].folder == folder) {
        m_entered.resize(depth + 1);
        return;
    }
    if (folder == kTop) {
        m_path.assign(m_folder);
    } else {
        enterOnDisk(parent(folder));
        m_path.resize(m_entered.back().length);
        m_path.append(name(folder));
    }
    m_path.push_back('/');
    m_entered.push_back({folder, m_path.size()});
}

const char *FileTree::pathOnDisk(Id folder, std::string_view name) {
    if (m_entered.empty() || m_entered.back().folder != folder) // files of one folder are requested together
        enterOnDisk(folder);
    m_path.resize(m_entered.back().length);
    return m_path.append(name).c_str();
}

void FileTree::readFromDisk(Id id) {
    m_entries[id].unread = false;
    if (m_entries[id].kind == Kind::Link)
        readLink(id);
    else if (m_omitted[static_cast<std::size_t>(OmitReason::TooMany)].count == 0)
        listFolder(id);
}

void FileTree::readLink(Id link) {
    std::array<char, PATH_MAX> target; // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    const ssize_t length = ::readlink(pathOnDisk(link), target.data(), target.size());
    const std::string_view linkTarget(target.data(), static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
    if (linkTarget.empty() || !mayBeTarget(linkTarget))
        omit(linkTarget.empty() ? OmitReason::Unreadable : OmitReason::BadName, path(link));
    else
        m_entries[link].text = store(linkTarget);
}

// Reads names only; sorted, as the tree stores them.
void FileTree::listFolder(Id folder) {
    const std::unique_ptr<DIR, CloseFolder> open(::opendir(pathOnDisk(folder)));
    if (!open) {
        omit(OmitReason::Unreadable, path(folder));
        return;
    }
    auto &[text, found] = m_listing;
    text.clear();
    found.clear();
    while (const dirent *entry = ::readdir(open.get()))
        if (const std::string_view name(entry->d_name); name != "." && name != "..") {
            found.push_back(
                {beginningOf(name), text.size(), name.size(), typeOf(::dirfd(open.get()), *entry)});
            text += name;
        }
    const auto nameOf = [&text = text](const Listing::Found &one) {
        return std::string_view(text.data() + one.at, one.size);
    };
    std::sort(found.begin(), found.end(), [&](const Listing::Found &a, const Listing::Found &b) {
        return a.beginning != b.beginning ? a.beginning < b.beginning : nameOf(a) < nameOf(b);
    });
    m_entries[folder].children.reserve(found.size());
    const bool lookedUp = m_entries[folder].children.begin() != m_entries[folder].children.end();
    for (const Listing::Found &one : found)
        if (!lookedUp || !m_entries[folder].children.known(nameOf(one)))
            makeChildOnDisk(folder, nameOf(one), one.type);
}

std::optional<FileTree::Id> FileTree::lookUp(Id folder, std::string_view name) {
    if (kind(folder) != Kind::Folder)
        return std::nullopt;
    const unsigned char type = typeOf(AT_FDCWD, pathOnDisk(folder, name));
    return type == DT_UNKNOWN ? std::nullopt : makeChildOnDisk(folder, name, type);
}

std::optional<FileTree::Id> FileTree::makeChildOnDisk(Id folder, std::string_view name, unsigned char type) {
    const auto kind = kindOf(type);
    if (!kind) {
        omit(OmitReason::Special, name);
        return std::nullopt;
    }
    const auto made = makeChild(folder, name, *kind);
    if (made)
        m_entries[*made].unread = *kind != Kind::File;
    return made;
}

void FileTree::ReadBuffer::grow(std::size_t to) {
    auto larger = std::make_unique_for_overwrite<char[]>(to);
    std::copy_n(bytes.get(), size, larger.get());
    bytes = std::move(larger);
    size = to;
}

// Non-blocking and without following a link: the file may have been replaced since. `room` keeps its size:
// files of /sys are small, and allocating for each would cost more than reading.
std::optional<std::size_t> FileTree::readAttribute(const char *path, std::size_t most, ReadBuffer &room) {
    constexpr std::size_t kStep = std::size_t{64} << 10;
    const int file = ::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
    struct stat status {};
    bool fine = file >= 0 && ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    std::size_t size = 0;
    while (fine && size < most) {
        if (size == room.size)
            room.grow(size + std::max(kStep, size));
        const ssize_t length = ::read(file, room.bytes.get() + size, std::min(room.size - size, most - size));
        if (length < 0 && errno == EINTR)
            continue;
        fine = length >= 0;
        if (length <= 0)
            break;
        size += static_cast<std::size_t>(length);
    }
    if (file >= 0)
        ::close(file);
    return fine ? std::optional(size) : std::nullopt;
}

std::string_view FileTree::bytes(Id file, std::size_t most) {
    Entry &entry = m_entries[file];
    if (entry.kind != Kind::File)
        return {};
    if (m_folder.empty())
        return entry.content == kNoContent ? std::string_view{}
                                           : std::string_view(m_contents[entry.content]).substr(0, most);
    const std::size_t left = m_limits.totalBytes - std::min(m_limits.totalBytes, m_readTotal);
    const std::size_t limit = std::min({most, m_limits.fileBytes, left});
    const auto size = left == 0 ? std::nullopt : readAttribute(pathOnDisk(file), limit, m_readBuffer);
    if (!size)
        omit(left == 0 ? OmitReason::TooMany : OmitReason::Unreadable, path(file));
    const std::string_view read(m_readBuffer.bytes.get(), size.value_or(0));
    m_readTotal += read.size();
    entry.whole = most < m_limits.fileBytes || read.size() < m_limits.fileBytes;
    return read;
}

std::optional<std::string_view> FileTree::bytesOnDisk(Id folder, std::string_view name, std::size_t most) {
    const Entry &entry = m_entries[folder];
    const std::size_t left = m_limits.totalBytes - std::min(m_limits.totalBytes, m_readTotal);
    if (!entry.unread || entry.kind != Kind::Folder || left == 0)
        return std::nullopt;
    const std::size_t limit = std::min({most, m_limits.fileBytes, left});
    errno = 0;
    const auto size = readAttribute(pathOnDisk(folder, name), limit, m_readBuffer);
    if (!size)
        return errno == ENOENT ? std::optional(std::string_view{}) : std::nullopt;
    m_readTotal += *size;
    const bool whole = most < m_limits.fileBytes || *size < m_limits.fileBytes;
    return std::string_view(m_readBuffer.bytes.get(), whole ? *size : 0);
}

} // namespace fabricscope::capture
