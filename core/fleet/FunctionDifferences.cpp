// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/Parts.h"

#include <algorithm>

namespace fabricscope::fleet {

namespace {

using topology::Link;
using topology::NodeKind;

/// A function, and its side.
struct Seen {
    const host::PciFunction &function;
    const HostView &view;

    [[nodiscard]] const pci::Express *express() const {
        return function.config && !function.config->dead && function.config->express
                   ? &*function.config->express
                   : nullptr;
    }
};

bool isDead(const Seen &seen) {
    return seen.function.dead ||
           (seen.function.config && (seen.function.config->dead || seen.function.config->headerType == 0x7F));
}

Value ids(const host::Fact<std::uint16_t> &vendor, const host::Fact<std::uint16_t> &device) {
    if (!vendor || !device)
        return {};
    return {fmt::format("{:04x}:{:04x}", *vendor, *device), device.evidence()};
}

Value ofConfig(const Seen &seen, std::string text) {
    return {std::move(text), seen.function.configEvidence};
}

/// A register of the Express capability; unknown if it was not read.
template<class Register, class Format>
Value express(const Seen &seen, std::optional<Register> pci::Express::*which, Format &&format) {
    const pci::Express *found = seen.express();
    return found != nullptr && found->*which ? ofConfig(seen, format(*(found->*which))) : Value{};
}

std::string bytes(std::uint16_t count) {
    return fmt::format("{} B", count);
}

std::string aspmText(std::uint8_t state) {
    static constexpr const char *kStates[] = {"off", "L0s", "L1", "L0s and L1"};
    return kStates[state & 3];
}

std::string onOff(bool on) {
    return on ? "on" : "off";
}

/// Beyond 256 bytes: a value of a capability, or that it is absent; unknown if that part could not be read.
template<class Capability, class Get>
Value extended(const Seen &seen, const std::optional<Capability> &capability, Get &&get) {
    if (!seen.function.config || seen.function.config->dead)
        return {};
    if (capability)
        return ofConfig(seen, get(*capability));
    return seen.function.config->bytesRead > 256 ? ofConfig(seen, "none") : Value{};
}

Value driver(const Seen &seen) {
    if (seen.function.driver)
        return valueOf(seen.function.driver);
    return seen.view.driversRead() && !seen.view.isCut(seen.function) ? Value{"none", {}} : Value{};
}

Value virtualFunctions(const Seen &seen) {
    if (seen.function.rare->sriovNumVfs)
        return valueOf(seen.function.rare->sriovNumVfs);
    if (!seen.function.virtfns.empty() || seen.view.driversRead())
        return {std::to_string(seen.function.virtfns.size()), seen.function.vendor.evidence()};
    return {};
}

Value bars(const Seen &seen) {
    constexpr std::uint8_t kBars = 6;
    if (seen.function.bars.empty())
        return {};
    std::string text;
    for (const host::Bar &bar : seen.function.bars)
        if (bar.index < kBars)
            text += fmt::format("{}BAR{} {}", text.empty() ? "" : ", ", bar.index, toString(bar.size));
    return {text.empty() ? "none" : text, seen.function.vendor.evidence()};
}

Value serial(const Seen &seen) {
    if (!seen.function.config || !seen.function.config->serialNumber)
        return {};
    return ofConfig(seen, fmt::format("{:016x}", *seen.function.config->serialNumber));
}

template<const std::map<std::string, host::Fact<std::string>> host::Host::*kTable>
Value ofNvme(const Seen &seen) {
    const auto &table = seen.view.host().*kTable;
    if (table.empty()) // saves formatting each address
        return {};
    const auto found = table.find(seen.function.address.toString());
    return found == table.end() ? Value{} : valueOf(found->second);
}

Severity ofNuma(const Seen &, const Seen &after) {
    return after.function.numaNode.valueOr(-1) < 0 ? Severity::Warning : Severity::Note;
}

/// The facts compared for each function. To add a fact, add a line.
constexpr FactRow<Seen> kFunctionFacts[] = {
    {"hardware.ids", Category::Hardware, Severity::Warning, "vendor and device ids",
     "its ids are {1} (was {0})",
     [](const Seen &s) {
         return ids(s.function.vendor, s.function.device);
     }},
    {"hardware.subsystem", Category::Hardware, Severity::Note, "subsystem ids",
     "its subsystem ids are {1} (was {0})",
     [](const Seen &s) {
         return ids(s.function.subsystemVendor, s.function.subsystemDevice);
     }},
    {"hardware.class", Category::Hardware, Severity::Warning, "class code", "its class code is {1} (was {0})",
     [](const Seen &s) {
         return valueOf(s.function.classCode, "{:06x}");
     }},
    {"hardware.revision", Category::Hardware, Severity::Note, "revision", "it is revision {1} (was {0})",
     [](const Seen &s) {
         return valueOf(s.function.revision, "{:02x}");
     }},
    {"hardware.serial", Category::Hardware, Severity::Warning, "serial number",
     "different card of the same kind: serial number {1} (was {0})", serial},
    {"hardware.nvme_serial", Category::Hardware, Severity::Warning, "NVMe serial number",
     "different drive: serial number {1} (was {0})", ofNvme<&host::Host::nvmeSerials>},
    {"hardware.nvme_model", Category::Hardware, Severity::Warning, "NVMe model", "the model is {1} (was {0})",
     ofNvme<&host::Host::nvmeModels>},
    {"firmware.nvme", Category::Firmware, Severity::Warning, "NVMe firmware", "firmware {1} (was {0})",
     ofNvme<&host::Host::nvmeFirmware>},
    {"driver.bound", Category::Driver, Severity::Warning, "driver", "the driver is {1} (was {0})", driver},
    {"setting.virtual_functions", Category::Setting, Severity::Warning, "number of virtual functions",
     "virtual functions: {1} (was {0})", virtualFunctions},
    {"setting.max_payload", Category::Setting, Severity::Warning, "maximum payload size",
     "the maximum payload size (MPS) is {1} (was {0})",
     [](const Seen &s) {
         return express(s, &pci::Express::maxPayload, bytes);
     }},
    {"setting.max_read_request", Category::Setting, Severity::Warning, "maximum read request size",
     "the maximum read request size (MRRS) is {1} (was {0})",
     [](const Seen &s) {
         return express(s, &pci::Express::maxReadRequest, bytes);
     }},
    {"setting.relaxed_ordering", Category::Setting, Severity::Warning, "relaxed ordering",
     "relaxed ordering is {1} (was {0})",
     [](const Seen &s) {
         return express(s, &pci::Express::relaxedOrdering, onOff);
     }},
    {"setting.extended_tags", Category::Setting, Severity::Note, "extended tags",
     "extended tags are {1} (was {0})",
     [](const Seen &s) {
         return express(s, &pci::Express::extendedTags, onOff);
     }},
    {"setting.no_snoop", Category::Setting, Severity::Note, "no snoop", "no snoop is {1} (was {0})",
     [](const Seen &s) {
         return express(s, &pci::Express::noSnoop, onOff);
     }},
    {"setting.aspm", Category::Setting, Severity::Note, "ASPM", "ASPM is {1} (was {0})",
     [](const Seen &s) {
         return express(s, &pci::Express::aspm, aspmText);
     }},
    {"setting.acs", Category::Setting, Severity::Warning, "ACS control", "ACS control is {1} (was {0})",
     [](const Seen &s) {
         return extended(s, s.function.config ? s.function.config->acs : std::optional<pci::Acs>(),
                         [](const pci::Acs &acs) { return acs.toString(); });
     }},
    {"setting.ats", Category::Setting, Severity::Warning, "ATS", "ATS is {1} (was {0})",
     [](const Seen &s) {
         return extended(s, s.function.config ? s.function.config->ats : std::optional<pci::Ats>(),
                         [](const pci::Ats &ats) { return onOff(ats.enabled); });
     }},
    {"setting.bars", Category::Setting, Severity::Warning, "BAR sizes", "the BARs are {1} (was {0})", bars},
    {"setting.reset_method", Category::Setting, Severity::Note, "reset method",
     "the reset methods are {1} (was {0})",
     [](const Seen &s) {
         return valueOf(s.function.resetMethod);
     }},
};

/// Reported once, at the topmost of those that share the change.
constexpr FactRow<Seen> kNumaFact = {"numa.device",
                                     Category::Numa,
                                     Severity::Note,
                                     "NUMA node",
                                     "it is on NUMA node {1} (was {0})",
                                     [](const Seen &s) {
                                         Value value = valueOf(s.function.numaNode);
                                         if (s.function.numaNode && *s.function.numaNode < 0)
                                             value.text = "none";
                                         return value;
                                     },
                                     ofNuma};

/// A link, given by the function at its lower end.
struct SeenLink {
    const Link &link;
    const host::PciFunction &function;
    bool idles; ///< a link of a GPU, or on its path: its speed drops when idle
};

Value widthValue(const std::optional<std::uint8_t> &width, host::EvidenceRef evidence) {
    return width ? Value{fmt::format("x{}", *width), evidence, static_cast<double>(*width)} : Value{};
}

Value speedValue(const std::optional<pci::LinkSpeed> &speed, host::EvidenceRef evidence) {
    return speed ? Value{fmt::format("Gen{}", speed->generation()), evidence} : Value{};
}

host::EvidenceRef evidenceOf(const SeenLink &seen, host::EvidenceRef own) {
    return own.exists() ? own : seen.function.configEvidence;
}

/// What became less is judged more severely than the same on one host, where a slot may be narrow by design.
Severity severityIfLess(bool less, Severity severity) {
    return less ? severity : Severity::Note;
}

constexpr FactRow<SeenLink> kLinkState = {
    "link.state",
    Category::Link,
    Severity::Error,
    "link state",
    "the link is {1} (was {0})",
    [](const SeenLink &s) {
        const bool down = s.link.state == Link::State::Down;
        return down || s.link.speed || s.link.width
                   ? Value{down ? "down" : "up", evidenceOf(s, s.function.currentWidth.evidence())}
                   : Value{};
    },
    [](const SeenLink &, const SeenLink &after) {
        return severityIfLess(after.link.state == Link::State::Down, Severity::Error);
    }};

/// The facts compared for links that are up on both sides.
constexpr FactRow<SeenLink> kLinkFacts[] = {
    {"link.width", Category::Link, Severity::Error, "link width", "the link is {1} wide (was {0})",
     [](const SeenLink &s) {
         return widthValue(s.link.width, evidenceOf(s, s.function.currentWidth.evidence()));
     },
     [](const SeenLink &a, const SeenLink &b) {
         return severityIfLess(*b.link.width < *a.link.width, Severity::Error);
     }},
    {"link.speed", Category::Link, Severity::Warning, "link speed", "the link runs at {1} (was {0})",
     [](const SeenLink &s) {
         return speedValue(s.link.speed, evidenceOf(s, s.function.currentSpeed.evidence()));
     },
     [](const SeenLink &a, const SeenLink &b) {
         return severityIfLess(*b.link.speed < *a.link.speed && !b.idles, Severity::Warning);
     }},
    {"link.bandwidth", Category::Link, Severity::Warning, "link bandwidth", "the link carries {1} (was {0})",
     [](const SeenLink &s) {
         const auto &bandwidth = s.function.rare->linkBandwidth;
         return bandwidth ? Value{toString(*bandwidth), bandwidth.evidence()} : Value{};
     },
     [](const SeenLink &a, const SeenLink &b) {
         return severityIfLess(*b.function.rare->linkBandwidth < *a.function.rare->linkBandwidth && !b.idles,
                               Severity::Warning);
     }},
    {"link.max_width", Category::Link, Severity::Warning, "maximum link width",
     "maximum link width {1} (was {0})",
     [](const SeenLink &s) {
         return widthValue(s.link.maxWidth, evidenceOf(s, s.function.maxWidth.evidence()));
     },
     [](const SeenLink &a, const SeenLink &b) {
         return severityIfLess(*b.link.maxWidth < *a.link.maxWidth, Severity::Warning);
     }},
    {"link.max_speed", Category::Link, Severity::Warning, "maximum link speed",
     "maximum link speed {1} (was {0})",
     [](const SeenLink &s) {
         return speedValue(s.link.maxSpeed, evidenceOf(s, s.function.maxSpeed.evidence()));
     },
     [](const SeenLink &a, const SeenLink &b) {
         return severityIfLess(*b.link.maxSpeed < *a.link.maxSpeed, Severity::Warning);
     }},
};

/// The link of a function that has a separate one: further functions of a card share the link of the first.
std::optional<SeenLink> linkOf(const HostView &view, Position position) {
    const topology::Node *node = view.ownNode(position);
    if (node == nullptr || !node->link)
        return std::nullopt;
    const Address &own = view.function(position).address;
    if (position > 0 && own.function != 0) {
        const Address &before = view.function(position - 1).address;
        if (before.domain == own.domain && before.bus == own.bus && before.device == own.device)
            return std::nullopt;
    }
    const bool idles = node->kind == NodeKind::Gpu ||
                       std::any_of(node->findings.begin(), node->findings.end(), [](const auto &finding) {
                           return finding.rule == "link.slow" && finding.severity == Severity::Note;
                       });
    return SeenLink{*node->link, view.function(position), idles};
}

template<class MakeSubject> void compareLinks(const Work &work, Position position, MakeSubject &&subject) {
    const auto before = linkOf(work.before, position);
    const auto after = linkOf(work.after, work.matching.toAfter(position));
    if (!before || !after)
        return;
    const bool downBefore = before->link.state == Link::State::Down;
    const bool downAfter = after->link.state == Link::State::Down;
    if (downBefore || downAfter)
        return work.collector.compareOne(kLinkState, *before, *after, subject);
    work.collector.compare(std::span<const FactRow<SeenLink>>(kLinkFacts), *before, *after, subject);
}

/// Whether its parent or its physical function has the same change of node.
bool followsParent(const Work &work, Position position) {
    const Position there = work.matching.toAfter(position);
    const Position physical = work.before.physical(position);
    const Position above = physical != kNoPosition ? physical : work.before.parents().parent(position);
    if (above == kNoPosition || !work.isSame(above))
        return false;
    const Position aboveAfter = work.matching.toAfter(above);
    return work.before.function(above).numaNode == work.before.function(position).numaNode &&
           work.after.function(aboveAfter).numaNode == work.after.function(there).numaNode;
}

void addBusDrop(const Work &work, Position position, bool deadAfter) {
    const Subject subject = work.subject(position);
    work.collector.add(
        {"hardware.dead",
         Category::Hardware,
         Change::Changed,
         deadAfter ? Severity::Error : Severity::Note,
         subject.name,
         deadAfter ? "fell off the bus: its config space reads all ones"
                   : "responds again; its config space read all ones before",
         {deadAfter ? "alive" : "dead", subject.device.before, work.before.function(position).configEvidence},
         {deadAfter ? "dead" : "alive", subject.device.after,
          work.after.function(work.matching.toAfter(position)).configEvidence},
         {}});
}

} // namespace

void compareFunctions(const Work &work) {
    for (Position position = 0; position < work.before.size(); ++position) {
        if (!work.isSame(position))
            continue;
        const Seen before{work.before.function(position), work.before};
        const Seen after{work.after.function(work.matching.toAfter(position)), work.after};
        const auto subject = [&] {
            return work.subject(position);
        };
        if (isDead(before) != isDead(after)) { // all other values are meaningless then
            addBusDrop(work, position, isDead(after));
            continue;
        }
        work.collector.compare(std::span<const FactRow<Seen>>(kFunctionFacts), before, after, subject);
        if (!followsParent(work, position))
            work.collector.compareOne(kNumaFact, before, after, subject);
        compareLinks(work, position, subject);
    }
}

} // namespace fabricscope::fleet
