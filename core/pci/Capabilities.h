// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pci/Link.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::pci {

/// PCI Express capability, bits 7:4 of its flags (PCIe 6.0, 7.5.3.2).
enum class PortType : std::uint8_t {
    Endpoint = 0,
    LegacyEndpoint = 1,
    RootPort = 4,
    UpstreamPort = 5,
    DownstreamPort = 6,
    PcieToPci = 7,
    PciToPcie = 8,
    RootComplexEndpoint = 9,
    EventCollector = 10,
};
[[nodiscard]] std::string_view toString(PortType type);

/// The PCI Express capability (id 0x10). Registers are unknown where the source does not show them: `lspci
/// -v` states the port's type only.
struct Express {
    PortType portType = PortType::Endpoint;
    std::optional<std::uint16_t> maxPayloadSupported; ///< bytes, DevCap
    std::optional<std::uint16_t> maxPayload;          ///< bytes, DevCtl
    std::optional<std::uint16_t> maxReadRequest;      ///< bytes, DevCtl
    std::optional<bool> relaxedOrdering;              ///< DevCtl bit 4
    std::optional<bool> extendedTags;
    std::optional<bool> noSnoop;
    std::optional<bool> functionLevelReset;
    std::optional<std::uint8_t>
        deviceErrors; ///< DevSta 3:0: correctable, non-fatal, fatal, unsupported request
    /// Unknown on root complex endpoints, which have no link.
    std::optional<LinkSpeed> maxSpeed, currentSpeed, targetSpeed;
    std::optional<std::uint8_t> maxWidth, currentWidth;
    std::optional<std::uint8_t> aspm; ///< LnkCtl 1:0
    std::optional<bool> linkActive, linkTraining;
    std::optional<std::uint16_t> slotNumber;
    std::uint8_t supportedSpeeds = 0; ///< LnkCap2 7:1, bit 0 here = 2.5 GT/s; 0 where it is unknown
    std::optional<bool> ariForwarding, tenBitTags;
    friend bool operator==(const Express &, const Express &) = default;
};

/// Access Control Services (extended id 0x000D): bit 0 SV, 1 TB, 2 RR, 3 CR, 4 UF, 5 EC, 6 DT.
struct Acs {
    std::uint8_t supported = 0;
    std::uint8_t enabled = 0;
    /// The customary rule ("SrcValid+").
    [[nodiscard]] bool active() const { return (enabled & 0x01) != 0; }
    /// Peer requests or completions go up to the root complex.
    [[nodiscard]] bool redirectsPeers() const { return (enabled & 0x0C) != 0; }
    /// "SV+ TB- RR+ CR+ UF+ EC- DT-".
    [[nodiscard]] std::string toString() const;
    friend bool operator==(const Acs &, const Acs &) = default;
};

struct Ats {
    bool enabled = false;
    std::uint8_t smallestTranslationUnit = 0; ///< STU
    friend bool operator==(const Ats &, const Ats &) = default;
};

struct SrIov {
    bool vfEnable = false;
    std::uint16_t initialVfs = 0, totalVfs = 0, numVfs = 0, firstVfOffset = 0, vfStride = 0, vfDeviceId = 0;
    friend bool operator==(const SrIov &, const SrIov &) = default;
};

struct Aer {
    std::uint32_t uncorrectableStatus = 0, correctableStatus = 0;
    friend bool operator==(const Aer &, const Aer &) = default;
};

struct Pasid {
    bool enabled = false;
    std::uint8_t maxWidthBits = 0;
    friend bool operator==(const Pasid &, const Pasid &) = default;
};

struct Ari {
    std::uint8_t nextFunction = 0;
    friend bool operator==(const Ari &, const Ari &) = default;
};

/// The place of a capability, decoded here or not; for lists and for "show raw".
struct CapabilityRef {
    std::uint16_t id = 0;
    std::uint16_t offset = 0;
    std::uint8_t version = 0;
    bool extended = false;
    friend bool operator==(const CapabilityRef &, const CapabilityRef &) = default;
};

/// What a config space states, as far as it could be read (64, 256 or 4096 bytes).
struct ConfigSpace {
    std::uint16_t bytesRead = 0;
    /// What lspci printed (-v, -vv, -vvv), read out of that text. `bytesRead` is then how far the text shows
    /// the space: 0 nothing but the bus numbers, 64 the header ("<access denied>"), 256 the capabilities,
    /// 4096 the extended ones, too. Command, status and header type are 0 where it does not state them,
    /// multiFunction is never reported, and ids are in host::PciFunction, where they can be unknown. A
    /// capability whose registers the text leaves out (-v) is in `capabilities` only.
    bool fromText = false;
    /// The header reads all ones. A vendor id of ffff alone is no sign of death: a virtual function's reads
    /// so (SR-IOV 1.1, 3.4.1.1), with the rest of its header in place.
    bool dead = false;
    std::uint16_t vendor = 0, device = 0, command = 0, status = 0;
    std::uint32_t classCode = 0;
    std::uint8_t revision = 0, headerType = 0;
    bool multiFunction = false;
    std::optional<bool> busMaster;
    std::optional<std::uint8_t> primaryBus, secondaryBus, subordinateBus; ///< type 1 headers
    std::vector<CapabilityRef> capabilities;
    std::optional<Express> express;
    std::optional<Acs> acs;
    std::optional<Ats> ats;
    std::optional<SrIov> sriov;
    std::optional<Ari> ari;
    std::optional<Aer> aer;
    std::optional<Pasid> pasid;
    std::optional<std::uint64_t> serialNumber;
    std::optional<std::uint32_t> laneErrors; ///< secondary PCIe, 0x0019
    /// "capability list loops at 0x48": what could not be followed.
    std::vector<std::string> problems;
    friend bool operator==(const ConfigSpace &, const ConfigSpace &) = default;
};

/// Never fails: decodes what the bytes hold (at most 4096 are examined) and lists inconsistencies in
/// `problems`.
[[nodiscard]] ConfigSpace decodeConfigSpace(std::span<const std::uint8_t> bytes);

/// "ACS", "Express", "MSI-X": the short name of a capability, by id; empty where it has none.
[[nodiscard]] std::string_view capabilityName(std::uint16_t id, bool extended);

} // namespace fabricscope::pci
