// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sources/ReadLog.h"

#include "core/base/TextDecoder.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>
#include <vector>

namespace fabricscope::app::cli {

namespace {

std::string because(int error) {
    return std::generic_category().message(error);
}

/// -1 if there is no folder for it.
int namelessFile() {
    constexpr unsigned kPrivate = 0600;
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
    if (error)
        return -1;
    const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, kPrivate);
    if (file >= 0)
        return file;
    std::string name = (folder / "fabricscope-log-XXXXXX").string(); // a file system without O_TMPFILE
    const int named = ::mkostemp(name.data(), O_CLOEXEC);
    if (named >= 0)
        ::unlink(name.c_str());
    return named;
}

/// A device without an end (/dev/zero) or a whole disk: not a terminal and not /dev/null.
bool isDevice(int file) {
    constexpr unsigned kMemory = 1, kNull = 3; // of /dev/null: Linux's admin-guide/devices.txt
    struct stat status {};
    if (::fstat(file, &status) != 0)
        return false;
    return S_ISBLK(status.st_mode) ||
           (S_ISCHR(status.st_mode) && ::isatty(file) == 0 && status.st_rdev != makedev(kMemory, kNull));
}

/// -1 and errno on failure; 0 at the end.
ssize_t readAt(int file, bool isPipe, std::vector<char> &buffer, std::uint64_t at) {
    for (;;) {
        const ssize_t length = isPipe ? ::read(file, buffer.data(), buffer.size())
                                      : ::pread(file, buffer.data(), buffer.size(), static_cast<off_t>(at));
        if (length >= 0 || errno != EINTR)
            return length;
    }
}

} // namespace

Result<LogFile> LogFile::open(const std::string &path, bool again) {
    LogFile log(path, path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
                                  : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
    if (log.m_file < 0)
        return failure("cannot be opened: " + because(errno), path);
    if (isDevice(log.m_file))
        return failure("is a device, not a log", path);
    log.m_isPipe = ::lseek(log.m_file, 0, SEEK_CUR) != 0; // also if part of the file was read before
    if (log.m_isPipe && again)
        log.m_copy = namelessFile();
    return log;
}

LogFile::LogFile(LogFile &&other) noexcept
    : m_path(std::move(other.m_path))
    , m_file(std::exchange(other.m_file, -1))
    , m_copy(std::exchange(other.m_copy, -1))
    , m_isPipe(other.m_isPipe)
    , m_copied(other.m_copied)
    , m_size(other.m_size) {}

LogFile::~LogFile() {
    for (const int file : {m_file, m_copy})
        if (file >= 0)
            ::close(file);
}

void LogFile::copyFrom(std::uint64_t at, std::string_view bytes) {
    while (m_copy >= 0 && !bytes.empty()) {
        const ssize_t written = ::pwrite(m_copy, bytes.data(), bytes.size(), static_cast<off_t>(at));
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            ::close(std::exchange(m_copy, -1));
            return;
        }
        at += static_cast<std::uint64_t>(written);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    if (m_copy >= 0)
        m_copied = at;
}

Result<> LogFile::read(const Take &take) {
    if (m_isPipe && m_copy < 0 && m_isRead)
        return failure("cannot be read twice: no space for a copy in the temporary folder", m_path,
                       "give the log as a file, or set TMPDIR to a folder with free space");
    m_isRead = true;
    TextDecoder decoder;
    std::vector<char> buffer(std::size_t{1} << 18);
    const std::uint64_t until = m_size.value_or(std::numeric_limits<std::uint64_t>::max());
    std::uint64_t at = 0;
    while (at < until) {
        // For a pipe: first the data that was read from it before.
        const bool fromCopy = m_isPipe && at < m_copied;
        const bool fromPipe = m_isPipe && !fromCopy;
        const ssize_t length = readAt(fromCopy ? m_copy : m_file, fromPipe, buffer, at);
        if (length < 0)
            return failure("cannot be read: " + because(errno), m_path);
        if (length == 0)
            break;
        const std::size_t size = static_cast<std::size_t>(std::min<std::uint64_t>(length, until - at));
        if (fromPipe)
            copyFrom(at, {buffer.data(), size});
        at += size;
        if (!take(decoder.feed({buffer.data(), size})))
            return {};
    }
    m_size = at;
    take(decoder.end());
    return {};
}

Result<> readLog(const std::string &path, const std::function<void(std::string_view)> &take) {
    auto log = LogFile::open(path, false);
    if (!log)
        return tl::unexpected(log.error());
    return log->read([&](std::string_view bytes) {
        take(bytes);
        return true;
    });
}

std::size_t terminalWidth() {
    winsize size{};
    return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

} // namespace fabricscope::app::cli
