// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/hostvm/HostVmTable.h"

#include "core/present/hostvm/HostVmBuilder.h"

#include <algorithm>

namespace fabricscope::present {

namespace {
constexpr std::uint32_t kGuestBit = 0x80000000;
}

std::uint32_t HostVmId::encoded() const {
    return node | (guest ? kGuestBit : 0);
}

std::optional<HostVmId> HostVmId::decoded(std::uint32_t number) {
    if (number == 0xFFFFFFFF) // unset
        return std::nullopt;
    return HostVmId{(number & kGuestBit) != 0, number & ~kGuestBit};
}

HostVmTable::HostVmTable(const HostVmInput &input) {
    HostVmBuilder(input, *this).build();
}

const HostVmRow *HostVmTable::row(HostVmId id) const {
    const auto &rows = id.guest ? m_guestRows : m_hostRows;
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const HostVmRow &row) { return row.id == id; });
    return found == rows.end() ? nullptr : &*found;
}

std::optional<HostVmId> HostVmTable::other(HostVmId id) const {
    for (const HostVmCurve &curve : m_curves) {
        if (curve.claimedBy == HostVmCurve::ClaimedBy::File)
            continue;
        const HostVmId host = m_hostRows[curve.host].id, guest = m_guestRows[curve.guest].id;
        if (id == host || id == guest)
            return id == host ? guest : host;
    }
    return std::nullopt;
}

} // namespace fabricscope::present
