// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ReadLog.h"

#include "core/base/TextDecoder.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <vector>

namespace fabricscope::app::cli {

namespace {

std::string because(int error) {
    return std::generic_category().message(error);
}

} // namespace

Result<> readLog(const std::string &path, const std::function<void(std::string_view)> &take) {
    const bool standardInput = path == "-";
    const int file = standardInput ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (file < 0)
        return failure("cannot be opened: " + because(errno), path);
    Result<> result;
    TextDecoder decoder;
    std::vector<char> buffer(std::size_t{1} << 18);
    for (;;) {
        const ssize_t length = ::read(file, buffer.data(), buffer.size());
        if (length > 0) {
            take(decoder.feed({buffer.data(), static_cast<std::size_t>(length)}));
            continue;
        }
        if (length < 0 && errno == EINTR)
            continue;
        if (length < 0)
            result = failure("cannot be read: " + because(errno), path);
        break;
    }
    take(decoder.end());
    if (!standardInput)
        ::close(file);
    return result;
}

std::size_t terminalWidth() {
    winsize size{};
    return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

} // namespace fabricscope::app::cli
