// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hostvm/mapping/GuestMapping.h"

#include "core/affinity/Hypervisor.h"
#include "core/base/HostText.h"
#include "core/hostvm/mapping/Claims.h"
#include "core/hostvm/mapping/MatchResolver.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace fabricscope::hostvm {

namespace {

constexpr std::size_t kMaxName = 64;
constexpr std::size_t kMaxContested = 512;

/// Whether nothing contradicts that the process runs this guest.
bool couldBe(const host::VmProcess &vm, const host::Host &guest) {
    const std::string uuid = affinity::uuidKey(guest.productUuid.valueOr({}));
    return vm.uuid.empty() || uuid.empty() || affinity::uuidKey(vm.uuid) == uuid;
}

/// Finds the VM by the names of the guest and of a process.
void findVm(GuestHostDevices &sides, GuestMapping &result) {
    const auto &vms = sides.onHost.host().vms;
    if (const auto running = affinity::runningVm(sides.onHost.host(), sides.guest.host())) {
        sides.vm = static_cast<std::size_t>(running->vm - vms.data());
        sides.isByNameOnly = running->by == affinity::RunningVm::By::Name;
        result.how = sides.isByNameOnly ? "by name" : "by UUID";
    } else if (const auto vm = vmOfMacs(sides.onHost.host(), sides.guest.host());
               vm && couldBe(vms[*vm], sides.guest.host())) {
        sides.vm = vm;
        result.how = "by the MAC that its VMM set";
    }
}

/// Whether a device of this VM is one of the guest: the name alone may be that of a VM elsewhere.
bool isConfirmed(const Claims &claims, const GuestHostDevices &sides) {
    return std::any_of(claims.begin(), claims.end(), [&](const Claim &claim) {
        const Device *device = sides.onHost.find(claim.onHost);
        return device != nullptr &&
               std::find(device->holders.begin(), device->holders.end(), *sides.vm) != device->holders.end();
    });
}

/// Finds the VM by the devices found on both sides, which belong to one VM.
void findVmOf(const Claims &claims, GuestHostDevices &sides, GuestMapping &result) {
    std::map<std::size_t, std::set<Address>> votes; // by VM
    for (const Claim &claim : claims)
        if (const Device *device = sides.onHost.find(claim.onHost); device && device->holders.size() == 1)
            votes[device->holders.front()].insert(claim.guest);
    if (votes.size() != 1 || !couldBe(sides.onHost.host().vms[votes.begin()->first], sides.guest.host()))
        return;
    sides.vm = votes.begin()->first;
    result.how = fmt::format("by {} of its devices", votes.begin()->second.size());
}

/// Finds the only VM that has as many devices of each model as the guest has passed-through ones.
void findVmByModels(GuestHostDevices &sides, GuestMapping &result) {
    using Models = std::map<std::string, std::size_t>;
    Models needed;
    for (const Device &device : sides.guest.devices)
        if (device.passed)
            ++needed[modelText(*device.function)];
    const auto &vms = sides.onHost.host().vms;
    std::vector<std::size_t> fitting;
    for (std::size_t vm = 0; vm < vms.size() && !needed.empty(); ++vm) {
        Models has;
        for (const Address &address : vms[vm].devices)
            if (const Device *device = sides.onHost.find(address); device && isPassthroughKind(device->kind))
                ++has[modelText(*device->function)];
        if (has == needed && couldBe(vms[vm], sides.guest.host()))
            fitting.push_back(vm);
    }
    if (fitting.size() != 1)
        return;
    sides.vm = fitting.front();
    sides.vmIsGuessed = true;
    result.how = "as the only VM with this number of devices of these models";
}

bool hasVirtualFunctions(const GuestHostDevices &sides) {
    return std::any_of(sides.onHost.devices.begin(), sides.onHost.devices.end(),
                       [](const Device &device) { return device.passed && device.function->physfn; });
}

/// Whether both are captures of the same host, as far as known.
bool isSameHost(const host::Host &a, const host::Host &b) {
    return a.id.machineId.empty() || b.id.machineId.empty() || a.id.machineId == b.id.machineId;
}

void addManual(const Options &options, const GuestHostDevices &sides, Claims &claims) {
    for (const Override &own : options.overrides)
        if (own.onHost && sides.guest.find(own.guest) && sides.onHost.find(*own.onHost))
            claims.push_back({own.guest, *own.onHost, {Source::Manual, "set manually", {}, {}}, {}});
}

/// A guest that booted before its VMM started is from another run, whose devices are unknown.
void compareTimes(GuestHostDevices &sides, GuestMapping &result) {
    constexpr double kLongestStart = 3600; // later: the guest was rebooted within its VMM
    constexpr double kSlackSeconds = 120;  // uptime and the collector's clock are read one after the other
    for (const host::DriverReady &driver : sides.guest.host().driversReady)
        if (const Device *device = sides.guest.find(driver.device);
            device != nullptr && device->kind == topology::NodeKind::Gpu)
            result.times.toDrivers = std::max(result.times.toDrivers.value_or(0), driver.afterBoot);
    const host::VmProcess *process = sides.process();
    const auto &hostBootTime = sides.onHost.host().bootTime, &guestBootTime = sides.guest.host().bootTime;
    if (process == nullptr || !process->startedAfterBoot || !hostBootTime || !guestBootTime)
        return;
    const double toKernel = *guestBootTime - (*hostBootTime + *process->startedAfterBoot);
    if (toKernel >= -kSlackSeconds) {
        if (toKernel >= 0 && toKernel <= kLongestStart)
            result.times.toKernel = toKernel;
        return;
    }
    sides.isOtherRun = true;
    result.unknown.push_back(fmt::format("the guest's capture is from a boot {:.0f} min before its VMM "
                                         "started: its devices may differ; collect it again",
                                         -toKernel / 60));
}

/// Devices claimed by two VMs: only one can have them.
void addContested(const GuestHostDevices &sides, GuestMapping &result) {
    const auto &vms = sides.onHost.host().vms;
    for (const Device &device : sides.onHost.devices) {
        if (device.holders.size() < 2 || result.conflicts.size() >= kMaxContested)
            continue;
        const bool concernsGuest = result.ofHost(device.address()) != nullptr ||
                                   (sides.vm && std::find(device.holders.begin(), device.holders.end(),
                                                          *sides.vm) != device.holders.end());
        if (!concernsGuest)
            continue;
        std::string names;
        Conflict conflict{{}, {device.address()}, {}, {}};
        for (const std::size_t vm : device.holders) {
            const std::string name =
                HostText(vms[vm].name.empty() ? vms[vm].uuid : vms[vm].name).plain(kMaxName);
            names += (names.empty() ? "" : " and ") +
                     (name.empty() ? fmt::format("process {}", vms[vm].pid) : name);
            conflict.proofs.push_back({Source::GuestAddress,
                                       fmt::format("process {} names it", vms[vm].pid),
                                       vms[vm].evidence,
                                       {}});
        }
        conflict.words =
            fmt::format("{} both claim {}: only one of them can have it", names, device.address().toString());
        if (const Match *match = result.ofHost(device.address()))
            conflict.guest.push_back(match->guest);
        result.conflicts.push_back(std::move(conflict));
    }
}

/// Lists what would give more information, if something is unresolved.
void addUnknown(const GuestHostDevices &sides, GuestMapping &result) {
    const host::Host &onHost = sides.onHost.host();
    const bool isBound = std::any_of(sides.onHost.devices.begin(), sides.onHost.devices.end(),
                                     [](const Device &device) { return device.passed; });
    if (onHost.vms.empty() && isBound)
        result.unknown.emplace_back("no VMM process found on the host: /proc hides other users' processes "
                                    "(hidepid), or none runs; collect as root");
    else if (!sides.vm && !onHost.vms.empty())
        result.unknown.emplace_back("which host VM this guest is: reading its UUID requires root in the "
                                    "guest, and no VM has its name");
    const bool isSure = std::all_of(result.matches.begin(), result.matches.end(), [](const Match &match) {
        return match.confidence == Confidence::Certain;
    });
    if (isSure && result.guestOnly.empty())
        return;
    const auto hasSerial = [](const Side &side) {
        return std::any_of(side.devices.begin(), side.devices.end(), [](const Device &device) {
            return device.function->config && device.function->config->serialNumber;
        });
    };
    for (const auto &[side, name] : {std::pair{&sides.onHost, "host"}, std::pair{&sides.guest, "guest"}})
        if (!hasSerial(*side))
            result.unknown.push_back(fmt::format("PCIe serial numbers require root on the {}", name));
    if (onHost.virtualLinks.empty() && hasVirtualFunctions(sides))
        result.unknown.emplace_back("the MACs that physical functions set for their VFs: `ip link "
                                    "show` on the host");
}

/// Adds the unmatched devices of both sides.
void addRest(const GuestHostDevices &sides, GuestMapping &result) {
    for (const Device &device : sides.guest.devices)
        if (device.passed && result.ofGuest(device.address()) == nullptr)
            result.guestOnly.push_back(device.address());
    if (sides.vm)
        for (const Device *device : sides.assignedDevices())
            if (result.ofHost(device->address()) == nullptr)
                result.assignedDevices.push_back(device->address());
    std::sort(result.assignedDevices.begin(), result.assignedDevices.end());
}

} // namespace

std::vector<const Device *> GuestHostDevices::assignedDevices() const {
    std::vector<const Device *> found;
    if (const host::VmProcess *known = process()) {
        for (const Address &address : known->devices)
            if (const Device *device = onHost.find(address))
                found.push_back(device);
        return found;
    }
    for (const Device &device : onHost.devices)
        if (device.passed && device.holders.empty())
            found.push_back(&device);
    return found;
}

const Match *GuestMapping::ofGuest(const Address &guest) const {
    const auto at =
        std::lower_bound(matches.begin(), matches.end(), guest,
                         [](const Match &match, const Address &key) { return match.guest < key; });
    return at != matches.end() && at->guest == guest ? &*at : nullptr;
}

const Match *GuestMapping::ofHost(const Address &onHost) const {
    const auto at = std::find_if(matches.begin(), matches.end(),
                                 [&](const Match &match) { return match.onHost == onHost; });
    return at != matches.end() ? &*at : nullptr;
}

GuestMapping mapGuest(const topology::Topology &onHost, const topology::Topology &guest,
                      const Options &options) {
    GuestMapping result;
    GuestHostDevices sides{sideOf(onHost, false), sideOf(guest, true), {}, false, false};
    MatchResolver resolver(sides, options.overrides);
    findVm(sides, result);

    Claims claims;
    addManual(options, sides, claims);
    addMacClaims(sides, claims);
    addSerialClaims(sides, claims);
    addIdentityClaims(sides, onHost.host(), claims);
    if (options.earlier != nullptr && isSameHost(*options.earlier, onHost.host()))
        addIdentityClaims(sides, *options.earlier, claims);
    else if (options.earlier != nullptr)
        result.unknown.emplace_back("the earlier capture is from another host: not used");
    sides.isByNameOnly = sides.isByNameOnly && !isConfirmed(claims, sides);
    if (!sides.vm)
        findVmOf(claims, sides, result);
    if (!sides.vm)
        findVmByModels(sides, result);
    compareTimes(sides, result);
    addAddressClaims(sides, claims, result.unknown);
    resolver.follow(std::move(claims));

    for (const auto add : {addOrderClaims, addBarClaims}) {
        claims = {};
        add(sides, resolver.taken(), claims);
        resolver.follow(std::move(claims));
    }

    result.vm = sides.vm;
    if (const host::VmProcess *process = sides.process())
        result.vmm = HostText(process->vmm).plain(kMaxName);
    result.matches = resolver.takeMatches();
    result.conflicts = resolver.takeConflicts();
    addContested(sides, result);
    addRest(sides, result);
    addUnknown(sides, result);
    return result;
}

} // namespace fabricscope::hostvm
