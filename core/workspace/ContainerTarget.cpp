// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/ContainerTarget.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::workspace {

namespace {

bool isLower(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}
bool isAlnum(char c) {
    return isLower(c) || (c >= 'A' && c <= 'Z');
}

/// Docker's RestrictedNameChars, which podman and the ids of containerd share: [a-zA-Z0-9][a-zA-Z0-9_.-]*
bool isContainerName(std::string_view name) {
    return !name.empty() && name.size() <= 255 && isAlnum(name.front()) &&
           std::all_of(name.begin(), name.end(),
                       [](char c) { return isAlnum(c) || c == '_' || c == '.' || c == '-'; });
}

/// A DNS subdomain of RFC 1123, as Kubernetes uses for pods: [a-z0-9]([-.a-z0-9]*[a-z0-9])?
bool isPodName(std::string_view name) {
    return !name.empty() && name.size() <= 253 && isLower(name.front()) && isLower(name.back()) &&
           std::all_of(name.begin(), name.end(), [](char c) { return isLower(c) || c == '-' || c == '.'; });
}

/// A DNS label: namespaces, and containers in a pod.
bool isLabel(std::string_view name) {
    return name.size() <= 63 && isPodName(name) && name.find('.') == std::string_view::npos;
}

/// One runtime per line. `exec` are the words before the container's name, `shell` those after it. crictl
/// gets no
/// "-s": some of its versions also look for options after the name, and a shell without arguments reads its
/// standard input anyway.
struct RuntimeRow {
    Runtime runtime;
    std::string_view word;
    std::string_view nameRule; ///< for messages
    bool inNamespace;
    std::array<std::string_view, 3> exec;
    std::array<std::string_view, 2> shell;
};
constexpr std::array<RuntimeRow, 4> kRuntimes = {{
    {Runtime::Docker, "docker", "NAME or id", false, {"docker", "exec", "-i"}, {"/bin/sh", "-s"}},
    {Runtime::Podman, "podman", "NAME or id", false, {"podman", "exec", "-i"}, {"/bin/sh", "-s"}},
    {Runtime::Crictl, "crictl", "ID", false, {"crictl", "exec", "-i"}, {"/bin/sh", ""}},
    {Runtime::Kubectl, "kubectl", "NAMESPACE/POD", true, {"kubectl", "exec", "-i"}, {"/bin/sh", "-s"}},
}};

const RuntimeRow &rowOf(Runtime runtime) {
    return *std::find_if(kRuntimes.begin(), kRuntimes.end(),
                         [runtime](const RuntimeRow &row) { return row.runtime == runtime; });
}

/// The row with whose word and colon the text begins.
const RuntimeRow *rowAt(std::string_view text) {
    for (const RuntimeRow &row : kRuntimes)
        if (text.size() > row.word.size() && text.substr(0, row.word.size()) == row.word &&
            text[row.word.size()] == ':')
            return &row;
    return nullptr;
}

tl::unexpected<Error> bad(std::string_view target, std::string what) {
    return failure(std::move(what), HostText(target).plain(200),
                   "write HOST/docker:NAME, HOST/podman:NAME, HOST/crictl:ID or kubectl:NAMESPACE/POD");
}

Result<Container> containerOf(std::string_view target, const RuntimeRow &row, std::string_view name) {
    Container container;
    container.runtime = row.runtime;
    if (!row.inNamespace) {
        if (!isContainerName(name))
            return bad(target, fmt::format("'{}' is not a container name", HostText(name).plain(80)));
        container.name = name;
        return container;
    }
    const auto slash = name.find('/');
    if (slash == std::string_view::npos)
        return bad(target, "the pod's namespace is missing");
    container.nameSpace = takeUntil(name, '/');
    const bool inner = name.find('/') != std::string_view::npos;
    container.name = takeUntil(name, '/');
    container.inPod = name;
    if (!isLabel(container.nameSpace))
        return bad(target, fmt::format("'{}' is not a namespace", HostText(container.nameSpace).plain(80)));
    if (!isPodName(container.name))
        return bad(target, fmt::format("'{}' is not a pod name", HostText(container.name).plain(80)));
    if (inner && !isLabel(container.inPod))
        return bad(target,
                   fmt::format("'{}' is not a container of a pod", HostText(container.inPod).plain(80)));
    return container;
}

/// `docker:2222` is a host with a port, `docker:train` a container of this machine.
bool isBareContainer(std::string_view target) {
    const RuntimeRow *row = rowAt(target);
    if (row == nullptr)
        return false;
    const std::string_view name = target.substr(row->word.size() + 1);
    return !std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// The position of the container part; npos if there is none. The slashes of ssh:// do not count.
std::size_t containerAt(std::string_view target) {
    constexpr std::string_view kScheme = "ssh://";
    return target.find('/', target.substr(0, kScheme.size()) == kScheme ? kScheme.size() : 0);
}

} // namespace

std::string_view toString(Runtime runtime) {
    return rowOf(runtime).word;
}

std::string toString(const Container &container) {
    std::string text = fmt::format("{}:", toString(container.runtime));
    if (!container.nameSpace.empty())
        text += container.nameSpace + "/";
    text += container.name;
    return container.inPod.empty() ? text : text + "/" + container.inPod;
}

bool namesContainer(std::string_view target) {
    if (isBareContainer(target))
        return true;
    const auto slash = containerAt(target);
    return slash != std::string_view::npos && rowAt(target.substr(slash + 1)) != nullptr;
}

Result<CollectTarget> parseCollectTarget(std::string_view target) {
    CollectTarget parsed;
    std::string_view inside;
    if (isBareContainer(target)) {
        parsed.host = "local:";
        inside = target;
    } else {
        const auto slash = containerAt(target);
        parsed.host = target.substr(0, slash);
        if (slash == std::string_view::npos)
            return parsed;
        inside = target.substr(slash + 1);
        if (inside.empty() && parsed.host.find("://") != std::string::npos) // ssh://host/
            return parsed;
        if (parsed.host.empty())
            return bad(target, "the host is missing");
    }
    const RuntimeRow *row = rowAt(inside);
    if (row == nullptr)
        return bad(target, fmt::format("'{}' is not a container", HostText(inside).plain(80)));
    auto container = containerOf(target, *row, inside.substr(row->word.size() + 1));
    if (!container)
        return tl::unexpected(container.error());
    parsed.container = std::move(*container);
    return parsed;
}

std::vector<std::string> execArguments(const Container &container) {
    const RuntimeRow &row = rowOf(container.runtime);
    std::vector<std::string> words(row.exec.begin(), row.exec.end());
    if (row.inNamespace) {
        words.insert(words.end(), {"-n", container.nameSpace, container.name});
        if (!container.inPod.empty())
            words.insert(words.end(), {"-c", container.inPod});
        words.emplace_back("--");
    } else {
        words.push_back(container.name);
    }
    for (const std::string_view word : row.shell)
        if (!word.empty())
            words.emplace_back(word);
    return words;
}

} // namespace fabricscope::workspace
