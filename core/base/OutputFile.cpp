// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/OutputFile.h"

#include "core/base/Descriptor.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <string>
#include <system_error>

namespace fabricscope {

namespace {

constexpr mode_t kOwner = S_IRUSR | S_IWUSR;
constexpr mode_t kEverybody = kOwner | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH; // less the umask

bool writeAll(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return ::fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS;
}

/// An unused name next to `path`: two programs may write at the same time.
int openTemporary(const std::filesystem::path &path, std::filesystem::path &temporary, mode_t mode) {
    constexpr int kAttempts = 100;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        temporary = path;
        temporary += '.' + std::to_string(::getpid()) + '-' + std::to_string(attempt) + ".part";
        const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (descriptor >= 0 || errno != EEXIST)
            return descriptor;
    }
    return -1;
}

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

/// A device or a FIFO (/dev/null, /dev/stdout) is written to; a file must never replace it. Nothing for
/// everything else.
std::optional<Result<>> writeIntoDevice(std::string_view bytes, const std::filesystem::path &path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))
        return std::nullopt;
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
    if (file.get() < 0 || !writeAll(file.get(), bytes) || !file.close())
        return cannotWrite(errno, path);
    return Result<>();
}

} // namespace

Result<> writeWhole(const std::filesystem::path &path, std::string_view bytes, ReadableBy who) {
    if (const auto done = writeIntoDevice(bytes, path))
        return *done;
    const std::filesystem::path target = resolveLinks(path);
    std::filesystem::path temporary;
    Descriptor file(openTemporary(target, temporary, who == ReadableBy::Owner ? kOwner : kEverybody));
    if (file.get() < 0)
        return cannotWrite(errno, path);
    struct stat before {};
    if (who == ReadableBy::Others && ::stat(target.c_str(), &before) == 0)
        (void)::fchmod(file.get(), before.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO));
    if (!writeAll(file.get(), bytes) || !file.close() || ::rename(temporary.c_str(), target.c_str()) != 0) {
        const int error = errno;
        ::unlink(temporary.c_str());
        return cannotWrite(error, path);
    }
    return {};
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
