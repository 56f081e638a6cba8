// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/Claims.h"

#include "core/affinity/Examine.h"
#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/host/KernelFault.h"
#include "core/hostvm/Passthrough.h"
#include "core/search/Findings.h"
#include "core/topology/findings/ToolFindings.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace fabricscope::checks {

namespace {

using findings::Evidence;
using findings::Finding;
using host::KernelMessage;

struct ClaimTable {
    using Beginnings = std::vector<std::pair<std::string_view, std::size_t>>;
    std::map<std::string_view, std::size_t> exact; ///< RULE/VARIANT and RULE
    Beginnings ofVariants, ofRules;                ///< RULE/VARIANT* and RULE*, without the asterisk
};

ClaimTable tabulated() {
    ClaimTable table;
    const auto &checks = allChecks();
    for (std::size_t i = 0; i < checks.size(); ++i)
        for (std::string_view rest = checks[i]->claims; !rest.empty();) {
            const std::string_view claim = takeUntil(rest, ' ');
            if (!claim.ends_with('*'))
                table.exact.emplace(claim, i);
            else
                (claim.find('/') != claim.npos ? table.ofVariants : table.ofRules)
                    .emplace_back(claim.substr(0, claim.size() - 1), i);
        }
    return table;
}

/// Evidence of the findings that carry none.
class EvidenceFinder {
public:
    explicit EvidenceFinder(const Context &context) : m_context(context) {}

    void addTo(Finding &finding) const {
        if (!finding.evidence.empty())
            return;
        const auto address = pci::Address::parse(finding.place.address);
        if (finding.rule.starts_with("link."))
            addLink(finding, address);
        else if (finding.rule.starts_with("port."))
            addPorts(finding);
        else if (finding.rule.starts_with("kernel."))
            addMessage(finding, address);
        else if (finding.rule == "device.fault")
            addToolFault(finding, address);
        else if (finding.rule == "way.acs_redirect")
            addAcs(finding, address);
    }

    /// The distances that the judgement is about, and the lines of an NCCL file that state the pairs.
    void addPair(Finding &finding, const affinity::Examination &examination, std::size_t index) const {
        const affinity::Judgement &judgement = examination.judgement;
        const affinity::Pair &pair = judgement.pairs[index];
        const affinity::Fabric &fabric = judgement.fabric;
        for (const affinity::StatedPair &stated : examination.inputs.file)
            if (stated.gpu == pair.gpu && stated.line > 0)
                finding.evidence.push_back({fileOf(examination.inputs),
                                            "line " + std::to_string(stated.line) + ": " +
                                                nameOf(fabric.nics[stated.nic]) + " below the switch of " +
                                                nameOf(fabric.gpus[stated.gpu]),
                                            {.line = stated.line}});
        std::string distances;
        const auto add = [&](std::size_t nic, const topology::Reach &reach) {
            distances += (distances.empty() ? nameOf(fabric.gpus[pair.gpu]) + " to " : std::string(", ")) +
                         nameOf(fabric.nics[nic]) + ": " + std::string(toString(reach));
        };
        if (pair.nic)
            add(*pair.nic, pair.reach);
        if (!pair.idealNics.empty() && pair.nic != pair.idealNics.front())
            add(pair.idealNics.front(), pair.idealReach);
        if (!distances.empty())
            finding.evidence.push_back(
                {fabric.source.empty() ? "/sys/devices" : HostText(fabric.source).line(kSourceBytes),
                 distances});
    }

private:
    static constexpr std::size_t kSourceBytes = 256, kNameBytes = 64;

    static std::string fileOf(const affinity::Inputs &inputs) {
        return inputs.fileName.empty() ? "NCCL file" : HostText(inputs.fileName).line(kSourceBytes);
    }

    template<class Device> static std::string nameOf(const Device &device) {
        return HostText(device.name).line(kNameBytes) + " (" + HostText(device.busIdText).line(kNameBytes) +
               ")";
    }

    template<class F>
    void add(Finding &finding, const F &fact, std::string_view name, std::string text) const {
        if (fact.known())
            finding.evidence.push_back(m_context.quotes.of(fact.evidence(), name, text));
    }

    void addLink(Finding &finding, const std::optional<pci::Address> &address) const {
        const host::PciFunction *function = address ? m_context.host.function(*address) : nullptr;
        if (function == nullptr)
            return;
        const auto speed = [](const host::Fact<pci::LinkSpeed> &fact) {
            return fact ? "Gen" + std::to_string(fact->generation()) : std::string();
        };
        const auto width = [](const host::Fact<std::uint8_t> &fact) {
            return fact ? "x" + std::to_string(*fact) : std::string();
        };
        add(finding, function->currentSpeed, "current_link_speed", speed(function->currentSpeed));
        add(finding, function->maxSpeed, "max_link_speed", speed(function->maxSpeed));
        add(finding, function->currentWidth, "current_link_width", width(function->currentWidth));
        add(finding, function->maxWidth, "max_link_width", width(function->maxWidth));
    }

    void addPorts(Finding &finding) const {
        const std::string *named = finding.argument("nic");
        const std::string *number = finding.argument("port");
        for (const host::RdmaDevice &device : m_context.host.rdmaDevices) {
            if (device.name != (named != nullptr ? *named : finding.device))
                continue;
            for (const host::RdmaPort &port : device.ports) {
                if (number == nullptr || std::to_string(port.number) != *number)
                    continue;
                add(finding, port.state, device.name + " state", *port.state);
                add(finding, port.physicalState, device.name + " phys_state", *port.physicalState);
                if (finding.rule == "port.slow")
                    add(finding, port.rate, device.name + " rate", {});
            }
        }
    }

    void addMessage(Finding &finding, const std::optional<pci::Address> &address) const {
        for (const KernelMessage &message : m_context.host.kernelMessages) {
            if (message.device && (!address || *message.device != *address))
                continue;
            if (finding.rule == ruleOf(message, finding)) {
                finding.evidence.push_back(m_context.quotes.of(message.evidence, "kernel log", message.text));
                return;
            }
        }
    }

    /// The rule, if the message is of the finding's variant.
    static std::string_view ruleOf(const KernelMessage &message, const Finding &finding) {
        const host::KernelFault fault = host::kernelFaultOf(message.kind, message.text);
        if (fault.xid != 0)
            return fault.isSwitch ? "kernel.sxid" : "kernel.xid";
        if (!fault.rule.empty())
            return fault.variant == finding.variant ? fault.rule : std::string_view();
        switch (message.kind) {
        case KernelMessage::Kind::BusError:
            return "kernel.bus_error";
        case KernelMessage::Kind::DeviceLost:
            return "kernel.device_lost";
        case KernelMessage::Kind::GpuFault:
            return "kernel.gpu_fault";
        default:
            return {};
        }
    }

    void addToolFault(Finding &finding, const std::optional<pci::Address> &address) const {
        const std::string *at = finding.argument("at"); // where the tree does not have the device
        for (const host::ToolFault &fault : m_context.host.toolFaults)
            if (topology::toolFaultVariant(m_context.host, fault) == finding.variant &&
                (fault.address
                     ? fault.address == address || (at != nullptr && *at == fault.address->toString())
                     : fault.device == (at != nullptr ? *at : std::string()))) {
                finding.evidence.push_back(m_context.quotes.of(fault.evidence, fault.device, fault.detail));
                return;
            }
    }

    void addAcs(Finding &finding, const std::optional<pci::Address> &address) const {
        const host::PciFunction *function = address ? m_context.host.function(*address) : nullptr;
        if (function != nullptr && function->config && function->config->acs)
            finding.evidence.push_back({"ACS control of " + address->toString(),
                                        function->config->acs->toString(),
                                        {.address = address->toString()}});
    }

    const Context &m_context;
};

/// What a finding about a passed-through device states that the tree states, too.
struct SameStatement {
    std::string_view passthrough, ofTree;
};
constexpr SameStatement kSame[] = {
    {"passthrough.fell_off", "device.dead"},
    {"passthrough.reset_failed", "kernel.device_lost"},
    {"passthrough.reset_slow", "kernel.reset"},
};

bool isStated(const hostvm::PassthroughFinding &passthrough, const std::set<std::string> &stated) {
    const auto *const same = std::find_if(std::begin(kSame), std::end(kSame), [&](const SameStatement &each) {
        return each.passthrough == passthrough.finding.rule;
    });
    return same != std::end(kSame) && !passthrough.devices.empty() &&
           std::all_of(passthrough.devices.begin(), passthrough.devices.end(), [&](const auto &device) {
               return stated.contains(std::string(same->ofTree) + " " + device.toString());
           });
}

} // namespace

std::optional<std::size_t> claimedBy(std::string_view rule, std::string_view variant) {
    static const ClaimTable kTable = tabulated();
    const std::string whole = std::string(rule) + "/" + std::string(variant);
    const auto beginning = [](const auto &beginnings, std::string_view text) -> std::optional<std::size_t> {
        for (const auto &[start, check] : beginnings)
            if (text.starts_with(start))
                return check;
        return std::nullopt;
    };
    if (const auto at = kTable.exact.find(whole); at != kTable.exact.end())
        return at->second;
    if (const auto check = beginning(kTable.ofVariants, whole))
        return check;
    if (const auto at = kTable.exact.find(rule); at != kTable.exact.end())
        return at->second;
    return beginning(kTable.ofRules, rule);
}

std::vector<std::vector<Finding>> claimedFindings(const Context &context) {
    std::vector<std::vector<Finding>> claimed(allChecks().size());
    const EvidenceFinder evidence(context);
    std::set<std::string> stated;
    const auto add = [&](Finding finding) {
        evidence.addTo(finding);
        // A test holds that each rule is claimed; one that is not is still reported.
        claimed[claimedBy(finding.rule, finding.variant).value_or(claimed.size() - 1)].push_back(
            std::move(finding));
    };
    const affinity::Judgement *judgement =
        context.subject.examination != nullptr ? &context.subject.examination->judgement : nullptr;
    for (search::LocatedFinding &located : search::findingsOf(context.topology, judgement)) {
        if (located.node && located.pair && located.finding.device.empty())
            located.finding.device = context.topology.node(*located.node).name;
        if (located.pair)
            evidence.addPair(located.finding, *context.subject.examination, *located.pair);
        stated.insert(located.finding.rule + " " + located.finding.place.address);
        add(std::move(located.finding));
    }
    hostvm::Passthrough passed = hostvm::passthroughOf(context.topology);
    for (hostvm::PassthroughFinding &passthrough : passed.findings)
        if (!isStated(passthrough, stated))
            add(std::move(passthrough.finding));
    return claimed;
}

} // namespace fabricscope::checks
