// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/WholeFile.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

namespace fabricscope {

namespace {

constexpr mode_t kOwner = S_IRUSR | S_IWUSR;
constexpr mode_t kEverybody = kOwner | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH; // less the umask

/// A file descriptor that is closed at the end.
class File {
public:
    explicit File(int descriptor) : m_descriptor(descriptor) {}
    ~File() { close(); }
    File(const File &) = delete;
    File &operator=(const File &) = delete;

    [[nodiscard]] int get() const { return m_descriptor; }
    bool close() {
        const int descriptor = std::exchange(m_descriptor, -1);
        return descriptor < 0 || ::close(descriptor) == 0;
    }

private:
    int m_descriptor;
};

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
    File file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
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
    File file(openTemporary(target, temporary, who == ReadableBy::Owner ? kOwner : kEverybody));
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

} // namespace fabricscope
