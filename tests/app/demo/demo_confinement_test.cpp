// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/data/DemoFleet.h"
#include "tests/Places.h"
#include "tests/support/Sshd.h"

#include <gmock/gmock.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <string>

/// A kernel that cannot confine the demo hosts: the demo reports it at startup.
namespace fabricscope::app::demo {
namespace {

using testing::HasSubstr;

/// From here on this process and its children find no Landlock, as on Linux 5.18 or in a container whose
/// seccomp filter does not allow the call.
bool disableLandlock() {
    std::array<sock_filter, 4> code{{
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_landlock_create_ruleset, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    }};
    const sock_fprog program{static_cast<unsigned short>(code.size()), code.data()};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

Result<std::unique_ptr<DemoFleet>> startFleet() {
    DemoFleetOptions options;
    options.program = FABRICSCOPE_BIN_DIR "/fabricscope-demo-tree";
    return DemoFleet::start(options);
}

TEST(DemoConfinement, IsAsTheKernelAllowsAndIsReported) {
    const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    const auto fleet = startFleet();
    ASSERT_TRUE(fleet) << fleet.error().toString();
    EXPECT_EQ((*fleet)->isConfined(), version >= 2);
    EXPECT_EQ((*fleet)->notConfined().empty(), version >= 2);
}

TEST(DemoConfinement, OfAKernelWithoutLandlockIsNoneAndIsReported) {
    const pid_t child = ::fork();
    if (child == 0) {
        if (!disableLandlock())
            ::_exit(3);
        const auto fleet = startFleet();
        ::_exit(!fleet ? 4 : (*fleet)->isConfined() || (*fleet)->notConfined().empty() ? 1 : 0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << WEXITSTATUS(status);
}

TEST(DemoConfinement, ThatIsMissingIsReportedByTheDemoWhenItStarts) {
    const test::TemporaryFolder folder;
    const std::string program = std::string(FABRICSCOPE_BIN_DIR) + "/fabricscope";
    const std::string out = (folder.path() / "out").string();
    std::array<int, 2> errors{};
    ASSERT_EQ(::pipe(errors.data()), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        ::dup2(errors[1], STDERR_FILENO);
        ::close(errors[0]);
        ::close(errors[1]);
        if (disableLandlock())
            ::execl(program.c_str(), "fabricscope", "demo", "--headless", out.c_str(), nullptr);
        ::_exit(127);
    }
    ::close(errors[1]);
    std::string text;
    std::array<char, 4096> piece{};
    while (text.find("can change this machine") == std::string::npos) {
        const ssize_t count = ::read(errors[0], piece.data(), piece.size());
        if (count <= 0)
            break;
        text.append(piece.data(), static_cast<std::size_t>(count));
    }
    ::kill(child, SIGKILL); // ends the hosts too
    ::waitpid(child, nullptr, 0);
    ::close(errors[0]);
    EXPECT_THAT(text, HasSubstr("this kernel cannot confine demo hosts"));
}

} // namespace
} // namespace fabricscope::app::demo
