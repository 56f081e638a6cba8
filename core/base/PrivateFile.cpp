// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/PrivateFile.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace fabricscope {

void makePrivate(const std::string &path, LastLink link) {
    constexpr mode_t kOwner = S_IRUSR | S_IWUSR;
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
