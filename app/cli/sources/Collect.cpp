// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sources/Collect.h"

#include "app/cli/sources/FileStatus.h"
#include "app/cli/sources/Targets.h"
#include "app/cli/sources/TerminalPrompts.h"
#include "app/cli/terminal/CountInterrupts.h"
#include "app/cli/terminal/ExitStatus.h"
#include "app/cli/terminal/Invocation.h"
#include "app/cli/terminal/StandardStreams.h"
#include "app/cli/terminal/TerminalQuestion.h"
#include "app/jobs/collect/OpenFiles.h"
#include "app/jobs/script/HostEndpoint.h"
#include "core/base/HostText.h"
#include "core/base/Plural.h"
#include "core/base/Print.h"
#include "core/workspace/HostRange.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <utility>

namespace fabricscope::app::cli {

namespace {

long long elapsedMs() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                                 startTime())
        .count();
}

enum class WhenInterrupted : std::uint8_t { EndProgram, KeepWhatWasRead };

/// Keeps at most `flags.jobs` collections running until all are done.
class Batch {
public:
    Batch(const std::vector<workspace::HostEntry> &hosts, const CollectFlags &flags,
          WhenInterrupted whenInterrupted)
        : m_flags(flags), m_hosts(hosts), m_whenInterrupted(whenInterrupted), m_results(hosts.size()) {
        for (std::size_t i = 0; i < hosts.size(); ++i)
            m_results[i].target = hosts[i].name;
    }

    void run(const std::function<void(std::size_t, Collected)> &finished) {
        std::optional<remote::Client> own;
        remote::Client &client = m_flags.client ? *m_flags.client : own.emplace();
        WorkerPool workers;
        std::unique_lock lock(m_mutex);
        for (std::size_t next = 0, done = 0; done < m_results.size();) {
            while (next < m_results.size() && m_interrupts == 0 &&
                   next - done < static_cast<std::size_t>(std::max(1, m_flags.jobs)))
                start(client, workers, next++);
            if (m_interrupts > 0 && done == next) // the others were not started
                break;
            m_wake.wait_for(lock, kPoll, [this] { return !m_ended.empty(); });
            if (m_whenInterrupted == WhenInterrupted::KeepWhatWasRead)
                noteInterrupts(m_results.size() - next);
            const std::vector<std::size_t> ended = std::exchange(m_ended, {});
            lock.unlock();
            for (const std::size_t index : ended)
                finished(index, std::move(m_results[index]));
            done += ended.size();
            lock.lock();
        }
    }

private:
    static constexpr std::chrono::milliseconds kPoll{100};

    void noteInterrupts(std::size_t unstarted) {
        const int before = std::exchange(m_interrupts, CountInterrupts::count());
        if (m_interrupts == before)
            return;
        if (before > 0 || m_interrupts > 1)
            CountInterrupts::raiseLast();
        if (!StandardStreams::isReaderClosed())
            printText(stderr, "\nfabricscope: {}{}{}\n",
                      m_isAnythingRead ? "stopping; what has been read is saved"
                                       : "stopping; nothing has been read",
                      unstarted == 0 ? "" : ", " + plural(unstarted, "host", "hosts") + " not started",
                      CountInterrupts::exitHint());
        for (const std::shared_ptr<CollectJob> &job : m_jobs)
            job->cancel();
    }

    void start(remote::Client &client, WorkerPool &workers, std::size_t index) {
        CollectOptions options;
        options.name = m_hosts[index].name;
        options.root = m_flags.sudo;
        options.timeout = std::chrono::seconds(m_flags.timeout);
        if (m_flags.sudo)
            options.sudoPassword = terminalSudo(options.timeout);
        HostEndpoint hostEndpoint = hostEndpointFor(m_hosts[index], m_flags);
        options.kept = std::move(hostEndpoint.kept);
        m_jobs.push_back(CollectJob::start(client, std::move(hostEndpoint.endpoint),
                                           std::move(hostEndpoint.prompts), std::move(hostEndpoint.options),
                                           std::move(options), events(index), &workers));
    }

    CollectJob::Events events(std::size_t index) {
        CollectJob::Events events;
        events.log = [this, index](const LogLine &line) {
            if (m_flags.timing && line.channel == "ssh")
                printText(stderr, "{}: {}\n", m_results[index].target, line.text);
        };
        events.snapshot = [this, index](const Snapshot &snapshot) {
            if (m_flags.timing)
                printText(stderr, "{}: {} at {} ms\n", m_results[index].target,
                          snapshot.parts.empty() ? "nothing complete"
                                                 : capture::toString(snapshot.parts.back()),
                          elapsedMs());
            m_results[index].snapshot = snapshot;
            if (snapshot.capture != nullptr && !snapshot.capture->sections.empty())
                m_isAnythingRead = true;
        };
        events.progress = [this, index](double fraction, const std::string &step) {
            if (!m_flags.quiet && isatty(STDERR_FILENO) != 0 && !isAsking())
                printText(stderr, "\r\033[K{}: {} {:.0f} %", m_results[index].target, step, fraction * 100);
        };
        events.finished = [this, index](const std::optional<remote::Failure> &failure) {
            if (!m_flags.quiet && isatty(STDERR_FILENO) != 0 && !isAsking())
                printText(stderr, "\r\033[K");
            const std::scoped_lock lock(m_mutex);
            m_results[index].failure = failure;
            m_ended.push_back(index);
            m_wake.notify_one();
        };
        return events;
    }

    const CollectFlags &m_flags;
    const std::vector<workspace::HostEntry> &m_hosts;
    const WhenInterrupted m_whenInterrupted;
    int m_interrupts = 0;
    std::vector<std::shared_ptr<CollectJob>> m_jobs; ///< one that has ended holds nothing
    std::vector<Collected> m_results;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::vector<std::size_t> m_ended;           ///< and not passed on yet
    std::atomic<bool> m_isAnythingRead = false; ///< of any host
};

} // namespace

void CollectFlags::addTo(CLI::App &command) {
    command.add_option("--jobs", jobs, "Maximum hosts collected in parallel")
        ->check(CLI::Range(1, 256))
        ->capture_default_str();
    command.add_option("--timeout", timeout, "Time limit per host in seconds")
        ->check(CLI::Range(1, 86400))
        ->capture_default_str();
    command.add_flag(
        "--sudo", sudo,
        "Also read what requires root, with sudo -n or a password entered once per host. In a container no "
        "sudo is used: only docker and crictl on the host are called through sudo -n");
    command.add_flag("--accept-new", acceptNew,
                     "Store unknown host keys without asking; changed keys are always refused");
    command.add_flag("--timing", timing, "Print the time of each part on standard error");
    command.add_option("--ssh-config", sshConfig, "ssh configuration file instead of ~/.ssh/config")
        ->check(CLI::ExistingFile);
    command.add_option("--known-hosts", knownHosts,
                       "known_hosts file, read with those of the ssh configuration; accepted "
                       "keys are stored there");
    command.add_option("-i,--identity", identities, "Private key to try first")->check(CLI::ExistingFile);
    command
        .add_option("--transport", transport,
                    "SSH implementation: libssh, the installed ssh, or auto (libssh, or ssh if the ssh "
                    "configuration has options that libssh lacks)")
        ->check(CLI::IsMember({"auto", "libssh", "ssh"}))
        ->capture_default_str();
}

void CollectFlags::keepSessions() {
    client = std::make_shared<remote::Client>(remote::SessionLife::UntilClosed);
    shells = std::make_shared<std::map<std::string, std::shared_ptr<KeptShell>>>();
}

remote::Endpoint endpointBy(const workspace::HostEntry &entry, const CollectFlags &flags) {
    remote::Endpoint endpoint = endpointOf(entry);
    endpoint.configFile = flags.sshConfig;
    if (!flags.knownHosts.empty())
        endpoint.knownHosts.emplace_back(flags.knownHosts);
    for (const std::string &identity : flags.identities)
        endpoint.identities.emplace_back(identity);
    endpoint.transport = flags.transport == "ssh"      ? remote::TransportKind::OpenSsh
                         : flags.transport == "libssh" ? remote::TransportKind::Libssh
                                                       : remote::TransportKind::Auto;
    return endpoint;
}

HostEndpoint hostEndpointFor(const std::string &target, const CollectFlags &flags) {
    return hostEndpointFor(typedHost(target), flags);
}

HostEndpoint hostEndpointFor(const workspace::HostEntry &entry, const CollectFlags &flags) {
    HostEndpoint hostEndpoint{
        endpointBy(entry, flags), terminalPrompts(flags.acceptNew, std::chrono::seconds(flags.timeout)), {}};
    const std::chrono::milliseconds limit = std::chrono::seconds(flags.timeout); // of the login, too
    hostEndpoint.options.connectTimeout = std::min(hostEndpoint.options.connectTimeout, limit);
    hostEndpoint.options.handshakeTimeout = std::min(hostEndpoint.options.handshakeTimeout, limit);
    raiseTimeouts(hostEndpoint.options, flags.silence);
    hostEndpoint.options.note = [name = entry.name](const remote::ConnectNote &note) {
        if (note.isWarning)
            printText(stderr, "{}{}\n", messagePrefix(name), note.text);
    };
    if (flags.shells) {
        std::shared_ptr<KeptShell> &kept = (*flags.shells)[entry.name];
        if (!kept)
            kept = std::make_shared<KeptShell>(*flags.client);
        hostEndpoint.kept = kept;
    }
    return hostEndpoint;
}

std::vector<Collected> collectAll(const std::vector<workspace::HostEntry> &hosts, const CollectFlags &flags) {
    std::vector<Collected> all(hosts.size());
    Batch(hosts, flags, WhenInterrupted::EndProgram).run([&all](std::size_t index, Collected collected) {
        all[index] = std::move(collected);
    });
    return all;
}

void collectEach(const std::vector<workspace::HostEntry> &hosts, const CollectFlags &flags,
                 const std::function<void(std::size_t, const Collected &)> &finished) {
    const CountInterrupts count;
    Batch(hosts, flags, WhenInterrupted::KeepWhatWasRead).run(finished);
    // A closed reader ends the program, too.
    if (CountInterrupts::count() == 0 || StandardStreams::isReaderClosed())
        return;
    std::fflush(stdout); // what was saved is reported there
    CountInterrupts::raiseLast();
}

std::vector<Collected> collectAll(const std::vector<std::string> &targets, const CollectFlags &flags) {
    std::vector<workspace::HostEntry> hosts;
    hosts.reserve(targets.size());
    for (const std::string &target : targets)
        hosts.push_back(typedHost(target));
    return collectAll(hosts, flags);
}

namespace {

/// An error may name a file without its folders.
bool isPartOf(const std::string &where, const std::string &source) {
    return !where.empty() && source.ends_with('/' + where);
}

/// A range is accepted if it gives one host.
Collected openTarget(const std::string &target, const CollectFlags &flags) {
    const auto names = workspace::expandRange(target);
    if (names && names->size() == 1)
        return collectAll(*names, flags).front();
    Collected result;
    result.target = target;
    result.badInput =
        names ? fmt::format("{}: names {} hosts, but this command reads one; `capture` reads many", target,
                            names->size())
              : names.error().toString();
    return result;
}

} // namespace

Collected openSource(const std::string &source, const CollectFlags &flags) {
    if (!isFileSource(source))
        return openTarget(source, flags);
    Collected result;
    result.target = source;
    auto opened = openFile(source);
    if (!opened) {
        Error error = opened.error();
        if (error.where.empty() || isPartOf(error.where, source))
            error.where = source;
        else if (error.where.find(source) == std::string::npos)
            error.where = fmt::format("{}: {}", source, error.where);
        result.badInput = toLines(error);
        return result;
    }
    result.snapshot = std::move(*opened);
    for (const std::string &note : result.snapshot.capture->notes)
        printText(stderr, "{}\n", note);
    return result;
}

std::string toLines(const Error &error) {
    const std::string head = Error{error.what, error.where, {}}.toString();
    return error.hint.empty() ? head : fmt::format("{}\n  {}", head, error.hint);
}

std::string hostCounts(const host::Host &host) {
    return fmt::format("{}, {}, {}", plural(host.functions.size(), "PCI function", "PCI functions"),
                       plural(host.numaNodes.size(), "NUMA node", "NUMA nodes"),
                       plural(host.iommuGroups.size(), "IOMMU group", "IOMMU groups"));
}

int reportFailure(const Collected &collected) {
    if (!collected.badInput.empty()) {
        printText(stderr, "{}\n", Lines{collected.badInput});
        return statusOfFile(collected.target);
    }
    if (!collected.failure)
        return kDone;
    printText(stderr, "{}{}\n", messagePrefix(collected.target), Lines{remote::message(*collected.failure)});
    std::error_code error; // people name folders after hosts: without a slash the host is meant
    if (collected.failure->kind == remote::FailureKind::Unresolvable &&
        std::filesystem::exists(collected.target, error))
        printText(stderr, "  to read the local file or folder of this name: ./{}\n", collected.target);
    return kUnreachable;
}

} // namespace fabricscope::app::cli
