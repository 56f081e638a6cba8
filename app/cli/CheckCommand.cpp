// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Commands.h"
#include "app/cli/SiteFile.h"
#include "app/cli/sources/Collect.h"
#include "app/cli/sources/FileStatus.h"
#include "app/cli/sources/Targets.h"
#include "app/cli/terminal/ExitStatus.h"
#include "app/jobs/collect/OpenFiles.h"
#include "app/jobs/judge/CheckHost.h"
#include "app/jobs/judge/JudgeHost.h"
#include "core/affinity/Hypervisor.h"
#include "core/base/Plural.h"
#include "core/base/Print.h"
#include "core/json/FindingsJson.h"
#include "core/report/TextChecks.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>

namespace fabricscope::app::cli {

namespace {

struct Arguments {
    std::vector<std::string> sources;
    std::string failOn = "error", format = "text", site;
    bool json = false;
    CollectFlags collect;
};

using Hosts = std::vector<report::CheckedHost>;

std::vector<checks::HostReport> reportsOf(const Hosts &hosts) {
    std::vector<checks::HostReport> reports;
    for (const report::CheckedHost &host : hosts)
        reports.push_back(host.report);
    return reports;
}

void printPlain(const Hosts &hosts) {
    winsize size{};
    report::TextOptions options;
    options.width = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
    printLines(report::checksText(hosts, options));
}

struct Format {
    const char *name;
    void (*print)(const Hosts &);
};

constexpr const char *kJson = "json";

/// One line adds a format.
constexpr std::array<Format, 5> kFormats = {{
    {"text", printPlain},
    {kJson,
     [](const Hosts &hosts) {
         printVerbatim(json::findingsDocument(reportsOf(hosts)));
     }},
    {"markdown",
     [](const Hosts &hosts) {
         printLines(report::checksMarkdown(hosts));
     }},
    {"junit",
     [](const Hosts &hosts) {
         printVerbatim(report::checksJunit(hosts));
     }},
    {"sarif",
     [](const Hosts &hosts) {
         printVerbatim(json::sarifDocument(reportsOf(hosts), FABRICSCOPE_VERSION));
     }},
}};

std::vector<std::string> formatNames() {
    std::vector<std::string> names;
    for (const Format &format : kFormats)
        names.emplace_back(format.name);
    return names;
}

/// Files in their order, then the hosts, which are collected in parallel. Errors: a range that is none.
Result<std::vector<Collected>> opened(const Arguments &arguments) {
    std::vector<Collected> all;
    std::vector<std::string> targets;
    for (const std::string &source : arguments.sources) {
        if (isFileSource(source))
            all.push_back(openSource(source, arguments.collect));
        else
            targets.push_back(source);
    }
    if (targets.empty())
        return all;
    auto hosts = namedHosts(targets, {});
    if (!hosts)
        return tl::unexpected(hosts.error());
    for (Collected &collected : collectAll(*hosts, arguments.collect))
        all.push_back(std::move(collected));
    return all;
}

/// A site that has nothing about a host must not look as if the host had passed.
site::Applied addSite(const Snapshot &snapshot, const affinity::Examination *examination,
                      const site::Site &site, checks::HostReport &report) {
    site::Applied applied = applySite(snapshot, examination, site, today(), report);
    if (applied.expectations == 0)
        printText(stderr, "{}: the site file has no expectation for this host\n", report.host);
    return applied;
}

/// A mute that no finding needs: what it muted is remedied, or its names are wrong.
void printUnusedMutes(const site::Site &site, const std::set<std::size_t> &used, const std::string &path) {
    constexpr std::size_t kMost = 16;
    const std::size_t unused = site.mutes.size() - used.size();
    std::size_t printed = 0;
    for (std::size_t i = 0; i < site.mutes.size() && printed < kMost; ++i) {
        if (used.contains(i))
            continue;
        ++printed;
        const auto before =
            std::find_if(site.mutes.begin(), site.mutes.begin() + static_cast<std::ptrdiff_t>(i),
                         [&](const checks::Mute &each) { return checks::repeats(site.mutes[i], each); });
        const auto at = static_cast<std::size_t>(before - site.mutes.begin());
        if (at < i && used.contains(at))
            printText(stderr, "{}:{}: the mute of {} repeats that of line {}\n", path, site.muteLines[i],
                      site.mutes[i].rule, site.muteLines[at]);
        else
            printText(stderr, "{}:{}: the mute of {} matches no finding of the checked hosts\n", path,
                      site.muteLines[i], site.mutes[i].rule);
    }
    if (unused > printed)
        printText(stderr, "{}: {} no finding either\n", path,
                  plural(unused - printed, "other mute matches", "other mutes match"));
}

/// Hosts that the file expects something of, and that are not among those that are checked: not yet, or their
/// pattern is wrong.
void printUnusedHosts(const site::Site &site, const std::set<std::size_t> &used, const std::string &path) {
    constexpr std::size_t kMost = 16;
    std::size_t unused = 0;
    for (std::size_t i = 0; i < site.hosts.size(); ++i) {
        if (site.hosts[i].line == 0 || used.contains(i) || ++unused > kMost)
            continue;
        std::string names;
        for (const std::string &name : site.hosts[i].match)
            names += (names.empty() ? "\"" : ", \"") + name + "\"";
        printText(stderr, "{}:{}: [[hosts]] with match = {} matches none of the checked hosts\n", path,
                  site.hosts[i].line, names);
    }
    if (unused > kMost)
        printText(stderr, "{}: {} none either\n", path,
                  plural(unused - kMost, "other [[hosts]] matches", "other [[hosts]] match"));
}

/// Each host with its pairs; a VM whose hypervisor is among the sources with the distances there.
Hosts checked(const std::vector<Collected> &sources, const std::optional<site::Site> &site,
              const std::string &sitePath) {
    std::vector<const host::Host *> facts;
    for (const Collected &source : sources)
        facts.push_back(source.snapshot.topology ? &source.snapshot.topology->host() : nullptr);
    std::vector<const Snapshot *> snapshots;
    std::vector<checks::HostReport> reports;
    std::vector<std::shared_ptr<const affinity::Examination>> examinations;
    for (const Collected &source : sources) {
        if (!source.snapshot.topology || isNcclFileOnly(source.snapshot))
            continue;
        affinity::Question question;
        if (const auto at = affinity::hypervisorAmong(facts, source.snapshot.topology->host()))
            question.hypervisor = sources[*at].snapshot.topology.get();
        const auto examination = judgeHost(source.snapshot, std::move(question));
        snapshots.push_back(&source.snapshot);
        reports.push_back(checkHost(source.snapshot, examination.get()));
        examinations.push_back(examination);
    }
    compareHosts(snapshots, reports);
    std::set<std::size_t> usedMutes, usedHosts;
    for (std::size_t i = 0; site && i < reports.size(); ++i) {
        site::Applied applied = addSite(*snapshots[i], examinations[i].get(), *site, reports[i]);
        usedMutes.merge(applied.mutes);
        usedHosts.merge(applied.hosts);
    }
    if (site && !reports.empty()) {
        printUnusedMutes(*site, usedMutes, sitePath);
        printUnusedHosts(*site, usedHosts, sitePath);
    }
    Hosts hosts;
    for (std::size_t i = 0; i < reports.size(); ++i)
        hosts.push_back({std::move(reports[i]), snapshots[i]->topology.get(), snapshots[i]->capture.get()});
    return hosts;
}

bool fails(const Hosts &hosts, const std::string &failOn) {
    const auto least = findings::severityFromName(failOn);
    for (const report::CheckedHost &host : hosts)
        for (const checks::ReportedFinding &reported : checks::findingsOf(host.report))
            if (reported.finding->severity >= *least)
                return true;
    return false;
}

/// As the tree states it: a file of a known kind, of which little was read.
bool hasNoDevices(const host::Host &host) {
    return host.functions.empty() && host.numaNodes.empty() && host.deviceMatrices.empty() &&
           host.rdmaDevices.empty() && host.netInterfaces.empty() && host.gpus.empty() && host.vms.empty() &&
           host.kernelMessages.empty() && host.toolFaults.empty() && host.toolFacts.empty();
}

int execute(const Arguments &arguments) {
    int status = kDone;
    std::optional<site::Site> site;
    if (!arguments.site.empty()) {
        auto read = readSiteFile(arguments.site);
        if (!read) {
            printText(stderr, "fabricscope check: {}\n", read.error().toString());
            return statusOfFile(arguments.site);
        }
        site = std::move(*read);
        status = site->problems.empty() ? kDone : kBadInput;
    }
    const auto sources = opened(arguments);
    if (!sources) {
        printText(stderr, "fabricscope check: {}\n", sources.error().toString());
        return kUsage;
    }
    for (const Collected &source : *sources) {
        status = std::max(status, reportFailure(source));
        if (isNcclFileOnly(source.snapshot)) {
            printText(stderr, "{}: an NCCL file has no host to check\n  use show --view affinity\n",
                      source.target);
            status = std::max<int>(status, kBadInput);
        }
        if (source.snapshot.topology && hasNoDevices(source.snapshot.topology->host()))
            printText(stderr, "{}: no PCI devices, NUMA nodes, ports or known faults in this source\n",
                      source.target);
        if (source.snapshot.isRootPartMissing)
            status = std::max<int>(status, kUnreachable);
    }
    const Hosts hosts = checked(*sources, site, arguments.site);
    if (hosts.empty())
        return status;
    const std::string format = arguments.json ? kJson : arguments.format;
    for (const Format &each : kFormats)
        if (format == each.name)
            each.print(hosts);
    if (status != kDone)
        return status;
    return fails(hosts, arguments.failOn) ? kFindings : kDone;
}

} // namespace

void addCheck(CLI::App &app, int &status) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App *command = app.add_subcommand("check", "Check hosts for what slows down or prevents jobs");
    command->footer(
        std::string(kTargetText) +
        "\nExit status: 0; 1 if a finding reaches the severity of --fail-on; 3 if a host could not "
        "be read\ncompletely; 4 for a file that is none of a host, or a site file with errors: what it has "
        "besides is used.\n"
        "Example: fabricscope check captures/*.fscope --fail-on warning --format junit");
    command
        ->add_option("SOURCE", arguments->sources,
                     "Files or folders that `import` reads, or TARGETs to collect")
        ->required();
    command
        ->add_option(
            "--site", arguments->site,
            "TOML file of what the site expects of its hosts (by name; * is any text), and of findings that "
            "it mutes")
        ->type_name("FILE");
    command->add_option("--fail-on", arguments->failOn, "Minimum severity for exit status 1")
        ->check(CLI::IsMember(
            std::vector<std::string>(findings::kSeverityNames.begin(), findings::kSeverityNames.end())))
        ->capture_default_str();
    CLI::Option *json = command->add_flag("--json", arguments->json, "The same as --format json");
    command->add_option("--format", arguments->format, "Output format")
        ->check(CLI::IsMember(formatNames()))
        ->capture_default_str()
        ->excludes(json);
    arguments->collect.addTo(*command);
    command->callback([arguments, &status] { status = execute(*arguments); });
}

} // namespace fabricscope::app::cli
