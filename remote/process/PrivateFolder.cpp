// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/process/PrivateFolder.h"

#include "remote/process/ChildProcess.h"
#include "remote/process/SshHelper.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <string>

namespace fabricscope::remote {

namespace {

constexpr std::string_view kPrefix = "fabricscope-ssh-"; // then the process and a random end
/// "/" and the name of a socket, and the suffix that ssh adds while it creates the socket.
constexpr std::size_t kRoomForNames = 1 + 12 + 17;
constexpr std::size_t kRandomEnd = 6;
constexpr std::size_t kMaxPath = sizeof(sockaddr_un::sun_path) - 1 - kRoomForNames;

bool isOurs(const std::filesystem::path &path) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == ::geteuid();
}

/// Our folders of processes that have ended.
void removeLeftovers(const std::filesystem::path &parent) {
    std::error_code error;
    for (auto entry = std::filesystem::directory_iterator(parent, error);
         !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (!name.starts_with(kPrefix))
            continue;
        pid_t pid = 0;
        std::from_chars(name.data() + kPrefix.size(), name.data() + name.size(), pid);
        std::error_code ignored;
        if (pid > 0 && ::kill(pid, 0) != 0 && errno == ESRCH && isOurs(entry->path()))
            std::filesystem::remove_all(entry->path(), ignored);
    }
}

} // namespace

PrivateFolder::PrivateFolder() {
    for (const char *parent : std::array{static_cast<const char *>(::getenv("XDG_RUNTIME_DIR")),
                                         static_cast<const char *>(::getenv("TMPDIR")), "/tmp"}) {
        if (!parent || parent[0] != '/')
            continue;
        m_path = fmt::format("{}/{}{}-{}", parent, kPrefix, ::getpid(), randomName().substr(0, kRandomEnd));
        if (m_path.native().size() > kMaxPath)
            continue;
        removeLeftovers(parent);
        startCleaner(); // first: a program that is killed between the two leaves no folder
        if (::mkdir(m_path.c_str(), S_IRWXU) == 0)
            return;
        stopCleaner();
    }
    m_path.clear();
}

PrivateFolder::~PrivateFolder() {
    std::error_code ignored;
    if (!m_path.empty())
        std::filesystem::remove_all(m_path, ignored);
    stopCleaner();
}

/// Signal handlers are not used: they belong to the program, and none runs for SIGKILL.
void PrivateFolder::startCleaner() {
    const std::vector<std::string> argv = cleanerArguments(m_path);
    auto [in, cleanerInput] = makePipe();
    const Descriptor devNull(::open("/dev/null", O_RDWR | O_CLOEXEC));
    if (argv.empty() || !in || !devNull)
        return;
    if (const auto pid = spawn(argv, in.get(), devNull.get(), devNull.get(), {{}, true})) {
        m_cleaner = *pid;
        m_cleanerInput = std::move(cleanerInput);
    }
}

void PrivateFolder::stopCleaner() {
    if (m_cleaner <= 0)
        return;
    ::kill(m_cleaner, SIGKILL); // there is nothing left to do for it
    while (::waitpid(m_cleaner, nullptr, 0) < 0 && errno == EINTR) {
    }
    m_cleaner = -1;
}

void removePrivateFolder(const std::filesystem::path &path) {
    std::error_code ignored;
    if (path.is_absolute() && path.filename().string().starts_with(kPrefix) && isOurs(path))
        std::filesystem::remove_all(path, ignored);
}

std::string randomName() {
    std::array<unsigned char, 16> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        return {};
    std::string name;
    for (const unsigned char byte : bytes)
        name += fmt::format("{:02x}", byte);
    return name;
}

} // namespace fabricscope::remote
