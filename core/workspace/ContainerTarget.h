// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::workspace {

enum class Runtime : std::uint8_t { Docker, Podman, Crictl, Kubectl };

/// A container or pod that runs on a host. All names have passed the runtime's own grammar: letters, digits
/// and `_.-` only, never a dash in front.
struct Container {
    Runtime runtime = Runtime::Docker;
    std::string name;      ///< of the container; of the pod with kubectl
    std::string nameSpace; ///< kubectl only
    std::string inPod;     ///< kubectl only: the container in the pod; empty: its default one
    friend bool operator==(const Container &, const Container &) = default;
};

/// What is collected: a host as ssh takes it or "local:", and in it perhaps a container.
struct CollectTarget {
    std::string host;
    std::optional<Container> container;
};

/// `HOST`, `HOST/docker:NAME`, `HOST/podman:NAME`, `HOST/crictl:ID`,
/// `HOST/kubectl:NAMESPACE/POD[/CONTAINER]`; the same without HOST is on this machine. HOST is not checked.
/// Errors: an unknown runtime, a name that the runtime's grammar does not allow.
[[nodiscard]] Result<CollectTarget> parseCollectTarget(std::string_view target);

/// Whether this names a container, valid or not: distinguishes such a target from a file name.
[[nodiscard]] bool namesContainer(std::string_view target);

/// "docker", "podman", "crictl", "kubectl".
[[nodiscard]] std::string_view toString(Runtime runtime);
/// "docker:train", "kubectl:jobs/train-0".
[[nodiscard]] std::string toString(const Container &container);

/// The command that runs a shell inside which reads its script from standard input: one element a word, to be
/// quoted one by one.
[[nodiscard]] std::vector<std::string> execArguments(const Container &container);

/// The error of a runtime that ended without running our script: derived from its exit status and its
/// standard error, one sentence and what to do. Based on the messages of docker 28, podman 4.3, crictl 1.31
/// and kubectl 1.31; unknown messages are quoted.
[[nodiscard]] Error containerError(const Container &container, std::optional<int> status,
                                   std::string_view errorText);

} // namespace fabricscope::workspace
