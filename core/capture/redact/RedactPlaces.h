// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/redact/Pseudonyms.h"
#include "core/capture/redact/RedactScan.h"

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

namespace fabricscope::capture {

/// The kind of a value, which determines its replacement. Builder: "user@host" of whoever built the kernel.
/// Text: free text, in which letters and digits are replaced. Process: the name of a program, or an account.
/// Version: kept, even though four numbers might be an address. Mask: a number of capabilities, kept.
/// BankStatus: of a machine check; its first byte, which has its severity, is kept.
/// Product: a maker's name for a device or a machine, kept wherever it occurs.
enum class ValueKind {
    Host,
    Serial,
    Hex,
    HexNumber,
    DecimalNumber,
    Guid,
    Builder,
    Text,
    Process,
    Version,
    Mask,
    Product,
    Psid, ///< isPsid(); any other text is replaced
    Lid,
    PKey,
    Vlan,
    Vni,
    UserId,
    BankStatus
};

/// The position of a value in a text, found by a rule.
struct Place {
    std::size_t begin;
    std::size_t length;
    ValueKind how;
};

/// The positions in texts of tools: whole values after a line's key ("Serial Number: ..."), <info> of hwloc,
/// host names in logs, in uname and on the kernel's command line, and who built the kernel. In time linear in
/// the text.
void findToolPlaces(std::string_view section, std::string_view text, std::vector<Place> &places);

/// Device serial numbers (extended capability 0003) in the rows of lspci -xxxx: "100: 03 00 01 00 f0 ...".
void replaceLspciSerials(std::string_view text, const Pseudonyms &pseudonyms, std::vector<Replacement> &out);

/// Free text in neighbours' entries of `lldpctl -f keyvalue`: names, descriptions.
void findLldpPlaces(std::string_view text, std::vector<Place> &places);

/// The addresses of /proc/net/route and ipv6_route (SECTIONS.md, routes). Networks stay networks, and contain
/// the same addresses as before.
void replaceRoutes(std::string_view text, const Pseudonyms &pseudonyms, std::vector<Replacement> &out);

/// Numbers after words that occur in any section: of VLANs and virtual networks, LIDs, P_Keys, users and
/// groups. In
/// time linear in the text.
void findNumberPlaces(std::string_view text, std::vector<Place> &places);

/// The owners of home folders: reported as ("user", name).
void findHomeNames(std::string_view text,
                   const std::function<void(std::string_view kind, std::string_view name)> &report);

} // namespace fabricscope::capture
