// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/hostvm/generate/FileElements.h"
#include "core/hostvm/verify/FileChecks.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::hostvm {

namespace {

using nccl::MergeNote;
using nccl::MergeNoteKind;
using nccl::XmlNode;

struct NoteRow {
    nccl::MergeNoteKind note;
    std::string_view name;
};
constexpr NoteRow kNotes[] = {
    {nccl::MergeNoteKind::FileWithoutEffect, "nothing_found"},
    {nccl::MergeNoteKind::NoSuchDevice, "no_such_device"},
    {nccl::MergeNoteKind::Spelling, "spelling"},
    {nccl::MergeNoteKind::DuplicateBusId, "busid_twice"},
    {nccl::MergeNoteKind::NotInFile, "nic_not_in_file"},
    {nccl::MergeNoteKind::NicCollapsed, "nics_merged"},
    {nccl::MergeNoteKind::NetRelocated, "net_elsewhere"},
    {nccl::MergeNoteKind::NetUnknown, "net_name"},
    {nccl::MergeNoteKind::GpuDevFromFile, "gpu_dev"},
    {nccl::MergeNoteKind::GpuDropped, "gpu_dropped"},
    {nccl::MergeNoteKind::SwitchIsReal, "switch_is_real"},
    {nccl::MergeNoteKind::LinkUnclear, "link_speed_unknown"},
    {nccl::MergeNoteKind::AtRoot, "at_cpu"},
    {nccl::MergeNoteKind::CpuUnknown, "numa_unknown"},
    {nccl::MergeNoteKind::CpuReplaced, "cpu_model"},
    {nccl::MergeNoteKind::KeepInFile, "keep"},
    {nccl::MergeNoteKind::NicsFused, "nics_fused"},
};

/// The rule for a note of the library's merge of a file with the machine; std::nullopt if the note is not
/// about the file.
std::optional<std::string_view> nameOf(MergeNoteKind kind) {
    for (const NoteRow &row : kNotes)
        if (row.note == kind)
            return row.name;
    return std::nullopt; // NetValueFromFile has several rules
}

class Entries {
public:
    explicit Entries(const CheckInputs &inputs)
        : m_in(inputs), m_version(*inputs.options.version), m_editor(inputs.text, m_version) {}

    std::vector<FileFinding> run() {
        for (const nccl::FileWarning &warning : m_in.tree.warnings)
            addWarning(warning);
        for (const MergeNote &note : m_in.merged.notes)
            addNote(note);
        for (const XmlNode &node : m_in.tree.nodes)
            if (node.name == "pci")
                addDeviceIds(node);
        return std::move(m_findings);
    }

private:
    FileFinding &add(std::string_view name, const XmlNode &node) {
        FileFinding &added = m_findings.emplace_back(fileFinding(name, node.line));
        added.finding.place.address = shownValue(busIdOf(node));
        return added;
    }

    FileFinding &add(std::string_view name, const XmlNode &node, const std::string &what) {
        FileFinding &added = add(name, node);
        added.finding.set("what", what);
        return added;
    }

    [[nodiscard]] std::string_view busIdOf(const XmlNode &node) const {
        for (const XmlNode *at = &node; at != nullptr;
             at = at->parent < 0 ? nullptr : &m_in.tree.nodes[static_cast<std::size_t>(at->parent)])
            if (at->name == "pci")
                return at->value("busid").value_or("");
        return {};
    }

    void addWarning(const nccl::FileWarning &warning) {
        const bool element = warning.what.find("Ignoring element") != std::string::npos;
        const bool system = warning.what.find("no <system>") != std::string::npos;
        const std::string_view name = system    ? "no_system"
                                      : element ? "ignored_element"
                                                : "attribute_ignored";
        m_findings.emplace_back(fileFinding(name, warning.line)).finding.set("what", warning.what);
    }

    [[nodiscard]] static const host::PciFunction *functionAt(const topology::Topology &topology,
                                                             std::optional<topology::NodeId> node) {
        const auto index = node ? topology.node(*node).function : std::nullopt;
        return index && *index < topology.host().functions.size() ? &topology.host().functions[*index]
                                                                  : nullptr;
    }

    /// A file for a virtual function may name its physical function.
    [[nodiscard]] const host::PciFunction *physicalOf(const pci::Address &guest) const {
        const topology::Topology *host = m_in.guest.onHost;
        if (host == nullptr)
            return nullptr;
        for (const Match &match : m_in.guest.guestMapping.matches)
            if (const auto node = match.guest == guest ? host->find(match.onHost) : std::nullopt) {
                const auto &physical = host->node(*node).physfn;
                return functionAt(*host, physical ? host->find(*physical) : node);
            }
        return nullptr;
    }

    /// For a file that contains another GPU model than the guest: files are specific to one kind of machine.
    void addDeviceIds(const XmlNode &node) {
        const auto address = pci::Address::parse(busIdOf(node));
        const auto found = address ? m_in.guest.guest.find(*address) : std::nullopt;
        const host::PciFunction *own = functionAt(m_in.guest.guest, found);
        if (own == nullptr || m_in.guest.guest.node(*found).kind != topology::NodeKind::Gpu)
            return;
        const host::PciFunction *physical = physicalOf(*address);
        constexpr std::uint16_t kNone = 0xffff; // like 0: unset
        using Id = host::Fact<std::uint16_t> host::PciFunction::*;
        constexpr std::pair<std::string_view, Id> kIds[] = {{"vendor", &host::PciFunction::vendor},
                                                            {"device", &host::PciFunction::device}};
        for (const auto &[name, id] : kIds) {
            const auto &real = own->*id;
            const auto written = node.value(name);
            const auto stated = written && written->starts_with("0x")
                                    ? parseInteger<std::uint16_t>(written->substr(2), 16)
                                    : std::nullopt;
            if (!real || !stated || *stated == *real || *stated == 0 || *stated == kNone ||
                (physical != nullptr && (physical->*id).valueOr(*real) == *stated))
                continue;
            const std::string right = fmt::format("0x{:04x}", *real);
            FileFinding &added = add("device_ids", node);
            added.finding.set("attribute", name)
                .set("written", shownValue(*written))
                .set("address", address->toString())
                .set("right", right);
            added.edit = m_editor.set(node, name, right);
            return;
        }
    }

    /// The element at the line of the note.
    [[nodiscard]] const XmlNode *elementOf(const MergeNote &note) const {
        struct Row {
            MergeNoteKind kind;
            std::string_view element;
        };
        static constexpr Row kElements[] = {
            {MergeNoteKind::GpuDevFromFile, "gpu"}, {MergeNoteKind::GpuDropped, "gpu"},
            {MergeNoteKind::NetRelocated, "net"},   {MergeNoteKind::NetValueFromFile, "net"},
            {MergeNoteKind::NetUnknown, "net"},     {MergeNoteKind::CpuUnknown, "cpu"},
            {MergeNoteKind::CpuReplaced, "cpu"},    {MergeNoteKind::FileWithoutEffect, "system"},
            {MergeNoteKind::KeepInFile, ""},
        };
        const auto *row = std::find_if(std::begin(kElements), std::end(kElements),
                                       [&](const Row &one) { return one.kind == note.kind; });
        const std::string_view element = row == std::end(kElements) ? "pci" : row->element;
        for (const XmlNode &node : m_in.tree.nodes)
            if (node.line == note.line && note.line > 0 && (element.empty() || node.name == element) &&
                (element == "pci" ? note.what.find(shownValue(busIdOf(node))) != std::string::npos : true))
                return &node;
        return nullptr;
    }

    void addNote(const MergeNote &note) {
        const auto name = note.kind == MergeNoteKind::NetValueFromFile
                              ? std::optional<std::string_view>("net_gdr_off")
                              : nameOf(note.kind);
        if (!name || note.kind == MergeNoteKind::LinkUnclear) // linkFindings() reports it in more detail
            return;
        const XmlNode *node = elementOf(note);
        if (node == nullptr) {
            if (note.kind == MergeNoteKind::NotInFile)
                addMissing(note);
            else
                m_findings.emplace_back(fileFinding(*name, note.line)).finding.set("what", note.what);
            return;
        }
        addAbout(note, *name, *node);
    }

    void addAbout(const MergeNote &note, std::string_view name, const XmlNode &node) {
        switch (note.kind) {
        case MergeNoteKind::Spelling:
            addSpelling(node);
            return;
        case MergeNoteKind::NoSuchDevice:
            addUnknownDevice(note, node);
            return;
        case MergeNoteKind::NetValueFromFile:
            addNetValue(note, node);
            return;
        case MergeNoteKind::NetUnknown:
        case MergeNoteKind::NetRelocated:
            addNetName(note, name, node);
            return;
        case MergeNoteKind::GpuDropped:
        case MergeNoteKind::GpuDevFromFile:
            add(name, node, note.what).edit = m_editor.remove(node, "dev");
            return;
        case MergeNoteKind::KeepInFile:
            add(name, node, note.what).edit = m_editor.remove(node, "keep");
            return;
        case MergeNoteKind::DuplicateBusId:
            // A switch that was copied with its id contains devices that are nowhere else.
            if (node.children.empty())
                add(name, node, note.what).edit = m_editor.cut(node);
            else if (const auto free = freeBusId())
                add(name, node, note.what).edit = m_editor.set(node, "busid", *free);
            return;
        case MergeNoteKind::SwitchIsReal:
            if (const auto free = freeBusId())
                add(name, node, note.what).edit = m_editor.set(node, "busid", *free);
            return;
        case MergeNoteKind::CpuReplaced:
            addCpu(note, node);
            return;
        case MergeNoteKind::NicCollapsed:
            add(name, node, note.what).edit = m_editor.fill(node, netOf(busIdOf(node)));
            return;
        default:
            add(name, node, note.what);
        }
    }

    void addSpelling(const XmlNode &node) {
        const std::string_view text = busIdOf(node);
        const auto address = pci::Address::parse(text);
        const std::string right = address ? address->toString() : std::string();
        FileFinding &added = add("spelling", node);
        added.finding.set("written", shownValue(text)).set("right", right);
        if (address)
            added.edit = m_editor.set(node, "busid", right);
    }

    /// A device that the guest does not have. The most common mistake is the host's address of a
    /// passed-through device.
    void addUnknownDevice(const MergeNote &note, const XmlNode &node) {
        const auto address = pci::Address::parse(busIdOf(node));
        const Match *match = address ? m_in.guest.guestMapping.ofHost(*address) : nullptr;
        const bool there = address && m_in.guest.onHost != nullptr && m_in.guest.onHost->find(*address);
        if (match == nullptr && !there) {
            add("no_such_device", node, note.what).edit = m_editor.cut(node);
            return;
        }
        FileFinding &added = add("host_address", node);
        added.finding.set("address", address->toString());
        if (match == nullptr)
            return;
        added.finding.set("guest", match->guest.toString());
        added.edit = m_editor.set(node, "busid", match->guest.toString());
    }

    void addNetValue(const MergeNote &note, const XmlNode &net) {
        const std::string_view value = note.what;
        const auto plugin =
            std::find_if(m_in.merged.nets.begin(), m_in.merged.nets.end(), [&](const nccl::PluginNet &one) {
                return net.value("name") == std::string_view(one.name);
            });
        if (plugin == m_in.merged.nets.end())
            return;
        if (value.starts_with("gdr=")) {
            const bool off = net.value("gdr") != "1";
            add(off ? "net_gdr_off" : "net_gdr_forced", net, note.what).edit =
                off ? m_editor.set(net, "gdr", "1") : TextEdit{};
        } else if (value.starts_with("speed=")) {
            add("net_speed", net, note.what).edit =
                m_editor.set(net, "speed", std::to_string(plugin->speedMbits));
        } else {
            add("net_port", net, note.what).edit = m_editor.set(net, "port", std::to_string(plugin->port));
        }
    }

    /// Replaces the name by that of the guest's NIC at the address if it has one port; else removes the
    /// entry.
    void addNetName(const MergeNote &note, std::string_view name, const XmlNode &net) {
        FileFinding &added = add(name, net, note.what);
        std::vector<const nccl::PluginNet *> ports;
        for (const nccl::PluginNet &plugin : m_in.merged.nets)
            if (m_in.machine.nets[plugin.machineNet].busId == busIdOf(net))
                ports.push_back(&plugin);
        const bool other = ports.size() == 1 && net.value("name") != std::string_view(ports.front()->name);
        if (other)
            added.edit = m_editor.set(net, "name", ports.front()->name);
        else if (ports.empty() && note.kind == MergeNoteKind::NetUnknown)
            added.edit = m_editor.cut(net);
    }

    /// The file may have the real CPU of the host, which the guest does not show.
    void addCpu(const MergeNote &note, const XmlNode &cpu) {
        const host::Host &own = m_in.guest.guest.host();
        if (m_in.guest.onHost == nullptr) { // an assumed CPU contradicts nothing
            if (own.cpuVendor && own.cpuFamily && own.cpuModelNumber)
                add("cpu_model", cpu, note.what);
            return;
        }
        const host::Host &host = m_in.guest.onHost->host();
        const auto is = [&](std::string_view name, const std::optional<std::string> &real) {
            const auto value = cpu.value(name);
            return !value || !real || *value == *real;
        };
        const auto number = [](const auto &fact) {
            return fact ? std::optional(std::to_string(*fact)) : std::nullopt;
        };
        std::optional<std::string> family;
        if (host.cpuFamily)
            family = std::to_string(nccl::libraryCpuFamily(*host.cpuFamily));
        const auto vendor = host.cpuVendor ? std::optional(*host.cpuVendor) : std::nullopt;
        const auto model = number(host.cpuModelNumber);
        if (is("vendor", vendor) && is("familyid", family) && is("modelid", model))
            return;
        FileFinding &added = add("cpu_model", cpu, note.what);
        if (!is("vendor", vendor))
            added.edit = m_editor.set(cpu, "vendor", *vendor);
        else if (!is("familyid", family))
            added.edit = m_editor.set(cpu, "familyid", *family);
        else
            added.edit = m_editor.set(cpu, "modelid", *model);
    }

    [[nodiscard]] static FileFinding missing(std::string_view name, const std::string &device,
                                             const std::string &busId) {
        FileFinding made = fileFinding(name, 0);
        made.finding.place.address = busId;
        made.finding.set("name", device).set("address", busId);
        return made;
    }

    /// A device of the guest that is missing in the file. Devices outside the fabric are ignored.
    void addMissing(const MergeNote &note) {
        for (const affinity::Gpu &gpu : m_in.fabric.gpus)
            if (note.what.starts_with(fmt::format("GPU {} ", gpu.busIdText))) {
                m_findings.push_back(missing("gpu_not_in_file", gpu.name, gpu.busIdText));
            }
        for (std::size_t nic = 0; nic < m_in.fabric.nics.size(); ++nic)
            if (m_in.fabric.nics[nic].isCandidate() &&
                note.what.starts_with(fmt::format("NIC {} ", m_in.fabric.nics[nic].name)))
                addMissingNic(nic);
    }

    void addMissingNic(std::size_t nic) {
        const affinity::Nic &own = m_in.fabric.nics[nic];
        FileFinding added = missing("nic_not_in_file", own.name, own.busIdText);
        // Its line belongs after the GPU that uses it.
        for (std::size_t gpu = 0; gpu < m_in.ideal.size(); ++gpu) {
            const auto &nics = m_in.ideal[gpu];
            if (nics.empty() || nics.front() != nic ||
                !topology::isBelowSwitch(m_in.fabric.reach(gpu, nic).word))
                continue;
            const affinity::Gpu &owner = m_in.fabric.gpus[gpu];
            added.finding.set("gpu", owner.name);
            for (const XmlNode &node : m_in.tree.nodes)
                if (node.name == "pci" && node.value("busid") == std::string_view(owner.busIdText))
                    added.edit = m_editor.insertAfter(node, elementOf(own));
            break;
        }
        m_findings.push_back(std::move(added));
    }

    [[nodiscard]] std::string elementOf(const affinity::Nic &nic) const {
        std::string text = fmt::format("<pci busid=\"{}\" class=\"0x020000\"", nic.busIdText);
        if (nic.link)
            text += fmt::format(" link_speed=\"{}\" link_width=\"{}\"", speedText(nic.link->speed, m_version),
                                nic.link->width);
        return fmt::format("{}>{}</pci>", text, netOf(nic.busIdText));
    }

    /// The `nic` element of a device, by which the library finds it by name where it searches for the
    /// address.
    [[nodiscard]] std::string netOf(std::string_view busId) const {
        std::string nets;
        for (const nccl::PluginNet &net : m_in.merged.nets)
            if (m_in.machine.nets[net.machineNet].busId == busId && isPlainAscii(net.name) &&
                net.name.find_first_of("\"<>") == std::string::npos)
                nets += fmt::format("<net name=\"{}\" dev=\"{}\" port=\"{}\"/>", net.name, net.dev, net.port);
        return fmt::format("<nic>{}</nic>", nets);
    }

    [[nodiscard]] std::optional<std::string> freeBusId() const {
        for (unsigned number = 1; number <= 0xFF; ++number)
            if (std::string id = inventedBusId(number); m_in.text.find(id) == std::string_view::npos)
                return id;
        return std::nullopt;
    }

    const CheckInputs &m_in;
    const nccl::Version &m_version;
    TextEditor m_editor;
    std::vector<FileFinding> m_findings;
};

} // namespace

std::vector<FileFinding> entryFindings(const CheckInputs &inputs) {
    return Entries(inputs).run();
}

} // namespace fabricscope::hostvm
