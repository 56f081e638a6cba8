// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ShellQuote.h"
#include "tests/remote/Waiting.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace fabricscope::test {
namespace {

/// Strings known to cause problems: quotes, substitutions, history, globs, options, and bytes that are not
/// text.
const std::vector<std::string> kHostile = {
    "",
    "plain",
    "two words",
    "it's",
    "'",
    "''",
    "'\\''",
    "\"double\"",
    "$(touch /tmp/fabricscope-was-here)",
    "`touch /tmp/fabricscope-was-here`",
    "$HOME ${PATH} $$ $?",
    "!!",
    "!-1:p",
    "^x^y",
    "* ? [a-z] {a,b}",
    "~root",
    "#comment",
    "a;b & c | d > /tmp/fabricscope-was-here",
    "line\nbreak",
    "ends in newline\n",
    "tab\there",
    "back\\slash \\n \\",
    "-n -e --help",
    "%s %n %%",
    "\r\x01\x1b[31m\x7f",
    "\xc3\xa4\xe2\x82\xac\xf0\x9f\x94\xa5",
    "\xff\xfe bad utf-8",
};

/// A script that prints each value, followed by a mark that keeps newlines apart.
std::string printing(const std::vector<std::string> &values) {
    std::string script;
    for (const std::string &value : values)
        script += "printf '%s|' " + *shellQuoted(value) + "; printf '%s|' " + shellWord(value) + "\n";
    return script;
}

std::string joined(const std::vector<std::string> &values) {
    std::string text;
    for (const std::string &value : values)
        text += value + "|" + value + "|";
    return text;
}

TEST(ShellQuoting, RefusesANulSinceNoShellCanHoldIt) {
    EXPECT_FALSE(shellQuoted(std::string_view("a\0b", 3)));
    EXPECT_EQ(shellQuoted("it's"), "'it'\\''s'");
    EXPECT_EQ(shellQuoted(""), "''");
    EXPECT_EQ(shellWord(std::string_view("a\0b", 3)), "ab");
}

TEST(ShellQuoting, KeepsHostileValuesWholeInEachLocalShell) {
    remote::Client client;
    for (const char *shell : {"/bin/sh", "/bin/bash", "/bin/busybox sh"}) {
        remote::Command command;
        command.line = std::string("exec ") + shell + " -s";
        command.input = printing(kHostile);
        EXPECT_EQ(runOn(*client.local(), command).out, joined(kHostile)) << shell;
    }
    EXPECT_FALSE(std::filesystem::exists("/tmp/fabricscope-was-here"));
}

class LoginShell : public testing::TestWithParam<const char *> {};

TEST_P(LoginShell, HandsHostileValuesThroughWhole) {
    const std::string shell = GetParam();
    if (::access(shell.c_str(), X_OK) != 0)
        GTEST_SKIP() << "NOT TESTED: " << shell << " is not installed";
    if (::getuid() != 0)
        GTEST_SKIP() << "NOT TESTED: needs root, to make an account with " << shell;
    const TemporaryUser user("unused-7Kq", shell);
    SshdOptions options;
    options.user = user.name();
    const Sshd sshd(options);
    remote::Client client;
    const auto transport = connected(client, endpointOf(sshd));
    const ProcessResult ran = runOn(*transport, script(printing(kHostile)));
    EXPECT_EQ(ran.out, joined(kHostile));
    EXPECT_EQ(ran.exit.status, 0);
    EXPECT_FALSE(std::filesystem::exists("/tmp/fabricscope-was-here"));
}

INSTANTIATE_TEST_SUITE_P(Shells, LoginShell,
                         testing::Values("/bin/bash", "/bin/dash", "/usr/bin/zsh", "/usr/bin/fish",
                                         "/usr/bin/tcsh"),
                         [](const auto &shell) {
                             return std::filesystem::path(shell.param).filename().string();
                         });

} // namespace
} // namespace fabricscope::test
