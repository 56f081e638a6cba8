// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/hostvm/FileChecks.h"
#include "core/hostvm/FileElements.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::hostvm {

namespace {

using nccl::MergeNote;
using nccl::MergeNoteKind;
using nccl::XmlNode;
using Code = FindingCode;

class Entries {
public:
    explicit Entries(const CheckInputs &inputs)
        : m_in(inputs), m_version(*inputs.options.version), m_editor(inputs.text, m_version) {}

    std::vector<Finding> run() {
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
    Finding &add(Code code, const XmlNode &node, std::string title) {
        Finding finding = makeFinding(code, node.line, std::move(title));
        finding.busId = shownValue(busIdOf(node));
        m_findings.push_back(std::move(finding));
        return m_findings.back();
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
        m_findings.push_back(makeFinding(system    ? Code::NoSystem
                                         : element ? Code::IgnoredElement
                                                   : Code::AttributeIgnored,
                                         warning.line, warning.what));
    }

    [[nodiscard]] static const host::PciFunction *functionAt(const topology::Topology &topology,
                                                             std::optional<topology::NodeId> node) {
        const auto index = node ? topology.node(*node).function : std::nullopt;
        return index && *index < topology.host().functions.size() ? &topology.host().functions[*index]
                                                                  : nullptr;
    }

    /// A virtual function's file may name the physical one that it is of.
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

    /// Where the file states another model of GPU than the guest has there: such files are made for one kind.
    void addDeviceIds(const XmlNode &node) {
        const auto address = pci::Address::parse(busIdOf(node));
        const auto found = address ? m_in.guest.guest.find(*address) : std::nullopt;
        const host::PciFunction *own = functionAt(m_in.guest.guest, found);
        if (own == nullptr || m_in.guest.guest.node(*found).kind != topology::NodeKind::Gpu)
            return;
        const host::PciFunction *physical = physicalOf(*address);
        constexpr std::uint16_t kNone = 0xffff; // and 0: they state nothing
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
            add(Code::DeviceIds, node,
                fmt::format("{} {} of {} is {} in the guest", name, shownValue(*written), address->toString(),
                            right))
                .edit = m_editor.set(node, name, right);
            return;
        }
    }

    /// The element of a line that a note of this kind is about.
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
        const auto code =
            note.kind == MergeNoteKind::NetValueFromFile ? std::optional(Code::NetGdrOff) : codeOf(note.kind);
        if (!code || note.kind == MergeNoteKind::LinkUnclear) // linkFindings() has more of it
            return;
        const XmlNode *node = elementOf(note);
        if (node == nullptr) {
            if (note.kind == MergeNoteKind::NotInFile)
                addMissing(note);
            else
                m_findings.push_back(makeFinding(*code, note.line, note.what));
            return;
        }
        addAbout(note, *code, *node);
    }

    void addAbout(const MergeNote &note, Code code, const XmlNode &node) {
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
            addNetName(note, code, node);
            return;
        case MergeNoteKind::GpuDropped:
        case MergeNoteKind::GpuDevFromFile:
            add(code, node, note.what).edit = m_editor.remove(node, "dev");
            return;
        case MergeNoteKind::KeepInFile:
            add(code, node, note.what).edit = m_editor.remove(node, "keep");
            return;
        case MergeNoteKind::DuplicateBusId:
            // A switch that was copied with its id holds devices that are nowhere else.
            if (node.children.empty())
                add(code, node, note.what).edit = m_editor.cut(node);
            else if (const auto free = freeBusId())
                add(code, node, note.what).edit = m_editor.set(node, "busid", *free);
            return;
        case MergeNoteKind::SwitchIsReal:
            if (const auto free = freeBusId())
                add(code, node, note.what).edit = m_editor.set(node, "busid", *free);
            return;
        case MergeNoteKind::CpuReplaced:
            addCpu(note, node);
            return;
        case MergeNoteKind::NicCollapsed:
            add(code, node, note.what).edit = m_editor.fill(node, netOf(busIdOf(node)));
            return;
        default:
            add(code, node, note.what);
        }
    }

    void addSpelling(const XmlNode &node) {
        const std::string_view text = busIdOf(node);
        const auto address = pci::Address::parse(text);
        const std::string right = address ? address->toString() : std::string();
        Finding &finding =
            add(Code::Spelling, node,
                fmt::format("{} differs from the spelling in /sys: {}", shownValue(text), right));
        finding.detail = "the library compares text and does not find the device";
        if (address)
            finding.edit = m_editor.set(node, "busid", right);
    }

    /// A device that the guest does not have. The host's address of one that it has is the commonest mistake.
    void addUnknownDevice(const MergeNote &note, const XmlNode &node) {
        const auto address = pci::Address::parse(busIdOf(node));
        const Match *match = address ? m_in.guest.guestMapping.ofHost(*address) : nullptr;
        const bool there = address && m_in.guest.onHost != nullptr && m_in.guest.onHost->find(*address);
        if (match == nullptr && !there) {
            add(Code::NoSuchDevice, node, note.what).edit = m_editor.cut(node);
            return;
        }
        if (match == nullptr) {
            add(Code::HostAddress, node,
                fmt::format("{} is a device of the host, not of this guest", address->toString()));
            return;
        }
        add(Code::HostAddress, node,
            fmt::format("{} is the host's address: the guest has the device at {}", address->toString(),
                        match->guest.toString()))
            .edit = m_editor.set(node, "busid", match->guest.toString());
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
            add(off ? Code::NetGdrOff : Code::NetGdrForced, net, note.what).edit =
                off ? m_editor.set(net, "gdr", "1") : TextEdit{};
        } else if (value.starts_with("speed=")) {
            add(Code::NetSpeed, net, note.what).edit =
                m_editor.set(net, "speed", std::to_string(plugin->speedMbits));
        } else {
            add(Code::NetPort, net, note.what).edit = m_editor.set(net, "port", std::to_string(plugin->port));
        }
    }

    /// By its address, where that is a NIC of the guest's with one port: its name; else the entry goes.
    void addNetName(const MergeNote &note, Code code, const XmlNode &net) {
        Finding &finding = add(code, net, note.what);
        std::vector<const nccl::PluginNet *> ports;
        for (const nccl::PluginNet &plugin : m_in.merged.nets)
            if (m_in.machine.nets[plugin.machineNet].busId == busIdOf(net))
                ports.push_back(&plugin);
        const bool other = ports.size() == 1 && net.value("name") != std::string_view(ports.front()->name);
        if (other)
            finding.edit = m_editor.set(net, "name", ports.front()->name);
        else if (ports.empty() && note.kind == MergeNoteKind::NetUnknown)
            finding.edit = m_editor.cut(net);
    }

    /// The file may have the real CPU of the host, which the guest does not show.
    void addCpu(const MergeNote &note, const XmlNode &cpu) {
        if (m_in.guest.onHost == nullptr) {
            add(Code::CpuModel, cpu, note.what);
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
        Finding &finding = add(Code::CpuModel, cpu, note.what);
        if (!is("vendor", vendor))
            finding.edit = m_editor.set(cpu, "vendor", *vendor);
        else if (!is("familyid", family))
            finding.edit = m_editor.set(cpu, "familyid", *family);
        else
            finding.edit = m_editor.set(cpu, "modelid", *model);
    }

    /// A device of the guest that the file does not have. What is no matter of the fabric is none of its.
    void addMissing(const MergeNote &note) {
        for (const affinity::Gpu &gpu : m_in.fabric.gpus)
            if (note.what.starts_with(fmt::format("GPU {} ", gpu.busIdText))) {
                Finding finding =
                    makeFinding(Code::GpuNotInFile, 0,
                                fmt::format("{} ({}) is not in the file", gpu.name, gpu.busIdText));
                finding.busId = gpu.busIdText;
                m_findings.push_back(std::move(finding));
            }
        for (std::size_t nic = 0; nic < m_in.fabric.nics.size(); ++nic)
            if (m_in.fabric.nics[nic].isCandidate() &&
                note.what.starts_with(fmt::format("NIC {} ", m_in.fabric.nics[nic].name)))
                addMissingNic(nic);
    }

    void addMissingNic(std::size_t nic) {
        const affinity::Nic &own = m_in.fabric.nics[nic];
        Finding finding = makeFinding(Code::NicNotInFile, 0,
                                      fmt::format("{} ({}) is not in the file", own.name, own.busIdText));
        finding.busId = own.busIdText;
        // Its line belongs behind the GPU whose NIC it is.
        for (std::size_t gpu = 0; gpu < m_in.ideal.size(); ++gpu) {
            const auto &nics = m_in.ideal[gpu];
            if (nics.empty() || nics.front() != nic ||
                !topology::isBelowSwitch(m_in.fabric.reach(gpu, nic).word))
                continue;
            const affinity::Gpu &owner = m_in.fabric.gpus[gpu];
            finding.detail = fmt::format("its GPU {} shares another GPU's NIC", owner.name);
            for (const XmlNode &node : m_in.tree.nodes)
                if (node.name == "pci" && node.value("busid") == std::string_view(owner.busIdText))
                    finding.edit = m_editor.insertAfter(node, elementOf(own));
            break;
        }
        m_findings.push_back(std::move(finding));
    }

    [[nodiscard]] std::string elementOf(const affinity::Nic &nic) const {
        std::string text = fmt::format("<pci busid=\"{}\" class=\"0x020000\"", nic.busIdText);
        if (nic.link)
            text += fmt::format(" link_speed=\"{}\" link_width=\"{}\"", speedText(nic.link->speed, m_version),
                                nic.link->width);
        return fmt::format("{}>{}</pci>", text, netOf(nic.busIdText));
    }

    /// The `nic` of a device, by which the library finds it under its name wherever it looks for its address.
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
    std::vector<Finding> m_findings;
};

} // namespace

std::vector<Finding> entryFindings(const CheckInputs &inputs) {
    return Entries(inputs).run();
}

} // namespace fabricscope::hostvm
