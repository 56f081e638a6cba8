// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hostvm/mapping/GuestMapping.h"
#include "core/topology/Topology.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::present {

/// Identifies the areas of the picture; `node` of a display list is one of these as a number.
struct HostVmId {
    bool guest = false; ///< of the guest's topology, else of the host's
    topology::NodeId node = 0;

    [[nodiscard]] std::uint32_t encoded() const;
    /// std::nullopt if the number is invalid.
    [[nodiscard]] static std::optional<HostVmId> decoded(std::uint32_t number);
    friend bool operator==(const HostVmId &, const HostVmId &) = default;
};

/// The guest's NCCL file puts these two of the guest's devices below one switch.
struct HostVmClaim {
    pci::Address gpu, nic;
    std::uint32_t line = 0; ///< of the NIC in the file
};

struct HostVmInput {
    const topology::Topology *host = nullptr;  ///< nullptr: it is not known which host runs the guest
    const topology::Topology *guest = nullptr; ///< nullptr: it was not collected
    const hostvm::GuestMapping *guestMapping = nullptr; ///< nullptr where one of them is missing
    std::string vmName;                                 ///< as the host's VMM calls it; empty: not known
    bool hasFile = false;                               ///< the guest has an NCCL file that could be read
    std::vector<HostVmClaim> claims;                    ///< of that
};

/// One device, of either side.
struct HostVmRow {
    HostVmId id;
    topology::NodeKind kind = topology::NodeKind::Other;
    bool frontEnd = false;
    std::string name, address; ///< "ionic_2", "47:00.1"
    std::string role;          ///< of the host's: "OAM 5", "VF", "VF12"; may be empty
    bool vf = false;           ///< of the host's: a virtual function of another one
    bool vfio = false;         ///< of the host's: bound to vfio-pci or a variant
    std::string pair;          ///< of the guest's: the number of its pair in the file, "03"; empty: in none
    bool wrong = false;        ///< the file contradicts the hardware about it
    bool misplaced = false;    ///< it is the NIC of such a pair, which moves when the file is corrected
    bool conflict = false;     ///< sources disagree about it
    bool alone = false;        ///< no match on the other side, though one is expected
    std::string label;         ///< accessible name and tooltip, a sentence
};

/// What shares a switch of the host, or a root port or root bus if there is no switch.
struct HostVmBox {
    std::optional<topology::NodeId> node;
    std::string title, detail;       ///< "Switch 41:00.0", "root 40:01.1"; none in the front end's band
    std::vector<std::size_t> rows;   ///< into HostVmTable::hostRows()
    std::vector<std::string> others; ///< "2 devices of vm-02b": devices not for this VM
    bool wrong = false;
};
struct HostVmBand {
    std::string title, note; ///< "NUMA 0", "3 devices stay with the host"; "Front end", which is last
    std::vector<HostVmBox> boxes;
    bool frontEnd = false;
};
/// A root bus of the guest.
struct HostVmBus {
    std::string title, note;       ///< "Root bus 0002:00", "no switches visible"
    std::string prefix;            ///< of the addresses of what is on it: "0002:00:"
    std::vector<std::size_t> rows; ///< into HostVmTable::guestRows()
    bool flat = false;             ///< no switch is visible there
};

/// One device of both sides.
struct HostVmCurve {
    enum class ClaimedBy : std::uint8_t {
        Both,     ///< stated by the hardware, not contradicted by the file
        File,     ///< stated by the file, contradicted by the hardware
        Hardware, ///< stated by the hardware, contradicted by the file
    } claimedBy = ClaimedBy::Both;
    std::size_t host = 0, guest = 0; ///< rows
    hostvm::Confidence confidence = hostvm::Confidence::Certain;
    std::uint32_t line = 0; ///< line of the file; 0: none
};

/// A finding, at one or two curves of the file.
struct HostVmMark {
    std::vector<std::size_t> curves; ///< into HostVmTable::curves()
    bool swapped = false;            ///< the two are swapped
};

/// A guest next to its host as a table: the rows, the connections between them, and the findings.
/// Refers to the topologies only during construction.
class HostVmTable {
public:
    explicit HostVmTable(const HostVmInput &input);

    [[nodiscard]] const std::vector<HostVmRow> &hostRows() const { return m_hostRows; }
    [[nodiscard]] const std::vector<HostVmRow> &guestRows() const { return m_guestRows; }
    [[nodiscard]] const std::vector<HostVmBand> &bands() const { return m_bands; }
    [[nodiscard]] const std::vector<HostVmBus> &buses() const { return m_buses; }
    [[nodiscard]] const std::vector<HostVmCurve> &curves() const { return m_curves; }
    [[nodiscard]] const std::vector<HostVmMark> &marks() const { return m_marks; }
    [[nodiscard]] const HostVmRow *row(HostVmId id) const; ///< nullptr where it is not drawn
    /// The same device on the other side, according to the hardware.
    [[nodiscard]] std::optional<HostVmId> other(HostVmId id) const;

    [[nodiscard]] bool hasHost() const { return m_hasHost; }
    [[nodiscard]] bool hasGuest() const { return m_hasGuest; }
    [[nodiscard]] bool hasFile() const { return m_hasFile; }
    [[nodiscard]] const std::string &hostName() const { return m_hostName; }
    [[nodiscard]] const std::string &guestName() const { return m_guestName; }
    [[nodiscard]] std::size_t switches() const { return m_switches; }
    [[nodiscard]] std::size_t numaNodes() const { return m_numaNodes; }
    /// Devices of the file that were found on the host, and those of them that are at the stated place.
    [[nodiscard]] std::size_t compared() const { return m_compared; }
    [[nodiscard]] std::size_t agreeing() const { return m_compared - m_differing; }
    /// Rows beyond these are not drawn, and reported as missing: HostVmLimits.
    [[nodiscard]] std::size_t notDrawn() const { return m_notDrawn; }

    /// The severity; absent: no finding.
    [[nodiscard]] std::optional<findings::Severity> severity() const { return m_severity; }
    [[nodiscard]] const std::string &sentence() const { return m_sentence; } ///< the main sentence
    [[nodiscard]] const std::string &detail() const { return m_detail; }     ///< behind it; may be empty
    /// What names the sources of the matches: "16 of 24 devices matched by the VMM's guest addresses".
    [[nodiscard]] const std::string &status() const { return m_status; }

private:
    friend class HostVmBuilder;
    std::vector<HostVmRow> m_hostRows, m_guestRows;
    std::vector<HostVmBand> m_bands;
    std::vector<HostVmBus> m_buses;
    std::vector<HostVmCurve> m_curves;
    std::vector<HostVmMark> m_marks;
    std::string m_hostName, m_guestName;
    bool m_hasHost = false, m_hasGuest = false, m_hasFile = false;
    std::size_t m_switches = 0, m_numaNodes = 0, m_compared = 0, m_differing = 0, m_notDrawn = 0;
    std::optional<findings::Severity> m_severity;
    std::string m_sentence, m_detail, m_status;
};

/// Bounds of the picture: a VM with more devices than a machine has.
struct HostVmLimits {
    static constexpr std::size_t kRows = 512;    ///< of each side
    static constexpr std::size_t kClaims = 4096; ///< of a file
};

/// "by the VMM's guest addresses": how a match is known.
[[nodiscard]] std::string_view wordsOf(hostvm::Source source);
[[nodiscard]] std::string_view wordsOf(hostvm::Confidence confidence); ///< "certain", "likely", "a guess"

} // namespace fabricscope::present
