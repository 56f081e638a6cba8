// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/workspace/ContainerTarget.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::workspace {

namespace {

constexpr unsigned kDocker = 1, kPodman = 2, kCrictl = 4, kKubectl = 8;
constexpr unsigned kAll = kDocker | kPodman | kCrictl | kKubectl;

unsigned maskOf(Runtime runtime) {
    return 1U << static_cast<unsigned>(runtime);
}

/// What a runtime says, in lower case, and what it means. The first line that fits counts, so what is more
/// particular stands before what is general. {0} is the container, {1} the runtime, {2} the namespace.
struct Meaning {
    unsigned runtimes;
    std::string_view pattern;
    std::string_view what, hint;
};

constexpr std::string_view kNoShell = "{0} has no /bin/sh";
constexpr std::string_view kNoShellHint =
    "the script needs a POSIX shell; read the host, or a container that has one";
constexpr std::string_view kNotRunning = "{0} does not run";
constexpr std::string_view kNotThere = "there is no container {0}";

constexpr std::array kMeanings = {
    Meaning{kAll, "fabricscope: no runtime", "{1} was not found there",
            "it must be installed there, in the PATH that ssh gives or in /usr/local/bin"},
    // The runtime is there, and nobody answers, or not to this user.
    Meaning{kDocker, "permission denied while trying to connect", "this user may not use docker there",
            "add the user to the group docker, log in as root, or use --sudo"},
    Meaning{kDocker, "cannot connect to the docker daemon", "the docker daemon does not run there",
            "systemctl status docker"},
    Meaning{kCrictl, "permission denied", "this user may not use crictl there",
            "log in as root, or use --sudo: containerd's socket is root's"},
    Meaning{kCrictl, "connect: no such file or directory", "no container runtime answers crictl there",
            "look at runtime-endpoint in /etc/crictl.yaml"},
    Meaning{kCrictl, "connection refused", "no container runtime answers crictl there",
            "look at runtime-endpoint in /etc/crictl.yaml"},
    Meaning{kKubectl, "is forbidden", "this account may not run commands in pods of namespace {2}",
            "it needs the verb create on pods/exec"},
    Meaning{kKubectl, "unauthorized", "the cluster does not accept these credentials",
            "log in to the cluster again, or look at KUBECONFIG"},
    Meaning{kKubectl, "the connection to the server", "kubectl does not reach its cluster",
            "look at KUBECONFIG, and at kubectl cluster-info"},
    Meaning{kKubectl, "unable to connect to the server", "kubectl does not reach its cluster",
            "look at KUBECONFIG, and at kubectl cluster-info"},
    Meaning{kKubectl, "no configuration has been provided", "kubectl has no configuration there",
            "set KUBECONFIG, or run it where ~/.kube/config is"},
    // Nothing to run in it.
    Meaning{kAll, "\"/bin/sh\": stat /bin/sh: no such file", kNoShell, kNoShellHint},
    Meaning{kAll, "exec: \"/bin/sh\": executable file not found", kNoShell, kNoShellHint},
    Meaning{kAll, "executable file `/bin/sh` not found", kNoShell, kNoShellHint},
    // No such thing.
    Meaning{kDocker, "no such container", kNotThere, "docker ps lists what runs"},
    Meaning{kPodman, "no such container", kNotThere,
            "podman ps lists what runs; each user has containers of their own"},
    Meaning{kPodman, "no container with name or id", kNotThere,
            "podman ps lists what runs; each user has containers of their own"},
    Meaning{kCrictl, "not found", kNotThere, "crictl ps lists what runs; crictl takes ids, not names"},
    Meaning{kKubectl, "container not found", "the container of {0} does not run",
            "kubectl get pod says in which state it is"},
    Meaning{kKubectl, "is not valid for pod", "{0} has no such container",
            "kubectl get pod -o yaml names its containers"},
    Meaning{kKubectl, "namespaces \"", "there is no namespace {2}", "kubectl get namespaces lists them"},
    Meaning{kKubectl, "(notfound)", "there is no pod {0}", "kubectl get pods -n {2} lists them"},
    Meaning{kKubectl, "completed pod", "{0} has ended", "kubectl get pods -n {2} lists what runs"},
    Meaning{kKubectl, "does not have a host assigned", "{0} waits for a node and does not run yet", ""},
    // It is there and does not run.
    Meaning{kDocker, "is not running", kNotRunning, "docker start it, or name another"},
    Meaning{kDocker, "is paused", "{0} is paused", "docker unpause it first"},
    Meaning{kDocker, "is restarting", "{0} is restarting", "docker logs says why; try again when it runs"},
    Meaning{kPodman, "container state improper", kNotRunning, "podman start it, or name another"},
    Meaning{kCrictl, "is in container_", kNotRunning, "crictl ps lists what runs"},
};

std::string lowered(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return lower;
}

/// {0}, {1}, {2} in a line of the table.
std::string filled(std::string_view line, const Container &container) {
    return fmt::format(fmt::runtime(line), toString(container), toString(container.runtime),
                       container.nameSpace);
}

} // namespace

Error containerError(const Container &container, std::optional<int> status, std::string_view errorText) {
    const std::string text = lowered(errorText);
    for (const Meaning &meaning : kMeanings)
        if ((meaning.runtimes & maskOf(container.runtime)) != 0 &&
            text.find(meaning.pattern) != std::string::npos)
            return {filled(meaning.what, container), {}, filled(meaning.hint, container)};
    const std::string own = HostText(trimmed(errorText)).plain(400);
    return {fmt::format("{} did not run /bin/sh in {}{}", toString(container.runtime), toString(container),
                        status ? fmt::format(" (exit status {})", *status) : ""),
            {},
            own.empty() ? "try it by hand: " + std::string(toString(container.runtime)) + " exec" : own};
}

} // namespace fabricscope::workspace
