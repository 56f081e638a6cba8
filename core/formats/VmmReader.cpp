// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>

namespace fabricscope::formats {

namespace {

using host::VmProcess;
using Arguments = std::span<const std::string_view>;

constexpr std::size_t kMostArguments = 65536;
constexpr std::size_t kMostDevices = 512; ///< of one machine

void addDevice(VmProcess &vm, const std::optional<Address> &address) {
    if (address && vm.devices.size() < kMostDevices &&
        std::find(vm.devices.begin(), vm.devices.end(), *address) == vm.devices.end())
        vm.devices.push_back(*address);
}

/// "key=value,key=value": the value of a key; empty where there is none.
std::string_view option(std::string_view list, std::string_view key) {
    while (!list.empty()) {
        std::string_view value = takeUntil(list, ',');
        if (takeUntil(value, '=') == key)
            return value;
    }
    return {};
}

/// The text value of a key in one flat JSON object, as libvirt writes it for QEMU:
/// {"driver":"vfio-pci","host":"..."}.
std::string_view jsonText(std::string_view object, std::string_view key) {
    for (std::size_t at = object.find(key); at != std::string_view::npos; at = object.find(key, at + 1)) {
        std::string_view rest = object.substr(at + key.size());
        if (at == 0 || object[at - 1] != '"' || rest.substr(0, 1) != "\"")
            continue;
        rest = trimmed(rest.substr(1));
        if (rest.substr(0, 1) != ":")
            continue;
        rest = trimmed(rest.substr(1));
        if (rest.substr(0, 1) != "\"")
            continue;
        rest.remove_prefix(1);
        return rest.substr(0, rest.find('"'));
    }
    return {};
}

// The function that a device's folder belongs to: ".../0000:41:00.0", or an mdev below it.
std::optional<Address> ofFolder(std::string_view path) {
    return lowestFunction(path);
}

// -device vfio-pci,host=0000:41:00.0 | -device vfio-pci,sysfsdev=/sys/... | -device
// {"driver":"vfio-pci","host":"..."}
void readQemuDevice(VmProcess &vm, std::string_view value) {
    value = trimmed(value);
    const bool json = value.substr(0, 1) == "{";
    const std::string_view driver = json ? jsonText(value, "driver") : value.substr(0, value.find(','));
    if (driver.substr(0, 8) != "vfio-pci")
        return;
    const auto get = [&](std::string_view key) {
        return json ? jsonText(value, key) : option(value, key);
    };
    addDevice(vm, Address::parse(get("host")));
    if (const std::string_view folder = get("sysfsdev"); !folder.empty())
        addDevice(vm, ofFolder(folder));
}

void readQemuName(VmProcess &vm, std::string_view value) {
    const std::string_view guest = option(value, "guest");
    vm.name = shown(guest.empty() ? value.substr(0, value.find(',')) : guest, 128);
}

void readUuid(VmProcess &vm, std::string_view value) {
    vm.uuid = shown(trimmed(value), 64);
}

void readFolderDevice(VmProcess &vm, std::string_view value) {
    const std::string_view path = option(value, "path");
    addDevice(vm, ofFolder(path.empty() ? value.substr(0, value.find(',')) : path));
}

// --platform uuid=...,serial_number=...
void readPlatform(VmProcess &vm, std::string_view value) {
    if (const std::string_view uuid = option(value, "uuid"); !uuid.empty())
        readUuid(vm, uuid);
}

// Cloud Hypervisor has no names: people tell its machines apart by the socket's file. "path=/run/vm-03a.sock"
// is vm-03a.
void readSocket(VmProcess &vm, std::string_view value) {
    const std::string_view path = option(value, "path");
    std::string_view file = lastComponent(path.empty() ? value.substr(0, value.find(',')) : path);
    file = file.substr(0, std::min(file.find(".sock"), file.size()));
    if (vm.name.empty())
        vm.name = shown(file, 128);
}

void readName(VmProcess &vm, std::string_view value) {
    vm.name = shown(value, 128);
}

struct Option {
    std::string_view name; ///< without dashes
    void (*read)(VmProcess &, std::string_view value);
    bool many = false; ///< takes every argument up to the next option
};

/// A virtual machine monitor: how its program is called and which of its options tell devices or names. One
/// line adds a VMM. Sources: qemu(1), cloud-hypervisor --help, crosvm run --help, firecracker --help, lkvm
/// run.
struct Vmm {
    std::string_view program; ///< the beginning of the program's file name
    std::string_view name;
    std::span<const Option> options;
};

constexpr Option kQemuOptions[] = {{"device", readQemuDevice}, {"name", readQemuName}, {"uuid", readUuid}};
constexpr Option kCloudHypervisorOptions[] = {
    {"device", readFolderDevice, true}, {"platform", readPlatform}, {"api-socket", readSocket}};
constexpr Option kCrosvmOptions[] = {{"vfio", readFolderDevice}, {"socket", readSocket}, {"name", readName}};
constexpr Option kFirecrackerOptions[] = {{"id", readName}};
constexpr Option kLkvmOptions[] = {{"name", readName}};

constexpr Vmm kVmms[] = {
    {"qemu", "qemu", kQemuOptions},
    {"kvm", "qemu", kQemuOptions}, // Proxmox and old distributions call it so
    {"cloud-hypervisor", "cloud-hypervisor", kCloudHypervisorOptions},
    {"crosvm", "crosvm", kCrosvmOptions},
    {"firecracker", "firecracker", kFirecrackerOptions},
    {"lkvm", "lkvm", kLkvmOptions},
};

const Vmm *findVmm(std::string_view program) {
    program = lastComponent(program);
    for (const Vmm &vmm : kVmms)
        if (program.substr(0, vmm.program.size()) == vmm.program)
            return &vmm;
    return nullptr;
}

bool isOption(std::string_view argument) {
    return argument.size() > 1 && argument[0] == '-';
}

void readOptions(VmProcess &vm, Arguments arguments, std::span<const Option> options) {
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        if (!isOption(arguments[i]))
            continue;
        std::string_view name =
            arguments[i].substr(std::min(arguments[i].find_first_not_of('-'), arguments[i].size()));
        std::optional<std::string_view> joined; // --device=VALUE
        if (const auto equals = name.find('='); equals != std::string_view::npos) {
            joined = name.substr(equals + 1);
            name = name.substr(0, equals);
        }
        const auto known =
            std::find_if(options.begin(), options.end(), [&](const Option &o) { return o.name == name; });
        if (known == options.end())
            continue;
        if (joined)
            known->read(vm, *joined);
        for (bool first = !joined;
             (first || known->many) && i + 1 < arguments.size() && !isOption(arguments[i + 1]); first = false)
            known->read(vm, arguments[++i]);
    }
}

void readProcess(const SectionText &text, std::uint32_t pid, std::string_view lines, Arguments arguments,
                 HostBuilder &builder) {
    const Vmm *known = arguments.empty() ? nullptr : findVmm(arguments[0]);
    if (!known)
        return; // a process that only talks of vfio: an editor, a shell
    VmProcess *vm = builder.vm(pid);
    if (!vm)
        return;
    vm->vmm = known->name;
    vm->evidence = text.evidence(lines);
    readOptions(*vm, arguments, known->options);
}

} // namespace

// "@pid 4711", then "=ARGUMENT" lines.
void readVmm(const SectionText &text, HostBuilder &builder) {
    std::vector<std::string_view> arguments;
    std::string_view head;
    std::optional<std::uint32_t> pid;
    const auto deliver = [&](const char *end) {
        if (pid)
            readProcess(text, *pid, {head.data(), static_cast<std::size_t>(end - head.data())}, arguments,
                        builder);
        arguments.clear();
        pid.reset();
    };
    const char *end = text.bytes.data();
    for (LineCursor lines(text); lines.next(); end = lines.line().data() + lines.line().size()) {
        const std::string_view line = lines.line();
        if (line.substr(0, 1) == "@") {
            deliver(end);
            head = line;
            pid = numberAfter(line, "@pid ");
            if (!pid)
                builder.warn(text, line, "not the number of a process");
        } else if (line.substr(0, 1) == "=" && arguments.size() < kMostArguments) {
            arguments.push_back(line.substr(1));
        } else if (!arguments.empty() && arguments.size() < kMostArguments) {
            arguments.emplace_back(); // the rest of an argument with a line feed in it: nothing we look for
        }
    }
    deliver(end);
}

// "4711/fd/25 -> /dev/vfio/41": the group's devices that are bound to VFIO; "4711/fd/26 ->
// /dev/vfio/devices/vfio3" with "vfio3/device -> .../0000:41:00.0" (iommufd). Only processes that are known
// as VMMs: others hold descriptors too.
void readVmmFds(const SectionText &text, HostBuilder &builder) {
    builder.notes.vfioFdsRead = true;
    std::map<std::string_view, Address> vfioDevices;
    std::set<std::pair<std::uint32_t, std::uint32_t>> groups;           ///< process and group
    std::set<std::pair<std::uint32_t, std::string_view>> singleDevices; ///< process and "vfio3"
    constexpr std::string_view kVfio = "/dev/vfio/";
    for (LineCursor lines(text); lines.next();) {
        const auto link = splitLinkLine(lines.line());
        if (!link)
            continue;
        std::string_view path = link->path;
        if (path.substr(0, 6) == "/proc/")
            path.remove_prefix(6);
        const std::string_view first = takeUntil(path, '/');
        if (path == "device" && vfioDevices.size() < HostLimits::kFunctions) {
            if (const auto address = lowestFunction(link->target))
                vfioDevices.insert_or_assign(first, *address);
        } else if (const auto pid = parseInteger<std::uint32_t>(first);
                   pid && link->target.substr(0, kVfio.size()) == kVfio) {
            std::string_view what = link->target.substr(kVfio.size());
            if (const auto group = parseInteger<std::uint32_t>(what);
                group && groups.size() < HostLimits::kFunctions)
                groups.emplace(*pid, *group);
            else if (takeUntil(what, '/') == "devices" && singleDevices.size() < HostLimits::kFunctions)
                singleDevices.emplace(*pid, what);
        }
    }

    std::map<std::uint32_t, std::vector<Address>> members;
    for (const host::PciFunction &f : builder.functions())
        if (f.iommuGroup && f.driver && f.driver->substr(0, 4) == "vfio")
            if (auto &list = members[f.iommuGroup->value]; list.size() < kMostDevices)
                list.push_back(f.address);
    for (const auto &[pid, group] : groups)
        if (VmProcess *vm = builder.knownVm(pid))
            if (const auto at = members.find(group); at != members.end())
                for (const Address &address : at->second)
                    addDevice(*vm, address);
    for (const auto &[pid, name] : singleDevices)
        if (VmProcess *vm = builder.knownVm(pid))
            if (const auto at = vfioDevices.find(name); at != vfioDevices.end())
                addDevice(*vm, at->second);
}

} // namespace fabricscope::formats
