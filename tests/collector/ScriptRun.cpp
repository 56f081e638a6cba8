// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/collector/ScriptRun.h"

#include "core/capture/StreamSplitter.h"
#include "resources/Resources.h"

#include <fcntl.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>

namespace fabricscope::collector {

namespace fs = std::filesystem;

namespace {

constexpr unsigned kNobody = 65534;
constexpr const char *kNonce = "n0nce";
/// A run is given up after this time without output; reached only if something is broken.
constexpr int kSilenceMs = 30000;

std::string programIn(const char *folders, const std::string &name) {
    std::string_view rest = folders;
    while (!rest.empty()) {
        const auto colon = rest.find(':');
        const fs::path path = fs::path(rest.substr(0, colon)) / name;
        if (::access(path.c_str(), X_OK) == 0)
            return path;
        rest.remove_prefix(colon == std::string_view::npos ? rest.size() : colon + 1);
    }
    return {};
}

// Symbolic links to busybox, one per applet, as on a host with nothing else.
std::string busyboxFolder(const std::string &busybox) {
    static const Folder folder;
    const std::string command = busybox + " --install -s " + folder.path().string();
    EXPECT_EQ(std::system(command.c_str()), 0); // NOLINT(cert-env33-c): the test's own words
    return folder.path();
}

struct Pipe {
    int read = -1;
    int write = -1;
    Pipe() {
        std::array<int, 2> ends{};
        EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
        read = ends[0];
        write = ends[1];
    }
    ~Pipe() {
        closeEnd(read);
        closeEnd(write);
    }
    Pipe(const Pipe &) = delete;
    Pipe &operator=(const Pipe &) = delete;
    static void closeEnd(int &end) {
        if (end >= 0)
            ::close(end);
        end = -1;
    }
};

[[noreturn]] void becomeShell(const std::vector<std::string> &command,
                              const std::vector<std::string> &environment, const RunOptions &options,
                              const Pipe &in, const Pipe &out, const Pipe &err) {
    ::setpgid(0, 0);
    ::dup2(in.read, 0);
    ::dup2(out.write, 1);
    ::dup2(err.write, 2);
    if (options.asNobody &&
        (::setgroups(0, nullptr) != 0 || ::setgid(kNobody) != 0 || ::setuid(kNobody) != 0))
        ::_exit(125);
    if (::chdir(options.folder.c_str()) != 0)
        ::_exit(126);
    std::vector<char *> arguments;
    for (const std::string &word : command)
        arguments.push_back(const_cast<char *>(word.c_str()));
    arguments.push_back(nullptr);
    std::vector<char *> variables;
    for (const std::string &variable : environment)
        variables.push_back(const_cast<char *>(variable.c_str()));
    variables.push_back(nullptr);
    ::execve(arguments[0], arguments.data(), variables.data());
    ::_exit(127);
}

std::vector<std::string> environmentOf(const Shell &shell, const RunOptions &options) {
    std::vector<std::string> out{"PATH=" + options.path.value_or(shell.path), "HOME=/home/somebody",
                                 "LANG=de_DE.UTF-8"};
    if (!options.root.empty())
        out.push_back("FABRICSCOPE_ROOT=" + options.root);
    for (const auto &[name, value] : options.environment)
        out.push_back(name + "=" + value);
    return out;
}

// Sends the script and reads the output until the shell ends, until `enough`, or until there is no output for
// too long.
void talk(std::string_view input, Pipe &in, Pipe &out, Pipe &err, const std::function<bool()> &enough,
          capture::StreamSplitter &splitter, RunResult &result) {
    ::fcntl(in.write, F_SETFL, O_NONBLOCK);
    std::array<char, 65536> buffer{};
    while (out.read >= 0 || err.read >= 0) {
        std::array<pollfd, 3> waiting{{{out.read, POLLIN, 0}, {err.read, POLLIN, 0}, {in.write, POLLOUT, 0}}};
        if (::poll(waiting.data(), waiting.size(), kSilenceMs) <= 0) {
            ADD_FAILURE() << "no output for " << kSilenceMs << " ms in section '" << splitter.openSection()
                          << "' behind '" << splitter.lastLine() << "'";
            return;
        }
        if (waiting[2].revents != 0) {
            const ssize_t sent = input.empty() ? -1 : ::write(in.write, input.data(), input.size());
            input.remove_prefix(sent > 0 ? static_cast<std::size_t>(sent) : 0);
            if (input.empty() || (waiting[2].revents & POLLERR) != 0)
                Pipe::closeEnd(in.write);
        }
        if (waiting[0].revents != 0) {
            const ssize_t length = ::read(out.read, buffer.data(), buffer.size());
            if (length <= 0)
                Pipe::closeEnd(out.read);
            else
                splitter.feed({buffer.data(), static_cast<std::size_t>(length)}, 0);
            if (enough())
                return;
        }
        if (waiting[1].revents != 0) {
            const ssize_t length = ::read(err.read, buffer.data(), buffer.size());
            if (length <= 0)
                Pipe::closeEnd(err.read);
            else
                result.errors.append(buffer.data(), static_cast<std::size_t>(length));
        }
    }
}

} // namespace

const std::vector<Shell> &shells() {
    static const std::vector<Shell> all = [] {
        const char *path = std::getenv("PATH");
        const char *folders = path ? path : "/usr/bin:/bin";
        std::vector<Shell> out;
        const auto need = [&](const char *name) {
            std::string program = programIn(folders, name);
            EXPECT_FALSE(program.empty()) << "the package " << name << " is needed for this test";
            return program;
        };
        if (const std::string dash = need("dash"); !dash.empty())
            out.push_back({"dash", {dash, "-s"}, folders});
        if (const std::string bash = need("bash"); !bash.empty()) {
            out.push_back({"bash", {bash, "-s"}, folders});
            out.push_back({"bash --posix", {bash, "--posix", "-s"}, folders});
        }
        if (const std::string busybox = need("busybox"); !busybox.empty())
            out.push_back({"busybox", {busybox, "sh", "-s"}, busyboxFolder(busybox)});
        return out;
    }();
    return all;
}

Folder::Folder() {
    std::string name = (fs::temp_directory_path() / "fabricscope-collector-XXXXXX").string();
    const char *made = ::mkdtemp(name.data());
    EXPECT_NE(made, nullptr);
    m_path = fs::canonical(name);
    ::chmod(m_path.c_str(), 0755);
}

Folder::~Folder() {
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
}

const capture::Section *RunResult::find(std::string_view name) const {
    for (const capture::Section &section : sections)
        if (section.meta().name == name)
            return &section;
    return nullptr;
}

std::string RunResult::text(std::string_view name) const {
    const capture::Section *section = find(name);
    return section ? section->bytes() : "(none)";
}

std::vector<std::string> RunResult::names() const {
    std::vector<std::string> out;
    for (const capture::Section &section : sections)
        out.push_back(section.meta().name);
    return out;
}

std::string scriptOf(const std::string &part) {
    const std::string_view common = resources::find("collector/common.sh");
    const std::string_view own = resources::find("collector/" + part + ".sh");
    EXPECT_FALSE(common.empty());
    EXPECT_FALSE(own.empty()) << part;
    return std::string(common) + std::string(own);
}

RunResult runScript(const Shell &shell, const std::vector<std::string> &parts, const RunOptions &options) {
    ::signal(SIGPIPE, SIG_IGN);
    std::string input;
    for (const std::string &part : parts)
        input +=
            "FS_NONCE=" + std::string(kNonce) + "; FS_ARGS='" + options.arguments + "'\n" + scriptOf(part);
    input += options.behind;

    RunResult result;
    capture::StreamSplitter splitter(
        parts.size() == 1 ? kNonce : "", capture::Part::Import,
        {[&](capture::Section section) { result.sections.push_back(std::move(section)); },
         [&](std::string note) { result.notes.push_back(std::move(note)); },
         [&] {
             ++result.done;
         }});
    Pipe in;
    Pipe out;
    Pipe err;
    const auto environment = environmentOf(shell, options);
    const pid_t child = ::fork();
    if (child == 0)
        becomeShell(shell.command, environment, options, in, out, err);
    ::setpgid(child, child);
    Pipe::closeEnd(in.read);
    Pipe::closeEnd(out.write);
    Pipe::closeEnd(err.write);
    bool ended = false;
    talk(
        input, in, out, err,
        [&] { return ended = options.enough && options.enough(splitter.openSection(), splitter.lastLine()); },
        splitter, result);
    splitter.finish(ended ? capture::Damage::Stuck : capture::Damage::None, "", 0);
    int status = 0;
    const bool running = ended || out.read >= 0 || err.read >= 0;
    if (running)
        ::kill(-child, SIGKILL);
    ::waitpid(child, &status, 0);
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    // Its process group is empty now, unless one of its processes is still running.
    result.childrenLeft = !running && ::kill(-child, SIGKILL) == 0;
    return result;
}

bool isRoot() {
    return ::geteuid() == 0;
}

} // namespace fabricscope::collector
