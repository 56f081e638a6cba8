// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/DemoListen.h"

#include "app/demo/tools/ToolBench.h"
#include "core/base/Text.h"

#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>

namespace fabricscope::app::demo {

int listenOn(const char *port) {
    constexpr int kUsage = 2, kFailed = 3;
    const auto number = parseInteger<std::uint16_t>(port);
    if (!number || *number == 0)
        return kUsage;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == 1)
        return kFailed; // it is gone already
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int on = 1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(*number);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(fd, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0 || listen(fd, 1) != 0)
        return kFailed;
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr); // the parent process may have blocked them
    std::signal(SIGTERM, SIG_DFL);
    pause();
    return 0;
}

void linkListener(const std::filesystem::path &tree) {
    const std::filesystem::path folder = tree / kSimulatedFolder;
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (!error && std::filesystem::exists(folder / "bench.conf", error))
        std::filesystem::create_symlink(program, folder / "listen",
                                        error); // without it only ss shows the port
}

} // namespace fabricscope::app::demo
