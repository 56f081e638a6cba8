// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/hostvm/HostVmChecks.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/nccl/Environment.h"
#include "core/nccl/file/XmlTree.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

namespace fabricscope::present {

using findings::Severity;
using nccl::XmlNode;
using topology::NodeKind;

namespace {

constexpr std::size_t kMaxValue = 32, kMaxDifferent = 2;

/// The contents of the file as parsed by the library, counted once for all checks.
class FileFacts {
public:
    explicit FileFacts(const HostVmCheckInputs &inputs) : m_inputs(inputs) {
        if (inputs.verification.version == nullptr)
            return;
        if (auto tree = nccl::readXml(inputs.text, *inputs.verification.version))
            m_nodes = std::move(tree->nodes);
    }

    [[nodiscard]] const HostVmCheckInputs &inputs() const { return m_inputs; }
    [[nodiscard]] const std::vector<XmlNode> &nodes() const { return m_nodes; }

    /// The guest's device of an element; nullptr if there is none.
    [[nodiscard]] const topology::Node *deviceOf(const XmlNode &node) const {
        const auto address = node.name == "pci" ? pci::Address::parse(node.value("busid").value_or(""))
                                                : std::optional<pci::Address>();
        const auto found = address ? m_inputs.guest.find(*address) : std::nullopt;
        return found ? &m_inputs.guest.node(*found) : nullptr;
    }
    /// Whether it contains other devices like a switch: then it need not exist in the guest.
    [[nodiscard]] bool isSwitch(const XmlNode &node) const {
        return node.name == "pci" &&
               std::any_of(node.children.begin(), node.children.end(), [this](int child) {
                   return m_nodes[static_cast<std::size_t>(child)].name == "pci";
               });
    }
    [[nodiscard]] std::size_t count(NodeKind kind) const {
        return static_cast<std::size_t>(
            std::count_if(m_nodes.begin(), m_nodes.end(), [&](const XmlNode &node) {
                const topology::Node *device = deviceOf(node);
                return device != nullptr && device->kind == kind;
            }));
    }
    /// The values of an attribute in elements of this name: "400000", "400000 and 200000", "3 values".
    [[nodiscard]] std::string values(std::string_view element, std::string_view attribute,
                                     std::string_view before = {}) const {
        std::set<std::string> found;
        for (const XmlNode &node : m_nodes)
            if (const auto value = node.value(attribute); node.name == element && value)
                found.insert(std::string(before) + HostText(*value).plain(kMaxValue));
        return found.size() > kMaxDifferent ? fmt::format("{} values", found.size())
                                            : fmt::format("{}", fmt::join(found, " and "));
    }

private:
    const HostVmCheckInputs &m_inputs;
    std::vector<XmlNode> m_nodes;
};

std::string counted(std::size_t count, std::string_view one) {
    return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

/// "6 of 8": pairs of the file that match the hardware.
std::string pairsValue(const FileFacts &facts) {
    const HostVmTable &table = facts.inputs().table;
    if (table.compared() == 0)
        return "unknown";
    const auto wrong = static_cast<std::size_t>(
        std::count_if(table.curves().begin(), table.curves().end(), [](const HostVmCurve &curve) {
            return curve.claimedBy == HostVmCurve::ClaimedBy::File;
        }));
    const std::size_t claims = facts.inputs().claims;
    return fmt::format("{} of {}", claims - std::min(claims, wrong), claims);
}

std::string placeValue(const FileFacts &facts) {
    const auto &settings = facts.inputs().guest.host().ncclSettings;
    const std::string_view name = nccl::nameOf(nccl::Variable::TopoFile);
    const auto found = std::find_if(settings.begin(), settings.end(),
                                    [&](const host::NcclSetting &setting) { return setting.name == name; });
    if (found == settings.end())
        return "library default path";
    return found->source == "env" ? "login environment" : HostText(found->source).plain(kMaxValue);
}

std::string addressesValue(const FileFacts &facts) {
    std::size_t all = 0, there = 0;
    for (const XmlNode &node : facts.nodes())
        if (node.name == "pci" && !facts.isSwitch(node)) {
            ++all;
            there += facts.deviceOf(node) != nullptr ? 1 : 0;
        }
    return all == 0 ? std::string() : fmt::format("{} of {}", there, all);
}

/// "1002:75a0, AMD Instinct MI355X": the model of all GPUs in the file.
std::string modelValue(const FileFacts &facts) {
    std::set<std::string> ids;
    std::string model;
    for (const XmlNode &node : facts.nodes()) {
        const topology::Node *device = facts.deviceOf(node);
        const auto vendor = node.value("vendor"), id = node.value("device");
        if (device == nullptr || device->kind != NodeKind::Gpu || !vendor || !id)
            continue;
        const auto plain = [](std::string_view text) {
            return HostText(text.starts_with("0x") ? text.substr(2) : text).plain(kMaxValue);
        };
        ids.insert(fmt::format("{}:{}", plain(*vendor), plain(*id)));
        model = HostText(*device->model).plain(kMaxValue);
    }
    if (ids.size() > 1)
        return counted(ids.size(), "model");
    return ids.empty() || model.empty() ? fmt::format("{}", fmt::join(ids, ""))
                                        : fmt::format("{}, {}", *ids.begin(), model);
}

std::string devicesValue(const FileFacts &facts) {
    if (facts.nodes().empty())
        return {};
    return counted(facts.count(NodeKind::Gpu), "GPU") + ", " + counted(facts.count(NodeKind::Nic), "NIC");
}

/// "400000, gdr=1"
std::string netsValue(const FileFacts &facts) {
    std::string value = facts.values("net", "speed");
    if (const std::string gdr = facts.values("net", "gdr", "gdr="); !gdr.empty())
        value += (value.empty() ? "" : ", ") + gdr;
    return value;
}

std::string numbersValue(const FileFacts &facts) {
    if (facts.nodes().empty())
        return {};
    const std::string dev = facts.values("gpu", "dev", "dev=");
    return dev.empty() ? "automatic" : dev;
}

/// "32.0 GT/s PCIe, x16"
std::string linkValue(const FileFacts &facts) {
    std::string value = facts.values("pci", "link_speed");
    if (const std::string width = facts.values("pci", "link_width", "x"); !width.empty())
        value += (value.empty() ? "" : ", ") + width;
    return value;
}

/// "4 + 4": GPUs by the file's CPUs.
std::string numaValue(const FileFacts &facts) {
    std::vector<std::size_t> counts;
    for (const XmlNode &node : facts.nodes()) { // each after its parent
        if (node.name == "cpu")
            counts.push_back(0);
        const topology::Node *device = facts.deviceOf(node);
        if (device != nullptr && device->kind == NodeKind::Gpu && !counts.empty())
            ++counts.back();
    }
    return fmt::format("{}{}", fmt::join(counts, " + "), counts.empty() ? "" : " GPUs");
}

std::string pixValue(const FileFacts &facts) {
    return counted(facts.inputs().claims, "pair");
}

/// "16 synthetic switches"
std::string switchesValue(const FileFacts &facts) {
    const auto switches = std::count_if(facts.nodes().begin(), facts.nodes().end(), [&](const XmlNode &node) {
        return facts.isSwitch(node) && facts.deviceOf(node) == nullptr;
    });
    return facts.nodes().empty() ? std::string()
                                 : fmt::format("{} synthetic switch{}", switches, switches == 1 ? "" : "es");
}

std::string hostValue(const FileFacts &facts) {
    return HostText(facts.inputs().table.hostName()).plain(kMaxValue);
}

/// A check, with the findings that make it fail.
struct CheckRow {
    std::string_view text;
    std::string_view codes;                       ///< of those findings, separated by blanks
    std::string (*value)(const FileFacts &facts); ///< the value shown if the check passes
    bool always = false;                          ///< the value is also shown if it fails
    bool ofPairs = false;                         ///< if the file claims no pairs, the check is omitted
};
constexpr std::array kChecks{
    CheckRow{"Pairs follow the host's switches",
             "nics_swapped nic_at_wrong_gpu at_cpu gpu_without_nic other_nic other_distance", pairsValue,
             true},
    CheckRow{"GPU and NIC in one switch, PIX", "pxb", pixValue, false, true},
    CheckRow{"NCCL_TOPO_FILE names it", "not_named other_file_named graph_file", placeValue},
    CheckRow{"All bus IDs exist in the guest",
             "nothing_found host_address spelling no_such_device busid_twice", addressesValue},
    CheckRow{"Device IDs match", "device_ids", modelValue},
    CheckRow{"All GPUs and NICs present", "gpu_not_in_file nic_not_in_file nics_merged", devicesValue},
    CheckRow{"NUMA split follows the host", "numa_unknown cpu_model keep nics_fused", numaValue},
    CheckRow{"Link speed and width", "switch_is_real link_speed_unknown link_missing link_slow", linkValue},
    CheckRow{"NIC speed, port, GDR", "net_name net_elsewhere net_gdr_off net_gdr_forced net_speed net_port",
             netsValue},
    CheckRow{"GPU device numbers", "gpu_dev gpu_dropped", numbersValue},
    CheckRow{"Well formed, nothing ignored",
             "byte_order_mark xml_declaration stray_text broken_tag value_too_long open_comment open_element "
             "wrong_closing no_version wrong_version too_large unreadable missing_attribute refused "
             "no_system ignored_element attribute_ignored",
             switchesValue},
    CheckRow{"Host and guest settings", "dmabuf_unset host_trouble no_host", hostValue},
};

/// "3 warnings"; "2 problems" if they have several severities.
std::string findingsValue(const std::vector<const findings::Finding *> &found) {
    constexpr std::array<std::string_view, 3> kWords{"note", "warning", "error"};
    const Severity severity = found.front()->severity;
    const bool one = std::all_of(found.begin(), found.end(), [&](const findings::Finding *finding) {
        return finding->severity == severity;
    });
    return counted(found.size(), one ? kWords[static_cast<std::size_t>(severity)] : "problem");
}

bool isListed(std::string_view codes, std::string_view code) {
    while (!codes.empty())
        if (takeUntil(codes, ' ') == code)
            return true;
    return false;
}

HostVmCheck checked(const CheckRow &row, const FileFacts &facts) {
    HostVmCheck check{std::nullopt, std::string(row.text), {}, 0};
    std::vector<const findings::Finding *> found;
    for (const hostvm::FileFinding &one : facts.inputs().verification.findings) {
        if (!isListed(row.codes, hostvm::codeOf(one)))
            continue;
        found.push_back(&one.finding);
        check.severity = std::max(check.severity.value_or(one.finding.severity), one.finding.severity);
    }
    if (row.ofPairs && facts.inputs().claims == 0 && !check.severity)
        check.severity = Severity::Note;
    check.findings = found.size();
    check.value = found.empty() || row.always ? row.value(facts) : findingsValue(found);
    return check;
}

} // namespace

std::vector<HostVmCheck> hostVmChecks(const HostVmCheckInputs &inputs) {
    const FileFacts facts(inputs);
    std::vector<HostVmCheck> checks;
    for (const CheckRow &row : kChecks)
        checks.push_back(checked(row, facts));
    if (inputs.table.compared() == 0 && !checks.front().severity)
        checks.front().severity = Severity::Note; // unknown does not count as passed
    const auto rank = [](const HostVmCheck &check) {
        return check.severity ? 1 + static_cast<int>(*check.severity) : 0;
    };
    std::stable_sort(checks.begin(), checks.end(),
                     [&](const HostVmCheck &a, const HostVmCheck &b) { return rank(a) > rank(b); });
    return checks;
}

} // namespace fabricscope::present
