// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Redaction.h"

#include "core/base/Descriptor.h"
#include "core/base/Text.h"

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <random>

namespace fabricscope::app::cli {

namespace {

constexpr std::size_t kMinKeyBytes = 16;

std::string randomKey() {
    std::random_device device;
    return fmt::format("{:08x}{:08x}{:08x}{:08x}", device(), device(), device(), device());
}

Result<std::string> newKey(const std::string &path) {
    const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
    const std::string key = randomKey();
    const std::string line = key + '\n';
    const bool isWritten =
        file.get() >= 0 && ::write(file.get(), line.data(), line.size()) == static_cast<ssize_t>(line.size());
    const int error = errno;
    if (!isWritten && file.get() >= 0)
        ::unlink(path.c_str()); // a part of a key would be refused the next time
    if (!isWritten)
        return failure(fmt::format("{}: the redaction key cannot be written: {}", path, std::strerror(error)),
                       {}, "use a file in a folder that you can write to");
    return key;
}

Result<std::string> keyIn(const std::string &path, int number) {
    struct stat status = {};
    constexpr mode_t kOthers = S_IRWXG | S_IRWXO;
    if (::fstat(number, &status) != 0 || !S_ISREG(status.st_mode))
        return failure(fmt::format("{}: the redaction key is not a regular file", path), {},
                       "use a key file, or the path of a new file");
    if ((status.st_mode & kOthers) != 0)
        return failure(fmt::format("{}: the redaction key is accessible to other users", path), {},
                       fmt::format("run: chmod 600 {}", path));
    std::array<char, 4096> bytes{};
    const ssize_t count = ::read(number, bytes.data(), bytes.size());
    const std::string_view key = trimmed({bytes.data(), count > 0 ? static_cast<std::size_t>(count) : 0});
    if (key.size() < kMinKeyBytes)
        return failure(fmt::format("{}: the redaction key has fewer than {} characters", path, kMinKeyBytes),
                       {},
                       "remove the file to get a new key; captures with different keys cannot be compared");
    return std::string(key);
}

} // namespace

void RedactFlags::addTo(CLI::App &command) {
    command.add_flag(
        "--redact", redact,
        "Replace names, addresses, serials, GUIDs and anything not known to be harmless, consistently");
    command.add_option(
        "--redact-key", keyFile,
        "File of the redaction key, created if missing; captures with the same key can be compared");
}

Result<std::string> RedactFlags::key() const {
    if (keyFile.empty()) {
        static const std::string kOfThisRun = randomKey();
        return kOfThisRun;
    }
    const Descriptor file(::open(keyFile.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    if (file.get() >= 0)
        return keyIn(keyFile, file.get());
    if (errno == ENOENT)
        return newKey(keyFile);
    return failure(fmt::format("{}: the redaction key cannot be read: {}", keyFile, std::strerror(errno)), {},
                   "use a file that you can read");
}

} // namespace fabricscope::app::cli
