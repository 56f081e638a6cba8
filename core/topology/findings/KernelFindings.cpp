// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/findings/KernelFindings.h"

#include "core/base/Text.h"
#include "core/base/Units.h"
#include "core/findings/Rules.h"
#include "core/host/KernelFault.h"
#include "core/host/KernelNotes.h"
#include "core/topology/Classes.h"
#include "core/topology/findings/AmdgpuStart.h"
#include "core/topology/findings/SystemMessages.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

namespace fabricscope::topology {

namespace {

using findings::Finding;
using host::KernelFault;
using host::KernelMessage;

/// The text between two words; empty where they are not there.
std::string_view between(std::string_view text, std::string_view before, std::string_view after) {
    const auto at = text.find(before);
    if (at == std::string_view::npos)
        return {};
    text.remove_prefix(at + before.size());
    const auto end = text.find(after);
    return end == std::string_view::npos ? std::string_view{} : trimmed(text.substr(0, end));
}

constexpr std::string_view kLost = "lost", kGpu = "kernel.gpu_fault";

/// Messages of one event: a message is part of another one of the same device, or of any device.
struct Part {
    std::string_view rule, variant; ///< of the message
    std::string_view ofRule, ofVariant;
    bool ofAnyDevice = false;
};
constexpr Part kParts[] = {
    {"kernel.nic", "syndrome", "kernel.nic", "health"},
    {kGpu, "reset", kGpu, "reset_done"},
    {kGpu, "scheduler", kGpu, "preemption"},
    {kGpu, "reset", kGpu, "reset_failed"},
    {kGpu, "aca_logged", kGpu, "aca_uncorrected"},
    {kGpu, "aca_logged", kGpu, "aca_deferred"},
    {kGpu, "aca_logged", kGpu, "aca_corrected"},
    {kGpu, "aca_logged", kGpu, "uncorrectable"},
    {kGpu, "aca_logged", kGpu, "deferred"},
    {kGpu, "aca_logged", kGpu, "correctable"},
    {kGpu, "aca_uncorrected", kGpu, "uncorrectable"},
    {kGpu, "aca_deferred", kGpu, "deferred"},
    {kGpu, "aca_corrected", kGpu, "correctable"},
    {kGpu, "psp", kGpu, "amd_init"},
    {kGpu, "smu", kGpu, "smu_unreadable"},
    {kGpu, "smu", kLost, ""},
    {kGpu, "smu_unreadable", kLost, ""},
    {"kernel.slot", "retrain", "kernel.slot", "no_link"},
    {"kernel.driver", "", kGpu, "amd_init"},
    {"kernel.driver", "", kGpu, "nvidia_init"},
    {"kernel.driver", "", "kernel.driver", "unsupported"},
    {"kernel.driver", "", "kernel.driver", "open"},
    {"kernel.driver", "", "kernel.driver", "proprietary"},
    {"kernel.driver", "none_started", "kernel.driver", "unsupported", true},
    {"kernel.driver", "none_started", "kernel.driver", "open", true},
    {"kernel.driver", "none_started", "kernel.driver", "proprietary", true},
    {"kernel.driver", "none_started", "kernel.driver", "bound", true},
    {"kernel.driver", "none_started", "kernel.driver", "", true},
    {"kernel.driver", "none_started", "kernel.bar", "", true},
    {"kernel.driver", "none_started", kGpu, "nvidia_init", true},
    {"kernel.driver", "none_started", kGpu, "nvidia_init_minor", true},
    {kGpu, "nvidia_init", kGpu, "nvidia_init_minor"}, // the line before it
    {"kernel.driver", "other_driver", "kernel.driver", "none_started", true},
    {"kernel.driver", "other_driver", "kernel.driver", "bound", true},
    {"kernel.system", "out_of_memory_unnamed", "kernel.system", "out_of_memory"},
    {"kernel.system", "out_of_memory_unnamed", "kernel.system", "out_of_memory_cgroup"},
    {"kernel.machine_check", "corrected", "kernel.memory", "", true}, // which names the DIMM
    {"kernel.machine_check", "logged", "kernel.machine_check", "corrected", true},
    {"kernel.machine_check", "logged", "kernel.machine_check", "", true},
    {"kernel.machine_check", "logged", "kernel.machine_check", "deferred", true},
    {"kernel.machine_check", "logged", "kernel.memory", "", true},
    {"kernel.machine_check", "logged", "kernel.memory", "uncorrected", true},
};

class KernelFindings {
public:
    explicit KernelFindings(const Topology &topology) : m_topology(topology) {
        for (const KernelMessage &message : topology.host().kernelMessages) {
            const KernelFault fault = host::kernelFaultOf(message.kind, message.text);
            if (fault.xid == kFallenOff)
                noteFallenOff(message);
            if (fault.bus == KernelFault::Bus::Contained)
                m_known.insert({keyOf(message.device), "bus", "contained"});
            if (fault.rule == "kernel.bar" && message.device && !fault.isOver &&
                !knows(message, fault.rule, fault.variant))
                m_firstBars.insert(&message);
            if (!fault.isOver)
                m_known.insert({keyOf(message.device), fault.rule, fault.variant});
            m_rules.insert({fault.rule, fault.variant});
            if (message.kind == KernelMessage::Kind::DeviceLost && fault.rule.empty())
                m_known.insert({keyOf(message.device), kLost, ""});
            if (message.kind == KernelMessage::Kind::BusError)
                noteBusError(message, fault);
            if (message.kind == KernelMessage::Kind::BusError && fault.bus != KernelFault::Bus::Corrected)
                addNames(m_busErrors[keyOf(message.device)], host::notesOf(message.text).errors);
            if (const auto syndrome = syndromeOf(message.text);
                !syndrome.empty() && fault.rule == "kernel.nic")
                m_syndromes.try_emplace(keyOf(message.device), syndrome);
        }
    }

    std::vector<std::pair<NodeId, Finding>> take() {
        for (const KernelMessage &message : m_topology.host().kernelMessages) {
            const KernelFault fault = host::kernelFaultOf(message.kind, message.text);
            if (!isPartOfAnother(message, fault))
                add(message, fault);
        }
        return std::move(m_findings);
    }

private:
    static constexpr int kFallenOff = 79;
    /// A link that went down and came up so often has a bad contact, cable or partner; drivers and
    /// administrators set a link down once or twice.
    static constexpr std::uint32_t kFlapping = 3;

    static void addNames(std::string &list, const std::string &names) {
        if (!names.empty() && list.find(names) == std::string::npos)
            list.append(list.empty() ? "" : ", ").append(names);
    }

    static std::uint64_t keyOf(const std::optional<Address> &device) {
        return device ? device->key() + 1 : 0;
    }
    void noteFallenOff(const KernelMessage &message) {
        m_known.insert({keyOf(message.device), "xid", "79"});
        m_rules.insert({"xid", "79"});
    }
    [[nodiscard]] bool knows(const KernelMessage &message, std::string_view rule,
                             std::string_view variant) const {
        return m_known.contains({keyOf(message.device), rule, variant});
    }
    [[nodiscard]] bool knowsAny(std::string_view rule, std::string_view variant) const {
        return m_rules.contains({rule, variant});
    }

    /// "mlx5_core 0000:41:00.0: print_health_info:430:(pid 0): synd 0x1: firmware internal error"
    static std::string_view syndromeOf(std::string_view text) {
        constexpr std::string_view kWords = "synd 0x";
        const auto at = text.find(kWords);
        std::string_view rest =
            at == std::string_view::npos ? std::string_view{} : text.substr(at + kWords.size());
        if (const auto issue = between(text, "Health issue observed, ", ", severity"); !issue.empty())
            return issue;
        const std::string_view number = takeUntil(rest, ':');
        return number == "0" ? std::string_view{} : trimmed(rest);
    }

    [[nodiscard]] bool isPart(const KernelMessage &message, const KernelFault &fault) const {
        return std::any_of(std::begin(kParts), std::end(kParts), [&](const Part &each) {
            return fault.rule == each.rule && fault.variant == each.variant &&
                   (each.ofAnyDevice ? knowsAny(each.ofRule, each.ofVariant)
                                     : knows(message, each.ofRule, each.ofVariant));
        });
    }
    /// amdgpu names the device in its last line only.
    [[nodiscard]] bool isOfUnnamedGpu(const KernelMessage &message, const KernelFault &fault) const {
        if (message.device || fault.rule != kGpu || (fault.variant != "amd_init" && fault.variant != "psp"))
            return false;
        return std::any_of(m_known.begin(), m_known.end(), [](const auto &each) {
            return std::get<0>(each) != 0 && std::get<1>(each) == kGpu && std::get<2>(each) == "amd_init";
        });
    }

    /// A driver's lines about one event: what it found, what it did, how that ended.
    [[nodiscard]] bool isPartOfAnother(const KernelMessage &message, const KernelFault &fault) const {
        if (message.kind == KernelMessage::Kind::DeviceLost && fault.xid == 0 &&
            (message.device ? knows(message, "xid", "79")
                            : fault.rule.empty() && knowsAny("xid", "79"))) // the rest of a wrapped line
            return true;
        using Bus = KernelFault::Bus;
        if (isLoggedByDevice(message, fault))
            return true;
        if (fault.bus == Bus::NonFatal || fault.bus == Bus::Fatal || fault.bus == Bus::Unknown)
            if (message.kind == KernelMessage::Kind::BusError)
                return knows(message, "bus", "contained");
        if (isFlapping(message, fault))
            return false;
        if (fault.isOver && (fault.rule != "kernel.slot" || !fault.variant.empty()))
            return !(fault.variant == "link_down" && message.count > 1);
        if (fault.rule == "kernel.bar") // the line after the driver's names the device
            return message.device ? !m_firstBars.contains(&message) : !m_firstBars.empty();
        if (fault.rule == "kernel.slot" && fault.variant.empty())
            return knows(message, fault.rule, "not_present") && !fault.isOver;
        if (isPart(message, fault) || isOfUnnamedGpu(message, fault))
            return true;
        if (fault.rule == "kernel.nic" && fault.variant == "syndrome")
            return syndromeOf(message.text).empty();
        if (fault.rule == "kernel.driver" && fault.variant.empty())
            return !message.device; // of the board: boot logs have some without consequence
        return fault.rule == "kernel.link_limited" && (hasLink(message) || !isForData(message));
    }

    /// A root port's line about an error that the device itself logs, too; some ports do not know which
    /// device it is, and name 00:00.0.
    [[nodiscard]] bool isLoggedByDevice(const KernelMessage &message, const KernelFault &fault) const {
        if (!fault.isReport)
            return false;
        if (isNamed(message))
            return m_logged.contains({keyOf(message.device), fault.bus});
        if (m_explained.contains(&message))
            return true;
        return std::any_of(m_loggers.begin(), m_loggers.end(), [&](const auto &each) {
            return each.second == fault.bus &&
                   (isBelow(*each.first, message) ||
                    m_portsOf.contains({keyOf(each.first->device), portOf(message)}));
        });
    }

    /// Of a report: whether the port names the device.
    static bool isNamed(const KernelMessage &report) {
        return report.device && report.text.find(report.device->toString(), report.text.find(" received")) !=
                                    std::string::npos;
    }

    /// "pcieport 0000:40:01.1: AER: Corrected error received: 0000:41:00.0": the port.
    static std::string_view portOf(const KernelMessage &report) {
        std::string_view rest = report.text;
        (void)takeUntil(rest, ' ');
        return rest.substr(0, rest.find(": "));
    }

    /// Whether the device of a message is the port of another one, or below it.
    [[nodiscard]] bool isBelow(const KernelMessage &message, const KernelMessage &port) const {
        const auto top = port.device ? m_topology.find(*port.device) : std::nullopt;
        auto node = message.device ? m_topology.find(*message.device) : std::nullopt;
        if (!top)
            return false;
        while (node && *node != *top) {
            const auto &parent = m_topology.node(*node).parent;
            node = parent ? std::optional<NodeId>(*parent) : std::nullopt;
        }
        return node.has_value();
    }

    /// The lines of the device follow the port's report at once, and another port's report begins another
    /// error.
    void noteBusError(const KernelMessage &message, const KernelFault &fault) {
        if (fault.isReport) {
            m_report = isNamed(message) ? nullptr : &message;
            if (isNamed(message))
                m_portsOf.insert({keyOf(message.device), portOf(message)});
            return;
        }
        m_logged.insert({keyOf(message.device), fault.bus});
        m_loggers.emplace_back(&message, fault.bus);
        constexpr std::uint32_t kFarthest = 4096; // a few lines, also of JSON
        if (m_report && m_report->evidence.section == message.evidence.section &&
            message.evidence.offset - m_report->evidence.offset <= kFarthest &&
            host::kernelFaultOf(m_report->kind, m_report->text).bus == fault.bus)
            m_explained.insert(m_report);
    }

    [[nodiscard]] static bool isFlapping(const KernelMessage &message, const KernelFault &fault) {
        const bool isLink = (fault.rule == "kernel.nic" && fault.variant == "link_down") ||
                            (fault.rule == "kernel.slot" && fault.variant.empty());
        return isLink && message.count >= kFlapping;
    }

    /// Its link is known as it is now, and judged; the log has it as it was at boot.
    [[nodiscard]] bool hasLink(const KernelMessage &message) const {
        const auto node = message.device ? m_topology.find(*message.device) : std::nullopt;
        return node && m_topology.node(*node).link && m_topology.node(*node).link->width;
    }

    /// GPUs, NICs and NVMe drives; a BMC's console and the bridges of a board have few lanes by design.
    /// Unknown devices may be for data.
    [[nodiscard]] bool isForData(const KernelMessage &message) const {
        const host::Fact<std::string> &virtualization = m_topology.host().virtualization;
        if (hasEmulatedDevices(m_topology.host()) || (virtualization && *virtualization != "none"))
            return false; // the ports of a VM are emulated, too
        if (message.text.starts_with("pcieport ") || message.text.starts_with("ast "))
            return false;
        const host::PciFunction *function =
            message.device ? m_topology.host().function(*message.device) : nullptr;
        if (!function || !function->classCode)
            return true;
        const NodeKind kind = deviceKind(*function);
        return !isPciBridge(*function) &&
               (kind == NodeKind::Gpu || kind == NodeKind::Nic || kind == NodeKind::Nvme);
    }

    void add(const KernelMessage &message, const KernelFault &fault) {
        auto finding = findingOf(message, fault);
        if (!finding)
            return;
        const auto node = message.device ? m_topology.find(*message.device) : std::nullopt;
        if (message.device && !node)
            finding->set("at", message.device->toString());
        else if (!message.device && !fault.part.empty() && message.kind != KernelMessage::Kind::GpuFault)
            finding->set("at", std::string(fault.part));
        if (!message.device)
            finding->set("unnamed");
        if (message.count > 1)
            finding->set("count", std::size_t{message.count});
        m_findings.emplace_back(node.value_or(0), std::move(*finding));
    }

    [[nodiscard]] std::optional<Finding> findingOf(const KernelMessage &message,
                                                   const KernelFault &fault) const {
        if (fault.isNoFault)
            return std::nullopt;
        if (message.kind == KernelMessage::Kind::BusError)
            return busFinding(message, fault.bus);
        if (fault.xid != 0)
            return xidFinding(fault).set("text", std::string(xidText(message.text)));
        if (message.kind == KernelMessage::Kind::DeviceLost && fault.rule.empty())
            return Finding("kernel.device_lost");
        const std::string line(lineOf(message));
        if (message.kind == KernelMessage::Kind::GpuFault && fault.rule.empty())
            return Finding("kernel.gpu_fault").set("text", line);
        if (fault.rule.empty())
            return std::nullopt;
        Finding finding(fault.rule, variantOf(message, fault));
        finding.set("text", line);
        setNotes(finding, message);
        if (!fault.part.empty())
            finding.set("part", std::string(fault.part));
        if (const auto known = m_syndromes.find(keyOf(message.device));
            known != m_syndromes.end() && !known->second.empty())
            finding.set("syndrome", std::string(known->second));
        if (fault.rule == "kernel.link_limited")
            setLink(finding, message);
        if (fault.rule == "kernel.bar")
            setBar(finding, message.text);
        if (fault.rule == "kernel.driver")
            setDriver(finding, message.text);
        if (message.kind == KernelMessage::Kind::System)
            setSystemParts(finding, line);
        return finding;
    }

    /// A message's line without what drivers begin it with, where that is the device that the finding names:
    /// "amdgpu 0000:03:00.0: amdgpu: ...", "ionic 0000:07:00.0 ens3: ...".
    static std::string_view lineOf(const KernelMessage &message) {
        const std::string_view line = host::withoutNotes(message.text);
        if (!message.device)
            return line;
        std::string_view rest = line;
        const std::string_view driver = takeUntil(rest, ' ');
        const std::string address = message.device->toString();
        if (!rest.starts_with(address))
            return line;
        rest = trimmed(rest.substr(address.size()));
        if (rest.starts_with(':'))
            rest = trimmed(rest.substr(1));
        if (rest.starts_with(driver) && rest.substr(driver.size()).starts_with(": "))
            rest = trimmed(rest.substr(driver.size() + 1));
        return rest.empty() ? line : rest;
    }

    static void setNotes(Finding &finding, const KernelMessage &message) {
        const host::KernelNotes notes = host::notesOf(message.text);
        for (const auto &[name, value] : {std::pair("errors", &notes.errors),
                                          std::pair("first", &notes.first), std::pair("last", &notes.last)})
            if (!value->empty())
                finding.set(name, *value);
        if (notes.later.empty())
            finding.set("down");
        if (const std::string_view code = between(message.text, "RmInitAdapter failed! (", ")");
            !code.empty())
            finding.set("code", std::string(code));
    }

    /// Of a slot it matters what else was logged: a card that never was there is an empty slot.
    [[nodiscard]] std::string_view variantOf(const KernelMessage &message, const KernelFault &fault) const {
        if (isFlapping(message, fault))
            return "flapping";
        if (fault.rule == "kernel.nic" && fault.variant == "link_down" && fault.isOver)
            return "back";
        if (fault.rule == kGpu && fault.variant == "amd_init")
            return amdgpuStartVariant(host::notesOf(message.text).errors);
        if (fault.rule == "kernel.slot" && fault.variant.empty() && fault.isOver)
            return "back";
        if (fault.rule == "kernel.slot" && fault.variant == "not_present" && !knows(message, fault.rule, ""))
            return "empty";
        return fault.variant;
    }

    /// "... 126.024 Gb/s available PCIe bandwidth, limited by 16.0 GT/s PCIe x8 link at 0000:40:01.0 (capable
    /// of 252.048 Gb/s with 16.0 GT/s PCIe x16 link)"
    static void setLink(Finding &finding, const KernelMessage &message) {
        const std::string_view text = message.text;
        const auto end = text.find(" available PCIe bandwidth");
        const std::string_view before = text.substr(0, end);
        const auto at = before.rfind(": ");
        const std::string_view have = at == std::string_view::npos ? before : before.substr(at + 2);
        finding.set("current", std::string(have));
        for (const auto &[name, first, last] :
             {std::tuple("link", "limited by ", " link at "), std::tuple("port", " link at ", " (capable"),
              std::tuple("possible", "(capable of ", " with ")})
            if (const std::string_view value = between(text, first, last); !value.empty())
                finding.set(name, std::string(value));
    }

    /// "BAR 2: no space for [mem size 0x2000000000 64bit pref]", "NVRM: BAR1 is 0M @ 0x0 (PCI:0000:41:00.0)"
    static void setBar(Finding &finding, std::string_view text) {
        std::string_view size = between(text, "[mem size 0x", "]");
        if (const auto bytes = parseInteger<std::uint64_t>(takeUntil(size, ' '), 16); bytes && *bytes > 0)
            finding.set("size", toString(ByteCount{*bytes}));
    }

    /// "mlx5_core: probe of 0000:41:00.0 failed with error -5", "mlx5_core 0000:41:00.0: probe with driver
    /// mlx5_core failed with error -5"
    static void setDriver(Finding &finding, std::string_view text) {
        constexpr std::string_view kError = "failed with error ";
        if (const auto at = text.find(kError); at != std::string_view::npos) {
            std::string_view error = text.substr(at + kError.size());
            if (constexpr std::string_view kCode = "code "; error.starts_with(kCode))
                error.remove_prefix(kCode.size());
            finding.set("error", std::string(error));
        }
        std::string_view name = between(text, "probe with driver ", " ");
        constexpr std::string_view kBound = "is already bound to ";
        if (const auto at = text.find(kBound); at != std::string_view::npos) {
            name = trimmed(text.substr(at + kBound.size()));
            name = name.substr(0, name.find_first_not_of("abcdefghijklmnopqrstuvwxyz"
                                                         "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"));
        }
        if (name.empty())
            name = text.substr(0, std::min(text.find(": probe of "), text.find(' ')));
        finding.set("driver", std::string(name));
    }

    /// Behind the number: "pid=412, name=nvidia-smi, ...".
    static std::string_view xidText(std::string_view line) {
        line = host::withoutNotes(line);
        const auto at = line.find("): ");
        const auto comma = at == line.npos ? line.npos : line.find(", ", at);
        return comma == line.npos ? line : line.substr(comma + 2);
    }

    static Finding xidFinding(const KernelFault &fault) {
        const std::string number = std::to_string(fault.xid);
        if (fault.isSwitch)
            return Finding("kernel.sxid", fault.variant).set("number", number);
        const auto isListed = [](std::string_view variant) {
            return findings::findRule("kernel.xid", variant) != nullptr;
        };
        constexpr int kFirstOfNvlink = 144, kLastOfNvlink = 150;
        const std::string_view variant = !fault.variant.empty() ? fault.variant
                                         : isListed(number)     ? std::string_view(number)
                                         : fault.xid >= kFirstOfNvlink && fault.xid <= kLastOfNvlink
                                             ? std::string_view("nvlink")
                                             : std::string_view();
        return Finding("kernel.xid", variant).set("number", number);
    }

    /// The port that cut its link off logs why in another line.
    [[nodiscard]] Finding busFinding(const KernelMessage &message, KernelFault::Bus bus) const {
        static constexpr std::string_view kVariants[] = {"",      "corrected",     "nonfatal",
                                                         "fatal", "not_recovered", "contained"};
        Finding finding("kernel.bus_error", kVariants[static_cast<std::size_t>(bus)]);
        const auto known = m_busErrors.find(keyOf(message.device));
        std::string names = host::notesOf(message.text).errors;
        if (bus == KernelFault::Bus::Contained && known != m_busErrors.end())
            addNames(names, known->second);
        if (!names.empty())
            finding.set("errors", names);
        return finding;
    }

    const Topology &m_topology;
    std::set<std::tuple<std::uint64_t, std::string_view, std::string_view>>
        m_known;                                                     ///< device, rule, variant
    std::set<std::pair<std::string_view, std::string_view>> m_rules; ///< of any device
    std::map<std::uint64_t, std::string_view> m_syndromes;
    std::set<std::pair<std::uint64_t, KernelFault::Bus>> m_logged;             ///< bus errors by device
    std::vector<std::pair<const KernelMessage *, KernelFault::Bus>> m_loggers; ///< the same, as messages
    std::set<std::pair<std::uint64_t, std::string_view>> m_portsOf; ///< that reported a device, by name
    const KernelMessage *m_report = nullptr;          ///< the last, of a device that it does not name
    std::set<const KernelMessage *> m_explained;      ///< reports of which a device's line follows
    std::map<std::uint64_t, std::string> m_busErrors; ///< names of uncorrected ones
    std::set<const KernelMessage *> m_firstBars;      ///< of their devices
    std::vector<std::pair<NodeId, Finding>> m_findings;
};

} // namespace

std::vector<std::pair<NodeId, Finding>> kernelFindings(const Topology &topology) {
    return KernelFindings(topology).take();
}

} // namespace fabricscope::topology
