// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/collector/FakeHost.h"
#include "tests/collector/InEveryShell.h"
#include "tests/collector/ScriptRun.h"

#include <gmock/gmock.h>

namespace fabricscope::collector {
namespace {

using testing::HasSubstr;
using testing::Not;

class LibrariesSection : public InEveryShell {
protected:
    [[nodiscard]] RunResult run(const FakeHost &host,
                                std::map<std::string, std::string> environment = {}) const {
        RunOptions options;
        options.root = host.root();
        options.environment = std::move(environment);
        return runScript(shell(), {"tools"}, options);
    }

    /// As a library is: bytes that no line ends, with the text between NULs.
    static std::string binary(const std::string &text) {
        std::string bytes;
        for (unsigned seed = 0; seed < 50; ++seed)
            bytes += hardConfig(4096, seed);
        return bytes + std::string(1, '\0') + text + std::string(1, '\0') + hardConfig(4096, 99);
    }
};

INSTANTIATE_TEST_SUITE_P(InEveryShell, LibrariesSection, testing::Range(std::size_t{0}, shells().size()),
                         nameOf);

TEST_P(LibrariesSection, BringsTheLinkersLibraryWithItsText) {
    FakeHost host;
    host.write("usr/lib64/libnccl.so.2.25.1", binary("NCCL version 2.25.1+cuda12.8"));
    host.link("usr/lib64/libnccl.so.2", "libnccl.so.2.25.1");
    host.program("usr/sbin/ldconfig",
                 "[ \"$*\" = -p ] || exit 1\necho '3 libs found in cache'\n"
                 "printf '\\tlibnccl.so.2 (libc6,x86-64) => /usr/lib64/libnccl.so.2\\n'\n"
                 "printf '\\tlibc.so.6 (libc6,x86-64) => /usr/lib64/libc.so.6\\n'\n");
    const auto before = host.inventory();
    const RunResult result = run(host);
    EXPECT_EQ(result.text("nccl-libraries"), "usr/lib64/libnccl.so.2:ldconfig /usr/lib64/libnccl.so.2.25.1\n"
                                             "usr/lib64/libnccl.so.2.25.1:NCCL version 2.25.1+cuda12.8\n"
                                             "usr/lib64/libnccl.so.2:folder /usr/lib64/libnccl.so.2.25.1\n");
    EXPECT_EQ(result.find("nccl-libraries")->meta().origin, "/");
    EXPECT_EQ(host.inventory(), before) << "nothing is written";
    EXPECT_FALSE(result.childrenLeft);
}

TEST_P(LibrariesSection, FollowsTheLinksOfRocm) {
    FakeHost host;
    host.write("opt/rocm-6.4.1/lib/librccl.so.1.0.60401", binary("RCCL version : 2.22.3"));
    host.link("opt/rocm-6.4.1/lib/librccl.so.1", "librccl.so.1.0.60401");
    host.link("opt/rocm", "rocm-6.4.1");
    host.write("opt/rocm-6.4.1/.info/version", "6.4.1-83\n");
    host.write(
        "opt/rocm-6.4.1/include/rccl/rccl.h",
        "#define NCCL_MAJOR 2\n#define NCCL_MINOR 22\n#define NCCL_PATCH 3\n#define NCCL_SUFFIX \"\"\n");
    const std::string text = run(host).text("nccl-libraries");
    EXPECT_THAT(text,
                HasSubstr("opt/rocm/lib/librccl.so.1:folder /opt/rocm-6.4.1/lib/librccl.so.1.0.60401\n"));
    EXPECT_THAT(text, HasSubstr("opt/rocm-6.4.1/lib/librccl.so.1.0.60401:RCCL version : 2.22.3\n"));
    EXPECT_THAT(text, HasSubstr("opt/rocm-6.4.1/.info/version:6.4.1-83\n"));
    EXPECT_THAT(text, HasSubstr("opt/rocm-6.4.1/include/rccl/rccl.h:#define NCCL_MINOR 22\n"));
    EXPECT_THAT(text, Not(HasSubstr("SUFFIX")));
}

TEST_P(LibrariesSection, FindsWheelsAndTheFoldersOfTheEnvironment) {
    FakeHost host;
    const std::string wheel = "usr/local/lib/python3.12/dist-packages/nvidia/nccl/lib/libnccl.so.2";
    host.write(wheel, binary("NCCL version 2.27.5+cuda12.9"));
    const std::string home = "home/jane/.venv/lib/python3.11/site-packages/nvidia/nccl/lib/libnccl.so.2";
    host.write(home, binary("NCCL version 2.21.5+cuda12.4"));
    host.write("data/own/libnccl.so.2", binary("NCCL version 2.29.2+cuda13.0"));
    host.write("data/others/libnccl.so.2", binary("NCCL version 2.10.3+cuda11.0"));
    const std::string text =
        run(host, {{"HOME", "/home/jane"}, {"LD_LIBRARY_PATH", "relative::/data/own/:/none"}})
            .text("nccl-libraries");
    EXPECT_THAT(text,
                HasSubstr(wheel + ":wheel /" + wheel + "\n" + wheel + ":NCCL version 2.27.5+cuda12.9\n"));
    EXPECT_THAT(text, HasSubstr(home + ":NCCL version 2.21.5+cuda12.4\n"));
    EXPECT_THAT(text, HasSubstr("data/own/libnccl.so.2:LD_LIBRARY_PATH /data/own/libnccl.so.2\n"
                                "data/own/libnccl.so.2:NCCL version 2.29.2+cuda13.0\n"));
    EXPECT_THAT(text, Not(HasSubstr("others"))) << "nothing is searched for";
}

TEST_P(LibrariesSection, EndsWhereLinksOrFilesDoNot) {
    FakeHost host;
    host.link("usr/lib64/libnccl.so.2", "libnccl.so.2"); // to itself
    host.hang("usr/local/lib/libnccl.so.2");             // a pipe that nobody writes to
    host.link("opt/rocm-1/lib/librccl.so.1", "/gone/librccl.so.1.0");
    const RunResult result = run(host);
    EXPECT_EQ(result.done, 1);
    EXPECT_THAT(result.text("nccl-libraries"), Not(HasSubstr("version ")));
    EXPECT_FALSE(result.childrenLeft);
}

} // namespace
} // namespace fabricscope::collector
