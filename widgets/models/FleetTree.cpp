// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/FleetTree.h"

#include "core/fleet/Signature.h"

#include <QObject>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace fabricscope::widgets {

namespace {

std::unique_ptr<FleetNode> makeNode(QString key, FleetRow row, FleetEntry entry) {
    auto node = std::make_unique<FleetNode>();
    node->key = std::move(key);
    node->row = row;
    node->entry = std::move(entry);
    return node;
}

QString gpuCount(int gpus) {
    return gpus > 0 ? QObject::tr("%1 GPU").arg(gpus) : QString();
}

std::unique_ptr<FleetNode> entryNode(const FleetEntry &entry, FleetRow row) {
    auto node = makeNode(QStringLiteral("entry-%1").arg(entry.id), row, entry);
    if (row == FleetRow::Vm) // the hypervisor above shows which GPUs they are
        node->entry.badge = gpuCount(entry.gpus);
    int number = 0;
    for (const FleetEntry::Guest &guest : entry.guests) {
        FleetEntry shown;
        shown.name = guest.name;
        shown.badge = gpuCount(guest.gpus);
        node->children.push_back(
            makeNode(QStringLiteral("guest-%1-%2-%3").arg(entry.id).arg(number++).arg(guest.name),
                     FleetRow::Guest, shown));
    }
    return node;
}

std::unique_ptr<FleetNode> groupNode(const QString &key, const QString &name, quint64 id = 0) {
    FleetEntry shown;
    shown.name = name;
    shown.group = id;
    return makeNode(key, FleetRow::Group, shown);
}

/// Entries listed among the hosts, or among the captures. A VM is listed there if its hypervisor is missing
/// or is a VM itself. A capture is listed only below captures.
std::set<quint64> topsAmong(const std::vector<FleetEntry> &entries) {
    std::set<std::pair<bool, quint64>> machines;
    std::set<quint64> tops;
    const auto isCapture = [](const FleetEntry &entry) {
        return entry.link == HostLink::Capture;
    };
    for (const FleetEntry &entry : entries)
        if (!entry.hypervisor)
            machines.emplace(isCapture(entry), entry.id);
    for (const FleetEntry &entry : entries)
        if (!entry.hypervisor || !machines.contains({isCapture(entry), *entry.hypervisor}))
            tops.insert(entry.id);
    return tops;
}

/// By its signature and its findings: identical hosts have the same.
QString identityKey(const FleetNode &host) {
    const FleetEntry &entry = host.entry;
    const bool isGone = entry.link == HostLink::Unreachable || entry.link == HostLink::Disconnected;
    const bool hasVms = std::any_of(host.children.begin(), host.children.end(),
                                    [](const auto &child) { return child->row == FleetRow::Vm; });
    if (entry.signature.isEmpty() || isGone || hasVms)
        return {};
    return QStringLiteral("%1 %2 %3").arg(entry.signature).arg(entry.errors).arg(entry.warnings);
}

std::unique_ptr<FleetNode> foldNode(const FleetNode &first, FleetNodes identical) {
    FleetEntry shown;
    shown.name = QObject::tr("%n more identical", nullptr, static_cast<int>(identical.size()));
    shown.link = HostLink::Connected;
    shown.read = true;
    for (const auto &host : identical) {
        shown.errors += host->entry.errors;
        shown.warnings += host->entry.warnings;
    }
    auto node = makeNode(QStringLiteral("fold-") + first.key, FleetRow::Fold, shown);
    node->children = std::move(identical);
    return node;
}

/// Identical hosts of a group are placed below a row after the first of them.
void foldIdentical(FleetNodes &hosts) {
    std::vector<fleet::Candidate> candidates;
    for (const auto &host : hosts)
        candidates.push_back({host->entry.badge.toStdString(), identityKey(*host).toStdString()});
    const std::vector<fleet::Fold> folds = fleet::identicalHosts(candidates);
    std::map<std::size_t, std::unique_ptr<FleetNode>> behind;
    for (const fleet::Fold &fold : folds) {
        FleetNodes identical;
        for (const std::size_t index : fold.identical)
            identical.push_back(std::move(hosts[index]));
        behind[fold.first] = foldNode(*hosts[fold.first], std::move(identical));
    }
    FleetNodes all;
    for (std::size_t index = 0; index < hosts.size(); ++index) {
        if (hosts[index])
            all.push_back(std::move(hosts[index]));
        if (const auto fold = behind.find(index); fold != behind.end())
            all.push_back(std::move(fold->second));
    }
    hosts = std::move(all);
}

} // namespace

int FleetNode::place() const {
    const auto self = std::find_if(parent->children.begin(), parent->children.end(),
                                   [this](const auto &child) { return child.get() == this; });
    return static_cast<int>(self - parent->children.begin());
}

int FleetNode::hosts() const {
    int count = 0;
    for (const auto &child : children)
        count += child->row == FleetRow::Fold ? static_cast<int>(child->children.size()) : 1;
    return count;
}

bool FleetNode::allSimulated() const {
    return !children.empty() && std::all_of(children.begin(), children.end(), [](const auto &child) {
        return child->row == FleetRow::Fold ? child->allSimulated() : child->entry.simulated;
    });
}

FleetSums sumsOf(const std::vector<FleetEntry> &entries) {
    const std::set<quint64> tops = topsAmong(entries);
    FleetSums sums;
    for (const FleetEntry &entry : entries) {
        sums.errors += entry.errors;
        sums.warnings += entry.warnings;
        const bool isHost = entry.link != HostLink::Capture && tops.contains(entry.id);
        const bool clean = entry.read && entry.link != HostLink::Unreachable && entry.errors == 0 &&
                           entry.warnings == 0 && isHost;
        sums.hosts += isHost ? 1 : 0;
        sums.clean += clean ? 1 : 0;
    }
    return sums;
}

FleetNodes fleetTree(const std::vector<FleetEntry> &entries, const std::vector<FleetGroup> &groups) {
    FleetNodes all;
    std::map<quint64, FleetNode *> places, tops;
    const auto addGroup = [&](quint64 id, const QString &key, const QString &name) {
        all.push_back(groupNode(key, name, id));
        return all.back().get();
    };
    for (const FleetGroup &group : groups)
        places[group.id] = addGroup(group.id, QStringLiteral("group-%1").arg(group.id), group.name);
    FleetNode *ungrouped = addGroup(0, QStringLiteral("hosts"), QObject::tr("Hosts"));
    FleetNode *captures = addGroup(0, QStringLiteral("captures"), QObject::tr("Captures"));
    const std::set<quint64> atTop = topsAmong(entries);
    for (const FleetEntry &entry : entries) {
        if (!atTop.contains(entry.id))
            continue;
        const bool isCapture = entry.link == HostLink::Capture;
        const auto place = places.find(entry.group);
        FleetNodes &siblings = (isCapture               ? captures
                                : place == places.end() ? ungrouped
                                                        : place->second)
                                   ->children;
        siblings.push_back(entryNode(entry, isCapture ? FleetRow::Capture : FleetRow::Host));
        tops[entry.id] = siblings.back().get();
    }
    for (const FleetEntry &entry : entries)
        if (!atTop.contains(entry.id))
            tops.at(*entry.hypervisor)->children.push_back(entryNode(entry, FleetRow::Vm));
    for (const auto &group : all)
        if (group.get() != captures)
            foldIdentical(group->children);
    std::erase_if(all, [](const auto &group) { return group->children.empty() && group->entry.group == 0; });
    return all;
}

} // namespace fabricscope::widgets
