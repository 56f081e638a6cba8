// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"

#include <string_view>

namespace fabricscope::capture {

/// The capture as it may be mailed: host and user names, IPv4, IPv6 and MAC addresses, serial numbers, UUIDs,
/// GUIDs, GIDs, unique ids and the machine id are replaced, in the sections, the target, notes and damage
/// texts. What tells how the machine is built (PCI addresses, vendor and device ids, classes, drivers,
/// versions, loopback and all-zero addresses, prefixes such as fe80::) stays.
///
/// The same thing gets the same replacement wherever it stands, with the same key also in another capture, so
/// that two hosts of one site can still be put together; without the key it cannot be found back.
/// Replacements keep the form (a MAC stays a MAC, locally administered; a GUID keeps its length and
/// grouping), so that readers read on.
[[nodiscard]] Capture redacted(const Capture &capture, std::string_view key);

} // namespace fabricscope::capture
