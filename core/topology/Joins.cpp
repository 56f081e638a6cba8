// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/topology/Joins.h"

#include <cctype>
#include <string_view>

namespace fabricscope::topology {

namespace {

template<class Table, class AddressesOf>
std::vector<Joins::Entry> indexed(const Table &table, AddressesOf addressesOf) {
    std::vector<Joins::Entry> entries;
    for (std::uint32_t index = 0; index < table.size(); ++index)
        addressesOf(table[index],
                    [&](const pci::Address &address) { entries.emplace_back(address.key(), index); });
    std::sort(entries.begin(), entries.end());
    return entries;
}

constexpr auto kDevice = [](const auto &row, auto add) {
    if (row.device)
        add(*row.device);
};
constexpr auto kRocmDevice = [](const host::OsDevice &row, auto add) {
    constexpr std::string_view kName = "rsmi";
    if (row.device && row.name.size() > kName.size() && row.name.compare(0, kName.size(), kName) == 0 &&
        std::isdigit(static_cast<unsigned char>(row.name[kName.size()])) != 0)
        add(*row.device);
};
constexpr auto kDevices = [](const auto &row, auto add) {
    for (const pci::Address &address : row.devices)
        add(address);
};

} // namespace

Joins::Joins(const host::Host &host)
    : rdma(indexed(host.rdmaDevices, kDevice))
    , net(indexed(host.netInterfaces, kDevice))
    , gpus(indexed(host.gpus, [](const auto &row, auto add) { add(row.address); }))
    , vms(indexed(host.vms, kDevices))
    , rocm(indexed(host.osDevices, kRocmDevice))
    , m_hostMaxSpeeds(host) {}

std::span<const Joins::Entry> Joins::search(const std::vector<Entry> &entries, const pci::Address &address) {
    const std::uint64_t key = address.key();
    auto begin = std::lower_bound(entries.begin(), entries.end(), Entry{key, 0});
    auto end = begin;
    while (end != entries.end() && end->first == key)
        ++end;
    return {begin, end};
}

} // namespace fabricscope::topology
