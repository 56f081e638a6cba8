// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench/LogCopy.h"

#include "core/base/OutputFile.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace fabricscope::app::cli {

namespace {

/// Whether the path still names this file, and it is empty.
bool isEmptyFile(int descriptor, const std::string &path) {
    struct stat open {};
    struct stat named {};
    return ::fstat(descriptor, &open) == 0 && S_ISREG(open.st_mode) && open.st_size == 0 &&
           ::lstat(path.c_str(), &named) == 0 && named.st_dev == open.st_dev && named.st_ino == open.st_ino;
}

} // namespace

LogCopy::LogCopy(std::string path) : m_path(std::move(path)) {
    if (m_path.empty())
        return;
    m_isNew = ::access(m_path.c_str(), F_OK) != 0;
    makePrivate(m_path);
    m_descriptor =
        Descriptor(::open(m_path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0600));
    m_wasOpened = m_descriptor.get() >= 0;
}

LogCopy::~LogCopy() {
    if (m_isNew && m_descriptor.get() >= 0 && isEmptyFile(m_descriptor.get(), m_path))
        ::unlink(m_path.c_str());
}

bool LogCopy::write(std::string_view bytes) {
    while (m_descriptor.get() >= 0 && !bytes.empty()) {
        const ssize_t written = ::write(m_descriptor.get(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            const int error = written < 0 ? errno : ENOSPC;
            if (isEmptyFile(m_descriptor.get(), m_path))
                ::unlink(m_path.c_str());
            m_descriptor.close();
            errno = error;
            return false;
        }
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

} // namespace fabricscope::app::cli
