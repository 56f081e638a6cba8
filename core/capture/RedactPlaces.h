// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Pseudonyms.h"
#include "core/capture/RedactScan.h"

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

namespace fabricscope::capture {

/// What a value is, and so what stands for it. Builder: "user@host" of whoever built the kernel. Text: words
/// that someone wrote, of which letters and digits become others. Process: what a program is called, or an
/// account. Version: stays, though four numbers might be an address.
enum class ValueKind { Host, Serial, Hex, HexNumber, DecimalNumber, Guid, Builder, Text, Process, Version };

/// Where a value is in a text, found by a rule.
struct Place {
    std::size_t begin;
    std::size_t length;
    ValueKind how;
};

/// The places of the texts of tools: whole values behind a line's key ("Serial Number: ..."), <info> of
/// hwloc, host names of logs, of uname and of the kernel's command line, and who built the kernel. In time
/// linear to the text.
void findToolPlaces(std::string_view section, std::string_view text, std::vector<Place> &places);

/// Device serial numbers (extended capability 0003) in the rows of lspci -xxxx: "100: 03 00 01 00 f0 ...".
void replaceLspciSerials(std::string_view text, const Pseudonyms &pseudonyms, std::vector<Replacement> &out);

/// What neighbours of `lldpctl -f keyvalue` say of themselves: names, descriptions, whatever someone wrote.
void findLldpPlaces(std::string_view text, std::vector<Place> &places);

/// The addresses of /proc/net/route and ipv6_route (SECTIONS.md, routes). Networks stay networks, and hold
/// the addresses that they held.
void replaceRoutes(std::string_view text, const Pseudonyms &pseudonyms, std::vector<Replacement> &out);

/// The owners of home folders: told as ("user", name).
void findHomeNames(std::string_view text,
                   const std::function<void(std::string_view kind, std::string_view name)> &report);

} // namespace fabricscope::capture
