// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/openssh/OpenSshMaster.h"

#include "remote/base/Descriptor.h"
#include "remote/process/SshHelper.h"

#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace fabricscope::remote {

namespace {

constexpr std::size_t kMaxLine = 4096;
constexpr std::size_t kMaxLines = 64;
constexpr std::size_t kReadBytes = 16 * 1024;
constexpr std::chrono::milliseconds kGrace{1000}; // between TERM and KILL

} // namespace

/// Outlives the master by the time that ssh needs to end.
struct OpenSshMaster::Child {
    explicit Child(const std::shared_ptr<Loop> &loop) : kill(*loop) {}
    std::shared_ptr<ChildProcess> process;
    std::weak_ptr<OpenSshMaster> master;
    Timer kill;
};

OpenSshMaster::OpenSshMaster(std::shared_ptr<Loop> loop, std::filesystem::path socket,
                             std::function<void(std::string_view)> line)
    : m_loop(std::move(loop))
    , m_socket(std::move(socket))
    , m_line(std::move(line))
    , m_child(std::make_shared<Child>(m_loop))
    , m_errors(m_loop->io()) {}

tl::expected<std::shared_ptr<OpenSshMaster>, std::string>
OpenSshMaster::start(std::shared_ptr<Loop> loop, Settings settings,
                     std::function<void(std::string_view)> line) {
    auto [in, inWrite] = makePipe();
    auto [errors, errorsWrite] = makePipe();
    if (!in || !errors)
        return tl::unexpected(std::string("out of file descriptors"));
    inWrite.reset(); // it reads an end of file
    const auto argv =
        settings.endsWithParent ? launcherArguments(std::move(settings.argv)) : std::move(settings.argv);
    const auto pid =
        spawn(argv, in.get(), errorsWrite.get(), errorsWrite.get(), {std::move(settings.environment), true});
    if (!pid)
        return tl::unexpected(pid.error());
    std::shared_ptr<OpenSshMaster> master(
        new OpenSshMaster(std::move(loop), std::move(settings.socket), std::move(line)));
    setNonBlocking(errors.get());
    master->m_errors.assign(errors.release());
    master->m_child->process = std::make_shared<ChildProcess>(master->m_loop, *pid);
    master->m_child->master = master;
    // The reference cycle is broken when ssh ends, as it always does.
    master->m_child->process->watch([child = master->m_child](int status) {
        child->kill.stop();
        child->process.reset();
        if (const auto owner = child->master.lock())
            owner->ended(status);
    });
    master->waitForLines();
    return master;
}

OpenSshMaster::~OpenSshMaster() {
    std::error_code ignored;
    if (!m_socket.empty())
        std::filesystem::remove(m_socket, ignored);
    if (!m_child->process)
        return;
    m_child->process->killGroup(SIGTERM);
    m_child->process->killGroup(SIGCONT);
    m_child->kill.start(kGrace, [child = m_child.get()] { child->process->killGroup(SIGKILL); });
}

void OpenSshMaster::waitForLines() {
    m_errors.async_wait(asio::posix::stream_descriptor::wait_read,
                        [weak = weak_from_this()](const ErrorCode &error) {
                            const auto self = weak.lock();
                            if (!self || error)
                                return;
                            self->readLines();
                            if (self->m_errors.is_open())
                                self->waitForLines();
                        });
}

void OpenSshMaster::readLines() {
    const auto self = shared_from_this(); // a line may lead to the end of the attempt
    char buffer[kReadBytes];
    const ssize_t n = m_errors.is_open() ? ::read(m_errors.native_handle(), buffer, sizeof buffer) : 0;
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n <= 0) {
        ErrorCode ignored;
        m_errors.close(ignored);
        return;
    }
    for (const char c : std::string_view(buffer, static_cast<std::size_t>(n))) {
        if (c == '\n')
            handleLine(std::exchange(m_unfinished, {}));
        else if (c != '\r' && m_unfinished.size() < kMaxLine)
            m_unfinished += c;
    }
}

void OpenSshMaster::handleLine(std::string_view line) {
    if (!line.starts_with("debug") && !line.empty()) {
        m_lastLines.emplace_back(line);
        if (m_lastLines.size() > kMaxLines)
            m_lastLines.pop_front();
    }
    if (m_line)
        m_line(line);
}

void OpenSshMaster::ended(int status) {
    readLines(); // at most the content of a pipe; a process left by ssh may keep the other end open
    readLines();
    readLines();
    readLines();
    m_status = status;
    if (const auto callback = std::exchange(m_ended, nullptr))
        callback(status);
}

void OpenSshMaster::whenEnded(std::function<void(int)> callback) {
    if (m_status && callback)
        callback(*m_status);
    else
        m_ended = std::move(callback);
}

} // namespace fabricscope::remote
