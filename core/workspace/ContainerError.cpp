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

/// A runtime's message, in lower case, and its meaning. The first matching line counts, so specific ones
/// precede general ones. {0} is the container, {1} the runtime, {2} the namespace.
struct Meaning {
    unsigned runtimes;
    std::string_view pattern;
    std::string_view what, hint;
};

constexpr std::string_view kNoShell = "{0} has no /bin/sh";
constexpr std::string_view kNoShellHint =
    "the script needs a POSIX shell; read the host, or a container that has one";
constexpr std::string_view kNotRunning = "{0} is not running";
constexpr std::string_view kNotThere = "there is no container {0}";

constexpr std::array kMeanings = {
    Meaning{kAll, "fabricscope: no runtime", "{1} was not found on the host",
            "install it in the PATH of ssh sessions or in /usr/local/bin"},
    // The runtime is installed but does not respond, or not to this user.
    Meaning{kDocker, "permission denied while trying to connect", "this user may not use docker there",
            "add the user to the group docker, log in as root, or use --sudo"},
    Meaning{kDocker, "cannot connect to the docker daemon", "the docker daemon is not running there",
            "systemctl status docker"},
    Meaning{kCrictl, "permission denied", "this user may not use crictl there",
            "log in as root, or use --sudo: containerd's socket requires root"},
    Meaning{kCrictl, "connect: no such file or directory", "no container runtime responds to crictl there",
            "check runtime-endpoint in /etc/crictl.yaml"},
    Meaning{kCrictl, "connection refused", "no container runtime responds to crictl there",
            "check runtime-endpoint in /etc/crictl.yaml"},
    Meaning{kKubectl, "is forbidden", "this account may not run commands in pods of namespace {2}",
            "it needs the verb create on pods/exec"},
    Meaning{kKubectl, "unauthorized", "the cluster rejected these credentials",
            "log in to the cluster again, or check KUBECONFIG"},
    Meaning{kKubectl, "the connection to the server", "kubectl cannot reach its cluster",
            "check KUBECONFIG and kubectl cluster-info"},
    Meaning{kKubectl, "unable to connect to the server", "kubectl cannot reach its cluster",
            "check KUBECONFIG and kubectl cluster-info"},
    Meaning{kKubectl, "no configuration has been provided", "kubectl has no configuration there",
            "set KUBECONFIG, or run it where ~/.kube/config is"},
    // There is no shell in the container.
    Meaning{kAll, "\"/bin/sh\": stat /bin/sh: no such file", kNoShell, kNoShellHint},
    Meaning{kAll, "exec: \"/bin/sh\": executable file not found", kNoShell, kNoShellHint},
    Meaning{kAll, "executable file `/bin/sh` not found", kNoShell, kNoShellHint},
    // There is no such container.
    Meaning{kDocker, "no such container", kNotThere, "docker ps lists running containers"},
    Meaning{kPodman, "no such container", kNotThere, "podman ps lists the running containers of each user"},
    Meaning{kPodman, "no container with name or id", kNotThere,
            "podman ps lists the running containers of each user"},
    Meaning{kCrictl, "not found", kNotThere, "crictl ps lists running containers; use ids, not names"},
    Meaning{kKubectl, "container not found", "the container of {0} is not running",
            "kubectl get pod shows its state"},
    Meaning{kKubectl, "is not valid for pod", "{0} is not a container of the pod",
            "kubectl get pod -o yaml lists its containers"},
    Meaning{kKubectl, "namespaces \"", "there is no namespace {2}", "kubectl get namespaces lists them"},
    Meaning{kKubectl, "(notfound)", "there is no pod {0}", "kubectl get pods -n {2} lists them"},
    Meaning{kKubectl, "completed pod", "{0} has completed", "kubectl get pods -n {2} lists them"},
    Meaning{kKubectl, "does not have a host assigned",
            "pod {0} is not scheduled to a node: see kubectl describe pod", ""},
    // The container is not running.
    Meaning{kDocker, "is not running", kNotRunning, "start it with docker start, or use another"},
    Meaning{kDocker, "is paused", "{0} is paused", "run docker unpause first"},
    Meaning{kDocker, "is restarting", "{0} is restarting", "docker logs shows why; retry when it is running"},
    Meaning{kPodman, "container state improper", kNotRunning, "start it with podman start, or use another"},
    Meaning{kCrictl, "is in container_", kNotRunning, "crictl ps lists running containers"},
};

std::string lowered(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return lower;
}

/// Replaces {0}, {1}, {2} in a line of the table.
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
            own.empty() ? "try manually: " + std::string(toString(container.runtime)) + " exec" : own};
}

} // namespace fabricscope::workspace
