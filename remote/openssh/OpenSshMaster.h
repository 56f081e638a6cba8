// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/loop/Loop.h"
#include "remote/process/ChildProcess.h"

#include <tl/expected.hpp>

#include <deque>
#include <filesystem>

namespace fabricscope::remote {

/// An `ssh` that this program runs to hold the connection to one host. It ends with the object, cleanly if
/// possible, and with this program, however that ends. On the io thread.
class OpenSshMaster : public std::enable_shared_from_this<OpenSshMaster> {
public:
    struct Settings {
        std::vector<std::string> argv; ///< of ssh
        std::vector<std::string> environment;
        std::filesystem::path socket; ///< removed with the object; empty: no own socket
        bool endsWithParent = true;
    };
    /// `line` is called for what ssh prints on standard error, line by line. Error: the system's text.
    [[nodiscard]] static tl::expected<std::shared_ptr<OpenSshMaster>, std::string>
    start(std::shared_ptr<Loop> loop, Settings settings, std::function<void(std::string_view)> line);
    ~OpenSshMaster();
    OpenSshMaster(const OpenSshMaster &) = delete;
    OpenSshMaster &operator=(const OpenSshMaster &) = delete;

    /// Calls once ssh has ended, with the status of waitpid() and all lines read; at once where it has.
    void whenEnded(std::function<void(int)> callback);
    /// The last lines of ssh itself, without its debug messages.
    [[nodiscard]] const std::deque<std::string> &lastLines() const { return m_lastLines; }
    void clearLastLines() { m_lastLines.clear(); }

private:
    struct Child;

    OpenSshMaster(std::shared_ptr<Loop> loop, std::filesystem::path socket,
                  std::function<void(std::string_view)> line);
    void waitForLines();
    void readLines();
    void handleLine(std::string_view line);
    void ended(int status);

    std::shared_ptr<Loop> m_loop;
    std::filesystem::path m_socket;
    std::function<void(std::string_view)> m_line;
    std::shared_ptr<Child> m_child;
    asio::posix::stream_descriptor m_errors;
    std::string m_unfinished; // the line that has no end yet
    std::deque<std::string> m_lastLines;
    std::optional<int> m_status;
    std::function<void(int)> m_ended;
};

} // namespace fabricscope::remote
