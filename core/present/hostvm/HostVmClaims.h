// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/present/hostvm/HostVmDevices.h"

#include <optional>
#include <set>
#include <vector>

namespace fabricscope::present {

/// The pairs in the guest's file, compared with the host's hardware. Refers to the devices.
class HostVmClaims {
public:
    struct Claimed {
        HostVmClaim claim;
        std::size_t gpu = 0, nic = 0; ///< guest rows
        bool wrong = false;
        std::optional<std::size_t> expected; ///< guest row of the NIC that is nearest to the GPU
    };
    /// Those of devices that have rows, once each; at most HostVmLimits::kClaims.
    HostVmClaims(const std::vector<HostVmClaim> &claims, const HostVmDevices &devices);

    /// A pair of the file is wrong if another NIC of the guest is closer to the GPU on the host. If the
    /// distance on the host is unknown, it is not judged.
    void check(const topology::Topology &host, const std::vector<HostVmRow> &guestRows);

    [[nodiscard]] const std::vector<Claimed> &list() const { return m_claims; }
    /// Devices that were compared, and NICs of them that are in the wrong place.
    [[nodiscard]] std::size_t compared() const { return m_compared; }
    [[nodiscard]] std::size_t differing() const { return m_differing; }

    /// Of all matched devices; those of the file are the last ones.
    [[nodiscard]] std::vector<HostVmCurve> curves() const;
    /// At `curves`. Two NICs that are each in the other's place get one mark.
    [[nodiscard]] std::vector<HostVmMark> marks(const std::vector<HostVmCurve> &curves) const;
    /// HostVmRow::pair, in the order of the file: its first pair is 00.
    void numberPairs(std::vector<HostVmRow> &guestRows) const;
    /// Rows whose device is in a wrong pair. Returns such rows of the host.
    std::set<std::size_t> markWrong(std::vector<HostVmRow> &hostRows,
                                    std::vector<HostVmRow> &guestRows) const;

private:
    [[nodiscard]] std::vector<std::size_t> matchedNics(const std::vector<HostVmRow> &guestRows) const;

    const HostVmDevices &m_devices;
    std::vector<Claimed> m_claims;
    std::size_t m_compared = 0, m_differing = 0;
};

} // namespace fabricscope::present
