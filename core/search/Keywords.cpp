// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The words of the query language, one per line.
#include "core/search/Keywords.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::search {

namespace {

using findings::Severity;
using topology::Link;
using topology::Node;
using topology::NodeKind;

constexpr unsigned kOfDevices = kDevices | kFindings;
constexpr unsigned kOfAllHosts = kHosts | kDevices | kFindings;

// Values of "kind:".

constexpr std::uint32_t bit(NodeKind kind) {
    return 1U << static_cast<unsigned>(kind);
}

constexpr std::pair<std::string_view, std::uint32_t> kKinds[] = {
    {"gpu", bit(NodeKind::Gpu)},           {"nic", bit(NodeKind::Nic)},
    {"nvme", bit(NodeKind::Nvme)},         {"switch", bit(NodeKind::Switch)},
    {"nvswitch", bit(NodeKind::NvSwitch)}, {"partition", bit(NodeKind::Partition)},
    {"rootport", bit(NodeKind::RootPort)}, {"bridge", bit(NodeKind::Bridge)},
    {"numa", bit(NodeKind::Numa)},         {"other", bit(NodeKind::Other)},
};

// Values of "is:".

bool hasLink(const Subject &subject, Link::State state) {
    return subject.node != nullptr && subject.node->link && subject.node->link->state == state;
}

bool isAboutLink(const LocatedFinding &located) {
    return located.finding.rule.starts_with("link.");
}

bool isDegraded(const Subject &subject) {
    if (subject.located != nullptr)
        return isAboutLink(*subject.located);
    return hasLink(subject, Link::State::Narrow) || hasLink(subject, Link::State::Slow) ||
           hasLink(subject, Link::State::Down);
}

template<Link::State state> bool isLink(const Subject &subject) {
    return hasLink(subject, state) && (subject.located == nullptr || isAboutLink(*subject.located));
}

bool isMispaired(const Subject &subject) {
    return subject.located != nullptr ? subject.located->finding.argument("mispaired") != nullptr
                                      : subject.facts->isMispaired(subject.node->id);
}

bool isUnused(const Subject &subject) {
    return subject.facts->isUnused(subject.node->id);
}

template<Severity severity> bool isOfSeverity(const Subject &subject) {
    if (subject.group == kHosts)
        return subject.facts != nullptr && subject.facts->has(severity);
    return subject.located != nullptr ? subject.located->finding.severity == severity
                                      : subject.facts->worst(subject.node->id) == severity;
}

/// A VM whose hypervisor put its devices on root buses, without switches.
bool isFlat(const Subject &subject) {
    if (subject.facts == nullptr)
        return false;
    const topology::Topology &topology = subject.facts->topology();
    const auto isOfFabric = [](const Node &node) {
        return node.kind == NodeKind::Gpu || node.kind == NodeKind::Nic;
    };
    const auto &nodes = topology.nodes();
    return topology.host().virtualization.valueOr("none") != "none" &&
           std::any_of(nodes.begin(), nodes.end(), isOfFabric) &&
           std::all_of(nodes.begin(), nodes.end(), [&](const Node &node) {
               return !isOfFabric(node) ||
                      (node.parent && topology.node(*node.parent).kind == NodeKind::RootComplex);
           });
}

template<HostSource::State state> bool isHost(const Subject &subject) {
    return subject.host->state == state;
}

constexpr StateKeyword kStates[] = {
    {"mispaired", "GPUs and NICs that have a nearer partner", kOfDevices, isMispaired},
    {"degraded", "links narrower or slower than both ends support, or down", kOfDevices, isDegraded},
    {"narrow", "links with lanes missing", kOfDevices, isLink<Link::State::Narrow>},
    {"slow", "links at a lower speed", kOfDevices, isLink<Link::State::Slow>},
    {"unused", "NICs of the fabric that no GPU uses", kDevices, isUnused},
    {"dead", "devices that fell off the bus", kDevices,
     [](const Subject &subject) {
         return subject.node->dead;
     }},
    {"vfio", "devices bound to vfio-pci", kDevices,
     [](const Subject &subject) {
         return subject.node->driver == "vfio-pci";
     }},
    {"virtual", "SR-IOV virtual functions", kDevices,
     [](const Subject &subject) {
         return subject.node->physfn.has_value();
     }},
    {"frontend", "NICs for management, storage or internet", kDevices,
     [](const Subject &subject) {
         return subject.node->frontEnd;
     }},
    {"error", "items with an error", kOfAllHosts, isOfSeverity<Severity::Error>},
    {"warning", "items with a warning", kOfAllHosts, isOfSeverity<Severity::Warning>},
    {"note", "items with a note", kOfAllHosts, isOfSeverity<Severity::Note>},
    {"flat", "VMs without a device topology", kHosts, isFlat},
    {"connected", "hosts with a connection", kHosts, isHost<HostSource::State::Connected>},
    {"unreachable", "hosts that could not be reached", kHosts, isHost<HostSource::State::Unreachable>},
    {"capture", "opened files", kHosts, isHost<HostSource::State::Capture>},
};

// Readers of values.

std::string join(auto &&range, std::string_view before, auto &&nameOf) {
    std::string result;
    for (const auto &each : range)
        result += fmt::format("{}{}{}", result.empty() ? "" : ", ", before, nameOf(each));
    return result;
}

using ReadError = std::optional<std::string>;

ReadError readText(const QueryKeyword &word, Value &value) {
    if (value.text.empty())
        return fmt::format("{}: needs a value, such as {}:{}", word.name, word.name, word.example);
    return {};
}

ReadError readNumber(const QueryKeyword &word, Value &value) {
    const auto number = parseInteger<std::uint32_t>(value.text);
    if (!number)
        return fmt::format("{}: needs a number, such as {}:{}", word.name, word.name, word.example);
    value.number = *number;
    return {};
}

ReadError readKinds(const QueryKeyword &, Value &value) {
    std::string_view rest = value.text;
    do {
        const std::string_view name = takeUntil(rest, ',');
        const auto *kind = std::find_if(std::begin(kKinds), std::end(kKinds),
                                        [&](const auto &known) { return known.first == name; });
        if (kind == std::end(kKinds))
            return fmt::format("kind:{} is unknown; use {}", HostText(name).plain(32),
                               join(kKinds, "", [](const auto &known) { return known.first; }));
        value.kinds |= kind->second;
    } while (!rest.empty());
    return {};
}

ReadError readState(const QueryKeyword &, Value &value) {
    const auto *state = std::find_if(std::begin(kStates), std::end(kStates),
                                     [&](const StateKeyword &known) { return known.name == value.text; });
    if (state == std::end(kStates))
        return fmt::format("is:{} is unknown; use {}", HostText(value.text).plain(32),
                           join(kStates, "", [](const StateKeyword &known) { return known.name; }));
    value.state = state;
    return {};
}

// What words match.

bool isOfKind(const Subject &subject, const Value &value) {
    return subject.node != nullptr && (value.kinds & bit(subject.node->kind)) != 0;
}

bool isInGroup(const Subject &subject, const Value &value) {
    return subject.node != nullptr && subject.node->iommuGroup &&
           subject.node->iommuGroup->value == value.number;
}

bool isAtNuma(const Subject &subject, const Value &value) {
    return subject.node != nullptr && subject.node->numa && subject.node->numa->value == value.number;
}

bool fits(const std::optional<std::string> &text, const Value &value) {
    return text && qualityOf(*text, value.text) != Quality::None;
}

bool hasDriver(const Subject &subject, const Value &value) {
    return subject.node != nullptr && fits(subject.node->driver, value);
}

bool hasOwner(const Subject &subject, const Value &value) {
    return subject.node != nullptr && fits(subject.node->owner, value);
}

bool isOfHost(const Subject &subject, const Value &value) {
    return qualityOf(subject.host->name, value.text) != Quality::None ||
           qualityOf(subject.host->target, value.text) != Quality::None;
}

constexpr QueryKeyword kWords[] = {
    {"kind", "gpu", "a kind of device, or several: kind:gpu,nic", kOfDevices, readKinds, isOfKind},
    {"is", "mispaired", "a state", kOfAllHosts, readState,
     [](const Subject &subject, const Value &value) {
         return value.state->holds(subject);
     }},
    {"group", "41", "an IOMMU group", kOfDevices, readNumber, isInGroup},
    {"numa", "1", "a NUMA node", kOfDevices, readNumber, isAtNuma},
    {"driver", "vfio-pci", "a driver, or part of its name", kOfDevices, readText, hasDriver},
    {"owner", "vm-03a", "the owning VM", kOfDevices, readText, hasOwner},
    {"host", "mi355x-03", "a host, or part of its name", kOfAllHosts, readText, isOfHost},
};

} // namespace

std::span<const QueryKeyword> queryKeywords() {
    return kWords;
}

std::span<const StateKeyword> stateKeywords() {
    return kStates;
}

const QueryKeyword *queryKeyword(std::string_view name) {
    const auto *word = std::find_if(std::begin(kWords), std::end(kWords),
                                    [&](const QueryKeyword &known) { return known.name == name; });
    return word == std::end(kWords) ? nullptr : word;
}

namespace {

/// A word that is still being typed.
std::string lastWord(std::string_view text) {
    const auto begin = text.find_last_of(" \t\"");
    std::string last = lowered(begin == std::string_view::npos ? text : text.substr(begin + 1));
    if (last.starts_with('-'))
        last.erase(0, 1);
    return last;
}

} // namespace

std::string completionOf(std::string_view text) {
    const auto ways = completions(text);
    return ways.empty() ? std::string() : ways.front().substr(lastWord(text).size());
}

std::vector<std::string> completions(std::string_view text) {
    const std::string last = lastWord(text);
    std::vector<std::string> result;
    if (last.empty() || last.size() > Query::kMaxBytes)
        return result;
    const auto add = [&](std::string whole) {
        if (whole.size() > last.size() && whole.starts_with(last))
            result.push_back(std::move(whole));
    };
    for (const QueryKeyword &word : kWords)
        add(fmt::format("{}:", word.name));
    for (const StateKeyword &state : kStates)
        add(fmt::format("is:{}", state.name));
    for (const auto &kind : kKinds)
        add(fmt::format("kind:{}", kind.first));
    return result;
}

bool holds(const StateKeyword &state, const Subject &subject) {
    return (state.about & subject.group) != 0 && state.holds(subject);
}

bool holds(const Term &term, const Subject &subject) {
    const unsigned about = term.value.state != nullptr ? term.value.state->about : term.word->about;
    return (about & subject.group) != 0 && term.word->holds(subject, term.value) != term.negated;
}

} // namespace fabricscope::search
