// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/tools/ToolScripts.h"

#include "app/demo/tools/ToolBench.h"
#include "app/demo/tools/ToolTexts.h"

#include <fmt/format.h>
#include <unistd.h>

#include <map>

namespace fabricscope::app::demo {

namespace {

constexpr const char *kTexts = kSimulatedFolder;
constexpr unsigned kExecutable = 0755;

/// Programs whose output does not depend on the machine.
constexpr const char *kOrdinaryTools[] = {
    "[",       "awk",     "basename", "bash", "cat",   "chmod",  "cksum", "cp",       "cut",  "date",
    "dd",      "dirname", "echo",     "env",  "expr",  "false",  "find",  "grep",     "head", "ln",
    "ls",      "mkdir",   "mktemp",   "mv",   "od",    "printf", "pwd",   "readlink", "rm",   "rmdir",
    "sed",     "seq",     "setsid",   "sh",   "sleep", "sort",   "stat",  "stdbuf",   "tail", "test",
    "timeout", "touch",   "tr",       "true", "uniq",  "wc",     "xargs"};

void writeOrdinaryTools(TreeWriter &out) {
    for (const char *name : kOrdinaryTools)
        for (const char *folder : {"/usr/bin/", "/bin/"}) {
            const std::string path = std::string(folder) + name;
            if (::access(path.c_str(), X_OK) != 0)
                continue;
            out.outsideLink(std::string("bin/") + name, path);
            break;
        }
}

/// The arguments as a pattern of `case`: in single quotes; our table has no other characters to quote.
void writeTexts(TreeWriter &out, const DemoHost &host, bool root) {
    std::map<std::string, std::string> cases;
    int number = 0;
    for (const ToolText &text : toolTexts(host, root)) {
        const std::string file = fmt::format("{}/{}", kTexts, number++);
        out.file(file, text.output);
        cases[text.tool] +=
            fmt::format("'{}') cat \"$texts/{}\"{}; exit {} ;;\n", text.arguments,
                        file.substr(file.rfind('/') + 1), text.status != 0 ? " >&2" : "", text.status);
    }
    for (const auto &[tool, branches] : cases)
        out.file("bin/" + tool,
                 fmt::format("#!/bin/sh\n# Replaces {0} on a simulated host: prints its "
                             "output.\ntexts=${{0%/*}}/../{1}\n{3}case $* in\n{2}esac\necho \"{0}: "
                             "simulated: unknown arguments '$*'\" >&2\nexit 2\n",
                             tool, kTexts, branches, benchPrelude(tool)),
                 kExecutable);
}

/// Options of sudo without an effect here are skipped; the command runs with root's view of the tree.
constexpr const char *kSudoHead = R"(#!/bin/sh
# Stands for sudo(8) on a simulated host: the same tree, as root sees it.
quiet= from_input= validate= forget= prompt='Password: '
while [ "$#" -gt 0 ]; do
    case $1 in
    -n) quiet=1 ;;
    -S) from_input=1 ;;
    -v | -l) validate=1 ;;
    -k) forget=1 ;;
    -p) shift; prompt=$1 ;;
    -u | -g | -D) shift ;;
    --) shift; break ;;
    -*) ;;
    *) break ;;
    esac
    shift
done
)";

constexpr const char *kSudoTail = R"([ -z "$validate" ] || exit 0
[ "$#" -gt 0 ] || { echo 'usage: sudo [-nS] command' >&2; exit 1; }
FABRICSCOPE_ROOT=$(cd "${0%/*}/.." && pwd)@SUFFIX@
PATH=$FABRICSCOPE_ROOT/bin
USER=root LOGNAME=root HOME=/root
export FABRICSCOPE_ROOT PATH USER LOGNAME HOME
exec "$@"
)";

std::string sudoPolicy(const DemoUser &user) {
    switch (user.sudo) {
    case DemoSudo::None:
        return fmt::format("echo '{} is not in the sudoers file.' >&2; exit 1\n", user.name);
    case DemoSudo::NoPassword:
        return "";
    case DemoSudo::Password:
        break;
    }
    // The shell's read takes one byte at a time, so the text after the password is left for the command. An
    // accepted password is remembered for one shell, like sudo without a terminal.
    return fmt::format(
        "ticket=${{0%/*}}/../.sudo-$PPID\n"
        "[ -z \"$forget\" ] || rm -f \"$ticket\"\n"
        "[ -z \"$forget\" ] || [ \"$#\" -gt 0 ] || exit 0\n"
        "[ -e \"$ticket\" ] || {{\n"
        "[ -n \"$from_input\" ] || {{ echo 'sudo: a password is required' >&2; exit 1; }}\n"
        "[ -z \"$quiet\" ] || {{ echo 'sudo: a password is required' >&2; exit 1; }}\n"
        "for attempt in 1 2 3; do\n"
        "    printf '%s' \"$prompt\" >&2\n"
        "    IFS= read -r answer || {{ echo 'sudo: no password was provided' >&2; exit 1; }}\n"
        "    [ \"$answer\" != '{}' ] || {{ attempt=ok; break; }}\n"
        "    echo 'Sorry, try again.' >&2\n"
        "done\n"
        "[ \"$attempt\" = ok ] || {{ echo 'sudo: 3 incorrect password attempts' >&2; exit 1; }}\n"
        ": >\"$ticket\"\n"
        "}}\n",
        user.sudoPassword);
}

std::string sudoScript(const DemoHost &host, bool root) {
    std::string tail = kSudoTail;
    const std::string mark = "@SUFFIX@";
    tail.replace(tail.find(mark), mark.size(), root ? "" : kRootViewSuffix);
    return kSudoHead + (root ? std::string() : sudoPolicy(host.user)) + tail;
}

} // namespace

void writeTools(TreeWriter &out, const DemoHost &host, bool root) {
    writeOrdinaryTools(out);
    writeTexts(out, host, root);
    writeBenchTools(out, host);
    out.file("bin/sudo", sudoScript(host, root), kExecutable);
}

} // namespace fabricscope::app::demo
