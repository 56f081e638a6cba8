// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/Parts.h"
#include "core/topology/Classes.h"

#include <algorithm>

namespace fabricscope::fleet {

namespace {

using topology::NodeKind;

/// Severity if a device of this kind is gone; to add a kind, add a line.
constexpr struct {
    NodeKind kind;
    Severity gone;
} kSeverities[] = {
    {NodeKind::Gpu, Severity::Error},      {NodeKind::Nic, Severity::Error},
    {NodeKind::Nvme, Severity::Error},     {NodeKind::Switch, Severity::Error},
    {NodeKind::NvSwitch, Severity::Error}, {NodeKind::RootPort, Severity::Note},
};

Severity severityOfLoss(const HostView &view, Position position) {
    const topology::Node *node = view.ownNode(position);
    for (const auto &row : kSeverities)
        if (node != nullptr && node->kind == row.kind)
            return row.gone;
    return Severity::Warning;
}

std::string modelOf(const HostView &view, Position position) {
    const topology::Node *node = view.ownNode(position);
    if (node != nullptr && !node->model->empty())
        return *node->model;
    const host::PciFunction &at = view.function(position);
    return at.vendor && at.device ? fmt::format("{:04x}:{:04x}", *at.vendor, *at.device) : "unknown device";
}

/// The function with which an unpaired function is reported: its physical function, the first function of its
/// device, the bridge above a bridge. kNoPosition: it is reported separately.
Position leaderOf(const HostView &view, Position position, const std::vector<Position> &first) {
    if (view.physical(position) != kNoPosition)
        return view.physical(position);
    if (first[position] != position)
        return first[position];
    return topology::isPciBridge(view.function(position)) ? view.parents().parent(position) : kNoPosition;
}

/// For each function the first one of its device: equal except for the function number.
std::vector<Position> firstFunctions(const HostView &view) {
    std::vector<Position> first(view.size());
    for (Position position = 0; position < view.size(); ++position) {
        first[position] = position;
        if (position == 0)
            continue;
        const Address &before = view.function(position - 1).address;
        const Address &own = view.function(position).address;
        if (before.domain == own.domain && before.bus == own.bus && before.device == own.device &&
            before != own)
            first[position] = first[position - 1];
    }
    return first;
}

struct Unpaired {
    const HostView &view;
    bool isBefore; ///< they were removed; otherwise added
};

/// `all` begins with the function that represents the others.
void addUnpaired(const Work &work, const Unpaired &side, const std::vector<Position> &all) {
    const HostView &view = side.view;
    const Position leader = all.front();
    Difference difference;
    difference.rule = side.isBefore ? "hardware.removed" : "hardware.added";
    difference.change = side.isBefore ? Change::Removed : Change::Added;
    difference.severity = side.isBefore ? severityOfLoss(view, leader) : Severity::Note;
    difference.subject = view.name(leader);
    difference.what = fmt::format("{}, {}", side.isBefore ? "is gone" : "is new", modelOf(view, leader));
    if (all.size() > 1)
        difference.what +=
            fmt::format(" ({} more function{} with it)", all.size() - 1, all.size() == 2 ? "" : "s");
    End &end = side.isBefore ? difference.before : difference.after;
    end = {modelOf(view, leader), view.function(leader).address, view.function(leader).vendor.evidence()};
    for (const Position position : all) {
        const Address &address = view.function(position).address;
        difference.devices.push_back(side.isBefore ? DevicePair{address, {}} : DevicePair{{}, address});
    }
    work.collector.add(std::move(difference));
}

void addUnpaired(const Work &work, const Unpaired &side) {
    const HostView &view = side.view;
    const auto isPaired = [&](Position position) {
        return (side.isBefore ? work.matching.toAfter(position) : work.matching.toBefore(position)) !=
               kNoPosition;
    };
    const std::vector<Position> first = firstFunctions(view);
    std::vector<std::vector<Position>> led(view.size());
    std::vector<Position> leaders;
    std::vector<Position> rest;
    for (Position position = 0; position < view.size(); ++position) {
        if (isPaired(position))
            continue;
        const Position leader = leaderOf(view, position, first);
        if (leader != kNoPosition && view.physical(position) == leader && isPaired(leader))
            continue; // the number of VFs of its physical function reports it
        const bool leads = leader == kNoPosition || isPaired(leader);
        (leads ? leaders : rest).push_back(position);
        if (!leads)
            led[leader].push_back(position);
    }
    std::vector<bool> visited(view.size(), false);
    leaders.insert(leaders.end(), rest.begin(),
                   rest.end()); // damaged input: leaders form a cycle
    for (const Position leader : leaders) {
        if (visited[leader])
            continue;
        std::vector<Position> all{leader};
        visited[leader] = true;
        for (std::size_t at = 0; at < all.size(); ++at)
            for (const Position position : led[all[at]])
                if (!visited[position]) {
                    visited[position] = true;
                    all.push_back(position);
                }
        addUnpaired(work, side, all);
    }
}

/// Cards in another slot, each reported once by its first function.
void addMoved(const Work &work, const std::vector<Position> &moved) {
    const std::vector<Position> first = firstFunctions(work.before);
    std::vector<std::vector<DevicePair>> devices(work.before.size());
    std::vector<Position> leaders;
    for (const Position position : moved) {
        const Position leader =
            std::binary_search(moved.begin(), moved.end(), first[position]) ? first[position] : position;
        if (leader == position)
            leaders.push_back(position);
        devices[leader].push_back(work.addresses(position));
    }
    for (const Position position : leaders) {
        const Position there = work.matching.toAfter(position);
        const DevicePair pair = work.addresses(position);
        work.collector.add(
            {"hardware.moved",
             Category::Hardware,
             Change::Moved,
             Severity::Warning,
             work.after.name(there),
             fmt::format("moved (was at {})", pair.before->toString()),
             {pair.before->toString(), pair.before, work.before.function(position).vendor.evidence()},
             {pair.after->toString(), pair.after, work.after.function(there).vendor.evidence()},
             std::move(devices[position])});
    }
}

/// Whether the function, or something above it, moved: that explains its new number.
class BelowMoved {
public:
    explicit BelowMoved(const Work &work) : m_work(work), m_state(work.before.size(), State::Unknown) {}
    bool operator()(Position position) {
        std::vector<Position> path;
        const Position physical = m_work.before.physical(position);
        Position at = physical != kNoPosition ? physical : position;
        State found = State::No;
        for (; at != kNoPosition; at = m_work.before.parents().parent(at)) {
            if (m_state[at] == State::Unknown)
                m_state[at] = isMoved(at) ? State::Yes : State::Unknown;
            if (m_state[at] != State::Unknown) {
                found = m_state[at];
                break;
            }
            path.push_back(at);
        }
        for (const Position on : path)
            m_state[on] = found;
        return found == State::Yes;
    }

private:
    enum class State : std::uint8_t { Unknown, No, Yes };
    [[nodiscard]] bool isMoved(Position at) const {
        return m_work.matching.toAfter(at) != kNoPosition && m_work.matching.how(at) == Matching::How::Moved;
    }
    const Work &m_work;
    std::vector<State> m_state;
};

void addReplaced(const Work &work, Position position) {
    const Position there = work.matching.toAfter(position);
    const DevicePair pair = work.addresses(position);
    const auto described = [](const HostView &view, Position at) {
        const host::PciFunction &function = view.function(at);
        return fmt::format("{} ({:04x}:{:04x})", modelOf(view, at), *function.vendor, *function.device);
    };
    const topology::Node *left = work.before.ownNode(position);
    const topology::Node *right = work.after.ownNode(there);
    const bool sameKind = left != nullptr && right != nullptr && left->kind == right->kind;
    const std::string old = described(work.before, position);
    const std::string now = described(work.after, there);
    work.collector.add({"hardware.replaced",
                        Category::Hardware,
                        Change::Changed,
                        sameKind ? Severity::Warning : severityOfLoss(work.before, position),
                        work.after.name(there),
                        fmt::format("different device in its place: {} (was {})", now, old),
                        {old, pair.before, work.before.function(position).device.evidence()},
                        {now, pair.after, work.after.function(there).device.evidence()},
                        {}});
}

/// One sentence for all functions whose buses were renumbered; devices are listed before bridges.
void addRenumbered(const Work &work, std::vector<Position> positions) {
    if (positions.empty())
        return;
    std::vector<DevicePair> pairs;
    for (const Position position : positions)
        pairs.push_back(work.addresses(position));
    std::stable_partition(positions.begin(), positions.end(), [&](Position position) {
        return !topology::isPciBridge(work.before.function(position)) &&
               work.before.physical(position) == kNoPosition;
    });
    std::vector<std::string> steps;
    for (const Position position : positions) {
        const DevicePair pair = work.addresses(position);
        steps.push_back(pair.before->toString() + " is " + pair.after->toString());
    }
    work.collector.add(
        {"order.bus_numbers",
         Category::Order,
         Change::Changed,
         Severity::Warning,
         "",
         fmt::format("{} function{} in the same slot{} got new numbers: {}", positions.size(),
                     positions.size() == 1 ? "" : "s", positions.size() == 1 ? "" : "s", listed(steps, 3)),
         {fmt::format("{}", pairs.front().before->toString()), std::nullopt, {}},
         {fmt::format("{}", pairs.front().after->toString()), std::nullopt, {}},
         std::move(pairs)});
}

} // namespace

void comparePresence(const Work &work) {
    addUnpaired(work, {work.before, true});
    addUnpaired(work, {work.after, false});
    std::vector<Position> moved;
    std::vector<Position> renumbered;
    BelowMoved belowMoved(work);
    for (Position position = 0; position < work.before.size(); ++position) {
        if (work.matching.toAfter(position) == kNoPosition)
            continue;
        switch (work.matching.how(position)) {
        case Matching::How::Same:
            break;
        case Matching::How::Renumbered:
            if (!belowMoved(position))
                renumbered.push_back(position);
            break;
        case Matching::How::Moved:
            moved.push_back(position);
            break;
        case Matching::How::Replaced:
            addReplaced(work, position);
            break;
        }
    }
    addMoved(work, moved);
    addRenumbered(work, std::move(renumbered));
}

} // namespace fabricscope::fleet
