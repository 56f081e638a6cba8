// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/SupervisorScript.h"

#include "app/jobs/run/RunSecrets.h"
#include "core/base/HostText.h"
#include "core/base/ShellQuote.h"
#include "core/bench/command/Secrets.h"
#include "core/bench/telemetry/TelemetryChoice.h"
#include "resources/Resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

namespace fabricscope::app {

namespace {

constexpr std::size_t kIdDigits = 32;

std::string randomDigits() {
    std::random_device device;
    return fmt::format("{:08x}{:08x}{:08x}{:08x}", device(), device(), device(), device());
}

bool isVariableName(std::string_view name) {
    const auto isLetter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    return !name.empty() && isLetter(name.front()) && std::all_of(name.begin(), name.end(), [&](char c) {
        return isLetter(c) || (c >= '0' && c <= '9');
    });
}

std::string word(std::string_view text) {
    return shellQuoted(text).value_or("''"); // checked() has verified that it contains no NUL
}

/// Names that have a meaning for a shell, or that it refuses to set: they are passed by env(1), where every
/// user of the host can read the value for a moment, so none may be the name of a secret.
bool isOfShells(std::string_view name) {
    constexpr std::string_view kNames[] = {
        "PPID",     "UID",      "EUID",   "GROUPS",  "BASHOPTS", "SHELLOPTS",    "RANDOM",
        "SRANDOM",  "SECONDS",  "LINENO", "HISTCMD", "_",        "EPOCHSECONDS", "EPOCHREALTIME",
        "DIRSTACK", "FUNCNAME", "OPTIND", "BASHPID", "OPTARG",   "OPTERR",       "KSH_VERSION"};
    return name.starts_with("BASH_") || name.starts_with("fs_") ||
           std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

std::optional<Error> whyNot(const bench::Command &command) {
    const auto refuse = [](std::string what, std::string hint = {}) {
        return Error{std::move(what), {}, std::move(hint)};
    };
    if (command.words.empty() || command.words.front().empty())
        return refuse("no program to run");
    if (command.words.front().starts_with('-'))
        return refuse("a program name cannot start with a dash", "use its path");
    std::size_t bytes = command.directory.size();
    bool hasNul = command.directory.find('\0') != std::string::npos;
    for (const std::string &text : command.words) {
        bytes += text.size();
        hasNul = hasNul || text.find('\0') != std::string::npos;
    }
    for (const bench::EnvironmentValue &variable : command.environment) {
        const auto &[name, value, isPrivate] = variable;
        if (!isVariableName(name))
            return refuse(fmt::format("'{}' is not a variable name", HostText(name).plain(100)),
                          "use letters, digits and _, no digit first");
        if (isOfShells(name) && bench::isSecret(variable))
            return refuse(fmt::format("the secret '{}' cannot be set: variables that start with BASH_ or fs_ "
                                      "are set by a command line, which other users of the host can read",
                                      HostText(name).plain(100)),
                          "use another name, or set it in a script on the host");
        bytes += name.size() + value.size();
        hasNul = hasNul || value.find('\0') != std::string::npos;
    }
    if (hasNul)
        return refuse("arguments of a command cannot contain NUL");
    if (bytes > SupervisorScript::kMaxWordBytes)
        return refuse("the command and its environment exceed 96 KiB");
    return std::nullopt;
}

std::string_view programOf(const std::vector<std::string> &words) {
    return std::string_view(words.front()).substr(words.front().rfind('/') + 1);
}

/// For `docker run` and similar: the index after `run` or `create`, where its options may follow. 0: the
/// command does not start a container itself.
std::size_t behindContainerRun(const std::vector<std::string> &words) {
    const std::string_view name = programOf(words);
    if (name != "docker" && name != "podman" && name != "nerdctl")
        return 0;
    constexpr std::size_t kMaxFront = 16; // `docker --context lab container run`
    for (std::size_t i = 1; i < std::min(words.size(), kMaxFront); ++i) {
        if (words[i] == "run" || words[i] == "create")
            return i + 1;
        if (words[i] == "exec" || words[i] == "start" || words[i] == "compose" || words[i] == "build")
            break;
    }
    return 0;
}

/// The variables that give an engine's program the address of its engine. None of them is the name of a
/// secret.
bool isOfEngines(std::string_view name) {
    constexpr std::string_view kNames[] = {"PATH",
                                           "HOME",
                                           "DOCKER_HOST",
                                           "DOCKER_CONTEXT",
                                           "DOCKER_CONFIG",
                                           "DOCKER_TLS",
                                           "DOCKER_TLS_VERIFY",
                                           "DOCKER_CERT_PATH",
                                           "CONTAINER_HOST",
                                           "CONTAINERS_CONF",
                                           "CONTAINER_CONNECTION",
                                           "CONTAINERS_STORAGE_CONF",
                                           "NERDCTL_TOML",
                                           "CONTAINERD_ADDRESS",
                                           "CONTAINERD_NAMESPACE",
                                           "XDG_RUNTIME_DIR",
                                           "XDG_DATA_HOME",
                                           "XDG_CONFIG_HOME"};
    return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

/// The managers that may take over a process or start a container for the run, as in managed.sh.
constexpr std::string_view kManagers[] = {
    "docker", "docker-compose", "nerdctl", "podman", "systemd-run", "systemctl", "at",
    "batch",  "srun",           "sbatch",  "ssh",    "tmux",        "screen"};

/// The managers named in the text, each with a leading blank.
std::string managersIn(std::string_view text) {
    std::string found, name;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const char c = i < text.size() ? text[i] : ' ';
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
            c == '_') {
            name += c;
            continue;
        }
        if (std::find(std::begin(kManagers), std::end(kManagers), name) != std::end(kManagers) &&
            (found + " ").find(" " + name + " ") == std::string::npos)
            found += " " + name;
        name.clear();
    }
    return found;
}

/// fs_managers: managers named by the words; fs_seek_scripts: reads the scripts among them; fs_words: the
/// beginning of the words, which may name a container; fs_managed_with: the addresses of their engines, as a
/// shell line that a detached run stores in a file. A container that the command itself runs has a label, and
/// telemetry starts nothing.
std::string managersOf(const bench::Command &command) {
    constexpr std::size_t kMaxScripts = 8, kMaxPath = 4096, kMaxText = 16384;
    if (behindContainerRun(command.words) != 0 || bench::variableOf(command, bench::kTelemetryMark))
        return "fs_managers=\nfs_managed_with=\nfs_words=\nfs_seek_scripts() { :; }\n";
    std::string all, scripts, with;
    for (const auto &[name, value, isPrivate] : command.environment)
        if (isOfEngines(name) && value.find('\n') == std::string::npos)
            with += (with.empty() ? "export " : " ") + word(name + "=" + value);
    std::size_t count = 0;
    for (const std::string &each : command.words) {
        all += each + " ";
        if (count < kMaxScripts && !each.starts_with('-') && each.size() <= kMaxPath) {
            scripts += " " + word(each);
            ++count;
        }
    }
    return "fs_managers=" + word(managersIn(all)) + "\nfs_managed_with=" + word(with) +
           "\nfs_words=" + word(std::string_view(all).substr(0, kMaxText)) +
           "\nfs_seek_scripts() { fs_read_scripts " + word(command.directory) + scripts + "; }\n";
}

/// fs_engine: the engine of that container, with the options before `run`; fs_runs_container: not empty if
/// there is one; fs_engine_name: "docker"; fs_engine_line: the same as words of a shell, which a detached run
/// stores in a file: without the secrets of the environment.
std::string engineFunction(const bench::Command &command, std::size_t behind) {
    if (behind == 0)
        return "fs_runs_container=\nfs_engine_name=\nfs_engine_line=\n";
    std::string words, kept;
    for (const auto &[name, value, isPrivate] : command.environment)
        if (isOfEngines(name))
            kept += name + "=" + word(value) + " ";
    for (std::size_t i = 0; i + 1 < behind; ++i)
        if (i == 0 || command.words[i] != "container")
            words += (i == 0 ? "" : " ") + word(command.words[i]);
    return "fs_runs_container=1\nfs_engine_name=" + word(programOf(command.words)) +
           "\nfs_engine_line=" + word(kept + words) +
           "\nfs_engine() { (fs_export\nunset FABRICSCOPE_RUN\nexec " + words + " \"$@\"); }\n";
}

/// The values are exported by the shell that becomes the tool: every user of the host can read the arguments
/// of a process, but not its environment. That shell's own variables are read before.
std::string toolFunction(const bench::Command &command, const std::string &run) {
    std::string byEnv;
    std::string text = "fs_export() {\nFABRICSCOPE_RUN=" + run + "\nexport FABRICSCOPE_RUN\n";
    for (const auto &[name, value, isPrivate] : command.environment)
        if (isOfShells(name))
            byEnv += " " + word(name + "=" + value);
        else
            text += fmt::format("{}={}\nexport {}\n", name, word(value), name);
    const std::size_t behind = behindContainerRun(command.words);
    text += "}\n" + engineFunction(command, behind) + managersOf(command) + "fs_tool() { (fs_inside\nset --" +
            (byEnv.empty() ? "" : " env" + byEnv) +
            " /bin/sh -c \"$fs_begin\" sh \"$fs_to\" \"$fs_nonce\" \"$fs_hold\" " + word(command.directory);
    for (std::size_t i = 0; i < command.words.size(); ++i) {
        text += " " + word(command.words[i]);
        if (i + 1 == behind)
            text += " --label " + word("fabricscope.run=" + run);
    }
    return text + "\nfs_export\nfs_start \"$@\"); }\n";
}

} // namespace

SupervisorScript::SupervisorScript(std::string run) : m_run(std::move(run)), m_nonce(randomDigits()) {}

bool SupervisorScript::isRunId(std::string_view text) {
    return text.size() == kIdDigits && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string SupervisorScript::makeRunId() {
    return randomDigits();
}

std::string SupervisorScript::script(const std::vector<std::string_view> &parts,
                                     const std::string &values) const {
    std::string text = fmt::format(
        "fs_adopts=${{1-}} fs_outer=${{2-}}\nfs_all() {{\nfs_nonce={}\nfs_run={}\n", m_nonce, m_run);
    text += resources::find("supervisor/common.sh");
    text += values;
    for (const std::string_view part : parts)
        text += resources::find(part);
    return text + "exit\n}\nfs_all\n"; // else the shell would read on for more
}

Result<std::string> SupervisorScript::attached(const bench::Command &command,
                                               std::chrono::seconds lease) const {
    if (auto why = whyNot(command))
        return tl::unexpected(std::move(*why));
    return script({"supervisor/contain.sh", "supervisor/containers.sh", "supervisor/managed.sh",
                   "supervisor/attached.sh"},
                  fmt::format("fs_lease={}\nfs_to=\n{}", lease.count(), toolFunction(command, m_run)));
}

Result<std::string> SupervisorScript::detached(const bench::Command &command, const Detached &limits) const {
    if (auto why = whyNot(command))
        return tl::unexpected(std::move(*why));
    constexpr std::uint64_t kBlock = 512;
    return script({"supervisor/contain.sh", "supervisor/containers.sh", "supervisor/managed.sh",
                   "supervisor/spool.sh", "supervisor/detached.sh"},
                  fmt::format("fs_lease={}\nfs_longest={}\nfs_most_blocks={}\nfs_secrets={}\n{}",
                              limits.lease.count(), limits.longest.count(), limits.maxBytes / kBlock,
                              word(secretsNote(command)), toolFunction(command, m_run)));
}

std::string SupervisorScript::fetch(std::uint64_t from) const {
    return script({"supervisor/contain.sh", "supervisor/containers.sh", "supervisor/managed.sh",
                   "supervisor/spool.sh", "supervisor/fetch.sh"},
                  fmt::format("fs_from={}\n", from));
}

std::string SupervisorScript::clear() const {
    return script({"supervisor/spool.sh", "supervisor/clear.sh"}, {});
}

std::string SupervisorScript::secrets() const {
    return script({"supervisor/spool.sh", "supervisor/secrets.sh"}, {});
}

std::string SupervisorScript::load() const {
    return script({"supervisor/load.sh"}, {});
}

std::string SupervisorScript::freePort(const std::vector<std::uint16_t> &candidates) const {
    std::string ports;
    for (const std::uint16_t port : candidates)
        ports += fmt::format("{}{:04X}", ports.empty() ? "" : " ", port);
    return script({"supervisor/port.sh"}, fmt::format("fs_await=''\nfs_ports='{}'\n", ports));
}

std::string SupervisorScript::awaitPort(std::uint16_t port, std::chrono::seconds longest) const {
    return script({"supervisor/port.sh"},
                  fmt::format("fs_await={}\nfs_ports={:04X}\n", longest.count(), port));
}

} // namespace fabricscope::app
