// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Descriptor.h"
#include "core/base/OutputFile.h"
#include "core/base/Units.h"
#include "core/capture/Capture.h"
#include "core/capture/ReadFile.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <system_error>

namespace fabricscope::capture {

namespace {

std::string because(int error) {
    return std::generic_category().message(error);
}

/// Reads until the buffer is full or the file ends; returns the size read. `error` is 0, or why reading
/// stopped.
std::size_t readInto(int descriptor, char *room, std::size_t size, int &error) {
    std::size_t got = 0;
    while (got < size) {
        const ssize_t length = ::read(descriptor, room + got, size - got);
        if (length < 0 && errno == EINTR)
            continue;
        if (length < 0)
            error = errno;
        if (length <= 0)
            break;
        got += static_cast<std::size_t>(length);
    }
    return got;
}

/// Resizes `bytes` and lets `fill` write into it; the standard library may have to write zeros first.
template<class Fill> void overwrite(std::string &bytes, std::size_t room, Fill fill) {
#ifdef __cpp_lib_string_resize_and_overwrite
    bytes.resize_and_overwrite(room, fill);
#else
    bytes.resize(room);
    bytes.resize(fill(bytes.data(), room));
#endif
}

} // namespace

Result<> save(const Capture &capture, const std::filesystem::path &path) {
    return serialize(capture).and_then(
        [&](const std::string &bytes) { return writeWhole(path, bytes, ReadableBy::Owner); });
}

Result<std::string> readFile(const std::filesystem::path &path, std::size_t most) {
    // Non-blocking: a FIFO of that name would never open.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    struct stat status {};
    if (file.get() < 0 || ::fstat(file.get(), &status) != 0)
        return failure("cannot be opened: " + because(errno), path.string());
    if (!S_ISREG(status.st_mode))
        return failure("is not a file", path.string());
    if (status.st_size < 0 || static_cast<std::uint64_t>(status.st_size) > most)
        return failure(fmt::format("is larger than {}", toString(ByteCount{most})), path.string());
    int error = 0;
    std::string bytes;
    const auto expected = static_cast<std::size_t>(status.st_size);
    // One more byte detects the end. Files of /proc report size 0, and some of them must be read in one call.
    overwrite(bytes, expected != 0 ? expected + 1 : std::size_t{65536},
              [&](char *room, std::size_t size) { return readInto(file.get(), room, size, error); });
    // Longer than reported: it grows, or is in /proc.
    std::array<char, 65536> buffer; // NOLINT(cppcoreguidelines-pro-type-member-init): read() fills it
    // One more read at the end of such a file costs nothing.
    for (std::size_t more = bytes.size() > expected ? 1 : 0;
         more > 0 && error == 0 && bytes.size() <= most;) {
        more = readInto(file.get(), buffer.data(), buffer.size(), error);
        bytes.append(buffer.data(), more);
    }
    if (error != 0)
        return failure("cannot be read: " + because(error), path.string());
    if (bytes.size() > most)
        return failure(fmt::format("is larger than {}", toString(ByteCount{most})), path.string());
    return bytes;
}

Result<Capture> load(const std::filesystem::path &path, const Limits &limits) {
    const auto bytes = readFile(path, limits.totalBytes);
    if (!bytes)
        return tl::unexpected(bytes.error());
    auto capture = deserialize(*bytes, limits);
    if (!capture) {
        Error error = capture.error();
        error.where = error.where.empty() ? path.string() : fmt::format("{}, {}", path.string(), error.where);
        return tl::unexpected(std::move(error));
    }
    return capture;
}

} // namespace fabricscope::capture
