// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tools/GpuVendors.h"

#include "core/capture/Section.h"
#include "core/pci/Address.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>

namespace fabricscope::formats {

namespace {

struct Vendor {
    std::string_view name; ///< in front of "GPU0"
    std::string_view sections[2];
};
constexpr Vendor kVendors[] = {{"NVIDIA ", {"tool-nvidia-", "nvidia-"}},
                               {"AMD ", {"tool-amd-", "tool-rocm"}}};

std::optional<std::size_t> vendorOf(std::string_view section) {
    for (std::size_t i = 0; i < std::size(kVendors); ++i)
        for (const std::string_view begin : kVendors[i].sections)
            if (section.starts_with(begin))
                return i;
    return std::nullopt;
}

/// "GPU0", "GPU0/link 3"; not an address, and no name with a vendor.
bool isNumbered(std::string_view device) {
    return device.size() > 3 && device.starts_with("GPU") && device[3] >= '0' && device[3] <= '9';
}

/// A table of a vendor's GPUs.
bool isOf(const host::DeviceMatrix &matrix, std::size_t vendor) {
    return vendor == 0 ? matrix.tool.starts_with("nvidia-")
                       : matrix.tool.starts_with("amd-") || matrix.tool.starts_with("rocm-");
}

/// Of the same fault of one device the one with more.
void mergeFaults(std::vector<host::ToolFault> &faults) {
    for (auto fault = faults.begin(); fault != faults.end();) {
        const auto first = std::find_if(faults.begin(), fault, [&](const host::ToolFault &each) {
            return !each.address && !fault->address && each.kind == fault->kind &&
                   each.device == fault->device;
        });
        if (first == fault || fault->address) {
            ++fault;
            continue;
        }
        if (fault->count > first->count)
            *first = *fault;
        fault = faults.erase(fault);
    }
}

} // namespace

GpuVendors::GpuVendors(const capture::Capture &capture) {
    bool has[std::size(kVendors)] = {};
    for (const capture::Section &section : capture.sections)
        if (const auto vendor = vendorOf(section.meta().name))
            has[*vendor] = true;
    m_areSeveral = std::all_of(std::begin(has), std::end(has), [](bool each) { return each; });
}

void GpuVendors::beginSection(std::string_view section, host::Host &host) {
    if (!m_areSeveral || !vendorOf(section))
        return;
    const auto takeOut = [](auto &all, auto &taken, const auto &isOne) {
        const auto first =
            std::stable_partition(all.begin(), all.end(), [&](const auto &each) { return !isOne(each); });
        taken.assign(std::make_move_iterator(first), std::make_move_iterator(all.end()));
        all.erase(first, all.end());
    };
    takeOut(host.toolFaults, m_faults,
            [](const host::ToolFault &fault) { return !fault.address && isNumbered(fault.device); });
    takeOut(host.toolFacts, m_facts, [](const host::ToolFact &fact) { return isNumbered(fact.device); });
}

void GpuVendors::endSection(std::string_view section, host::Host &host) {
    const auto vendor = m_areSeveral ? vendorOf(section) : std::nullopt;
    if (!vendor)
        return;
    const auto name = [&](std::string &device) {
        if (!isNumbered(device))
            return;
        device.insert(0, kVendors[*vendor].name);
        m_hasNamed[*vendor] = true;
    };
    for (host::ToolFault &fault : host.toolFaults)
        if (!fault.address)
            name(fault.device);
    for (host::ToolFact &fact : host.toolFacts)
        name(fact.device);
    for (const host::DeviceMatrix &matrix : host.deviceMatrices)
        for (const auto &row : matrix.rows)
            m_hasNamed[*vendor] = m_hasNamed[*vendor] || (isNumbered(row.name) && isOf(matrix, *vendor));
    mergeFaults(host.toolFaults);
    std::move(m_faults.begin(), m_faults.end(), std::back_inserter(host.toolFaults));
    std::move(m_facts.begin(), m_facts.end(), std::back_inserter(host.toolFacts));
    m_faults.clear();
    m_facts.clear();
}

void GpuVendors::finish(host::Host &host) const {
    if (!m_areSeveral || (m_hasNamed[0] && m_hasNamed[1]))
        return;
    const auto restore = [](std::string &device) {
        for (const Vendor &vendor : kVendors)
            if (device.starts_with(vendor.name) &&
                isNumbered(std::string_view(device).substr(vendor.name.size())))
                device.erase(0, vendor.name.size());
    };
    for (host::ToolFault &fault : host.toolFaults)
        restore(fault.device);
    for (host::ToolFact &fact : host.toolFacts)
        restore(fact.device);
    mergeFaults(host.toolFaults);
}

} // namespace fabricscope::formats
