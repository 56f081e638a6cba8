// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/OutputFile.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

namespace fabricscope {

namespace {

constexpr mode_t kOwner = S_IRUSR | S_IWUSR;
constexpr mode_t kEverybody = kOwner | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH; // less the umask

/// A symbolic link is kept (/dev/stdout): its target is written. A dangling link is returned unchanged.
std::filesystem::path resolveLinks(const std::filesystem::path &path) {
    std::error_code error;
    if (!std::filesystem::is_symlink(path, error))
        return path;
    std::filesystem::path target = std::filesystem::canonical(path, error);
    return error ? path : target;
}

tl::unexpected<Error> cannotWrite(int error, const std::filesystem::path &path) {
    return failure("cannot be written: " + std::generic_category().message(error), path.string());
}

} // namespace

OutputFile::OutputFile(std::filesystem::path path, ReadableBy who) : m_path(std::move(path)), m_file(-1) {
    if (!openDevice())
        openTemporary(who);
}

OutputFile::~OutputFile() {
    if (!m_temporary.empty())
        ::unlink(m_temporary.c_str());
}

/// A device or a FIFO (/dev/null, /dev/stdout) is written to; a file must never replace it.
bool OutputFile::openDevice() {
    struct stat status {};
    if (::stat(m_path.c_str(), &status) != 0 || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))
        return false;
    m_file = Descriptor(::open(m_path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
    if (m_file.get() < 0)
        fail();
    return true;
}

/// An unused name next to the file: two programs may write at the same time.
void OutputFile::openTemporary(ReadableBy who) {
    constexpr int kAttempts = 100;
    m_target = resolveLinks(m_path);
    const mode_t mode = who == ReadableBy::Owner ? kOwner : kEverybody;
    for (int attempt = 0; attempt < kAttempts && m_file.get() < 0; ++attempt) {
        std::filesystem::path name = m_target;
        name += '.' + std::to_string(::getpid()) + '-' + std::to_string(attempt) + ".part";
        m_file = Descriptor(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
        if (m_file.get() >= 0)
            m_temporary = std::move(name);
        else if (errno != EEXIST)
            break;
    }
    struct stat before {};
    if (m_file.get() < 0)
        fail();
    else if (who == ReadableBy::Others && ::stat(m_target.c_str(), &before) == 0)
        (void)::fchmod(m_file.get(), before.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO));
}

void OutputFile::fail() {
    m_error = errno != 0 ? errno : EIO;
}

bool OutputFile::write(std::string_view bytes) {
    while (m_error == 0 && !bytes.empty()) {
        const ssize_t written = ::write(m_file.get(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            fail();
        else
            bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return m_error == 0;
}

Result<> OutputFile::commit() {
    const bool isSynced = m_error != 0 || ::fsync(m_file.get()) == 0 || errno == EINVAL || errno == EROFS;
    if (!isSynced || (!m_file.close() && m_error == 0))
        fail();
    if (m_error == 0 && !m_temporary.empty()) {
        if (::rename(m_temporary.c_str(), m_target.c_str()) == 0)
            m_temporary.clear();
        else
            fail();
    }
    if (m_error != 0)
        return cannotWrite(m_error, m_path);
    return {};
}

Result<> writeWhole(const std::filesystem::path &path, std::string_view bytes, ReadableBy who) {
    OutputFile file(path, who);
    (void)file.write(bytes);
    return file.commit();
}

void makePrivate(const std::string &path, LastLink link) {
    if (::mknod(path.c_str(), S_IFREG | kOwner, 0) == 0 || errno != EEXIST)
        return;
    // O_PATH refers to the file without opening it.
    const int flags = O_PATH | O_CLOEXEC | (link == LastLink::Refuse ? O_NOFOLLOW : 0);
    const int descriptor = ::open(path.c_str(), flags);
    if (descriptor < 0)
        return;
    struct stat status {};
    if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == ::geteuid() &&
        (status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        const mode_t mode = status.st_mode & (S_IRWXU);
        // fchmod() rejects such a descriptor; without /proc the path has to be used.
        if (::chmod(("/proc/self/fd/" + std::to_string(descriptor)).c_str(), mode) != 0)
            (void)::chmod(path.c_str(), mode);
    }
    ::close(descriptor);
}

} // namespace fabricscope
