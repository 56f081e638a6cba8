// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/DiskReader.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <climits>
#include <cstring>
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

} // namespace

unsigned char DiskReader::typeOf(const char *path) {
    return capture::typeOf(AT_FDCWD, path);
}

const std::vector<DiskReader::Found> *DiskReader::list(const char *path) {
    const std::unique_ptr<DIR, CloseFolder> open(::opendir(path));
    if (!open)
        return nullptr;
    m_names.clear();
    m_found.clear();
    while (const dirent *entry = ::readdir(open.get()))
        if (const std::string_view name(entry->d_name); name != "." && name != "..") {
            m_found.push_back({beginningOf(name), m_names.size(), name.size(),
                               capture::typeOf(::dirfd(open.get()), *entry)});
            m_names += name;
        }
    std::sort(m_found.begin(), m_found.end(), [&](const Found &a, const Found &b) {
        return a.beginning != b.beginning ? a.beginning < b.beginning : nameOf(a) < nameOf(b);
    });
    return &m_found;
}

std::string_view DiskReader::linkTarget(const char *path) {
    m_target.resize(PATH_MAX);
    const ssize_t length = ::readlink(path, m_target.data(), m_target.size());
    return {m_target.data(), static_cast<std::size_t>(std::max<ssize_t>(length, 0))};
}

void DiskReader::grow(std::size_t to) {
    auto larger = std::make_unique_for_overwrite<char[]>(to);
    std::copy_n(m_bytes.get(), m_size, larger.get());
    m_bytes = std::move(larger);
    m_size = to;
}

// Non-blocking and without following a link: the file may have been replaced since. The buffer keeps its
// size: files of /sys are small, and allocating for each would cost more than reading.
std::optional<std::string_view> DiskReader::read(const char *path, std::size_t most) {
    constexpr std::size_t kStep = std::size_t{64} << 10;
    const int file = ::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
    struct stat status {};
    bool fine = file >= 0 && ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    std::size_t size = 0;
    while (fine && size < most) {
        if (size == m_size)
            grow(size + std::max(kStep, size));
        const ssize_t length = ::read(file, m_bytes.get() + size, std::min(m_size - size, most - size));
        if (length < 0 && errno == EINTR)
            continue;
        fine = length >= 0;
        if (length <= 0)
            break;
        size += static_cast<std::size_t>(length);
    }
    if (file >= 0)
        ::close(file);
    return fine ? std::optional(std::string_view(m_bytes.get(), size)) : std::nullopt;
}

} // namespace fabricscope::capture
