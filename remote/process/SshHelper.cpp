// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/process/SshHelper.h"

#include "remote/base/Descriptor.h"
#include "remote/base/Secret.h"
#include "remote/base/SshWire.h"
#include "remote/process/PrivateFolder.h"

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

namespace fabricscope::remote {

namespace {

constexpr std::string_view kLauncher = "--run-ssh-while-parent-lives";
constexpr std::string_view kCleaner = "--remove-private-folder-at-end-of-input";
constexpr std::size_t kMaxAnswer = 64 * 1024;
constexpr int kCannotRun = 255; // like ssh itself on failure

std::string &program() {
    static std::string file;
    return file;
}

bool writeAll(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(fd, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

/// The answer to a question: its first byte says whether there is one.
int askpass(const char *socketPath, const char *nonce, const char *question) {
    disableCoreDumps();
    std::signal(SIGPIPE, SIG_IGN);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, socketPath, sizeof address.sun_path - 1);
    const Descriptor fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!fd || ::connect(fd.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
        return 1;
    const char *kind = std::getenv("SSH_ASKPASS_PROMPT");
    if (!writeAll(fd.get(), WireWriter().text(nonce).text(kind ? kind : "").text(question).framed()))
        return 1;
    std::string reply;
    reply.reserve(kMaxAnswer); // never moved, so that no copy remains
    char buffer[1024];
    for (ssize_t n = 1; n != 0 && reply.size() + sizeof buffer < kMaxAnswer;) {
        n = ::read(fd.get(), buffer, sizeof buffer);
        if (n < 0 && errno != EINTR)
            break;
        if (n > 0)
            reply.append(buffer, static_cast<std::size_t>(n));
    }
    ::explicit_bzero(buffer, sizeof buffer);
    const bool answered = !reply.empty() && reply.front() == 1;
    if (answered) {
        writeAll(STDOUT_FILENO, std::string_view(reply).substr(1));
        writeAll(STDOUT_FILENO, "\n");
    }
    wipe(reply);
    return answered ? 0 : 1;
}

int launch(std::string_view parent, char **ssh) {
    pid_t expected = 0;
    std::from_chars(parent.data(), parent.data() + parent.size(), expected);
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != expected) // it ended before the question
        return kCannotRun;
    ::execvp(ssh[0], ssh);
    const std::string message = std::string(ssh[0]) + ": " + ::strerrordesc_np(errno) + "\n";
    writeAll(STDERR_FILENO, message);
    return kCannotRun;
}

int removeAtEndOfInput(const char *folder) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) // it ends with the program, not before
        std::signal(signal, SIG_IGN);
    char byte = 0;
    ssize_t n = 0;
    do
        n = ::read(STDIN_FILENO, &byte, 1);
    while (n > 0 || (n < 0 && errno == EINTR));
    removePrivateFolder(folder);
    return 0;
}

} // namespace

std::optional<int> runSshHelper(int argc, char **argv) {
    if (argc > 3 && argv[1] == kLauncher)
        return launch(argv[2], argv + 3);
    if (argc == 3 && argv[1] == kCleaner)
        return removeAtEndOfInput(argv[2]);
    const char *socketPath = std::getenv(kAskpassSocket);
    const char *nonce = std::getenv(kAskpassNonce);
    if (socketPath && nonce && argc == 2)
        return askpass(socketPath, nonce, argv[1]);
    std::error_code error;
    program() = std::filesystem::read_symlink("/proc/self/exe", error).string();
    return std::nullopt;
}

const std::string &sshHelperProgram() {
    return program();
}

std::vector<std::string> cleanerArguments(const std::filesystem::path &folder) {
    if (program().empty())
        return {};
    return {program(), std::string(kCleaner), folder.string()};
}

std::vector<std::string> launcherArguments(std::vector<std::string> ssh) {
    std::vector<std::string> argv{program(), std::string(kLauncher), std::to_string(::getpid())};
    argv.insert(argv.end(), std::make_move_iterator(ssh.begin()), std::make_move_iterator(ssh.end()));
    return argv;
}

} // namespace fabricscope::remote
