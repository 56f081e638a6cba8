// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples/SampleFiles.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>

#include <map>

namespace fabricscope::samples {

namespace {

using capture::Part;

constexpr std::int64_t kTakenMs = 1'763'719'200'000; // 2025-11-21 10:00 UTC
constexpr std::string_view kPciFolder = "/sys/bus/pci/devices";

/// Adds sections to a capture, except empty ones: the collector also omits what does not exist.
class Sections {
public:
    explicit Sections(capture::Capture &made) : m_capture(made) {}

    void add(Part part, std::string_view name, std::string_view origin, std::string_view bytes) {
        if (bytes.empty())
            return;
        capture::Section::Meta meta;
        meta.name = name;
        meta.origin = origin;
        meta.part = part;
        meta.startedMs = meta.endedMs = kTakenMs;
        meta.exitStatus = 0;
        m_capture.sections.emplace_back(std::move(meta), std::string(bytes));
    }
    void addFiles(Part part, std::string_view name, std::string_view origin, const std::vector<File> &files) {
        std::string bytes;
        for (const File &file : files)
            append(bytes, file.first, file.second);
        add(part, name, origin, bytes);
    }
    void addLinks(Part part, std::string_view name, std::string_view origin, const std::vector<Link> &links) {
        std::string bytes;
        for (const Link &link : links)
            bytes += line(link);
        add(part, name, origin, bytes);
    }

    /// Appends one line PATH:VALUE for each line of the file.
    static void append(std::string &bytes, const std::string &path, std::string_view value) {
        for (std::size_t begin = 0; begin <= value.size();) {
            const std::size_t end = std::min(value.find('\n', begin), value.size());
            bytes.append(path).append(":").append(value.substr(begin, end - begin)).append("\n");
            begin = end + 1;
        }
    }
    static std::string line(const Link &link) { return fmt::format("l {} -> {}\n", link.first, link.second); }

private:
    capture::Capture &m_capture;
};

void addPci(Sections &sections, const host::Host &host) {
    std::string devices, files, links, linkFacts, config;
    for (const host::PciFunction &function : host.functions) {
        const std::string bdf = function.address.toString();
        devices += Sections::line({bdf, "../../../devices/" + devicePath(host, function)});
        for (const File &file : functionFiles(function))
            Sections::append(files, bdf + "/" + file.first, file.second);
        for (const Link &link : functionLinks(function))
            if (link.first != "iommu_group") // is in iommu-devices
                links += Sections::line({bdf + "/" + link.first, link.second});
        for (const File &file : linkFiles(function))
            Sections::append(linkFacts, bdf + "/" + file.first, file.second);
        const std::vector<std::uint8_t> bytes = configBytes(function);
        if (!bytes.empty())
            config += "=" + bdf + "\n";
        for (std::size_t at = 0; at < bytes.size(); ++at)
            config += fmt::format(" {:02x}{}", bytes[at], at % 16 == 15 ? "\n" : "");
    }
    sections.add(Part::Safe, "pci-devices", kPciFolder, devices);
    sections.add(Part::Safe, "pci", kPciFolder, files);
    sections.add(Part::Safe, "pci-links", kPciFolder, links);
    sections.add(Part::Touch, "pci-touch", kPciFolder, linkFacts);
    sections.add(Part::Touch, "pci-config", "/sys/bus/pci/devices/*/config", config);
}

void addIommu(Sections &sections, const host::Host &host) {
    std::vector<File> types;
    std::string devices, units;
    for (const host::IommuGroupFacts &group : host.iommuGroups)
        if (group.type)
            types.emplace_back(fmt::format("{}/type", group.group.value), *group.type);
    std::multimap<std::uint32_t, std::string> members; // by group, in the order of the kernel's folders
    for (const host::PciFunction &function : host.functions)
        if (function.iommuGroup)
            members.emplace(function.iommuGroup->value, function.address.toString());
    for (const auto &[group, address] : members)
        devices += fmt::format("{}/devices/{}\n", group, address);
    for (const std::string &unit : host.iommuUnits)
        units += unit + "\n";
    sections.addFiles(Part::Safe, "iommu", "/sys/kernel/iommu_groups", types);
    sections.add(Part::Safe, "iommu-devices", "/sys/kernel/iommu_groups", devices);
    sections.add(Part::Safe, "iommu-units", "/sys/class/iommu", units);
}

void addVms(Sections &sections, const host::Host &host) {
    std::string bytes;
    for (const host::VmProcess &vm : host.vms) {
        bytes += fmt::format("@pid {}\n=/usr/bin/{}\n=--api-socket\n=path=/run/{}.sock\n=--device\n", vm.pid,
                             vm.vmm, vm.name);
        for (const pci::Address &address : vm.devices)
            bytes += fmt::format("=path=/sys/bus/pci/devices/{}/\n", address.toString());
    }
    sections.add(Part::Safe, "vmm", "/proc/*/cmdline", bytes);
}

} // namespace

capture::Capture toCapture(const host::Host &host) {
    capture::Capture made;
    made.target = host.id.target;
    made.takenMs = kTakenMs;
    made.takenBy = "fabricscope 0.1.0";
    made.simulated = host.simulated;
    Sections sections(made);
    sections.addFiles(Part::Safe, "identity", "/", identityFiles(host));
    if (host.uid)
        sections.add(
            Part::Safe, "user", "id",
            fmt::format("uid={0}({1}) gid={0}({1}) groups={0}({1})\n", *host.uid, host.user.valueOr("user")));
    sections.addFiles(Part::Safe, "dmi", "/sys/class/dmi/id", dmiFiles(host));
    addPci(sections, host);
    addIommu(sections, host);
    sections.addFiles(Part::Safe, "numa", "/sys/devices/system/node", numaFiles(host));
    sections.addFiles(Part::Safe, "net", "/sys/class/net", netFiles(host));
    sections.addLinks(Part::Safe, "net-links", "/sys/class/net", netLinks(host));
    sections.addFiles(Part::Touch, "net-touch", "/sys/class/net", netTouchFiles(host));
    sections.addFiles(Part::Safe, "rdma", "/sys/class/infiniband", rdmaFiles(host));
    sections.addLinks(Part::Safe, "rdma-links", "/sys/class/infiniband", rdmaLinks(host));
    sections.addFiles(Part::Touch, "rdma-touch", "/sys/class/infiniband", rdmaTouchFiles(host));
    sections.addFiles(Part::Safe, "drm", "/sys/class/drm", drmFiles(host));
    sections.addLinks(Part::Safe, "drm-links", "/sys/class/drm", drmLinks(host));
    sections.addFiles(Part::Safe, "kfd", "/sys/class/kfd/kfd/topology/nodes", kfdFiles(host));
    sections.addFiles(Part::Safe, "nvme", "/sys/class/nvme", nvmeFiles(host));
    addVms(sections, host);
    if (host.virtualization)
        sections.add(Part::Tools, "tool-detect-virt", "systemd-detect-virt", *host.virtualization + "\n");
    return made;
}

} // namespace fabricscope::samples
