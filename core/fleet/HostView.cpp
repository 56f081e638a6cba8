// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/HostView.h"

#include "core/fleet/CutDevices.h"
#include "core/fleet/Listings.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::fleet {

HostView::HostView(const Side &side)
    : m_side(side), m_parents(side.topology.host()), m_joins(side.topology.host()) {
    const auto &functions = host().functions;
    auto any = [&](auto known) {
        return std::any_of(functions.begin(), functions.end(), known);
    };
    m_hasGroups = any([](const auto &f) { return f.iommuGroup.known(); });
    m_driversRead =
        (capture() != nullptr && looked("pci-links")) || any([&](const auto &f) {
            return f.driver.known() && (capture() == nullptr || isInListing(*capture(), f.driver.evidence()));
        });
    m_groupsRead = m_hasGroups || (capture() != nullptr && looked("iommu-devices"));
    if (capture() != nullptr)
        m_cut = cutDevices(*capture(), host());
}

bool HostView::isCut(const host::PciFunction &function) const {
    return std::binary_search(m_cut.begin(), m_cut.end(), function.address);
}

const topology::Node *HostView::node(Position position) const {
    const auto id = topology().find(function(position).address);
    return id ? &topology().node(*id) : nullptr;
}

const topology::Node *HostView::ownNode(Position position) const {
    const topology::Node *at = node(position);
    return at != nullptr && at->function == m_parents.functionIndex(position) ? at : nullptr;
}

const host::GpuFacts *HostView::gpu(Position position) const {
    const auto index = topology::Joins::first(m_joins.gpus, function(position).address);
    return index ? &host().gpus[*index] : nullptr;
}

std::string HostView::name(Position position) const {
    const std::string bdf = function(position).address.toString();
    const topology::Node *at = node(position);
    if (at == nullptr || at->name.empty())
        return bdf;
    if (at->bdf != function(position).address)
        return fmt::format("port {} of {}", bdf, at->name);
    // The name "Switch 41:00.0" already contains its address.
    const auto blank = at->name.rfind(' ');
    const bool named = blank != std::string::npos && bdf.ends_with(at->name.substr(blank + 1));
    return fmt::format("{} {}", named ? at->name.substr(0, blank) : at->name, bdf);
}

Position HostView::physical(Position position) const {
    const auto &physfn = function(position).physfn;
    const Position found = physfn ? find(*physfn) : kNoPosition;
    return found == kNoPosition || function(found).physfn ? kNoPosition : found; // a chain is not followed
}

} // namespace fabricscope::fleet
