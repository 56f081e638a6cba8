// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/SupervisorLine.h"

#include "app/jobs/run/LoginGreeting.h"
#include "app/jobs/script/ContainerShell.h"

#include <fmt/format.h>

namespace fabricscope::app {

namespace {

/// A shell that reads its script from descriptor 3 and is a subreaper if possible (prctl(2),
/// PR_SET_CHILD_SUBREAPER): POSIX sh has no prctl; perl and python3 have, and nearly every host has one of
/// them. The attribute survives exec, not fork. Each is tried first, so that a broken one does not affect the
/// run. It contains no single quote and no
/// `!`, because of csh and fish. Changes by python in the environment (LC_CTYPE) and in signals (SIGPIPE,
/// SIGXFSZ) are undone. {0}: words before those of the shell.
constexpr std::string_view kShell =
    "n=; case $(uname -m 2>/dev/null) in x86_64) n=157 ;; aarch64 | riscv64) n=167 ;; ppc64le) n=171 ;; "
    "esac; "
    "if [ \"$n\" ] && perl -e 1 </dev/null >/dev/null 2>&1; then "
    "PERL_BADLANG=0 exec {0}perl -e \"delete \\$ENV{{PERL_BADLANG}}; exec q(/bin/sh), q(-s), "
    "syscall($n, 36, 1, 0, 0, 0) ? q(plain) : q(adopts), $$\" <&3 3<&-; fi; "
    "if python3 -I -S -c \"import ctypes\" </dev/null >/dev/null 2>&1; then "
    "exec {0}python3 -I -S -c \"import ctypes, os, signal, sys; a = sys.argv[1:]; "
    "a[5] or os.environ.pop(a[6], None); [signal.signal(s, signal.SIG_DFL) for s in (signal.SIGPIPE, "
    "signal.SIGXFSZ)]; "
    "os.execv(a[0], a[:2] + [a[2 if ctypes.CDLL(None).prctl(36, 1, 0, 0, 0) else 3], a[4]])\" "
    "/bin/sh -s plain adopts $$ \"${{LC_CTYPE+set}}\" LC_CTYPE <&3 3<&-; fi; "
    "exec {0}/bin/sh -s <&3 3<&-";

/// `s`: empty, or the words that put a command into a scope of the user's systemd, if the user lingers:
/// processes in the session of a login may end with it (KillUserProcesses=, logind.conf(5)), including the
/// supervisor.
constexpr std::string_view kLingering =
    "s=; if [ -z \"${FABRICSCOPE_ROOT:-}\" ] && [ -e \"/var/lib/systemd/linger/$(id -un)\" ] && [ \"$(id "
    "-u)\" -gt 0 ]; then "
    "s=\"systemd-run --user --scope --quiet --collect\"; "
    "XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-/run/user/$(id -u)}; export XDG_RUNTIME_DIR; "
    "timeout 5 $s true </dev/null >/dev/null 2>&1 || s=; fi; ";

/// Attached, over a channel whose process group is not killed.
std::string plainLine() {
    return "exec 3<&0; " + fmt::format(kShell, "");
}

/// In its own session, behind a shell that waits for it. If it is killed, what is left of its process group
/// reports what remains of the run: that is waited for, up to 10 s.
std::string sessionLine(std::string_view scope) {
    return fmt::format(
        "exec 3<&0; command -v setsid >/dev/null 2>&1 || exec /bin/sh -s <&3 3<&-; {}"
        "trap \"exit 0\" USR1; trap : TERM; exec 4>&2 2>/dev/null; (exec 2>&4 4>&-; {}) & p=$!; "
        "while wait $p; r=$?; [ $r -gt 128 ] && kill -0 $p; do :; done; "
        "[ $r != 137 ] || for i in 1 2 3 4 5 6 7 8 9 10; do "
        "kill -0 -$p || break; sleep 1; done; exit $r",
        scope, fmt::format(kShell, "setsid $s "));
}

} // namespace

std::string supervisorLine(const HostShell &shell, bool continues) {
    if (shell.container)
        return containerShell(*shell.container, false, continues ? sessionLine("s=; ") : plainLine());
    const std::string line =
        !shell.isLocal && !continues ? plainLine() : sessionLine(continues ? kLingering : "s=; ");
    return fmt::format("exec /bin/sh -c 'echo \"{}\" >&2; {}'", LoginGreeting::kEnd, line);
}

} // namespace fabricscope::app
