// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/FakeDocker.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace fabricscope::test {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDocker = R"(#!/bin/sh
# Stands for docker in tests; docker's own words for what it refuses.
[ "$1" = exec ] && [ "$2" = -i ] || { echo "unknown flag" >&2; exit 125; }
name=$3
shift 3
user=0
case $name in
train) ;;
plain) user=65534:65534 ;;
stopped) echo "Error response from daemon: container 3f2a1b is not running" >&2; exit 1 ;;
forbidden) echo "permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock" >&2; exit 1 ;;
distroless)
    echo 'OCI runtime exec failed: exec failed: unable to start container process: exec: "/bin/sh": stat /bin/sh: no such file or directory: unknown' >&2
    exit 127 ;;
*) echo "Error response from daemon: No such container: $name" >&2; exit 1 ;;
esac
root={}
exec unshare --mount --uts --pid --fork --kill-child sh -c '
    root=$1 user=$2; shift 2
    mount -t proc proc "$root/proc" && mount --rbind /sys "$root/sys" && mount --rbind /dev "$root/dev" || exit 126
    hostname made-container
    exec chroot --userspec="$user" "$root" "$@"' sh "$root" "$user" "$@"
)";

// `crictl exec [-i] ID COMMAND...`: in some versions, urfave/cli looks for options among all arguments.
constexpr std::string_view kCrictl = R"(#!/bin/sh
here=${0%/*}
printf '%s\n' "$@" > "$here/crictl.arguments"
[ "$1" = exec ] || { echo "No help topic for '$1'" >&2; exit 3; }
shift
stdin=
while :; do
    case $1 in
    -i | --interactive) stdin=1; shift ;;
    -*) echo "flag provided but not defined: $1" >&2; exit 1 ;;
    *) break ;;
    esac
done
id=$1
shift
for word; do
    case $word in -*) echo "flag provided but not defined: $word" >&2; exit 1 ;; esac
done
case $id in
1f73f2d81bf98) ;;
3e025dd50a72d)
    echo 'time="2026-11-21T18:00:00Z" level=fatal msg="execing command in container: rpc error: code = Unknown desc = container is in CONTAINER_EXITED state"' >&2
    exit 1 ;;
*)
    echo "time=\"2026-11-21T18:00:00Z\" level=fatal msg=\"execing command in container: rpc error: code = NotFound desc = an error occurred when try to find container \\\"$id\\\": not found\"" >&2
    exit 1 ;;
esac
[ $# -gt 0 ] || { echo "crictl: no command" >&2; exit 1; }
[ "$stdin" ] || exec < /dev/null
exec "$here/docker" exec -i train "$@"
)";

// `kubectl exec -i -n NAMESPACE POD [-c CONTAINER] -- COMMAND...`
constexpr std::string_view kKubectl = R"(#!/bin/sh
here=${0%/*}
printf '%s\n' "$@" > "$here/kubectl.arguments"
[ "$1" = exec ] || { echo "error: unknown command \"$1\" for \"kubectl\"" >&2; exit 1; }
shift
stdin='' space=default pod='' inner='' command=''
while [ $# -gt 0 ]; do
    case $1 in
    -i | --stdin) stdin=1; shift ;;
    -n | --namespace) space=$2; shift 2 ;;
    -c | --container) inner=$2; shift 2 ;;
    --) command=1; shift; break ;;
    -*) echo "error: unknown shorthand flag: '$1' in $1" >&2; exit 1 ;;
    *) [ -z "$pod" ] || { echo "error: exec [POD] [COMMAND] is not supported anymore. Use exec [POD] -- [COMMAND] instead" >&2; exit 1; }
        pod=$1; shift ;;
    esac
done
[ "$command" ] && [ $# -gt 0 ] || { echo "error: you must specify at least one command for the container" >&2; exit 1; }
case $space in
ml) ;;
secret)
    echo "Error from server (Forbidden): pods \"$pod\" is forbidden: User \"jane\" cannot create resource \"pods/exec\" in API group \"\" in the namespace \"secret\"" >&2
    exit 1 ;;
*) echo "Error from server (NotFound): namespaces \"$space\" not found" >&2; exit 1 ;;
esac
case $pod in
trainer-0) ;;
trainer-1)
    echo 'error: Internal error occurred: error executing command in container: failed to exec in container: failed to start exec "7e": OCI runtime exec failed: exec failed: unable to start container process: exec: "/bin/sh": stat /bin/sh: no such file or directory: unknown' >&2
    exit 1 ;;
*) echo "Error from server (NotFound): pods \"$pod\" not found" >&2; exit 1 ;;
esac
case $inner in
'' | main) [ "$inner" ] || echo 'Defaulted container "main" out of: main, sidecar' >&2 ;;
sidecar) ;;
*) echo "Error from server (BadRequest): container $inner is not valid for pod $pod" >&2; exit 1 ;;
esac
[ "$stdin" ] || exec < /dev/null
exec "$here/docker" exec -i train "$@"
)";

} // namespace

void addFakeKubernetesTools(const FakeDocker &docker) {
    docker.addProgram("crictl", std::string(kCrictl));
    docker.addProgram("kubectl", std::string(kKubectl));
}

std::string argumentsOf(const FakeDocker &docker, const std::string &program) {
    return readFile(docker.folder().path() / "bin" / (program + ".arguments"));
}

void makeMinimalRoot(const fs::path &root, const std::string &osName) {
    for (const char *folder : {"bin", "proc", "sys", "dev", "etc", "tmp"})
        fs::create_directories(root / folder);
    fs::copy_file("/usr/bin/busybox", root / "bin/busybox");
    for (const char *tool :
         {"sh",  "ls",    "cat", "id", "grep",  "od",   "uname", "dmesg", "sleep",  "tr",    "sed", "head",
          "env", "mkdir", "mv",  "rm", "rmdir", "find", "dd",    "tail",  "setsid", "chmod", "cp",  "wc"})
        fs::create_symlink("busybox", root / "bin" / tool);
    std::ofstream(root / "etc/passwd") << "root:x:0:0::/:/bin/sh\nnobody:x:65534:65534::/:/bin/sh\n";
    std::ofstream(root / "etc/os-release") << "PRETTY_NAME=\"" << osName << "\"\n";
    fs::permissions(root, fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                              fs::perms::others_read | fs::perms::others_exec);
}

FakeDocker::FakeDocker() {
    fs::permissions(m_folder.path(), fs::perms(0755));
    makeMinimalRoot(root(), "made container");
    addProgram("docker", fmt::format("{}{}{}", kDocker.substr(0, kDocker.find("{}")), root().string(),
                                     kDocker.substr(kDocker.find("{}") + 2)));
    const char *before = getenv("PATH");
    m_pathBefore = before != nullptr ? before : "/usr/bin:/bin";
    setenv("PATH", path().c_str(), 1);
}

FakeDocker::~FakeDocker() {
    setenv("PATH", m_pathBefore.c_str(), 1);
}

std::optional<std::string> FakeDocker::unavailableReason() {
    if (geteuid() != 0)
        return "needs root, for a namespace with its own mounts";
    if (!fs::exists("/usr/bin/busybox"))
        return "needs busybox-static";
    if (std::system("unshare --mount --uts --pid --fork true 2>/dev/null") != 0)
        return "unshare is not allowed here";
    return std::nullopt;
}

std::string FakeDocker::path() const {
    return (m_folder.path() / "bin").string() + ":" + m_pathBefore;
}

void FakeDocker::addProgram(const std::string &name, const std::string &text) const {
    fs::create_directories(m_folder.path() / "bin");
    const fs::path program = m_folder.path() / "bin" / name;
    std::ofstream(program) << text;
    fs::permissions(program, fs::perms(0755));
}

} // namespace fabricscope::test
