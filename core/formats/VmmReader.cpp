// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/vmm/CommandLines.h"
#include "core/formats/vmm/DomainSettings.h"
#include "core/formats/vmm/OptionList.h"
#include "core/formats/vmm/Qemu.h"
#include "core/formats/vmm/VmDevices.h"

#include <algorithm>
#include <limits>
#include <map>
#include <span>

namespace fabricscope::formats {

namespace {

using host::VmProcess;
using Arguments = std::span<const std::string_view>;

constexpr std::size_t kMaxArguments = 65536;

/// One process as its options are read, one after the other.
struct ProcessReader {
    VmProcess &vm;
    QemuDevices qemu = {};
    /// Of QEMU: id of a memory backend -> host nodes, size; node -> its backend.
    struct Backend {
        std::string hostNodes;
        std::optional<ByteCount> size;
    };
    std::map<std::string, Backend> backends = {};
    std::map<unsigned, std::string> backendOfNode = {};
    static constexpr std::size_t kMost = 256;
};

void readQemuDevice(ProcessReader &reader, std::string_view value, host::EvidenceRef evidence) {
    reader.qemu.add(value, evidence);
}

void readQemuNic(ProcessReader &reader, std::string_view value, host::EvidenceRef evidence) {
    reader.qemu.addNic(value, evidence);
}

void readQemuName(ProcessReader &reader, std::string_view value, host::EvidenceRef) {
    const OptionList options(value, Quoting::DoubledComma);
    const std::string_view guest = options.find("guest");
    reader.vm.name = shown(guest.empty() ? options.first() : guest, 128);
}

void readUuid(ProcessReader &reader, std::string_view value, host::EvidenceRef) {
    reader.vm.uuid = shown(trimmed(value), 64);
}

/// "64G", "size=64G,hugepages=on", "4096" (QEMU: MiB, others: bytes).
std::optional<ByteCount> sizeOf(std::string_view text, std::uint64_t unit) {
    static constexpr std::string_view kUnits = "KMGT";
    if (!text.empty() && (text.back() == 'B' || text.back() == 'b'))
        text.remove_suffix(1);
    if (!text.empty())
        if (const auto at = kUnits.find(static_cast<char>(text.back() & ~0x20)); at != kUnits.npos) {
            unit = std::uint64_t{1} << (10 * (at + 1));
            text.remove_suffix(1);
        }
    const auto count = parseInteger<std::uint64_t>(text);
    if (!count || *count > std::numeric_limits<std::uint64_t>::max() / unit)
        return std::nullopt;
    return ByteCount{*count * unit};
}

/// Zones of memory add up.
void addMemory(VmProcess &vm, std::optional<ByteCount> size, host::EvidenceRef evidence) {
    if (size && size->value != 0)
        vm.memory = {ByteCount{vm.memory.valueOr(ByteCount{}).value + size->value}, evidence};
}

void readQemuMemory(ProcessReader &reader, std::string_view value, host::EvidenceRef evidence) {
    const OptionList options(value, Quoting::DoubledComma);
    const std::string_view size = options.find("size");
    addMemory(reader.vm, sizeOf(size.empty() ? options.first() : size, 1024 * 1024), evidence);
}

// "8", "cpus=8,sockets=2": or the product of what is given (qemu(1), -smp).
void readQemuProcessors(ProcessReader &reader, std::string_view value, host::EvidenceRef evidence) {
    const OptionList options(value, Quoting::DoubledComma);
    const std::string_view count = options.find("cpus");
    std::uint64_t product = 1;
    bool isGiven = false;
    for (const std::string_view key : {"sockets", "dies", "clusters", "cores", "threads"})
        if (const auto each = parseInteger<std::uint16_t>(options.find(key)); each && *each > 0) {
            product = std::min<std::uint64_t>(product * *each, std::numeric_limits<std::uint16_t>::max());
            isGiven = true;
        }
    auto number = parseInteger<unsigned>(count.empty() ? options.first() : count);
    if (!number && isGiven)
        number = static_cast<unsigned>(product);
    if (number && *number > 0)
        reader.vm.vcpus = {*number, evidence};
}

// "node,nodeid=0,cpus=0-15,memdev=ram0" or "mem=64G"; without a nodeid the next one.
void readQemuNode(ProcessReader &reader, std::string_view value, host::EvidenceRef evidence) {
    const OptionList options(value, Quoting::DoubledComma);
    std::vector<host::VmNode> &nodes = reader.vm.nodes;
    if (options.first() != "node" || nodes.size() >= ProcessReader::kMost)
        return;
    host::VmNode node;
    const std::string_view id = options.find("nodeid");
    const auto number =
        id.empty() ? std::optional(static_cast<unsigned>(nodes.size())) : parseInteger<unsigned>(id);
    if (!number)
        return;
    node.number = *number;
    node.cpus = numberList(options.find("cpus"));
    if (const std::string_view size = options.find("mem"); !size.empty())
        node.memory = sizeOf(size, 1024 * 1024);
    if (const std::string_view backend = options.find("memdev"); !backend.empty())
        reader.backendOfNode.insert_or_assign(*number, std::string(backend));
    node.evidence = evidence;
    nodes.push_back(std::move(node));
}

// "memory-backend-ram,id=ram0,size=64G,host-nodes=0,policy=bind", also in JSON.
void readQemuObject(ProcessReader &reader, std::string_view value, host::EvidenceRef) {
    const bool isJson = value.starts_with('{');
    const OptionList options =
        isJson ? OptionList::fromJson(value) : OptionList(value, Quoting::DoubledComma);
    const std::string_view kind = isJson ? options.find("qom-type") : options.first();
    if (!kind.starts_with("memory-backend-") || reader.backends.size() >= ProcessReader::kMost)
        return;
    std::string_view size = options.find("size");
    if (size.starts_with('#'))
        size.remove_prefix(1);
    reader.backends.insert_or_assign(
        std::string(options.find("id")),
        ProcessReader::Backend{numberList(options.find("host-nodes")), sizeOf(size, 1)});
}

/// Where the memory of nodes is, after all options: objects may be behind the nodes.
void placeNodes(ProcessReader &reader) {
    for (host::VmNode &node : reader.vm.nodes) {
        const auto name = reader.backendOfNode.find(node.number);
        const auto backend =
            name == reader.backendOfNode.end() ? reader.backends.end() : reader.backends.find(name->second);
        if (backend == reader.backends.end())
            continue;
        node.hostNodes = backend->second.hostNodes;
        node.memory = backend->second.size;
    }
}

void readMemory(ProcessReader &reader, std::string_view value, host::EvidenceRef evidence) {
    addMemory(reader.vm, sizeOf(OptionList(value, Quoting::Brackets).find("size"), 1), evidence);
}

// path=/sys/bus/pci/devices/0000:41:00.0/,id=gpu0,pci_segment=2,pci_device_id=3 (docs/vfio.md of Cloud
// Hypervisor; pci_device_id since its version 51); crosvm: /sys/...,guest-address=00:05.0.
void readFolderDevice(ProcessReader &reader, std::string_view value, host::EvidenceRef evidence) {
    const OptionList options(value, Quoting::Brackets);
    const std::string_view path = options.find("path");
    host::VmDevice device;
    device.onHost = lowestFunction(path.empty() ? options.first() : path);
    device.id = shown(options.find("id"), 128);
    device.segment = parseInteger<std::uint32_t>(options.find("pci_segment"));
    device.evidence = evidence;
    constexpr std::uint8_t kMaxSlots = 31;
    if (const auto slot = parseInteger<std::uint8_t>(options.find("pci_device_id"));
        slot && *slot <= kMaxSlots)
        device.inGuest = onRootBus(device.segment.value_or(0), *slot);
    if (const auto guest = Address::parse(options.find("guest-address")); guest && guest->bus == 0)
        device.inGuest = onRootBus(guest->domain, guest->device, guest->function);
    if (device.onHost)
        addVmDeviceInfo(reader.vm, std::move(device));
}

// --vfio-pci 0000:41:00.0
void readAddressDevice(ProcessReader &reader, std::string_view value, host::EvidenceRef evidence) {
    host::VmDevice device;
    device.onHost = Address::parse(value);
    device.evidence = evidence;
    if (device.onHost)
        addVmDeviceInfo(reader.vm, std::move(device));
}

// --net tap=vmtap0,mac=52:54:00:31:00:01,id=net0
void readNet(ProcessReader &reader, std::string_view value, host::EvidenceRef evidence) {
    const OptionList options(value, Quoting::Brackets);
    host::VmDevice device;
    device.mac = macOf(options.find("mac"));
    device.id = shown(options.find("id"), 128);
    device.evidence = evidence;
    if (!device.mac.empty())
        addVmDeviceInfo(reader.vm, std::move(device));
}

// --platform uuid=...,serial_number=...
void readPlatform(ProcessReader &reader, std::string_view value, host::EvidenceRef evidence) {
    const OptionList options(value, Quoting::Brackets);
    if (const std::string_view uuid = options.find("uuid"); !uuid.empty())
        readUuid(reader, uuid, evidence);
}

// Cloud Hypervisor has no names: people tell its machines apart by the socket's file. "path=/run/vm-03a.sock"
// is vm-03a.
void readSocket(ProcessReader &reader, std::string_view value, host::EvidenceRef) {
    const OptionList options(value, Quoting::Brackets);
    const std::string_view named = options.find("path"), path = named.empty() ? options.first() : named;
    std::string_view file = lastComponent(path);
    file = file.substr(0, std::min(file.find(".sock"), file.size()));
    reader.vm.apiSocket = shown(path, 256);
    if (reader.vm.name.empty())
        reader.vm.name = shown(file, 128);
}

void readName(ProcessReader &reader, std::string_view value, host::EvidenceRef) {
    reader.vm.name = shown(value, 128);
}

struct Option {
    std::string_view name; ///< without dashes
    void (*read)(ProcessReader &, std::string_view value, host::EvidenceRef evidence);
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

constexpr Option kQemuOptions[] = {
    {"device", readQemuDevice}, {"name", readQemuName},     {"uuid", readUuid},
    {"nic", readQemuNic},       {"m", readQemuMemory},      {"smp", readQemuProcessors},
    {"numa", readQemuNode},     {"object", readQemuObject},
};
constexpr Option kCloudHypervisorOptions[] = {
    {"device", readFolderDevice, true},
    {"platform", readPlatform},
    {"api-socket", readSocket},
    {"net", readNet, true},
    {"memory", readMemory},
    {"memory-zone", readMemory, true},
};
constexpr Option kCrosvmOptions[] = {{"vfio", readFolderDevice}, {"socket", readSocket}, {"name", readName}};
constexpr Option kFirecrackerOptions[] = {{"id", readName}, {"api-sock", readSocket}};
constexpr Option kLkvmOptions[] = {{"name", readName}, {"vfio-pci", readAddressDevice}};

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

void readOptions(const SectionText &text, VmProcess &vm, Arguments arguments,
                 std::span<const Option> options) {
    ProcessReader reader{vm};
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
            known->read(reader, *joined, text.evidence(*joined));
        for (bool first = !joined;
             (first || known->many) && i + 1 < arguments.size() && !isOption(arguments[i + 1]);
             first = false) {
            ++i;
            known->read(reader, arguments[i], text.evidence(arguments[i]));
        }
    }
    reader.qemu.addTo(vm);
    placeNodes(reader);
}

void readProcess(const SectionText &text, std::uint32_t pid, std::string_view lines, Arguments arguments,
                 HostBuilder &builder) {
    const Vmm *known = arguments.empty() ? nullptr : findVmm(arguments[0]);
    if (!known)
        return; // a process that only mentions vfio: an editor, a shell
    VmProcess *vm = pid == 0 ? builder.newVm() : builder.vm(pid);
    if (!vm)
        return;
    *vm = {}; // root's list of processes takes the place of the user's
    vm->pid = pid;
    vm->vmm = known->name;
    vm->evidence = text.evidence(lines);
    readOptions(text, *vm, arguments, known->options);
}

} // namespace

bool isVmmProgram(std::string_view word) {
    return findVmm(word) != nullptr;
}

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
                builder.warn(text, line, "not a process ID");
        } else if (line.substr(0, 1) == "=" && arguments.size() < kMaxArguments) {
            arguments.push_back(line.substr(1));
        } else if (!arguments.empty() && arguments.size() < kMaxArguments) {
            arguments.push_back(
                line.substr(0, 0)); // the rest of an argument with a line feed in it: nothing we look for
        }
    }
    deliver(end);
}

} // namespace fabricscope::formats
