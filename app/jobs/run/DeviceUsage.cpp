// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/DeviceUsage.h"

#include "app/jobs/run/SupervisorScript.h"
#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/bench/command/Secrets.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>

namespace fabricscope::app {

namespace {

constexpr std::size_t kMaxProcesses = 4096;
constexpr std::size_t kMaxDevices = 256;

std::string ageText(std::chrono::seconds age) {
    constexpr int kMinute = 60, kHour = 3600, kDay = 86400;
    const auto seconds = age.count();
    if (seconds >= 2 * kDay)
        return fmt::format("{} days", seconds / kDay);
    if (seconds >= 2 * kHour)
        return fmt::format("{} h", seconds / kHour);
    return seconds >= 2 * kMinute ? fmt::format("{} min", seconds / kMinute) : fmt::format("{} s", seconds);
}

/// A device name of the host, and the device.
struct Named {
    bool isNic = false;
    std::string name;
};
using Names = std::map<std::string, Named, std::less<>>;

/// The beginning of a device name, and the possible devices if the host does not report which one it is.
struct KindRow {
    std::string_view begin;
    bool mayBeGpu, mayBeNic;
};
constexpr KindRow kKinds[] = {
    {"infiniband/", false, true},
    {"nvidia", true, false},
    {"kfd", true, false},
    {"accel/", true, false},
};

struct ToolRow {
    std::string_view begin; ///< of a program's name
    std::string_view tool;
};
constexpr ToolRow kTools[] = {
    {"ib_", "perftest"},
    {"raw_ethernet_", "perftest"},
    {"rvs", "rvs"},
    {"TransferBench", "transferbench"},
    {"nvbandwidth", "nvbandwidth"},
    {"rocm_bandwidth", "rocm-bandwidth-test"},
    {"rocm-bandwidth", "rocm-bandwidth-test"},
};

/// nvidia-smi prints eight digits of a domain, in capitals; the kernel four, in lower case.
std::string deviceKey(std::string_view device) {
    constexpr std::size_t kLong = std::string_view("00000000:1B:00.0").size();
    std::string key(device);
    if (key.size() != kLong || !key.starts_with("0000"))
        return key;
    key.erase(0, 4);
    std::transform(key.begin(), key.end(), key.begin(),
                   [](char c) { return c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c; });
    return key;
}

/// From the command line of the process: perftest contains its NIC.
bench::RunDevices devicesOfTool(std::string_view name, std::string_view words) {
    bench::RunSpec spec;
    spec.tool = "custom";
    for (const ToolRow &row : kTools)
        if (name.starts_with(row.begin))
            spec.tool = row.tool;
    while (!words.empty())
        if (const std::string_view word = takeUntil(words, ' '); !word.empty())
            spec.command.words.emplace_back(word);
    return bench::devicesOf(spec);
}

bool isDeviceFile(std::string_view device) {
    return device.starts_with("vfio/") || device.find(':') != std::string_view::npos ||
           std::any_of(std::begin(kKinds), std::end(kKinds),
                       [&](const KindRow &row) { return device.starts_with(row.begin); });
}

void addDevice(DeviceUser &use, const std::string &device, const Names &names) {
    if (const auto named = names.find(deviceKey(device)); named != names.end()) {
        (named->second.isNic ? use.uses.nics : use.uses.gpus).names.insert(named->second.name);
        return;
    }
    const auto *row = std::find_if(std::begin(kKinds), std::end(kKinds),
                                   [&](const KindRow &one) { return device.starts_with(one.begin); });
    const bool isKnown = row != std::end(kKinds);
    const bool isAddress = !isKnown && !device.starts_with("vfio/"); // of nvidia-smi: a GPU
    use.uses.gpus.all = use.uses.gpus.all || (isKnown ? row->mayBeGpu : true);
    use.uses.nics.all = use.uses.nics.all || (isKnown ? row->mayBeNic : !isAddress);
}

/// Evidence from files and drivers takes precedence over guesses from names.
void resolve(DeviceUser &use, const Names &names) {
    const bool hasGpu = std::any_of(use.devices.begin(), use.devices.end(), [](const std::string &device) {
        return device.starts_with("kfd:") || device.starts_with("nvidia");
    });
    bool isSeen = false;
    for (const std::string &device : use.devices) {
        if (!isDeviceFile(device) || (device == "kfd" && hasGpu))
            continue;
        addDevice(use, device, names);
        isSeen = true;
    }
    if (!isSeen && !use.devices.empty())
        use.uses = devicesOfTool(use.devices.front(), use.command);
}

void readName(std::string_view line, Names &names) {
    constexpr std::size_t kMaxNames = 4096;
    const std::string_view device = takeUntil(line, ' ');
    const std::string_view kind = takeUntil(line, ' ');
    if ((kind == "gpu" || kind == "nic") && names.size() < kMaxNames)
        names[HostText(device).plain(64)] = {kind == "nic", HostText(line).plain(64)};
}

/// `logind`, or `slurm JOB`.
void readEnd(std::string_view line, std::vector<Error> &ends) {
    constexpr std::size_t kMaxEnds = 4;
    const std::string_view who = takeUntil(line, ' ');
    if (ends.size() >= kMaxEnds)
        return;
    if (who == "logind")
        ends.push_back({"A detached run is ended with the login session that started it: logind.conf sets "
                        "KillUserProcesses=yes.",
                        {},
                        "Run `loginctl enable-linger` there first, or do not detach the run."});
    if (who == "slurm")
        ends.push_back(
            {fmt::format("A detached run ends with {}: pam_slurm_adopt puts logins into a job.",
                         parseInteger<std::uint64_t>(line)
                             ? fmt::format("the Slurm job {}", HostText(line).plain(20))
                             : std::string("the Slurm job of this login")),
             {},
             "Allocate the node for long enough (salloc, sbatch) and start the run inside the job."});
}

} // namespace

DeviceUsage readDeviceUsage(std::string_view output, const std::string &mark) {
    DeviceUsage load;
    Names names;
    std::map<int, DeviceUser> uses;
    while (!output.empty()) {
        std::string_view line = takeUntil(output, '\n');
        if (!line.starts_with(mark))
            continue;
        line.remove_prefix(mark.size());
        const std::string_view word = takeUntil(line, ' ');
        if (word == "sees")
            load.visibility =
                line == "own" ? DeviceUsage::Visibility::Nothing : DeviceUsage::Visibility::Processes;
        if (word == "names")
            readName(line, names);
        if (word == "ends")
            readEnd(line, load.detachedEndCauses);
        const auto pid = parseInteger<int>(takeUntil(line, ' '));
        if (!pid || *pid <= 0 || (uses.size() >= kMaxProcesses && uses.count(*pid) == 0))
            continue;
        if (word == "uses") {
            DeviceUser &use = uses[*pid];
            use.pid = *pid;
            if (use.devices.size() < kMaxDevices)
                use.devices.push_back(HostText(line).plain(64));
        } else if (const auto known = uses.find(*pid); word == "process" && known != uses.end()) {
            known->second.uid = parseInteger<std::uint32_t>(takeUntil(line, ' '));
            if (const auto age = parseInteger<std::int64_t>(takeUntil(line, ' ')); age && *age >= 0)
                known->second.age = std::chrono::seconds(*age);
            known->second.command = HostText(trimmed(line)).plain(300);
        }
    }
    for (auto &[pid, use] : uses) {
        std::sort(use.devices.begin(), use.devices.end());
        use.devices.erase(std::unique(use.devices.begin(), use.devices.end()), use.devices.end());
        resolve(use, names);
        load.uses.push_back(std::move(use));
    }
    return load;
}

std::vector<DeviceUser> conflictingUsers(const DeviceUsage &load, const bench::RunSpec &spec) {
    const bench::RunDevices own = bench::devicesOf(spec);
    std::vector<DeviceUser> conflicting;
    std::copy_if(load.uses.begin(), load.uses.end(), std::back_inserter(conflicting),
                 [&](const DeviceUser &use) { return own.mayOverlap(use.uses); });
    return conflicting;
}

std::string visibilityText(const DeviceUsage &load) {
    switch (load.visibility) {
    case DeviceUsage::Visibility::Files:
        return {};
    case DeviceUsage::Visibility::Processes:
        return "without root, GPUs and NICs in use by other users may not be seen";
    default:
        return "other users' processes are hidden; their use of GPUs and NICs is unknown";
    }
}

std::shared_ptr<RemoteScript> findDeviceUsers(remote::Client &client, HostEndpoint hostEndpoint,
                                              DeviceUsageDone done) {
    const SupervisorScript script(SupervisorScript::makeRunId());
    return RemoteScript::run(
        client, std::move(hostEndpoint), {}, script.load(), script.mark() + "begin",
        [done = std::move(done), mark = script.mark()](tl::expected<ScriptResult, remote::Failure> result) {
            if (!result)
                return done(tl::unexpected(result.error()));
            if (result->out.find(mark + "done") == std::string::npos)
                return done(tl::unexpected(
                    remote::Failure{remote::FailureKind::CommandFailed, remote::Stage::Command,
                                    "incomplete answer from the host about device users", "try again"}));
            done(readDeviceUsage(result->out, mark));
        });
}

std::string describe(const DeviceUser &use) {
    std::string who = use.uid ? fmt::format("uid {}", *use.uid) : std::string("uid unknown");
    if (use.age)
        who += ", for " + ageText(*use.age);
    return fmt::format("pid {} ({}): {}: {}", use.pid, who,
                       use.command.empty() ? "?" : bench::withoutSecrets(use.command),
                       fmt::join(use.devices, " "));
}

} // namespace fabricscope::app
