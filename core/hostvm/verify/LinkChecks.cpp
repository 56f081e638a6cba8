// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/hostvm/generate/FileElements.h"
#include "core/hostvm/verify/FileChecks.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::hostvm {

namespace {

using nccl::XmlNode;

/// The library fills in the links of devices that the machine has; it cannot for a synthetic switch.
class Links {
public:
    explicit Links(const CheckInputs &inputs)
        : m_in(inputs), m_version(*inputs.options.version), m_editor(inputs.text, m_version) {}

    std::vector<FileFinding> run() {
        for (const XmlNode &node : m_in.tree.nodes)
            if (node.name == "pci")
                check(node);
        return std::move(m_findings);
    }

private:
    FileFinding &add(std::string_view name, const XmlNode &node) {
        FileFinding &added = m_findings.emplace_back(fileFinding(name, node.line));
        added.finding.place.address = shownBusId(node);
        added.finding.set("address", shownBusId(node));
        return added;
    }

    static std::string shownBusId(const XmlNode &node) {
        return shownValue(node.value("busid").value_or(""));
    }

    [[nodiscard]] bool isOfMachine(const XmlNode &node) const {
        const auto busId = node.value("busid");
        return busId && m_in.machine.findFolder(*busId);
    }

    /// The rate of the hardware: of the device itself; for a synthetic switch, of the devices below it.
    [[nodiscard]] std::optional<pci::LinkRate> hardwareLink(const XmlNode &node) const {
        const auto address = pci::Address::parse(node.value("busid").value_or(""));
        if (const auto gpu = address ? m_in.fabric.gpuAt(*address) : std::nullopt)
            return m_in.fabric.gpus[*gpu].link;
        if (const auto nic = address ? m_in.fabric.nicAt(*address) : std::nullopt)
            return m_in.fabric.nics[*nic].link;
        std::optional<pci::LinkRate> best;
        for (const int child : node.children) {
            const XmlNode &below = m_in.tree.nodes[static_cast<std::size_t>(child)];
            if (below.name == "pci" && below.children.size() < 64)
                if (const auto link = hardwareLink(below); link && (!best || *best < *link))
                    best = link;
        }
        return best;
    }

    void check(const XmlNode &node) {
        const bool isSwitch = std::any_of(node.children.begin(), node.children.end(), [&](int child) {
            return m_in.tree.nodes[static_cast<std::size_t>(child)].name == "pci";
        });
        const bool invented = !isOfMachine(node);
        if (invented && !isSwitch)
            return; // not a device: reported elsewhere
        const auto speed = node.value("link_speed"), width = node.value("link_width");
        const bool known =
            speed && std::any_of(m_version.linkSpeeds.begin(), m_version.linkSpeeds.end(),
                                 [&](const nccl::LinkSpeedRow &row) { return speed->starts_with(row.text); });
        const auto hardware = hardwareLink(node);
        if (speed && !speed->empty() && !known) {
            const auto meant = pci::LinkSpeed::parse(*speed);
            FileFinding &added = add("link_speed_unknown", node);
            added.finding.set("written", shownValue(*speed));
            if (meant || hardware)
                added.edit =
                    m_editor.set(node, "link_speed", speedText(meant ? *meant : hardware->speed, m_version));
        } else if ((!speed || speed->empty()) && invented) {
            addLinkMissing(node, "link_speed",
                           hardware ? speedText(hardware->speed, m_version) : std::string());
        } else if (speed && hardware && known) {
            checkRate(node, *speed, width, *hardware);
        }
        if (invented && (!width || width->empty() || *width == "0"))
            addLinkMissing(node, "link_width", hardware ? std::to_string(hardware->width) : std::string());
    }

    void addLinkMissing(const XmlNode &node, std::string_view attribute, const std::string &value) {
        FileFinding &added = add("link_missing", node);
        added.finding.set("attribute", attribute);
        if (attribute == "link_width")
            added.finding.set("effect", "taken as x16");
        if (!value.empty())
            added.edit = m_editor.set(node, attribute, value);
    }

    void checkRate(const XmlNode &node, std::string_view speed, std::optional<std::string_view> width,
                   const pci::LinkRate &hardware) {
        const auto written = pci::LinkSpeed::parse(speed);
        const auto lanes = parseInteger<unsigned>(width.value_or(""));
        if (written && *written < hardware.speed)
            addSlow(node, "link_speed", shownValue(speed), speedText(hardware.speed, m_version),
                    speedText(hardware.speed, m_version));
        if (lanes && *lanes > 0 && *lanes < hardware.width)
            addSlow(node, "link_width", std::to_string(*lanes), fmt::format("{} lanes", hardware.width),
                    std::to_string(hardware.width));
    }

    void addSlow(const XmlNode &node, std::string_view attribute, std::string written, std::string hardware,
                 const std::string &right) {
        FileFinding &added = add("link_slow", node);
        added.finding.set("attribute", attribute)
            .set("written", std::move(written))
            .set("hardware", std::move(hardware));
        added.edit = m_editor.set(node, attribute, right);
    }

    const CheckInputs &m_in;
    const nccl::Version &m_version;
    TextEditor m_editor;
    std::vector<FileFinding> m_findings;
};

} // namespace

std::vector<FileFinding> linkFindings(const CheckInputs &inputs) {
    return Links(inputs).run();
}

} // namespace fabricscope::hostvm
